package import MessageStreams
package import Workbench

/// `tally mcp`: a server of the Model Context Protocol over standard input and output.
///
/// Clients of revisions up to 2025-11-25 shake hands with `initialize`. Since revision 2026-07-28, each request stands alone and names its
/// revision; `server/discover` tells what the server has. Both find the same tools, resources and prompts.
package struct AssistantServer {
    /// The revisions that need no handshake.
    private static let newRevisions = ["2026-07-28"]
    /// The revisions with a handshake, newest first.
    private static let oldRevisions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

    private let desk: AssistantDesk
    private let version: String

    /// - Parameters:
    ///   - version: the version of the program.
    ///   - policy: what the assistant may do.
    ///   - session: opens the store for one call. Calls share nothing else.
    package init(version: String, policy: AssistantPolicy, session: @escaping () throws -> Session) {
        self.version = version
        desk = AssistantDesk(policy: policy, open: session)
    }

    /// Answers one client until it ends.
    package func run(_ server: MessageServer) {
        _ = server.run { call, moment, _ throws(RemoteError) in
            guard call.id != nil else { return .null }
            return try self.answer(call, moment)
        }
    }

    /// The messages of the protocol over standard input and output: one a line, of at most 4 MB.
    package static func standardStreams() -> MessageServer {
        MessageServer(framing: .lines, limit: 4_000_000, cancellation: .init(method: "notifications/cancelled", key: "requestId"))
    }

    private func answer(_ call: RemoteCall, _ moment: MessageServer.Moment) throws(RemoteError) -> JSONValue {
        let revision = call.parameters["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.text
        if let revision, !Self.newRevisions.contains(revision), call.method != "initialize" {
            throw RemoteError(
                -32022, "unsupported protocol version",
                data: ["supported": .array(Self.newRevisions.map(JSONValue.string)), "requested": .string(revision)])
        }
        let isNew = revision != nil || call.method == "server/discover"
        var result: [String: JSONValue]
        switch call.method {
        case "initialize": result = greeting(call.parameters["protocolVersion"]?.text)
        case "server/discover":
            result = [
                "supportedVersions": .array(Self.newRevisions.map(JSONValue.string)), "capabilities": Self.capabilities,
                "instructions": .string(Self.instructions), "_meta": ["io.modelcontextprotocol/serverInfo": information],
            ]
        case "ping": result = [:]
        case "tools/list": result = ["tools": .array(AssistantTool.all.map(\.description))]
        case "tools/call": result = try desk.call(call.parameters, moment)
        case "resources/list": result = ["resources": .array(try desk.resources())]
        case "resources/templates/list": result = ["resourceTemplates": .array(AssistantDesk.templates)]
        case "resources/read": result = try desk.read(call.parameters, moment)
        case "prompts/list": result = ["prompts": .array(AssistantPrompt.all.map(\.description))]
        case "prompts/get": result = try AssistantPrompt.get(call.parameters)
        default: throw .unknownMethod(call.method)
        }
        guard isNew else { return .object(result) }
        result["resultType"] = "complete"
        if call.method != "tools/call", call.method != "prompts/get" {
            // Lists and texts of the store are those of one person. A client asks again whenever it needs them.
            result["ttlMs"] = 0
            result["cacheScope"] = "private"
        }
        return .object(result)
    }

    private func greeting(_ wanted: String?) -> [String: JSONValue] {
        let revision = wanted.flatMap { Self.oldRevisions.contains($0) ? $0 : nil } ?? Self.oldRevisions[0]
        return [
            "protocolVersion": .string(revision), "capabilities": Self.capabilities, "serverInfo": information,
            "instructions": .string(Self.instructions),
        ]
    }

    private var information: JSONValue { ["name": "tally", "title": "Tally", "version": .string(version)] }

    private static let capabilities: JSONValue = ["tools": [:], "resources": [:], "prompts": [:]]

    private static let instructions = """
        Tally answers questions about personal-health samples, such as steps, heart rate, sleep and workouts. Ask with `query` in Tally's \
        language, such as `sum steps by day last 7 days`; questions in plain English get the query that they mean. Do not add up rows or \
        samples yourself: sources overlap, and Tally merges them. Use `by day`, `by week` or another period instead of many rows. If a query \
        is wrong, its diagnostics have fixes: apply one and ask again. Tell the unit, the range and the time zone of a number, and whether \
        its row is partial. `help` explains words, `metrics` lists what is recorded, and `why` shows the samples behind a row.
        """
}
