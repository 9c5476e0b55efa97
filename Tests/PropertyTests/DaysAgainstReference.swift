import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import RandomTesting
import ReferenceEngine
import Testing

@Suite("Days of short rows against the reference")
struct DaysAgainstReference {
    @Test("The rhythm of random hours follows its definition, or too many hours are missing (S9.10)")
    func rhythm() throws {
        for seed in seeds(30) {
            var random = SplitMix64(seed: seed)
            var rows = try RandomRows(of: [(IntervalComponents(1, .hour), random.pick([2, 5, 12]))], gaps: [0, 3, 30], using: &random)
            try Self.change(&rows, using: &random)
            guard rows.table.rowCount > 0 else { continue }
            let story = "seed \(seed) after \(rows.texts.joined(separator: " | "))\n\(rows)"
            let kind = PlanStage.Kind.rhythm(Self.study(rows))
            if rows.reference.lacksHours {
                #expect("\(story)") { try rows.run(kind, columns: DayStudy.Rhythm.allCases.count) } throws: { error in
                    if case EngineError.missingHours = error { true } else { false }
                }
                continue
            }
            let table = try rows.run(kind, columns: DayStudy.Rhythm.allCases.count)
            Self.compare(table, rows.reference.rhythm(), story, looseTimes: [2])
        }
    }

    @Test("The regularity of random minutes follows its definition (S9.11)")
    func regularity() throws {
        for seed in seeds(6) {
            var random = SplitMix64(seed: seed)
            var rows = try RandomRows(of: [(IntervalComponents(1, .minute), random.pick([2, 3, 5]))], gaps: [5, 60], using: &random)
            rows.removeValues(ofEveryDayWith: 25, using: &random)
            try Self.change(&rows, using: &random)
            guard rows.table.rowCount > 0 else { continue }
            let half = random.pick([0.5, 20, 100])
            var study = Self.study(rows)
            study.halves = study.columns.map { _ in half }
            let table = try rows.run(.regularity(study), columns: DayStudy.Regularity.allCases.count)
            Self.compare(
                table, rows.reference.regularity(moreThan: half), "seed \(seed) after \(rows.texts.joined(separator: " | "))",
                looseTimes: [])
        }
    }

    /// Applies stages that may stand before a stage for whole days.
    private static func change(_ rows: inout RandomRows, using random: inout SplitMix64) throws {
        switch random.pick(0..<8) {
        case 0: try rows.apply(RandomStep.dropPartial(rows))
        case 1: try rows.apply(RandomStep.fillNone(rows))
        case 2: try rows.apply(RandomStep.fillZero(rows))
        case 3: (rows.table.countsPartial, rows.reference.countsPartial) = (true, true)
        default: break
        }
    }

    private static func study(_ rows: RandomRows) -> DayStudy {
        let columns = Array(0..<rows.columnCount)
        return DayStudy(
            columns: columns, names: columns.count == 1 ? [] : columns.map { "\($0)" }, units: [], days: rows.schedule(.day))
    }

    /// - Parameter looseTimes: the columns with times that go around midnight.
    private static func compare(_ table: ResultTable, _ expected: [ReferenceRows.Days], _ story: String, looseTimes: Set<Int>) {
        #expect(table.rowCount == expected.count, "\(story)")
        guard table.rowCount == expected.count else { return }
        let hasNames = table.keys.contains { $0.name == DayStudy.nameKey }
        for (row, wanted) in expected.enumerated() {
            if table.keys.count > (hasNames ? 1 : 0) { #expect(table.key(ofRow: row) == wanted.key, "\(story)") }
            if hasNames { #expect(table.keys.last?.values[row] == .text("\(wanted.column)"), "\(story)") }
            for (column, value) in wanted.values.enumerated() {
                var found = table.columns[column].values[row]
                if looseTimes.contains(column), let time = found, let value, abs(time - value) > 43_200_000 {
                    found = time < value ? time + 86_400_000 : time - 86_400_000
                }
                // A wave that is nearly flat has an uncertain peak.
                let isLoose = looseTimes.contains(column) && (wanted.values[1] ?? 0) < 1e-3
                #expect(
                    isLoose || isClose(found, value) || column == 1 && abs((found ?? 1) - (value ?? 0)) < 1e-8,
                    "\(story)\nrow \(row), column \(column): \(String(describing: found)), expected \(String(describing: value))")
            }
        }
    }
}
