import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import RowStages
import Testing

@Suite("Stages")
struct StageTests {
    /// Returns steps in successive hours from midnight; nil is an hour without steps.
    private func hours(_ values: [Double?]) -> ListedSamples {
        ListedSamples(
            values.enumerated().compactMap { hour, value in
                value.map { TestSample(start: clock(hour, 10), end: clock(hour, 20), value: $0) }
            })
    }

    private func plan(hours count: Int, now: Int64 = clock(480)) -> Plan {
        .inUTC([.of(.sum)], from: clock(0), to: clock(count), bucket: hourMilliseconds, now: now)
    }

    private func run(
        _ kinds: [PlanStage.Kind], _ values: [Double?], columns: Int = 1, now: Int64 = clock(480),
        _ isCancelled: @escaping () -> Bool = { false }
    ) throws -> ResultTable {
        let infos = (0..<columns).map { ColumnInfo(name: "c\($0)", metric: "stepCount", aggregate: "sum", unit: nil, isAdditive: false) }
        let stages = kinds.map { PlanStage($0, columns: infos, text: "") }
        return try QueryEngine.run(
            Pipeline(plan: plan(hours: values.count, now: now), stages: stages), over: hours(values),
            options: EngineOptions(isCancelled: isCancelled))
    }

    private let days = BucketSchedule(interval: IntervalComponents(1, .day), anchor: Instant(milliseconds: clock(0)), zone: .utc)

    @Test("Columns get their names and units from the plan, and rows keep their intervals")
    func names() throws {
        let table = try run([.runningTotal(reset: nil)], [1, nil, 3])
        #expect(table.columns.map(\.name) == ["c0"])
        #expect(table.columns[0].values == [1, 1, 4])
        #expect(table.columns[0].isAdditive == false)
        #expect(table.starts == [clock(0), clock(1), clock(2)])
        #expect(table.ends == [clock(1), clock(2), clock(3)])
    }

    @Test("A rolling sum keeps the digits of small values after a large one has left the window")
    func rollingDigits() throws {
        let window = RollingWindow.elapsed(milliseconds: 2 * hourMilliseconds)
        let sum = PlanStage.Kind.rolling(window, [RowAggregate(.sum, of: 0)], atLeast: 1)
        let values = try run([sum], [1e17, 0.25, 0.5, 0.125, nil]).columns[0].values
        #expect(values == [1e17, 1e17, 0.75, 0.625, 0.125])
        let deviation = PlanStage.Kind.rolling(window, [RowAggregate(.stddev, of: 0)], atLeast: 1)
        let spread = try run([deviation], [1e9, 1e9 + 2, 1e9 + 4]).columns[0].values
        #expect(spread == [nil, 2.0.squareRoot(), 2.0.squareRoot()])
    }

    @Test("Rows that tie keep their order in both sort directions")
    func ties() throws {
        for descending in [true, false] {
            let table = try run([.sort(.value(0), descending: descending)], [5, nil, 5, 5, nil])
            #expect(table.starts == [clock(0), clock(2), clock(3), clock(1), clock(4)])
        }
        #expect(try run([.ranking(.top, 2, by: .value(0))], [5, nil, 5, 7]).starts == [clock(3), clock(0)])
        #expect(try run([.ranking(.bottom, 5, by: .value(0))], [5, nil, 5, 7]).starts == [clock(0), clock(2), clock(3)])
    }

    @Test("A change in percent is 50 for half as much again, and null after 0")
    func percent() throws {
        let column = try run([.change([ColumnChange(0, against: nil)], percent: true)], [4, 6, 0, 3]).columns[0]
        #expect(column.values == [nil, 50, -100, nil])
    }

    @Test("A projection of today needs a complete day before it")
    func projection() throws {
        // Two days: 10 by noon and 40 more after it; then 20 by noon.
        var values = [Double?](repeating: nil, count: 48)
        (values[6], values[18], values[30]) = (10, 40, 20)
        let stages: [PlanStage.Kind] = [
            .runningTotal(reset: days), .project(Projection(now: Instant(milliseconds: clock(36)), days: days, typical: nil)),
        ]
        let table = try run(stages, values, now: clock(36))
        #expect(table.columns[0].values == [60])
        #expect(table.starts == [clock(24)])
        #expect(table.partial == [true])
        let alone = try run(stages, Array(values[..<24]), now: clock(12))
        #expect(alone.columns[0].values == [nil])
    }

    @Test("fill previous uses the last value before the range")
    func fillBefore() throws {
        let samples = hours([3, nil, nil, nil, 5, nil])
        var stage = PlanStage(
            .fill([0: .previous]), columns: [ColumnInfo(name: "sum", metric: "stepCount", aggregate: "sum", unit: nil, isAdditive: false)],
            text: "")
        stage.before = Pipeline(plan: .inUTC([.of(.sum)], from: clock(0), to: clock(2), bucket: hourMilliseconds))
        let later = Plan.inUTC([.of(.sum)], from: clock(2), to: clock(6), bucket: hourMilliseconds)
        let table = try QueryEngine.run(Pipeline(plan: later, stages: [stage]), over: samples)
        #expect(table.columns[0].values == [3, 3, 5, 5])
    }

    @Test("Stages stop when the query is cancelled")
    func cancelled() throws {
        let window = RollingWindow.elapsed(milliseconds: hourMilliseconds)
        let stages: [PlanStage.Kind] = [.runningTotal(reset: nil), .rolling(window, [RowAggregate(.median, of: 0)], atLeast: 1)]
        var questions = 0
        _ = try run(stages, [1, 2, 3]) {
            questions += 1
            return false
        }
        // The last poll is in the middle of the last stage.
        #expect(throws: EngineError.cancelled) {
            _ = try run(stages, [1, 2, 3]) {
                questions -= 1
                return questions == 0
            }
        }
    }

    @Test("An aggregate without keys is a row for the whole range, which is partial while the range is running")
    func wholeRange() throws {
        let average = PlanStage.Kind.aggregate([RowAggregate(.average, of: 0)], by: RowKeys(zone: .utc))
        let over = try run([average], [2, nil, 4])
        #expect(over.columns[0].values == [3])
        #expect(over.starts == [clock(0)] && over.ends == [clock(3)])
        #expect(over.partial == [false])
        let running = try run([average], [2, nil, 4], now: clock(2, 30))
        #expect(running.columns[0].values == [2])
        #expect(running.partial == [true])
    }
}
