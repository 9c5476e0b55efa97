import Foundation
import SystemBridges

/// The document of a file, archive or folder that is imported, and the files next to it.
struct ImportDocument {
    /// The path in an archive or folder. Nil if the document is the file itself.
    var place: String?
    var kind: FileKind
    var bytes: PrefixedBytes
    var unreadFiles = UnreadFiles()
    /// The problems of the archive, one clause each.
    var warnings: [String] = []

    /// Opens the file, archive or folder at `path`.
    static func open(_ path: String) throws(ImportError) -> ImportDocument {
        if let status = try? FilePath.status(of: path), status.isDirectory { return try openFolder(path) }
        let file = try attempt(path) { () throws(ReadFailure) in try FileBytes(path: path) }
        return try open(file, name: path)
    }

    /// Opens the content of `file`.
    static func open(_ file: FileBytes, name: String) throws(ImportError) -> ImportDocument {
        let bytes = try attempt(name) { () throws(ReadFailure) in try PrefixedBytes(file) }
        let kind = FileKind(prefix: bytes.prefix)
        switch kind {
        case .zip: return try openArchive(file, name: name)
        case .other(let found): throw .notAnExport(path: name, found: "this is \(found)")
        default: return ImportDocument(kind: kind, bytes: bytes)
        }
    }

    /// Returns an empty report with the facts that are known before the document is read.
    func report(file: String) -> ImportReport {
        let format =
            switch kind {
            case .table: ImportReport.csv
            case .jsonLines: "JSON Lines"
            case .appleExport, .zip, .other: ImportReport.appleExport
            }
        return ImportReport(file: file, place: place, format: format, unreadFiles: unreadFiles, warnings: warnings)
    }

    static func attempt<Value>(_ path: String, _ body: () throws(ReadFailure) -> Value) throws(ImportError) -> Value {
        do { return try body() } catch { throw .unreadable(path: path, reason: error.reason) }
    }

    // MARK: - Archives

    /// The maximum number of `.xml` entries of an archive that are checked for an export.
    private static let candidateLimit = 100

    private static func openArchive(_ file: FileBytes, name: String) throws(ImportError) -> ImportDocument {
        let archive = try attempt(name) { () throws(ReadFailure) in try ZipArchive(file) }
        var unread = UnreadFiles()
        var candidates: [ZipEntry] = []
        var warnings: [String] = []
        do throws(ReadFailure) {
            try archive.forEachEntry { entry in
                if isCandidate(entry.name), candidates.count < candidateLimit { candidates.append(entry) } else { unread.add(entry.name) }
            }
        } catch {
            warnings.append("\(error.reason), so it is truncated or damaged")
        }
        var failure: ReadFailure?
        for (index, entry) in candidates.enumerated() {
            do throws(ReadFailure) {
                guard let document = try openEntry(entry, in: archive) else { continue }
                for (other, candidate) in candidates.enumerated() where other != index { unread.add(candidate.name) }
                return ImportDocument(place: entry.name, kind: .appleExport, bytes: document, unreadFiles: unread, warnings: warnings)
            } catch {
                failure = failure ?? error
            }
        }
        if !warnings.isEmpty, let found = findWithoutDirectory(archive) {
            return ImportDocument(place: found.name, kind: .appleExport, bytes: found.bytes, unreadFiles: unread, warnings: warnings)
        }
        if let reason = failure?.reason ?? warnings.first { throw .unreadable(path: name, reason: reason) }
        if let archive = unread.archive {
            throw .notAnExport(path: name, found: "this zip archive contains another one: unpack it, and import \(archive)")
        }
        throw .notAnExport(path: name, found: "this zip archive does not contain an Apple Health export" + unread.parenthesis)
    }

    /// Returns the entry's content if it is an export.
    private static func openEntry(_ entry: ZipEntry, in archive: ZipArchive) throws(ReadFailure) -> PrefixedBytes? {
        let bytes = try PrefixedBytes(archive.open(entry))
        return FileKind.isAppleExport(bytes.prefix) ? bytes : nil
    }

    private static func findWithoutDirectory(_ archive: ZipArchive) -> (name: String, bytes: PrefixedBytes)? {
        var found: (name: String, bytes: PrefixedBytes)?
        // After a failure there are no further entries to find.
        try? archive.forEachHeader { entry throws(ReadFailure) in
            guard isCandidate(entry.name), let bytes = try openEntry(entry, in: archive) else { return true }
            found = (entry.name, bytes)
            return false
        }
        return found
    }

    private static func isCandidate(_ name: String) -> Bool {
        let lowered = name.lowercased()
        return lowered.hasSuffix(".xml") && !lowered.hasSuffix("_cda.xml") && !lowered.split(separator: "/").contains("__macosx")
    }

    // MARK: - Folders

    private static func openFolder(_ path: String) throws(ImportError) -> ImportDocument {
        var unread = UnreadFiles()
        var candidates: [String] = []
        // As in the archive, the export can be one folder deeper, with its routes in folders below that.
        for name in try files(in: path, depth: 3) {
            if isCandidate(name), candidates.count < candidateLimit { candidates.append(name) } else { unread.add(name) }
        }
        for (index, candidate) in candidates.enumerated() {
            let name = path + "/" + candidate
            let bytes = try attempt(name) { () throws(ReadFailure) in try PrefixedBytes(FileBytes(path: name)) }
            guard FileKind.isAppleExport(bytes.prefix) else { continue }
            for (other, name) in candidates.enumerated() where other != index { unread.add(name) }
            return ImportDocument(place: candidate, kind: .appleExport, bytes: bytes, unreadFiles: unread)
        }
        throw .notAnExport(path: path, found: "this folder does not contain an Apple Health export" + unread.parenthesis)
    }

    /// Returns the paths of the files in a folder, relative to it and sorted by name. Links are not followed.
    private static func files(in path: String, depth: Int) throws(ImportError) -> [String] {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: path).sorted() } catch {
            throw .unreadable(path: path, reason: "the folder cannot be read")
        }
        var files: [String] = []
        for name in names {
            let type = try? FileManager.default.attributesOfItem(atPath: path + "/" + name)[.type] as? FileAttributeType
            if type == .typeRegular { files.append(name) }
            if type == .typeDirectory, depth > 1 {
                files += try self.files(in: path + "/" + name, depth: depth - 1).map { name + "/" + $0 }
            }
        }
        return files
    }
}
