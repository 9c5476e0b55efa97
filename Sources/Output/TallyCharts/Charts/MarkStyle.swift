/// The sizes of marks in a kind of picture, in its units.
struct MarkStyle {
    /// The widths of lines: of a series, of one with more points than the plot has columns, and of a rule.
    var line: Double
    var denseLine: Double
    var rule: Double
    /// The diameters of dots: of a point, of one among many, of the ring around a point, and of a point without neighbors on a line.
    var dot: Double
    var smallDot: Double
    var halo: Double
    var loneDot: Double
    /// The lengths of dashes and gaps: of lines, and of rules.
    var dash: [Double]
    var ruleDash: [Double]
    /// The opacity of bands.
    var bandAlpha: Double
    /// The least span of x with gaps between bars, the widest gap, and the widest bar.
    var gaps: (least: Double, widest: Double, bar: Double)
    /// The least size of a bar, and the distance of bars that share a span.
    var leastBar: (width: Double, height: Double, gap: Double)
    /// True if the ends of bars and the edges of cells are at whole pixels, so that they have no seam, and if bands are drawn in columns.
    var isInPixels: Bool

    /// Drawings for viewers, which smooth edges and show outlines.
    static let drawing = MarkStyle(
        line: 2, denseLine: 1, rule: 1.5, dot: 8, smallDot: 5, halo: 12, loneDot: 5, dash: [5, 4], ruleDash: [5, 4], bandAlpha: 0.2,
        gaps: (3, 12, 120), leastBar: (1, 2, 1), isInPixels: false)

    /// Pictures in a terminal with cells of this size.
    static func picture(cellWidth: Double, cellHeight: Double) -> MarkStyle {
        let breadth = max(1.5, cellHeight / 8)
        let period = Double(Int(breadth * 4))
        let drawn = Double(Int(period) * 5 / 8)
        return MarkStyle(
            line: breadth, denseLine: breadth, rule: max(1, breadth / 2), dot: breadth * 3.2, smallDot: breadth * 3.2, halo: breadth * 5.2,
            loneDot: breadth * 2, dash: [breadth * 2, breadth * 3], ruleDash: [drawn, period - drawn], bandAlpha: 0.35,
            gaps: (4, 4 * cellWidth, 24 * cellWidth), leastBar: (0, 0, 0), isInPixels: true)
    }
}

extension ChartLayout {
    /// Returns the frame of a bar, with a gap to its neighbors if there is room. Nil without a value.
    func frame(of bar: BarLayer.Bar, in mark: BarLayer, _ style: MarkStyle = .drawing) -> Frame? {
        guard let low = bar.low, let high = bar.high else { return nil }
        let (start, end) = (x.position(of: bar.start), x.position(of: bar.end))
        let count = Double(max(1, mark.slotCount))
        let span = end - start
        let room = span >= style.gaps.least ? max(min(style.gaps.widest, span * 0.2), span - style.gaps.bar * count) : 0
        // A hairline separates bars that touch.
        let gap = mark.touches ? (style.isInPixels ? 0 : min(room, 0.5)) : room
        let width = max(0, span - gap) / count
        let left = start + gap / 2 + width * Double(mark.slot)
        var (top, bottom) = (y.position(of: max(low, high)), y.position(of: min(low, high)))
        if style.isInPixels { (top, bottom) = (top.rounded(), bottom.rounded()) }
        // A bar of zero is visible above the axis, in contrast to a missing value.
        let height = max(style.leastBar.height, bottom - top)
        let between = mark.slotCount > 1 && width >= 4 ? style.leastBar.gap : 0
        let base = high < low ? top : bottom - height
        return Frame(x: left, y: base, width: max(style.leastBar.width, width - between), height: height)
    }

    /// Returns the frame of a cell, with a gap to its neighbors if there is room.
    func frame(of cell: CellLayer.Cell, _ style: MarkStyle = .drawing) -> Frame {
        var (left, right) = (x.position(of: cell.start), x.position(of: cell.end))
        var (top, bottom) = (y.position(of: Double(cell.row)), y.position(of: Double(cell.row + 1)))
        if style.isInPixels { (left, right, top, bottom) = (left.rounded(), right.rounded(), top.rounded(), bottom.rounded()) }
        let gap = !style.isInPixels && min(right - left, bottom - top) >= 5 ? 1.0 : 0
        return Frame(x: left + gap / 2, y: top + gap / 2, width: max(0, right - left - gap), height: max(0, bottom - top - gap))
    }

    /// Returns the layout of the plot alone in pixels, for cells of this size.
    func plotInPixels(cellWidth: Double, cellHeight: Double) -> ChartLayout {
        var layout = self
        layout.plot = Frame(x: 0, y: 0, width: plot.width * cellWidth, height: plot.height * cellHeight)
        layout.frame = layout.plot
        (layout.x.origin, layout.x.unit) = (plot.x, cellWidth)
        (layout.y.origin, layout.y.unit) = (plot.y, cellHeight)
        for index in xTicks.indices { layout.xTicks[index].position = (xTicks[index].position - plot.x) * cellWidth }
        for index in yTicks.indices { layout.yTicks[index].position = (yTicks[index].position - plot.y) * cellHeight }
        return layout
    }
}
