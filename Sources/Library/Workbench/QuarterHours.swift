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
            output?.progress("summing up \(VisibleText.of(metric.shortName)) by quarter hours")
        }
    }

    /// Brings them up to date where queries gain by it: in a store of an older version, or after many writes.
    func sumUpBeforeQuery(_ output: some SessionOutput) {
        guard let upkeep = quarterUpkeep(telling: output, isCancelled: { output.isCancelled }) else { return }
        do {
            let changeNumber = try store.read { $0.changeNumber }
            guard changeNumber != quarterHoursCheckedAt else { return }
            quarterHoursCheckedAt = changeNumber
            guard try upkeep.isWorthwhile() else { return }
            defer { output.progress("") }
            try upkeep.run()
        } catch {
            // Queries do without. Whoever writes at this moment, or what is damaged, is not theirs to tell.
        }
    }
}
