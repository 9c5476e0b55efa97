import Foundation
import HealthKit
import TallyKit
import Testing

/// A store with the samples of a case, and the question about it.
struct ConformanceStore {
    let store = HKHealthStore.inMemory()
    let question: ConformanceCase.Question
    private let zone: String

    init(_ example: ConformanceCase) async throws {
        question = example.question
        zone = example.zone
        for sample in example.samples {
            if let pauses = sample.pauses {
                try await store.save(workout(sample, pauses))
            } else if case .name(let name) = sample.value {
                let value = try #require(Self.sleepValues[name]).rawValue
                try await store.save(HKCategorySample(type: sleep, value: value, start: sample.start, end: sample.end))
            } else if case .number(let value) = sample.value {
                try await store.healthStore.add([
                    HealthSample(
                        MetricID(identifier(sample.type)), from: sample.start, to: sample.end, value: value, unit: sample.unit,
                        source: sample.source, device: sample.device,
                        metadata: sample.entered == true ? [HKMetadataKeyWasUserEntered: "1"] : [:])
                ])
            }
        }
    }

    private let sleep = HKCategoryType(.sleepAnalysis)
    private static let sleepValues: [String: HKCategoryValueSleepAnalysis] = [
        "inBed": .inBed, "awake": .awake, "asleepUnspecified": .asleepUnspecified, "asleepCore": .asleepCore, "asleepDeep": .asleepDeep,
        "asleepREM": .asleepREM,
    ]

    private func identifier(_ name: String) -> String { "HKQuantityTypeIdentifier" + name.prefix(1).uppercased() + name.dropFirst() }

    private func workout(_ sample: ConformanceCase.Sample, _ pauses: [ConformanceCase.Pause]) -> HKWorkout {
        let events = pauses.flatMap { pause in
            [(HKWorkoutEventType.pause, pause.start), (.resume, pause.end)].map {
                HKWorkoutEvent(type: $0, dateInterval: DateInterval(start: $1, duration: 0), metadata: nil)
            }
        }
        return HKWorkout(
            activityType: .running, start: sample.start, end: sample.end, workoutEvents: events, totalEnergyBurned: nil,
            totalDistance: nil, metadata: nil)
    }

    // MARK: The question in HealthKit's words

    var type: HKQuantityType { HKQuantityType(HKQuantityTypeIdentifier(rawValue: identifier(question.quantityType ?? ""))) }
    private var unit: HKUnit { HKUnit(from: question.unit ?? "count") }

    var options: HKStatisticsOptions {
        let known: [String: HKStatisticsOptions] = [
            "cumulativeSum": .cumulativeSum, "discreteAverage": .discreteAverage, "discreteMin": .discreteMin, "discreteMax": .discreteMax,
            "mostRecent": .mostRecent, "duration": .duration, "separateBySource": .separateBySource,
        ]
        return HKStatisticsOptions((question.options ?? []).compactMap { known[$0] })
    }

    private var predicate: NSPredicate? {
        guard let predicate = question.predicate else { return nil }
        var options: HKQueryOptions = []
        if predicate.options.contains("strictStartDate") { options.insert(.strictStartDate) }
        if predicate.options.contains("strictEndDate") { options.insert(.strictEndDate) }
        return HKQuery.predicateForSamples(withStart: predicate.start, end: predicate.end, options: options)
    }

    private var interval: DateComponents {
        var components = DateComponents()
        components.calendar = Calendar(identifier: .gregorian)
        components.timeZone = TimeZone(identifier: zone)
        for (name, count) in question.intervalComponents ?? [:] {
            switch name {
            case "year": components.year = count
            case "month": components.month = count
            case "weekOfYear": components.weekOfYear = count
            case "day": components.day = count
            case "hour": components.hour = count
            default: components.minute = count
            }
        }
        return components
    }

    // MARK: Answers

    /// A row as HealthKit answers: its dates, and its numbers by column and source.
    struct Row {
        var start: Date?
        var end: Date?
        var sources: [HKSource] = []
        var number: (_ column: String, _ source: HKSource?) -> Double?
    }

    func rows() async throws -> [Row] {
        switch question.kind {
        case "statistics": [try await single()]
        case "collection": try await collection()
        case "sleep": try await nights()
        case "samples": try await samples(of: type, predicate, sort).compactMap { $0 as? HKQuantitySample }.map(row)
        default: try await samples(of: .workoutType(), nil, nil).compactMap { $0 as? HKWorkout }.map(row)
        }
    }

    private func single() async throws -> Row {
        let query = HKStatisticsQueryDescriptor(predicate: .quantitySample(type: type, predicate: predicate), options: options)
        do {
            guard let found = try await query.result(for: store) else { return Row { _, _ in nil } }
            return row(found)
        } catch HKError.errorNoData {
            return Row { _, _ in nil }
        }
    }

    private func collection() async throws -> [Row] {
        let found = try await HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: type, predicate: predicate), options: options, anchorDate: question.anchorDate ?? Date(),
            intervalComponents: interval
        ).result(for: store)
        var rows: [Row] = []
        unsafe found.enumerateStatistics(from: question.from ?? Date(), to: question.to ?? Date()) { statistics, _ in
            rows.append(row(statistics))
        }
        return rows
    }

    private var sort: [NSSortDescriptor]? { question.sort.map { [NSSortDescriptor(key: $0, ascending: question.ascending ?? true)] } }

    /// Adds the time of samples of sleep in each day, as an app does.
    private func nights() async throws -> [Row] {
        let asleep = HKCategoryValueSleepAnalysis.predicateForSamples(equalTo: HKCategoryValueSleepAnalysis.allAsleepValues)
        let found = try await samples(of: sleep, asleep, nil).map { DateInterval(start: $0.startDate, end: $0.endDate) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        let (last, first) = (try #require(question.to), try #require(question.from))
        let starts = (0...7).compactMap { calendar.date(byAdding: .day, value: $0, to: first) }
        return zip(starts, starts.dropFirst()).filter { $0.0 <= last }.map { start, end in
            let day = DateInterval(start: start, end: end)
            let parts = found.compactMap { $0.intersection(with: day)?.duration }
            return Row(start: start, end: end) { _, _ in parts.isEmpty ? nil : parts.reduce(0, +) }
        }
    }

    private func samples(of type: HKSampleType, _ predicate: NSPredicate?, _ sort: [NSSortDescriptor]?) async throws -> [HKSample] {
        let result: Result<[HKSample], any Error> = await answer { done in
            store.execute(
                HKSampleQuery(sampleType: type, predicate: predicate, limit: question.limit ?? HKObjectQueryNoLimit, sortDescriptors: sort)
                {
                    _, samples, error in
                    done(samples.map { .success($0) } ?? .failure(error ?? HKError(.errorNoData)))
                })
        }
        return try result.get()
    }

    private func row(_ sample: HKQuantitySample) -> Row {
        Row(start: sample.startDate, end: sample.endDate) { _, _ in sample.quantity.doubleValue(for: unit) }
    }

    private func row(_ workout: HKWorkout) -> Row { Row(start: workout.startDate, end: workout.endDate) { _, _ in workout.duration } }

    private func row(_ found: HKStatistics) -> Row {
        Row(start: found.startDate, end: found.endDate, sources: found.sources ?? []) { column, source in
            let quantity =
                switch (column, source) {
                case ("sum", let source?): found.sumQuantity(for: source)
                case ("sum", nil): found.sumQuantity()
                case ("average", let source?): found.averageQuantity(for: source)
                case ("average", nil): found.averageQuantity()
                case ("min", _): found.minimumQuantity()
                case ("max", _): found.maximumQuantity()
                case ("mostRecent", _): found.mostRecentQuantity()
                default: found.duration()
                }
            return quantity?.doubleValue(for: column == "duration" ? .second() : unit)
        }
    }
}
