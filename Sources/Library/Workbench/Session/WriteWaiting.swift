import TerminalText
import QueryEngine
import Foundation
import HealthModel
import ResultRendering
import SampleStore
import SQLiteStorage

extension Session {
    /// Runs `write` until no other process writes to the store: says once that it waits, and for whom.
    ///
    /// - Throws: `StoreError.locked` after as long as the setting `wait` says, `EngineError.cancelled` after Ctrl-C.
    package func waiting<Result>(_ output: some SessionOutput, _ write: () throws -> Result) throws -> Result {
        var waited = 0.0
        while true {
            do {
                return try write()
            } catch StoreError.locked(let path, let seconds) {
                if output.isCancelled { throw EngineError.cancelled }
                if waited == 0 { output.note("\(writerName) writes to the store; waiting for it (Ctrl-C gives up)") }
                waited += seconds
                guard waited < settings.waitSeconds else { throw StoreError.locked(path: path, waitedSeconds: waited) }
            }
        }
    }

    private var writerName: String {
        guard let writer = (store as? SQLiteStore)?.writingProcess() else { return "another program" }
        let command = ScreenText.truncated(ScreenText.visible(writer.command), to: 60)
        return command.isEmpty ? "process \(writer.identifier)" : "`\(command)` (process \(writer.identifier))"
    }
}

/// A store that an import writes to, batch by batch, in turns with other processes.
final class WaitingSink<Output: SessionOutput>: SampleSink {
    private let session: Session
    private let output: Output
    /// How many samples were saved so far, which were not there before.
    private(set) var addedCount = 0

    init(session: Session, output: Output) {
        self.session = session
        self.output = output
    }

    func write(_ batch: ImportBatch) throws -> [MetricID: WriteOutcome] {
        let outcomes = try session.waiting(output) { try session.store.write(batch) }
        addedCount += outcomes.values.reduce(0) { $0 + $1.added }
        return outcomes
    }
}
