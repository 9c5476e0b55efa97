import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan

/// `correlate steps with restingHeartRate lag 0 to 3`: the correlation of a column with another one some rows later. One row for each
/// series and lag.
///
/// A later row is found by its time, so rows that a stage removed only lose their pairs. Pairs without both values are left out.
struct CorrelateStage: RowStage {
    let correlation: ColumnCorrelation

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        let (first, second) = (correlation.first, correlation.second)
        table.notePartialRows(of: [first, second], by: "correlate", context)
        let groups = try table.seriesGroups(keys: correlation.keys, zone: table.header.zone, context)
        var result = groups.table(of: table)
        let columns = [first, second].map { table.columns[$0] }
        let (xs, ys) = (table.studiedValues(first), table.studiedValues(second))
        let places = table.numbers(by: correlation.places)
        var found: [PairedValues] = []
        var numbers: [[Double?]] = []
        for (group, rows) in groups.rows.enumerated() {
            let label = RowGroups.label(group, of: result)
            var strongest: PairedValues?
            let later = Dictionary(rows.compactMap { row in places[row].map { ($0, row) } }) { first, _ in first }
            for lag in correlation.lags {
                try context.poll()
                let pairs = rows.compactMap { row -> (x: Double, y: Double)? in
                    guard let x = xs[row], let other = lag == 0 ? row : places[row].flatMap({ later[$0 + lag] }), let y = ys[other] else {
                        return nil
                    }
                    return (x, y)
                }
                let (left, right) = (pairs.map(\.x), pairs.map(\.y))
                let pearson = PairedStatistics.pearson(left, right)
                let interval = pearson.flatMap { PairedStatistics.interval(of: $0, count: pairs.count) }
                numbers.append([
                    pearson, interval?.low, interval?.high, PairedStatistics.spearman(left, right), Double(pairs.count),
                ])
                guard strongest == nil || abs(pearson ?? 0) > abs(strongest?.pearson?.value ?? 0) else { continue }
                strongest = PairedValues(
                    names: (columns[0].title, columns[1].title), units: (columns[0].drawnUnit, columns[1].drawnUnit), series: label,
                    lag: lag,
                    pairs: zip(left, right).map { ($0 * columns[0].drawnScale, $1 * columns[1].drawnScale) },
                    pearson: pearson.map { Estimate($0, low: interval?.low, high: interval?.high) })
            }
            if let strongest { found.append(strongest) }
        }
        result = .repeating(result, "lag", correlation.lags.map { .integer($0) })
        result.columns = (0..<5).map { column in ValueColumn(computed: numbers.map { $0[column] }) }
        result.partial = Array(repeating: false, count: result.rowCount)
        result.studied = .correlation(found)
        result.noteFewValues(
            numbers.compactMap { $0.last??.rounded() }.map { Int($0) }, needed: PairedStatistics.leastCount, arePairs: true, context)
        table = result
    }

}

extension ColumnInfo {
    /// The factor between stored and drawn values: fractions are drawn in percent, times of day in hours.
    fileprivate var drawnScale: Double { clock != nil ? 1 / 3_600_000 : unit == "%" && !isInHundredths ? 100 : 1 }

    fileprivate var drawnUnit: String? { clock != nil ? "hr" : unit }
}
