import Foundation
import HealthKit
import Testing

/// Printing a predicate shows the words of Apple's `predicateFormat`.
@Suite("Texts of predicates")
struct PredicateTextTests {
    // 2026-03-02 is 9191 days after 2001-01-01.
    private let start = date("2026-03-02T00:00:00Z")
    private let end = date("2026-03-03T00:00:00Z")
    private let first = "CAST(794102400.000000, \"NSDate\")"
    private let last = "CAST(794188800.000000, \"NSDate\")"

    private func text(_ options: HKQueryOptions, _ start: Date?, _ end: Date?) -> String {
        "\(HKQuery.predicateForSamples(withStart: start, end: end, options: options))"
    }

    @Test("A predicate of dates prints its comparisons")
    func dates() {
        #expect(text([], start, end) == "endDate >= \(first) AND startDate < \(last)")
        #expect(text([], start, nil) == "endDate >= \(first)")
        #expect(text([], nil, end) == "startDate < \(last)")
        #expect(text([], nil, nil) == "TRUEPREDICATE")
        #expect(text(.strictStartDate, start, end) == "endDate >= \(first) AND startDate < \(last) AND offsetFromStartDate >= \(first)")
        #expect(text(.strictEndDate, start, end) == "endDate >= \(first) AND startDate < \(last) AND endDate < \(last)")
        var printed = ""
        print(HKQuery.predicateForSamples(withStart: start, end: end), terminator: "", to: &printed)
        #expect(printed == text([], start, end))
        #expect(HKQuery.predicateForSamples(withStart: start, end: end).description == printed)
    }

    @Test("Compounds print their parts, with parentheses where a part joins several comparisons")
    func compounds() {
        let day = HKQuery.predicateForSamples(withStart: start, end: end)
        let fast = HKQuery.predicateForQuantitySamples(
            with: .greaterThanOrEqualTo, quantity: HKQuantity(unit: .count(), doubleValue: 100))
        let entered = HKQuery.predicateForObjects(withMetadataKey: HKMetadataKeyWasUserEntered, operatorType: .notEqualTo, value: true)
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [day, fast])
        #expect("\(both)" == "(endDate >= \(first) AND startDate < \(last)) AND quantity >= 100 count")
        let either = NSCompoundPredicate(orPredicateWithSubpredicates: [fast, entered])
        #expect("\(either)" == "quantity >= 100 count OR metadata.HKWasUserEntered != 1")
        #expect("\(NSCompoundPredicate(notPredicateWithSubpredicate: fast))" == "NOT quantity >= 100 count")
        #expect("\(NSCompoundPredicate(notPredicateWithSubpredicate: both))" == "NOT (\(both))")
        #expect("\(NSPredicate(value: false))" == "FALSEPREDICATE")
        #expect("\(NSPredicate(format: "%K < %@", HKPredicateKeyPathStartDate, end))" == "startDate < \(last)")
    }

    @Test("Other predicates print their key paths and values")
    func others() {
        let identifier = UUID()
        #expect("\(HKQuery.predicateForObject(with: identifier))" == "UUID == \(identifier.uuidString)")
        #expect("\(HKQuery.predicateForCategorySamples(with: .equalTo, value: 3))" == "value == 3")
        #expect("\(HKQuery.predicateForObjects(withMetadataKey: "Key"))" == "metadata.Key != nil")
        #expect("\(HKQuery.predicateForObjects(withMetadataKey: "Key", allowedValues: ["b", "a"]))" == "metadata.Key IN {\"a\", \"b\"}")
        #expect("\(HKQuery.predicateForWorkouts(with: .running))" == "workoutType == 37")
        #expect("\(HKQuery.predicateForWorkouts(with: .greaterThan, duration: 600))" == "duration > 600.0")
        let energy = HKQuantity(unit: .kilocalorie(), doubleValue: 300)
        #expect("\(HKQuery.predicateForWorkouts(with: .lessThan, totalEnergyBurned: energy))" == "totalEnergyBurned < 300 kcal")
        #expect("\(HKQuery.predicateForObjectsWithNoCorrelation())" == "correlation == nil")
        #expect(
            "\(HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyName, allowedValues: ["Watch"]))"
                == "device.\(HKDevicePropertyKeyName) IN {\"Watch\"}")
    }
}
