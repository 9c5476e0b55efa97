import HealthModel
import Threading

/// Reads a document of which an archive or folder can have many, such as one for each month.
protocol FilesReader: SendableMetatype {
    var writer: ActivityWriter { get set }

    init(options: ImportOptions)

    /// Returns the files of an archive or folder in the order in which they are read.
    func order(_ paths: [String]) -> [String]

    /// Reads a file. Any bytes are safe input. Sets `writer.place`, unless the file is one of several.
    ///
    /// - Parameter isMember: true for a file of an archive or folder.
    mutating func read(
        _ window: consuming ByteWindow, path: String, isMember: Bool, _ deliver: BatchDelivery
    ) throws(ActivityWriter.Stopped)

    /// Notes what is known after the last file.
    mutating func finish(_ deliver: BatchDelivery) throws(ActivityWriter.Stopped)
}

extension DocumentReading {
    /// One thread reads the files of an archive or folder one after another, or a single file.
    static func files<Reader: FilesReader>(by reader: Reader.Type) -> DocumentReading {
        DocumentReading(lastRow: nil) { assembler, options, path, deliver throws(ImportError) in
            var reader = Reader(options: options)
            var failure: ReadFailure?
            do throws(ActivityWriter.Stopped) {
                if let files = assembler.files {
                    try reader.read(files, deliver)
                } else {
                    failure = try reader.read(assembler, path: path, deliver)
                }
                try reader.finish(deliver)
                reader.writer.builder.isAtEnd = true
                if !reader.writer.builder.isEmpty { try reader.writer.hand(to: deliver) }
            } catch {}
            return Assembler.End(findings: reader.writer.builder.findings, bytes: reader.writer.bytesRead, failure: failure)
        }
    }
}

extension FilesReader {
    fileprivate mutating func read(_ files: MemberFiles, _ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        for (index, path) in order(Array(files.paths)).enumerated() {
            writer.place = (index + 1, path)
            let stream: MemberStream
            do throws(ReadFailure) { stream = try MemberStream(files, path) } catch {
                writer.note(.unreadableFile, detail: error.reason)
                continue
            }
            try read(ByteWindow { stream.next() }, path: path, isMember: true, deliver)
            if let failure = stream.failure { writer.note(.unreadableFile, detail: failure.reason) }
            writer.bytesRead += stream.count
        }
    }

    fileprivate mutating func read(
        _ assembler: Assembler, path: String, _ deliver: BatchDelivery
    ) throws(ActivityWriter.Stopped) -> ReadFailure? {
        let stream = PieceStream(assembler.pieces)
        try read(ByteWindow(giveBack: assembler.spare.put) { stream.next()?.takeChunk() }, path: path, isMember: false, deliver)
        // A reader ends at damage. The size in the report is that of the whole document.
        while let piece = stream.next() { assembler.spare.put(piece.takeChunk().memory) }
        writer.bytesRead += stream.count
        return stream.failure
    }
}

/// The chunks of a file of an archive or folder, and the failure after the last one.
private final class MemberStream {
    private static let chunkBytes = 1 << 18
    private let source: (any ByteSource)?
    private(set) var count = 0
    private(set) var failure: ReadFailure?

    init(_ files: MemberFiles, _ path: String) throws(ReadFailure) { source = try files.source(of: path) }

    func next() -> ByteChunk? {
        guard let source, failure == nil else { return nil }
        var chunk = ByteChunk(headroom: 8 << 10, capacity: Self.chunkBytes)
        do throws(ReadFailure) {
            guard try chunk.fill(from: source) else { return nil }
        } catch {
            failure = error
            return nil
        }
        count += chunk.count
        return chunk
    }
}
