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

    /// The folder in which a class is made before it gets its name, so that an interrupted command leaves no half of a class.
    var unfinished: ClassFolder { ClassFolder(path + ".unfinished") }

    /// Throws an error if the folder exists and is not empty.
    func checkIsNew() throws(CommandError) {
        guard let status = try? FilePath.status(of: path) else { return }
        guard status.isDirectory else { throw CommandError(.unavailable, "\(path) is a file; choose another name for the folder") }
        guard (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty == true else {
            let isClass = FilePath.allows(F_OK, key)
            throw CommandError(
                .unavailable,
                "\(path) is not empty; choose a folder that doesn't exist yet"
                    + (isClass ? ". `tally class mark \(path)` marks a class" : ""))
        }
    }

    /// Creates the folders of a new class, in place of those that an interrupted command left.
    func create() throws(CommandError) {
        let inner = [teacher, students, handedIn]
        let names = Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
        guard names.isSubset(of: inner.map { URL(filePath: $0).lastPathComponent }) else {
            throw CommandError(.unavailable, "\(path) is in the way; remove it")
        }
        remove()
        for folder in [path] + inner { try Self.create(folder) }
    }

    /// Removes the folder with all files.
    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Gives the folder its name.
    func move(to folder: ClassFolder) throws(CommandError) {
        do { try FilePath.move(path, to: folder.path) } catch {
            throw CommandError(.unavailable, "can't rename \(path) to \(folder.path): \(error.reason)")
        }
    }

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
