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
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe posix_spawn_file_actions_adddup2(&actions, input.number, STDIN_FILENO)
        unsafe posix_spawn_file_actions_addclose(&actions, input.number)
        // The shell ignores SIGPIPE, but its children do not.
        var defaults = sigset_t()
        unsafe sigemptyset(&defaults)
        unsafe sigaddset(&defaults, SIGPIPE)
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var process: pid_t = 0
        let arguments = unsafe Self.copies(["sh", "-c", line])
        let variables = unsafe Self.copies(environment)
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        guard unsafe posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, variables) == 0 else { return nil }
        identifier = process
    }

    /// Returns the texts as C strings, terminated by nil. The caller frees them.
    private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] { unsafe texts.map { unsafe strdup($0) } + [nil] }

    /// Ends a child process that Foundation started: asks it to, and ends it after two seconds at the latest, also if it ignores that.
    package static func end(_ identifier: Int32) {
        kill(identifier, SIGTERM)
        for _ in 0..<20 {
            // Foundation's monitor collects the process soon after its end.
            guard kill(identifier, 0) == 0 else { return }
            usleep(100_000)
        }
        kill(identifier, SIGKILL)
    }

    /// Waits until the process has ended.
    package func waitForEnd() {
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    }
}
