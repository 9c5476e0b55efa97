import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import RandomTesting
import ReferenceEngine
import Testing

/// Compares `trend`, `smooth`, `outliers` and `correlate` with their definitions.
@Suite("Studies of rows against the reference")
struct StudiesAgainstReference {
    /// Returns random rows, some of which another stage has removed.
    private static func rows(_ random: inout SplitMix64) throws -> (rows: RandomRows, starts: [Int64]) {
        var rows = try RandomRows(using: &random)
        let starts = Set(rows.reference.rows.map(\.start)).sorted()
        if random.chance(40) { try rows.apply(RandomStep.choice(rows, using: &random)) }
        // After `top`, rows are not in the order of time, and the binder refuses these stages.
        if zip(rows.table.starts, rows.table.starts.dropFirst()).contains(where: >) {
            rows.reference.rows.sort { ($0.start, $0.key ?? "") < ($1.start, $1.key ?? "") }
            rows.table = rows.table.keeping(
                rows.table.starts.indices.sorted {
                    (rows.table.starts[$0], rows.table.key(ofRow: $0) ?? "") < (rows.table.starts[$1], rows.table.key(ofRow: $1) ?? "")
                })
        }
        let isKeeping = random.chance(20)
        (rows.table.countsPartial, rows.reference.countsPartial) = (isKeeping, isKeeping)
        return (rows, starts)
    }

    private static func keys(_ rows: RandomRows) -> [Int] { rows.table.keys.isEmpty ? [] : [0] }

    /// Returns the buckets with these starts; nil for a single one.
    private static func schedule(of starts: [Int64], _ rows: RandomRows) -> BucketSchedule? {
        guard let first = starts.first, starts.count > 1 else { return nil }
        let interval = IntervalComponents(elapsedMilliseconds: starts[1] - first)
        let isDays = zip(starts, starts.dropFirst()).contains { $1 - $0 != starts[1] - first }
        return (isDays || starts[1] - first > 80_000_000 ? IntervalComponents(1, .day) : interval).map {
            BucketSchedule(interval: $0, anchor: Instant(milliseconds: first), zone: rows.zone)
        }
    }

    @Test("A trend is the median slope, or the line of least squares, with its interval")
    func trends() throws {
        for seed in seeds(30) {
            var random = SplitMix64(seed: seed)
            let rows = try Self.rows(&random).rows
            let isLinear = random.chance(50)
            let columns = (0..<rows.columnCount).map { StudiedColumn($0, name: "\($0)", scale: 1, unit: "") }
            let found = try rows.run(
                .trend(Trend(period: .day, isLinear: isLinear, columns: columns, zone: rows.zone, keys: Self.keys(rows))), columns: 4)
            for row in 0..<found.rowCount {
                let key = rows.table.keys.isEmpty ? nil : found.key(ofRow: row)
                let expected = rows.reference.trend(row % columns.count, key: key, isLinear: isLinear)
                let numbers = found.columns.map { $0.values[row] }
                let wanted = [expected.slope, expected.low, expected.high, Double(expected.count)]
                #expect(
                    zip(numbers, wanted).allSatisfy(isClose),
                    "seed \(seed), \(isLinear ? "linear" : "median"): \(numbers), expected \(wanted)\n\(rows)")
            }
        }
    }

    @Test("Smoothing follows the values of each series")
    func smoothing() throws {
        for seed in seeds(30) {
            var random = SplitMix64(seed: seed)
            let rows = try Self.rows(&random).rows
            let days = random.pick([0.5, 1, 3, 10])
            let length = days * 86_400_000
            let (method, amount, reference): (SmoothingMethod, Double, ReferenceRows.Smoother) = random.pick([
                (.ewma, 0.1, .ewma(0.1)), (.ewma, 1, .ewma(1)), (.halfLife, length, .halfLife(days)), (.loess, length, .loess(days)),
            ])
            // Days of 25 hours repeat an hour, so a later row can have an earlier local time.
            let found = try rows.run(.smooth(Smoothing(method, amount, columns: [0], zone: rows.zone)), columns: rows.columnCount)
            let wall = rows.reference.rows.map { rows.reference.calendar.wallTime(at: $0.start) }
            let isInOrder = zip(wall, wall.dropFirst()).allSatisfy { $0 <= $1 }
            if method == .loess, !isInOrder { continue }
            let expected = rows.reference.smoothed(0, reference)
            #expect(
                zip(found.columns[0].values, expected).allSatisfy(isClose),
                "seed \(seed), \(method): \(found.columns[0].values), expected \(expected)\n\(rows)")
        }
    }

    @Test("Outliers are the rows that are far from the median")
    func outliers() throws {
        for seed in seeds(50) {
            var random = SplitMix64(seed: seed)
            let rows = try Self.rows(&random).rows
            let limit = random.pick([0, 0.5, 1, 2, 3])
            let found = try rows.run(.outliers(Outliers(0, limit: limit, clockDay: nil)), columns: rows.columnCount)
            let expected = rows.reference.outliers(0, limit: limit)
            #expect(found.starts == expected.map(\.start), "seed \(seed)\n\(rows)")
            #expect(found.columns[0].values == expected.map { $0.values[0] }, "seed \(seed)\n\(rows)")
        }
    }

    @Test("A correlation pairs rows by their time")
    func correlations() throws {
        for seed in seeds(30) {
            var random = SplitMix64(seed: seed)
            let (rows, starts) = try Self.rows(&random)
            let last = rows.columnCount - 1
            let lags = 0...random.pick([0, 1, 4])
            guard let schedule = Self.schedule(of: starts, rows) else { continue }
            let found = try rows.run(
                .correlate(ColumnCorrelation(0, with: last, lags: lags, places: .buckets(schedule), keys: Self.keys(rows))), columns: 5)
            for row in 0..<found.rowCount {
                let key = rows.table.keys.isEmpty ? nil : found.key(ofRow: row)
                let expected = rows.reference.correlation(0, last, key: key, lag: row % lags.count, starts: starts)
                let numbers = found.columns.map { $0.values[row] }
                let wanted = [expected.pearson, expected.low, expected.high, expected.spearman, Double(expected.count)]
                #expect(
                    zip(numbers, wanted).allSatisfy(isClose),
                    "seed \(seed), lag \(row % lags.count): \(numbers), expected \(wanted)\n\(rows)")
            }
        }
    }

    @Test("The usual range has the percentiles of the days before each row")
    func usual() throws {
        var knownCount = 0
        for seed in seeds(60) {
            var random = SplitMix64(seed: seed)
            let rows = try Self.rows(&random).rows
            let days = random.pick([14, 30, 60])
            let columns = Array(0..<rows.columnCount)
            let found = try rows.run(
                .usual(
                    UsualRange(
                        columns, stateNames: columns.map { "state\($0)" }, length: IntervalComponents(days, .day), zone: rows.zone)),
                columns: rows.columnCount * 3)
            for (row, own) in rows.reference.rows.enumerated() {
                for column in columns {
                    let expected = rows.reference.usual(column, of: own, days: days)
                    let numbers = [0, 1].map { found.columns[rows.columnCount + 2 * column + $0].values[row] }
                    let state = found.keys.first { $0.name == "state\(column)" }?.values[row]?.text
                    knownCount += expected.state == nil ? 0 : 1
                    #expect(
                        zip(numbers, [expected.low, expected.high]).allSatisfy(isClose) && state == expected.state,
                        "seed \(seed), row \(row): \(numbers) \(state ?? "–"), expected \(expected)\n\(rows)")
                }
            }
        }
        #expect(knownCount > 0)
    }

    @Test("Streaks are chains of rows that meet a condition, with nothing between them that separates them")
    func streaks() throws {
        for seed in seeds(60) {
            var random = SplitMix64(seed: seed)
            let (rows, starts) = try Self.rows(&random)
            guard let schedule = Self.schedule(of: starts, rows) else { continue }
            let condition = RandomRowCondition(rows, using: &random)
            let skipsMissing = random.chance(30)
            // A series without a row left is none.
            let series = Set(rows.reference.rows.map(\.key)).union(rows.table.keys.isEmpty ? [nil] : [])
            let expected = series.flatMap { key in
                rows.reference.streaks(
                    key: key, edges: starts + [rows.reference.range.end], skipsMissing: skipsMissing, where: condition.reference)
            }
            for choice in StreakChoice.allCases {
                let found = try rows.run(
                    .streaks(
                        Streaks(
                            choice, condition: condition.planned, skipsMissing: skipsMissing, places: .buckets(schedule),
                            keys: Self.keys(rows))), columns: 2)
                let streaks = (0..<found.rowCount).map { row in
                    ReferenceRows.Streak(
                        key: found.key(ofRow: row), start: found.starts[row], end: found.ends[row],
                        length: Int(found.columns[0].values[row] ?? -1), isOpen: found.columns[1].values[row] == 1)
                }
                let wanted = series.flatMap { key -> [ReferenceRows.Streak] in
                    let own = expected.filter { $0.key == key }
                    let none = ReferenceRows.Streak(
                        key: key, start: ResultTable.unknownTime, end: ResultTable.unknownTime, length: 0, isOpen: false)
                    switch choice {
                    case .all: return own
                    case .longest: return [own.max { ($0.length, $0.start) < ($1.length, $1.start) } ?? none]
                    case .current: return [own.first(where: \.isOpen) ?? none]
                    }
                }
                #expect(
                    Set(streaks) == Set(wanted) && streaks.count == wanted.count,
                    "seed \(seed), \(choice) where \(condition.text): \(streaks), expected \(wanted)\n\(rows)")
                #expect(zip(found.starts, found.starts.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed): order of time")
            }
        }
    }

    @Test("A share is the number of rows that meet a condition, divided by the number of rows with an answer")
    func shares() throws {
        for seed in seeds(60) {
            var random = SplitMix64(seed: seed)
            let rows = try Self.rows(&random).rows
            let condition = RandomRowCondition(rows, using: &random)
            let isOfAmounts = rows.reference.columns.contains(where: \.isAmount)
            let (unit, period) = random.pick(Array(RandomStep.units.dropFirst()))
            let keys = RowKeys(schedule: rows.schedule(period), zone: rows.zone, columns: Self.keys(rows))
            let found = try rows.run(
                .share(RowShare(where: condition.planned, isOfAmounts: isOfAmounts), by: keys), columns: 2)
            let groups = rows.reference.aggregate(.count, by: unit).rows
            guard found.rowCount == groups.count else {
                Issue.record("seed \(seed): \(found.rowCount) rows, expected \(groups.count)")
                continue
            }
            for (row, group) in groups.enumerated() {
                let own = rows.reference.rows.filter { $0.key == group.key && group.start <= $0.start && $0.start < group.end }
                    .filter { !($0.partial && isOfAmounts && !rows.reference.countsPartial) }
                let answers = own.compactMap(condition.reference)
                let share = answers.isEmpty ? nil : Double(answers.count(where: \.self)) / Double(answers.count)
                #expect(found.starts[row] == group.start && found.key(ofRow: row) == group.key, "seed \(seed)")
                #expect(
                    isClose(found.columns[0].values[row], share) && found.columns[1].values[row] == Double(answers.count),
                    "seed \(seed), \(group), \(condition.text): \(found.columns.map { $0.values[row] }), expected \(share ?? .nan)\n\(rows)"
                )
            }
        }
    }

    // MARK: Published and long data

    /// Returns the slope and its interval of values at days in UTC.
    private static func trend(_ points: [(x: Double, y: Double)], isLinear: Bool) throws -> [Double?] {
        var random = SplitMix64(seed: 1)
        var rows = try RandomRows(using: &random)
        var table = ResultTable(
            kind: .statistics, header: ResultHeader(query: "", zone: .utc), rowCount: points.count,
            starts: points.map { Int64(($0.x * 86_400_000).rounded()) }, ends: points.map { Int64(($0.x * 86_400_000).rounded()) + 1 },
            partial: points.map { _ in false })
        table.columns = [
            ValueColumn(
                ColumnInfo(name: "y", metric: "bodyMass", aggregate: "average", unit: nil, isAdditive: false), values: points.map(\.y))
        ]
        rows.table = table
        let columns = [StudiedColumn(0, name: "y", scale: 1, unit: "")]
        let found = try rows.run(.trend(Trend(period: .day, isLinear: isLinear, columns: columns, zone: .utc, keys: [])), columns: 4)
        return found.columns.map { $0.values[0] }
    }

    /// NIST StRD, Norris: linear regression of an ozone monitor's calibration.
    private static let norris: [(x: Double, y: Double)] = [
        (0.2, 0.1), (337.4, 338.8), (118.2, 118.1), (884.6, 888.0), (10.1, 9.2), (226.5, 228.1), (666.3, 668.5), (996.3, 998.5),
        (448.6, 449.1), (777.0, 778.9), (558.2, 559.2), (0.4, 0.3), (0.6, 0.1), (775.5, 778.1), (666.9, 668.8), (338.0, 339.3),
        (447.5, 448.9), (11.6, 10.8), (556.0, 557.7), (228.1, 228.3), (995.8, 998.0), (887.6, 888.8), (120.2, 119.6), (0.3, 0.3),
        (0.3, 0.6), (556.8, 557.6), (339.1, 339.3), (887.2, 888.0), (999.0, 998.5), (779.0, 778.9), (11.1, 10.2), (118.3, 117.6),
        (229.2, 228.9), (669.1, 668.4), (448.9, 449.2), (0.5, 0.2),
    ]

    @Test("The certified slope and standard deviation of NIST's Norris data")
    func certified() throws {
        let found = try Self.trend(Self.norris, isLinear: true)
        // The quantile of Student's t for 34 degrees of freedom is 2.0322445093177186.
        let width = 2.0322445093177186 * 0.429796848199937e-3
        #expect(isClose(found[0], 1.00211681802045))
        #expect(isClose(found[1], 1.00211681802045 - width) && isClose(found[2], 1.00211681802045 + width))
        #expect(found[3] == 36)
    }

    @Test("Long series have the same median slope, although not all slopes are kept", arguments: [1.0, 40.0])
    func longSeries(step: Double) throws {
        var random = SplitMix64(seed: 7)
        // Coarse values have many equal slopes.
        let points = (0..<1700).map { index in
            (x: Double(index), y: (Double(random.pick(-20...20)) / step).rounded() + (step == 1 ? Double(index) * 0.01 : 0))
        }
        var slopes: [Double] = []
        for second in points.indices {
            for first in 0..<second { slopes.append((points[second].y - points[first].y) / (points[second].x - points[first].x)) }
        }
        slopes.sort()
        let found = try Self.trend(points, isLinear: false)
        #expect(found[0] == (slopes[slopes.count / 2] + slopes[(slopes.count - 1) / 2]) / 2)
        #expect((found[1] ?? 0) <= (found[0] ?? 0) && (found[0] ?? 0) <= (found[2] ?? 0))
        #expect(slopes.contains(found[1] ?? 0) && slopes.contains(found[2] ?? 0))
    }
}

/// A condition on rows, for the engine and for the reference. It has no answer where that depends on a missing value.
private struct RandomRowCondition {
    let planned: RowExpression
    let reference: (ReferenceRows.Row) -> Bool?
    let text: String

    init(_ rows: RandomRows, using random: inout SplitMix64) {
        let last = rows.columnCount - 1
        let number = Double(random.pick(-50...1000)) / 4
        let high = RowExpression.test(.number(.value(0), .greater, number), of: .value(0))
        let low = RowExpression.test(.number(.value(last), .less, number / 2), of: .value(last))
        let missing = RowExpression.test(.missing(.value(0)), of: nil)
        func isHigh(_ row: ReferenceRows.Row) -> Bool? { row.values[0].map { $0 > number } }
        func isLow(_ row: ReferenceRows.Row) -> Bool? { row.values[last].map { $0 < number / 2 } }
        func isMissing(_ row: ReferenceRows.Row) -> Bool? { row.values[0] == nil }
        func either(_ a: Bool?, _ b: Bool?) -> Bool? { a == true || b == true ? true : a == nil || b == nil ? nil : false }
        switch random.pick(0..<5) {
        case 0: (planned, reference, text) = (.or(high, low), { either(isHigh($0), isLow($0)) }, "> \(number) or low")
        case 1: (planned, reference, text) = (.not(high), { isHigh($0).map { !$0 } }, "not > \(number)")
        case 2: (planned, reference, text) = (.or(high, missing), { either(isHigh($0), isMissing($0)) }, "> \(number) or missing")
        default: (planned, reference, text) = (high, isHigh, "> \(number)")
        }
    }
}
