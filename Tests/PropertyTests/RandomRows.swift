import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import RandomTesting
import ReferenceEngine
import RowStages

/// Rows of an invented answer, for the engine and for the reference: with gaps, zeros, clipped ends and keys, near a clock change.
struct RandomRows: CustomStringConvertible {
    var table: ResultTable
    var reference: ReferenceRows
    let zone: Zone
    /// The stages so far.
    var texts: [String] = []
    /// True if both have computed only sums of quarters so far.
    var isExact = true
    /// The reset period of the running totals among the columns; nil if there are none.
    var reset: ReferencePeriod??

    private static let places = [
        ("America/Los_Angeles", 1_741_510_800_000), ("America/Los_Angeles", 1_762_070_400_000), ("Europe/Berlin", 1_743_292_800_000),
        ("Europe/Berlin", 1_761_436_800_000), ("Australia/Lord_Howe", 1_743_865_200_000), ("Asia/Kathmandu", 1_741_510_800_000),
    ]

    /// The intervals of rows, with a number of days.
    private static let shapes = [
        (IntervalComponents(1, .hour), 5), (IntervalComponents(1, .hour), 12), (IntervalComponents(30, .minute), 3),
        (IntervalComponents(1, .day), 60), (IntervalComponents(6, .hour), 20),
    ]

    /// - Parameter gaps: the possible percentages of missing values.
    init(
        of shapes: [(IntervalComponents, Int)] = Self.shapes, gaps percentages: [Int] = [5, 30, 90], using random: inout SplitMix64
    ) throws {
        let (name, change) = random.pick(Self.places)
        guard let zone = Zone.named(name), let calendar = ReferenceCalendar(zone: name) else { throw MissingZone(name: name) }
        self.zone = zone
        // Some days around a clock change.
        let (interval, days) = random.pick(shapes)
        let middle = zone.start(of: zone.date(at: Instant(milliseconds: Int64(change)))).milliseconds
        let start = zone.moving(Instant(milliseconds: middle), by: -random.pick(1..<days), .day)
        let end = zone.moving(start, by: days, .day)
        let edges = BucketSchedule(interval: interval, anchor: start, zone: zone).edges(covering: start..<end)
        // The range can start inside the first row. Now can be inside the last row or long after it.
        let cut = random.chance(30) ? Int64.random(in: 1..<(edges[1] - edges[0]), using: &random) : 0
        let isRunning = random.chance(40)
        let last = edges.count - 1
        let now = isRunning ? Int64.random(in: edges[last - 1]..<edges[last], using: &random) : edges[last] + 40 * 86_400_000
        let range = ReferenceInterval(edges[0] + cut, edges[last])

        let keys: [String?] = random.chance(30) ? ["Watch", "iPhone"] : [nil]
        let columnCount = random.pick([1, 1, 2])
        let gaps = random.pick(percentages)
        var rows: [ReferenceRows.Row] = []
        for index in 0..<last {
            for key in keys {
                let values = (0..<columnCount).map { _ -> Double? in
                    random.chance(gaps) ? nil : random.chance(15) ? 0 : Double(Int.random(in: -50...1000, using: &random)) / 4
                }
                let isPartial = edges[index] < range.start || edges[index + 1] > now
                rows.append(.init(key: key, start: edges[index], end: edges[index + 1], values: values, partial: isPartial))
            }
        }
        // Combines totals and readings, because partial rows differ for them.
        let columns = (0..<columnCount).map { _ in ReferenceRows.Column(isAmount: random.chance(60)) }
        reference = ReferenceRows(rows, columns: columns, range: range, now: now, calendar: calendar)
        reference.isCutFromMore = random.chance(40)
        var header = ResultHeader(query: "", zone: zone)
        (header.range.start, header.range.end) = (Instant(milliseconds: range.start), Instant(milliseconds: range.end))
        if reference.isCutFromMore { (header.range.cutStart, header.range.cutEnd) = (header.range.start, header.range.end) }
        table = ResultTable(kind: .statistics, header: header, rowCount: rows.count)
        table.starts = rows.map(\.start)
        table.ends = rows.map(\.end)
        table.partial = rows.map(\.partial)
        if keys != [nil] { table.keys = [KeyColumn(name: "source", values: rows.map { $0.key.map { .text($0) } })] }
        table.columns = (0..<columnCount).map { column in
            ValueColumn(
                ColumnInfo(name: "\(column)", metric: "stepCount", aggregate: "sum", unit: nil, isAdditive: true),
                values: rows.map { $0.values[column] })
        }
        for column in columns.indices { table.columns[column].accumulates = columns[column].isAmount }
    }

    var columnCount: Int { table.columns.count }

    func schedule(_ period: CalendarPeriod) -> BucketSchedule {
        let start = Instant(milliseconds: reference.range.start)
        let interval = IntervalComponents(1, period)
        return BucketSchedule(interval: interval, anchor: AnchorRule().anchor(of: interval, holding: start, zone: zone), zone: zone)
    }

    /// Removes all values of some periods of 24 hours.
    mutating func removeValues(ofEveryDayWith percent: Int, using random: inout SplitMix64) {
        var lost: [Int64: Bool] = [:]
        for row in reference.rows.indices {
            let day = (reference.rows[row].start - reference.range.start) / 86_400_000
            let isLost = lost[day] ?? random.chance(percent)
            lost[day] = isLost
            guard isLost else { continue }
            for column in table.columns.indices {
                reference.rows[row].values[column] = nil
                table.columns[column].values[row] = nil
            }
        }
    }

    /// Executes a step in the engine and in the reference.
    mutating func apply(_ step: RandomStep) throws {
        reference = step.reference(reference)
        table = try run(step.kind)
        reset = step.reset
        isExact = isExact && step.keepsExact
        texts.append(step.text)
    }

    /// Returns the engine's result for a stage.
    ///
    /// - Parameter columns: The number of columns in the result, if it differs from the reference.
    func run(_ kind: PlanStage.Kind, columns: Int? = nil) throws -> ResultTable {
        let infos = (0..<(columns ?? reference.columns.count)).map { index in
            let column = columns == nil ? reference.columns[index] : nil
            return ColumnInfo(
                name: "\(index)", metric: "stepCount", aggregate: column?.isCount == true ? "count" : "sum", unit: nil, isAdditive: false,
                accumulates: column?.isAmount)
        }
        let plan = Plan(
            subject: .summaries, range: .unknown, grid: TimeGrid(edges: []), zone: zone, now: Instant(milliseconds: reference.now), text: ""
        )
        return try QueryEngine.run([PlanStage(kind, columns: infos, text: "")], on: table, of: plan, over: NoSamples())
    }

    /// Compares the engine's rows with the reference's. Returns the difference, or nil.
    func difference() -> String? {
        if table.rowCount != reference.rows.count { return "\(table.rowCount) rows, expected \(reference.rows.count)" }
        for (row, expected) in reference.rows.enumerated() {
            let found = ReferenceRows.Row(
                key: table.key(ofRow: row), start: table.starts[row], end: table.ends[row], values: table.columns.map { $0.values[row] },
                partial: table.partial[row])
            var compared = found
            compared.values = expected.values
            if compared != expected || !zip(found.values, expected.values).allSatisfy(isClose) {
                return "row \(row) is \(found), expected \(expected)"
            }
        }
        return nil
    }

    var description: String {
        "\(zone.identifier), range \(reference.range), now \(reference.now)\n"
            + reference.rows.prefix(80).map { "\($0)" }.joined(separator: "\n")
    }
}

extension ResultTable {
    /// Returns the text of the first key of a row.
    func key(ofRow row: Int) -> String? {
        if case .text(let text)?? = keys.first?.values[row] { text } else { nil }
    }
}

private struct MissingZone: Error {
    var name: String
}

/// An empty store.
private struct NoSamples: SampleSource {
    func metricSummaries() throws -> [MetricSummary] { [] }
    func sources() throws -> [Int32: Source] { [:] }
    func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {}
}
