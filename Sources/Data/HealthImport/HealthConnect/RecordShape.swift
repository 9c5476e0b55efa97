package import HealthModel

/// How the samples of a record of Health Connect are found in a store.
package struct RecordShape: Sendable {
    /// The name of the table that has the values.
    package let table: String
    /// The metrics of its samples.
    package let metrics: [MetricID]
    /// The type of its correlation; nil if it has none.
    package let correlation: String?
    /// True if a record has any number of samples between its start and end, and false if its only sample has its times.
    package let isSpan: Bool
    /// True if a store itself gives the sample of a record with the same times its new value (S1.2).
    package let isRevised: Bool

    fileprivate init(_ table: RecordTable) {
        if case .series(let child, _) = table.content { self.table = child } else { self.table = table.name }
        metrics = table.metrics
        switch table.content {
        case .values(let values, let correlation):
            (self.correlation, isSpan, isRevised) = (correlation, false, table.replaces && values.count == 1)
        case .category: (correlation, isSpan, isRevised) = (nil, false, table.replaces)
        case .series, .sleep: (correlation, isSpan, isRevised) = (nil, true, false)
        case .length, .exercise: (correlation, isSpan, isRevised) = (nil, false, false)
        }
    }

    private static let all = RecordTable.all.map(RecordShape.init)

    /// Returns the shape of the records in a table, by the number of a mark.
    package static func ofTable(_ number: Int) -> RecordShape { all[number] }
}
