import Foundation
import SwiftUI

/// The frames of bars and cells in a picture, without thin lines of the background between those that touch.
///
/// Where one ends and another starts at the same place, the edge moves to a whole point. The one behind also goes half a point below the
/// one in front, if neither lets anything through, so pictures of any size have no line there.
@MainActor package struct BoxSeams {
    private struct Edge: Hashable {
        var axis: Axis
        var place: Int
        /// The ends of the edge.
        var low: Int
        var high: Int
    }

    private var boxes: [Int: CGRect] = [:]

    package init(layout: ChartLayout, frame: CGRect) {
        let marks = layout.model.marks
        for index in marks.indices where marks[index].spec.kind == .bar || marks[index].spec.kind == .rectangle {
            if let box = layout.plot.frame(of: marks[index]) { boxes[index] = box.offsetBy(dx: frame.minX, dy: frame.minY) }
        }
        guard boxes.count > 1 else { return }
        var (starts, ends): ([Edge: Int], [Edge: Int]) = ([:], [:])
        for (index, box) in boxes.sorted(by: { $0.key < $1.key }) where box.width > 0 && box.height > 0 {
            for axis in [Axis.horizontal, .vertical] {
                starts[Self.edge(of: box, axis, isStart: true)] = index
                ends[Self.edge(of: box, axis, isStart: false)] = index
            }
        }
        let shared = starts.filter { ends[$0.key] != nil }
        guard !shared.isEmpty else { return }
        snap(to: Set(shared.keys.map { [$0.axis == .horizontal ? 0 : 1, $0.place] }))
        for (edge, after) in shared {
            guard let before = ends[edge], Self.isOpaque(marks[before], layout), Self.isOpaque(marks[after], layout) else { continue }
            extend(min(before, after), along: edge.axis, isEnd: before < after)
        }
    }

    /// Returns the frame of a bar or a cell. Nil if it has no place.
    package func box(of mark: Int) -> CGRect? { boxes[mark] }

    /// Returns a place in parts of a point. They start near round numbers, so sums that differ by their rounding have the same.
    private static func place(_ length: CGFloat) -> Int { Int((max(-1e6, min(1e6, length)) * 64 + 0.2417).rounded(.down)) }

    private static func edge(of box: CGRect, _ axis: Axis, isStart: Bool) -> Edge {
        if axis == .horizontal {
            return Edge(axis: axis, place: place(isStart ? box.minX : box.maxX), low: place(box.minY), high: place(box.maxY))
        }
        return Edge(axis: axis, place: place(isStart ? box.minY : box.maxY), low: place(box.minX), high: place(box.maxX))
    }

    /// Moves all edges at places that are shared. Cells of a row without neighbors stay in line with others.
    private mutating func snap(to places: Set<[Int]>) {
        func snapped(_ length: CGFloat, _ axis: Int) -> CGFloat {
            places.contains([axis, Self.place(length)]) ? length.rounded() : length
        }
        boxes = boxes.mapValues { box in
            let (x, y) = (snapped(box.minX, 0), snapped(box.minY, 1))
            return CGRect(x: x, y: y, width: snapped(box.maxX, 0) - x, height: snapped(box.maxY, 1) - y)
        }
    }

    private mutating func extend(_ mark: Int, along axis: Axis, isEnd: Bool) {
        guard var box = boxes[mark] else { return }
        if axis == .horizontal {
            box.size.width += 0.5
            if !isEnd { box.origin.x -= 0.5 }
        } else {
            box.size.height += 0.5
            if !isEnd { box.origin.y -= 0.5 }
        }
        boxes[mark] = box
    }

    /// Returns true if nothing behind a mark can be seen through it, and its place is that in the order of the marks.
    private static func isOpaque(_ mark: ExtendedMark, _ layout: ChartLayout) -> Bool {
        let attributes = mark.spec.attributes
        guard attributes.opacity == 1, attributes.zIndex == 0, (attributes.cornerRadius ?? 0) == 0, attributes.clip == nil,
            attributes.mask == nil, case .solid(let tone) = layout.styles.fill(of: mark, in: layout.environment.style)
        else { return false }
        return tone.light.opacity == 1 && tone.dark.opacity == 1
    }
}
