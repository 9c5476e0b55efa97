// Reads one file on several threads, with the result of one thread.
//
//     PieceCutter ─ pieces ─┬─► worker: reads a piece as if it started between two rows ─┐
//                           ├─► worker                                                   ├─► Assembler: joins them in order
//                           └─► worker ──────────────────────────────────────────────────┘
//
// A piece may start in a comment, a correlation or a quoted text. Workers cannot know that, so they assume a state, and the assembler uses
// their rows only if its own reader is in that state. Otherwise it reads the piece itself. Most pieces are used. About one piece for each
// batch is read twice, because the batch has no room for all of its rows.
//
// Invariant: batches, line numbers and the report are those of a single reader.
//
// Decision 0072 (imports in pieces).

import Threading

/// Reads a document with workers, and puts the rows of their pieces in order.
struct Assembler {
    let pieces: BoundedQueue<Result<Piece, ReadFailure>>
    let work: BoundedQueue<Piece>
    let spare: SpareMemory
    let workerCount: Int
    /// The files of an archive or folder with several documents; nil for one document, which comes in pieces.
    var files: MemberFiles?

    /// The end of a document.
    struct End: Sendable {
        var findings: ImportFindings
        var bytes: Int
        var failure: ReadFailure?
    }

    /// Reads the document with a single reader.
    func readWhole<Reader: DocumentReader & ~Copyable>(
        by _: Reader.Type, options: ImportOptions, path: String, _ deliver: BatchDelivery
    ) throws(ImportError) -> End {
        let stream = PieceStream(pieces)
        let window = ByteWindow(giveBack: spare.put) { stream.next()?.takeChunk() }
        var reader = try Reader(window: window, options: options, path: path)
        _ = try reader.read(deliver)
        Assembler.end(&reader, deliver)
        return End(findings: reader.builder.findings, bytes: reader.bytesRead, failure: stream.failure)
    }

    /// Reads the document with a reader and workers.
    func readPieces<Reader: PieceReader & ~Copyable>(
        by _: Reader.Type, options: ImportOptions, path: String, _ deliver: BatchDelivery
    ) throws(ImportError) -> End {
        let stream = PieceStream(pieces)
        var hasWorkers = false
        func nextChunk() -> ByteChunk? {
            guard let piece = stream.next() else { return nil }
            // A row can go through more pieces than `work` holds, and nobody else takes them before there are workers.
            if workerCount > 0, !hasWorkers, piece.startsRow { _ = work.pop() }
            return piece.takeChunk()
        }
        var reader = try Reader(window: ByteWindow(giveBack: spare.put) { nextChunk() }, options: options, path: path)
        let assumption = SharedAssumption(Assumption(standing: ReaderStanding()))
        var isWanted = try reader.read(deliver)
        while isWanted {
            if let standing = reader.standing { assumption.note(standing, units: reader.builder.unlistedUnits) }
            guard let piece = stream.next() else { break }
            if !hasWorkers {
                // A small document does not need them.
                hasWorkers = true
                startWorkers(reader.twin, assumption)
            }
            if workerCount > 0, piece.startsRow, let rows = piece.waitForRows(), rows.start.standing == reader.standing,
                !reader.builder.isFull, reader.builder.hasRoom(for: rows.part, madeWith: rows.start.units)
            {
                let linesBefore = reader.line - 1
                reader.builder.merge(rows.part, linesBefore: linesBefore)
                reader.pass(bytes: piece.count, lineEnds: rows.lineEnds)
                reader.standing = rows.end
                spare.put(piece.takeChunk().memory)
            } else {
                reader.take(piece.takeChunk())
                isWanted = try reader.read(deliver)
            }
        }
        Assembler.end(&reader, deliver)
        return End(findings: reader.builder.findings, bytes: reader.bytesRead, failure: stream.failure)
    }

    private static func end<Reader: DocumentReader & ~Copyable>(_ reader: inout Reader, _ deliver: BatchDelivery) {
        reader.finish()
        if !reader.builder.isEmpty { _ = reader.hand(to: deliver) }
    }

    private func startWorkers<Reader: PieceReader & ~Copyable>(
        _ makeReader: @escaping @Sendable () -> Reader, _ assumption: SharedAssumption
    ) {
        for number in 0..<workerCount {
            let work = work
            Threads.start("import worker \(number + 1)") {
                var reader = makeReader()
                while let piece = work.pop() { piece.finish(Assembler.rows(of: piece, assumption.current, &reader)) }
            }
        }
    }

    /// Reads the rows of a piece. Nil if the piece ends inside a row, or if it cannot be read.
    private static func rows<Reader: PieceReader & ~Copyable>(
        of piece: Piece, _ assumption: Assumption, _ reader: inout Reader
    ) -> PieceRows? {
        reader.standing = assumption.standing
        guard reader.standing != nil, let window = piece.window else { return nil }
        reader.restart(window)
        // The worker shares the memory of the piece until then.
        defer { reader.restart(.empty) }
        reader.builder.unlistedUnits = assumption.units
        let isRead = (try? reader.read { _, _, _ in false }) ?? false
        let lineEnds = reader.line - 1
        let part = reader.builder.takePart()
        guard isRead, let end = reader.standing else { return nil }
        return PieceRows(start: assumption, end: end, part: part, lineEnds: lineEnds)
    }
}

/// The pieces as the thread that reads the document passes them on, and the failure after the last one.
final class PieceStream {
    private let pieces: BoundedQueue<Result<Piece, ReadFailure>>
    private(set) var failure: ReadFailure?
    /// The number of bytes so far.
    private(set) var count = 0

    init(_ pieces: BoundedQueue<Result<Piece, ReadFailure>>) { self.pieces = pieces }

    func next() -> Piece? {
        switch pieces.pop() {
        case .success(let piece):
            count += piece.count
            return piece
        case .failure(let reason): failure = reason
        case nil: break
        }
        return nil
    }
}
