import Foundation
import SystemBridges

/// Reads the answer to a yes-or-no question from the terminal.
package enum YesOrNo {
    /// Waits for a line. Returns true for `y` or `yes`, false for anything else, the end of input or Ctrl-C.
    ///
    /// - Parameter isCancelled: returns true after Ctrl-C outside of the shell.
    package static func answer(isCancelled: () -> Bool) -> Bool {
        while !Interruption().isRequested, !isCancelled() {
            guard Descriptor.wait(for: [.input], within: pollMilliseconds) == [true] else { continue }
            return ["y", "yes"].contains(readLine()?.lowercased())
        }
        // Ends the line after the `^C` that the terminal shows.
        FileHandle.standardError.write(Data("\n".utf8))
        return false
    }

    private static let pollMilliseconds: Int32 = 50
}
