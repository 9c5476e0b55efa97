import SystemBridges
import Threading

/// Calls of the system, for guests that start other programs.
@_spi(Guests)
public enum SystemCalls {
    /// Ends a program that this process started: asks it to, and ends it after two seconds at the latest, also if it ignores that.
    public static func end(_ program: Int32) { ChildProcess.end(program) }

    /// Waits on this thread.
    public static func sleep(seconds: Double) { Threads.sleep(seconds: seconds) }

    /// Moves a file in one step. It takes the place of a file at the new path.
    public static func move(_ path: String, to newPath: String) throws { try FilePath.move(path, to: newPath) }
}
