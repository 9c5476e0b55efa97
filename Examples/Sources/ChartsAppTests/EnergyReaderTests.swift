import HealthKit
import Testing

@testable import ChartsApp

@Suite("Today's energy and a typical day")
struct EnergyReaderTests {
    private let statements = """
        add 100 kcal activeEnergy at 2026-03-23 08:00 for 1h
        add 300 kcal activeEnergy at 2026-03-23 18:00 for 1h
        add 200 kcal activeEnergy at 2026-03-24 08:00 for 1h
        add 60 kcal activeEnergy at 2026-03-25 08:00 for 1h
        """

    private static let walk = "5 kcal activeEnergy at 2026-03-25 08:00 for 5min"

    @Test("Both curves have each quarter of an hour, and now belongs to both parts of the typical day")
    func curves() async throws {
        let now = at("2026-03-25 12:00")
        let energy = try #require(try await EnergyReader(store: filled(statements), calendar: berlin).day(at: now))
        // (100 + 200) / 2, and (400 + 200) / 2.
        #expect(energy.total == 60 && energy.typicalNow == 150 && energy.typicalTotal == 300)
        #expect(energy.today.count == 49 && energy.typicalSoFar.count == 49 && energy.typicalLater.count == 49)
        #expect(energy.typicalSoFar.last == energy.typicalLater.first && energy.typicalLater.first?.date == now)
        #expect(energy.today.first { $0.date == at("2026-03-25 08:30") }?.kilocalories == 30)
        #expect(energy.typicalSoFar.first { $0.date == at("2026-03-25 08:30") }?.kilocalories == 75)
        #expect(energy.day == DateInterval(start: at("2026-03-25"), end: at("2026-03-26")))
    }

    @Test("Between two quarters, the typical day is between their values")
    func between() async throws {
        let store = try filled(statements.replacingOccurrences(of: "60 kcal activeEnergy at 2026-03-25 08:00 for 1h", with: Self.walk))
        let energy = try #require(try await EnergyReader(store: store, calendar: berlin).day(at: at("2026-03-25 08:05")))
        // 5 of 60 minutes of 150 kcal.
        #expect(isClose([energy.typicalNow, energy.total], [12.5, 5]))
        #expect(energy.today.suffix(2).map(\.date) == [at("2026-03-25 08:00"), at("2026-03-25 08:05")])
    }

    @Test("A day of 23 hours has 92 quarters, and a day of 25 hours waits while an hour comes again")
    func clockChanges() async throws {
        let spring = try filled("add 240 kcal activeEnergy at 2026-03-28 00:00 for 24h")
        let short = try #require(try await EnergyReader(store: spring, calendar: berlin).day(at: at("2026-03-29 12:00")))
        #expect(short.typicalSoFar.count + short.typicalLater.count == 94 && short.typicalNow == 120)
        let autumn = try filled("add 240 kcal activeEnergy at 2026-10-24 00:00 for 24h")
        let long = try #require(try await EnergyReader(store: autumn, calendar: berlin).day(at: at("2026-10-25 12:00")))
        let curve = (long.typicalSoFar + long.typicalLater.dropFirst()).map(\.kilocalories)
        #expect(curve.count == 101 && curve == curve.sorted() && long.typicalNow == 120)
        // From 02:45 of summer time to 02:45 of winter time.
        #expect(Set(curve[11...15]) == [27.5] && curve[16] == 30)
    }

    @Test("Without data before today, a card is not possible")
    func empty() async throws {
        let store = try filled("add 60 kcal activeEnergy at 2026-03-25 08:00 for 1h")
        #expect(try await EnergyReader(store: store, calendar: berlin).day(at: at("2026-03-25 12:00")) == nil)
    }

    @Test("With made-up data, the curves are the sums of the samples", arguments: ["00:05", "12:00", "23:55"])
    func madeUp(time: String) async throws {
        let now = at("2026-03-27 " + time)
        let store = HKHealthStore.inMemory()
        try await SampleLife(calendar: berlin).fill(store, days: 14, until: now)
        let energy = try #require(try await EnergyReader(store: store, calendar: berlin).day(at: now))
        let samples = try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.activeEnergyBurned))], sortDescriptors: [SortDescriptor(\.startDate)]
        ).result(for: store)
        func sum(where isIncluded: (HKQuantitySample) -> Bool) -> Double {
            samples.filter(isIncluded).map { $0.quantity.doubleValue(for: .kilocalorie()) }.reduce(0, +)
        }
        func minute(_ date: Date) -> Int { berlin.component(.hour, from: date) * 60 + berlin.component(.minute, from: date) }

        let midnight = at("2026-03-27")
        let today = energy.today.map { point in sum { $0.startDate >= midnight && $0.endDate <= point.date } }
        #expect(isClose(energy.today.map(\.kilocalories), today))
        #expect(energy.today.last?.date == now)
        let typical = (energy.typicalSoFar + energy.typicalLater).filter { minute($0.date) % 15 == 0 && $0.date < energy.day.end }
        let expected = typical.map { point in sum { $0.startDate < midnight && minute($0.startDate) < minute(point.date) } / 14 }
        #expect(isClose(typical.map(\.kilocalories), expected))
        #expect(isClose([energy.typicalTotal], [sum { $0.startDate < midnight } / 14]))
    }
}
