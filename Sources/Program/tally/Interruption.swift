import Foundation
import Synchronization

/// Ctrl-C while a command runs: the first asks for an orderly end, the second ends at once.
enum Interruption {
    private static let requests = Atomic<Int>(0)

    static var isRequested: Bool { requests.load(ordering: .relaxed) > 0 }

    /// Starts to take SIGINT and SIGTERM.
    static func install() {
        let handler: @convention(c) (Int32) -> Void = { _ in
            if Interruption.requests.wrappingAdd(1, ordering: .relaxed).newValue > 1 { _exit(130) }
        }
        signal(SIGINT, handler)
        signal(SIGTERM, handler)
    }

    /// Forgets an interruption that was dealt with.
    static func reset() { requests.store(0, ordering: .relaxed) }

    static func request() { requests.store(1, ordering: .relaxed) }
}
