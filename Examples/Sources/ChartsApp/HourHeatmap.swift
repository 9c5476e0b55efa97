import Charts
import HealthKit
import SwiftUI

/// The average steps of an hour of a weekday.
struct WeekHour: Identifiable, Equatable, Sendable {
    var id: Int { weekday * 24 + hour }
    /// The number of the calendar: Sunday is 1.
    var weekday: Int
    var hour: Int
    var steps: Double
}

/// Reads the hours at which a person walks.
struct WeekHourReader: Sendable {
    let store: HKHealthStore
    var calendar = Calendar.current

    /// Returns the averages of whole weeks before today. A day that lacks an hour does not count for it, and an hour that comes twice
    /// counts twice.
    func hours(weeks: Int, before now: Date) async throws -> [WeekHour] {
        let today = calendar.startOfDay(for: now)
        guard let first = calendar.date(byAdding: .day, value: -7 * weeks, to: today) else { return [] }
        let query = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(
                type: HKQuantityType(.stepCount), predicate: HKQuery.predicateForSamples(withStart: first, end: today)),
            options: .cumulativeSum, anchorDate: today, intervalComponents: DateComponents(hour: 1))
        let collection = try await query.result(for: store)
        var sums: [Int: (steps: Double, count: Int)] = [:]
        for start in stride(from: first, to: today, by: 3600) {
            let parts = calendar.dateComponents([.weekday, .hour], from: start)
            let id = WeekHour(weekday: parts.weekday ?? 1, hour: parts.hour ?? 0, steps: 0).id
            sums[id, default: (0, 0)].steps += collection.statistics(for: start)?.sumQuantity()?.doubleValue(for: .count()) ?? 0
            sums[id, default: (0, 0)].count += 1
        }
        return sums.sorted { $0.key < $1.key }.map { id, sum in
            WeekHour(weekday: id / 24, hour: id % 24, steps: sum.steps / Double(sum.count))
        }
    }
}

/// A cell for each hour of each weekday. The first day of the week is at the top.
struct HourHeatmap: View {
    let hours: [WeekHour]

    @Environment(\.calendar) private var calendar

    private var weekdays: [Int] { (0..<7).map { (calendar.firstWeekday - 1 + $0) % 7 + 1 } }

    private func name(_ weekday: Int) -> String { calendar.shortWeekdaySymbols[weekday - 1] }

    var body: some View {
        VStack(alignment: .leading) {
            Text("Steps by Hour").font(.headline)
            Chart(hours) { hour in
                RectangleMark(
                    xStart: .value("Hour", hour.hour), xEnd: .value("End", hour.hour + 1), y: .value("Weekday", name(hour.weekday)),
                    height: .inset(1)
                )
                .foregroundStyle(by: .value("Steps", hour.steps))
                .offset(xStart: 0.5, xEnd: -0.5)
                .accessibilityLabel("\(name(hour.weekday)) \(hour.hour):00")
                .accessibilityValue("\(Int(hour.steps)) steps")
            }
            .chartXScale(domain: 0...24)
            .chartYScale(domain: weekdays.map(name))
            .chartForegroundStyleScale(range: Gradient(colors: [.teal.opacity(0.1), .teal, .indigo]))
            .chartXAxis {
                AxisMarks(values: .stride(by: 6)) { _ in
                    AxisTick()
                    AxisValueLabel()
                }
            }
            .chartYAxis { AxisMarks(position: .leading) { _ in AxisValueLabel() } }
            .frame(height: 220)
        }
        .padding()
    }
}
