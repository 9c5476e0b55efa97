import Foundation
import SwiftUI

/// The place of a part of a circle.
package struct SectorPlace {
    package var center: CGPoint
    package var inner: CGFloat
    package var outer: CGFloat
    package var start: Angle
    package var end: Angle

    /// Creates the place in the middle of a plot. Sectors start at the top and go clockwise. Nil if the sector has no share.
    package init?(_ mark: ExtendedMark, in frame: CGRect) {
        guard let sector = mark.sector, sector.end > sector.start else { return nil }
        let whole = max(0, min(frame.width, frame.height) / 2)
        center = frame.center
        outer = Self.radius(mark.spec.outerRadius, whole: whole, automatic: whole)
        inner = min(outer, Self.radius(mark.spec.innerRadius, whole: whole, automatic: 0))
        var (from, to) = (sector.start * 360 - 90, sector.end * 360 - 90)
        let inset = outer > 0 ? Double(mark.spec.angularInset / outer) * 180 / .pi : 0
        if to - from > 2 * inset, to - from < 359.999 { (from, to) = (from + inset, to - inset) }
        (start, end) = (.degrees(from), .degrees(to))
    }

    private static func radius(_ dimension: MarkDimension, whole: CGFloat, automatic: CGFloat) -> CGFloat {
        switch dimension.kind {
        case .automatic: automatic
        case .fixed(let length): max(0, min(whole, length))
        case .inset(let distance): max(0, whole - distance)
        case .ratio(let ratio): max(0, min(1, ratio)) * whole
        }
    }

    /// The outline.
    package var path: Path {
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

    /// The point in the middle of the part.
    package var middle: CGPoint {
        let angle = (start.radians + end.radians) / 2
        let radius = (inner + outer) / 2
        return CGPoint(x: center.x + radius * CGFloat(cos(angle)), y: center.y + radius * CGFloat(sin(angle)))
    }
}
