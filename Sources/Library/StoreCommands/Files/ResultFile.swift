import Foundation
import SystemBridges

/// A result file. Only its owner can read it, and it is created complete or not at all.
package struct ResultFile {
    private let path: String
    private let mayReplace: Bool
    /// True to keep the permissions of a file that is replaced.
    private var keepsMode = false

    package init(path: String, mayReplace: Bool) {
        (self.path, self.mayReplace) = (path, mayReplace)
    }

    /// Creates a file in place of one that people write. It has the same permissions, and links to it stay links.
    package init(replacing path: String) {
        self.init(path: FilePath.resolved(path) ?? path, mayReplace: true)
        keepsMode = true
    }

    /// Writes to a file until a write fails.
    package final class Writer {
        private let file: Descriptor
        fileprivate private(set) var fault: SystemFailure?

        fileprivate init(_ file: Descriptor) { self.file = file }

        package func callAsFunction(_ text: String) { self(utf8: Array(text.utf8)[...]) }

        package func callAsFunction(utf8 bytes: ArraySlice<UInt8>) {
            guard fault == nil else { return }
            do throws(SystemFailure) { try file.writeAll(bytes) } catch { fault = error }
        }
    }

    /// Writes the text from `body` to a temporary file, then moves it to `path`.
    package func write(_ body: (Writer) throws -> Void) throws {
        if path.isEmpty { throw CommandError(.unavailable, "the path of the file is empty; write for example `to \"steps.csv\"`") }
        if let status = try? FilePath.status(of: path) {
            if status.isDirectory {
                throw CommandError(.unavailable, "\(path) is a folder; write the path of a file, as in `\(path)/steps.csv`")
            }
            guard status.isRegular else {
                throw CommandError(.unavailable, "\(path) is a device or a pipe and not a file; leave out the file to print the answer")
            }
        }
        if isOfDatabase {
            throw CommandError(.unavailable, "\(path) belongs to a database, such as a store, and is never replaced; choose another name")
        }
        guard mayReplace || !FileManager.default.fileExists(atPath: path) else {
            throw CommandError(.unavailable, "\(path) already exists. Delete it, or use `set overwrite = yes`")
        }
        guard !keepsMode || FilePath.allows(W_OK, path) else { throw CommandError(.unavailable, "can't write to \(path): it is read-only") }
        let temporary = path + ".part\(ProcessInfo.processInfo.processIdentifier)"
        let file: Descriptor
        do { file = try Descriptor.open(temporary, O_WRONLY | O_CREAT | O_EXCL) } catch { throw failure("write to", error) }
        let writer = Writer(file)
        do {
            defer { file.close() }
            try body(writer)
        } catch {
            try? FilePath.remove(temporary)
            throw error
        }
        if let fault = writer.fault {
            try? FilePath.remove(temporary)
            throw failure("write to", fault)
        }
        if keepsMode, let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] {
            try? FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: temporary)
        }
        do throws(SystemFailure) { try FilePath.move(temporary, to: path) } catch {
            try? FilePath.remove(temporary)
            throw failure("create", error)
        }
    }

    /// True for a file of SQLite and for the logs of one.
    private var isOfDatabase: Bool {
        [path, path.withoutEnding("-wal"), path.withoutEnding("-shm"), path.withoutEnding("-journal")].contains { path in
            guard let path, let file = try? FileHandle(forReadingFrom: URL(filePath: path)) else { return false }
            defer { try? file.close() }
            return (try? file.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
        }
    }

    /// Deletes a file.
    package static func remove(_ path: String) throws(CommandError) {
        do { try FilePath.remove(path) } catch { throw CommandError(.unavailable, "can't delete \(path): \(error.reason)") }
    }

    private func failure(_ what: String, _ failure: SystemFailure) -> CommandError {
        CommandError(.unavailable, "can't \(what) \(path): \(failure.reason)")
    }
}

extension String {
    fileprivate func withoutEnding(_ ending: String) -> String? { hasSuffix(ending) ? String(dropLast(ending.count)) : nil }
}
