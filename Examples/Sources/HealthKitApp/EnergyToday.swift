import HealthKit

/// Today's active energy next to a typical day, in kilocalories.
struct EnergyToday: Equatable, Sendable {
    /// The energy since midnight.
    var soFar: Double
    /// The average energy of the days before until the same time of day.
    var typicalSoFar: Double
    /// The average energy of the whole days before.
    var typicalTotal: Double
}

/// Answers how today's energy compares to a typical day.
struct EnergyModel: Sendable {
    let store: HKHealthStore
    var calendar = Calendar.current

    /// Returns nil if no day before today has data.
    ///
    /// The curves have steps of a quarter of an hour. The clock on the wall decides which part of a day is before the time of `now`, so
    /// days of 23 and 25 hours count as a person sees them.
    func today(at now: Date, days: Int = 30) async throws -> EnergyToday? {
        let midnight = calendar.startOfDay(for: now)
        guard let first = calendar.date(byAdding: .day, value: -days, to: midnight) else { return nil }
        let query = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(
                type: HKQuantityType(.activeEnergyBurned), predicate: HKQuery.predicateForSamples(withStart: first, end: now)),
            options: .cumulativeSum, anchorDate: midnight, intervalComponents: DateComponents(minute: 15))
        let collection = try await query.result(for: store)

        var today = 0.0
        var totals: [Date: (all: Double, before: Double)] = [:]
        let clock = minuteOfDay(now)
        collection.enumerateStatistics(from: first, to: now) { statistics, _ in
            guard let energy = statistics.sumQuantity()?.doubleValue(for: .kilocalorie()) else { return }
            let day = calendar.startOfDay(for: statistics.startDate)
            if day == midnight {
                today += energy
            } else {
                totals[day, default: (0, 0)].all += energy
                if minuteOfDay(statistics.startDate) < clock { totals[day]?.before += energy }
            }
        }
        guard !totals.isEmpty else { return nil }
        let count = Double(totals.count)
        return EnergyToday(
            soFar: today, typicalSoFar: totals.values.reduce(0) { $0 + $1.before } / count,
            typicalTotal: totals.values.reduce(0) { $0 + $1.all } / count)
    }

    private func minuteOfDay(_ date: Date) -> Int {
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        return (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
    }
}
