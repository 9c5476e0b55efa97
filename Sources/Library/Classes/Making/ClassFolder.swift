import Foundation
package import StoreCommands
import SystemBridges

/// The folder of a class, and where its files are.
package struct ClassFolder: Sendable {
    package let path: String

    package init(_ path: String) { self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path }

    var teacher: String { path + "/teacher" }
    package var key: String { teacher + "/key.json" }
    var students: String { path + "/students" }
    package var handedIn: String { path + "/handed-in" }
    package var marks: String { path + "/marks" }

    func folder(of student: ClassKey.Student) -> String { students + "/" + student.folder }
    func export(of student: ClassKey.Student) -> String { folder(of: student) + "/export.zip" }

    /// Creates the folder of a new class. Throws an error if it exists and is not empty.
    func create() throws(CommandError) {
        if let status = try? FilePath.status(of: path) {
            guard status.isDirectory else { throw CommandError(.unavailable, "\(path) is a file; choose another name for the folder") }
            guard (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty == true else {
                throw CommandError(
                    .unavailable, "\(path) is not empty; choose a folder that doesn't exist yet. `tally class mark \(path)` marks a class")
            }
        }
        for folder in [path, teacher, students, handedIn] { try Self.create(folder) }
    }

    /// Removes what `create` made.
    func empty() { for folder in [teacher, students, handedIn] { try? FileManager.default.removeItem(atPath: folder) } }

    /// Creates a folder that only its owner can read, unless it exists.
    static func create(_ folder: String) throws(CommandError) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandError(.unavailable, "can't create the folder \(folder)")
        }
    }

    static func write(_ text: String, to path: String, replacing mayReplace: Bool = false) throws {
        try ResultFile(path: path, mayReplace: mayReplace).write { $0(text) }
    }

    /// Reads the key.
    package func readKey() throws(CommandError) -> ClassKey {
        guard FilePath.allows(R_OK, key) else {
            throw CommandError(.unavailable, "can't read \(key). `tally class new \(path)` makes a class; the key is one of its files")
        }
        return try ClassKey(reading: Self.read(key, upTo: 64 << 20), at: key)
    }

    /// Reads a file of at most `limit` bytes.
    static func read(_ path: String, upTo limit: Int) throws(CommandError) -> [UInt8] {
        do throws(SystemFailure) {
            let file = try Descriptor.open(path, O_RDONLY)
            defer { file.close() }
            if let bytes = try file.readAll(upTo: limit) { return bytes }
        } catch {
            throw CommandError(.unavailable, "can't read \(path): \(error.reason)")
        }
        throw CommandError(.unavailable, "\(path) is too large")
    }
}
