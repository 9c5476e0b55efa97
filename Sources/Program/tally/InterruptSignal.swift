import Foundation
import Synchronization
import SystemBridges

/// Handles Ctrl-C, and the end of the terminal, while a command runs. The first signal requests an orderly stop, the second one exits at
/// once.
enum InterruptSignal {
    private static let requests = Atomic<Int>(0)

    static var isRequested: Bool { requests.load(ordering: .relaxed) > 0 }

    /// Installs the handlers of SIGINT, SIGTERM and SIGHUP. A program that ignores SIGHUP, as under nohup, goes on after the terminal ends.
    static func install() {
        let handler: @convention(c) (Int32) -> Void = { _ in
            if InterruptSignal.requests.wrappingAdd(1, ordering: .relaxed).newValue > 1 { _exit(130) }
        }
        signal(SIGINT, handler)
        signal(SIGTERM, handler)
        if !Confinement.ignores(SIGHUP) { signal(SIGHUP, handler) }
        // A signal with a handler ends a wait, so that a watch is redrawn when the window changes.
        signal(SIGWINCH) { _ in }
    }
}
