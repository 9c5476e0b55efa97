/// Draws the marks of a chart as a picture of its plot, in the pixels of terminal cells.
struct RasterPainter {
    private let layout: ChartLayout
    private let style: TerminalStyle
    private let scale: (x: Double, y: Double)
    /// True if pixels are either opaque or clear, as in sixels.
    private let isOpaque: Bool
    private var raster: Raster
    private static let grey = TerminalPalette.gray

    private init(_ chart: LayeredChart, _ layout: ChartLayout, _ options: TerminalOptions, _ graphics: TerminalGraphics) {
        self.layout = layout
        style = TerminalStyle(chart, options)
        isOpaque = graphics.encoding == .sixel
        scale = (Double(graphics.cellWidth), Double(graphics.cellHeight))
        raster = Raster(width: Int(layout.plot.width) * graphics.cellWidth, height: Int(layout.plot.height) * graphics.cellHeight)
    }

    static func picture(of chart: LayeredChart, _ layout: ChartLayout, _ options: TerminalOptions, _ graphics: TerminalGraphics) -> Raster {
        var painter = RasterPainter(chart, layout, options, graphics)
        for mark in layout.layers { painter.paint(mark) }
        if !options.isASCII { painter.paintTicks(of: chart) }
        return painter.raster
    }

    /// Draws the ticks at the exact pixel. The labels next to the plot can only be in the nearest row.
    private mutating func paintTicks(of chart: LayeredChart) {
        let length = scale.x / 2
        if case .value = chart.y {
            for tick in layout.yTicks {
                let y = ((tick.position - layout.plot.y) * scale.y).rounded()
                raster.rectangle((0, y - 1), (length, y))
            }
        }
        if case .time = chart.x {
            for tick in layout.xTicks {
                let x = min(((tick.position - layout.plot.x) * scale.x).rounded(), Double(raster.width - 1))
                raster.rectangle((x, Double(raster.height) - length), (x + 1, Double(raster.height)))
            }
        }
        raster.paint(Self.grey)
    }

    private func x(_ value: Double) -> Double { (layout.x.position(of: value) - layout.plot.x) * scale.x }
    private func y(_ value: Double) -> Double { (layout.y.position(of: value) - layout.plot.y) * scale.y }

    private func color(_ series: Int, isFaint: Bool = false) -> SRGB {
        let role = style.role(of: series)
        return TerminalPalette.color(of: isFaint ? .faint(role) : .role(role)) ?? Self.grey
    }

    private mutating func paint(_ mark: Layer) {
        switch mark {
        case .bar(let mark): paint(mark)
        case .line(let mark): paint(mark)
        case .area(let mark): paint(mark)
        case .point(let mark): paint(mark)
        case .rule(let mark): paint(mark)
        case .cell(let mark): paint(mark)
        }
    }

    private mutating func paint(_ mark: BarLayer) {
        let count = Double(max(1, mark.slotCount))
        // Complete bars are painted together, the others with their pattern.
        for completeness in [Completeness.whole, .partial] {
            for bar in mark.bars where (bar.completeness == .whole) == (completeness == .whole) {
                guard let low = bar.low, let high = bar.high, low.isFinite, high.isFinite, bar.start < bar.end else { continue }
                let (start, end) = (x(bar.start), x(bar.end))
                let gap =
                    end - start >= 4 && !mark.touches ? max(min(4 * scale.x, (end - start) * 0.2), end - start - 24 * scale.x * count) : 0
                let share = (end - start - gap) / count
                let from = start + gap / 2 + share * Double(mark.slot)
                // Whole pixels, so that stacked bars have no seam.
                raster.rectangle((from, y(low).rounded()), (from + share, y(high).rounded()))
            }
            let color = color(mark.series)
            if completeness == .whole {
                raster.paint(color)
            } else {
                raster.paint(color) { x, y in (x + y) % 8 < 4 }
            }
        }
    }

    private var breadth: Double { max(1.5, scale.y / 8) }

    private mutating func paint(_ mark: LineLayer) {
        var previous: (x: Double, y: Double)?
        var isAlone = true
        var phase = 0.0
        for point in mark.points {
            guard let value = point.y, value.isFinite, point.x.isFinite else {
                if isAlone, let previous { raster.disc(previous, radius: breadth) }
                (previous, isAlone) = (nil, true)
                continue
            }
            let next = (x: x(point.x), y: y(value))
            if let last = previous {
                isAlone = false
                // There is no color lighter than gray.
                let isPale = mark.isFaint && style.role(of: mark.series) == .muted
                let isDashed = mark.isDashed || isPale || point.completeness != .whole
                if mark.interpolation == .step {
                    stroke(last, (next.x, last.y), isDashed, &phase)
                    stroke((next.x, last.y), next, isDashed, &phase)
                } else {
                    stroke(last, next, isDashed, &phase)
                }
            }
            previous = next
        }
        if isAlone, let previous { raster.disc(previous, radius: breadth) }
        raster.paint(color(mark.series, isFaint: mark.isFaint))
    }

    /// - Parameter phase: the position in the pattern of dashes, in pixels.
    private mutating func stroke(_ from: (x: Double, y: Double), _ to: (x: Double, y: Double), _ isDashed: Bool, _ phase: inout Double) {
        let margin = breadth * 2
        // Clipped with a margin, so that a line does not end before the edge of the plot.
        guard
            let clipped = Clip.segment(
                (from.x + margin, from.y + margin), (to.x + margin, to.y + margin), width: Double(raster.width) + 2 * margin,
                height: Double(raster.height) + 2 * margin)
        else { return }
        let start = (x: clipped.from.x - margin, y: clipped.from.y - margin)
        let end = (x: clipped.to.x - margin, y: clipped.to.y - margin)
        guard isDashed else { return raster.segment(start, end, breadth: breadth) }
        let length = ((end.x - start.x) * (end.x - start.x) + (end.y - start.y) * (end.y - start.y)).squareRoot()
        let (drawn, period) = (breadth * 2, breadth * 5)
        var place = -phase.truncatingRemainder(dividingBy: period)
        while place < length {
            let (first, last) = (max(0, place), min(length, place + drawn))
            if first < last {
                func at(_ place: Double) -> (x: Double, y: Double) {
                    (start.x + (end.x - start.x) * place / length, start.y + (end.y - start.y) * place / length)
                }
                raster.segment(at(first), at(last), breadth: breadth)
            }
            place += period
        }
        phase += length
    }

    private mutating func paint(_ mark: AreaLayer) {
        var previous: (x: Double, low: Double, high: Double)?
        for point in mark.points {
            guard let low = point.low, let high = point.high, low.isFinite, high.isFinite, point.x.isFinite else {
                previous = nil
                continue
            }
            let next = (x: x(point.x), low: y(low), high: y(high))
            if let last = previous, last.x < next.x, next.x > 0, last.x < Double(raster.width) {
                let first = Int(max(0, last.x))
                for column in first..<max(first, Int(min(Double(raster.width), next.x.rounded(.up)))) {
                    let (from, to) = (max(last.x, Double(column)), min(next.x, Double(column + 1)))
                    guard from < to else { continue }
                    let share = ((from + to) / 2 - last.x) / (next.x - last.x)
                    let (low, high) = (last.low + (next.low - last.low) * share, last.high + (next.high - last.high) * share)
                    // Where two segments share a part of a column, only the greater coverage counts. Whole columns have no seam.
                    raster.rectangle((Double(column), low), (Double(column + 1), high))
                }
            }
            previous = next
        }
        if isOpaque {
            raster.paint(color(mark.series)) { x, y in (x + y) % 2 == 0 && y % 2 == 0 }
        } else {
            raster.paint(color(mark.series), opacity: 0.35)
        }
    }

    private mutating func paint(_ mark: PointLayer) {
        for point in mark.points where point.x.isFinite && point.y.isFinite {
            let center = (x: x(point.x), y: y(point.y))
            if mark.hasHalo {
                raster.disc(center, radius: breadth * 2.6)
                raster.erase()
            }
            raster.disc(center, radius: breadth * 1.6)
            raster.paint(color(mark.series))
        }
    }

    private mutating func paint(_ mark: RuleLayer) {
        let half = max(0.5, breadth / 4)
        switch mark.place {
        case .x(let value):
            guard value.isFinite else { return }
            raster.rectangle((x(value) - half, 0), (x(value) + half, Double(raster.height)))
        case .y(let value):
            guard value.isFinite else { return }
            raster.rectangle((0, y(value) - half), (Double(raster.width), y(value) + half))
        }
        let period = Int(breadth * 4)
        raster.paint(color(mark.series)) { x, y in !mark.isDashed || (x + y) % period < period * 5 / 8 }
    }

    private mutating func paint(_ mark: CellLayer) {
        let domain = mark.shownDomain
        for cell in mark.cells {
            guard let value = cell.value, value.isFinite, cell.start < cell.end else { continue }
            let color = TerminalPalette.color(of: .ramp(TerminalPainter.place(of: value, in: domain))) ?? Self.grey
            raster.rectangle(
                (x(cell.start).rounded(), y(Double(cell.row)).rounded()), (x(cell.end).rounded(), y(Double(cell.row) + 1).rounded()))
            if cell.completeness == .whole {
                raster.paint(color)
            } else {
                raster.paint(color) { x, y in (x + y) % 8 < 5 }
            }
        }
    }
}
