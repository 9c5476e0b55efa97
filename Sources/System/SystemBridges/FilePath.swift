import Foundation

/// What the system does with files by their paths.
package enum FilePath {
    /// What stands at a path.
    package struct Status {
        package var isDirectory: Bool
        package var isRegular: Bool
        package var size: Int
        /// The same for all names of a file.
        package var identifier: UInt64
    }

    package static func status(of path: String) throws(SystemFailure) -> Status {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .last }
        let kind = status.st_mode & S_IFMT
        return Status(
            isDirectory: kind == S_IFDIR, isRegular: kind == S_IFREG, size: Int(status.st_size), identifier: UInt64(status.st_ino))
    }

    /// Whether this process may do with the file what `mode` says: `R_OK`, `W_OK` or `X_OK`.
    package static func allows(_ mode: Int32, _ path: String) -> Bool { unsafe access(path, mode) == 0 }

    package static func remove(_ path: String) throws(SystemFailure) {
        guard unsafe unlink(path) == 0 else { throw .last }
    }

    /// Moves a file over whatever is at `target`.
    package static func move(_ path: String, to target: String) throws(SystemFailure) {
        guard unsafe rename(path, target) == 0 else { throw .last }
    }

    /// Gives a file the name `target`, too, where that is free, and returns whether something has it now; false where links cannot be made.
    package static func isLinked(_ path: String, to target: String) -> Bool {
        unsafe Foundation.link(path, target) == 0 || errno == EEXIST
    }

    /// The path without links and dots; nil where there is no such file.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
