import Foundation
import SwiftUI

/// Lines and curves through points.
package enum LineCurves {
    /// Returns a line through points.
    package static func line(through points: [CGPoint], _ method: InterpolationMethod) -> Path {
        var path = Path()
        guard let first = points.first else { return path }
        path.move(to: first)
        add(points, method, to: &path)
        return path
    }

    /// Returns the area between two lines with the same number of points.
    package static func area(between upper: [CGPoint], and lower: [CGPoint], _ method: InterpolationMethod) -> Path {
        var path = Path()
        guard let first = upper.first, let last = lower.last else { return path }
        path.move(to: first)
        add(upper, method, to: &path)
        path.addLine(to: last)
        add(lower.reversed(), method.reversed, to: &path)
        path.closeSubpath()
        return path
    }

    /// Returns the area that a line covers, as a band for each part and a dot at each corner.
    package static func band(along line: Path, width: CGFloat) -> Path {
        var path = Path()
        for part in line.polylines {
            for (from, to) in zip(part, part.dropFirst()) {
                let length = hypot(to.x - from.x, to.y - from.y)
                guard length > 0 else { continue }
                let (x, y) = (-(to.y - from.y) / length * width / 2, (to.x - from.x) / length * width / 2)
                path.addLines([
                    CGPoint(x: from.x - x, y: from.y - y), CGPoint(x: to.x - x, y: to.y - y), CGPoint(x: to.x + x, y: to.y + y),
                    CGPoint(x: from.x + x, y: from.y + y),
                ])
                path.closeSubpath()
            }
            for point in part { path.addEllipse(in: CGRect(origin: point, size: .zero).insetBy(dx: -width / 2, dy: -width / 2)) }
        }
        return path
    }

    /// Adds lines from the first point, where the path is, to the others.
    private static func add(_ points: [CGPoint], _ method: InterpolationMethod, to path: inout Path) {
        switch method.kind {
        case .linear: for point in points.dropFirst() { path.addLine(to: point) }
        case .stepStart, .stepCenter, .stepEnd: addSteps(points, method, to: &path)
        case .monotone: addMonotone(points, to: &path)
        case .cardinal(let tension): addCardinal(points, tension: tension, to: &path)
        case .catmullRom(let alpha): addCatmullRom(points, alpha: alpha, to: &path)
        }
    }

    private static func addSteps(_ points: [CGPoint], _ method: InterpolationMethod, to path: inout Path) {
        for (from, to) in zip(points, points.dropFirst()) {
            let x: CGFloat =
                switch method.kind {
                case .stepStart: from.x
                case .stepEnd: to.x
                case .stepCenter, .linear, .monotone, .catmullRom, .cardinal: (from.x + to.x) / 2
                }
            path.addLine(to: CGPoint(x: x, y: from.y))
            path.addLine(to: CGPoint(x: x, y: to.y))
            path.addLine(to: to)
        }
    }

    /// Curves without extremes between points, after Fritsch and Carlson, with the tangents of Steffen.
    private static func addMonotone(_ points: [CGPoint], to path: inout Path) {
        guard points.count > 2 else { return points.dropFirst().forEach { path.addLine(to: $0) } }
        func slope(_ first: CGPoint, _ second: CGPoint) -> CGFloat {
            second.x == first.x ? 0 : (second.y - first.y) / (second.x - first.x)
        }
        let slopes = zip(points, points.dropFirst()).map(slope)
        var tangents = [CGFloat](repeating: 0, count: points.count)
        for index in 1..<(points.count - 1) {
            let (before, after) = (slopes[index - 1], slopes[index])
            guard before * after > 0 else { continue }
            let (left, right) = (points[index].x - points[index - 1].x, points[index + 1].x - points[index].x)
            guard left + right != 0 else { continue }
            let mean = (before * right + after * left) / (left + right)
            tangents[index] = (before > 0 ? 1 : -1) * min(2 * abs(before), 2 * abs(after), abs(mean))
        }
        tangents[0] = (3 * slopes[0] - tangents[1]) / 2
        tangents[points.count - 1] = (3 * slopes[slopes.count - 1] - tangents[points.count - 2]) / 2
        if tangents[0] * slopes[0] < 0 { tangents[0] = 0 }
        if tangents[points.count - 1] * slopes[slopes.count - 1] < 0 { tangents[points.count - 1] = 0 }
        for index in 1..<points.count {
            let (from, to) = (points[index - 1], points[index])
            let third = (to.x - from.x) / 3
            path.addCurve(
                to: to, control1: CGPoint(x: from.x + third, y: from.y + third * tangents[index - 1]),
                control2: CGPoint(x: to.x - third, y: to.y - third * tangents[index]))
        }
    }

    private static func addCardinal(_ points: [CGPoint], tension: Double, to path: inout Path) {
        guard points.count > 2 else { return points.dropFirst().forEach { path.addLine(to: $0) } }
        let factor = CGFloat(1 - tension) / 6
        for index in 1..<points.count {
            let (before, from, to) = (points[max(0, index - 2)], points[index - 1], points[index])
            let after = points[min(points.count - 1, index + 1)]
            path.addCurve(
                to: to, control1: CGPoint(x: from.x + (to.x - before.x) * factor, y: from.y + (to.y - before.y) * factor),
                control2: CGPoint(x: to.x - (after.x - from.x) * factor, y: to.y - (after.y - from.y) * factor))
        }
    }

    private static func addCatmullRom(_ points: [CGPoint], alpha: Double, to path: inout Path) {
        guard points.count > 2 else { return points.dropFirst().forEach { path.addLine(to: $0) } }
        func distance(_ first: CGPoint, _ second: CGPoint) -> CGFloat {
            max(1e-6, pow(hypot(second.x - first.x, second.y - first.y), CGFloat(alpha)))
        }
        for index in 1..<points.count {
            let (before, from, to) = (points[max(0, index - 2)], points[index - 1], points[index])
            let after = points[min(points.count - 1, index + 1)]
            let (one, two, three) = (distance(before, from), distance(from, to), distance(to, after))
            func control(_ near: CGPoint, _ far: CGPoint, _ outside: CGPoint, _ length: CGFloat) -> CGPoint {
                guard outside != near else { return near }
                let weight = 2 * length * length + 3 * length * two + two * two
                let whole = 3 * length * (length + two)
                return CGPoint(
                    x: (near.x * weight - outside.x * two * two + far.x * length * length) / whole,
                    y: (near.y * weight - outside.y * two * two + far.y * length * length) / whole)
            }
            path.addCurve(to: to, control1: control(from, to, before, one), control2: control(to, from, after, three))
        }
    }
}

extension InterpolationMethod {
    /// The method for the points in the other order.
    fileprivate var reversed: InterpolationMethod {
        switch kind {
        case .stepStart: .stepEnd
        case .stepEnd: .stepStart
        case .stepCenter, .linear, .monotone, .catmullRom, .cardinal: self
        }
    }
}
