import TallyKit
import TerminalText
import QueryEngine
import Foundation
import HealthModel
import StorageModel
import ResultRendering
import SampleStore
import SQLiteStorage

extension Session {
    /// Runs `write`, and tries again while another process writes to the store. Notes once which process it waits for.
    ///
    /// - Throws: `StoreError.locked` after the time of the setting `wait`, `EngineError.cancelled` after Ctrl-C.
    package func waiting<Result>(_ output: some SessionOutput, _ write: () throws -> Result) throws -> Result {
        var waited = 0.0
        while true {
            do {
                return try write()
            } catch StoreError.locked(let path, let seconds) {
                if output.isCancelled { throw EngineError.cancelled }
                if waited == 0 { output.note("waiting for \(writerName), which is writing to the store (Ctrl-C to cancel)") }
                waited += seconds
                guard waited < settings.waitSeconds else { throw StoreError.locked(path: path, waitedSeconds: waited) }
            }
        }
    }

    private var writerName: String {
        guard let writer = (store.storage as? SQLiteStore)?.writingProcess() else { return "another program" }
        let command = ScreenText.truncated(ScreenText.visible(writer.command), to: 60)
        return command.isEmpty ? "process \(writer.identifier)" : "`\(command)` (process \(writer.identifier))"
    }
}

/// The destination of an import. Writes each batch when no other process is writing.
final class WaitingSink<Output: SessionOutput>: SampleSink {
    private let session: Session
    private let store: any SampleStorage
    private let output: Output
    /// The number of new samples so far.
    private(set) var addedCount = 0

    init(session: Session, store: any SampleStorage, output: Output) {
        self.session = session
        self.store = store
        self.output = output
    }

    func write(_ batch: ImportBatch) throws -> [MetricID: WriteOutcome] { try write([batch]) }

    func write(_ batches: [ImportBatch]) throws -> [MetricID: WriteOutcome] {
        let outcomes = try session.waiting(output) { try store.write(batches) }
        addedCount += outcomes.values.reduce(0) { $0 + $1.added }
        return outcomes
    }
}
