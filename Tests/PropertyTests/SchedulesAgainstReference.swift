import CalendarIntervals
import HealthModel
import RandomTesting
import ReferenceEngine
import Testing

@Suite("Schedules against the reference calendar")
struct SchedulesAgainstReference {
    private static let periods: [ReferencePeriod: CalendarPeriod] = [
        .second: .second, .minute: .minute, .hour: .hour, .day: .day, .week: .week, .month: .month, .quarter: .quarter, .year: .year,
    ]

    private static let profiles: [ReferenceProfile: Profile] = [
        .hourOfDay: .hourOfDay, .weekday: .weekday, .hourOfWeek: .hourOfWeek, .dayOfMonth: .dayOfMonth, .weekOfYear: .weekOfYear,
        .monthOfYear: .monthOfYear, .partOfDay: .partOfDay, .weekdayOrWeekend: .weekdayOrWeekend,
    ]

    private func instant(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

    /// Returns an instant between 1970 and 2037. Half of the instants are within a day of a clock change in the zone.
    private func moment(in zone: Zone, random: inout SplitMix64) -> Int64 {
        let any = Int64.random(in: 0..<2_114_380_800, using: &random) * 1000
        let changes =
            zone.history.map { history in history.stretches.map { zone.start(of: $0.until).milliseconds } }
            ?? zone.changes(inside: instant(0)..<instant(2_114_380_800_000)).map(\.instant.milliseconds)
        guard random.chance(50), let change = changes.randomElement(using: &random) else { return any }
        return change + Int64.random(in: -86_400...86_400, using: &random) * 1000
    }

    /// Returns a zone of the database, or often a history of two or three of them.
    private func zoneName(_ random: inout SplitMix64) -> String {
        let name = random.pick(Zone.knownIdentifiers)
        guard random.chance(40) else { return name }
        var date = CivilDate(dayNumber: random.pick(1500...20_000))
        var text = ""
        for _ in 0..<random.pick(1...2) {
            text += "\(random.pick(Zone.knownIdentifiers)) until \(ISO8601.text(of: date)), "
            date = date.adding(days: random.pick([1, 2, 3, 30, 400]))
        }
        // Two moves across the date line on adjacent days can leave no time between them.
        return Zone.named(text + name) == nil ? name : text + name
    }

    @Test("Edges and slots for any zone, anchor and interval follow local time (S3.1–S3.7)")
    func edges() throws {
        for seed in seeds(30) { try compareEdges(seed: seed) }
    }

    private func compareEdges(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let name = zoneName(&random)
        let zone = try #require(Zone.named(name))
        let reference = try #require(ReferenceCalendar(zone: name))
        let start = moment(in: zone, random: &random)
        let period = random.pick(ReferencePeriod.allCases)
        let count = random.pick([1, 1, 1, 2, 3, 4, 6])
        let keepsWallClock = period == .hour && random.chance(40)
        let interval = IntervalComponents(count, try #require(Self.periods[period]))
        let anchor = random.chance(50) ? start : start + Int64.random(in: -400...400, using: &random) * 86_400_000 / 24
        let range = ReferenceInterval(start, start + Int64(random.pick(1...12)) * interval.approximateMilliseconds)

        let schedule = BucketSchedule(interval: interval, anchor: instant(anchor), zone: zone, grid: keepsWallClock ? .clock : .elapsed)
        let ours = schedule.edges(covering: instant(range.start)..<instant(range.end))
        let pieces = reference.buckets(meeting: range, anchor: anchor, count: count, period: period, keepsWallClock: keepsWallClock)
            .flatMap(\.pieces)
        let theirs = pieces.map(\.start) + pieces.suffix(1).map(\.end)
        #expect(ours == theirs, "seed \(seed): \(name) from \(start) every \(interval) \(schedule.grid) anchor \(anchor)")

        let civil = zone.civil(at: instant(start))
        for profile in ReferenceProfile.allCases {
            let own = try #require(Self.profiles[profile])
            let slot = own.slot(of: civil) + own.firstNumber
            #expect(slot == reference.slot(profile, at: start), "seed \(seed): \(profile) of \(start) in \(name)")
        }
    }

    @Test("Whole weeks start on the weekday of their anchor, in any notation (S3.5)")
    func wholeWeeks() throws {
        for seed in seeds(30) {
            var random = SplitMix64(seed: seed)
            let name = zoneName(&random)
            let zone = try #require(Zone.named(name))
            let reference = try #require(ReferenceCalendar(zone: name))
            let start = moment(in: zone, random: &random)
            let weeks = random.pick([1, 1, 2, 4])
            let (count, period): (Int, ReferencePeriod) = random.pick([(7, .day), (1, .week), (168, .hour), (10_080, .minute)])
            let weekday = random.pick(1...7)
            let timeOfDay = random.pick([0, 3 * 60, 2 * 60 + 30, Int.random(in: 0..<1440, using: &random)]) * 60_000

            var rule = AnchorRule(weekStart: Weekday.allCases[weekday - 1], millisecondOfDay: timeOfDay)
            rule.anchorsWholeWeeks = true
            let interval = IntervalComponents(weeks * count, try #require(Self.periods[period]))
            let anchor = rule.anchor(of: interval, holding: instant(start), zone: zone)
            let range = ReferenceInterval(start, start + 5 * 7 * 86_400_000)
            let ours = BucketSchedule(interval: interval, anchor: anchor, zone: zone)
                .edges(covering: instant(range.start)..<instant(range.end))
            let begin = reference.dayAnchor(start: start, timeOfDay: Int64(timeOfDay), weekday: weekday)
            let pieces = reference.buckets(
                meeting: range, anchor: begin.instant, wall: begin.wall, count: weeks * count, period: period
            ).flatMap(\.pieces)
            let theirs = pieces.map(\.start) + pieces.suffix(1).map(\.end)
            #expect(ours == theirs, "seed \(seed): \(interval) from \(start) in \(name), weekday \(weekday) at \(timeOfDay)")
        }
    }

    @Test("Months, quarters and years start on the anchor's day of each month, or on its last day (S3.5)")
    func daysOfMonths() throws {
        for seed in seeds(100) {
            var random = SplitMix64(seed: seed)
            let name = zoneName(&random)
            let zone = try #require(Zone.named(name))
            let reference = try #require(ReferenceCalendar(zone: name))
            let start = moment(in: zone, random: &random)
            let day = random.pick([29, 30, 31, random.pick(1...28)])
            let timeOfDay = random.pick([0, 3 * 60, Int.random(in: 0..<1440, using: &random)]) * 60_000
            let (period, months): (CalendarPeriod, Int) = random.pick([(.month, 1), (.quarter, 3), (.year, 12)])
            let interval = IntervalComponents(random.pick([1, 1, 2, 3, 5, 12]), period)
            let end = start + Int64(random.pick(1...6)) * interval.approximateMilliseconds

            let anchor = AnchorRule(millisecondOfDay: timeOfDay, dayOfMonth: day).anchor(of: interval, holding: instant(start), zone: zone)
            let ours = BucketSchedule(interval: interval, anchor: anchor, zone: zone).edges(covering: instant(start)..<instant(end))
            let starts = reference.monthStarts(
                meeting: ReferenceInterval(start, end), day: day, timeOfDay: Int64(timeOfDay), count: months * interval.count,
                firstMonth: period == .month ? nil : 1)
            // Quarters are counted from January, so some begin before the one that contains the start of the range.
            let theirs = Array(starts[(starts.lastIndex { $0 <= start } ?? 0)...])
            #expect(ours == theirs, "seed \(seed): \(interval) on day \(day) at \(timeOfDay) from \(start) in \(name)")
        }
    }

    @Test("The slots of a profile contain as much time as the minutes in their local time")
    func profiles() throws {
        for seed in seeds(10) { try compareProfile(seed: seed) }
    }

    private func compareProfile(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let name = zoneName(&random)
        let zone = try #require(Zone.named(name))
        let reference = try #require(ReferenceCalendar(zone: name))
        let profile = random.pick(ReferenceProfile.allCases)
        let own = try #require(Self.profiles[profile])
        // Since 1973, all zones change on whole minutes of UTC, and by whole minutes.
        let step: Int64 = 60_000
        let start = max(moment(in: zone, random: &random), 94_694_400_000) / step * step
        let end = start + Int64.random(in: 1...4000, using: &random) * step

        var expected = Array(repeating: Int64(0), count: own.slotCount)
        for instant in stride(from: start, to: end, by: Int64.Stride(step)) {
            expected[reference.slot(profile, at: instant) - own.firstNumber] += step
        }
        let grid = ProfileGrid([own], zone: zone, range: instant(start)..<instant(end))
        var found = expected.map { _ in Int64(0) }
        for (bucket, slot) in grid.slots.enumerated() { found[Int(slot)] += grid.edges[bucket + 1] - grid.edges[bucket] }
        #expect(found == expected, "seed \(seed): \(profile) from \(start) to \(end) in \(name)")
    }
}
