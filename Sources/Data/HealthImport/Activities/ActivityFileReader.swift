import HealthModel
import Threading

/// Reads files with recordings: one, or those of an archive or folder.
struct ActivityFileReader {
    /// A file with more bytes is not read.
    static let mostBytes = 128 << 20

    private(set) var writer: ActivityWriter
    private let options: ImportOptions
    /// The tables of presets, by path.
    private let tables: [String: PresetTable]

    init(options: ImportOptions, tables: [String: PresetTable]) {
        (self.options, self.tables) = (options, tables)
        writer = ActivityWriter(options: options)
    }

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
        let tablesHaveRecordings = tables.values.contains(where: \.containsRecordings)
        for (index, path) in files.paths.sorted().enumerated() {
            // Problems of tables are in lines, so recordings next to tables are located by their names only.
            writer.place = (tables.isEmpty ? index + 1 : 1, path)
            let bytes: [UInt8]
            do throws(ReadFailure) { bytes = try files.bytes(of: path, limit: Self.mostBytes) } catch {
                writer.note(.unreadableFile, detail: error.reason)
                continue
            }
            writer.amountsAreElsewhere = tablesHaveRecordings && tables[path] == nil
            guard let table = tables[path] else {
                try read(bytes, path: path, isMember: true, deliver)
                continue
            }
            if let flaw = try read(bytes, table, path: path, isMember: true, deliver) { writer.note(.unreadableFile, detail: flaw.reason) }
        }
    }

    /// Reads a table with a preset. Returns a flaw if its rows do not decide what they mean.
    mutating func read(
        _ bytes: [UInt8], _ table: PresetTable, path: String, isMember: Bool, _ deliver: BatchDelivery
    ) throws(ActivityWriter.Stopped) -> PresetFlaw? {
        var reader: PresetReader
        do throws(PresetFlaw) {
            reader = try PresetReader(bytes, table: table, path: path, isMember: isMember, options: options, writer: writer)
        } catch { return error }
        defer { writer = reader.writer }
        reader.writer.bytesRead += bytes.count
        try reader.read(deliver)
        return nil
    }

    /// Passes on the last batch.
    mutating func finish(_ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        writer.builder.isAtEnd = true
        if !writer.builder.isEmpty { try writer.hand(to: deliver) }
    }
}

extension DocumentReading {
    /// One thread reads recordings file by file, because only the end of a file says what its records mean.
    static let activities = activities(with: [:])

    /// Reads recordings and tables.
    ///
    /// - Parameter tables: the table of each file that a preset reads, by its path. A single file has the empty path.
    static func activities(with tables: [String: PresetTable]) -> DocumentReading {
        DocumentReading(lastRow: nil) { assembler, options, path, deliver throws(ImportError) in
            try read(tables, assembler, options, path, deliver)
        }
    }

    private static func read(
        _ tables: [String: PresetTable], _ assembler: Assembler, _ options: ImportOptions, _ path: String, _ deliver: BatchDelivery
    ) throws(ImportError) -> Assembler.End {
        var reader = ActivityFileReader(options: options, tables: tables)
        let (bytes, failure) = assembler.files == nil ? try assembler.bytes(of: path) : ([], nil)
        var flaw: PresetFlaw?
        do throws(ActivityWriter.Stopped) {
            if let files = assembler.files {
                try reader.read(files, deliver)
            } else if let table = tables[""] {
                flaw = try reader.read(bytes, table, path: path, isMember: false, deliver)
            } else {
                try reader.read(bytes, path: path, isMember: false, deliver)
            }
            try reader.finish(deliver)
        } catch {}
        if let flaw { throw .badTable(path: path, reason: flaw.reason) }
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
