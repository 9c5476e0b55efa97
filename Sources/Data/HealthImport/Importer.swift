import Foundation
import SystemBridges
package import HealthModel

/// Reads a file, archive or folder and writes its samples to a sink.
///
/// Three threads share the work: one reads and inflates, one parses, and the caller's thread writes to the sink. The sink and all
/// closures are therefore only used on the caller's thread. Two short queues connect the threads and limit the memory.
package struct Importer {
    private let sink: any SampleSink
    private let options: ImportOptions
    private let clock: () -> Double
    /// Called after every batch.
    package var progress: (ReadingProgress) -> Void = { _ in }
    package var cancellation = ImportCancellation()
    /// Called on the caller's thread between batches and while it waits for the parser. If it returns true, the import is cancelled.
    package var isCancelled: () -> Bool = { false }

    /// - Parameter clock: returns seconds since an arbitrary moment. Called at the start and at the end.
    package init(sink: any SampleSink, options: ImportOptions = ImportOptions(), clock: @escaping () -> Double) {
        self.sink = sink
        self.options = options
        self.clock = clock
    }

    /// Imports the file, archive or folder at `path`.
    ///
    /// - Throws: `ImportError` if nothing could be read, otherwise the errors of the sink.
    package func importFile(_ path: String) throws -> ImportReport {
        let start = clock()
        return try run(ImportDocument.open(path), name: path, start: start)
    }

    /// Imports the bytes of `descriptor` from its current position.
    package func importStream(_ descriptor: Int32, name: String = "-") throws -> ImportReport {
        let start = clock()
        return try run(ImportDocument.open(FileBytes(Descriptor(descriptor)), name: name), name: name, start: start)
    }

    // MARK: - The pipeline

    private static let chunkHeadroom = 64 << 10

    /// The messages from the parser to the caller's thread.
    private enum Message: Sendable {
        /// A batch of each person, with the findings and the number of bytes up to its end.
        case batches([ImportBatch], ImportFindings, bytes: Int)
        case end(ImportFindings, bytes: Int, ReadFailure?)
        case failure(ImportError)
    }

    private func run(_ document: ImportDocument, name: String, start: Double) throws -> ImportReport {
        let chunks = BoundedQueue<Result<ByteChunk, ReadFailure>>(capacity: 2)
        let messages = BoundedQueue<Message>(capacity: 1)
        defer {
            chunks.close()
            messages.close()
        }
        let spare = SpareMemory()
        Importer.startReader(of: document.bytes, into: chunks, bytes: options.chunkBytes, reusing: spare, until: cancellation)
        Importer.startParser(of: document.kind, from: chunks, spare, into: messages, name: name, options: options)

        var report = document.report(file: name)
        func isGivenUp() -> Bool {
            if isCancelled() { cancellation.cancel() }
            return cancellation.isCancelled
        }
        while let message = messages.pop(unless: isGivenUp), !isGivenUp() {
            switch message {
            case .batches(let batches, let findings, let bytes):
                report.add(try sink.write(batches))
                report.findings = findings
                report.bytes = bytes
                progress(ReadingProgress(bytes: bytes, totalBytes: document.bytes.byteCount, rows: findings.rows))
            case .end(let findings, let bytes, let failure):
                report.findings = findings
                report.bytes = bytes
                if let failure {
                    if findings.rows == 0 { throw ImportError.unreadable(path: name, reason: failure.reason) }
                    report.warnings.append(failure.reason)
                }
            case .failure(let error):
                throw error
            }
        }
        report.wasCancelled = cancellation.isCancelled
        report.seconds = clock() - start
        return report
    }

    private static func startReader(
        of source: PrefixedBytes, into chunks: BoundedQueue<Result<ByteChunk, ReadFailure>>, bytes: Int,
        reusing spare: SpareMemory, until cancellation: ImportCancellation
    ) {
        startThread("reader") {
            defer { chunks.finish() }
            do throws(ReadFailure) {
                while !cancellation.isCancelled {
                    var chunk = ByteChunk(headroom: chunkHeadroom, capacity: bytes, reusing: spare.take())
                    guard try chunk.fill(from: source), chunks.push(.success(chunk)) else { return }
                }
            } catch {
                _ = chunks.push(.failure(error))
            }
        }
    }

    private static func startParser(
        of kind: FileKind, from chunks: BoundedQueue<Result<ByteChunk, ReadFailure>>, _ spare: SpareMemory,
        into messages: BoundedQueue<Message>, name: String, options: ImportOptions
    ) {
        startThread("parser") {
            defer { messages.finish() }
            var failure: ReadFailure?
            let window = ByteWindow(giveBack: spare.put) {
                switch chunks.pop() {
                case .success(let chunk): return chunk
                case .failure(let reason): failure = reason
                case nil: break
                }
                return nil
            }
            do throws(ImportError) {
                let end = try parse(kind, window, name: name, options: options) { batches, findings, bytes in
                    messages.push(.batches(batches, findings, bytes: bytes))
                }
                _ = messages.push(.end(end.findings, bytes: end.bytes, failure))
            } catch {
                _ = messages.push(.failure(error))
            }
        }
    }

    private static func parse(
        _ kind: FileKind, _ window: consuming ByteWindow, name: String, options: ImportOptions, deliver: BatchDelivery
    ) throws(ImportError) -> (findings: ImportFindings, bytes: Int) {
        switch kind {
        case .table:
            let isGiven = !options.person.isEmpty
            let scanner = try CSVScanner(window: window, mapping: options.mapping, personIsGiven: isGiven, path: name)
            var reader = try TableReader(
                scanner, mapping: options.mapping, zone: options.zone, person: options.person, zones: options.zones,
                batchRows: options.batchRows, path: name)
            return try reader.read(deliver)
        case .jsonLines:
            var reader = try TableReader(
                JSONLinesScanner(window: window, mapping: options.mapping), mapping: options.mapping, zone: options.zone,
                person: options.person, zones: options.zones, batchRows: options.batchRows, path: name)
            return try reader.read(deliver)
        case .appleExport, .zip, .other:
            var reader = ExportReader(
                window: window, builder: BatchBuilder(isXML: true, rowLimit: options.batchRows, person: options.person))
            do throws(XMLScanner.EntityDeclaration) { return try reader.read(deliver) } catch {
                throw .entityDeclaration(path: name)
            }
        }
    }

    private static func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.name = "import " + name
        thread.start()
    }
}
