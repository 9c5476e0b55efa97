import Foundation
import Synchronization

/// Handles Ctrl-C while a command runs. The first one requests an orderly stop, the second one exits at once.
enum InterruptSignal {
    private static let requests = Atomic<Int>(0)

    static var isRequested: Bool { requests.load(ordering: .relaxed) > 0 }

    /// Installs the handlers of SIGINT and SIGTERM.
    static func install() {
        let handler: @convention(c) (Int32) -> Void = { _ in
            if InterruptSignal.requests.wrappingAdd(1, ordering: .relaxed).newValue > 1 { _exit(130) }
        }
        signal(SIGINT, handler)
        signal(SIGTERM, handler)
        // A signal with a handler ends a wait, so that a watch is redrawn when the window changes.
        signal(SIGWINCH) { _ in }
    }
}
