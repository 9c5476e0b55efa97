import Charts
import HealthKit
import SwiftUI

/// A period of one stage of sleep.
struct SleepPeriod: Identifiable, Equatable, Sendable {
    enum Stage: String, CaseIterable, Plottable {
        case awake = "Awake"
        case rem = "REM"
        case core = "Core"
        case deep = "Deep"

        init?(_ value: HKCategoryValueSleepAnalysis) {
            switch value {
            case .awake: self = .awake
            case .asleepREM: self = .rem
            case .asleepCore: self = .core
            case .asleepDeep: self = .deep
            case .inBed, .asleepUnspecified: return nil
            @unknown default: return nil
            }
        }
    }

    var id: Date { start }
    var stage: Stage
    var start: Date
    var end: Date
}

/// Reads a night.
struct NightReader: Sendable {
    let store: HKHealthStore
    var calendar = Calendar.current

    /// Returns the stages of the night before a day, from six in the evening to noon.
    func night(before day: Date) async throws -> [SleepPeriod] {
        let midnight = calendar.startOfDay(for: day)
        guard let noon = calendar.date(bySettingHour: 12, minute: 0, second: 0, of: midnight),
            let before = calendar.date(byAdding: .day, value: -1, to: midnight),
            let evening = calendar.date(bySettingHour: 18, minute: 0, second: 0, of: before)
        else { return [] }
        let time = HKQuery.predicateForSamples(withStart: evening, end: noon, options: .strictStartDate)
        let samples = try await HKSampleQueryDescriptor(
            predicates: [.categorySample(type: HKCategoryType(.sleepAnalysis), predicate: time)],
            sortDescriptors: [SortDescriptor(\.startDate, order: .forward)]
        ).result(for: store)
        return samples.compactMap { sample in
            HKCategoryValueSleepAnalysis(rawValue: sample.value).flatMap(SleepPeriod.Stage.init).map {
                SleepPeriod(stage: $0, start: sample.startDate, end: sample.endDate)
            }
        }
    }
}

/// The stages of a night as bars in four rows, and lines where one becomes another.
struct SleepChart: View {
    let night: [SleepPeriod]

    /// The whole hours around the night.
    private func domain(_ calendar: Calendar) -> ClosedRange<Date> {
        guard let first = night.first, let last = night.map(\.end).max(), let start = calendar.dateInterval(of: .hour, for: first.start),
            let end = calendar.dateInterval(of: .hour, for: last)
        else { return Date.distantPast...Date.distantFuture }
        return start.start...(end.start == last ? end.start : end.end)
    }

    @Environment(\.calendar) private var calendar
    @Environment(\.locale) private var locale

    var body: some View {
        VStack(alignment: .leading) {
            Text("Sleep Stages").font(.headline)
            if night.isEmpty {
                Text("No data").foregroundStyle(.secondary)
            } else {
                chart.frame(height: 180)
            }
        }
        .padding()
    }

    private var chart: some View {
        Chart {
            ForEach(Array(zip(night, night.dropFirst())), id: \.0.id) { period, next in
                if next.start == period.end, next.stage != period.stage {
                    RuleMark(
                        x: .value("Time", period.end), yStart: .value("Stage", period.stage), yEnd: .value("Next stage", next.stage)
                    )
                    .foregroundStyle(.gray.opacity(0.5))
                    .lineStyle(StrokeStyle(lineWidth: 1))
                }
            }
            ForEach(night) { period in
                BarMark(
                    xStart: .value("Start", period.start), xEnd: .value("End", period.end), y: .value("Stage", period.stage),
                    height: .ratio(0.7)
                )
                .foregroundStyle(by: .value("Stage", period.stage))
                .cornerRadius(2)
            }
        }
        .chartXScale(domain: domain(calendar))
        .chartYScale(domain: SleepPeriod.Stage.allCases)
        .chartForegroundStyleScale([
            SleepPeriod.Stage.awake: Color.orange, .rem: .cyan, .core: .blue, .deep: .indigo,
        ])
        .chartLegend(.hidden)
        .chartXAxis {
            AxisMarks(values: .stride(by: .hour, count: 2)) { _ in
                AxisGridLine()
                AxisValueLabel(format: Date.FormatStyle(locale: locale, calendar: calendar, timeZone: calendar.timeZone).hour())
            }
        }
        .chartYAxis {
            AxisMarks(position: .leading) { _ in
                AxisValueLabel()
            }
        }
    }
}
