import Foundation
import MessageStreams
import SystemBridges
import Testing
import Threading

@Suite("Messages over streams")
struct MessageServerTests {
    /// A client and a server that are connected by pipes.
    private final class Connection: Sendable {
        let server: MessageServer
        private let toServer: Descriptor
        private let fromServer: Descriptor
        private let ending: Promise<Bool>

        init(
            _ framing: MessageFraming, limit: Int = 1_000,
            _ answer: @escaping @Sendable (RemoteCall, MessageServer.Moment, inout Bool) throws(RemoteError) -> JSONValue
        ) throws {
            let (input, output) = (try #require(Descriptor.pipe()), try #require(Descriptor.pipe()))
            (toServer, fromServer) = (input.writing, output.reading)
            let server = MessageServer(
                input: input.reading, output: output.writing, framing: framing, limit: limit,
                cancellation: .init(method: "cancel", key: "id"))
            self.server = server
            ending = Threads.start("server") {
                let ended = server.run(answer)
                output.writing.close()
                return ended
            }
        }

        func send(_ text: String) throws { try toServer.writeAll(Array(text.utf8)[...]) }

        /// Closes both ends, as a killed client does. Returns true if the server ended by itself.
        func leave() -> Bool {
            toServer.close()
            fromServer.close()
            return ending.wait()
        }

        /// Ends the input, and returns what the server wrote and whether it ended by itself.
        func end() throws -> (text: String, didEnd: Bool) {
            toServer.close()
            let bytes = try #require(try fromServer.readAll(upTo: 1_000_000))
            return (String(decoding: bytes, as: UTF8.self), ending.wait())
        }
    }

    private static let echo: @Sendable (RemoteCall, MessageServer.Moment, inout Bool) throws(RemoteError) -> JSONValue = {
        call, _, isEnding throws(RemoteError) in
        switch call.method {
        case "echo": return call.parameters
        case "exit":
            isEnding = true
            return .null
        default: throw .unknownMethod(call.method)
        }
    }

    @Test("A request gets its result, in order and with its id; a notification gets none")
    func requests() throws {
        let connection = try Connection(.lines, Self.echo)
        try connection.send(#"{"jsonrpc":"2.0","id":7,"method":"echo","params":{"b":[1,2.5,null,true],"a":"é"}}"# + "\n\n")
        try connection.send(
            #"{"jsonrpc":"2.0","method":"echo","params":{}}"# + "\n" + #"{"jsonrpc":"2.0","id":"x","method":"no"}"# + "\r\n")
        let (text, didEnd) = try connection.end()
        #expect(
            text == #"{"id":7,"jsonrpc":"2.0","result":{"a":"é","b":[1,2.5,null,true]}}"# + "\n"
                + #"{"error":{"code":-32601,"message":"unknown method no"},"id":"x","jsonrpc":"2.0"}"# + "\n")
        #expect(!didEnd)
    }

    @Test("Messages with headers are read in any pieces; other lines before a header are ignored")
    func headers() throws {
        let connection = try Connection(.headers, Self.echo)
        let message = #"{"jsonrpc":"2.0","id":1,"method":"echo","params":{"x":"\n\n"}}"#
        for piece in "warning: noise\nContent-Type: x\r\ncontent-length:  \(message.utf8.count)\r\n\r\n\(message)" {
            try connection.send(String(piece))
        }
        let exit = #"{"jsonrpc":"2.0","method":"exit"}"#
        try connection.send("Content-Length: \(exit.utf8.count)\r\n\r\n\(exit)")
        let (text, didEnd) = try connection.end()
        let answer = #"{"id":1,"jsonrpc":"2.0","result":{"x":"\n\n"}}"#
        #expect(text == "Content-Length: \(answer.utf8.count)\r\n\r\n\(answer)" && didEnd)
    }

    @Test("A message that is too long, not JSON, or no request is answered with an error, and the next one is read")
    func wrongMessages() throws {
        let connection = try Connection(.lines, limit: 200, Self.echo)
        let long = String(repeating: "x", count: 500)
        let nested = String(repeating: "[", count: 199)
        for line in [
            long, "{", nested, "[]", #"{"jsonrpc":"2.0","id":{},"method":"echo"}"#, #"{"id":1,"method":"echo"}"#,
            #"{"jsonrpc":"2.0","id":4,"result":1}"#,
        ] {
            try connection.send(line + "\n")
        }
        try connection.send(#"{"jsonrpc":"2.0","id":2,"method":"echo"}"# + "\n{\"half")
        let lines = try connection.end().text.split(separator: "\n")
        let codes = lines.compactMap { JSONValue(Array($0.utf8))?["error"]?["code"]?.integer }
        #expect(codes == [-32600, -32700, -32700, -32600, -32600, -32600])
        #expect(lines.last == #"{"id":2,"jsonrpc":"2.0","result":{}}"#)
    }

    @Test("A request is cancelled while it runs; it also ends if the client is gone, and nothing reads its answer")
    func cancellation() throws {
        let connection = try Connection(.lines) { call, moment, _ throws(RemoteError) in
            while !moment.isCancelled { Threads.sleep(seconds: 0.005) }
            throw RemoteError(-32800, "cancelled")
        }
        try connection.send(
            #"{"jsonrpc":"2.0","id":1,"method":"wait"}"# + "\n" + #"{"jsonrpc":"2.0","method":"cancel","params":{"id":1}}"# + "\n")
        #expect(try connection.end().text.contains(#""id":1"#))
        let gone = try Connection(.lines) { call, moment, _ throws(RemoteError) in
            while !moment.isCancelled { Threads.sleep(seconds: 0.005) }
            throw RemoteError(-32800, "cancelled")
        }
        try gone.send(#"{"jsonrpc":"2.0","id":2,"method":"wait"}"# + "\n")
        #expect(!gone.leave())
    }

    @Test("A body that is shorter than its header says is not a message, and one that is too long is skipped")
    func lengths() throws {
        let connection = try Connection(.headers, limit: 60, Self.echo)
        let message = #"{"jsonrpc":"2.0","id":3,"method":"echo"}"#
        try connection.send("Content-Length: 70\r\n\r\n" + String(repeating: "y", count: 70))
        try connection.send(
            "Content-Length: -1\r\n\r\nContent-Length: \(message.utf8.count)\r\n\r\n\(message)Content-Length: 40\r\n\r\nshort")
        let text = try connection.end().text
        #expect(text.components(separatedBy: "Content-Length").count == 4)
        #expect(text.contains("more than 60 bytes") && text.contains("-32700") && text.hasSuffix(#"{"id":3,"jsonrpc":"2.0","result":{}}"#))
    }
}
