import HealthModel

/// The GPX files in the archive or folder of an export, by their paths.
///
/// A route is only looked up in this list, so a path in an export cannot reach any other file.
struct RouteFiles: Sendable {
    /// The greatest number of files. Further ones are not read.
    private static let limit = 200_000

    private enum Place {
        case entry(ZipEntry)
        case file(String)
    }

    private let archive: ZipArchive?
    /// The folder of the export in the archive or folder, with a slash at its end; empty for the top.
    var folder = ""
    private var places: [String: Place] = [:]
    /// The paths of the files with a name; several for names that occur twice.
    private var pathsByName: [Substring: [String]] = [:]

    init(in archive: ZipArchive? = nil) { self.archive = archive }

    /// True for the path of a GPX file that is not one of Finder's.
    static func isRoute(_ path: String) -> Bool {
        let path = path.lowercased()
        return path.hasSuffix(".gpx") && !path.split(separator: "/").contains("__macosx")
    }

    /// Adds an entry of the archive. Returns false if there are too many.
    mutating func add(_ entry: ZipEntry) -> Bool { add(entry.name, .entry(entry)) }
    /// Adds the file at `path`, whose path in the folder is `name`. Returns false if there are too many.
    mutating func add(_ name: String, at path: String) -> Bool { add(name, .file(path)) }

    private mutating func add(_ path: String, _ place: Place) -> Bool {
        guard places.count < Self.limit else { return false }
        let path = path.replacing("\\", with: "/")
        places[path] = place
        pathsByName[path.split(separator: "/").last ?? "", default: []].append(path)
        return true
    }

    /// The paths of all files.
    var paths: some Collection<String> { places.keys }

    /// Returns the path of the file that a workout names, such as `/workout-routes/route_….gpx`. If the file is missing, returns the path
    /// of the only file with that name in any folder, or nil.
    func path(of reference: String) -> String? {
        let parts = reference.replacing("\\", with: "/").split(separator: "/")
        guard let name = parts.last else { return nil }
        let path = folder + parts.joined(separator: "/")
        if places[path] != nil { return path }
        let others = pathsByName[name] ?? []
        return others.count == 1 ? others[0] : nil
    }

    /// Returns the content of a file.
    func bytes(of path: String) throws(ReadFailure) -> [UInt8] {
        let source: any ByteSource
        switch places[path] {
        case .entry(let entry):
            guard let archive else { return [] }
            source = try archive.open(entry)
        case .file(let path): source = try FileBytes(path: path)
        case nil: return []
        }
        // A false size must not allocate much more memory than the file has.
        var bytes = [UInt8](repeating: 0, count: min(max(source.byteCount ?? 0, 0), 4 << 20) + 1)
        var count = 0
        while true {
            let found = try source.read(into: &bytes, count..<bytes.count)
            if found == 0 { break }
            count += found
            guard count <= RouteReader.mostBytes else { throw ReadFailure("the file is too long") }
            if count == bytes.count { bytes.append(contentsOf: repeatElement(0, count: bytes.count)) }
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}
