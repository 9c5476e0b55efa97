/// Draws lines, areas, points and rules with braille dots, eight per cell, and with single characters.
extension TerminalPainter {
    // MARK: Lines

    mutating func paint(_ mark: LineLayer, layer: Int) {
        let role = style.role(of: mark.series)
        let ink: Ink = mark.isFaint ? .faint(role) : .role(role)
        // A faint mark is dotted if its color has no lighter shade.
        let isPale = isMonochrome ? mark.isFaint || role == .muted : mark.isFaint && role == .muted
        let marker = style.marker(of: mark.series)
        let sign = isASCII && (mark.isFaint || role == .muted) ? "." : marker
        var phase = 0
        var previous: (x: Double, y: Double)?
        var isAlone = true
        let isDense = mark.points.count > width
        var nextMarker = Double(2 + 3 * mark.series)
        for point in mark.points {
            guard let value = point.y, value.isFinite, point.x.isFinite else {
                paintAlone(previous, isAlone, isDense, mark.series, ink)
                (previous, isAlone) = (nil, true)
                continue
            }
            let next = dotPlace(point.x, value)
            if let last = previous {
                isAlone = false
                let isDashed = mark.isDashed || point.completeness != .whole
                // Context is sparse if it is also faint. A faint series, such as a projection, keeps its dashes.
                let isSparse = role == .muted && (isDashed || (isMonochrome && mark.isFaint))
                let dashes: CellCanvas.Dashes = isSparse && isPale ? .sparse : isDashed ? .dashed : isPale ? .dotted : .solid
                if mark.interpolation == .step {
                    stroke(last, (next.x, last.y), ink, dashes, &phase, layer, sign)
                    stroke((next.x, last.y), next, ink, dashes, &phase, layer, sign)
                } else {
                    stroke(last, next, ink, dashes, &phase, layer, sign)
                }
            }
            if let marker, !isASCII, next.x / 2 >= nextMarker, next.x <= Double(width * 2 - 1), isInside(next) {
                markers.append((left + Int(next.x / 2), top + Int(next.y / 4), marker, ink))
                nextMarker = next.x / 2 + 12
            }
            previous = next
        }
        paintAlone(previous, isAlone, isDense, mark.series, ink)
    }

    /// Draws a value between two gaps as a sign, because it has no line. Among lines of many values, the sign is as small as their dots.
    private mutating func paintAlone(_ place: (x: Double, y: Double)?, _ isAlone: Bool, _ isDense: Bool, _ series: Int, _ ink: Ink) {
        guard isAlone, let place, isInside(place) else { return }
        canvas.set(
            style.marker(of: series) ?? (isASCII ? isDense ? "." : "*" : isDense ? "·" : "•"), ink, at: left + Int(place.x / 2),
            top + Int(place.y / 4))
    }

    private func isInside(_ place: (x: Double, y: Double)) -> Bool {
        place.x >= 0 && place.x < Double(width * 2) && place.y >= 0 && place.y < Double(height * 4)
    }

    /// Returns the position of a value in dots. The ends of the axes belong to the last dot, so values at the edges are visible.
    private func dotPlace(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        func dot(_ position: Double, _ perCell: Double, _ cells: Int) -> Double {
            let end = Double(cells)
            return position >= end && position < end + 1e-6 ? end * perCell - 1 : (position * perCell + 1e-6).rounded(.down)
        }
        return (dot(self.x(x), 2, width), dot(self.y(y), 4, height))
    }

    /// Sets the dots between two positions that are inside the plot.
    private mutating func stroke(
        _ from: (x: Double, y: Double), _ to: (x: Double, y: Double), _ ink: Ink, _ dashes: CellCanvas.Dashes, _ phase: inout Int,
        _ layer: Int,
        _ marker: Character?
    ) {
        CellCanvas.dots(from: from, to: to, columns: width, rows: height, dashes: dashes, phase: &phase) { x, y in
            canvas.dot(left * 2 + x, top * 4 + y, ink, layer: layer, marker: marker, joins: true)
        }
    }

    // MARK: Areas

    /// Draws a band as a grid of every second dot. Marks over it replace its cells.
    mutating func paint(_ mark: AreaLayer, layer: Int) {
        let ink = Ink.faint(style.role(of: mark.series))
        var previous: (x: Double, low: Double, high: Double)?
        for point in mark.points {
            guard let low = point.low, let high = point.high, low.isFinite, high.isFinite, point.x.isFinite else {
                previous = nil
                continue
            }
            let (lower, upper) = (dotPlace(point.x, low), dotPlace(point.x, high))
            let next = (x: lower.x, low: lower.y, high: upper.y)
            let last = previous ?? next
            let (first, end) = (max(0, last.x), min(Double(width * 2 - 1), next.x))
            if first <= end {
                for x in Int(first)...Int(end) {
                    let share = next.x > last.x ? (Double(x) - last.x) / (next.x - last.x) : 1
                    fill(x, last.high + (next.high - last.high) * share, last.low + (next.low - last.low) * share, ink, layer)
                }
            }
            previous = next
        }
    }

    private mutating func fill(_ x: Int, _ high: Double, _ low: Double, _ ink: Ink, _ layer: Int) {
        let upper = max(0, min(high, low).rounded())
        let lower = min(Double(height * 4 - 1), max(high, low).rounded())
        guard upper <= lower else { return }
        for y in Int(upper)...Int(lower) where (x + y) % 2 == 0 {
            canvas.dot(left * 2 + x, top * 4 + y, ink, layer: layer, marker: ":", joins: false)
        }
    }

    // MARK: Points

    mutating func paint(_ mark: PointLayer) {
        for point in mark.points where point.x.isFinite && point.y.isFinite {
            let place = dotPlace(point.x, point.y)
            guard isInside(place) else { continue }
            let (column, row) = (Int(place.x / 2), Int(place.y / 4))
            if mark.hasHalo {
                for neighbor in [column - 1, column + 1] where neighbor >= 0 && neighbor < width {
                    if canvas[left + neighbor, top + row].dots != 0 { canvas[left + neighbor, top + row] = CellCanvas.Cell() }
                }
            }
            canvas.set(style.point(of: mark.series), style.ink(of: mark.series), at: left + column, top + row)
        }
    }

    // MARK: Rules

    mutating func paint(_ mark: RuleLayer) {
        let ink = style.ink(of: mark.series)
        switch mark.place {
        case .y(let value):
            let place = dotPlace(layout.x.domain.lowerBound, value).y
            guard place.isFinite, place >= 0, place < Double(height * 4) else { return }
            for column in 0..<width { paintRule(style.rule(mark), ink, at: left + column, top + Int(place / 4)) }
        case .x(let value):
            guard let column = column(of: value).map({ left + $0 }) else { return }
            for row in 0..<height { paintRule(style.rule(mark), ink, at: column, top + row) }
            canvas.set(isASCII ? "|" : "┴", ink, at: column, top + height)
        }
    }

    /// Draws a rule behind lines and the ends of bars. Over whole bars it is visible if their color can be its background.
    private mutating func paintRule(_ glyph: Character, _ ink: Ink, at column: Int, _ row: Int) {
        let behind = canvas[column, row]
        if behind.dots != 0, behind.layer > 0 { return }
        if behind.dots == 0, behind.glyph != " " {
            guard behind.glyph == "█", !isMonochrome, !isASCII else { return }
            canvas.set(glyph, .text, at: column, row)
            canvas[column, row].ground = behind.ink
            return
        }
        canvas.set(glyph, ink, at: column, row)
    }
}

/// Clips a segment to a rectangle at the origin.
enum Clip {
    /// Returns the part of the segment inside the rectangle (Liang–Barsky algorithm). Nil if it is outside.
    static func segment(
        _ from: (x: Double, y: Double), _ to: (x: Double, y: Double), width: Double, height: Double
    ) -> (from: (x: Double, y: Double), to: (x: Double, y: Double))? {
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        guard dx.isFinite, dy.isFinite else { return nil }
        var (enters, leaves) = (0.0, 1.0)
        for (step, room) in [(-dx, from.x), (dx, width - from.x), (-dy, from.y), (dy, height - from.y)] {
            if step == 0 {
                if room < 0 { return nil }
            } else if step < 0 {
                enters = max(enters, room / step)
            } else {
                leaves = min(leaves, room / step)
            }
        }
        guard enters <= leaves else { return nil }
        return ((from.x + dx * enters, from.y + dy * enters), (from.x + dx * leaves, from.y + dy * leaves))
    }
}
