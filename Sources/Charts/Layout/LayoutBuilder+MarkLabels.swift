extension LayoutBuilder {
    /// Vertical rules: their labels stand among those of the axis and win over them, `now` over all others.
    mutating func placeRuleLabels(onAxisAt top: Double, in layout: inout ChartLayout) {
        for isNow in [true, false] {
            for case .rule(let rule) in chart.marks {
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

    /// Horizontal rules: above the rule at its right end, below it, or at its left end.
    mutating func placeRuleLabels(in layout: inout ChartLayout) {
        let plot = layout.plot
        let height = metrics.height(of: .rule)
        for case .rule(let rule) in chart.marks {
            guard case .y(let value) = rule.place, layout.y.domain.contains(value),
                let fitted = metrics.fitted(rule.label ?? "", .rule, to: plot.width)
            else { continue }
            let line = snapped(layout.y.position(of: value))
            let places: [(Double, Double, PlacedLabel.Alignment)] = [
                (plot.maxX - fitted.width, line - height, .trailing), (plot.maxX - fitted.width, line + metrics.grain, .trailing),
                (plot.x, line - height, .leading), (plot.x, line + metrics.grain, .leading),
            ]
            place(fitted, .rule, series: rule.series, at: places, height: height, in: &layout)
        }
    }

    /// Points: above, below, right or left of them; those in front first.
    mutating func placePointLabels(in layout: inout ChartLayout) {
        let height = metrics.height(of: .point)
        // More labels than this nobody reads.
        var left = 200
        if metrics.grain > 0 {
            // In cells a label would replace what it stands on: points keep theirs.
            for case .point(let mark) in chart.marks {
                for point in mark.points.prefix(left) {
                    let cell = (x: snapped(layout.x.position(of: point.x)), y: snapped(layout.y.position(of: point.y)))
                    _ = board.take(Frame(x: cell.x, y: cell.y, width: metrics.grain, height: metrics.grain))
                }
            }
        }
        for case .point(let mark) in chart.marks.reversed() {
            for point in mark.points where point.label != nil {
                guard left > 0 else { return }
                guard layout.x.domain.contains(point.x), layout.y.domain.contains(point.y),
                    let fitted = metrics.fitted(point.label ?? "", .point, to: layout.plot.width)
                else { continue }
                left -= 1
                let x = layout.x.position(of: point.x)
                let y = snapped(layout.y.position(of: point.y))
                let gap = metrics.spacing / 2
                let middle = max(layout.plot.x, min(centered(x, length: fitted.width), layout.plot.maxX - fitted.width))
                let beside = metrics.grain > 0 ? y : y - height / 2
                let above = metrics.grain > 0 ? y - height : y - height - gap
                let below = metrics.grain > 0 ? y + metrics.grain : y + gap
                let places: [(Double, Double, PlacedLabel.Alignment)] = [
                    (middle, above, .center), (middle, below, .center), (snapped(x) + metrics.grain + metrics.spacing, beside, .leading),
                    (snapped(x) - metrics.spacing - fitted.width, beside, .trailing),
                ]
                place(fitted, .point, series: mark.series, at: places, height: height, in: &layout)
            }
        }
    }

    /// Returns the cell that holds a position; the position itself where there are no cells.
    private func snapped(_ position: Double) -> Double {
        metrics.grain > 0 ? (position / metrics.grain + 1e-9).rounded(.down) * metrics.grain : position
    }

    private mutating func place(
        _ text: (text: String, width: Double), _ role: PlacedLabel.Role, series: Int, at places: [(Double, Double, PlacedLabel.Alignment)],
        height: Double, in layout: inout ChartLayout
    ) {
        for (x, y, alignment) in places {
            let place = Frame(x: x, y: y, width: text.width, height: height)
            guard place.x >= layout.plot.x, place.maxX <= layout.plot.maxX, place.y >= layout.plot.y, place.maxY <= layout.plot.maxY,
                board.take(place)
            else { continue }
            layout.labels.append(PlacedLabel(text: text.text, role: role, frame: place, alignment: alignment, series: series))
            return
        }
    }
}
