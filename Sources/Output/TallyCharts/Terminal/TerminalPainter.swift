/// Draws the marks, axes and labels of a chart with a layout in cells.
struct TerminalPainter {
    let chart: LayeredChart
    private(set) var layout: ChartLayout
    let options: TerminalOptions
    let style: TerminalStyle
    var canvas: CellCanvas
    /// The plot in whole cells.
    let left: Int
    let top: Int
    let width: Int
    let height: Int
    /// The shift of values by less than a row. It places zero between two rows, so that bars end there.
    let shift: Double
    /// Signs that distinguish lines. They are drawn over all lines.
    var markers: [(column: Int, row: Int, glyph: Character, ink: Ink)] = []

    var isASCII: Bool { options.isASCII }
    var isMonochrome: Bool { options.color == .none }

    init(_ chart: LayeredChart, _ layout: ChartLayout, _ options: TerminalOptions, columns: Int, rows: Int) {
        self.chart = chart
        self.options = options
        style = TerminalStyle(chart, options)
        canvas = CellCanvas(columns: columns, rows: rows, isASCII: options.isASCII)
        left = Int(layout.plot.x.rounded())
        top = Int(layout.plot.y.rounded())
        width = max(0, Int(layout.plot.maxX.rounded()) - left)
        height = max(0, Int(layout.plot.maxY.rounded()) - top)
        let zero = layout.y.position(of: 0)
        let hasZeroInside =
            zero > layout.plot.y && zero < layout.plot.maxY && chart.layers.contains { if case .bar = $0 { true } else { false } }
        shift = hasZeroInside ? zero.rounded() - zero : 0
        self.layout = layout
        // The label of zero is in the row where zero is drawn.
        let row = zero.rounded()
        guard hasZeroInside, row < layout.plot.maxY, !layout.yTicks.contains(where: { $0.label?.frame.y == row }) else { return }
        for index in layout.yTicks.indices where abs(layout.yTicks[index].position - zero) < 1e-6 {
            self.layout.yTicks[index].label?.frame.y = row
        }
    }

    mutating func paint() {
        paintAxes()
        if options.graphics == nil { paintMarks() }
        paintRunning()
        paintLegend()
        paintRamp()
        paintLabels()
    }

    private mutating func paintMarks() {
        for (index, mark) in layout.layers.enumerated() {
            // Layers count from 1. Those of areas are negative, so that lines never share cells with them.
            switch mark {
            case .bar(let mark): paint(mark)
            case .line(let mark): paint(mark, layer: index + 1)
            case .area(let mark): paint(mark, layer: -index - 1)
            case .point(let mark): paint(mark)
            case .rule(let mark): paint(mark)
            case .cell(let mark): paint(mark)
            }
        }
        for marker in markers { canvas.set(marker.glyph, marker.ink, at: marker.column, marker.row) }
    }

    /// Returns the distance from the left edge of the plot in cells.
    func x(_ value: Double) -> Double { layout.x.position(of: value) - layout.plot.x }
    /// Returns the distance from the upper edge of the plot in cells.
    func y(_ value: Double) -> Double { layout.y.position(of: value) - layout.plot.y + shift }
}

// MARK: Axes

extension TerminalPainter {
    private mutating func paintAxes() {
        // Next to a picture, axes are at the edge of the cell. The picture contains the ticks.
        let isPicture = options.graphics != nil && !isASCII
        let (vertical, horizontal, corner): (Character, Character, Character) =
            isPicture ? ("▕", "▔", " ") : isASCII ? ("|", "-", "+") : ("│", "─", "└")
        let (column, row) = (left - 1, top + height)
        for offset in 0..<height { canvas.set(vertical, .soft, at: column, top + offset) }
        for offset in 0..<width { canvas.set(horizontal, .soft, at: left + offset, row) }
        canvas.set(corner, .soft, at: column, row)

        for tick in isPicture ? [] : layout.yTicks {
            let place = tick.label.map { Int($0.frame.y.rounded()) } ?? Int((tick.position + shift).rounded(.down))
            guard place >= top, place <= row, case .value = chart.y else { continue }
            canvas.set(place == row ? (isASCII ? "+" : "┴") : (isASCII ? "+" : "┤"), .soft, at: column, place)
        }
        for tick in isPicture ? [] : layout.xTicks {
            let offset = cell(at: tick.position - layout.plot.x)
            guard case .time = chart.x else { continue }
            canvas.set(isASCII ? "+" : tick.isMajor && height > 0 ? "┼" : "┴", .soft, at: left + offset, row)
        }
        paintClockChanges(at: row)
    }

    /// Writes the amount of clock changes on the axis, because these days are shorter or longer.
    private mutating func paintClockChanges(at row: Int) {
        var free = left
        let taken = runningColumns.union(ruledColumns)
        for change in layout.clockChanges {
            let place = left + cell(at: change.position - layout.plot.x)
            let hours = abs(change.minutes) / 60
            let rest = abs(change.minutes) % 60
            let amount = "\(change.minutes < 0 ? "−" : "+")\(hours > 0 ? "\(hours)h" : "")\(rest > 0 ? "\(rest)m" : "")"
            let nearest = min(place, left + width - amount.count)
            let places = (0...amount.count).flatMap { offset in [nearest + offset, nearest - offset] }
            let start = places.first { start in
                start >= free && start + amount.count <= left + width && taken.isDisjoint(with: start..<start + amount.count)
            }
            if let start {
                canvas.write(amount, .role(.now), at: start, row)
                free = start + amount.count + 1
            } else if place >= free, !taken.contains(place) {
                canvas.set(isASCII ? "!" : "╪", .role(.now), at: place, row)
            }
        }
    }

    /// The columns of the canvas where vertical rules meet the axis.
    private var ruledColumns: Set<Int> {
        Set(
            layout.layers.compactMap {
                guard case .rule(let mark) = $0, case .x(let value) = mark.place else { return nil }
                return column(of: value).map { left + $0 }
            })
    }

    /// Returns the column of the plot that contains a value of the horizontal axis. Nil if it is outside.
    func column(of value: Double) -> Int? {
        let place = x(value)
        return place.isFinite && place >= 0 && place <= Double(width) ? cell(at: place) : nil
    }

    private mutating func paintRunning() {
        for column in runningColumns { canvas.set(isASCII ? "^" : "▲", .role(.now), at: column, top + height) }
    }

    /// Returns the cell that contains `position`, both from the edge of the plot. The far edge belongs to the last cell.
    func cell(at position: Double) -> Int { Int(min(max(0, position), Double(max(0, width - 1))).rounded(.down)) }
}

// MARK: Labels

extension TerminalPainter {
    private mutating func paintLabels() {
        for tick in layout.xTicks + layout.yTicks {
            if let label = tick.label { paint(label, .soft) }
        }
        for label in layout.labels {
            switch label.role {
            case .title: paint(label, .text, isBold: true)
            case .now: paint(label, .role(.now))
            case .rule, .point:
                clear(beside: label)
                paint(label, label.series.map(style.ink) ?? .text)
            case .legend: paint(label, .text)
            case .subtitle, .unit, .tick, .ramp, .note: paint(label, .soft)
            }
        }
    }

    /// Clears one cell on each side of a label over marks, within the plot.
    private mutating func clear(beside label: PlacedLabel) {
        let row = Int(label.frame.y.rounded())
        for column in [Int(label.frame.x.rounded()) - 1, Int(label.frame.maxX.rounded())] {
            guard column >= left, column < left + width, row >= top, row < top + height else { continue }
            canvas[column, row] = CellCanvas.Cell()
        }
    }

    private mutating func paint(_ label: PlacedLabel, _ ink: Ink, isBold: Bool = false) {
        canvas.write(label.text, ink, isBold: isBold, at: Int(label.frame.x.rounded()), Int(label.frame.y.rounded()))
    }

    /// Draws a sample of the marks next to each name.
    private mutating func paintLegend() {
        for key in layout.legend {
            let (column, row) = (Int(key.frame.x.rounded()), Int(key.frame.y.rounded()))
            for offset in 0..<max(1, Int(key.frame.width.rounded())) {
                canvas.set(style.key(of: key.series, offset), style.ink(of: key.series), at: column + offset, row)
            }
        }
    }
}
