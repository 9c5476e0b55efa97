import CalendarIntervals
import HealthModel

extension LayeredChart {
    /// A text alternative for the chart: its description, or sentences from its marks. The sentences give the extent along x and, for each
    /// series, the number of values, the minimum, the maximum and the last value.
    public var summary: String {
        if !description.isEmpty { return description }
        var values: [Int: SeriesValues] = [:]
        var cells = SeriesValues()
        for mark in layers { Self.count(mark, in: &values, cells: &cells) }
        var sentences = [title, reach].filter { !$0.isEmpty }
        let axis = if case .value(let axis) = y { axis } else { ValueAxis() }
        if cells.count > 0 { sentences.append(cells.sentence(of: nil, unit: unit, axis: ValueAxis())) }
        for (index, series) in series.enumerated() {
            if let values = values[index] { sentences.append(values.sentence(of: series.name, unit: unit, axis: axis)) }
        }
        if values.isEmpty, cells.count == 0 { sentences.append("No values") }
        for case .rule(let rule) in layers {
            if let label = rule.label, !label.isEmpty { sentences.append("Marked: \(label)") }
        }
        return sentences.joined(separator: ". ") + "."
    }

    private static func count(_ mark: Layer, in values: inout [Int: SeriesValues], cells: inout SeriesValues) {
        switch mark {
        case .bar(let mark):
            values[mark.series, default: SeriesValues()].include(
                mark.bars.lazy.map { bar in bar.low.flatMap { low in bar.high.map { $0 - low } } })
        case .line(let mark):
            values[mark.series, default: SeriesValues()].include(mark.points.lazy.map(\.y))
        case .area(let mark):
            values[mark.series, default: SeriesValues()].include(mark.points)
        case .point(let mark):
            // The points on a line have the same values as the line.
            guard values[mark.series] == nil else { return }
            values[mark.series, default: SeriesValues()].include(mark.points.lazy.map(\.y))
        case .cell(let mark): cells.include(mark.cells.lazy.map(\.value))
        case .rule: break
        }
    }

    private var reach: String {
        switch x {
        case .slots(let axis):
            guard let first = axis.labels.first, let last = axis.labels.last else { return "" }
            return axis.labels.count == 1 ? first : "\(first) to \(last)"
        case .time(let axis):
            guard let range = x.givenDomain ?? DataExtent(of: layers, within: nil).x.range else { return "" }
            let ends = [range.lowerBound, range.upperBound].map { TimeText.moment(axis.zone.zone.civil(at: Instant(at: $0))) }
            return "\(ends[0]) to \(ends[1]), \(axis.zone.zone.identifier)"
        }
    }

    /// The unit of the values, used once.
    var unit: String? {
        for case .cell(let mark) in layers { return mark.unit }
        guard case .value(let axis) = y else { return nil }
        return axis.unit ?? (axis.isFraction ? "%" : nil)
    }
}

/// The number and range of the values of one series.
private struct SeriesValues {
    private(set) var count = 0
    private var span = Span()
    private var last: Double?

    mutating func include(_ values: some Sequence<Double?>) {
        for case .some(let value) in values where value.isDrawable {
            count += 1
            span.include(value)
            last = value
        }
    }

    mutating func include(_ bands: [AreaLayer.Point]) {
        for band in bands {
            guard let low = band.low, let high = band.high, low.isDrawable, high.isDrawable else { continue }
            count += 1
            span.include(low)
            span.include(high)
        }
    }

    func sentence(of name: String?, unit: String?, axis: ValueAxis) -> String {
        func text(_ value: Double) -> String { axis.text(value) }
        let start = name.map { $0.isEmpty ? "" : $0 + ": " } ?? ""
        guard let range = span.range else { return start + "no values" }
        let unit = unit.map { $0.isEmpty ? "" : " " + $0 } ?? ""
        let number = count == 1 ? "1 value" : "\(count) values"
        guard range.lowerBound < range.upperBound else { return "\(start)\(number), \(text(range.lowerBound))\(unit)" }
        let ends = "from \(text(range.lowerBound)) to \(text(range.upperBound))\(unit)"
        return "\(start)\(number) \(ends)" + (last.map { ", last value \(text($0))" } ?? "")
    }
}
