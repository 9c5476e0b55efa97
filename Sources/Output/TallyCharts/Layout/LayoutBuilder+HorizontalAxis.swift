import CalendarIntervals
import HealthModel

extension LayoutBuilder {
    /// A tick with its measured label, before labels without room are removed.
    private struct Candidate {
        /// The value on the axis, and its position.
        var value: Double
        var position: Double
        /// The middle of the label. Nil for a tick without a label.
        var middle: Double?
        var text: String
        var width: Double
        var isMajor: Bool
    }

    var horizontalDomain: ClosedRange<Double> {
        switch chart.x {
        case .slots(let axis): return 0...Double(max(1, axis.labels.count))
        case .time:
            guard let range = chart.x.givenDomain ?? extent.x.range else { return 0...1 }
            // A single moment is in the middle of an hour.
            return range.usable ?? range.lowerBound - 1_800_000...range.upperBound + 1_800_000
        }
    }

    func clockChanges(along scale: LinearScale) -> [ClockChange] {
        guard case .time(let axis) = chart.x, scale.domain.lowerBound < scale.domain.upperBound else { return [] }
        let range = Instant(at: scale.domain.lowerBound)..<Instant(at: scale.domain.upperBound)
        let perMillisecond = (scale.end - scale.start) / (scale.domain.upperBound - scale.domain.lowerBound)
        return axis.zone.zone.changes(inside: range).compactMap {
            // A change narrower than one unit is not visible. A terminal labels it if a day has at least two cells.
            guard Double($0.shiftMilliseconds).magnitude * perMillisecond >= (metrics.grain > 0 ? metrics.grain / 12 : 1) else {
                return nil
            }
            let position = scale.position(of: Double($0.instant.milliseconds))
            return ClockChange(position: position, minutes: Int($0.shiftMilliseconds / 60_000))
        }
    }

    /// - Parameter labelRow: the top of the labels. Nil leaves them out.
    mutating func horizontalTicks(along scale: LinearScale, labelRow: Double?) -> [PlacedTick] {
        let candidates: [Candidate] =
            switch chart.x {
            case .slots(let axis): slots(axis, along: scale)
            case .time(let axis):
                switch axis.ticks {
                case .at(let ticks):
                    ticks.filter { scale.domain.contains($0.position) }.sorted { $0.position < $1.position }.map {
                        candidate($0.position, along: scale, $0.label)
                    }
                case .automatic: times(axis, along: scale)
                }
            }
        var ticks = candidates.map { PlacedTick(position: $0.position, value: $0.value, label: nil, isMajor: $0.isMajor) }
        guard let labelRow else { return ticks }
        for major in [true, false] {
            for (index, candidate) in candidates.enumerated() where candidate.isMajor == major {
                guard let middle = candidate.middle else { continue }
                let label = axisLabel(candidate.text, .tick, width: candidate.width, at: middle, top: labelRow)
                if board.take(label.frame) { ticks[index].label = label }
            }
        }
        return ticks
    }

    private func candidate(
        _ value: Double, along scale: LinearScale, middle: Double? = nil, _ text: String, isMajor: Bool = false
    ) -> Candidate {
        let fitted = metrics.fitted(text, .tick, to: frame.width)
        let position = scale.position(of: value)
        return Candidate(
            value: value, position: position, middle: fitted.map { _ in middle ?? position }, text: fitted?.text ?? "",
            width: fitted?.width ?? 0,
            isMajor: isMajor)
    }

    /// Returns a label below the axis, centered at a position and moved to stay in the frame.
    func axisLabel(_ text: String, _ role: PlacedLabel.Role, width: Double, at position: Double, top: Double) -> PlacedLabel {
        let middle = centered(position, length: width)
        let left = max(frame.x, min(middle, frame.maxX - width))
        return PlacedLabel(
            text: text, role: role, frame: Frame(x: left, y: top, width: width, height: metrics.height(of: .tick)),
            alignment: left > middle ? .leading : left < middle ? .trailing : .center, series: nil)
    }

    /// Returns the ticks with the shortest natural distance at which all labels fit, in the most detailed wording that fits.
    private func times(_ axis: TimeAxis, along scale: LinearScale) -> [Candidate] {
        // Ticks do not divide bars of days or longer periods, unless the length of the bars would not be visible otherwise.
        let bucket = axis.buckets.map { $0.upperBound - $0.lowerBound }.max() ?? extent.bucket
        let bar = bucket > 0.9 * Double(millisecondsPerDay) ? bucket : 0
        let (candidates, areNames) = times(axis, along: scale, bar: bar)
        if bar == 0 || areNames || candidates.count(where: { $0.middle != nil }) > 1 { return candidates }
        return times(axis, along: scale, bar: Double(millisecondsPerDay)).candidates
    }

    /// - Parameter bar: the length of bars that ticks must not divide.
    /// - Returns: the ticks, and whether each of them names a whole bar: a day, a month or a year.
    private func times(_ axis: TimeAxis, along scale: LinearScale, bar: Double) -> (candidates: [Candidate], areNames: Bool) {
        let length = scale.domain.upperBound - scale.domain.lowerBound
        let room = (scale.end - scale.start) / (metrics.width(of: "00", role: .tick) + 2 * metrics.spacing) + 1
        var dense: (candidates: [Candidate], areNames: Bool) = ([], false)
        let ends = bar > 0 ? endsByStart(of: axis) : [:]
        for step in TimeTicks.steps {
            let distance = Double(step.approximateMilliseconds)
            guard length / distance <= min(room, 200), bar < 1.1 * distance else { continue }
            let times = TimeTicks(every: step, in: scale.domain, of: axis)
            // If ticks are at the starts of bars, they name the bars, and their labels are centered below the bars.
            let isNamingBars = bar > 0 && 2 * times.ticks.count { ends[$0.position] != nil } >= times.ticks.count
            for labels in times.wordings {
                let candidates = zip(times.ticks, labels).map { tick, label in
                    let end = isNamingBars ? ends[tick.position] ?? tick.position + bar : tick.position
                    let named = (tick.position + end) / 2
                    var candidate = candidate(
                        tick.position, along: scale, middle: scale.position(of: named), label, isMajor: tick.isMajor)
                    if named > scale.domain.upperBound { candidate.middle = nil }
                    return candidate
                }
                // A single label does not show how long the axis is. Prefer two labels, even if more ticks have no label.
                guard dense.candidates.isEmpty || candidates.count(where: { $0.middle != nil }) > 1 else { return dense }
                dense = (candidates, isNamingBars && step.period != .week)
                if fits(candidates) { return dense }
            }
        }
        return dense
    }

    /// The ends of buckets, bars and cells, by their starts.
    private func endsByStart(of axis: TimeAxis) -> [Double: Double] {
        var ends: [Double: Double] = [:]
        for bucket in axis.buckets { ends[bucket.lowerBound] = bucket.upperBound }
        for mark in chart.layers {
            switch mark {
            case .bar(let mark): for bar in mark.bars { ends[bar.start] = bar.end }
            case .cell(let mark): for cell in mark.cells { ends[cell.start] = cell.end }
            default: break
            }
        }
        return ends
    }

    /// Returns true if all labels fit side by side with twice the minimum distance.
    private func fits(_ candidates: [Candidate]) -> Bool {
        var end = -Double.infinity
        for candidate in candidates {
            guard let middle = candidate.middle else { continue }
            let place = axisLabel(candidate.text, .tick, width: candidate.width, at: middle, top: 0).frame
            guard place.x >= end else { return false }
            end = place.maxX + 2 * metrics.spacing
        }
        return true
    }

    /// Returns the labels of slots: in full, short or truncated, or only every second slot, every third slot, and so on.
    private func slots(_ axis: SlotAxis, along scale: LinearScale) -> [Candidate] {
        let count = axis.labels.count
        guard count > 0 else { return [] }
        if axis.edges.count == count + 1 { return edges(axis, along: scale) }
        let room = (scale.end - scale.start) / Double(count)
        func candidates(_ labels: [String]) -> [Candidate] {
            labels.indices.map { candidate(Double($0) + 0.5, along: scale, labels[$0]) }
        }
        let whole = candidates(axis.labels)
        if fits(whole) { return whole }
        let hasShort = axis.shortLabels.count == count
        let short = hasShort ? candidates(axis.shortLabels) : whole
        // Labels of hours that are shortened to the day are placed at the start of the day.
        let starts = axis.shortLabels.indices.filter { $0 == 0 || axis.shortLabels[$0] != axis.shortLabels[$0 - 1] }
        if hasShort, 2 * starts.count <= count {
            let named = starts.map { whole[$0] }
            return fits(named) ? named : starts.map { short[$0] }
        }
        if hasShort, fits(short) { return short }
        let widest = short.reduce(0) { max($0, $1.width) }
        // Five characters are enough to recognize a name, but not always a number.
        if !hasShort, room >= metrics.width(of: "names", role: .tick) + metrics.spacing {
            let cut = axis.labels.map { metrics.fitted($0, .tick, to: room - metrics.spacing)?.text ?? "" }
            if !zip(cut, cut.dropFirst()).contains(where: ==) { return candidates(cut) }
        }
        let every = Self.labelStep(of: count, room: room, least: widest + metrics.spacing)
        return stride(from: 0, to: count, by: every).map { short[$0] }
    }

    /// Returns the labels of edges: all that fit, or only every second edge, every third edge, and so on.
    private func edges(_ axis: SlotAxis, along scale: LinearScale) -> [Candidate] {
        let all = axis.edges.indices.map { candidate(Double($0), along: scale, axis.edges[$0]) }
        let widest = all.reduce(0) { max($0, $1.width) }
        let room = (scale.end - scale.start) / Double(axis.labels.count)
        let every = Self.labelStep(of: all.count, room: room, least: widest + 2 * metrics.spacing)
        return all.indices.map { index in
            var edge = all[index]
            if index % every != 0 { edge.middle = nil }
            return edge
        }
    }
}
