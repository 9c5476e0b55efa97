import SystemBridges

/// The files next to the document of an export, by what they can be.
struct ExportMembers: Sendable {
    private(set) var routes: RouteFiles
    /// Tables, of which some are electrocardiograms.
    private(set) var electrocardiograms: MemberFiles
    /// Files in JSON that are not parts of a format.
    private var documents: MemberFiles
    /// Recordings, which are imported if the archive or folder does not have another document.
    private(set) var activities: MemberFiles

    /// The files of formats whose documents are many files, in the order of the formats.
    private(set) var parts: [(format: DocumentFormat, files: MemberFiles)]

    init(in archive: ZipArchive? = nil) {
        parts = DocumentFormat.all.filter { $0.isPart != nil }.map { ($0, MemberFiles(in: archive)) }
        routes = RouteFiles(in: archive)
        electrocardiograms = MemberFiles(in: archive)
        documents = MemberFiles(in: archive)
        activities = MemberFiles(in: archive)
    }

    /// Adds an entry of the archive. Returns false if it is of no kind, or if there are too many.
    mutating func add(_ entry: ZipEntry) -> Bool {
        if let index = part(entry.name) { return parts[index].files.add(entry) != nil }
        if ActivityFileReader.isActivity(entry.name) { return activities.add(entry) != nil }
        if RouteFiles.isRoute(entry.name) { return routes.add(entry) }
        if Self.has(".json", entry.name) { return documents.add(entry) != nil }
        return Self.has(".csv", entry.name) && electrocardiograms.add(entry) != nil
    }

    /// Adds the file at `path`, whose path in the folder is `name`. Returns false if it is of no kind, or if there are too many.
    mutating func add(_ name: String, at path: String) -> Bool {
        if let index = part(name) { return parts[index].files.add(name, at: path) != nil }
        if ActivityFileReader.isActivity(name) { return activities.add(name, at: path) != nil }
        if RouteFiles.isRoute(name) { return routes.add(name, at: path) }
        if Self.has(".json", name) { return documents.add(name, at: path) != nil }
        return Self.has(".csv", name) && electrocardiograms.add(name, at: path) != nil
    }

    /// The files that presets may read: tables, and parts of formats.
    var tables: MemberFiles { parts.reduce(into: electrocardiograms) { $0.add($1.files) } }

    /// Returns the place of the format that a file is a part of.
    private func part(_ path: String) -> Int? {
        let path = path.lowercased()
        return parts.firstIndex { $0.format.isPart?(path) == true }
    }

    /// Returns the files of the first format that has files here. Nil if no format has any.
    func firstParts(_ choice: FormatChoice?) -> (format: DocumentFormat, files: MemberFiles)? {
        for (format, files) in parts where choice.allows(format) {
            guard let recognizes = format.recognizesPart else {
                if files.paths.allSatisfy({ format.isAddition?($0) ?? false }) { continue }
                return (format, files)
            }
            var own = files
            own.keep { path in
                guard let source = try? files.source(of: path), let bytes = try? PrefixedBytes(source) else { return false }
                return recognizes(bytes.prefix)
            }
            if !own.isEmpty { return (format, own) }
        }
        return nil
    }

    /// Files in JSON that can be clinical records of an export. Phones can translate the name of their folder.
    var clinicalRecords: MemberFiles {
        var files = parts.reduce(into: documents) { $0.add($1.files) }
        files.keep { Self.has(".json", $0) }
        return files
    }

    /// The paths of all files that only count if the archive or folder does not have an export.
    var otherPaths: [String] {
        let others = parts.flatMap { $0.files.paths.filter { !Self.has(".json", $0) } }
        return (Array(activities.paths) + others).sorted()
    }

    /// The paths of the files that an export can use.
    var ofExport: [String] { Array(electrocardiograms.paths) + Array(clinicalRecords.paths) }

    /// True for a path with an ending, unless the file is one of Finder's.
    private static func has(_ ending: String, _ path: String) -> Bool {
        let path = path.lowercased()
        return path.hasSuffix(ending) && !path.split(separator: "/").contains("__macosx")
    }

    /// Sets the folder of the document, in which the paths that it names start.
    mutating func setFolder(ofDocument place: String?) {
        routes.folder = place.map { FilePath.folder(of: $0) }.map { $0.isEmpty ? "" : $0 + "/" } ?? ""
    }
}
