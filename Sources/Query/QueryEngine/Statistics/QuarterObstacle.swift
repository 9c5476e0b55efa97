import HealthModel
import QueryPlan
import QueryVocabulary
import StorageModel

extension Plan {
    /// Returns the clause that prevents quarter hours from answering a measure, as a reason; nil if they can. Does not consider the store.
    func obstacleToQuarterHours(_ measure: Measure, column: any AggregateColumn) -> String? {
        if let events { return "`\(events.words)` makes rows of intervals" }
        if predicate != nil { return "`where` tests each sample" }
        if intervals != nil { return "`while` clips each sample to its times" }
        if holding != nil { return "`holding` needs the reading after each reading" }
        if usesSampleZones { return "`zone sample` uses the time zone of each sample" }
        if choices.edges != .clip { return "`edges \(choices.edges.rawValue)` counts samples in full" }
        if splits.contains(where: { $0 != .source }) {
            return "`by \(splits.map(\.words).joined(separator: " and "))` needs the key of each sample"
        }
        if measure.workoutField != nil || QuarterPart.bySource(measure.metric).isEmpty { return "they are kept only for quantities" }
        let treatment = measure.treatment(in: self)
        if treatment.holdsInstants { return "`weighting = hold` needs the sample after each sample" }
        if column.quarterParts(isMerged: treatment.isMerged).isEmpty { return "`\(measure.aggregateName)` needs each value" }
        if treatment.merging == .records { return "`merging = android` needs the last change of each record" }
        if treatment.isMerged {
            if measure.aggregate != .sum { return "`discrete merge = priority` needs the source of each sample" }
            if choices.assignment != .share { return "`assign by \(choices.assignment.rawValue)` counts samples in full" }
        }
        let inner = grid.edges.drop { $0 <= range.start.milliseconds }.prefix { $0 < range.end.milliseconds }
        if inner.contains(where: { $0 % QuarterHour.milliseconds != 0 }) { return "the buckets are not made of quarter hours" }
        return nil
    }
}
