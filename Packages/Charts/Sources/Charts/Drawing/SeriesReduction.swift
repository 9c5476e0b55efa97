import Foundation
import SwiftUI
@_spi(Guests) import TallyCharts

/// Leaves out what a plot cannot show, and keeps extremes.
package enum SeriesReduction {
    /// Returns the points of a line that are drawn: of each column of pixels the first, the lowest, the highest and the last.
    package static func kept(_ points: [CGPoint], width: CGFloat) -> [Int] {
        guard points.count > 4 * Int(max(1, width)), isAscending(points), let first = points.first, let last = points.last,
            first.x < last.x
        else { return Array(points.indices) }
        let columns = max(1, Int(last.x - first.x))
        let reduction = ColumnReduction(columns: columns, over: Double(first.x)...Double(last.x))
        return reduction.kept(of: points.count) { (Double(points[$0].x), Double(points[$0].y)) }.compactMap { $0 }
    }

    private static func isAscending(_ points: [CGPoint]) -> Bool {
        zip(points, points.dropFirst()).allSatisfy { $0.x <= $1.x }
    }

    /// Returns frames without those that are narrower than a pixel and in the same column: one from the highest to the lowest end.
    package static func merged(_ frames: [CGRect]) -> [CGRect] {
        var result: [CGRect] = []
        for frame in frames {
            if let last = result.last, frame.width <= 1, last.width < 2, last.minX.rounded(.down) == frame.minX.rounded(.down) {
                result[result.count - 1] = last.union(frame)
            } else {
                result.append(frame)
            }
        }
        return result
    }

    /// Returns points without those that share a cell of half a pixel with another.
    package static func distinct(_ points: [CGPoint]) -> [CGPoint] {
        struct Cell: Hashable {
            var x: Int
            var y: Int
        }
        var seen: Set<Cell> = []
        return points.filter {
            abs($0.x) < 1e6 && abs($0.y) < 1e6 && seen.insert(Cell(x: Int(($0.x * 2).rounded()), y: Int(($0.y * 2).rounded()))).inserted
        }
    }
}
