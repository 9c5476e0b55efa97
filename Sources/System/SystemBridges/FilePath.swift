import Foundation

/// System calls for files by path.
package enum FilePath {
    /// The status of a file.
    package struct Status {
        package var isDirectory: Bool
        package var isRegular: Bool
        package var size: Int
        /// An identifier that is equal for all names of a file.
        package var identifier: UInt64
        /// The time of the last change, in nanoseconds since 1970.
        package var modified: Int
        /// True if other users than the owner can read, write or execute the file.
        package var isShared: Bool
    }

    package static func status(of path: String) throws(SystemFailure) -> Status {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .last }
        let kind = status.st_mode & S_IFMT
        return Status(
            isDirectory: kind == S_IFDIR, isRegular: kind == S_IFREG, size: Int(status.st_size), identifier: UInt64(status.st_ino),
            modified: status.modified, isShared: status.st_mode & (S_IRWXG | S_IRWXO) != 0)
    }

    /// Returns true for a regular file that is not a link.
    package static func isPlainFile(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns true for a regular file, and for a link to one.
    package static func isFile(_ path: String) -> Bool { (try? status(of: path))?.isRegular == true }

    /// Returns true if other users may read or write the file.
    package static func isOpenToOthers(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & 0o066 != 0
    }

    /// Returns what is at a path, as a phrase, if it is unsafe as a file of this user that is written in the background. Nil for a new
    /// file, for a regular file of this user, and for a link to one that this user or the administrator made.
    package static func danger(at path: String) -> String? {
        var (link, target) = (stat(), stat())
        guard unsafe lstat(path, &link) == 0 else { return nil }
        let user = geteuid()
        if link.st_mode & S_IFMT == S_IFLNK, link.st_uid != user, link.st_uid != 0 { return "a link of another user" }
        guard unsafe stat(path, &target) == 0 else { return "a link to a file that does not exist" }
        guard target.st_mode & S_IFMT == S_IFREG else { return "not a regular file" }
        return target.st_uid == user ? nil : "a file of another user"
    }

    /// Returns the folder of a path as written: empty for a name alone. Foundation's `deletingLastPathComponent` crashes for a name of one
    /// character.
    package static func folder(of path: String) -> String {
        let name = path.reversed().drop { $0 == "/" }
        let folder = name.drop { $0 != "/" }
        guard !folder.isEmpty else { return "" }
        let trimmed = folder.drop { $0 == "/" }
        return trimmed.isEmpty ? "/" : String(trimmed.reversed())
    }

    /// Returns true if this process has the permission `mode` for the file: `R_OK`, `W_OK` or `X_OK`.
    package static func allows(_ mode: Int32, _ path: String) -> Bool { unsafe access(path, mode) == 0 }

    package static func remove(_ path: String) throws(SystemFailure) {
        guard unsafe unlink(path) == 0 else { throw .last }
    }

    /// Moves a file and replaces any file at `target`.
    package static func move(_ path: String, to target: String) throws(SystemFailure) {
        guard unsafe rename(path, target) == 0 else { throw .last }
    }

    /// Links a file to the name `target`. Its error is `EEXIST` if the name is taken.
    package static func link(_ path: String, to target: String) throws(SystemFailure) {
        guard unsafe Foundation.link(path, target) == 0 else { throw .last }
    }

    /// Returns the path without links and dots, or nil if the file does not exist.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}

extension stat {
    /// The time of the last change, in nanoseconds since 1970.
    fileprivate var modified: Int {
        #if canImport(Darwin)
        let time = st_mtimespec
        #else
        let time = st_mtim
        #endif
        return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }
}
