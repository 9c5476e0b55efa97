import Foundation
import HealthKit
import Testing

/// Mistakes of a program end it when it makes them, with HealthKit's sentence and whole names.
@Suite("Mistakes that end the program")
struct TrapTests {
    /// Fails unless the output of a process that ended has a text.
    private func expect(_ result: ExitTest.Result?, has text: String, _ location: SourceLocation = #_sourceLocation) {
        let output = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(output.contains(text), "\(output)", sourceLocation: location)
    }

    @Test("An option that the type does not have is named when the query is made")
    func options() async {
        let average = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = HKStatisticsQuery(quantityType: HKQuantityType(.stepCount), quantitySamplePredicate: nil, options: .discreteAverage) {
                _, _, _ in
            }
        }
        expect(
            average,
            has: "Statistics option HKStatisticsOptionDiscreteAverage is not compatible with cumulative data type "
                + "HKQuantityTypeIdentifierStepCount")
        let sum = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = HKStatisticsCollectionQuery(
                quantityType: HKQuantityType(.heartRate), quantitySamplePredicate: nil, options: [.mostRecent, .cumulativeSum],
                anchorDate: Date(), intervalComponents: DateComponents(day: 1))
        }
        expect(
            sum,
            has: "Statistics option HKStatisticsOptionCumulativeSum is not compatible with discrete data type "
                + "HKQuantityTypeIdentifierHeartRate")
        let descriptor = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = HKStatisticsQueryDescriptor(predicate: .quantitySample(type: HKQuantityType(.stepCount)), options: .discreteMax)
        }
        expect(descriptor, has: "Statistics option HKStatisticsOptionDiscreteMax is not compatible with cumulative data type")
    }

    @Test("Components that are not a positive time end the program")
    func components() async {
        await #expect(processExitsWith: .failure) {
            _ = HKStatisticsCollectionQuery(
                quantityType: HKQuantityType(.stepCount), quantitySamplePredicate: nil, options: .cumulativeSum, anchorDate: Date(),
                intervalComponents: DateComponents())
        }
        await #expect(processExitsWith: .failure) {
            _ = HKStatisticsCollectionQuery(
                quantityType: HKQuantityType(.stepCount), quantitySamplePredicate: nil, options: .cumulativeSum, anchorDate: Date(),
                intervalComponents: DateComponents(day: -1))
        }
    }

    @Test("A wrong unit is named together with the right one, and a text that is not a unit is quoted")
    func units() async {
        let conversion = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 1).doubleValue(for: .kilocalorie())
        }
        expect(conversion, has: "Attempt to convert incompatible units: km, kcal")
        let text = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = HKUnit(from: "parsec") }
        expect(text, has: "Unable to parse factorization string \"parsec\"")
        let sample = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = HKQuantitySample(
                type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .mile(), doubleValue: 1), start: Date(), end: Date())
        }
        expect(sample, has: "HKQuantityTypeIdentifierStepCount requires unit of type count. Incompatible unit: mi")
    }

    @Test("A sample that ends before it starts ends the program")
    func dates() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let start = Date(timeIntervalSince1970: 1_772_438_400)
            _ = HKCategorySample(type: HKCategoryType(.mindfulSession), value: 0, start: start, end: start - 1)
        }
        expect(result, has: "HKCategoryTypeIdentifierMindfulSession")
    }

    @Test("Keys by which samples have no order end the program")
    func orders() async {
        await #expect(processExitsWith: .failure) { _ = NSSortDescriptor(key: "quantity", ascending: true) }
        await #expect(processExitsWith: .failure) { _ = NSSortDescriptor(key: nil, ascending: true) }
        await #expect(processExitsWith: .failure) {
            _ = HKSampleQuery(
                sampleType: .workoutType(), predicate: nil, limit: 1,
                sortDescriptors: [NSSortDescriptor(keyPath: \HKWorkout.duration, ascending: true)]
            ) { _, _, _ in
            }
        }
    }
}
