import TerminalText
import QueryEngine
import HealthModel
import ResultRendering

/// Sums of quarter hours, where the store keeps any and may be written.
extension Session {
    /// Returns what brings them up to date.
    ///
    /// - Parameter output: shows how far it is.
    func quarterUpkeep(telling output: (some SessionOutput)?, isCancelled: @escaping () -> Bool) -> QuarterUpkeep? {
        guard !store.isReadOnly, let store = store as? any QuarterKeeping else { return nil }
        return QuarterUpkeep(store, isCancelled: isCancelled) { metric in
            output?.progress("summing up \(ScreenText.visible(metric.shortName)) by quarter hours")
        }
    }

    /// Whether queries gain by bringing them up to date: in a store of an older version, or after many writes. Asked once for each state of
    /// the store.
    func gainsBySummingUp(_ reader: any SampleSource, _ output: some SessionOutput) -> Bool {
        guard let upkeep = quarterUpkeep(telling: output, isCancelled: { output.isCancelled }),
            reader.changeNumber != storage.quarterHoursCheckedAt
        else { return false }
        storage.quarterHoursCheckedAt = reader.changeNumber
        // Queries do without. What is damaged is not theirs to tell.
        return (try? upkeep.isWorthwhile(in: reader)) ?? false
    }

    /// Brings them up to date.
    func sumUp(_ output: some SessionOutput) {
        defer { output.progress("") }
        // Queries do without, where another process writes at this moment.
        try? quarterUpkeep(telling: output, isCancelled: { output.isCancelled })?.run()
    }
}
