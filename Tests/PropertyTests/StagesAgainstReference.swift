import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import RandomTesting
import ReferenceEngine
import Testing

@Suite("Stages against the reference")
struct StagesAgainstReference {
    @Test("Random stages on random rows follow the rules (S9)")
    func randomStages() throws {
        for seed in seeds(60) {
            var random = SplitMix64(seed: seed)
            var rows = try RandomRows(using: &random)
            for _ in 0..<random.pick([1, 2, 3, 4]) {
                let step = RandomStep(rows, using: &random)
                try rows.apply(step)
                if let difference = rows.difference() {
                    Issue.record("seed \(seed): \(difference)\nafter \(rows.texts.joined(separator: " | "))\n\(rows)")
                    break
                }
            }
        }
    }

    @Test("The typical day is the mean of the days' totals at the end of each hour; removed rows stay removed (S9.3, C2)")
    func typicalDay() throws {
        for seed in seeds(30) {
            var random = SplitMix64(seed: seed)
            var rows = try RandomRows(using: &random)
            if random.chance(30) { try rows.apply(RandomStep.choice(rows, using: &random)) }
            try rows.apply(RandomStep.runningTotal(reset: .day, of: rows))
            if random.chance(40) { try rows.apply(RandomStep.choice(rows, using: &random)) }
            if random.chance(20) { try rows.apply(RandomStep.multiple(rows, using: &random)) }
            let isKeeping = random.chance(20)
            (rows.table.countsPartial, rows.reference.countsPartial) = (isKeeping, isKeeping)
            let keys = RowKeys(profiles: [.hourOfDay], zone: rows.zone)
            let table = try rows.run(.aggregate([RowAggregate(.average, of: 0)], by: keys), columns: 1)
            let expected = rows.reference.typical(.hourOfDay, slots: 0...23, reset: .day)
            let found = table.columns[0].values
            let story = "seed \(seed) after \(rows.texts.joined(separator: " | "))"
            #expect(zip(found, expected).allSatisfy(isClose), "\(story): \(found), expected \(expected)\n\(rows)")

            // A reading, if rows end with hours.
            guard table.columns[0].runningTotal != nil else { continue }
            let time = random.pick([0, 1800, 23 * 3600, Int64(random.pick(0..<86_400))]) * 1000
            rows.table = table
            let reading = try rows.run(.typicalValueAt(TypicalMoment(key: 0, firstHour: 0, elapsed: time)), columns: 1)
            let wanted = ReferenceRows.value(atMillisecondOfDay: time, typical: expected, atStart: 0)
            #expect(reading.rowCount == 1 && isClose(reading.columns[0].values[0], wanted), "\(story), at \(time)")
        }
    }

    @Test("An aggregate by a profile assigns each row to the slot of its start")
    func profiles() throws {
        for seed in seeds(30) {
            var random = SplitMix64(seed: seed)
            let rows = try RandomRows(using: &random)
            let (profile, reference, slots): (Profile, ReferenceProfile, ClosedRange<Int>) = random.pick([
                (.weekday, .weekday, 1...7), (.hourOfDay, .hourOfDay, 0...23), (.dayOfMonth, .dayOfMonth, 1...31),
                (.monthOfYear, .monthOfYear, 1...12), (.hourOfWeek, .hourOfWeek, 0...167), (.partOfDay, .partOfDay, 0...3),
                (.weekdayOrWeekend, .weekdayOrWeekend, 0...1),
            ])
            let (expected, aggregate): (ReferenceAggregate, Aggregate) = random.pick([
                (.average, .average), (.sum, .sum), (.count, .count), (.max, .max), (.latest, .latest), (.median, .median),
            ])
            let keys = RowKeys(profiles: [profile], zone: rows.zone)
            let found = try rows.run(.aggregate([RowAggregate(aggregate, of: 0)], by: keys), columns: 1).columns[0].values
            let wanted = rows.reference.profile(expected, reference, slots: slots).map(\.[0])
            #expect(found.count == wanted.count)
            #expect(
                zip(found, wanted).allSatisfy(isClose), "seed \(seed): \(aggregate) by \(profile): \(found), expected \(wanted)\n\(rows)")
        }
    }

    @Test("A projection is today's total so far plus the typical rest of the day (S9.5)")
    func projection() throws {
        for seed in seeds(30) {
            var random = SplitMix64(seed: seed)
            var rows = try RandomRows(using: &random)
            if random.chance(30) { try rows.apply(RandomStep.fillNone(rows)) }
            if random.chance(30) { try rows.apply(RandomStep.dropPartial(rows)) }
            try rows.apply(RandomStep.runningTotal(reset: .day, of: rows))
            let now = rows.reference.now
            let table = try rows.run(.project(Projection(now: Instant(milliseconds: now), days: rows.schedule(.day), typical: nil)))
            for row in 0..<table.rowCount {
                let expected = rows.reference.projection(table.key(ofRow: row), column: 0)
                #expect(isClose(table.columns[0].values[row], expected), "seed \(seed)\n\(rows)")
            }
        }
    }
}

func isClose(_ a: Double?, _ b: Double?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1)
}
