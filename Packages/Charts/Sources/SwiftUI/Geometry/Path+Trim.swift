import Foundation
@_spi(Guests) import TallyCharts

extension Path {
    /// Returns the part of the path between two shares of its length. Curves become short lines.
    public func trimmedPath(from start: CGFloat, to end: CGFloat) -> Path {
        let parts = polylines
        let total = parts.reduce(0) { $0 + Self.length($1) }
        guard total > 0, start < end else { return Path() }
        let (first, last) = (total * max(0, start), total * min(1, end))
        var path = Path()
        var passed: CGFloat = 0
        for part in parts {
            var isDrawing = false
            for (from, to) in zip(part, part.dropFirst()) {
                let length = hypot(to.x - from.x, to.y - from.y)
                defer { passed += length }
                let (low, high) = (max(first, passed), min(last, passed + length))
                guard length > 0, low < high else { continue }
                func point(_ place: CGFloat) -> CGPoint {
                    let share = (place - passed) / length
                    return CGPoint(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
                }
                if !isDrawing { path.move(to: point(low)) }
                isDrawing = true
                path.addLine(to: point(high))
            }
        }
        return path
    }

    private static func length(_ points: [CGPoint]) -> CGFloat {
        zip(points, points.dropFirst()).reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
    }

    /// The parts of the path as straight lines: 16 for each curve.
    package var polylines: [[CGPoint]] {
        var parts: [[CGPoint]] = []
        func add(_ point: Outline.Point) { parts[parts.count - 1].append(CGPoint(x: point.x, y: point.y)) }
        for element in outline.elements {
            if case .move(let point) = element {
                parts.append([CGPoint(x: point.x, y: point.y)])
                continue
            }
            guard let start = parts.last?.last else { continue }
            switch element {
            case .move, .dot: break
            case .line(let point): add(point)
            case .quad(let control, let end):
                for step in 1...16 {
                    let (t, u) = (Double(step) / 16, 1 - Double(step) / 16)
                    add(
                        Outline.Point(
                            u * u * Double(start.x) + 2 * u * t * control.x + t * t * end.x,
                            u * u * Double(start.y) + 2 * u * t * control.y + t * t * end.y))
                }
            case .cubic(let one, let two, let end):
                for step in 1...16 {
                    let (t, u) = (Double(step) / 16, 1 - Double(step) / 16)
                    let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
                    add(
                        Outline.Point(
                            a * Double(start.x) + b * one.x + c * two.x + d * end.x, a * Double(start.y) + b * one.y + c * two.y + d * end.y
                        ))
                }
            case .close:
                if let first = parts[parts.count - 1].first { parts[parts.count - 1].append(first) }
            }
        }
        return parts
    }
}
