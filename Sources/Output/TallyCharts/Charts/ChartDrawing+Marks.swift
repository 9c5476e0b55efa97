/// Shapes of marks. Each mark is only a few shapes, for any number of values.
extension ChartDrawing {
    /// The marks from back to front.
    var marks: [Drawing.Item] {
        // The clip area is wider by half a stroke, so that lines along the edges keep their width.
        let clip = Outline.rectangle(layout.plot.expanded(by: 1.5))
        let clipped = layout.layers.map { mark -> Drawing.Item in
            switch mark {
            case .bar(let mark): .group(.init(items(of: mark), clip: clip))
            case .line(let mark): .group(.init(items(of: mark), clip: clip))
            case .area(let mark): .group(.init(items(of: mark), clip: clip))
            case .point(let mark): .group(.init(items(of: mark)))
            case .rule(let mark): .group(.init(items(of: mark)))
            case .cell(let mark): .group(.init(items(of: mark)))
            }
        }
        return [.group(.init([], clip: clip))] + clipped
    }

    private func items(of mark: BarLayer) -> [Drawing.Item] {
        var (whole, partial, running) = (Outline(), Outline(), Outline())
        for bar in mark.bars {
            guard let frame = layout.frame(of: bar, in: mark, style) else { continue }
            switch bar.completeness {
            case _ where style.isInPixels && bar.completeness != .whole: partial.rectangle(frame)
            case .whole: whole.rectangle(frame)
            case .partial: partial.rectangle(frame.expanded(by: -0.5))
            case .running: running.rectangle(frame.expanded(by: -0.5))
            }
        }
        let ink = ink(mark.series)
        let solid = Drawing.Item.shape(whole, fill: .solid(ink))
        guard mark.bars.contains(where: { $0.completeness != .whole }) else { return [solid] }
        if style.isInPixels { return [solid, .shape(partial, fill: .hatch(ink, tint: 0))] }
        return [
            solid, .shape(partial, fill: .hatch(ink), stroke: Self.thin(ink)),
            .shape(running, fill: .hatch(ink), stroke: Self.thin(ink, dash: style.dash)),
        ]
    }

    /// A dot after the end of each running bar, and one dot for bars that are stacked.
    var runningDots: [Drawing.Item] {
        var ends: [Double: Frame] = [:]
        for case .bar(let mark) in layout.layers {
            for bar in mark.bars where bar.completeness == .running {
                guard let frame = layout.frame(of: bar, in: mark), let high = bar.high, let low = bar.low else { continue }
                let isDownwards = high < low
                let box = frame.runningDot(isDownwards: isDownwards)
                let dot = Frame(x: box.x + box.width / 2, y: box.y + box.height / 2, width: 0, height: 0)
                let isFarther = ends[dot.x].map { isDownwards ? dot.y > $0.y : dot.y < $0.y } ?? true
                if isFarther { ends[dot.x] = dot }
            }
        }
        let dots = Outline { dots in for dot in ends.values.sorted(by: { $0.x < $1.x }) { dots.dot(at: dot.x, dot.y) } }
        return [.shape(dots, stroke: self.dots(.soft, style.smallDot))]
    }

    private func dots(_ ink: Ink, _ diameter: Double) -> Stroke { Stroke(.solid(ink), width: diameter, cap: .round) }

    private func items(of mark: LineLayer) -> [Drawing.Item] {
        var (whole, partial, dots) = (Pen(), Pen(), Outline())
        // Pixels have nothing lighter than the color of context, so a pale line is dashed instead.
        let isPale = style.isInPixels && mark.isFaint && role(mark.series) == .muted
        var last: (x: Double, y: Double, isAlone: Bool)?
        func endRun() { if let last, last.isAlone { dots.dot(at: last.x, last.y) } }
        for point in mark.points {
            guard let value = point.y else {
                endRun()
                last = nil
                continue
            }
            let (x, y) = (layout.x.position(of: point.x), layout.y.position(of: value))
            if let last {
                func draw(_ pen: inout Pen) {
                    if mark.interpolation == .step { pen.line(from: last.x, last.y, to: x, last.y) }
                    pen.line(from: mark.interpolation == .step ? x : last.x, last.y, to: x, y)
                }
                if point.completeness == .whole { draw(&whole) } else { draw(&partial) }
            }
            last = (x, y, last == nil)
        }
        endRun()
        // If there are more points than pixels, a thick line would fill the plot.
        let isDense = Double(mark.points.count) > layout.plot.width && !style.isInPixels
        let ink: Ink = mark.isFaint ? .faint(role(mark.series)) : ink(mark.series)
        let solid = lineStroke(ink, width: isDense ? style.denseLine : style.line, isDashed: false)
        let dashed = lineStroke(ink, width: solid.width, isDashed: true)
        return [
            .shape(whole.outline, stroke: mark.isDashed || isPale ? dashed : solid), .shape(partial.outline, stroke: dashed),
            .shape(dots, stroke: self.dots(ink, style.loneDot)),
        ]
    }

    private func lineStroke(_ ink: Ink, width: Double, isDashed: Bool) -> Stroke {
        // Round ends would close the gaps between dashes, and are not needed for thin lines.
        let isRound = style.isInPixels || !isDashed && width > 1
        return Stroke(.solid(ink), width: width, dash: isDashed ? style.dash : [], cap: isRound ? .round : .butt, join: .round)
    }

    private func items(of mark: AreaLayer) -> [Drawing.Item] {
        var outline = Outline()
        var run: [(x: Double, low: Double, high: Double)] = []
        func endRun() {
            if style.isInPixels { addColumns(of: run, to: &outline) } else { addBand(of: run, to: &outline) }
            run = []
        }
        for point in mark.points {
            guard let low = point.low, let high = point.high else {
                endRun()
                continue
            }
            run.append((layout.x.position(of: point.x), layout.y.position(of: low), layout.y.position(of: high)))
        }
        endRun()
        return [bandItem(outline, ink(mark.series))]
    }

    /// The outline makes a band of one point visible and gives bands an edge on a dark background.
    private func bandItem(_ outline: Outline, _ ink: Ink) -> Drawing.Item {
        .shape(outline, fill: .solid(ink, alpha: style.bandAlpha), stroke: style.isInPixels ? nil : Stroke(.solid(ink, alpha: 0.35)))
    }

    private func addBand(of run: [(x: Double, low: Double, high: Double)], to outline: inout Outline) {
        guard let first = run.first else { return }
        outline.move(to: first.x, first.high)
        for point in run.dropFirst() { outline.line(to: point.x, point.high) }
        for point in run.reversed() { outline.line(to: point.x, point.low) }
        outline.close()
    }

    /// Adds a rectangle for each column of pixels, so that a band has no seams.
    private func addColumns(of run: [(x: Double, low: Double, high: Double)], to outline: inout Outline) {
        for (last, next) in zip(run, run.dropFirst()) where last.x < next.x && next.x > 0 && last.x < layout.plot.width {
            let first = Int(max(0, last.x))
            for column in first..<max(first, Int(min(layout.plot.width, next.x.rounded(.up)))) {
                let (from, to) = (max(last.x, Double(column)), min(next.x, Double(column + 1)))
                guard from < to else { continue }
                let share = ((from + to) / 2 - last.x) / (next.x - last.x)
                let (low, high) = (last.low + (next.low - last.low) * share, last.high + (next.high - last.high) * share)
                outline.rectangle(Frame(x: Double(column), y: high, width: 1, height: low - high))
            }
        }
    }

    private func items(of mark: PointLayer) -> [Drawing.Item] {
        let plot = layout.plot.expanded(by: 0.5)
        var runs = DotRuns()
        let isReduced = mark.points.count > DotRuns.limit && !style.isInPixels
        let dots = Outline { outline in
            for point in mark.points {
                let (x, y) = (layout.x.position(of: point.x), layout.y.position(of: point.y))
                guard style.isInPixels || (x >= plot.x && x <= plot.maxX && y >= plot.y && y <= plot.maxY) else { continue }
                if isReduced { runs.add(x, y) } else { outline.dot(at: x, y) }
            }
            for run in runs.runs { run.add(to: &outline) }
        }
        // Many dots can only be distinguished if they are small.
        let size = Double(mark.points.count) > layout.plot.width / 4 ? style.smallDot : style.dot
        if style.isInPixels {
            // Each point is in front of the rings of those before.
            return dots.elements.map { element in
                let dot = Outline { $0.append(element) }
                let ring = Drawing.Item.shape(dot, stroke: self.dots(.ground, style.halo))
                return .group(.init((mark.hasHalo ? [ring] : []) + [.shape(dot, stroke: self.dots(ink(mark.series), style.dot))]))
            }
        }
        return (mark.hasHalo ? [.shape(dots, stroke: self.dots(.ground, style.halo))] : [])
            + [.shape(dots, stroke: self.dots(ink(mark.series), size))]
    }

    private func items(of mark: RuleLayer) -> [Drawing.Item] {
        let plot = layout.plot
        let line = Outline { line in
            switch mark.place {
            case .x(let place):
                let x = layout.x.position(of: place)
                guard x >= plot.x - 0.5, x <= plot.maxX + 0.5 else { return }
                line.move(to: x, plot.y)
                line.line(to: x, plot.maxY)
            case .y(let value):
                let y = layout.y.position(of: value)
                guard y >= plot.y - 0.5, y <= plot.maxY + 0.5 else { return }
                line.move(to: plot.x, y)
                line.line(to: plot.maxX, y)
            }
        }
        return [.shape(line, stroke: ruleStroke(mark))]
    }

    private func ruleStroke(_ mark: RuleLayer) -> Stroke {
        let isButt = mark.isDashed || style.isInPixels
        return Stroke(
            .solid(ink(mark.series)), width: style.rule, dash: mark.isDashed ? style.ruleDash : [], cap: isButt ? .butt : .round,
            join: .round)
    }

    /// The colors of a picture in a terminal are not in steps.
    private func pixels(of mark: CellLayer) -> [Drawing.Item] {
        let domain = mark.shownDomain
        var veiled = Outline()
        let cells = mark.cells.compactMap { cell -> Drawing.Item? in
            guard let value = cell.value, cell.start < cell.end else { return nil }
            let frame = layout.frame(of: cell, style)
            if cell.completeness != .whole { veiled.rectangle(frame) }
            return .shape(.rectangle(frame), fill: .solid(.ramp(Palette.rampPlace(of: value, in: domain))))
        }
        return cells + [.shape(veiled, fill: .hatch(.ground, tint: 0))]
    }

    private func items(of mark: CellLayer) -> [Drawing.Item] {
        if style.isInPixels { return pixels(of: mark) }
        let domain = layout.ramp?.domain ?? 0...0
        let inks = rampInks
        var steps = [Outline](repeating: Outline(), count: inks.count)
        var (empty, veiled, running) = (Outline(), Outline(), Outline())
        for cell in mark.cells {
            let frame = layout.frame(of: cell)
            if let value = cell.value {
                steps[Palette.rampStep(of: value, in: domain)].rectangle(frame)
            } else {
                empty.rectangle(frame.expanded(by: -min(0.5, frame.width / 4)))
            }
            if cell.completeness != .whole { veiled.rectangle(frame) }
            if cell.completeness == .running { running.rectangle(frame.expanded(by: -0.5)) }
        }
        var items = zip(steps, inks).filter { !$0.0.isEmpty }.map { Drawing.Item.shape($0, fill: .solid($1)) }
        items.append(.shape(empty, stroke: Self.thin(.grid)))
        if !veiled.isEmpty { items.append(.shape(veiled, fill: .hatch(.ground, tint: 0))) }
        return items + [.shape(running, stroke: Self.thin(.text, dash: style.dash))]
    }

    /// Samples of the series in the legend, each in the style of its first mark.
    var legend: [Drawing.Item] {
        layout.legend.map { key in
            let frame = key.frame
            let middle = frame.y + frame.height / 2
            let line = Outline.polyline([.init(frame.x, middle), .init(frame.maxX, middle)])
            let side = min(11, frame.width, frame.height)
            let square = Outline.rectangle(Frame(x: frame.maxX - side, y: middle - side / 2, width: side, height: side))
            let ink = ink(key.series)
            switch chart.layers.first(where: { $0.series == key.series }) {
            case .line(let mark):
                let shade: Ink = mark.isFaint ? .faint(role(key.series)) : ink
                return .shape(line, stroke: lineStroke(shade, width: style.line, isDashed: mark.isDashed))
            case .rule(let mark):
                var stroke = ruleStroke(mark)
                stroke.join = .miter
                return .shape(line, stroke: stroke)
            case .point: return .shape(Outline { $0.dot(at: frame.maxX - side / 2, middle) }, stroke: dots(ink, style.dot))
            case .area: return bandItem(square, ink)
            case .bar, .cell, nil: return .shape(square, fill: .solid(ink))
            }
        }
    }

    /// A line that continues at the end of the last one.
    private struct Pen {
        var outline = Outline()
        private var end: (x: Double, y: Double)?

        mutating func line(from x: Double, _ y: Double, to endX: Double, _ endY: Double) {
            if end?.x != x || end?.y != y { outline.move(to: x, y) }
            outline.line(to: endX, endY)
            end = (endX, endY)
        }
    }
}

extension Layer {
    /// The series that gives the mark its color. Nil for cells.
    var series: Int? {
        switch self {
        case .bar(let mark): mark.series
        case .line(let mark): mark.series
        case .area(let mark): mark.series
        case .point(let mark): mark.series
        case .rule(let mark): mark.series
        case .cell: nil
        }
    }
}
