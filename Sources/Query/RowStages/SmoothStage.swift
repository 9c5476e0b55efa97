import CalendarIntervals
import Foundation
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary

/// `smooth half-life 7 days`: replaces each value by an average of it and its neighbors in time, separately for each series.
///
/// A row without a value stays without one. The next value continues with the average so far.
struct SmoothStage: RowStage {
    let smoothing: Smoothing

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        table.notePartialRows(of: smoothing.columns, by: "smooth", context)
        for column in smoothing.columns {
            let values = table.studiedValues(column)
            var smoothed = [Double?](repeating: nil, count: table.rowCount)
            for rows in RowSeries(table).rows {
                let known = rows.filter { values[$0] != nil && (table.starts.isEmpty || table.starts[$0] != ResultTable.unknownTime) }
                let times = known.map { time(table.starts[$0]) }
                for (row, value) in zip(known, try smooth(times, known.compactMap { values[$0] }, context)) { smoothed[row] = value }
            }
            table.columns[column].unsmoothed = values
            table.columns[column].values = smoothed
            table.columns[column].runningTotal = nil
        }
    }

    /// Returns the local or the elapsed time in milliseconds.
    private func time(_ instant: Int64) -> Int64 {
        smoothing.zone.map { $0.localMilliseconds(at: Instant(milliseconds: instant)) } ?? instant
    }

    private func smooth(_ times: [Int64], _ values: [Double], _ context: StageContext) throws -> [Double] {
        switch smoothing.method {
        case .ewma: return average(values) { _ in smoothing.amount }
        case .halfLife:
            return average(values) { 1 - pow(0.5, Double(times[$0] - times[$0 - 1]) / smoothing.amount) }
        case .loess: return try LocalRegression(times: times, values: values, halfWidth: smoothing.amount / 2).fit(context.poll)
        }
    }

    /// Returns the average after each value, which moves towards the value by its share.
    private func average(_ values: [Double], share: (Int) -> Double) -> [Double] {
        var average = values.first ?? 0
        return values.indices.map { index in
            if index > 0 { average += share(index) * (values[index] - average) }
            return average
        }
    }
}
