/// The vertical axis before it has a position.
struct VerticalPlan {
    var domain: ClosedRange<Double>
    /// True if greater values are higher.
    var isUpwards = true
    /// The ticks by their positions along the axis.
    var ticks: [(position: Double, text: String, width: Double)]
    /// The width of the column of labels. 0 without labels.
    var labelWidth: Double { ticks.reduce(0) { max($0, $1.width) } }
}

extension LayoutBuilder {
    func verticalAxis(height: Double) -> VerticalPlan {
        var plan: VerticalPlan
        switch chart.y {
        case .slots(let axis):
            plan = rows(axis, height: height)
        case .value(let axis):
            let intervals = Int((height / max(1e-3, 2 * metrics.height(of: .tick))).clamped(to: 1...7))
            plan = values(axis, intervals: intervals)
        }
        // The labels would leave less than half of the width for the plot.
        if plan.labelWidth + metrics.axisGap > frame.width / 2 {
            for index in plan.ticks.indices { plan.ticks[index].width = 0 }
        }
        return plan
    }

    private func values(_ axis: ValueAxis, intervals: Int) -> VerticalPlan {
        let given = axis.domain?.usable
        let data = extent.y.range.map { axis.isClock ? Self.widenedClock($0, axis) : Self.widened($0, includesZero: axis.includesZero) }
        guard let range = given ?? data else { return VerticalPlan(domain: 0...1, ticks: []) }
        if axis.isClock {
            let ticks = ClockTicks(range, isInside: given != nil, intervals: intervals)
            let domain = given ?? ticks?.range ?? range
            return VerticalPlan(domain: domain, ticks: (ticks?.ticks ?? []).map { measured($0.position, $0.label, to: frame.width) })
        }
        let ticks =
            given == nil
            ? NumberTicks(around: range, intervals: intervals, isWhole: extent.y.isWhole && !axis.isFraction)
            : NumberTicks(inside: range, intervals: intervals)
        let domain = given ?? ticks?.range ?? range
        let places: [(Double, String)] =
            switch axis.ticks {
            case .at(let ticks): ticks.filter { domain.contains($0.position) }.map { ($0.position, $0.label) }
            case .automatic:
                ticks.map { ticks in Array(zip(ticks.multiples.map(ticks.value), ticks.labels(isFraction: axis.isFraction))) } ?? []
            }
        return VerticalPlan(domain: domain, ticks: places.map { measured($0, $1, to: frame.width) })
    }

    /// Returns the range of the data, extended to zero if requested, and with room around a single value.
    private static func widened(_ data: ClosedRange<Double>, includesZero: Bool) -> ClosedRange<Double> {
        var (low, high) = (data.lowerBound, data.upperBound)
        if includesZero { (low, high) = (min(low, 0), max(high, 0)) }
        let size = max(low.magnitude, high.magnitude)
        // Values that differ only in the eleventh digit look the same.
        guard high - low <= size * 1e-10 else { return low...high }
        guard size > 0 else { return 0...1 }
        return low - size / 10...high + size / 10
    }

    /// Returns the range of times of day, with half an hour around a single time.
    private static func widenedClock(_ data: ClosedRange<Double>, _ axis: ValueAxis) -> ClosedRange<Double> {
        let (low, high) = (axis.includesZero ? min(data.lowerBound, 0) : data.lowerBound, data.upperBound)
        return low < high ? low...high : low - 1_800_000...high + 1_800_000
    }

    private func rows(_ axis: SlotAxis, height: Double) -> VerticalPlan {
        let count = axis.labels.count
        guard count > 0 else { return VerticalPlan(domain: 0...1, isUpwards: false, ticks: []) }
        let limit = frame.width / 3
        let areShort = axis.shortLabels.count == count && axis.labels.contains { metrics.width(of: $0, role: .tick) > limit }
        let labels = areShort ? axis.shortLabels : axis.labels
        if metrics.grain > 0, height >= 1, Double(count) * metrics.grain > height {
            return VerticalPlan(
                domain: 0...Double(count), isUpwards: false, ticks: sharedRows(labels, lines: Int(height / metrics.grain), to: limit))
        }
        let every = Self.labelStep(of: count, room: height / Double(count), least: metrics.height(of: .tick))
        let ticks = stride(from: 0, to: count, by: every).map { measured(Double($0) + 0.5, labels[$0], to: limit) }
        return VerticalPlan(domain: 0...Double(count), isUpwards: false, ticks: ticks)
    }

    /// Returns ticks for rows that share lines. A line has the names of its first and last row, or only the first if both are too long.
    private func sharedRows(_ labels: [String], lines: Int, to width: Double) -> [(position: Double, text: String, width: Double)] {
        // A row belongs to the line that contains its middle.
        let groups = Dictionary(grouping: labels.indices) { Int((Double($0) + 0.5) * Double(lines) / Double(labels.count) + 1e-9) }
        return groups.values.sorted { $0[0] < $1[0] }.map { rows in
            let first = measured(Double(rows[0]) + 0.5, labels[rows[0]], to: width)
            guard rows.count > 1 else { return first }
            let both = "\(labels[rows[0]])–\(labels[rows[rows.count - 1]])"
            return metrics.width(of: both, role: .tick) <= width ? measured(first.position, both, to: width) : first
        }
    }

    /// Returns the distance between labeled slots at which each label has `least` room. Hours and months use divisors of 24 and 12.
    static func labelStep(of count: Int, room: Double, least: Double) -> Int {
        for every in [1, 2, 3, 4, 6, 12, 24] where Double(every) * room >= least { return every }
        var every = 24
        while every < count, Double(every) * room < least { every *= 2 }
        return every
    }

    private func measured(_ position: Double, _ label: String, to width: Double) -> (position: Double, text: String, width: Double) {
        let fitted = metrics.fitted(label, .tick, to: width)
        return (position, fitted?.text ?? "", fitted?.width ?? 0)
    }

    mutating func placedTicks(of plan: VerticalPlan, along scale: LinearScale, plot: Frame) -> [PlacedTick] {
        let height = metrics.height(of: .tick)
        // Above the plot there is room for half a label.
        let least = metrics.grain > 0 ? plot.y : max(0, plot.y - height / 2)
        let ticks = plan.ticks.map { tick in
            let position = scale.position(of: tick.position)
            let top = centered(position, length: height).clamped(to: min(least, frame.maxY - height)...max(least, frame.maxY - height))
            let place = Frame(x: plot.x - metrics.axisGap - tick.width, y: top, width: tick.width, height: height)
            let label = PlacedLabel(text: tick.text, role: .tick, frame: place, alignment: .trailing, series: nil)
            return PlacedTick(
                position: position, value: tick.position, label: tick.width > 0 && board.take(place) ? label : nil, isMajor: false)
        }
        return ticks
    }

    /// Returns the start of a label with this length, centered at a position or its cell.
    func centered(_ position: Double, length: Double) -> Double {
        guard metrics.grain > 0 else { return position - length / 2 }
        let middle = metrics.cell(of: position) + metrics.grain / 2
        return ((middle - length / 2) / metrics.grain).rounded(.up) * metrics.grain
    }
}
