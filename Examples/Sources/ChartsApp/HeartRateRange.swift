import Charts
import HealthKit
import SwiftUI

/// The lowest, the highest and the average heart rate of a day, per minute.
struct HeartDay: Identifiable, Equatable, Sendable {
    var id: Date { day }
    var day: Date
    var lowest: Double
    var highest: Double
    var average: Double
}

/// Reads heart rates.
struct HeartReader: Sendable {
    let store: HKHealthStore
    var calendar = Calendar.current

    /// Returns the ranges of a number of days. Today is the last one. Days without samples are left out.
    func days(_ count: Int, until now: Date) async throws -> [HeartDay] {
        let today = calendar.startOfDay(for: now)
        guard let first = calendar.date(byAdding: .day, value: 1 - count, to: today) else { return [] }
        let query = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(
                type: HKQuantityType(.heartRate), predicate: HKQuery.predicateForSamples(withStart: first, end: now)),
            options: [.discreteMin, .discreteMax, .discreteAverage], anchorDate: today, intervalComponents: DateComponents(day: 1))
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        var days: [HeartDay] = []
        try await query.result(for: store).enumerateStatistics(from: first, to: now) { statistics, _ in
            guard let lowest = statistics.minimumQuantity(), let highest = statistics.maximumQuantity(),
                let average = statistics.averageQuantity()
            else { return }
            days.append(
                HeartDay(
                    day: statistics.startDate, lowest: lowest.doubleValue(for: perMinute), highest: highest.doubleValue(for: perMinute),
                    average: average.doubleValue(for: perMinute)))
        }
        return days
    }
}

/// Bars from the lowest to the highest rate of each day, a line of averages, and behind them the usual range at rest.
struct HeartRangeChart: View {
    let days: [HeartDay]
    var usual = 60.0...100.0

    /// Whole twenties around all rates.
    private var domain: ClosedRange<Double> {
        let low = min(usual.lowerBound, days.map(\.lowest).min() ?? 60)
        let high = max(usual.upperBound, days.map(\.highest).max() ?? 100)
        return (low / 20).rounded(.down) * 20...(high / 20).rounded(.up) * 20
    }

    var body: some View {
        VStack(alignment: .leading) {
            Text("Heart Rate").font(.headline)
            Chart {
                RectangleMark(yStart: .value("Lowest", usual.lowerBound), yEnd: .value("Highest", usual.upperBound))
                    .foregroundStyle(.gray.opacity(0.15))
                ForEach(days) { day in
                    BarMark(
                        x: .value("Day", day.day, unit: .day), yStart: .value("Lowest", day.lowest), yEnd: .value("Highest", day.highest),
                        width: .fixed(8)
                    )
                    .foregroundStyle(.red.opacity(0.5))
                    .clipShape(Capsule())
                }
                ForEach(days) { day in
                    LineMark(x: .value("Day", day.day, unit: .day), y: .value("Average", day.average))
                        .foregroundStyle(.primary)
                        .interpolationMethod(.monotone)
                        .symbol(.circle)
                        .symbolSize(20)
                }
            }
            .chartYScale(domain: domain)
            .chartXAxis {
                AxisMarks(values: .stride(by: .day, count: 2)) { _ in
                    AxisGridLine()
                    AxisValueLabel(format: .dateTime.day())
                }
            }
            .chartYAxis { AxisMarks(position: .leading, values: .stride(by: 20)) }
            .frame(height: 180)
        }
        .padding()
    }
}
