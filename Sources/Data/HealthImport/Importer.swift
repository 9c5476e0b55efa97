package import HealthModel
import SystemBridges
import Threading

/// Reads a file, archive or folder and writes its samples to a sink.
///
/// Several threads share the work: one reads, inflates and cuts the document into pieces, workers read the rows of pieces, an assembler
/// puts them into batches, and the caller's thread writes to the sink. The sink and all closures are therefore only used on the caller's
/// thread. Short queues connect the threads and limit the memory.
package struct Importer {
    private let sink: any SampleSink
    private let options: ImportOptions
    private let clock: () -> Double
    /// The format or the presets of the file. Nil to find out by its content.
    package var choice: FormatChoice?
    /// Called after every batch.
    package var progress: (ReadingProgress) -> Void = { _ in }
    package var cancellation = ImportCancellation()
    /// Called on the caller's thread between batches and while it waits for the parser. If it returns true, the import is cancelled.
    package var isCancelled: () -> Bool = { false }
    /// Called once on the caller's thread if a pipe or device has no bytes for a second.
    package var waits: () -> Void = {}

    /// The import was cancelled before its document was open.
    package struct Interruption: Error {}

    /// - Parameter clock: returns seconds since an arbitrary moment. Called at the start and at the end.
    package init(sink: any SampleSink, options: ImportOptions = ImportOptions(), clock: @escaping () -> Double) {
        self.sink = sink
        self.options = options
        self.clock = clock
    }

    /// Imports the file, archive or folder at `path`.
    ///
    /// - Throws: `ImportError` if nothing could be read, `Interruption` if it was cancelled before, otherwise the errors of the sink.
    package func importFile(_ path: String) throws -> ImportReport {
        let start = clock()
        let setting = ImportSetting(options, choice, until: cancellation)
        let status = try? FilePath.status(of: path)
        guard let status, !status.isRegular, !status.isDirectory else {
            return try run(ImportDocument.open(path, setting), name: path, start: start)
        }
        let document = try waiting { () throws(ImportError) in try ImportDocument.open(path, setting) }
        return try run(document, name: path, start: start)
    }

    /// Imports the bytes of `descriptor` from its current position.
    package func importStream(_ descriptor: Int32, name: String = "-") throws -> ImportReport {
        let start = clock()
        let setting = ImportSetting(options, choice, until: cancellation)
        let file = FileBytes(Descriptor(descriptor), until: cancellation)
        guard file.byteCount == nil else {
            return try run(ImportDocument.open(file, name: name, setting), name: name, start: start)
        }
        let document = try waiting { () throws(ImportError) in try ImportDocument.open(file, name: name, setting) }
        return try run(document, name: name, start: start)
    }

    /// Opens a document whose bytes may come late or never, on another thread, so that the import can be cancelled meanwhile.
    private func waiting(_ open: @escaping @Sendable () throws(ImportError) -> ImportDocument) throws -> ImportDocument {
        let opened = BoundedQueue<Result<ImportDocument, ImportError>>(capacity: 1)
        Threads.start("import opener") {
            do throws(ImportError) { _ = opened.push(.success(try open())) } catch { _ = opened.push(.failure(error)) }
        }
        let start = clock()
        var isTold = false
        let found = opened.pop {
            if !isTold, clock() - start > 1 {
                isTold = true
                waits()
            }
            if isCancelled() { cancellation.cancel() }
            return cancellation.isCancelled
        }
        guard let found, !cancellation.isCancelled else { throw Interruption() }
        return try found.get()
    }

    // MARK: - The pipeline

    /// The number of pieces between the reader and the assembler.
    private static let pieceCount = 6

    /// The messages from the assembler to the caller's thread.
    private enum Message: Sendable {
        /// A batch of each person, with the findings and the number of bytes up to its end.
        case batches([ImportBatch], ImportFindings, bytes: Int)
        case end(Assembler.End)
        case failure(ImportError)
    }

    private func run(_ document: ImportDocument, name: String, start: Double) throws -> ImportReport {
        let pieces = BoundedQueue<Result<Piece, ReadFailure>>(capacity: Importer.pieceCount)
        let messages = BoundedQueue<Message>(capacity: 1)
        defer {
            pieces.close()
            messages.close()
        }
        let assembler = Assembler(
            pieces: pieces, work: BoundedQueue(capacity: Importer.pieceCount + 2), spare: SpareMemory(),
            workerCount: options.threads > 1 && document.format.reading.lastRow != nil ? options.threads : 0,
            files: document.files)
        Importer.startReader(of: document, for: assembler, bytes: options.chunkBytes, until: cancellation)
        Importer.startAssembler(assembler, of: document.format, into: messages, name: name, options: options)

        var report = document.report(file: name)
        var routes = RouteLoader(document.members?.routes)
        var clinical = ClinicalLoader(document.members?.clinicalRecords, options: options)
        func isGivenUp() -> Bool {
            if isCancelled() { cancellation.cancel() }
            return cancellation.isCancelled
        }
        while let message = messages.pop(unless: isGivenUp), !isGivenUp() {
            switch message {
            case .batches(let batches, let findings, let bytes):
                clinical.see(batches, findings, unless: isGivenUp)
                try routes.load(batches, unless: isGivenUp) { report.add(try sink.write($0)) }
                report.findings = findings
                report.bytes = bytes
                progress(ReadingProgress(bytes: bytes, totalBytes: document.bytes.byteCount, rows: findings.rows))
            case .end(let end):
                report.findings = end.findings
                report.bytes = end.bytes
                if let failure = end.failure {
                    if end.findings.rows == 0 { throw ImportError.unreadable(path: name, reason: failure.reason) }
                    report.warnings.append(failure.reason)
                } else if let other = end.findings.unreadDocument {
                    throw ImportError.notAnExport(path: name, found: "this is \(other)")
                }
            case .failure(let error):
                throw error
            }
        }
        report.findings.routes.merge(routes.findings)
        for path in routes.unusedPaths { report.unreadFiles.add(path) }
        var recordings = ElectrocardiogramLoader(document.members?.electrocardiograms, person: options.person)
        var findings = report.findings
        try recordings.load(into: &findings, unless: isGivenUp) { report.add(try sink.write([$0])) }
        try clinical.load(into: &findings, unless: isGivenUp) { report.add(try sink.write([$0])) }
        report.findings = findings
        for path in recordings.otherPaths + clinical.otherPaths { report.unreadFiles.add(path) }
        report.wasCancelled = cancellation.isCancelled
        report.seconds = clock() - start
        return report
    }

    private static func startReader(
        of document: ImportDocument, for assembler: Assembler, bytes: Int, until cancellation: ImportCancellation
    ) {
        let cutter = PieceCutter(source: document.bytes, lastRow: document.format.reading.lastRow, byteCount: bytes, spare: assembler.spare)
        Threads.start("import reader") {
            defer {
                assembler.pieces.finish()
                assembler.work.finish()
            }
            do throws(ReadFailure) {
                try cutter.forEachPiece { piece in
                    guard !cancellation.isCancelled, assembler.pieces.push(.success(piece)) else { return false }
                    return assembler.workerCount == 0 || !piece.startsRow || assembler.work.push(piece)
                }
            } catch {
                _ = assembler.pieces.push(.failure(error))
            }
        }
    }

    private static func startAssembler(
        _ assembler: Assembler, of format: DocumentFormat, into messages: BoundedQueue<Message>, name: String, options: ImportOptions
    ) {
        Threads.start("import assembler") {
            defer {
                messages.finish()
                // Nobody waits for the rows of further pieces.
                assembler.work.close()
            }
            do throws(ImportError) {
                let end = try format.reading.read(assembler, options, name) { batches, findings, bytes in
                    messages.push(.batches(batches, findings, bytes: bytes))
                }
                _ = messages.push(.end(end))
            } catch {
                _ = messages.push(.failure(error))
            }
        }
    }
}
