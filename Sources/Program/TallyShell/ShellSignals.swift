import Foundation
import SystemBridges
import Synchronization

/// Whether the user has asked for the running statement to end: Ctrl-C, or a signal that ends the shell.
package struct Interruption: Sendable {
    package var isRequested: Bool { interruptionRequested.load(ordering: .relaxed) }
}

// A signal handler has no context argument; these are all that it touches, and all are safe there.
private let interruptionRequested = Atomic<Bool>(false)
private let signalPipe = Atomic<Int32>(-1)

/// Signals of an interactive shell as values, in the order of their arrival: handlers only write to a pipe.
final class ShellSignals {
    enum Event {
        case input
        /// Nothing came in the time that was given.
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

    /// Takes over the process's signals until `restore`; `nil` where the process has no descriptors left.
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

    /// Gives the signals back; a Ctrl-C that comes while the program leaves changes nothing any more.
    func restore() {
        for (number, handler) in replaced { signal(number, number == SIGINT ? SIG_IGN : handler) }
        signalPipe.store(-1, ordering: .relaxed)
        readEnd.close()
        writeEnd.close()
    }

    /// Waits for a signal or for something to read from `descriptor`, signals first.
    ///
    /// - Parameter milliseconds: how long it waits; negative for as long as it takes.
    func next(descriptor: Int32, within milliseconds: Int32 = -1) -> Event {
        while true {
            if let number = nextSignal() { return .signal(number) }
            let answers = Descriptor.wait(for: [readEnd, Descriptor(descriptor)], within: milliseconds)
            // A signal that came while this thread slept is not in the answer of `poll` yet, and what is there to read was typed after it.
            if let number = nextSignal() { return .signal(number) }
            guard let answers else { continue }
            if answers[1] { return .input }
            if !answers[0] { return .idle }
        }
    }

    /// Returns the oldest signal that nobody has seen yet, or `nil`.
    func nextSignal() -> Int32? {
        (try? readEnd.readByte()).flatMap { $0 }.map(Int32.init)
    }

    /// Runs `statement`; returns the signal that ends the shell if one came meanwhile.
    func whileInterruptible(_ statement: (Interruption) -> Void) -> Int32? {
        interruptionRequested.store(false, ordering: .relaxed)
        statement(Interruption())
        var final: Int32?
        while let number = nextSignal() {
            if number == SIGTERM || number == SIGHUP { final = number }
        }
        return final
    }

    /// Stops the process as Ctrl-Z does; returns when it is continued.
    func stopProcess() {
        let handler = signal(SIGTSTP, SIG_DFL)
        raise(SIGTSTP)
        signal(SIGTSTP, handler)
    }

    /// Ctrl-Z is an event while a line is edited, since the terminal has to be put in order first; else it stops the process at once.
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
