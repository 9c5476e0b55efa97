import Foundation
@_spi(Guests) import TallyKit

/// A server of ClickHouse, reached over HTTP by the program curl.
final class ClickHouseServer: Sendable {
    let address: WarehouseAddress
    private let access: WarehouseAccess
    private let curl: ClientProgram

    /// A table that is sent with a query.
    struct SentTable: Sendable {
        var name: String
        /// The columns with their types, as in `first Int64, place Int64`.
        var structure: String
        /// The rows as text with tabs.
        var rows: [UInt8]

        init(_ name: String, structure: String, rows: [[WarehouseValue]]) {
            var text = TableText()
            for row in rows { text.addRow(row) }
            (self.name, self.structure, self.rows) = (name, structure, text.bytesWithoutPrefix)
        }
    }

    /// The seconds to wait for a connection, for an answer, and for the end of a query that the user stopped.
    private static let connectSeconds = 10
    private static let answerSeconds = 3600.0
    private static let stopSeconds = 1.5
    /// The pauses before a request is repeated, in seconds.
    private static let pauses = [0.2, 0.6, 1.8]

    init(_ address: WarehouseAddress, access: WarehouseAccess) throws {
        self.address = address
        self.access = access
        guard let curl = ClientProgram("curl", environment: access.environment) else {
            throw WarehouseFailure.missingProgram("curl", help: "install it, for example with `apt install curl`")
        }
        self.curl = curl
    }

    var place: String { address.masked }

    /// Returns the rows of a query. The query is repeated if the server did not answer, and stopped on the server if it is cancelled.
    ///
    /// - Parameter columns: The number of columns that the rows must have; nil for any number.
    func rows(
        _ query: String, columns: Int? = nil, with tables: [SentTable] = [], isCancelled: @escaping () -> Bool = { false }
    ) throws -> WarehouseRows {
        let body = try repeating(isCancelled) { identifier in
            try send(query + "\nFORMAT JSONCompact", tables: tables, identifier: identifier, isCancelled: isCancelled)
        }
        let answer: WarehouseRows
        do {
            answer = try AnswerReader.rows(in: body)
        } catch .exception(let code, let text) {
            throw WarehouseFailure.server(place: place, code: code, text: hidingPassword(text))
        } catch .torn {
            throw WarehouseFailure.torn(place: place)
        }
        guard columns == nil || answer.names.count == columns else {
            throw WarehouseFailure.unexpected(place: place, reason: "it has \(answer.names.count) columns")
        }
        return answer
    }

    /// Returns rows of whole numbers. Other statements can contain them, so a server that answers anything else is an error.
    func numbers(_ query: String, columns: Int, isCancelled: @escaping () -> Bool) throws -> [[UInt64]] {
        try rows(query, columns: columns, isCancelled: isCancelled).rows.map { try $0.map { try number($0.text) } }
    }

    func number<Number: FixedWidthInteger>(_ text: String) throws -> Number {
        guard let number = Number(text) else {
            throw WarehouseFailure.unexpected(place: place, reason: "`\(text.prefix(40))` is not a whole number")
        }
        return number
    }

    /// Runs a statement that may run twice, such as `CREATE TABLE IF NOT EXISTS`.
    func execute(_ statement: String, isCancelled: @escaping () -> Bool = { false }) throws {
        _ = try repeating(isCancelled) { try send(statement, tables: [], identifier: $0, isCancelled: isCancelled) }
    }

    /// Inserts rows, given as text with tabs. It is not repeated here, because the server may have inserted the rows before it failed.
    func insert(into table: String, _ columns: String, rows: [UInt8], isCancelled: @escaping () -> Bool = { false }) throws {
        let query = "INSERT INTO \(table) (\(columns)) FORMAT TabSeparated"
        try stopping(isCancelled, identifier: newIdentifier) { identifier in
            _ = try request(
                parameters: ["query": query, "query_id": identifier], body: .file(rows), isCancelled: isCancelled)
        }
    }

    // MARK: Requests

    private enum Body {
        case file([UInt8])
        case form(query: [UInt8], tables: [SentTable])
    }

    private var newIdentifier: String { "tally-" + UUID().uuidString.lowercased() }

    private func send(_ query: String, tables: [SentTable], identifier: String, isCancelled: @escaping () -> Bool) throws -> [UInt8] {
        var parameters = ["query_id": identifier]
        for table in tables {
            parameters["\(table.name)_structure"] = table.structure
            parameters["\(table.name)_format"] = "TabSeparated"
        }
        let text = Array(query.utf8)
        return try request(
            parameters: parameters, body: tables.isEmpty ? .file(text) : .form(query: text, tables: tables), isCancelled: isCancelled)
    }

    private func repeating(_ isCancelled: @escaping () -> Bool, _ body: (String) throws -> [UInt8]) throws -> [UInt8] {
        try retrying(isCancelled) { try stopping(isCancelled, identifier: newIdentifier, body) }
    }

    /// Repeats what did not reach the server, or what the server was too busy for, after growing pauses. It must be allowed to run twice.
    func retrying<Result>(_ isCancelled: () -> Bool, _ body: () throws -> Result) throws -> Result {
        for pause in Self.pauses {
            do {
                return try body()
            } catch let failure as WarehouseFailure where failure.cause == .passing {
                try wait(pause, isCancelled)
            }
        }
        return try body()
    }

    func wait(_ seconds: Double, _ isCancelled: () -> Bool) throws {
        for _ in 0..<Int(seconds * 20) {
            if isCancelled() { throw CancellationError() }
            SystemCalls.sleep(seconds: 0.05)
        }
    }

    /// Stops the query on the server if it is cancelled here.
    private func stopping<Result>(
        _ isCancelled: () -> Bool, identifier: String, _ body: (String) throws -> Result
    ) throws -> Result {
        do {
            return try body(identifier)
        } catch is CancellationError {
            // The user waits, so this is tried once, and not for long.
            _ = try? request(
                parameters: [:], body: .file(Array("KILL QUERY WHERE query_id = '\(identifier)' ASYNC".utf8)), seconds: Self.stopSeconds,
                isCancelled: { false })
            throw CancellationError()
        }
    }

    private func request(
        parameters: [String: String], body: Body, seconds: Double = ClickHouseServer.answerSeconds, isCancelled: () -> Bool
    ) throws -> [UInt8] {
        var parameters = parameters
        parameters["database"] = address.database
        parameters["wait_end_of_query"] = "1"
        parameters["output_format_json_quote_64bit_integers"] = "1"
        // It is deleted after the request.
        let folder = try PrivateFolder()
        func file(_ bytes: [UInt8]) throws -> String { try folder.write(bytes, "request").path }
        var lines = [
            "silent", "show-error", "connect-timeout = \(Self.connectSeconds)", "max-time = \(seconds)", "max-redirs = 0",
            "proto = \(address.kind == .clickhouse(isSecure: true) ? "=https" : "=http")",
            "write-out = \"%{stderr}\\n%{http_code}\"", "header = \"Expect:\"",
        ]
        if address.isLoopback { lines.append("noproxy = \"*\"") }
        if let user = address.user { lines.append("header = \(Self.quoted("X-ClickHouse-User: \(user)"))") }
        if let password = access.password { lines.append("header = \(Self.quoted("X-ClickHouse-Key: \(password)"))") }
        switch body {
        case .file(let bytes):
            lines.append("header = \"Content-Type: text/plain\"")
            lines.append("data-binary = \(Self.quoted("@" + (try file(bytes))))")
        case .form(let query, let tables):
            // A query in the URL could be too long, so it is a part of the form.
            lines.append("form = \(Self.quoted("query=<" + (try file(query))))")
            for table in tables { lines.append("form = \(Self.quoted("\(table.name)=@\(try file(table.rows))"))") }
        }
        let options = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\(WarehouseAddress.encoded($0.value))" }
        lines.append("url = \(Self.quoted(address.url + "?" + options.joined(separator: "&")))")
        let ending = try curl.run(
            ["-q", "--config", "-"], input: lines.joined(separator: "\n") + "\n", folder: folder, isCancelled: isCancelled)
        return try answer(ending)
    }

    /// Returns the body of an answer of the server.
    private func answer(_ ending: ClientProgram.Ending) throws -> [UInt8] {
        let lines = ending.errors.split(separator: "\n")
        guard ending.status == 0 else {
            let reason = lines.first { $0.hasPrefix("curl:") }.map { $0.drop { $0 != ")" }.dropFirst(2) } ?? "curl failed"
            throw WarehouseFailure.notReachable(
                place: place, reason: reason.isEmpty ? "curl ended with \(ending.status)" : hidingPassword(String(reason)))
        }
        let status = lines.last.flatMap { Int($0) } ?? 0
        guard status != 200 else { return ending.output }
        if [502, 503, 504].contains(status) { throw WarehouseFailure.busy(place: place, status: status) }
        switch AnswerReader.exception(in: ending.output) {
        case .exception(let code, let text): throw WarehouseFailure.server(place: place, code: code, text: hidingPassword(text))
        default:
            let text = String(hidingPassword(String(decoding: ending.output.prefix(4000), as: UTF8.self)).prefix(300))
            if [401, 403].contains(status) { throw WarehouseFailure.server(place: place, code: nil, text: "wrong user or password") }
            throw WarehouseFailure.server(place: place, code: nil, text: "HTTP status \(status)\(text.isEmpty ? "" : ": \(text)")")
        }
    }

    /// Returns words of a server without the password. A server can repeat what it was sent.
    private func hidingPassword(_ text: String) -> String {
        guard let password = access.password, !password.isEmpty else { return text }
        return [password, WarehouseAddress.encoded(password)].reduce(text) { $0.replacing($1, with: "***") }
    }

    /// Returns a text as a value in a configuration of curl.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for character in text {
            switch character {
            case "\\", "\"": result += "\\\(character)"
            case "\n", "\r\n", "\r": result += "\\n"
            default: result.append(character)
            }
        }
        return result + "\""
    }
}
