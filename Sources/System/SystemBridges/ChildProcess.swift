import Foundation

/// A child process.
package struct ChildProcess {
    private let identifier: pid_t

    /// Starts a command line in the system's shell. Returns nil if that fails.
    ///
    /// - Parameters:
    ///   - environment: The variables as `NAME=value`.
    ///   - input: The standard input of the command.
    package init?(shell line: String, environment: [String], input: Descriptor) {
        self.init("/bin/sh", ["sh", "-c", line], environment: environment, streams: [input])
    }

    /// Starts a program. Returns nil if that fails.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, of which the first is the name of the program.
    ///   - environment: The variables as `NAME=value`.
    ///   - streams: Standard input, output and error of the program; those that are left out are shared with this process.
    package init?(_ program: String, _ arguments: [String], environment: [String], streams: [Descriptor]) {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        for (number, stream) in streams.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, stream.number, Int32(number))
            if stream.number >= streams.count { unsafe posix_spawn_file_actions_addclose(&actions, stream.number) }
        }
        // The program ignores these, but its children do not.
        var defaults = sigset_t()
        unsafe sigemptyset(&defaults)
        unsafe sigaddset(&defaults, SIGPIPE)
        unsafe sigaddset(&defaults, SIGXFSZ)
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var process: pid_t = 0
        let words = unsafe Self.copies(arguments)
        let variables = unsafe Self.copies(environment)
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        guard unsafe posix_spawn(&process, program, &actions, &attributes, words, variables) == 0 else { return nil }
        identifier = process
    }

    /// Returns the texts as C strings, terminated by nil. The caller frees them.
    private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] { unsafe texts.map { unsafe strdup($0) } + [nil] }

    /// Ends a child process that Foundation started: asks it to, and ends it after two seconds at the latest, also if it ignores that.
    package static func end(_ identifier: Int32) {
        Foundation.kill(identifier, SIGTERM)
        for _ in 0..<20 {
            // Foundation's monitor collects the process soon after its end.
            guard Foundation.kill(identifier, 0) == 0 else { return }
            usleep(100_000)
        }
        Foundation.kill(identifier, SIGKILL)
    }

    /// Ends the process at once.
    package func kill() { _ = Foundation.kill(identifier, SIGKILL) }

    /// Waits until the process has ended.
    ///
    /// - Returns: nil if it exited; the signal that ended it otherwise.
    @discardableResult package func waitForEnd() -> Int32? {
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? nil : signal
    }
}
