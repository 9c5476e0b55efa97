import TerminalText
import QueryEngine
import HealthModel
import StorageModel
import ResultRendering

/// Maintains the quarter-hour sums of stores that have them and are writable.
extension Session {
    /// Returns the update of the quarter-hour sums; nil if the store is read-only or has none.
    ///
    /// - Parameters:
    ///   - output: shows the progress.
    ///   - usesTwoThreads: true if the sums are computed on two threads.
    func quarterUpkeep(
        telling output: (some SessionOutput)?, usesTwoThreads: Bool = false, isCancelled: @escaping () -> Bool
    ) -> QuarterUpkeep? {
        guard !store.isReadOnly, let store = store.capabilities.quarters else { return nil }
        return QuarterUpkeep(store, usesTwoThreads: usesTwoThreads, isCancelled: isCancelled) { metric in
            output?.progress("computing quarter-hour sums of \(ScreenText.visible(metric.shortName))")
        }
    }

    /// Returns true if queries get faster by updating the sums: in a store of an older version, or after many writes. Checks each state of
    /// the store only once.
    func gainsBySummingUp(_ reader: any SampleSource, _ output: some SessionOutput) -> Bool {
        guard let upkeep = quarterUpkeep(telling: output, isCancelled: { output.isCancelled }),
            reader.changeNumber != storage.quarterHoursCheckedAt
        else { return false }
        storage.quarterHoursCheckedAt = reader.changeNumber
        // Queries work without the sums, so damage is not reported here.
        return (try? upkeep.isWorthwhile(in: reader)) ?? false
    }

    /// Updates the quarter-hour sums.
    func sumUp(_ output: some SessionOutput) {
        defer { output.progress("") }
        // Queries work without the sums, for example while another process is writing.
        try? quarterUpkeep(telling: output, isCancelled: { output.isCancelled })?.run()
    }
}
