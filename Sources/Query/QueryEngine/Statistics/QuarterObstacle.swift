import QueryVocabulary
import HealthModel
import QueryPlan

extension Plan {
    /// Returns why quarter hours cannot answer a measure, whatever the store keeps: the clause that is in the way; nil where they can.
    func obstacleToQuarterHours(_ measure: Measure, column: any AggregateColumn) -> String? {
        if predicate != nil { return "`where` asks about each sample" }
        if usesSampleZones { return "`zone sample` places each sample by its own clock" }
        if choices.edges != .clip { return "`edges \(choices.edges.rawValue)` takes samples whole" }
        if splits.contains(where: { $0 != .source }) {
            return "`by \(splits.map(\.name).joined(separator: " and "))` asks each sample for its key"
        }
        if measure.workoutField != nil || QuarterPart.bySource(measure.metric).isEmpty { return "they are kept of quantities alone" }
        let treatment = measure.treatment(in: self)
        if treatment.holdsInstants { return "`weighting = hold` asks for the next sample of each" }
        let parts = (column as? any QuarterReadingColumn)?.parts(isMerged: treatment.isMerged) ?? []
        if parts.isEmpty { return "`\(measure.aggregate.name)` needs each value" }
        if treatment.isMerged {
            if measure.aggregate != .sum { return "`discrete merge = priority` asks for each sample's source" }
            if choices.assignment != .share { return "`assign \(choices.assignment.rawValue)` takes samples whole" }
        }
        let inner = grid.edges.drop { $0 <= range.start.milliseconds }.prefix { $0 < range.end.milliseconds }
        if inner.contains(where: { $0 % QuarterHour.milliseconds != 0 }) { return "the buckets are not made of quarter hours" }
        return nil
    }
}
