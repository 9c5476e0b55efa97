import Synchronization
package import SystemBridges
import Threading

/// Answers the calls of one client over two descriptors, one after another.
///
/// One thread reads, so that a call can be cancelled while another is answered. At the end of the stream, the calls that were sent are
/// answered, and the server ends. If the client was killed, nothing reads the answers, so the running call ends, too.
package final class MessageServer: Sendable {
    /// How the protocol cancels a request.
    package struct Cancellation: Sendable {
        var method: String
        var key: String

        package init(method: String, key: String) {
            self.method = method
            self.key = key
        }
    }

    /// Sends answers and notifications.
    package final class Channel: Sendable {
        private let output: Descriptor
        private let framing: MessageFraming
        private let isBroken = Mutex(false)

        init(_ output: Descriptor, _ framing: MessageFraming) {
            self.output = output
            self.framing = framing
        }

        /// True if nothing reads the answers.
        var isAbandoned: Bool { output.isAbandoned || isBroken.withLock { $0 } }

        /// Sends a notification, or a request whose answer nobody awaits.
        package func send(_ call: RemoteCall) { write(call.message) }

        func answer(_ id: CallID?, _ result: Result<JSONValue, RemoteError>) {
            var message: [String: JSONValue] = ["jsonrpc": "2.0", "id": id?.value ?? .null]
            switch result {
            case .success(let value): message["result"] = value
            case .failure(let error): message["error"] = error.value
            }
            write(.object(message))
        }

        private func write(_ message: JSONValue) {
            let bytes = framing.framed(message.bytes)
            isBroken.withLock { isBroken in
                guard !isBroken else { return }
                do { try output.writeAll(bytes[...]) } catch { isBroken = true }
            }
        }
    }

    /// The state of a call while it is answered.
    package struct Moment: Sendable {
        package let channel: Channel
        private let server: MessageServer
        private let id: CallID?

        init(_ server: MessageServer, _ id: CallID?) {
            self.server = server
            self.id = id
            channel = server.channel
        }

        /// True if the client has sent other calls, which wait for this one.
        package var isFollowed: Bool { server.state.withLock { $0.waiting > 0 } }

        /// True if the client no longer wants the answer, or was killed.
        package var isCancelled: Bool {
            let (isClosed, isCancelled) = server.state.withLock { ($0.isClosed, id.map($0.cancelled.contains) ?? false) }
            return isCancelled || isClosed && channel.isAbandoned
        }
    }

    private enum Incoming: Sendable {
        case call(RemoteCall)
        case wrong(CallID?, RemoteError)
    }

    private struct State {
        var cancelled: Set<CallID> = []
        var isClosed = false
        /// The number of calls that were read and not yet begun.
        var waiting = 0
    }

    private let channel: Channel
    private let input: Descriptor
    private let framing: MessageFraming
    private let limit: Int
    private let cancellation: Cancellation
    private let state = Mutex(State())
    /// The client waits if it sends more calls than this before answers.
    private let calls = BoundedQueue<Incoming>(capacity: 64)

    /// - Parameter limit: the greatest number of bytes of a message.
    package init(
        input: Descriptor = .input, output: Descriptor = .output, framing: MessageFraming, limit: Int, cancellation: Cancellation
    ) {
        channel = Channel(output, framing)
        self.input = input
        self.framing = framing
        self.limit = limit
        self.cancellation = cancellation
    }

    /// Answers calls until the client ends or `answer` says so.
    ///
    /// - Parameter answer: returns the result of a request; nil for a notification, and nil ends the server if `isEnding` is set. It is
    ///   called on the thread of the caller, one call at a time.
    /// - Parameter idle: called while no call waits; returns true if it has more to do.
    /// - Returns: true if `answer` ended the server; false if the stream ended.
    package func run(
        idle: (Moment) -> Bool = { _ in false },
        _ answer: (RemoteCall, Moment, _ isEnding: inout Bool) throws(RemoteError) -> JSONValue
    ) -> Bool {
        _ = Threads.start("messages") { self.read() }
        var isEnding = false
        var hasMore = false
        while !isEnding, !channel.isAbandoned {
            guard let incoming = next(&hasMore, idle) else { break }
            state.withLock { $0.waiting -= 1 }
            switch incoming {
            case .wrong(let id, let error): channel.answer(id, .failure(error))
            case .call(let call):
                let moment = Moment(self, call.id)
                let result: Result<JSONValue, RemoteError>
                do throws(RemoteError) {
                    result = .success(try answer(call, moment, &isEnding))
                } catch {
                    result = .failure(error)
                }
                guard let id = call.id else { continue }
                channel.answer(id, result)
                state.withLock { _ = $0.cancelled.remove(id) }
            }
        }
        calls.close()
        return isEnding
    }

    /// Returns the next call; nil at the end of the stream.
    ///
    /// - Parameter hasMore: true if `idle` has more to do. It gets the time after 160 ms without calls, so
    ///   that it does not begin between two keys of a person who types.
    private func next(_ hasMore: inout Bool, _ idle: (Moment) -> Bool) -> Incoming? {
        if hasMore {
            var looks = 0
            let isQuiet = {
                looks += 1
                return looks == 8
            }
            if let incoming = calls.pop(unless: isQuiet) { return incoming }
            while hasMore, state.withLock({ $0.waiting == 0 && !$0.isClosed }) { hasMore = idle(Moment(self, nil)) }
        }
        guard let incoming = calls.pop() else { return nil }
        hasMore = true
        return incoming
    }

    private func read() {
        var reader = MessageReader(input, framing: framing, limit: limit)
        while let piece = try? reader.next() {
            guard let incoming = incoming(piece) else { continue }
            state.withLock { $0.waiting += 1 }
            guard calls.push(incoming) else { return }
        }
        state.withLock { $0.isClosed = true }
        calls.finish()
    }

    /// Returns what a piece asks; nil for answers of the client and for cancellations, which take effect at once.
    private func incoming(_ piece: MessageReader.Piece) -> Incoming? {
        switch piece {
        case .tooLong: return .wrong(nil, RemoteError(-32600, "the message has more than \(limit) bytes"))
        case .unreadable: return .wrong(nil, .unreadable)
        case .message(let bytes):
            guard let message = JSONValue(bytes) else { return .wrong(nil, .unreadable) }
            let id = CallID(message["id"])
            guard let method = message["method"]?.text, message["jsonrpc"]?.text == "2.0" else {
                let isAnswer = message["result"] != nil || message["error"] != nil
                return isAnswer ? nil : .wrong(id, .noRequest)
            }
            let hasWrongID = message["id"] != nil && id == nil
            guard !hasWrongID else { return .wrong(nil, .noRequest) }
            if method == cancellation.method {
                guard let cancelled = CallID(message["params"]?[cancellation.key]) else { return nil }
                // A client can name requests that were answered or never sent. They must not fill the memory.
                state.withLock { if $0.cancelled.count < 1_000 { $0.cancelled.insert(cancelled) } }
                return nil
            }
            return .call(RemoteCall(method, message["params"] ?? .object([:]), id: id))
        }
    }
}
