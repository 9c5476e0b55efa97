/// The number or text with which a request and its answer name each other.
package enum CallID: Hashable, Sendable {
    case number(Int)
    case text(String)

    init?(_ value: JSONValue?) {
        switch value {
        case .integer(let number)?: self = .number(number)
        case .string(let text)?: self = .text(text)
        default: return nil
        }
    }

    package var value: JSONValue {
        switch self {
        case .number(let number): .integer(number)
        case .text(let text): .string(text)
        }
    }
}

/// A request that expects an answer, or a notification that expects none.
package struct RemoteCall: Sendable {
    /// Nil for a notification.
    package var id: CallID?
    package var method: String
    package var parameters: JSONValue

    package init(_ method: String, _ parameters: JSONValue = .object([:]), id: CallID? = nil) {
        self.id = id
        self.method = method
        self.parameters = parameters
    }

    var message: JSONValue {
        var message: [String: JSONValue] = ["jsonrpc": "2.0", "method": .string(method), "params": parameters]
        if let id { message["id"] = id.value }
        return .object(message)
    }
}

/// The reason why a request has no result.
package struct RemoteError: Error, Hashable, Sendable {
    package var code: Int
    package var message: String
    package var data: JSONValue?

    package init(_ code: Int, _ message: String, data: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.data = data
    }

    /// The codes of JSON-RPC 2.0.
    package static let unreadable = RemoteError(-32700, "this is not JSON")
    package static let noRequest = RemoteError(-32600, "this is not a request of JSON-RPC 2.0")
    package static func unknownMethod(_ name: String) -> RemoteError { RemoteError(-32601, "unknown method \(name.prefix(100))") }
    package static func wrongParameters(_ reason: String) -> RemoteError { RemoteError(-32602, reason) }
    package static func failed(_ reason: String) -> RemoteError { RemoteError(-32603, reason) }

    var value: JSONValue {
        var value: [String: JSONValue] = ["code": .integer(code), "message": .string(message)]
        if let data { value["data"] = data }
        return .object(value)
    }
}
