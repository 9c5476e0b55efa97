@_spi(Guests) package import TallyCharts
import TerminalText

/// Draws a route without a map: the line of its places, and below it the altitude by distance.
///
/// Nothing in the picture says where the route is. Positions count from the edge of the line, and a bar shows the scale.
package struct RouteDrawing: Sendable {
    /// A position in meters: to the east and to the south of any place.
    package typealias Position = Outline.Point

    /// The heading.
    package let title: String
    private let lines: [String]
    private let parts: [[Position]]
    private let profile: [[Position]]

    private static let width = 640.0
    private static let heights = 80.0...480
    private static let profileHeight = 120.0
    private static let margin = 12.0
    /// The least length of the larger side of the area, in meters, so that errors of GPS at one place do not fill the picture.
    private static let leastSide = 20.0
    /// The greatest number of points of a picture.
    private static let mostPoints = 8000

    /// - Parameters:
    ///   - title: The heading.
    ///   - lines: Facts, under the heading.
    ///   - parts: The places of the route, divided where it has gaps.
    ///   - profile: The meters from the start and the altitudes, divided where one is not known. Empty without altitudes.
    package init(title: String, lines: [String], parts: [[Position]], profile: [[Position]]) {
        (self.title, self.lines, self.parts, self.profile) = (title, lines, parts.filter { !$0.isEmpty }, profile.filter { !$0.isEmpty })
    }

    /// The picture.
    package var drawing: Drawing {
        var items: [Drawing.Item] = [.text(.init(title, x: 0, y: 8, font: .init(size: 13, weight: 600)))]
        for (index, line) in lines.enumerated() {
            items.append(.text(.init(line, x: 0, y: 26 + Double(index) * 15, paint: .solid(.soft))))
        }
        var notes = parts.isEmpty ? [] : ["ring: start · square: end · north is up; there is no map"]
        var y = 22 + Double(lines.count) * 15
        if let track = Track(parts, top: y) {
            items += track.items
            y = track.bottom
        }
        if !profile.isEmpty {
            items += altitudes(in: Frame(x: 44, y: y + 28, width: Self.width - 44, height: Self.profileHeight))
            y += 28 + Self.profileHeight + 34
            notes.append("altitude in m by distance in km")
        }
        for (index, note) in notes.enumerated() {
            items.append(.text(.init(note, x: 0, y: y + 12 + Double(index) * 15, paint: .solid(.soft))))
        }
        return Drawing(
            width: Self.width, height: y + 8 + Double(notes.count) * 15, title: title,
            description: (lines + notes).joined(separator: ". "), items: items)
    }

    // MARK: The line

    /// The line of the places in an area of the picture.
    private struct Track {
        private let area: Frame
        private let scale: Double
        private let parts: [[Position]]

        /// Returns nil without a place.
        init?(_ parts: [[Position]], top: Double) {
            guard let extent = RouteDrawing.extent(of: parts.joined()) else { return nil }
            let inner = RouteDrawing.width - 2 * RouteDrawing.margin
            let (mostWidth, mostHeight) = (inner, RouteDrawing.heights.upperBound - 2 * RouteDrawing.margin)
            let (width, height) = (extent.width, extent.height)
            let least = RouteDrawing.leastSide / mostHeight
            scale = 1 / max(width / mostWidth, height / mostHeight, least)
            area = Frame(
                x: 0, y: top, width: RouteDrawing.width,
                height: max(height * scale + 2 * RouteDrawing.margin, RouteDrawing.heights.lowerBound))
            let (scale, area) = (scale, area)
            let left = area.x + (area.width - width * scale) / 2
            let upper = area.y + (area.height - height * scale) / 2
            self.parts = RouteDrawing.simplified(
                parts.map { part in
                    part.map { Position(left + ($0.x - extent.x) * scale, upper + ($0.y - extent.y) * scale) }
                })
        }

        /// The lower edge with the bar of the scale.
        var bottom: Double { area.maxY + 26 }

        var items: [Drawing.Item] {
            var line = Outline()
            for part in parts { line.append(part.count == 1 ? Outline { $0.dot(at: part[0].x, part[0].y) } : .polyline(part)) }
            var items: [Drawing.Item] = [
                .shape(line, stroke: Stroke(.solid(.series(0)), width: 2, cap: .round, join: .round))
            ]
            if let end = parts.last?.last {
                let square = Outline.rectangle(Frame(x: end.x - 4, y: end.y - 4, width: 8, height: 8))
                items.append(.shape(square, fill: .solid(.text)))
            }
            if let start = parts.first?.first {
                let ring = Outline.ellipse(Frame(x: start.x - 7, y: start.y - 7, width: 14, height: 14))
                items.append(.shape(ring, stroke: Stroke(.solid(.text), width: 2)))
            }
            return items + bar
        }

        /// The bar of the scale, which is at most a third as wide as the picture.
        private var bar: [Drawing.Item] {
            let meters = RouteDrawing.round(atMost: area.width / 3 / scale)
            let y = area.maxY + 14
            let line = Outline { outline in
                outline.move(to: 1, y - 4)
                outline.line(to: 1, y)
                outline.line(to: 1 + meters * scale, y)
                outline.line(to: 1 + meters * scale, y - 4)
            }
            let label = meters < 1000 ? "\(NumberText.exact(meters)) m" : "\(NumberText.exact(meters / 1000)) km"
            return [
                .shape(line, stroke: Stroke(.solid(.soft), width: 1.2)),
                .text(.init(label, x: 8 + meters * scale, y: y - 1, paint: .solid(.soft))),
            ]
        }
    }

    // MARK: The altitudes

    private func altitudes(in area: Frame) -> [Drawing.Item] {
        guard let extent = Self.extent(of: profile.joined()) else { return [] }
        let step = Self.step(of: max(extent.height, 10), atMost: 5)
        let (low, high) = ((extent.y / step).rounded(.down) * step, max((extent.maxY / step).rounded(.up) * step, extent.y + 10))
        // Numbers that no altitude has could have no steps between them.
        guard max(abs(low), abs(high)) < 1e6 else { return [] }
        let length = max(extent.maxX, 1)
        func x(_ meters: Double) -> Double { area.x + meters / length * area.width }
        func y(_ altitude: Double) -> Double { area.maxY - (altitude - low) / (high - low) * area.height }
        var items: [Drawing.Item] = []
        for level in stride(from: low, through: high + step / 1000, by: step) {
            let line = Outline.polyline([Position(area.x, y(level)), Position(area.maxX, y(level))])
            items.append(.shape(line, stroke: Stroke(.solid(.grid), width: 0.7)))
            items.append(.text(.init(NumberText.exact(level), x: area.x - 6, y: y(level), anchor: .trailing, paint: .solid(.soft))))
        }
        items.append(.text(.init("m", x: area.x - 6, y: area.y - 14, anchor: .trailing, paint: .solid(.soft))))
        let mark = Self.step(of: length, atMost: 8)
        for meters in stride(from: 0, through: length, by: mark) {
            // The last number would run over the edge.
            let anchor: Drawing.Text.Anchor = x(meters) > area.maxX - 16 ? .trailing : .center
            items.append(
                .text(.init(NumberText.exact(meters / 1000), x: x(meters), y: area.maxY + 12, anchor: anchor, paint: .solid(.soft))))
        }
        items.append(.text(.init("km", x: area.maxX, y: area.maxY + 27, anchor: .trailing, paint: .solid(.soft))))
        var line = Outline()
        for part in Self.simplified(profile.map { part in part.map { Position(x($0.x), y($0.y)) } }) {
            line.append(part.count == 1 ? Outline { $0.dot(at: part[0].x, part[0].y) } : .polyline(part))
        }
        items.append(.shape(line, stroke: Stroke(.solid(.series(1)), width: 1.6, cap: .round, join: .round)))
        return items
    }

    // MARK: Numbers

    private static func extent(of positions: some Sequence<Position>) -> Frame? {
        var bounds: (left: Double, top: Double, right: Double, bottom: Double)?
        for position in positions {
            let known = bounds ?? (position.x, position.y, position.x, position.y)
            bounds = (
                min(known.left, position.x), min(known.top, position.y), max(known.right, position.x), max(known.bottom, position.y)
            )
        }
        return bounds.map { Frame(x: $0.left, y: $0.top, width: $0.right - $0.left, height: $0.bottom - $0.top) }
    }

    /// Returns the greatest of 1, 2 and 5 times a power of ten that is at most `limit`.
    static func round(atMost limit: Double) -> Double {
        let power = power(atMost: limit)
        return [5, 2].map { $0 * power }.first { $0 <= limit } ?? power
    }

    private static func power(atMost limit: Double) -> Double {
        var power = 1.0
        while power * 10 <= limit { power *= 10 }
        while power > limit, power > 1e-3 { power /= 10 }
        return power
    }

    /// Returns the least such step that divides a length into at most `count` parts.
    private static func step(of length: Double, atMost count: Double) -> Double {
        let power = power(atMost: length / count)
        return [1, 2, 5].map { $0 * power }.first { length / $0 <= count } ?? 10 * power
    }

    /// Leaves out points that nobody can see: those closer to the line through the others than a fraction of a pixel, which grows until few
    /// enough are left. Of single points at one place, one is left.
    static func simplified(_ parts: [[Position]]) -> [[Position]] {
        var places: Set<Position> = []
        let seen = parts.filter { part in
            part.count > 1 || places.insert(Position(part[0].x.rounded(), part[0].y.rounded())).inserted
        }
        var tolerance = 0.2
        var result = seen.map { simplified($0, tolerance) }
        while result.reduce(0, { $0 + $1.count }) > mostPoints, tolerance < 50 {
            tolerance *= 2
            result = result.map { simplified($0, tolerance) }
        }
        return result
    }

    /// The method of Ramer, Douglas and Peucker: the point farthest from the line between two kept ones is kept.
    private static func simplified(_ part: [Position], _ tolerance: Double) -> [Position] {
        guard part.count > 2 else { return part }
        var isKept = part.map { _ in false }
        (isKept[0], isKept[part.count - 1]) = (true, true)
        var open = [(from: 0, to: part.count - 1)]
        while let (from, to) = open.popLast() {
            var farthest = (place: 0, square: tolerance * tolerance)
            for place in from + 1..<max(to, from + 1) {
                let square = squareOfDistance(part[place], from: part[from], to: part[to])
                if square > farthest.square { farthest = (place, square) }
            }
            guard farthest.place > 0 else { continue }
            isKept[farthest.place] = true
            open += [(from, farthest.place), (farthest.place, to)]
        }
        return part.indices.filter { isKept[$0] }.map { part[$0] }
    }

    private static func squareOfDistance(_ point: Position, from start: Position, to end: Position) -> Double {
        let (x, y) = (end.x - start.x, end.y - start.y)
        let length = x * x + y * y
        let share = length > 0 ? min(max(((point.x - start.x) * x + (point.y - start.y) * y) / length, 0), 1) : 0
        let (east, south) = (point.x - start.x - share * x, point.y - start.y - share * y)
        return east * east + south * south
    }
}
