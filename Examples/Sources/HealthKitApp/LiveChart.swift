import HealthKit

/// Keeps the columns of a chart up to date.
struct LiveChart: Sendable {
    let store: HKHealthStore
    var calendar = Calendar.current

    /// Calls a handler with the steps of the days of a week, first with all of them and then after each change, until it returns false.
    func followWeek(of date: Date, _ draw: ([Double]) -> Bool) async throws {
        guard let week = calendar.dateInterval(of: .weekOfYear, for: date) else { return }
        let days = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(
                type: HKQuantityType(.stepCount), predicate: HKQuery.predicateForSamples(withStart: week.start, end: week.end)),
            options: .cumulativeSum, anchorDate: week.start, intervalComponents: DateComponents(day: 1))
        for try await update in days.results(for: store) {
            var columns: [Double] = []
            update.statisticsCollection.enumerateStatistics(from: week.start, to: week.end - 1) { day, _ in
                columns.append(day.sumQuantity()?.doubleValue(for: .count()) ?? 0)
            }
            if !draw(columns) { return }
        }
    }

    /// The numbers of samples of several types of an hour, in one query.
    func activity(in hour: DateInterval, then finish: @escaping @Sendable ([String: Int]) -> Void) {
        let time = HKQuery.predicateForSamples(withStart: hour.start, end: hour.end, options: .strictStartDate)
        guard let steps = HKObjectType.quantityType(forIdentifier: .stepCount),
            let sleep = HKObjectType.categoryType(forIdentifier: .sleepAnalysis)
        else { return finish([:]) }
        let query = HKSampleQuery(
            queryDescriptors: [
                HKQueryDescriptor(sampleType: steps, predicate: time), HKQueryDescriptor(sampleType: sleep, predicate: time),
            ], limit: HKObjectQueryNoLimit
        ) { _, samples, _ in
            finish(Dictionary(grouping: samples ?? []) { $0.sampleType.identifier }.mapValues(\.count))
        }
        store.execute(query)
    }

    /// The steps that a model of device recorded, by the device of the samples.
    func steps(fromModel model: String) async throws -> [Double] {
        try await SampleReader(store: store)
            .steps(HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyModel, allowedValues: [model]))
    }
}
