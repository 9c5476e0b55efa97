import HealthKit

/// The energy since midnight at a time.
struct EnergyPoint: Identifiable, Equatable, Sendable {
    var id: Date { date }
    var date: Date
    var kilocalories: Double
}

/// A day's energy next to that of a typical day.
struct EnergyDay: Equatable, Sendable {
    var day: DateInterval
    var now: Date
    /// The energy of today, from midnight until now.
    var today: [EnergyPoint]
    /// The energy of a typical day until now.
    var typicalSoFar: [EnergyPoint]
    /// The energy of a typical day from now on.
    var typicalLater: [EnergyPoint]
    var goal: Double

    var total: Double { today.last?.kilocalories ?? 0 }
    var typicalNow: Double { typicalSoFar.last?.kilocalories ?? 0 }
    var typicalTotal: Double { typicalLater.last?.kilocalories ?? 0 }
}

/// Reads the energy of today and of the days before.
struct EnergyReader: Sendable {
    let store: HKHealthStore
    var calendar = Calendar.current

    /// Returns the curves at each quarter of an hour, and at the time of now. Nil if no day before today has data.
    func day(at now: Date, days: Int = 28, goal: Double = 500) async throws -> EnergyDay? {
        guard let day = calendar.dateInterval(of: .day, for: now),
            let first = calendar.date(byAdding: .day, value: -days, to: day.start)
        else { return nil }
        let query = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(
                type: HKQuantityType(.activeEnergyBurned), predicate: HKQuery.predicateForSamples(withStart: first, end: now)),
            options: .cumulativeSum, anchorDate: day.start, intervalComponents: DateComponents(minute: 15))
        let collection = try await query.result(for: store)

        var typical = TypicalDay(calendar: calendar)
        var today: [EnergyPoint] = [EnergyPoint(date: day.start, kilocalories: 0)]
        collection.enumerateStatistics(from: first, to: now) { statistics, _ in
            let energy = statistics.sumQuantity()?.doubleValue(for: .kilocalorie())
            if statistics.startDate < day.start {
                if let energy { typical.add(energy, at: statistics.startDate) }
            } else if statistics.startDate < now {
                let sum = (today.last?.kilocalories ?? 0) + (energy ?? 0)
                today.append(EnergyPoint(date: min(statistics.endDate, now), kilocalories: sum))
            }
        }
        guard let curve = typical.curve(of: day, through: now) else { return nil }
        return EnergyDay(
            day: day, now: now, today: today, typicalSoFar: curve.filter { $0.date <= now }, typicalLater: curve.filter { $0.date >= now },
            goal: goal)
    }
}

/// Adds up days by the clock on the wall.
private struct TypicalDay {
    let calendar: Calendar
    private var quarters = [Double](repeating: 0, count: 96)
    private var days: Set<Date> = []

    init(calendar: Calendar) { self.calendar = calendar }

    mutating func add(_ energy: Double, at date: Date) {
        quarters[Int(minute(date)) / 15] += energy
        days.insert(calendar.startOfDay(for: date))
    }

    /// Returns the average of all days at each quarter of an hour of a day, at a time and at the day's end.
    ///
    /// If clocks go back, an hour comes twice, and the curve waits.
    func curve(of day: DateInterval, through now: Date) -> [EnergyPoint]? {
        guard !days.isEmpty else { return nil }
        let sums = quarters.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1) }.map { $0 / Double(days.count) }
        var times = Array(stride(from: day.start, to: day.end, by: 900))
        if !times.contains(now) { times.append(now) }
        var highest = 0.0
        var curve = times.sorted().map { date in
            let place = minute(date) / 15
            let quarter = Int(place)
            highest = max(highest, sums[quarter] + (place - Double(quarter)) * (sums[quarter + 1] - sums[quarter]))
            return EnergyPoint(date: date, kilocalories: highest)
        }
        curve.append(EnergyPoint(date: day.end, kilocalories: sums[96]))
        return curve
    }

    /// Returns the minutes since midnight that a clock shows.
    private func minute(_ date: Date) -> Double {
        let parts = calendar.dateComponents([.hour, .minute, .second], from: date)
        return Double((parts.hour ?? 0) * 60 + (parts.minute ?? 0)) + Double(parts.second ?? 0) / 60
    }
}
