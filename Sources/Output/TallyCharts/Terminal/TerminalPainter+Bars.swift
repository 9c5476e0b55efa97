/// Draws bars with blocks in eighths of a cell.
///
/// A partial bar is hatched below an edge at its true height. If several bars share a cell, the longest one is drawn.
extension TerminalPainter {
    mutating func paint(_ mark: BarLayer) {
        var columns: [BarLayer.Bar?] = Array(repeating: nil, count: width)
        for (bar, taken) in zip(mark.bars, self.columns(of: mark)) {
            guard let high = bar.high, let low = bar.low, high.isFinite, low.isFinite else { continue }
            for column in taken {
                if let other = columns[column], reach(of: other) >= reach(of: bar) { continue }
                columns[column] = bar
            }
        }
        for (column, bar) in columns.enumerated() {
            if let bar { paint(bar, of: mark.series, in: column) }
        }
    }

    /// The columns of the canvas below the middles of running bars and cells.
    var runningColumns: Set<Int> {
        var found: Set<Int> = []
        for mark in layout.layers {
            switch mark {
            case .bar(let mark):
                for (bar, columns) in zip(mark.bars, columns(of: mark)) where bar.completeness == .running && bar.high != nil {
                    if !columns.isEmpty { found.insert(left + (columns.lowerBound + columns.upperBound - 1) / 2) }
                }
            case .cell(let mark):
                for cell in mark.cells where cell.completeness == .running && cell.value != nil {
                    let columns = columns(of: cell)
                    if !columns.isEmpty { found.insert(left + (columns.lowerBound + columns.upperBound - 1) / 2) }
                }
            case .line, .area, .point, .rule: break
            }
        }
        return found
    }

    private func reach(of bar: BarLayer.Bar) -> Double { max(abs(bar.low ?? 0), abs(bar.high ?? 0)) }

    /// Returns the columns of the plot that each bar covers. Equal spans have equal widths of at most 24 cells, with gaps if the mean span
    /// has at least two cells and bars do not touch. Narrower bars extend from one rounded edge to the other.
    private func columns(of mark: BarLayer) -> [Range<Int>] {
        guard (0..<max(1, mark.slotCount)).contains(mark.slot) else { return mark.bars.map { _ in 0..<0 } }
        let (count, slot) = (Double(max(1, mark.slotCount)), Double(mark.slot))
        let spans = mark.bars.map { x($0.end) - x($0.start) }.filter { $0 > 0 && $0 < .infinity }
        let mean = spans.reduce(0, +) / Double(max(1, spans.count))
        let gap = mean >= count + 1 && !mark.touches ? max(1, min(4, (mean * 0.2).rounded())) : 0
        // The end of the bars of the previous bucket, including their gap.
        var taken = (until: -Double.infinity, cells: 0.0)
        return mark.bars.map { bar in
            let (start, end) = (x(bar.start), x(bar.end))
            let span = end - start
            guard end > 0, start < Double(width), span > 0, span < .infinity else { return 0..<0 }
            guard span >= count, gap > 0 || count > 1 else {
                let share = span / count
                return Self.places(from: start + share * slot, to: start + share * (slot + 1), of: width)
            }
            let breadth = min(24, max(1, ((span - gap) / count).rounded(.down)))
            var first = (start + (span - breadth * count) / 2).rounded()
            // A bucket that is too short for its gap moves by a cell, so that it does not touch the previous one.
            if gap > 0, start >= taken.until - 1e-6, first == taken.cells, first + breadth * count < Double(width) { first += 1 }
            taken = (end, first + breadth * count)
            let visible = min(Double(width), max(0, first + slot * breadth))
            return Int(visible)..<Int(max(visible, min(Double(width), first + (slot + 1) * breadth)))
        }
    }

    private mutating func paint(_ bar: BarLayer.Bar, of series: Int, in column: Int) {
        guard let low = bar.low, let high = bar.high else { return }
        let ends = (eighths(y(low)), eighths(y(high)))
        var (upper, lower) = (min(ends.0, ends.1), max(ends.0, ends.1))
        guard lower >= 0, upper <= height * 8 else { return }
        let ink = style.ink(of: series)
        if upper == lower {
            // A value that is too small to see is still visible. Zero is a line at the bottom.
            guard low != high || low == 0 else { return }
            let row = min(height - 1, max(0, (lower - 1) / 8))
            guard canvas[left + column, top + row].isBlank else { return }
            if low == high { return canvas.set("_", ink, at: left + column, top + row) }
            if high > low, high > 0 { upper -= 1 } else { lower += 1 }
        }
        (upper, lower) = (max(0, upper), min(height * 8, lower))
        let glyph = bar.completeness == .whole ? style.texture(of: series) : style.hatch(of: series)
        for row in (upper / 8)..<max(upper / 8, (lower + 7) / 8) {
            paint(from: max(0, upper - row * 8), to: min(8, lower - row * 8), glyph, ink, at: left + column, top + row)
        }
    }

    /// Returns the distance from the upper edge of the plot in eighths of a row. Positions far outside are one row outside.
    private func eighths(_ position: Double) -> Int { Int((min(max(-1, position), Double(height + 1)) * 8).rounded()) }

    /// Fills a cell from one eighth to another, both counted from the top of the cell.
    private mutating func paint(from upper: Int, to lower: Int, _ glyph: Character, _ ink: Ink, at column: Int, _ row: Int) {
        let behind = canvas[column, row]
        switch (upper, lower) {
        case (0, 8): canvas.set(glyph, ink, at: column, row)
        case (_, 8):
            canvas.set(foot(8 - upper, glyph), ink, at: column, row)
            // If this bar fills the rest of the cell, the bar behind it is visible above its end.
            let fillsRest = behind.glyph == "█" || (behind.isReversed && behind.glyph == TerminalStyle.lowerBlocks[8 - upper])
            if !isMonochrome, !isASCII, fillsRest { canvas[column, row].ground = behind.ink }
        case (0, _):
            if let below = TerminalStyle.lowerBlocks.firstIndex(of: behind.glyph), below == 8 - lower, !isMonochrome, !isASCII {
                canvas[column, row].ground = ink
            } else if isMonochrome || isASCII {
                // If two segments share a cell, the longer part is visible.
                let edge: Character = lower >= 6 ? glyph : isASCII ? "\"" : lower >= 2 ? "▀" : "▔"
                if lower >= 4 || behind.isBlank { canvas.set(behind.isBlank ? edge : glyph, ink, at: column, row) }
            } else {
                // The lower part has the background color.
                canvas.set(TerminalStyle.lowerBlocks[8 - lower], ink, at: column, row)
                canvas[column, row].isReversed = true
            }
        default:
            if !isASCII, let below = TerminalStyle.lowerBlocks.firstIndex(of: behind.glyph), below > 0, below == 8 - lower {
                // A cell cannot have three colors, so two bars are drawn as one, in the color of the greater.
                canvas.set(foot(8 - upper, glyph), lower - upper >= below ? ink : behind.ink, at: column, row)
            } else {
                canvas.set(isASCII ? "-" : "━", ink, at: column, row)
            }
        }
    }

    private func foot(_ eighths: Int, _ glyph: Character) -> Character {
        isASCII ? (eighths < 4 ? "_" : glyph) : TerminalStyle.lowerBlocks[eighths]
    }
}
