import Foundation

/// Restores the terminal if the process crashes while a line is edited.
package enum TerminalRescue {
    private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT]

    /// Remembers the current settings of the terminal until `disarm`.
    package static func arm() {
        guard unsafe tcgetattr(STDIN_FILENO, settings) == 0 else { return }
        for number in crashes {
            signal(number) { number in
                signal(number, SIG_DFL)
                unsafe tcsetattr(STDIN_FILENO, TCSANOW, settings)
                unsafe write(STDOUT_FILENO, pasteOff.utf8Start, pasteOff.utf8CodeUnitCount)
                // Returning repeats the crash, now with the default action.
            }
        }
    }

    package static func disarm() {
        for number in crashes { signal(number, SIG_DFL) }
    }
}

// Sound: set before the handlers are installed, and only read by them. Never freed, because a handler can run at any time.
nonisolated(unsafe) private let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
private let pasteOff: StaticString = "\u{1B}[?2004l"
