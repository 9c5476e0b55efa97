/// An outline as straight lines, for painters that have pixels or cells.
struct Polylines {
    /// A part: its points, and whether it returns to its start.
    struct Part {
        var points: [Outline.Point] = []
        var isClosed = false
    }

    private(set) var parts: [Part] = []
    private(set) var dots: [Outline.Point] = []

    /// Creates lines that differ from the curves of `outline` by less than a quarter of a unit.
    init(_ outline: Outline) {
        for element in outline.finite.elements {
            switch element {
            case .move(let point): parts.append(Part(points: [point]))
            case .line(let point): add(point)
            case .quad(let control, let end):
                let start = pen
                add(steps(start, control, end)) { share in
                    let rest = 1 - share
                    return start.scaled(rest * rest).plus(control, 2 * share * rest).plus(end, share * share)
                }
            case .cubic(let first, let second, let end):
                let start = pen
                add(steps(start, first, second, end)) { share in
                    let rest = 1 - share
                    return start.scaled(rest * rest * rest).plus(first, 3 * share * rest * rest).plus(second, 3 * share * share * rest)
                        .plus(end, share * share * share)
                }
            case .dot(let point): dots.append(point)
            case .close: if !parts.isEmpty { parts[parts.count - 1].isClosed = true }
            }
        }
    }

    /// Where the pen is.
    private var pen: Outline.Point {
        guard let part = parts.last, let point = part.isClosed ? part.points.first : part.points.last else { return .init(0, 0) }
        return point
    }

    private mutating func add(_ point: Outline.Point) {
        if parts.last?.isClosed ?? true { parts.append(Part(points: [pen])) }
        parts[parts.count - 1].points.append(point)
    }

    private mutating func add(_ count: Int, at place: (Double) -> Outline.Point) {
        for step in 1...count { add(place(Double(step) / Double(count))) }
    }

    private func steps(_ points: Outline.Point...) -> Int {
        let length = zip(points, points.dropFirst()).reduce(0) { $0 + max(abs($1.0.x - $1.1.x), abs($1.0.y - $1.1.y)) }
        return Int((length * 4).squareRoot().rounded(.up).clamped(to: 12...128))
    }

    /// The upper left and lower right corners of rectangles whose sides are level and upright. Nil if a part is another shape.
    var rectangles: [(from: Outline.Point, to: Outline.Point)]? {
        var corners: [(from: Outline.Point, to: Outline.Point)] = []
        for part in parts {
            let points = part.points
            guard points.count == 4, part.isClosed, points[0].y == points[1].y, points[1].x == points[2].x, points[2].y == points[3].y,
                points[3].x == points[0].x
            else { return nil }
            corners.append(
                (
                    .init(min(points[0].x, points[2].x), min(points[0].y, points[2].y)),
                    .init(max(points[0].x, points[2].x), max(points[0].y, points[2].y))
                ))
        }
        return corners
    }

    /// Returns the spans inside the parts on level lines, by the nonzero rule.
    ///
    /// - Parameters:
    ///   - count: the number of lines. Line `i` is at `(i + 0.5) × step`.
    ///   - step: the distance between two lines.
    func spans(lines count: Int, step: Double) -> [[(from: Double, to: Double)]] {
        var crossings = [[(x: Double, turn: Int)]](repeating: [], count: count)
        for part in parts where part.points.count > 1 {
            for (index, from) in part.points.enumerated() {
                let to = part.points[(index + 1) % part.points.count]
                guard from.y != to.y else { continue }
                let (upper, lower, turn) = from.y < to.y ? (from, to, 1) : (to, from, -1)
                let first = Int((upper.y / step - 0.5).rounded(.up).clamped(to: 0...Double(count)))
                let end = Int((lower.y / step - 0.5).rounded(.up).clamped(to: 0...Double(count)))
                for line in first..<max(first, end) {
                    let share = ((Double(line) + 0.5) * step - upper.y) / (lower.y - upper.y)
                    crossings[line].append((upper.x + (lower.x - upper.x) * share, turn))
                }
            }
        }
        return crossings.map { line in
            var spans: [(from: Double, to: Double)] = []
            var (depth, start) = (0, 0.0)
            for crossing in line.sorted(by: { $0.x < $1.x }) {
                if depth == 0 { start = crossing.x }
                depth += crossing.turn
                if depth == 0 { spans.append((start, crossing.x)) }
            }
            return spans
        }
    }
}

extension Outline.Point {
    fileprivate func scaled(_ factor: Double) -> Outline.Point { .init(x * factor, y * factor) }
    fileprivate func plus(_ other: Outline.Point, _ factor: Double) -> Outline.Point { .init(x + other.x * factor, y + other.y * factor) }
}

extension Paint.Gradient {
    /// Returns the color at a position, in the colors of a terminal.
    func color(at point: Outline.Point) -> (color: SRGB, alpha: Double) {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let squared = dx * dx + dy * dy
        let place = squared > 0 ? ((point.x - start.x) * dx + (point.y - start.y) * dy) / squared : 0
        func look(_ stop: Stop) -> (color: SRGB, alpha: Double) {
            (TerminalPalette.color(of: stop.ink) ?? TerminalPalette.gray, stop.ink == .ground ? 0 : stop.alpha.clamped(to: 0...1))
        }
        guard let next = stops.firstIndex(where: { $0.place >= place }) else { return stops.last.map(look) ?? (TerminalPalette.gray, 0) }
        let upper = look(stops[next])
        guard next > 0, stops[next].place > stops[next - 1].place else { return upper }
        let lower = look(stops[next - 1])
        let share = (place - stops[next - 1].place) / (stops[next].place - stops[next - 1].place)
        return (TerminalPalette.mixed(lower.color, upper.color, share), lower.alpha + (upper.alpha - lower.alpha) * share)
    }
}
