import Foundation
import Synchronization
import SystemBridges

/// Reports whether the running statement should stop, after Ctrl-C or a signal that ends the shell.
package struct Interruption: Sendable {
    package init() {}

    package var isRequested: Bool { interruptionRequested.load(ordering: .relaxed) }
}

// A signal handler has no context argument. It only uses these two atomics, which are safe in a handler.
private let interruptionRequested = Atomic<Bool>(false)
private let signalPipe = Atomic<Int32>(-1)

/// Delivers the signals of the shell as values, in order of arrival. The handlers only write to a pipe.
final class ShellSignals {
    enum Event {
        case input
        /// Nothing arrived within the given time.
        case idle
        case signal(Int32)
    }

    private let readEnd: Descriptor
    private let writeEnd: Descriptor
    private var replaced: [(signal: Int32, handler: SignalHandler?)] = []

    #if canImport(Glibc)
    typealias SignalHandler = __sighandler_t
    #else
    typealias SignalHandler = @convention(c) (Int32) -> Void
    #endif

    /// Installs handlers for the process's signals until `restore`. Returns nil if the process has no file descriptors left.
    init?() {
        guard let ends = Descriptor.pipe() else { return nil }
        (readEnd, writeEnd) = ends
        readEnd.stopWaiting()
        writeEnd.stopWaiting()
        signalPipe.store(writeEnd.number, ordering: .relaxed)
        interruptionRequested.store(false, ordering: .relaxed)
        for number in [SIGINT, SIGTERM, SIGHUP, SIGWINCH] { replaced.append((number, signal(number, forward))) }
        replaced.append((SIGPIPE, signal(SIGPIPE, SIG_IGN)))
    }

    /// Restores the previous handlers. Ctrl-C is ignored from now on, because the program is exiting.
    func restore() {
        for (number, handler) in replaced { signal(number, number == SIGINT ? SIG_IGN : handler) }
        signalPipe.store(-1, ordering: .relaxed)
        readEnd.close()
        writeEnd.close()
    }

    /// Waits for a signal or for input on `descriptor`. Signals come first.
    ///
    /// - Parameters:
    ///   - milliseconds: the maximum wait; a negative value waits without limit.
    ///   - writes: another descriptor that ends the wait when it becomes readable.
    func next(descriptor: Int32, within milliseconds: Int32 = -1, orWhen writes: Int32? = nil) -> Event {
        let waited = [readEnd, Descriptor(descriptor)] + (writes.map { [Descriptor($0)] } ?? [])
        while true {
            if let number = nextSignal() { return .signal(number) }
            let answers = Descriptor.wait(for: waited, within: milliseconds)
            // A signal that arrived during `poll` may not be in its result yet, and the available input was typed after it.
            if let number = nextSignal() { return .signal(number) }
            guard let answers else { continue }
            if answers[1] { return .input }
            if !answers[0] { return .idle }
        }
    }

    /// Returns the oldest unhandled signal, or nil.
    func nextSignal() -> Int32? {
        (try? readEnd.readByte()).flatMap { $0 }.map(Int32.init)
    }

    /// Runs `statement`. Returns the signal that ends the shell, if one arrived in the meantime.
    func whileInterruptible(_ statement: (Interruption) -> Void) -> Int32? {
        interruptionRequested.store(false, ordering: .relaxed)
        statement(Interruption())
        var final: Int32?
        while let number = nextSignal() {
            if number == SIGTERM || number == SIGHUP { final = number }
        }
        return final
    }

    /// Stops the process like Ctrl-Z. Returns when the process is continued.
    func stopProcess() {
        let handler = signal(SIGTSTP, SIG_DFL)
        raise(SIGTSTP)
        signal(SIGTSTP, handler)
    }

    /// True while a line is edited. Ctrl-Z is then an event, because the terminal must be restored before the process stops.
    var catchesStop = false {
        didSet { signal(SIGTSTP, catchesStop ? forward : SIG_DFL) }
    }
}

private func forward(_ number: Int32) {
    let savedError = errno
    if number == SIGINT || number == SIGTERM || number == SIGHUP { interruptionRequested.store(true, ordering: .relaxed) }
    Descriptor(signalPipe.load(ordering: .relaxed)).writeByte(UInt8(truncatingIfNeeded: number))
    errno = savedError
}
