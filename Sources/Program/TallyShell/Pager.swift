import Foundation

/// The program that shows long results page by page.
struct PagerCommand {
    /// As the system's shell reads it.
    let line: String
    private let environment: [String: String]

    /// Returns the user's choice, `TALLY_PAGER` before `PAGER`, else `less`; nil where they want none, or have none.
    ///
    /// An empty name and `cat` stand for none.
    static func chosen(in environment: [String: String]) -> PagerCommand? {
        guard !["", "dumb"].contains(environment["TERM"] ?? "") else { return nil }
        let line = (environment["TALLY_PAGER"] ?? environment["PAGER"] ?? "less").trimmingCharacters(in: .whitespaces)
        guard let program = line.split(separator: " ").first.map(String.init), line != "cat",
            // What the shell works out is the shell's to find.
            program.contains(where: { "=$'\"\\".contains($0) }) || isExecutable(program, in: environment["PATH"] ?? "")
        else { return nil }
        return PagerCommand(line: line, environment: environment)
    }

    private static func isExecutable(_ program: String, in path: String) -> Bool {
        if program.contains("/") { return access(program, X_OK) == 0 }
        return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    /// The environment of the program: `less` is told to leave short texts on the screen, to show colours and not to wrap tables, and to say
    /// below each page how to leave.
    fileprivate var variables: [String] {
        var variables = environment
        variables["LESS"] = variables["LESS"] ?? "FRSX -Ps?e(end) .q leaves, Space goes on$"
        variables["LESSCHARSET"] = variables["LESSCHARSET"] ?? "utf-8"
        return variables.map { "\($0.key)=\($0.value)" }
    }
}

/// A pager at work, fed through a pipe.
final class Pager {
    private let process: pid_t
    private let pipeEnd: Int32
    private var terminal = termios()
    private let hasTerminal: Bool
    /// Whether it still reads: until the user leaves it.
    private(set) var isReading = true

    /// Starts the program with the terminal as its screen; nil where that fails.
    init?(_ command: PagerCommand) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        defer { close(ends[0]) }
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        hasTerminal = tcgetattr(STDIN_FILENO, &terminal) == 0
        guard let started = Self.start(command, reading: ends[0]) else {
            close(ends[1])
            return nil
        }
        process = started
        pipeEnd = ends[1]
    }

    private static func start(_ command: PagerCommand, reading descriptor: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, descriptor, STDIN_FILENO)
        posix_spawn_file_actions_addclose(&actions, descriptor)
        // The shell ignores SIGPIPE; its children do not.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var process: pid_t = 0
        let arguments = Self.copies(["sh", "-c", command.line])
        let variables = Self.copies(command.variables)
        defer { (arguments + variables).forEach { free($0) } }
        return posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, variables) == 0 ? process : nil
    }

    /// Returns the texts as C has them, nil behind the last; the caller frees them.
    private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] { texts.map { strdup($0) } + [nil] }

    /// Hands over `text`; waits for the reader, but no longer than nobody has asked for the end.
    func write(_ text: String, isCancelled: () -> Bool) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let start = rest.baseAddress, !rest.isEmpty, isReading, !isCancelled() {
                let count = Foundation.write(pipeEnd, start, rest.count)
                if count > 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                } else if count < 0, errno == EAGAIN {
                    var descriptor = pollfd(fd: pipeEnd, events: Int16(POLLOUT), revents: 0)
                    poll(&descriptor, 1, Self.pollMilliseconds)
                } else if count < 0, errno != EINTR {
                    isReading = false
                }
            }
        }
    }

    private static let pollMilliseconds: Int32 = 50

    /// Says that no more comes, waits until the user leaves the pager, and puts the terminal in order as it was before.
    func finish() {
        close(pipeEnd)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        if hasTerminal { tcsetattr(STDIN_FILENO, TCSADRAIN, &terminal) }
    }
}
