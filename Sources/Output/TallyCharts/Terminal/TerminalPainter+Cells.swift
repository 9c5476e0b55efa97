/// Draws heatmaps with half blocks in the colors of a ramp, or with shades if there are few colors.
extension TerminalPainter {
    mutating func paint(_ mark: CellLayer) {
        let domain = mark.shownDomain
        // The two halves of a row, one above the other.
        var halves: [(place: Double, isWhole: Bool)?] = Array(repeating: nil, count: width * height * 2)
        for cell in mark.cells {
            guard let value = cell.value, value.isFinite else { continue }
            let place = Palette.rampPlace(of: value, in: domain)
            // If several values share a terminal cell, the greatest is visible.
            for row in rows(of: cell) {
                for column in columns(of: cell) {
                    let index = row * width + column
                    if let other = halves[index], other.place >= place { continue }
                    halves[index] = (place, cell.completeness == .whole)
                }
            }
        }
        for row in 0..<height {
            for column in 0..<width {
                let (upper, lower) = (halves[row * 2 * width + column], halves[(row * 2 + 1) * width + column])
                paint(upper, lower, column, row)
            }
        }
    }

    /// Returns the columns that a cell covers, including the one that contains its middle.
    func columns(of cell: CellLayer.Cell) -> Range<Int> { Self.places(from: x(cell.start), to: x(cell.end), of: width) }

    /// Returns the halves of rows that a cell covers, including the one that contains its middle and its label. Shades use whole rows.
    private func rows(of cell: CellLayer.Cell) -> Range<Int> {
        let scale = hasRampOfColors ? 2.0 : 1
        let ends = [0.0, 1].map { (layout.y.position(of: Double(cell.row) + $0) - layout.plot.y) * scale }
        let rows = Self.places(from: ends[0], to: ends[1], of: height * Int(scale))
        return hasRampOfColors ? rows : rows.lowerBound * 2..<rows.upperBound * 2
    }

    /// Returns the places from one position to another, both rounded. If they are equal, returns the place of the middle. Empty outside.
    static func places(from start: Double, to end: Double, of count: Int) -> Range<Int> {
        guard end > 0, start < Double(count) else { return 0..<0 }
        let (start, end) = (start.clamped(to: 0...Double(count)), end.clamped(to: 0...Double(count)))
        let (first, last) = (Int(start.rounded()), Int(end.rounded()))
        if first < last { return first..<last }
        let middle = min(count - 1, Int((start + end) / 2 + 1e-9))
        return middle..<middle + 1
    }

    private mutating func paint(
        _ upper: (place: Double, isWhole: Bool)?, _ lower: (place: Double, isWhole: Bool)?, _ column: Int, _ row: Int
    ) {
        let (x, y) = (left + column, top + row)
        guard let greatest = [upper, lower].compactMap(\.self).max(by: { $0.place < $1.place }) else { return }
        let isHatched = !greatest.isWhole && column % 2 == 1
        if !hasRampOfColors {
            return canvas.set(isHatched ? (isASCII ? "/" : "╱") : shade(greatest.place), .ramp(greatest.place), at: x, y)
        }
        switch (upper, lower) {
        case (let upper?, let lower?) where upper.place == lower.place:
            canvas.set(upper.isWhole ? "█" : "▓", .ramp(upper.place), at: x, y)
        case (let upper?, let lower):
            canvas.set("▀", .ramp(upper.place), at: x, y)
            canvas[x, y].ground = lower.map { .ramp($0.place) }
        case (nil, let lower?): canvas.set("▄", .ramp(lower.place), at: x, y)
        case (nil, nil): break
        }
        if isHatched {
            canvas.set("╱", .text, at: x, y)
            canvas[x, y].ground = .ramp(greatest.place)
        }
    }

    /// True if there are enough colors for a ramp. Sixteen are not enough.
    private var hasRampOfColors: Bool { !isASCII && (options.color == .palette256 || options.color == .trueColor) }

    /// Returns a shade from light to dark. A value is never blank, because a blank means no value.
    private func shade(_ place: Double) -> Character {
        let shades: [Character] = isASCII ? [".", ":", "-", "=", "+", "*", "#", "%", "@"] : ["·", "░", "▒", "▓", "█"]
        return shades[min(shades.count - 1, Int(place * Double(shades.count)))]
    }

    mutating func paintRamp() {
        guard let ramp = layout.ramp else { return }
        let (column, row) = (Int(ramp.frame.x.rounded()), Int(ramp.frame.y.rounded()))
        let count = Int(ramp.frame.width.rounded())
        for offset in 0..<max(0, count) {
            let place = count > 1 ? Double(offset) / Double(count - 1) : 0.5
            canvas.set(hasRampOfColors ? "█" : shade(place), .ramp(place), at: column + offset, row)
        }
    }
}
