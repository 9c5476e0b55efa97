import Foundation

/// The answer to a yes-or-no question on the terminal.
package enum YesOrNo {
    /// Waits for a line; anything but yes is no, so are the end of input and Ctrl-C, which is answered at once.
    ///
    /// - Parameter isCancelled: whether the user has asked for an end, outside of a shell.
    package static func answer(isCancelled: () -> Bool) -> Bool {
        var terminal = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while !Interruption().isRequested, !isCancelled() {
            guard poll(&terminal, 1, pollMilliseconds) > 0 else { continue }
            return ["y", "yes"].contains(readLine()?.lowercased())
        }
        // Behind the `^C` that the terminal shows.
        FileHandle.standardError.write(Data("\n".utf8))
        return false
    }

    private static let pollMilliseconds: Int32 = 50
}
