/// Heatmaps: half blocks in colours of a ramp, or shades where colours are few.
extension TerminalPainter {
    mutating func paint(_ mark: CellMark) {
        let domain = mark.shownDomain
        // Two halves of a row, one under the other.
        var halves: [(place: Double, isWhole: Bool)?] = Array(repeating: nil, count: width * height * 2)
        for cell in mark.cells {
            guard let value = cell.value, value.isFinite else { continue }
            let (start, end) = (Int(x(cell.start).clamped(to: width).rounded()), Int(x(cell.end).clamped(to: width).rounded()))
            let upper = Int((layout.y.position(of: Double(cell.row)) - layout.plot.y).clamped(to: height) * 2 + 0.5)
            let lower = Int((layout.y.position(of: Double(cell.row) + 1) - layout.plot.y).clamped(to: height) * 2 + 0.5)
            let place = Self.place(of: value, in: domain)
            // A cell narrower than a column is not lost: the greater value shows.
            for row in upper..<max(upper, lower) {
                for column in start..<min(width, max(start + 1, end)) {
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

    static func place(of value: Double, in domain: ClosedRange<Double>) -> Double {
        let length = domain.upperBound - domain.lowerBound
        return length > 0 ? min(1, max(0, (value - domain.lowerBound) / length)) : 0.5
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

    /// Whether colours alone tell values apart; of sixteen there are too few.
    private var hasRampOfColors: Bool { !isASCII && (options.color == .palette256 || options.color == .trueColor) }

    /// Shades from little to much; a value is never blank, because blank is no value.
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

extension CellMark {
    /// The values at both ends of the ramp, whether there is room to show it or not.
    var shownDomain: ClosedRange<Double> {
        if let domain = domain?.usable { return domain }
        var span = Span()
        for cell in cells { if let value = cell.value { span.include(value) } }
        return span.range ?? 0...1
    }
}

extension Double {
    /// Cells from the edge of a plot that has `count` of them.
    fileprivate func clamped(to count: Int) -> Double { min(Double(count), max(0, self)) }
}
