import HealthModel

/// The GPX files in the archive or folder of an export, by their paths.
struct RouteFiles: Sendable {
    private(set) var files: MemberFiles
    /// The folder of the export in the archive or folder, with a slash at its end; empty for the top.
    var folder = ""
    /// The paths of the files with a name; several for names that occur twice.
    private var pathsByName: [Substring: [String]] = [:]

    init(in archive: ZipArchive? = nil) { files = MemberFiles(in: archive) }

    /// True for the path of a GPX file that is not one of Finder's.
    static func isRoute(_ path: String) -> Bool {
        let path = path.lowercased()
        return path.hasSuffix(".gpx") && !path.split(separator: "/").contains("__macosx")
    }

    /// Adds an entry of the archive. Returns false if there are too many.
    mutating func add(_ entry: ZipEntry) -> Bool { note(files.add(entry)) }
    /// Adds the file at `path`, whose path in the folder is `name`. Returns false if there are too many.
    mutating func add(_ name: String, at path: String) -> Bool { note(files.add(name, at: path)) }

    private mutating func note(_ path: String?) -> Bool {
        guard let path else { return false }
        pathsByName[path.split(separator: "/").last ?? "", default: []].append(path)
        return true
    }

    /// The paths of all files.
    var paths: some Collection<String> { files.paths }

    /// Returns the path of the file that a workout names, such as `/workout-routes/route_….gpx`. If the file is missing, returns the path
    /// of the only file with that name in any folder, or nil.
    func path(of reference: String) -> String? {
        let parts = reference.replacing("\\", with: "/").split(separator: "/")
        guard let name = parts.last else { return nil }
        let path = folder + parts.joined(separator: "/")
        if files.contains(path) { return path }
        let others = pathsByName[name] ?? []
        return others.count == 1 ? others[0] : nil
    }

    /// Returns the content of a file.
    func bytes(of path: String) throws(ReadFailure) -> [UInt8] { try files.bytes(of: path, limit: RouteReader.mostBytes) }
}
