import Charts
import SwiftUI

/// A card of today's energy: a typical day in two tones, today's line with a halo around its last point, the goal, and now.
struct EnergyCard: View {
    let energy: EnergyDay

    @Environment(\.calendar) private var calendar
    @Environment(\.locale) private var locale

    var body: some View {
        VStack(alignment: .leading, spacing: 10) {
            Text("Active Energy").font(.headline)
            GeometryReader { geometry in
                chart(labels(width: geometry.size.width))
            }
            .frame(height: 170)
            HStack(alignment: .top) {
                number("Today", energy.total, .orange)
                Spacer()
                number("Typical by now", energy.typicalNow, .gray)
                Spacer()
                number("Typical day", energy.typicalTotal, .gray.opacity(0.5))
            }
        }
        .padding()
        .background(Color(.secondarySystemBackground), in: RoundedRectangle(cornerRadius: 16))
    }

    private func labels(width: CGFloat) -> HourLabels {
        HourLabels(day: energy.day, now: energy.now, width: width, calendar: calendar, locale: locale)
    }

    private func number(_ title: LocalizedStringKey, _ kilocalories: Double, _ color: Color) -> some View {
        VStack(alignment: .leading, spacing: 1) {
            HStack(spacing: 4) {
                Circle().fill(color).frame(width: 7, height: 7)
                Text(title).font(.caption2).foregroundStyle(.secondary)
            }
            Text("\(kilocalories, format: .number.precision(.fractionLength(0)).locale(locale)) kcal").font(.subheadline).bold()
        }
    }

    // MARK: The chart

    /// The top of the vertical axis leaves room for the label of the goal.
    private var top: Double { 1.2 * max(energy.goal, energy.total, energy.typicalTotal) }

    /// The label of the goal is at the left, where lines are low, unless the line of now is there.
    private var goalAlignment: Alignment { energy.now < energy.day.start + energy.day.duration / 4 ? .trailing : .leading }

    private func chart(_ labels: HourLabels) -> some View {
        Chart {
            reference
            typical
            today
        }
        .chartXScale(domain: energy.day.start...energy.day.end)
        .chartYScale(domain: 0...top)
        .chartYAxis(.hidden)
        .chartXAxis {
            hourMarks(labels)
            nowMark(labels)
        }
    }

    @ChartContentBuilder private var reference: some ChartContent {
        RuleMark(x: .value("Now", energy.now))
            .foregroundStyle(.secondary)
            .lineStyle(StrokeStyle(lineWidth: 1))
        RuleMark(y: .value("Goal", energy.goal))
            .foregroundStyle(.green)
            .lineStyle(StrokeStyle(lineWidth: 1.5, dash: [5, 4]))
            .annotation(position: .top, alignment: goalAlignment, spacing: 2) {
                Text("Goal \(energy.goal, format: .number.locale(locale))").font(.caption2).foregroundStyle(.green)
            }
    }

    @ChartContentBuilder private var typical: some ChartContent {
        ForEach(energy.typicalLater) { point in
            LineMark(x: .value("Time", point.date), y: .value("Energy", point.kilocalories), series: .value("Series", "Typical later"))
        }
        .foregroundStyle(.gray.opacity(0.4))
        .lineStyle(StrokeStyle(lineWidth: 3, lineCap: .round))
        ForEach(energy.typicalSoFar) { point in
            LineMark(x: .value("Time", point.date), y: .value("Energy", point.kilocalories), series: .value("Series", "Typical so far"))
        }
        .foregroundStyle(.gray)
        .lineStyle(StrokeStyle(lineWidth: 3, lineCap: .round))
    }

    /// The line of today. Its last point is in front of all lines, in a halo of the color of the card.
    @ChartContentBuilder private var today: some ChartContent {
        ForEach(energy.today) { point in
            LineMark(x: .value("Time", point.date), y: .value("Energy", point.kilocalories), series: .value("Series", "Today"))
        }
        .foregroundStyle(.orange)
        .lineStyle(StrokeStyle(lineWidth: 3, lineCap: .round))
        if let last = energy.today.last {
            PointMark(x: .value("Time", last.date), y: .value("Energy", last.kilocalories))
                .foregroundStyle(Color(.secondarySystemBackground))
                .symbolSize(200)
            PointMark(x: .value("Time", last.date), y: .value("Energy", last.kilocalories))
                .foregroundStyle(.orange)
                .symbolSize(80)
        }
    }

    // MARK: The axis

    private func hourMarks(_ labels: HourLabels) -> some AxisContent {
        AxisMarks(values: labels.hours) { value in
            AxisGridLine()
            if let hour = value.as(Date.self), labels.isShown(hour) {
                AxisValueLabel(anchor: labels.anchor(of: hour), collisionResolution: .disabled) {
                    Text(labels.text(of: hour)).font(.caption2)
                }
            }
        }
    }

    private func nowMark(_ labels: HourLabels) -> some AxisContent {
        AxisMarks(values: [energy.now]) { _ in
            AxisValueLabel(anchor: labels.nowAnchor, collisionResolution: .disabled) {
                Text(labels.nowText).font(.caption2).bold().foregroundStyle(Color.primary)
            }
        }
    }
}

#Preview {
    let day = DateInterval(start: .now - 43_200, duration: 86_400)
    EnergyCard(energy: EnergyDay(day: day, now: .now, today: [], typicalSoFar: [], typicalLater: [], goal: 500))
}
