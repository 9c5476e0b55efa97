import HealthModel
import QueryPlan
import TallyCharts

/// The lines across the charts of a result (`rule`). A line at a number or a time is in the first chart whose axis fits, an average in
/// each.
struct LinesOfChart {
    private var left: [ReferenceLine]
    private let averages: [ReferenceLine]
    private let clockDay: ClockDay

    init(_ lines: [ReferenceLine], _ table: ResultTable) {
        func isAverage(_ line: ReferenceLine) -> Bool { if case .average = line.place { true } else { false } }
        left = lines.filter { !isAverage($0) }
        averages = lines.filter(isAverage)
        clockDay = table.header.clockDay
    }

    /// A line at its position on an axis.
    struct Placed {
        var value: Double
        var label: String

        /// The line without a series, for the extent of the axis.
        var mark: Layer { .rule(RuleLayer(series: 0, at: .y(value))) }
    }

    /// Returns the lines of the next chart, and removes those that only one chart has.
    ///
    /// - Parameters:
    ///   - unit: the unit of the axis.
    ///   - isClock: true if the axis has times of day.
    ///   - series: the values whose averages can be drawn, by name. One series needs no name.
    mutating func take(unit: String?, isClock: Bool, averagesOf series: [(name: String, values: [Double])]) -> [Placed] {
        var placed: [Placed] = []
        var later: [ReferenceLine] = []
        for line in left {
            if let value = position(of: line, unit: unit, isClock: isClock) {
                placed.append(Placed(value: value, label: Self.label(line.label, value, isClock: isClock)))
            } else {
                later.append(line)
            }
        }
        left = later
        for line in averages {
            for (name, values) in series where !values.isEmpty {
                let mean = values.reduce(0, +) / Double(values.count)
                let own = (line.label ?? "average") + (series.count > 1 ? " \(name)" : "")
                placed.append(Placed(value: mean, label: Self.label(own, mean, isClock: isClock)))
            }
        }
        return placed
    }

    private func position(of line: ReferenceLine, unit: String?, isClock: Bool) -> Double? {
        switch line.place {
        case .number(let number): return isClock ? nil : number
        case .timeOfDay(let time): return isClock ? Double(clockDay.placed(time)) : nil
        case .amount(let amount, let written):
            guard !isClock, let unit, let shown = HealthUnit(unit) else { return nil }
            // The axis has percent, and fractions are amounts of the unit `%`.
            return HealthUnit.convert(amount, from: written, to: shown).map { unit == "%" ? $0 * 100 : $0 }
        case .average, .moment: return nil
        }
    }

    private static func label(_ name: String?, _ value: Double, isClock: Bool) -> String {
        let text = isClock ? TimeText.minuteOfDay(value) : NumberText.rounded(value, decimals: NumberText.decimals(for: [value]))
        return name.map { "\($0) \(text)" } ?? text
    }
}

extension LayeredChart {
    /// Adds lines in the background of labels and in front of all other marks. The axis grows, unless the query sets its ends.
    mutating func add(_ lines: [LinesOfChart.Placed]) {
        for line in lines {
            series.append(ChartSeries(line.label, role: .reference, isInLegend: false))
            layers.append(.rule(RuleLayer(series: series.count - 1, at: .y(line.value), label: line.label)))
            if case .value(let axis) = y, let domain = axis.domain, !domain.contains(line.value) {
                notes.append("\(line.label) is outside the axis")
                remarks.append("\(line.label) is outside the axis")
            }
        }
    }
}
