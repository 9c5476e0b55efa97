import Foundation
import HealthKit
import Testing

/// Predicates from formats, as apps write them.
@Suite("Formats of predicates")
struct PredicateFormatTests {
    private func store() async throws -> HKHealthStore {
        let store = HKHealthStore.inMemory()
        try await store.save([
            entered(1, "2026-03-02T08:00:00Z", true), entered(2, "2026-03-02T09:00:00Z", nil), entered(3, "2026-03-02T10:00:00Z", false),
            entered(4, "2026-03-02T11:00:00.500Z", nil),
        ])
        return store
    }

    private func entered(_ value: Double, _ start: String, _ isEntered: Bool?) -> HKQuantitySample {
        let strategy = Date.ISO8601FormatStyle(includingFractionalSeconds: start.contains("."))
        guard let start = try? Date(start, strategy: strategy) else { fatalError("not a date: \(start)") }
        return HKQuantitySample(
            type: steps, quantity: HKQuantity(unit: .count(), doubleValue: value), start: start, end: start + 60,
            metadata: isEntered.map { [HKMetadataKeyWasUserEntered: $0] })
    }

    private func chosen(_ predicate: NSPredicate) async throws -> [Int] {
        try await HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: steps, predicate: predicate)], sortDescriptors: [SortDescriptor(\.startDate)]
        ).result(for: store()).map { Int($0.quantity.doubleValue(for: .count())) }
    }

    @Test("Samples that are not marked as entered by hand are chosen, also those without the mark")
    func notEntered() async throws {
        #expect(try await chosen(NSPredicate(format: "metadata.%K != YES", HKMetadataKeyWasUserEntered)) == [2, 3, 4])
        #expect(try await chosen(NSPredicate(format: "metadata.%K == YES", HKMetadataKeyWasUserEntered)) == [1])
        #expect(try await chosen(NSPredicate(format: "metadata.HKWasUserEntered = false")) == [3])
        let (path, mark) = (HKPredicateKeyPathMetadata, HKMetadataKeyWasUserEntered)
        #expect(try await chosen(NSPredicate(format: "%K.%K != %@", path, mark, NSNumber(value: true))) == [2, 3, 4])
        #expect(try await chosen(NSPredicate(format: "metadata.%K == nil", HKMetadataKeyWasUserEntered)) == [2, 4])
        #expect(try await chosen(NSPredicate(format: "metadata.%K != NULL", HKMetadataKeyWasUserEntered)) == [1, 3])
    }

    @Test("Dates compare with starts and ends on either side, also between two milliseconds")
    func dates() async throws {
        let (nine, ten) = (date("2026-03-02T09:00:00Z"), date("2026-03-02T10:00:00Z"))
        #expect(
            try await chosen(
                NSPredicate(format: "%K >= %@ AND %K < %@", HKPredicateKeyPathStartDate, nine as NSDate, HKPredicateKeyPathStartDate, ten))
                == [2])
        #expect(try await chosen(NSPredicate(format: "endDate > %@ && startDate <= %@", argumentArray: [nine, ten])) == [2, 3])
        #expect(try await chosen(NSPredicate(format: "%@ < startDate", nine)) == [3, 4])
        #expect(try await chosen(NSPredicate(format: "startDate BETWEEN {%@, %@}", nine, ten)) == [2, 3])
        #expect(try await chosen(NSPredicate(format: "startDate BETWEEN %@", [nine, ten])) == [2, 3])
        let eleven = date("2026-03-02T11:00:00Z")
        #expect(try await chosen(NSPredicate(format: "startDate > %@", eleven.addingTimeInterval(0.4999))) == [4])
        #expect(try await chosen(NSPredicate(format: "startDate > %@", eleven.addingTimeInterval(0.5))) == [])
        #expect(try await chosen(NSPredicate(format: "startDate <= %@", eleven.addingTimeInterval(0.5002))) == [1, 2, 3, 4])
    }

    @Test("AND binds closer than OR, and NOT closer than both")
    func precedence() async throws {
        func quantity(_ value: Double) -> HKQuantity { HKQuantity(unit: .count(), doubleValue: value) }
        #expect(
            try await chosen(
                NSPredicate(format: "quantity = %@ OR quantity > %@ AND quantity < %@", quantity(1), quantity(2), quantity(4))) == [1, 3])
        #expect(
            try await chosen(
                NSPredicate(format: "(quantity == %@ or quantity > %@) and quantity != %@", quantity(1), quantity(2), quantity(4))) == [
                    1, 3,
                ])
        #expect(try await chosen(NSPredicate(format: "NOT quantity < %@ AND NOT quantity > %@", quantity(2), quantity(3))) == [2, 3])
        #expect(try await chosen(NSPredicate(format: "quantity IN %@", [quantity(1), quantity(4)])) == [1, 4])
        #expect(try await chosen(NSPredicate(format: "TRUEPREDICATE")) == [1, 2, 3, 4])
        #expect(try await chosen(NSPredicate(format: "FALSEPREDICATE || quantity <> %@", quantity(2))) == [1, 3, 4])
    }

    @Test("A format goes with the predicates of HealthKit in a compound, and gives the same statistics")
    func compound() async throws {
        let store = try await store()
        let byHand = NSPredicate(format: "metadata.%K == YES", HKMetadataKeyWasUserEntered)
        let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
            HKQuery.predicateForSamples(withStart: date("2026-03-02T00:00:00Z"), end: date("2026-03-02T10:30:00Z")),
            NSCompoundPredicate(notPredicateWithSubpredicate: byHand),
        ])
        let sum: Double? = await answer { done in
            store.execute(
                HKStatisticsQuery(quantityType: steps, quantitySamplePredicate: predicate, options: .cumulativeSum) { _, statistics, _ in
                    done(statistics?.sumQuantity()?.doubleValue(for: .count()))
                })
        }
        #expect(sum == 5)
    }

    @Test("Values of categories, identifiers, sources and workouts have formats")
    func otherKeys() async throws {
        let store = HKHealthStore.inMemory()
        let start = date("2026-03-02T08:00:00Z")
        let sleep = HKCategoryType(.sleepAnalysis)
        let stages = [HKCategoryValueSleepAnalysis.asleepREM, .awake].enumerated().map {
            HKCategorySample(type: sleep, value: $1.rawValue, start: start + Double($0) * 60, end: start + Double($0 + 1) * 60)
        }
        let run = HKWorkout(
            activityType: .running, start: start, end: start + 1800, duration: 1700, totalEnergyBurned: nil,
            totalDistance: HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 5), metadata: nil)
        try await store.save(stages + [run])
        func count(_ type: HKSampleType, _ predicate: NSPredicate) async throws -> Int {
            try await HKSampleQueryDescriptor(predicates: [.sample(type: type, predicate: predicate)], sortDescriptors: [])
                .result(for: store).count
        }
        #expect(try await count(sleep, NSPredicate(format: "value == %d", HKCategoryValueSleepAnalysis.asleepREM.rawValue)) == 1)
        #expect(try await count(sleep, NSPredicate(format: "value IN {2, 3, 4}")) == 1)
        #expect(try await count(sleep, NSPredicate(format: "%K == %@", HKPredicateKeyPathUUID, stages[0].uuid as NSUUID)) == 1)
        #expect(try await count(sleep, NSPredicate(format: "source = %@", HKSource.default())) == 2)
        #expect(try await count(sleep, NSPredicate(format: "source != %@", HKSource.default())) == 0)
        let workouts = HKObjectType.workoutType()
        #expect(try await count(workouts, NSPredicate(format: "duration > %f AND duration < 1701", 1600.5)) == 1)
        #expect(
            try await count(workouts, NSPredicate(format: "totalDistance >= %@", HKQuantity(unit: .meter(), doubleValue: 5000))) == 1)
        let running = HKWorkoutActivityType.running.rawValue
        #expect(try await count(workouts, NSPredicate(format: "%K == %lu", HKPredicateKeyPathWorkoutType, running)) == 1)
        let none = HKQuantity(unit: .kilocalorie(), doubleValue: 0)
        #expect(try await count(workouts, NSPredicate(format: "totalEnergyBurned > %@", none)) == 0)
    }

    @Test("A format that cannot be read traps")
    func syntax() async {
        await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "startDate >= ") }
        await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "startDate >= %@") }
        await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "TRUEPREDICATE", 3) }
        await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "(TRUEPREDICATE") }
    }

    @Test("A key without a test traps")
    func unknownKey() async {
        await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "color == 'red'") }
        await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "startDate == 'today'") }
        await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "source CONTAINS 'Watch'") }
    }
}
