import Foundation
import SwiftUI

/// The place of a part of a circle.
package struct SectorPlace {
    package var center: CGPoint
    package var inner: CGFloat
    package var outer: CGFloat
    package var start: Angle
    package var end: Angle
    /// The distance of the sides from those of the share, which is equal from the inner to the outer end.
    package var inset: CGFloat
    /// The radius of the corners.
    package var cornerRadius: CGFloat

    /// Creates the place in the middle of a plot. Sectors start at the top and go clockwise. Nil if the sector has no share.
    package init?(_ mark: ExtendedMark, in frame: CGRect) {
        guard let sector = mark.sector, sector.end > sector.start else { return nil }
        let whole = max(0, min(frame.width, frame.height) / 2)
        center = frame.center
        outer = Self.radius(mark.spec.outerRadius, whole: whole, automatic: whole)
        inner = min(outer, Self.radius(mark.spec.innerRadius, whole: whole, automatic: 0))
        (start, end) = (.degrees(sector.start * 360 - 90), .degrees(sector.end * 360 - 90))
        cornerRadius = max(0, mark.spec.attributes.cornerRadius ?? 0)
        inset = max(0, mark.spec.angularInset)
        // A sector that is narrower than its insets has none.
        if inset >= outer * narrowness { inset = 0 }
    }

    private static func radius(_ dimension: MarkDimension, whole: CGFloat, automatic: CGFloat) -> CGFloat {
        switch dimension.kind {
        case .automatic: automatic
        case .fixed(let length): max(0, min(whole, length))
        case .inset(let distance): max(0, whole - distance)
        case .ratio(let ratio): max(0, min(1, ratio)) * whole
        }
    }

    /// The sine of half of the angle. 1 for half a circle and more.
    private var narrowness: CGFloat {
        let half = (end.radians - start.radians) / 2
        return half < .pi / 2 ? CGFloat(sin(half)) : 1
    }

    private var isWhole: Bool { end.degrees - start.degrees > 359.999 }

    /// The outline.
    package var path: Path {
        guard !isWhole else { return ring }
        return Path { path in
            let round = min(cornerRadius, (outer - inner) / 2, (outer * narrowness - inset) / (1 + narrowness))
            let (first, last) = (corner(of: outer, round: -round, isStart: true), corner(of: outer, round: -round, isStart: false))
            // Corners that meet leave no arc between them. Rounding must not make it a whole circle.
            path.addArc(center: center, radius: outer, startAngle: first.angle, endAngle: max(first.angle, last.angle), clockwise: false)
            last.add(to: &path, from: last.angle, to: end + .degrees(90))
            addInnerEnd(to: &path)
            first.add(to: &path, from: start - .degrees(90), to: first.angle)
            path.closeSubpath()
        }
    }

    /// A whole circle has no sides.
    private var ring: Path {
        Path { path in
            path.addArc(center: center, radius: outer, startAngle: start, endAngle: end, clockwise: false)
            if inner > 0 {
                path.addArc(center: center, radius: inner, startAngle: end, endAngle: start, clockwise: true)
            } else {
                path.addLine(to: center)
            }
            path.closeSubpath()
        }
    }

    /// Adds the inner arc, or the point at which both sides meet.
    private func addInnerEnd(to path: inout Path) {
        guard inner * narrowness > inset else {
            let half = (start.radians + end.radians) / 2
            let length = inset > 0 ? inset / CGFloat(sin((end.radians - start.radians) / 2)) : 0
            return path.addLine(to: CGPoint(x: center.x + length * CGFloat(cos(half)), y: center.y + length * CGFloat(sin(half))))
        }
        var round = min(cornerRadius, (outer - inner) / 2)
        if narrowness < 1 { round = min(round, (inner * narrowness - inset) / (1 - narrowness)) }
        let (first, last) = (corner(of: inner, round: round, isStart: true), corner(of: inner, round: round, isStart: false))
        last.add(to: &path, from: end + .degrees(90), to: last.angle + .degrees(180))
        path.addArc(center: center, radius: inner, startAngle: last.angle, endAngle: min(first.angle, last.angle), clockwise: true)
        first.add(to: &path, from: first.angle + .degrees(180), to: start - .degrees(90))
    }

    /// A corner between a side and an arc.
    private struct Corner {
        var center: CGPoint
        var radius: CGFloat
        /// The angle at which it meets the arc.
        var angle: Angle

        /// Adds the corner between two directions from its middle.
        func add(to path: inout Path, from start: Angle, to end: Angle) {
            guard radius > 0 else { return }
            path.addArc(center: center, radius: radius, startAngle: start, endAngle: end, clockwise: false)
        }
    }

    /// Returns the corner at an arc: a circle that touches the arc and the side. At the inner arc it is outside of the arc.
    private func corner(of arc: CGFloat, round: CGFloat, isStart: Bool) -> Corner {
        let side = isStart ? start.radians : end.radians
        let (distance, away) = (arc + round, inset + abs(round))
        let along = max(0, distance * distance - away * away).squareRoot()
        let turn: CGFloat = isStart ? 1 : -1
        let (x, y) = (CGFloat(cos(side)), CGFloat(sin(side)))
        let middle = CGPoint(x: center.x + x * along - y * away * turn, y: center.y + y * along + x * away * turn)
        let angle = distance > 0 ? asin(Double(min(1, away / distance))) : 0
        return Corner(center: middle, radius: abs(round), angle: .radians(side + (isStart ? angle : -angle)))
    }

    /// The point in the middle of the part.
    package var middle: CGPoint {
        let angle = (start.radians + end.radians) / 2
        let radius = (inner + outer) / 2
        return CGPoint(x: center.x + radius * CGFloat(cos(angle)), y: center.y + radius * CGFloat(sin(angle)))
    }
}
