import HealthKit
import Observation
import Testing

/// A model of a view with descriptors, `async let`, groups of tasks and sequences.
@MainActor @Observable
final class HealthModel {
    enum State: Equatable {
        case idle
        case loaded(steps: Int, kilometers: Double, kilocalories: Int)
        case failed(String)
    }

    private(set) var state = State.idle
    private(set) var chart: [Double] = []
    @ObservationIgnored private let service: HealthService

    init(store: HKHealthStore) { service = HealthService(store: store) }

    func load(_ day: Date) async {
        do {
            async let steps = service.total(.stepCount, unit: .count(), on: day)
            async let meters = service.total(.distanceWalkingRunning, unit: .meter(), on: day)
            async let energy = service.total(.activeEnergyBurned, unit: .largeCalorie(), on: day)
            state = .loaded(steps: Int(try await steps), kilometers: try await meters / 1000, kilocalories: Int(try await energy))
        } catch {
            state = .failed(error.localizedDescription)
        }
    }

    /// Follows the steps of a day until they reach a goal.
    func follow(_ day: Date, until goal: Double) async throws {
        let start = Calendar.current.startOfDay(for: day)
        let query = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(
                type: HKQuantityType(.stepCount),
                predicate: HKQuery.predicateForSamples(withStart: start, end: Calendar.current.date(byAdding: .day, value: 1, to: start))),
            options: .cumulativeSum, anchorDate: start, intervalComponents: DateComponents(day: 1))
        for try await result in query.results(for: service.store) {
            let sum = result.statisticsCollection.statistics(for: start)?.sumQuantity()?.doubleValue(for: .count()) ?? 0
            chart.append(sum)
            if sum >= goal { break }
        }
    }
}

actor HealthService {
    nonisolated let store: HKHealthStore

    init(store: HKHealthStore) { self.store = store }

    func total(_ identifier: HKQuantityTypeIdentifier, unit: HKUnit, on day: Date) async throws -> Double {
        let start = Calendar.current.startOfDay(for: day)
        let end = Calendar.current.date(byAdding: .day, value: 1, to: start)!
        let samples = HKSamplePredicate.quantitySample(
            type: HKQuantityType(identifier), predicate: HKQuery.predicateForSamples(withStart: start, end: end, options: .strictStartDate))
        do {
            let result = try await HKStatisticsQueryDescriptor(predicate: samples, options: .cumulativeSum).result(for: store)
            return result?.sumQuantity()?.doubleValue(for: unit) ?? 0
        } catch let error as HKError where error.code == .errorNoData {
            return 0
        }
    }

    /// The totals of several types at once, in a group of tasks.
    func totals(_ types: [HKQuantityTypeIdentifier: HKUnit], on day: Date) async throws -> [HKQuantityTypeIdentifier: Double] {
        try await withThrowingTaskGroup(of: (HKQuantityTypeIdentifier, Double).self) { group in
            for (type, unit) in types { group.addTask { (type, try await self.total(type, unit: unit, on: day)) } }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    /// The samples of two types in one query, with a limit.
    func newest(_ count: Int) async throws -> [HKQuantitySample] {
        let descriptor = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.stepCount)), .quantitySample(type: HKQuantityType(.activeEnergyBurned))],
            sortDescriptors: [SortDescriptor(\.endDate, order: .reverse), SortDescriptor(\.startDate)], limit: count)
        return try await descriptor.result(for: store)
    }

    /// Pages of changes with the descriptor of anchored queries.
    func pages(of size: Int) async throws -> [Int] {
        var anchor: HKQueryAnchor?
        var sizes: [Int] = []
        while true {
            let descriptor = HKAnchoredObjectQueryDescriptor(
                predicates: [.quantitySample(type: HKQuantityType(.stepCount))], anchor: anchor, limit: size)
            let page = try await descriptor.result(for: store)
            if page.addedSamples.isEmpty { return sizes }
            sizes.append(page.addedSamples.count)
            anchor = page.newAnchor
        }
    }
}

@Suite("Snippets: async")
struct ModernSnippets {
    private func store() throws -> HKHealthStore {
        try filled(
            """
            add 1000 count steps from "Watch" at 2026-03-29 01:50 to 2026-03-29 03:10
            add 2000 count steps from "Watch" at 2026-03-29 12:00 for 30min
            add 400 count steps from "iPhone" at 2026-03-29 12:15 for 30min
            add 2.4 km distanceWalkingRunning from "Watch" at 2026-03-29 12:00 for 30min
            add 100 kJ activeEnergy from "Watch" at 2026-03-29 12:00 for 10min
            """)
    }

    @Test("Three totals at once for an observable model")
    @MainActor
    func model() async throws {
        let model = HealthModel(store: try store())
        await model.load(at("2026-03-29 20:00"))
        // The phone adds the half of its walk after 12:30. 100 kJ are 23.9 kcal.
        #expect(model.state == .loaded(steps: 3200, kilometers: 2.4, kilocalories: 23))
        await model.load(at("2026-03-28 20:00"))
        #expect(model.state == .loaded(steps: 0, kilometers: 0, kilocalories: 0))
    }

    @Test("A sequence of collections until a goal")
    @MainActor
    func sequence() async throws {
        let store = try filled(#"add 700 count steps from "Watch" at 2026-03-28 12:00 for 30min"#)
        let model = HealthModel(store: store)
        let day = at("2026-03-28 12:00")
        let following = Task { try await model.follow(day, until: 1000) }
        #expect(try await eventually([700]) { model.chart })
        try await store.save(
            HKQuantitySample(
                type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 300), start: day + 7200, end: day + 7260
            ))
        try await following.value
        #expect(model.chart == [700, 1000])
    }

    @Test("A group of tasks, several types in one query, and pages of changes")
    func service() async throws {
        let service = HealthService(store: try store())
        let totals = try await service.totals([.stepCount: .count(), .activeEnergyBurned: .jouleUnit(with: .kilo)], on: at("2026-03-29"))
        #expect(totals.count == 2 && totals[.stepCount] == 3200 && isClose(totals[.activeEnergyBurned], 100))
        let newest = try await service.newest(3)
        #expect(newest.map(\.endDate) == [at("2026-03-29 12:45"), at("2026-03-29 12:30"), at("2026-03-29 12:10")])
        #expect(newest.map(\.sourceRevision.source.name) == ["iPhone", "Watch", "Watch"])
        #expect(newest.last?.quantityType == HKQuantityType(.activeEnergyBurned))
        #expect(try await service.pages(of: 2) == [2, 1])
    }
}
