import HealthKit

/// The lowest, average and highest heart rate of a period.
struct HeartRates: Equatable, Sendable {
    var lowest: Double
    var average: Double
    var highest: Double
}

/// The totals of a dashboard. Nil for types without data.
struct Dashboard: Equatable, Sendable {
    var steps: Double?
    var kilometers: Double?
    var kilocalories: Double?
}

/// Reads numbers about many samples.
struct StatisticsReader: Sendable {
    static let perMinute = HKUnit.count().unitDivided(by: .minute())

    let store: HKHealthStore
    var calendar = Calendar.current

    // MARK: One number

    /// The steps since midnight; nil without any. Samples that began yesterday do not count.
    func stepsToday(at now: Date, then finish: @escaping @Sendable (Double?, (any Error)?) -> Void) {
        let predicate = HKQuery.predicateForSamples(withStart: calendar.startOfDay(for: now), end: now, options: .strictStartDate)
        let query = HKStatisticsQuery(
            quantityType: HKQuantityType(.stepCount), quantitySamplePredicate: predicate, options: .cumulativeSum
        ) { _, statistics, error in
            finish(statistics?.sumQuantity()?.doubleValue(for: HKUnit.count()), error)
        }
        store.execute(query)
    }

    /// The total of a type in a period. A period without data is nil and not an error.
    func total(
        _ identifier: HKQuantityTypeIdentifier, _ unit: HKUnit, in period: DateInterval, options: HKQueryOptions = .strictStartDate
    ) async throws -> Double? {
        let query = HKStatisticsQueryDescriptor(
            predicate: .quantitySample(
                type: HKQuantityType(identifier),
                predicate: HKQuery.predicateForSamples(withStart: period.start, end: period.end, options: options)),
            options: .cumulativeSum)
        do {
            return try await query.result(for: store)?.sumQuantity()?.doubleValue(for: unit)
        } catch let error as HKError where error.code == .errorNoData {
            return nil
        }
    }

    /// Three totals at once.
    func dashboard(_ period: DateInterval) async throws -> Dashboard {
        async let steps = total(.stepCount, .count(), in: period)
        async let kilometers = total(.distanceWalkingRunning, .meterUnit(with: .kilo), in: period)
        async let kilocalories = total(.activeEnergyBurned, .kilocalorie(), in: period)
        return try await Dashboard(steps: steps, kilometers: kilometers, kilocalories: kilocalories)
    }

    func heartRates(in period: DateInterval) async throws -> HeartRates? {
        let query = HKStatisticsQueryDescriptor(
            predicate: .quantitySample(
                type: HKQuantityType(.heartRate), predicate: HKQuery.predicateForSamples(withStart: period.start, end: period.end)),
            options: [.discreteMin, .discreteAverage, .discreteMax])
        guard let statistics = try await query.result(for: store), let lowest = statistics.minimumQuantity(),
            let average = statistics.averageQuantity(), let highest = statistics.maximumQuantity()
        else { return nil }
        return HeartRates(
            lowest: lowest.doubleValue(for: Self.perMinute), average: average.doubleValue(for: Self.perMinute),
            highest: highest.doubleValue(for: Self.perMinute))
    }

    /// The newest body mass with its time, in pounds.
    func latestBodyMass() async throws -> (pounds: Double, time: DateInterval)? {
        let statistics = try await HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.bodyMass)), options: .mostRecent
        ).result(for: store)
        guard let mass = statistics?.mostRecentQuantity(), let time = statistics?.mostRecentQuantityDateInterval() else { return nil }
        return (mass.doubleValue(for: .pound()), time)
    }

    // MARK: Many numbers

    /// Statistics in steps of calendar components from an anchor.
    func collection(
        _ identifier: HKQuantityTypeIdentifier, _ options: HKStatisticsOptions, anchor: Date, every interval: DateComponents,
        _ predicate: NSPredicate? = nil
    ) async throws -> HKStatisticsCollection {
        try await withCheckedThrowingContinuation { continuation in
            let query = HKStatisticsCollectionQuery(
                quantityType: HKQuantityType(identifier), quantitySamplePredicate: predicate, options: options, anchorDate: anchor,
                intervalComponents: interval)
            query.initialResultsHandler = { _, collection, error in
                if let collection {
                    continuation.resume(returning: collection)
                } else {
                    continuation.resume(throwing: error ?? HKError(.unknownError))
                }
            }
            store.execute(query)
        }
    }

    /// The total of each day, from the day of `first` to the day of `last`; nil for days without samples.
    func days(_ identifier: HKQuantityTypeIdentifier, _ unit: HKUnit, from first: Date, to last: Date) async throws -> [Double?] {
        let found = try await collection(
            identifier, .cumulativeSum, anchor: calendar.startOfDay(for: first), every: DateComponents(day: 1))
        var totals: [Double?] = []
        found.enumerateStatistics(from: first, to: last) { statistics, _ in
            totals.append(statistics.sumQuantity()?.doubleValue(for: unit))
        }
        return totals
    }

    /// The first day whose steps reach a goal.
    func firstDay(withSteps goal: Double, from first: Date, to last: Date) async throws -> Date? {
        let found = try await collection(
            .stepCount, .cumulativeSum, anchor: calendar.startOfDay(for: first), every: DateComponents(day: 1))
        var day: Date?
        found.enumerateStatistics(from: first, to: last) { statistics, stop in
            if let steps = statistics.sumQuantity()?.doubleValue(for: .count()), steps >= goal {
                day = statistics.startDate
                stop.pointee = true
            }
        }
        return day
    }

    /// The steps of each source on a day, which can add up to more than the steps of the day.
    func stepsBySource(on day: Date) async throws -> [String: Double] {
        let found = try await collection(
            .stepCount, [.cumulativeSum, .separateBySource], anchor: calendar.startOfDay(for: day), every: DateComponents(day: 1))
        guard let statistics = found.statistics(for: day), let sources = statistics.sources else { return [:] }
        var steps: [String: Double] = [:]
        for source in sources { steps[source.name] = statistics.sumQuantity(for: source)?.doubleValue(for: .count()) }
        return steps
    }

    /// The average heart rate of each hour that has one.
    func hourlyHeartRates(in period: DateInterval) async throws -> [Date: Double] {
        let found = try await HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(
                type: HKQuantityType(.heartRate), predicate: HKQuery.predicateForSamples(withStart: period.start, end: period.end)),
            options: .discreteAverage, anchorDate: period.start, intervalComponents: DateComponents(hour: 1)
        ).result(for: store)
        var rates: [Date: Double] = [:]
        for hour in found.statistics() { rates[hour.startDate] = hour.averageQuantity()?.doubleValue(for: Self.perMinute) }
        return rates
    }
}
