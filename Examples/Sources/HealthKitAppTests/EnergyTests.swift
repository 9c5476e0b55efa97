import HealthKit
import Testing

@testable import HealthKitApp

@Suite("Today's energy, weeks and the cache")
struct EnergyTests {
    @Test("Today's energy is next to a typical day, whose hours are those of the clock")
    func typicalDay() async throws {
        let store = try filled(
            """
            add 100 kcal activeEnergy from "Watch" at 2026-03-27 08:00 for 1h
            add 200 kcal activeEnergy from "Watch" at 2026-03-27 18:00 for 1h
            add 140 kcal activeEnergy from "Watch" at 2026-03-28 08:00 for 1h
            add 260 kcal activeEnergy from "Watch" at 2026-03-28 18:00 for 1h
            add 120 kcal activeEnergy from "Watch" at 2026-03-29 08:00 for 1h
            add 90 kcal activeEnergy from "Watch" at 2026-03-30 08:00 for 30min
            add 60 kcal activeEnergy from "iPhone" at 2026-03-30 08:00 for 30min
            """)
        // Clocks skip an hour on the 29th. Half of each morning's hour is over at 08:30. The phone repeats the watch.
        let today = try #require(try await EnergyModel(store: store).today(at: at("2026-03-30 08:30")))
        #expect(today.soFar == 90)
        // (50 + 70 + 60) / 3, and (300 + 400 + 120) / 3.
        #expect(today.typicalSoFar == 60)
        #expect(isClose(today.typicalTotal, 273.3333333333))
        #expect(try await EnergyModel(store: filled()).today(at: at("2026-03-30 08:30")) == nil)
    }

    @Test("Weeks start on Monday at 03:00, and share a walk that crosses their edge")
    func weeks() async throws {
        let store = try filled(
            """
            add 600 count steps from "Watch" at 2026-03-16 02:30 for 1h
            add 1000 count steps from "Watch" at 2026-03-30 02:00 for 30min
            add 500 count steps from "Watch" at 2026-03-31 09:00 for 10min
            """)
        let weeks = try await WeeklySteps(store: store).weeks(5, until: at("2026-03-31 12:00"))
        let starts = ["2026-03-02 03:00", "2026-03-09 03:00", "2026-03-16 03:00", "2026-03-23 03:00", "2026-03-30 03:00"].map(at)
        #expect(weeks.map(\.start) == starts)
        #expect(weeks.map(\.end) == starts.dropFirst() + [at("2026-04-06 03:00")])
        #expect(weeks.map(\.steps) == [nil, 300, 300, 1000, 500])
        // The week in which clocks skip an hour.
        #expect(weeks[3].end.timeIntervalSince(weeks[3].start) == 167 * 3600)
    }

    // MARK: Cache and observers

    @Test("A cache keeps its value until midnight, also on the day that has 23 hours")
    func midnight() async throws {
        _ = berlin
        let loads = Notes<Date>()
        let cache = DayCache<Date> { now in
            await loads.add(now)
            return now
        }
        let times = ["2026-03-28 22:00", "2026-03-28 23:59", "2026-03-29 00:00", "2026-03-29 23:30", "2026-03-30 00:00"].map(at)
        for time in times { _ = try await cache.value(at: time) }
        #expect(await loads.values == [times[0], times[2], times[4]])
        await cache.invalidate()
        #expect(try await cache.value(at: times[4]) == times[4])
        #expect(await loads.values.count == 4)
    }

    @Test("An observer empties the cache when samples change")
    func observedCache() async throws {
        let store = try filled(#"add 100 count steps from "Watch" at 2026-03-28 08:00 for 10min"#)
        let now = at("2026-03-28 12:00")
        let reader = StatisticsReader(store: store)
        let day = period("2026-03-28", "2026-03-29")
        let cache = DayCache<Double?> { _ in try await reader.total(.stepCount, .count(), in: day) }
        #expect(try await cache.value(at: now) == 100)
        let monitor = SampleMonitor(HKQuantityType(.stepCount), in: store) { await cache.invalidate() }
        try await store.save(walk(50, "2026-03-28 09:00"))
        #expect(try await eventually(150) { try await cache.value(at: now) })
        monitor.stop()
    }

    @Test("An observer runs at the start and after each change, and not after it is stopped")
    func observer() async throws {
        let store = try filled()
        let calls = Notes<Int>()
        let monitor = SampleMonitor(HKQuantityType(.stepCount), in: store) { await calls.add(1) }
        #expect(try await eventually(1) { await calls.values.count })
        let sample = walk(50, "2026-03-28 09:00")
        try await store.save(sample)
        #expect(try await eventually(2) { await calls.values.count })
        try await store.delete(sample)
        #expect(try await eventually(3) { await calls.values.count })
        try await store.save(HKCategorySample(type: HKCategoryType(.mindfulSession), value: 0, start: .now, end: .now))
        monitor.stop()
        try await store.save(walk(50, "2026-03-28 10:00"))
        try await Task.sleep(for: .milliseconds(300))
        #expect(await calls.values.count == 3)
        #expect(await answer { SampleMonitor.wakeHourly(for: HKQuantityType(.stepCount), in: store, then: $0) })
    }

    // MARK: Widgets and summaries

    @Test("A widget shows today's steps and then 0 from midnight")
    func timeline() async throws {
        let store = try filled(
            """
            add 600 count steps from "Watch" at 2026-03-28 23:30 for 1h
            add 1200 count steps from "Watch" at 2026-03-29 10:00 for 10min
            """)
        let timeline = StepTimeline(store: store)
        let noon = try await timeline.entries(at: at("2026-03-29 12:00"))
        #expect(noon.entries == [StepEntry(date: at("2026-03-29 12:00"), steps: 1200), StepEntry(date: at("2026-03-30"), steps: 0)])
        #expect(noon.reload == at("2026-03-29 12:15"))
        #expect(try await timeline.entries(at: at("2026-03-29 23:50")).reload == at("2026-03-30"))
        #expect(try await timeline.entries(at: at("2026-03-30 08:00")).entries.first?.steps == 0)
    }

    @Test("The rings of a day are parts of its goals")
    func rings() async throws {
        let store = try filled(
            """
            add summary on 2026-03-28 move 420 of 560 kcal, exercise 45 of 30 min, stand 9 of 12 hr
            add summary on 2026-03-29 move 280 of 560 kcal
            """)
        let reader = SummaryReader(store: store)
        let first = try #require(try await reader.rings(of: at("2026-03-28 12:00")))
        #expect(first.day == DateComponents(year: 2026, month: 3, day: 28))
        #expect([first.move, first.exercise, first.stand] == [0.75, 1.5, 0.75])
        let second = try #require(try await reader.rings(of: at("2026-03-29 23:30")))
        #expect([second.move, second.exercise, second.stand] == [0.5, nil, nil])
        #expect(try await reader.rings(of: at("2026-03-30 00:00")) == nil)
        #expect(try await reader.rings(from: at("2026-03-27"), through: at("2026-03-30")) == [first, second])
        #expect(try await reader.rings(from: at("2026-03-27"), through: at("2026-03-28")) == [first])
    }
}
