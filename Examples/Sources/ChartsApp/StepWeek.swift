import Charts
import HealthKit
import SwiftUI

/// The steps of a day.
struct StepDay: Identifiable, Equatable, Sendable {
    var id: Date { day }
    var day: Date
    var steps: Double
}

/// Reads the steps of days.
struct StepReader: Sendable {
    let store: HKHealthStore
    var calendar = Calendar.current

    /// Returns the last seven days with their steps, today last. Days without samples are left out.
    func week(until now: Date) async throws -> [StepDay] {
        let today = calendar.startOfDay(for: now)
        guard let first = calendar.date(byAdding: .day, value: -6, to: today) else { return [] }
        let query = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(
                type: HKQuantityType(.stepCount), predicate: HKQuery.predicateForSamples(withStart: first, end: now)),
            options: .cumulativeSum, anchorDate: today, intervalComponents: DateComponents(day: 1))
        var days: [StepDay] = []
        try await query.result(for: store).enumerateStatistics(from: first, to: now) { statistics, _ in
            guard let sum = statistics.sumQuantity() else { return }
            days.append(StepDay(day: statistics.startDate, steps: sum.doubleValue(for: .count())))
        }
        return days
    }
}

/// A week of bars with the goal and the average.
struct StepWeekChart: View {
    let days: [StepDay]
    /// The seven days from midnight to midnight.
    let week: DateInterval
    var goal = 8000.0

    @Environment(\.calendar) private var calendar
    @Environment(\.locale) private var locale

    private var weekday: Date.FormatStyle {
        Date.FormatStyle(locale: locale, calendar: calendar, timeZone: calendar.timeZone).weekday(.abbreviated)
    }

    var average: Double? { days.isEmpty ? nil : days.map(\.steps).reduce(0, +) / Double(days.count) }

    /// Multiples of 5,000 up to the first one above all bars and the goal.
    private var marked: [Double] {
        let highest = max(goal, days.map(\.steps).max() ?? 0)
        return Array(stride(from: 0, through: (highest / 5000).rounded(.down) * 5000 + 5000, by: 5000))
    }

    var body: some View {
        VStack(alignment: .leading) {
            Text("Steps").font(.headline)
            Chart {
                ForEach(days) { day in
                    BarMark(x: .value("Day", day.day, unit: .day), y: .value("Steps", day.steps), width: .ratio(0.6))
                        .foregroundStyle(day.steps < goal ? Color.teal.opacity(0.6) : .teal)
                        .cornerRadius(4)
                }
                RuleMark(y: .value("Goal", goal))
                    .foregroundStyle(.green)
                    .lineStyle(StrokeStyle(lineWidth: 1.5, dash: [5, 4]))
                if let average {
                    RuleMark(y: .value("Average", average)).foregroundStyle(.primary).lineStyle(StrokeStyle(lineWidth: 1))
                }
            }
            .chartXScale(domain: week.start...week.end)
            .chartYScale(domain: 0...(marked.last ?? 5000))
            .chartXAxis {
                AxisMarks(values: .stride(by: .day)) { _ in
                    AxisValueLabel(format: weekday, centered: true)
                }
            }
            .chartYAxis { AxisMarks(values: marked) }
            .frame(height: 180)
            legend
        }
        .padding()
    }

    private var legend: some View {
        HStack(spacing: 16) {
            Text("Goal \(goal, format: .number.precision(.fractionLength(0)).locale(locale))").foregroundStyle(.green)
            if let average { Text("Average \(average, format: .number.precision(.fractionLength(0)).locale(locale))") }
        }
        .font(.caption)
    }
}
