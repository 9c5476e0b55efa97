import HealthModel

/// Files in an archive or folder, by their paths.
///
/// A file is only looked up in this list, so a path in an export cannot reach any other file.
struct MemberFiles: Sendable {
    /// The greatest number of files. Further ones are not read.
    private static let limit = 200_000

    private enum Place {
        case entry(ZipEntry)
        case file(String)
    }

    private let archive: ZipArchive?
    private var places: [String: Place] = [:]

    init(in archive: ZipArchive? = nil) { self.archive = archive }

    /// The paths of all files.
    var paths: some Collection<String> { places.keys }
    var isEmpty: Bool { places.isEmpty }

    func contains(_ path: String) -> Bool { places[path] != nil }

    /// Adds an entry of the archive. Returns its path in the list, or nil if there are too many.
    mutating func add(_ entry: ZipEntry) -> String? { add(entry.name, .entry(entry)) }
    /// Adds the file at `path`, whose path in the folder is `name`. Returns its path in the list, or nil if there are too many.
    mutating func add(_ name: String, at path: String) -> String? { add(name, .file(path)) }

    private mutating func add(_ path: String, _ place: Place) -> String? {
        guard places.count < Self.limit else { return nil }
        let path = path.replacing("\\", with: "/")
        places[path] = place
        return path
    }

    /// Removes the files for whose paths `isKept` is false.
    mutating func keep(_ isKept: (String) -> Bool) { places = places.filter { isKept($0.key) } }

    /// Adds the files of another list of the same archive or folder.
    mutating func add(_ other: MemberFiles) { places.merge(other.places) { own, _ in own } }

    /// Returns the content of a file. Nil if the list does not have the file.
    private func open(_ path: String) throws(ReadFailure) -> (any ByteSource)? {
        switch places[path] {
        case .entry(let entry): try archive?.open(entry)
        case .file(let path): try FileBytes(path: path)
        case nil: nil
        }
    }

    /// Returns the first bytes of a file, also if it is compressed with gzip. Empty if the list does not have the file.
    func head(of path: String, length: Int) throws(ReadFailure) -> [UInt8] {
        try source(of: path).map { source throws(ReadFailure) in try PrefixedBytes(source, length: length).head } ?? []
    }

    /// Returns a file, also if it is compressed with gzip. Nil if the list does not have the file.
    func source(of path: String) throws(ReadFailure) -> (any ByteSource)? {
        guard let source = try open(path) else { return nil }
        let file = try PrefixedBytes(source)
        return file.prefix.isGzip ? GzipBytes(file) : file
    }

    /// Returns the bytes of a file, also if it is compressed with gzip. Empty if the list does not have the file.
    ///
    /// - Throws: a failure if the file cannot be read to its end, or has more bytes than `limit`.
    func bytes(of path: String, limit: Int) throws(ReadFailure) -> [UInt8] {
        try source(of: path)?.all(limit: limit) ?? []
    }
}

extension ByteSource {
    /// Returns all bytes.
    ///
    /// - Throws: a failure if the bytes cannot be read to their end, or if they are more than `limit`.
    func all(limit: Int) throws(ReadFailure) -> [UInt8] {
        // A false size must not allocate much more memory than the file has.
        var bytes = [UInt8](repeating: 0, count: min(max(byteCount ?? 0, 0), 4 << 20) + 1)
        var count = 0
        while true {
            let found = try read(into: &bytes, count..<bytes.count)
            if found == 0 { break }
            count += found
            guard count <= limit else { throw ReadFailure("the file is too long") }
            if count == bytes.count { bytes.append(contentsOf: repeatElement(0, count: bytes.count)) }
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}
