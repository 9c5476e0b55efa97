extension LayoutBuilder {
    /// Places the labels of vertical rules among those of the axis. They have priority over ticks, and `now` has priority over all others.
    mutating func placeRuleLabels(onAxisAt top: Double, in layout: inout ChartLayout) {
        for isNow in [true, false] {
            for case .rule(let rule) in chart.layers {
                guard case .x(let place) = rule.place, layout.x.domain.contains(place), self.isNow(rule.series) == isNow,
                    let fitted = metrics.fitted(rule.label ?? "", isNow ? .now : .rule, to: frame.width)
                else { continue }
                var label = axisLabel(
                    fitted.text, isNow ? .now : .rule, width: fitted.width, at: layout.x.position(of: place), top: top)
                label.series = rule.series
                if board.take(label.frame) { layout.labels.append(label) }
            }
        }
    }

    private func isNow(_ series: Int) -> Bool { chart.series.indices.contains(series) && chart.series[series].role == .now }

    /// Places the labels in the plot: first those of horizontal rules at one end, then those of points, with the foreground first.
    mutating func placeLabelsInPlot(of layout: inout ChartLayout) {
        guard chart.layers.contains(where: \.hasLabelInPlot) else { return }
        let shapes = MarkShapes(layout, metrics: metrics)
        placeRuleLabels(besides: shapes, in: &layout)
        placePointLabels(besides: shapes, in: &layout)
    }

    private mutating func placeRuleLabels(besides shapes: MarkShapes, in layout: inout ChartLayout) {
        let plot = layout.plot
        let height = metrics.height(of: .rule)
        for case .rule(let rule) in chart.layers {
            guard case .y(let value) = rule.place, layout.y.domain.contains(value),
                let fitted = metrics.fitted(rule.label ?? "", .rule, to: plot.width)
            else { continue }
            let line = metrics.cell(of: layout.y.position(of: value))
            // Try the right end, the left end, then positions between them. Try above the rule before below it.
            let room = plot.width - fitted.width - metrics.spacing
            let places = [line - height, line + metrics.grain].flatMap { top in
                [(1.0, PlacedLabel.Alignment.trailing), (0, .leading), (0.5, .center), (0.75, .center), (0.25, .center)].map {
                    share, alignment in
                    let left = plot.x + metrics.spacing + room * share
                    return (share < 1 ? metrics.cell(of: left) : left, top, alignment)
                }
            }
            place(fitted, .rule, series: rule.series, at: places, height: height, besides: shapes, in: &layout)
        }
    }

    private mutating func placePointLabels(besides shapes: MarkShapes, in layout: inout ChartLayout) {
        let height = metrics.height(of: .point)
        // More labels than this are not readable.
        var left = 200
        if metrics.grain > 0 {
            // In cells, a label would replace the point itself, so points keep their cells.
            for case .point(let mark) in chart.layers {
                for point in mark.points.prefix(left) {
                    let cell = (x: metrics.cell(of: layout.x.position(of: point.x)), y: metrics.cell(of: layout.y.position(of: point.y)))
                    _ = board.take(Frame(x: cell.x, y: cell.y, width: metrics.grain, height: metrics.grain))
                }
            }
        }
        let labelled = labelledPoints(in: layout)
        var inFront: [(x: Double, y: Double)] = []
        for case .point(let mark) in chart.layers.reversed() {
            for point in mark.points where point.label != nil {
                guard left > 0 else { return }
                guard layout.x.domain.contains(point.x), layout.y.domain.contains(point.y),
                    let fitted = metrics.fitted(point.label ?? "", .point, to: layout.plot.width)
                else { continue }
                left -= 1
                let x = layout.x.position(of: point.x)
                let exactY = layout.y.position(of: point.y)
                let y = metrics.cell(of: exactY)
                let cell = (x: metrics.cell(of: x), y: y)
                // If different points share a cell, only the one in front is visible.
                guard !inFront.contains(where: { $0 != (x, exactY) && (metrics.cell(of: $0.x), metrics.cell(of: $0.y)) == cell })
                else { continue }
                inFront.append((x, exactY))
                // Between two points, a label could belong to either.
                let near = labelled.filter { abs($0.x - x) < fitted.width && abs($0.y - exactY) <= 2.5 * height }
                let sides = (above: !near.contains { $0.y < exactY }, below: !near.contains { $0.y > exactY })
                let gap = metrics.spacing / 2
                let middle = max(layout.plot.x, min(centered(x, length: fitted.width), layout.plot.maxX - fitted.width))
                let beside = metrics.grain > 0 ? y : y - height / 2
                let above = metrics.grain > 0 ? y - height : y - height - gap
                let below = metrics.grain > 0 ? y + metrics.grain : y + gap
                let vertical = (sides.above ? [above] : []) + (sides.below ? [below] : [])
                let places: [(Double, Double, PlacedLabel.Alignment)] =
                    vertical.map { (middle, $0, .center) } + [
                        (metrics.cell(of: x) + metrics.grain + metrics.spacing, beside, .leading),
                        (metrics.cell(of: x) - metrics.spacing - fitted.width, beside, .trailing),
                    ]
                place(fitted, .point, series: mark.series, at: places, height: height, besides: shapes, in: &layout)
            }
        }
    }

    private func labelledPoints(in layout: ChartLayout) -> [(x: Double, y: Double)] {
        chart.layers.flatMap { mark -> [(x: Double, y: Double)] in
            guard case .point(let mark) = mark else { return [] }
            return mark.points.filter { $0.label != nil }.prefix(200).map { (layout.x.position(of: $0.x), layout.y.position(of: $0.y)) }
        }
    }

    /// Places a label at the position that covers the fewest marks, the first of equal positions. Does nothing if all are used.
    private mutating func place(
        _ text: (text: String, width: Double), _ role: PlacedLabel.Role, series: Int, at places: [(Double, Double, PlacedLabel.Alignment)],
        height: Double, besides shapes: MarkShapes, in layout: inout ChartLayout
    ) {
        var best: (place: Frame, alignment: PlacedLabel.Alignment, covered: Int)?
        for (x, y, alignment) in places {
            let place = Frame(x: x, y: y, width: text.width, height: height)
            guard layout.plot.contains(place), board.isFree(place) else { continue }
            let covered = shapes.count(meeting: place)
            if covered < best?.covered ?? .max { best = (place, alignment, covered) }
            if covered == 0 { break }
        }
        guard let best, board.take(best.place) else { return }
        layout.labels.append(PlacedLabel(text: text.text, role: role, frame: best.place, alignment: best.alignment, series: series))
    }
}

extension Layer {
    fileprivate var hasLabelInPlot: Bool {
        switch self {
        case .rule(let mark): if case .y = mark.place { mark.label != nil } else { false }
        case .point(let mark): mark.points.contains { $0.label != nil }
        default: false
        }
    }
}
