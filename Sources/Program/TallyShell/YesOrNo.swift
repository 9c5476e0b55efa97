import Foundation
import SystemBridges

/// The answer to a yes-or-no question on the terminal.
package enum YesOrNo {
    /// Waits for a line; anything but yes is no, so are the end of input and Ctrl-C, which is answered at once.
    ///
    /// - Parameter isCancelled: whether the user has asked for an end, outside of a shell.
    package static func answer(isCancelled: () -> Bool) -> Bool {
        while !Interruption().isRequested, !isCancelled() {
            guard Descriptor.wait(for: [.input], within: pollMilliseconds) == [true] else { continue }
            return ["y", "yes"].contains(readLine()?.lowercased())
        }
        // Behind the `^C` that the terminal shows.
        FileHandle.standardError.write(Data("\n".utf8))
        return false
    }

    private static let pollMilliseconds: Int32 = 50
}
