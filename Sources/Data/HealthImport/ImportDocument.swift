import Foundation
import SystemBridges

/// The document of a file, archive or folder that is imported, and the files next to it.
struct ImportDocument {
    /// The path in an archive or folder. Nil if the document is the file itself.
    var place: String?
    var format: DocumentFormat
    var bytes: PrefixedBytes
    var unreadFiles = UnreadFiles()
    /// The other files of the export in the archive or folder; nil for a single file.
    var members: ExportMembers?
    /// The documents of an archive or folder that has several; `bytes` is empty then.
    var files: MemberFiles?
    /// The problems of the archive, one clause each.
    var warnings: [String] = []

    /// Opens the file, archive or folder at `path`.
    static func open(_ path: String, _ setting: ImportSetting) throws(ImportError) -> ImportDocument {
        if let status = try? FilePath.status(of: path), status.isDirectory { return try openFolder(path, setting) }
        let file = try attempt(path) { () throws(ReadFailure) in try FileBytes(path: path, until: setting.cancellation) }
        return try open(file, name: path, setting)
    }

    /// Opens the content of `file`.
    static func open(_ file: FileBytes, name: String, _ setting: ImportSetting) throws(ImportError) -> ImportDocument {
        let bytes = try attempt(name) { () throws(ReadFailure) in
            let packed = try PrefixedBytes(file, length: PresetCatalog.headLength)
            return packed.prefix.isGzip ? try PrefixedBytes(GzipBytes(packed), length: PresetCatalog.headLength) : packed
        }
        let content = FileContent(bytes.prefix)
        // An archive without compression can begin with a short export and a whole electrocardiogram.
        if content.isPlain, ElectrocardiogramReader.recognizes(bytes.prefix.bytes) {
            // A table's errors would show its header, which here is a name.
            throw .notAnExport(
                path: name, found: "this is an electrocardiogram: import the zip or the folder of the Apple Health export that contains it")
        }
        if content.isPlain, let document = try openTable(bytes, content, name: name, setting) { return document }
        if let format = setting.choice?.format, content.isPlain { return try open(bytes, as: format, content, name: name) }
        switch content {
        case .archive: return try openArchive(file, name: name, setting)
        case .document(let format): return ImportDocument(format: format, bytes: bytes)
        case .other(let found): throw .notAnExport(path: name, found: "this is \(found)")
        }
    }

    /// Returns the document in the format that the user chose.
    private static func open(
        _ bytes: PrefixedBytes, as format: DocumentFormat, _ content: FileContent, name: String
    ) throws(ImportError) -> ImportDocument {
        guard !format.recognizes(bytes.prefix) else { return ImportDocument(format: format, bytes: bytes) }
        throw .notAnExport(path: name, found: "--as \(format.option) does not fit: this is \(content.phrase)")
    }

    /// Returns the document of a preset. Nil if it is not a table of one.
    private static func openTable(
        _ bytes: PrefixedBytes, _ content: FileContent, name: String, _ setting: ImportSetting
    ) throws(ImportError) -> ImportDocument? {
        guard let catalog = setting.presets else { return nil }
        let isTable = if case .document(let format) = content { format.yieldsToPresets } else { true }
        let found = isTable ? catalog.tables(of: bytes.head, path: name) : []
        if found.count > 1 { throw .badTable(path: name, reason: PresetTable.choice(of: found)) }
        if let table = found.first {
            let titles = PresetCatalog.shipped.filter { $0.name == table.preset }.map(\.title)
            return ImportDocument(format: .tables(["": table.alone], of: titles), bytes: bytes)
        }
        guard case .presets(_, let preset)? = setting.choice else { return nil }
        throw .notAnExport(path: name, found: "the preset \(preset) does not fit: this is \(content.phrase), and not with its columns")
    }

    /// Returns an empty report with the facts that are known before the document is read.
    func report(file: String) -> ImportReport {
        var report = ImportReport(file: file, place: place, format: format.reported, unreadFiles: unreadFiles, warnings: warnings)
        report.hasFiles = members != nil
        return report
    }

    static func attempt<Value>(_ path: String, _ body: () throws(ReadFailure) -> Value) throws(ImportError) -> Value {
        do { return try body() } catch { throw .unreadable(path: path, reason: error.reason) }
    }

    // MARK: - Archives

    /// The maximum number of files of an archive or folder whose first bytes are checked.
    private static let candidateLimit = 100

    private static func openArchive(_ file: FileBytes, name: String, _ setting: ImportSetting) throws(ImportError) -> ImportDocument {
        let archive = try attempt(name) { () throws(ReadFailure) in try ZipArchive(file) }
        var unread = UnreadFiles()
        var members = ExportMembers(in: archive)
        var candidates: [ZipEntry] = []
        var warnings: [String] = []
        var encrypted: [String] = []
        do throws(ReadFailure) {
            try archive.forEachEntry { entry in
                if entry.isEncrypted { encrypted.append(entry.name) }
                if DocumentFormat.mayBeDocument(entry.name), candidates.count < candidateLimit {
                    candidates.append(entry)
                } else if !members.add(entry) {
                    unread.add(entry.name)
                }
            }
        } catch {
            warnings.append("\(error.reason), so it is truncated or damaged")
        }
        if let first = encrypted.first { warnings.append(ZipArchive.encryption(of: first, count: encrypted.count)) }
        var failure: ReadFailure?
        var refused: DocumentFormat?
        for (index, entry) in candidates.enumerated() {
            do throws(ReadFailure) {
                guard var document = try openEntry(entry, in: archive) else { continue }
                guard setting.choice.allows(document.format) else {
                    refused = refused ?? document.format
                    continue
                }
                for (other, candidate) in candidates.enumerated() where other != index { unread.add(candidate.name) }
                for path in members.otherPaths { unread.add(path) }
                (document.unreadFiles, document.warnings) = (unread, warnings)
                document.setMembers(members)
                return document
            } catch {
                failure = failure ?? error
            }
        }
        if !warnings.isEmpty, var document = findWithoutDirectory(archive) {
            (document.unreadFiles, document.warnings) = (unread, warnings)
            document.setMembers(members)
            return document
        }
        if let document = try openFiles(members, unread, warnings, setting) { return document }
        if let reason = failure?.reason ?? warnings.first { throw .unreadable(path: name, reason: reason) }
        for path in members.otherPaths + members.ofExport { unread.add(path) }
        if let archive = unread.archive {
            throw .notAnExport(path: name, found: "this zip archive contains another one: unpack it, and import \(archive)")
        }
        throw .notAnExport(path: name, found: setting.choice.missing(in: "this zip archive", refused, unread))
    }

    /// Returns the document of an archive or folder that consists of many files: an export in parts, or else recordings and tables.
    private static func openFiles(
        _ members: ExportMembers, _ unread: UnreadFiles, _ warnings: [String], _ setting: ImportSetting
    ) throws(ImportError) -> ImportDocument? {
        guard let found = members.firstParts(setting.choice) else { return try openActivities(members, unread, warnings, setting) }
        var unread = unread
        let all = Set([members.activities, members.routes.files, members.tables, members.clinicalRecords].flatMap { Array($0.paths) })
        for path in all.sorted() where !found.files.contains(path) { unread.add(path) }
        return ImportDocument(format: found.format, bytes: try noBytes(), unreadFiles: unread, files: found.files, warnings: warnings)
    }

    /// Returns the bytes of a document that consists of other files.
    private static func noBytes() throws(ImportError) -> PrefixedBytes {
        try attempt("") { () throws(ReadFailure) in try PrefixedBytes(NoBytes()) }
    }

    /// Returns the document of an archive or folder with recordings and tables only. GPX files that no export can name are such recordings,
    /// too.
    private static func openActivities(
        _ members: ExportMembers, _ unread: UnreadFiles, _ warnings: [String], _ setting: ImportSetting
    ) throws(ImportError) -> ImportDocument? {
        var files = members.activities
        files.add(members.routes.files)
        files.keep(setting.choice.allowsRecording)
        let hasRecordings = !files.isEmpty
        let tables = setting.presets.map { TableFiles(members.tables, $0) } ?? TableFiles()
        guard hasRecordings || !tables.tables.isEmpty else { return nil }
        var unread = unread
        for path in members.clinicalRecords.paths where !members.tables.contains(path) { unread.add(path) }
        for path in members.tables.paths.sorted() where tables.tables[path] == nil {
            if tables.sums.contains(path) {
                unread.add(sum: path)
            } else if tables.unclear.contains(where: { $0.path == path }) {
                unread.add(unclear: path)
            } else {
                unread.add(path)
            }
        }
        var known = members.tables
        known.keep { tables.tables[$0] != nil }
        files.add(known)
        let format =
            tables.tables.isEmpty
            ? DocumentFormat.activityFiles : .tables(tables.tables, of: tables.titles, hasRecordings: hasRecordings)
        return ImportDocument(format: format, bytes: try noBytes(), unreadFiles: unread, files: files, warnings: warnings)
    }

    private mutating func setMembers(_ members: ExportMembers) {
        self.members = members
        self.members?.setFolder(ofDocument: place)
    }

    private static func openEntry(_ entry: ZipEntry, in archive: ZipArchive) throws(ReadFailure) -> ImportDocument? {
        try openMember(entry.name, PrefixedBytes(archive.open(entry)))
    }

    /// Returns the document in a file of an archive or folder. Nil if the file is not a document.
    private static func openMember(_ path: String, _ bytes: PrefixedBytes) -> ImportDocument? {
        DocumentFormat.ofMember(path, bytes.prefix).map { ImportDocument(place: path, format: $0, bytes: bytes) }
    }

    private static func findWithoutDirectory(_ archive: ZipArchive) -> ImportDocument? {
        var found: ImportDocument?
        // After a failure there are no further entries to find.
        try? archive.forEachHeader { entry throws(ReadFailure) in
            if DocumentFormat.mayBeDocument(entry.name) { found = try openEntry(entry, in: archive) }
            return found == nil
        }
        return found
    }

    // MARK: - Folders

    private static func openFolder(_ path: String, _ setting: ImportSetting) throws(ImportError) -> ImportDocument {
        var unread = UnreadFiles()
        var members = ExportMembers()
        var candidates: [String] = []
        // As in the archive, the export can be one folder deeper, with its other files in folders below that. A take-out has five levels.
        for name in try files(in: path, depth: 5) {
            if DocumentFormat.mayBeDocument(name), candidates.count < candidateLimit {
                candidates.append(name)
            } else if !members.add(name, at: path + "/" + name) {
                unread.add(name)
            }
        }
        var refused: DocumentFormat?
        for (index, candidate) in candidates.enumerated() {
            let name = path + "/" + candidate
            let bytes = try attempt(name) { () throws(ReadFailure) in try PrefixedBytes(FileBytes(path: name)) }
            guard var document = openMember(candidate, bytes) else { continue }
            guard setting.choice.allows(document.format) else {
                refused = refused ?? document.format
                continue
            }
            for (other, name) in candidates.enumerated() where other != index { unread.add(name) }
            for path in members.otherPaths { unread.add(path) }
            document.unreadFiles = unread
            document.setMembers(members)
            return document
        }
        if let document = try openFiles(members, unread, [], setting) { return document }
        for path in members.otherPaths + members.ofExport { unread.add(path) }
        throw .notAnExport(path: path, found: setting.choice.missing(in: "this folder", refused, unread))
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
