import HealthKit
import Testing

@testable import HealthKitApp

@Suite("Statistics")
struct StatisticsTests {
    @Test("Midnight: a statistics query takes whole samples, and a collection shares them")
    func midnight() async throws {
        let reader = StatisticsReader(
            store: try filled(
                """
                add 600 count steps from "Watch" at 2026-03-27 23:30 for 1h
                add 100 count steps from "Watch" at 2026-03-28 08:00 for 10min
                """))
        let (steps, isFailure): (Double?, Bool) = await answer { finish in
            reader.stepsToday(at: at("2026-03-28 12:00")) { finish(($0, $1 != nil)) }
        }
        #expect(steps == 100)
        #expect(!isFailure)
        #expect(try await reader.total(.stepCount, .count(), in: period("2026-03-28", "2026-03-29"), options: []) == 700)
        #expect(try await reader.days(.stepCount, .count(), from: at("2026-03-27"), to: at("2026-03-28 12:00")) == [300, 400])
    }

    @Test("No data: a statistics query gives error 11, and an asynchronous one throws it")
    func noData() async throws {
        let reader = StatisticsReader(store: try filled())
        let (steps, code): (Double?, HKError.Code?) = await answer { finish in
            reader.stepsToday(at: at("2026-03-28 12:00")) { finish(($0, ($1 as? HKError)?.code)) }
        }
        #expect(steps == nil)
        #expect(code == .errorNoData)
        #expect(code?.rawValue == 11)
        #expect(try await reader.total(.stepCount, .count(), in: period("2026-03-28", "2026-03-29")) == nil)
        await #expect(throws: HKError.self) { try await reader.heartRates(in: period("2026-03-28", "2026-03-29")) }
    }

    @Test("Three statistics run at once with async let")
    func dashboard() async throws {
        let reader = StatisticsReader(
            store: try filled(
                """
                add 1000 count steps from "Watch" at 2026-03-28 08:00 for 10min
                add 2500 m distanceWalkingRunning from "Watch" at 2026-03-28 08:00 for 10min
                """))
        #expect(
            try await reader.dashboard(period("2026-03-28", "2026-03-29"))
                == Dashboard(steps: 1000, kilometers: 2.5, kilocalories: nil))
    }

    @Test("Minimum, average and maximum of heart rates, also by hour")
    func heartRates() async throws {
        let reader = StatisticsReader(store: try filled(#"load heartRate from "Watch" at 2026-03-28 09:00 every 40min for 0s: 60 70 110"#))
        let day = period("2026-03-28", "2026-03-29")
        #expect(try await reader.heartRates(in: day) == HeartRates(lowest: 60, average: 80, highest: 110))
        // 09:00 and 09:40 are in one hour, 10:20 is in the next.
        #expect(try await reader.hourlyHeartRates(in: day) == [at("2026-03-28 09:00"): 65, at("2026-03-28 10:00"): 110])
    }

    @Test("Heart rates that last count by their time, also in hours that they share")
    func lastingHeartRates() async throws {
        let reader = StatisticsReader(store: try filled(#"load heartRate from "Watch" at 2026-03-28 09:00 every 40min: 60 66 114"#))
        // 40 minutes of 60 and 20 of 66, and then 20 minutes of 66 and 40 of 114.
        #expect(
            try await reader.hourlyHeartRates(in: period("2026-03-28", "2026-03-29"))
                == [at("2026-03-28 09:00"): 62, at("2026-03-28 10:00"): 98])
    }

    @Test("The most recent value has its time")
    func mostRecent() async throws {
        let reader = StatisticsReader(
            store: try filled("add 81 kg bodyMass at 2026-03-27 07:00; add 80 kg bodyMass at 2026-03-28 07:00"))
        let mass = try #require(try await reader.latestBodyMass())
        // 80 / 0.45359237
        #expect(isClose(mass.pounds, 176.369809748))
        #expect(mass.time == period("2026-03-28 07:00", "2026-03-28 07:00"))
    }

    @Test("Days without samples are visited and have no quantity")
    func emptyDays() async throws {
        let reader = StatisticsReader(
            store: try filled(
                """
                add 100 count steps at 2026-03-26 08:00 for 10min
                add 300 count steps at 2026-03-28 08:00 for 10min
                """))
        // The last bucket is the one that starts exactly at the end.
        #expect(
            try await reader.days(.stepCount, .count(), from: at("2026-03-26 15:00"), to: at("2026-03-29")) == [100, nil, 300, nil])
        #expect(try await reader.firstDay(withSteps: 200, from: at("2026-03-26"), to: at("2027-03-26")) == at("2026-03-28"))
        // The 28th reaches 100 steps, too, but the enumeration stops at the first day.
        #expect(try await reader.firstDay(withSteps: 100, from: at("2026-03-26"), to: at("2026-04-26")) == at("2026-03-26"))
        #expect(try await reader.firstDay(withSteps: 301, from: at("2026-03-26"), to: at("2026-04-26")) == nil)
    }

    @Test("The day on which clocks skip an hour has 23 hours, and the other one has 25")
    func daylightSaving() async throws {
        let reader = StatisticsReader(
            store: try filled("add 120 count steps at 2026-03-29 01:30 to 2026-03-29 03:30"))
        func hours(_ day: String) async throws -> [HKStatistics] {
            let start = at(day)
            let found = try await reader.collection(.stepCount, .cumulativeSum, anchor: start, every: DateComponents(hour: 1))
            let end = try #require(Calendar.current.date(byAdding: .day, value: 1, to: start))
            var hours: [HKStatistics] = []
            found.enumerateStatistics(from: start, to: end.addingTimeInterval(-1)) { statistics, _ in hours.append(statistics) }
            return hours
        }
        let spring = try await hours("2026-03-29")
        #expect(spring.count == 23)
        let walked = spring.filter { $0.sumQuantity() != nil }
        #expect(walked.map(\.startDate) == [at("2026-03-29 01:00"), at("2026-03-29 03:00")])
        #expect(walked.map { $0.sumQuantity()?.doubleValue(for: .count()) } == [60, 60])
        #expect(try await hours("2026-10-25").count == 25)
    }

    @Test("Months from a 31st do not drift")
    func months() async throws {
        let reader = StatisticsReader(
            store: try filled("add 10 count steps at 2026-02-28 12:00; add 20 count steps at 2026-03-31 12:00"))
        let found = try await reader.collection(
            .stepCount, .cumulativeSum, anchor: at("2026-01-31"), every: DateComponents(month: 1))
        #expect(found.statistics().map(\.startDate) == [at("2026-02-28"), at("2026-03-31")])
        #expect(found.statistics().map(\.endDate) == [at("2026-03-31"), at("2026-04-30")])
        #expect(found.statistics().map { $0.sumQuantity()?.doubleValue(for: .count()) } == [10, 20])
    }

    @Test("Sources count separately, and together without double counting")
    func sources() async throws {
        let reader = StatisticsReader(
            store: try filled(
                """
                add 600 count steps from "Watch" at 2026-03-28 08:00 for 1h
                add 400 count steps from "iPhone" at 2026-03-28 08:30 for 1h
                """))
        #expect(try await reader.stepsBySource(on: at("2026-03-28")) == ["Watch": 600, "iPhone": 400])
        // The watch, and the half of the phone's hour that the watch did not record.
        #expect(try await reader.total(.stepCount, .count(), in: period("2026-03-28", "2026-03-29")) == 800)
        let plain = try await reader.collection(.stepCount, .cumulativeSum, anchor: at("2026-03-28"), every: DateComponents(day: 1))
        #expect(plain.statistics(for: at("2026-03-28 20:00"))?.sources == nil)
        #expect(plain.statistics(for: at("2026-03-29")) == nil)
        #expect(Set(plain.sources().map(\.name)) == ["Watch", "iPhone"])
    }

    @Test("Options that were not asked for give no quantity")
    func unasked() async throws {
        let reader = StatisticsReader(store: try filled("add 10 count steps at 2026-03-28 12:00 for 10min"))
        let found = try await reader.collection(
            .stepCount, [.mostRecent, .duration], anchor: at("2026-03-28"), every: DateComponents(day: 1))
        let day = try #require(found.statistics(for: at("2026-03-28 12:00")))
        #expect(day.sumQuantity() == nil)
        #expect(day.mostRecentQuantity()?.doubleValue(for: .count()) == 10)
        #expect(day.duration()?.doubleValue(for: .minute()) == 10)
    }

    @Test("Units convert, and tell if they fit")
    func units() {
        let run = HKQuantity(unit: .mile(), doubleValue: 2)
        #expect(Labels.distance(run, miles: false) == "3.22 km")
        #expect(Labels.distance(run, miles: true) == "2.00 mi")
        #expect(Labels.kilojoules(HKQuantity(unit: .kilocalorie(), doubleValue: 100)) == 418.4)
        #expect(Labels.value(HKQuantity(unit: StatisticsReader.perMinute, doubleValue: 90), in: "count/s") == 1.5)
        #expect(Labels.value(run, in: "kg") == nil)
        #expect(Labels.percent(HKQuantity(unit: .percent(), doubleValue: 0.97)) == "97 %")
        #expect(HKUnit.gramUnit(with: .kilo).unitString == "kg")
        #expect(HKQuantity(unit: HKUnit(from: "ml/kg*min"), doubleValue: 40).is(compatibleWith: HKUnit(from: "l/kg*min")))
        #expect(run.compare(HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 3)) == .orderedDescending)
    }
}
