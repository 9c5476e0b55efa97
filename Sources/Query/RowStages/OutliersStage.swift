import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan

/// `outliers 3`: keeps the rows whose value is further from the median than this many scaled median absolute deviations.
///
/// Hampel's identifier: for normally distributed values, 1.4826 times the deviation is the standard deviation. If at least half of the
/// values are equal, the deviation is 0, and all other values remain.
struct OutliersStage: RowStage {
    let outliers: Outliers

    private static let scale = 1.4826

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        table.notePartialRows(of: [outliers.column], by: "outliers", context)
        let values =
            outliers.clockDay.map { table.timesOfDay(outliers.column, of: $0) } ?? table.studiedValues(outliers.column)
        let known = values.compactMap { $0 }.sorted()
        let median = known.middleOfSorted ?? 0
        let deviation = known.map { abs($0 - median) }.sorted().middleOfSorted ?? 0
        let kept = values.indices.filter { row in
            values[row].map { abs($0 - median) > outliers.limit * Self.scale * deviation } ?? false
        }
        if deviation == 0, !known.isEmpty {
            table.note(
                .equalValues(
                    EqualValues(column: table.columns[outliers.column].name, differentCount: kept.count, count: known.count)), context)
        }
        table = table.keeping(kept)
        table.hasGaps = true
    }
}
