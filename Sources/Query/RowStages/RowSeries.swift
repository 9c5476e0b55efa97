import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan

/// The rows of a table by series. Rows of a series differ only in time and are in time order.
///
/// Samples and summaries are one series: their other columns describe them and do not form groups.
struct RowSeries {
    /// The keys of each series other than time, in their order.
    private(set) var keys: [[KeyValue?]] = []
    /// The rows of each series by start and end, or in the order of the table if they have no time.
    private(set) var rows: [[Int]] = []

    init(_ table: ResultTable) {
        guard table.rowCount > 0 else { return }
        let columns = table.keysOfSeries
        guard !columns.isEmpty else {
            keys = [[]]
            rows = [table.inOrderOfTime(Array(0..<table.rowCount))]
            return
        }
        var codes = [Int](repeating: 0, count: table.rowCount)
        for column in columns {
            let further = Self.codes(of: column.values)
            // Codes are below the number of rows, so two codes fit into one number.
            codes = Self.codes(of: zip(codes, further).map { $0 * table.rowCount + $1 })
        }
        for (row, code) in codes.enumerated() {
            if code == rows.count {
                keys.append(columns.map { $0.values[row] })
                rows.append([])
            }
            rows[code].append(row)
        }
        let orders = columns.map(KeyOrder.init)
        let order = keys.indices.sorted { KeyOrder.precedes(keys[$0], keys[$1], orders) }
        (keys, rows) = (order.map { keys[$0] }, order.map { table.inOrderOfTime(rows[$0]) })
    }

    /// Numbers the distinct values in order of occurrence.
    private static func codes<Value: Hashable>(of values: [Value]) -> [Int] {
        var known: [Value: Int] = [:]
        return values.map { value in
            if let code = known[value] { return code }
            known[value] = known.count
            return known.count - 1
        }
    }
}

/// The rows of a series that start in one period.
struct PeriodRun {
    var rows: ArraySlice<Int>
    /// The period of the rows. Nil if the table isn't split into periods.
    var period: Range<Instant>?
}

extension ResultTable {
    /// The keys that divide rows into series.
    var keysOfSeries: [KeyColumn] { kind == .statistics ? keys.filter { !$0.replacesTime && !$0.describesRow } : [] }

    /// Returns `rows` in order of start and end, or unchanged if there is no time. The sort is stable.
    func inOrderOfTime(_ rows: [Int]) -> [Int] {
        guard !starts.isEmpty else { return rows }
        func time(_ row: Int) -> (Int64, Int64) { (starts[row], ends[row]) }
        let isInOrder = zip(rows, rows.dropFirst()).allSatisfy { time($0) <= time($1) }
        return isInOrder ? rows : rows.sorted { time($0) < time($1) }
    }

    /// Returns the number of each row's bucket or date; nil without one, or if the time of the row is unknown.
    func numbers(by places: RowPlaces?) -> [Int?] {
        guard let places else { return Array(repeating: nil, count: rowCount) }
        return self.places.map { $0 == ResultTable.unknownTime ? nil : places.index(of: Instant(milliseconds: $0)) }
    }

    /// Splits a series at each start of a period of `schedule`.
    func runs(of series: [Int], per schedule: BucketSchedule?) -> [PeriodRun] {
        guard let schedule, !starts.isEmpty else { return [PeriodRun(rows: series[...], period: nil)] }
        var runs: [PeriodRun] = []
        for (position, row) in series.enumerated() {
            let start = Instant(milliseconds: starts[row])
            if let last = runs.last, last.period?.contains(start) == true {
                runs[runs.count - 1].rows = series[last.rows.startIndex...position]
            } else {
                runs.append(PeriodRun(rows: series[position...position], period: schedule.bucket(holding: start)))
            }
        }
        return runs
    }
}

extension ValueColumn {
    /// Creates a column that a stage computed.
    init(computed values: [Double?]) {
        self.init(ColumnInfo(name: "", metric: "", aggregate: "", unit: nil, isAdditive: false), values: values)
    }
}
