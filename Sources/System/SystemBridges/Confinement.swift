import CSandbox

/// The walls around this process while it runs what somebody else wrote.
///
/// Limits hold everywhere. On Linux, Landlock forbids files and connections, and a filter of system calls forbids programs, processes,
/// sockets and changes of files. A kernel without one of these has only the other walls.
package enum Confinement {
    package struct Limits: Sendable {
        /// The seconds of processor time.
        package var seconds: Int
        /// The bytes of memory that can be written to.
        package var memory: Int

        package init(seconds: Int, memory: Int) { (self.seconds, self.memory) = (seconds, memory) }
    }

    /// The walls that the system has in addition to limits.
    package struct Walls: OptionSet, Sendable {
        package let rawValue: Int32
        package init(rawValue: Int32) { self.rawValue = rawValue }

        /// Landlock: only the named file can be read.
        package static let files = Walls(rawValue: Int32(TALLY_WALL_FILES))
        /// The filter of system calls.
        package static let calls = Walls(rawValue: Int32(TALLY_WALL_CALLS))
    }

    /// Confines this process for the rest of its life. It can still read the file at `path`.
    ///
    /// The process must have one thread, because another one would stay outside the walls.
    package static func confine(to limits: Limits, reading path: String) -> Walls {
        tally_end_with_parent()
        tally_close_descriptors(3)
        limit(to: limits)
        return Walls(rawValue: unsafe tally_confine(path))
    }

    /// True if this process may only write files up to some size.
    package static var limitsFileSize: Bool { tally_limits_file_size() != 0 }

    /// True if this process ignores a signal, as `nohup` makes a program ignore the end of its terminal.
    package static func ignores(_ signal: Int32) -> Bool { tally_ignores(signal) != 0 }

    /// Lowers the limits of this process.
    package static func limit(to limits: Limits) {
        tally_limit(Int64(limits.seconds), Int64(limits.memory))
    }

    /// From now on, this process can't open anything, and reads only what is open.
    package static func closeFiles() { tally_open_nothing() }
}
