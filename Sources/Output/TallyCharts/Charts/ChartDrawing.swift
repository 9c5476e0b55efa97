/// Makes a drawing of the layout of a chart. It decides what the parts look like, and the layout has decided where they are.
struct ChartDrawing {
    let chart: LayeredChart
    let layout: ChartLayout
    let style: MarkStyle

    /// Returns the drawing of a whole chart.
    static func drawing(of chart: LayeredChart, options: SVGOptions, place: SVGPainter.Place) -> Drawing {
        let layout = layout(of: chart, options: options, place: place)
        let note = chart.noteOfSharedDots.map { " \($0)." } ?? ""
        var drawing = Drawing(
            frame: layout.frame.expanded(by: place.margin), title: chart.title.isEmpty ? "Chart" : chart.title,
            description: chart.summary + note)
        let builder = ChartDrawing(chart: chart, layout: layout, style: .drawing)
        drawing.items =
            [.shape(.rectangle(drawing.frame), fill: .solid(.ground))] + builder.ground + builder.marks + builder.runningDots
            + builder.axes + builder.ramp + builder.legend + builder.labels + ChartTips(chart, layout).tips()
        drawing.inks = chart.series.map { .role($0.role) }
        if layout.ramp != nil { drawing.inks += builder.rampInks }
        return drawing
    }

    /// Returns the drawing of the plot alone, for the pixels of a terminal. The labels next to it can only be in the nearest row, so its
    /// ticks are at the exact pixel.
    func picture(hasTicks: Bool, cellWidth: Double) -> Drawing {
        let length = cellWidth / 2
        let ticks = Outline { ticks in
            if case .value = chart.y {
                for tick in layout.yTicks { ticks.rectangle(Frame(x: 0, y: tick.position.rounded() - 1, width: length, height: 1)) }
            }
            if case .time = chart.x {
                for tick in layout.xTicks {
                    let x = min(tick.position.rounded(), layout.plot.width - 1)
                    ticks.rectangle(Frame(x: x, y: layout.plot.height - length, width: 1, height: length))
                }
            }
        }
        return Drawing(frame: layout.plot, items: marks + (hasTicks ? [.shape(ticks, fill: .solid(.soft))] : []))
    }

    static func layout(of chart: LayeredChart, options: SVGOptions, place: SVGPainter.Place) -> ChartLayout {
        var shown = chart
        shown.notes = chart.notesOfDrawing
        if place == .page { (shown.title, shown.subtitle, shown.notes) = ("", [], []) }
        return ChartLayout(
            shown, width: Double(options.width) - 2 * place.margin, height: Double(options.height) - 2 * place.margin,
            metrics: SVGTextMetrics())
    }

    func role(_ series: Int) -> ChartSeries.Role { chart.series.indices.contains(series) ? chart.series[series].role : .series(0) }

    func ink(_ series: Int) -> Ink { .role(role(series)) }

    /// A thin line around the marks.
    static func thin(_ ink: Ink, dash: [Double] = []) -> Stroke { Stroke(.solid(ink), width: 1, dash: dash, join: .round) }

    // MARK: - Around the marks

    /// Gridlines, and the lines of clock changes.
    private var ground: [Drawing.Item] {
        let plot = layout.plot
        var items: [Drawing.Item] = []
        if case .value = chart.y {
            let lines = Outline { lines in
                for tick in layout.yTicks {
                    lines.move(to: plot.x, tick.position)
                    lines.line(to: plot.maxX, tick.position)
                }
                for tick in layout.xTicks where tick.isMajor {
                    lines.move(to: tick.position, plot.y)
                    lines.line(to: tick.position, plot.maxY)
                }
            }
            items.append(.shape(lines, stroke: Self.thin(.grid)))
        }
        let changes = Outline { lines in
            for change in layout.clockChanges {
                lines.move(to: change.position, plot.y)
                lines.line(to: change.position, plot.maxY)
            }
        }
        return items + [.shape(changes, stroke: Self.thin(.soft, dash: [1, 3]))]
    }

    private var axes: [Drawing.Item] {
        let lines = Outline { lines in
            if case .value = chart.y {
                let zero = layout.y.domain.contains(0) ? layout.y.position(of: 0) : layout.plot.maxY
                lines.move(to: layout.plot.x, zero)
                lines.line(to: layout.plot.maxX, zero)
            }
            for tick in layout.xTicks {
                lines.move(to: tick.position, layout.plot.maxY)
                lines.line(to: tick.position, layout.plot.maxY + (tick.label == nil ? 2 : 4))
            }
        }
        return [.shape(lines, stroke: Self.thin(.soft))]
    }

    var rampInks: [Ink] {
        let count = Palette.light.ramp.count
        return (0..<count).map { .ramp((Double($0) + 0.5) / Double(count)) }
    }

    private var ramp: [Drawing.Item] {
        guard var ramp = layout.ramp?.frame else { return [] }
        let inset = max(0, (ramp.height - 11) / 2)
        ramp.y += inset
        ramp.height -= 2 * inset
        let inks = rampInks
        return inks.enumerated().map { step, ink in
            var part = ramp
            part.width = ramp.width / Double(inks.count)
            part.x += part.width * Double(step)
            return .shape(.rectangle(part), fill: .solid(ink))
        }
    }

    // MARK: - Texts

    private var labels: [Drawing.Item] {
        let labels = layout.labels + (layout.yTicks + layout.xTicks).compactMap(\.label)
        return labels.map { Self.text(of: $0, isSoft: [.subtitle, .unit, .tick, .ramp, .note].contains($0.role)) } + clockLabels
    }

    private static func text(of label: PlacedLabel, isSoft: Bool) -> Drawing.Item {
        let (anchor, x): (Drawing.Text.Anchor, Double) =
            switch label.alignment {
            case .leading: (.leading, label.frame.x)
            case .center: (.center, label.frame.x + label.frame.width / 2)
            case .trailing: (.trailing, label.frame.maxX)
            }
        return .text(
            Drawing.Text(
                label.text, x: x, y: label.frame.y + label.frame.height / 2, anchor: anchor, font: SVGTextMetrics.font(of: label.role),
                // Text on marks needs an outline in the background color.
                paint: .solid(isSoft ? .soft : .text), hasRim: label.role == .rule || label.role == .point))
    }

    /// The labels of clock changes next to their lines, at the highest position without another label.
    private var clockLabels: [Drawing.Item] {
        let metrics = SVGTextMetrics()
        let plot = layout.plot
        var board = LabelBoard(frame: plot, spacing: 4)
        for label in layout.labels { board.take(label.frame) }
        return layout.clockChanges.compactMap { change in
            let (hours, minutes) = abs(change.minutes).quotientAndRemainder(dividingBy: 60)
            let amount = [hours > 0 ? "\(hours) h" : nil, minutes > 0 ? "\(minutes) min" : nil].compactMap { $0 }.joined(separator: " ")
            let text = "clocks \(change.minutes < 0 ? "−" : "+")\(amount)"
            let (width, height) = (metrics.width(of: text, role: .rule), metrics.height(of: .rule))
            let places = stride(from: plot.y + 2, to: plot.maxY, by: height).flatMap { y in
                [change.position + 4, change.position - 4 - width].map { Frame(x: $0, y: y, width: width, height: height) }
            }
            guard let place = places.first(where: { board.take($0) }) else { return nil }
            return Self.text(of: PlacedLabel(text: text, role: .rule, frame: place, alignment: .leading, series: nil), isSoft: true)
        }
    }
}

extension SVGPainter.Place {
    /// The distance between the layout and the edges of the drawing, in pixels.
    fileprivate var margin: Double { self == .file ? 10 : 2 }
}
