import HealthModel
import Threading

/// Reads files with recordings: one, or those of an archive or folder.
struct ActivityFileReader {
    /// A file with more bytes is not read.
    static let mostBytes = 128 << 20

    private(set) var writer: ActivityWriter

    init(options: ImportOptions) { writer = ActivityWriter(options: options) }

    /// True for the lowercased path of a file of an archive or folder that may be a FIT or TCX file. GPX files are routes until no workout
    /// names them.
    static func isActivity(_ path: String) -> Bool {
        let path = path.lowercased()
        let name = path.hasSuffix(".gz") ? String(path.dropLast(3)) : path
        let isGPX = name.hasSuffix(".gpx") && path.hasSuffix(".gz")
        return (name.hasSuffix(".fit") || name.hasSuffix(".tcx") || isGPX) && !path.split(separator: "/").contains("__macosx")
    }

    /// Reads the bytes of a file. Its first bytes decide about its format.
    mutating func read(_ bytes: [UInt8], path: String, isMember: Bool, _ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let prefix = FilePrefix(bytes)
        if FITScanner.startsFile(bytes) {
            var reader = FITReader(bytes, name: name, isMember: isMember, writer: writer)
            defer { writer = reader.writer }
            try reader.read(deliver)
        } else if TrackFileReader.startsTCX(prefix) || TrackFileReader.startsGPX(prefix) {
            var reader = TrackFileReader(bytes, name: name, isMember: isMember, writer: writer)
            defer { writer = reader.writer }
            try reader.read(deliver)
        } else {
            writer.note(.unreadableFile, detail: bytes.isEmpty ? "it is empty" : "it is not FIT, TCX or GPX")
        }
        writer.bytesRead += bytes.count
    }

    /// Reads the files of an archive or folder in the order of their paths.
    mutating func read(_ files: MemberFiles, _ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        for (index, path) in files.paths.sorted().enumerated() {
            writer.place = (index + 1, path)
            let bytes: [UInt8]
            do throws(ReadFailure) { bytes = try files.bytes(of: path, limit: Self.mostBytes) } catch {
                writer.note(.unreadableFile, detail: error.reason)
                continue
            }
            try read(bytes, path: path, isMember: true, deliver)
        }
    }

    /// Passes on the last batch.
    mutating func finish(_ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        writer.builder.isAtEnd = true
        if !writer.builder.isEmpty { try writer.hand(to: deliver) }
    }
}

extension DocumentReading {
    /// One thread reads recordings file by file, because only the end of a file says what its records mean.
    static let activities = DocumentReading(lastRow: nil) { assembler, options, path, deliver throws(ImportError) in
        var reader = ActivityFileReader(options: options)
        let (bytes, failure) = assembler.files == nil ? try assembler.bytes(of: path) : ([], nil)
        do throws(ActivityWriter.Stopped) {
            if let files = assembler.files {
                try reader.read(files, deliver)
            } else {
                try reader.read(bytes, path: path, isMember: false, deliver)
            }
            try reader.finish(deliver)
        } catch {}
        return Assembler.End(findings: reader.writer.builder.findings, bytes: reader.writer.bytesRead, failure: failure)
    }
}

extension Assembler {
    /// Gathers the bytes of the document, with the failure after them.
    fileprivate func bytes(of path: String) throws(ImportError) -> ([UInt8], ReadFailure?) {
        var bytes: [UInt8] = []
        while let next = pieces.pop() {
            switch next {
            case .success(let piece):
                let chunk = piece.takeChunk()
                bytes += chunk.memory[chunk.start...]
                spare.put(chunk.memory)
                guard bytes.count <= ActivityFileReader.mostBytes else {
                    pieces.close()
                    throw .unreadable(path: path, reason: "the file has more than 128 MB")
                }
            case .failure(let reason): return (bytes, reason)
            }
        }
        return (bytes, nil)
    }
}
