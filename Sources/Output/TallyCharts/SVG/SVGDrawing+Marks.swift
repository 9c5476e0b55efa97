/// Draws marks. Each mark takes only a few elements, for any number of values.
extension SVGDrawing {
    mutating func draw(_ mark: Layer) {
        switch mark {
        case .bar(let mark): draw(mark)
        case .line(let mark): draw(mark)
        case .area(let mark): draw(mark)
        case .point(let mark): draw(mark)
        case .rule(let mark): draw(mark)
        case .cell(let mark): draw(mark)
        }
    }

    private mutating func draw(_ mark: BarLayer) {
        var (whole, partial, running) = (PathData(), PathData(), PathData())
        for bar in mark.bars {
            guard let frame = layout.frame(of: bar, in: mark) else { continue }
            switch bar.completeness {
            case .whole: whole.rectangle(frame)
            case .partial: partial.rectangle(frame.expanded(by: -0.5))
            case .running: running.rectangle(frame.expanded(by: -0.5))
            }
        }
        let color = colorClass(mark.series)
        let hatch = #"\#(clip) style="fill:url(#\#(id)-\#(color))""#
        element("f \(color)", whole.text, attributes: clip)
        element("l w \(color)", partial.text, attributes: hatch)
        element("l w d \(color)", running.text, attributes: hatch)
    }

    /// Draws a dot after the end of each running bar, and one dot for bars that are stacked.
    mutating func drawRunningDots() {
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
        let dots = ends.values.sorted { $0.x < $1.x }
        element("p i e", path { path in for dot in dots { path.dot(at: dot.x, dot.y) } })
    }

    private mutating func draw(_ mark: LineLayer) {
        var (whole, partial, dots) = (Pen(), Pen(), PathData())
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
                let isPartial = point.completeness != .whole
                if mark.interpolation == .step {
                    if isPartial {
                        partial.line(from: last.x, last.y, to: x, last.y)
                    } else {
                        whole.line(from: last.x, last.y, to: x, last.y)
                    }
                    if isPartial { partial.line(from: x, last.y, to: x, y) } else { whole.line(from: x, last.y, to: x, y) }
                } else {
                    if isPartial { partial.line(from: last.x, last.y, to: x, y) } else { whole.line(from: last.x, last.y, to: x, y) }
                }
            }
            last = (x, y, last == nil)
        }
        endRun()
        // If there are more points than pixels, a thick line would fill the plot.
        let isDense = Double(mark.points.count) > layout.plot.width
        let classes = "l\(isDense ? " w" : "") \(colorClass(mark.series))"
        let attributes = clip + (mark.isFaint ? #" opacity=".5""# : "")
        element(mark.isDashed ? classes + " d" : classes, whole.path.text, attributes: attributes)
        element(classes + " d", partial.path.text, attributes: attributes)
        element("p i \(colorClass(mark.series))", dots.text, attributes: attributes)
    }

    private mutating func draw(_ mark: AreaLayer) {
        var path = PathData()
        var run: [(x: Double, low: Double, high: Double)] = []
        func endRun() {
            guard let first = run.first else { return }
            path.move(to: first.x, first.high)
            for point in run.dropFirst() { path.line(to: point.x, point.high) }
            for point in run.reversed() { path.line(to: point.x, point.low) }
            path.close()
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
        element("f \(colorClass(mark.series))", path.text, attributes: clip + Self.bandStyle)
    }

    private mutating func draw(_ mark: PointLayer) {
        let plot = layout.plot.expanded(by: 0.5)
        var dots = DotRuns()
        let isReduced = mark.points.count > DotRuns.limit
        let data = path { path in
            for point in mark.points {
                let (x, y) = (layout.x.position(of: point.x), layout.y.position(of: point.y))
                guard x >= plot.x, x <= plot.maxX, y >= plot.y, y <= plot.maxY else { continue }
                if isReduced { dots.add(x, y) } else { path.dot(at: x, y) }
            }
            for run in dots.runs { path.stroke(at: run.x, from: run.top, to: run.bottom) }
        }
        // Many dots can only be distinguished if they are small.
        let size = Double(mark.points.count) > layout.plot.width / 4 ? "p i" : "p"
        if mark.hasHalo { element("p o g", data) }
        element("\(size) \(colorClass(mark.series))", data)
    }

    private mutating func draw(_ mark: RuleLayer) {
        let plot = layout.plot
        let data = path { path in
            switch mark.place {
            case .x(let place):
                let x = layout.x.position(of: place)
                guard x >= plot.x - 0.5, x <= plot.maxX + 0.5 else { return }
                path.move(to: x, plot.y)
                path.line(to: x, plot.maxY)
            case .y(let value):
                let y = layout.y.position(of: value)
                guard y >= plot.y - 0.5, y <= plot.maxY + 0.5 else { return }
                path.move(to: plot.x, y)
                path.line(to: plot.maxX, y)
            }
        }
        element("l u\(mark.isDashed ? " d" : "") \(colorClass(mark.series))", data)
    }

    private mutating func draw(_ mark: CellLayer) {
        let domain = layout.ramp?.domain ?? 0...0
        var steps = [PathData](repeating: PathData(), count: Palette.light.ramp.count)
        var (empty, veiled, running) = (PathData(), PathData(), PathData())
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
        for (step, path) in steps.enumerated() { element("f h\(step)", path.text) }
        element("l w k", empty.text)
        element("", veiled.text, attributes: #" fill="url(#\#(id)-g)""#)
        element("l w d", running.text)
    }

    /// Draws the sample of a series in the legend in the style of its first mark.
    mutating func draw(_ key: LegendKey) {
        let frame = key.frame
        let middle = frame.y + frame.height / 2
        let color = colorClass(key.series)
        let line = path { path in
            path.move(to: frame.x, middle)
            path.line(to: frame.maxX, middle)
        }
        let side = min(11, frame.width, frame.height)
        let square = path { path in
            path.rectangle(Frame(x: frame.maxX - side, y: middle - side / 2, width: side, height: side))
        }
        switch chart.layers.first(where: { $0.series == key.series }) {
        case .line(let mark):
            element("l \(color)\(mark.isDashed ? " d" : "")", line, attributes: mark.isFaint ? #" opacity=".5""# : "")
        case .rule(let mark): element("l u \(color)\(mark.isDashed ? " d" : "")", line)
        case .point: element("p \(color)", path { $0.dot(at: frame.maxX - side / 2, middle) })
        case .area: element("f \(color)", square, attributes: Self.bandStyle)
        case .bar, .cell, nil: element("f \(color)", square)
        }
    }

    /// The outline makes a band of one point visible and gives bands an edge on a dark background.
    private static let bandStyle = #" fill-opacity=".2" stroke="currentColor" stroke-opacity=".35""#

    /// A path that continues at the end of the last line.
    private struct Pen {
        var path = PathData()
        private var end: (x: Double, y: Double)?

        mutating func line(from x: Double, _ y: Double, to endX: Double, _ endY: Double) {
            if end?.x != x || end?.y != y { path.move(to: x, y) }
            path.line(to: endX, endY)
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

extension ChartLayout {
    /// Returns the frame of a bar, with a gap to its neighbors if there is room. Nil without a value.
    func frame(of bar: BarLayer.Bar, in mark: BarLayer) -> Frame? {
        guard let low = bar.low, let high = bar.high else { return nil }
        let (start, end) = (x.position(of: bar.start), x.position(of: bar.end))
        let count = Double(max(1, mark.slotCount))
        let room = end - start >= 3 ? max(min(12, (end - start) * 0.2), end - start - 120 * count) : 0
        // A hairline separates bars that touch.
        let gap = mark.touches ? min(room, 0.5) : room
        let width = max(0, end - start - gap) / count
        let left = start + gap / 2 + width * Double(mark.slot)
        let (top, bottom) = (y.position(of: max(low, high)), y.position(of: min(low, high)))
        // A bar of zero is visible above the axis, in contrast to a missing value.
        let height = max(2, bottom - top)
        let between = mark.slotCount > 1 && width >= 4 ? 1.0 : 0
        let base = high < low ? top : bottom - height
        return Frame(x: left, y: base, width: max(1, width - between), height: height)
    }

    /// Returns the frame of a cell, with a gap to its neighbors if there is room.
    func frame(of cell: CellLayer.Cell) -> Frame {
        let (left, right) = (x.position(of: cell.start), x.position(of: cell.end))
        let (top, bottom) = (y.position(of: Double(cell.row)), y.position(of: Double(cell.row + 1)))
        let gap = min(right - left, bottom - top) >= 5 ? 1.0 : 0
        return Frame(x: left + gap / 2, y: top + gap / 2, width: max(0, right - left - gap), height: max(0, bottom - top - gap))
    }
}
