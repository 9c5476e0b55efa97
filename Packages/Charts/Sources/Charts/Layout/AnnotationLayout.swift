import Foundation
import SwiftUI

/// An annotation with its place.
package struct PlacedAnnotation {
    /// The place of the mark among all marks.
    package var mark: Int
    package var node: any ViewNode
    /// The frame in the chart.
    package var frame: CGRect
    /// The texts.
    package var texts: [String]
    /// False if it would cover an earlier label at all of its places.
    package var isShown = true
}

/// Places annotations next to their marks. They stay in the chart unless the code says otherwise, and give way to those of earlier marks.
@MainActor package struct AnnotationBuilder {
    package let layout: ChartLayout
    private var board: AnnotationBoard

    package init(layout: ChartLayout) { (self.layout, board) = (layout, AnnotationBoard(layout)) }

    /// Returns all annotations in the order of their marks.
    package mutating func annotations() -> [PlacedAnnotation] {
        var result: [PlacedAnnotation] = []
        for (index, mark) in layout.model.marks.enumerated() {
            for spec in mark.spec.attributes.annotations {
                if let annotation = annotation(spec, of: mark, index: index) { result.append(annotation) }
            }
        }
        return result
    }

    private mutating func annotation(_ spec: AnnotationSpec, of mark: ExtendedMark, index: Int) -> PlacedAnnotation? {
        guard let target = target(of: mark) else { return nil }
        let view = layout.environment.whileCurrent { spec.content(AnnotationContext(targetSize: target.size)) }
        let node = view.layoutNode(in: layout.environment)
        let size = node.size(for: .unspecified).drawable
        guard size.width > 0, size.height > 0 else { return nil }
        let context = DrawingContext()
        node.draw(in: CGRect(origin: .zero, size: size), on: context)
        let texts = context.records.compactMap { ($0 as? DrawnText)?.string }
        let places = places(of: size, spec, mark, target)
        var annotation = PlacedAnnotation(mark: index, node: node, frame: places[0], texts: texts)
        // Dots and other signs belong to their marks, so they stay there.
        guard !texts.isEmpty else { return annotation }
        let frame = board.take(places, for: texts, of: index)
        annotation.frame = frame ?? places[0]
        annotation.isShown = frame != nil
        return annotation
    }

    /// Returns the places that an annotation may have, from the best to the worst: that of the code, then farther away, then those at
    /// other ends and sides of rules, lines and points.
    private func places(of size: CGSize, _ spec: AnnotationSpec, _ mark: ExtendedMark, _ target: CGRect) -> [CGRect] {
        let position = spec.position == .automatic ? usual(for: mark) : spec.position
        func frame(_ position: AnnotationPosition, _ alignment: Alignment) -> CGRect {
            kept(place(size, at: position, alignment: alignment, spacing: spec.spacing ?? 4, of: target), spec.overflow)
        }
        var places = [frame(position, spec.alignment)]
        guard !position.isOverlay else { return places }
        let (x, y) = (position.point.x - 0.5, position.point.y - 0.5)
        for step in 1...4 {
            let away = places[0].offsetBy(
                dx: y == 0 ? x * CGFloat(step) * size.width / 2 : 0, dy: y * CGFloat(step) * size.height)
            if kept(away, spec.overflow) == away { places.append(away) }
        }
        switch mark.spec.kind {
        case .bar, .rectangle, .sector: return places
        case .rule, .line, .area, .point: break
        }
        let ends: [Alignment] = mark.spec.kind == .rule ? [.leading, .trailing, .center, .top, .bottom] : []
        let sides: [AnnotationPosition] = mark.spec.kind == .point ? [.trailing, .leading] : []
        for side in [position, position.opposite] + sides {
            places += ([spec.alignment] + ends).map { frame(side, $0) }
        }
        return places
    }

    /// Returns the frame of a mark in the chart. Rules are as long as they are drawn.
    private func target(of mark: ExtendedMark) -> CGRect? {
        if mark.spec.kind == .sector {
            return SectorPlace(mark, in: layout.plotFrame).map { CGRect(origin: $0.middle, size: .zero) }
        }
        guard var box = layout.plot.frame(of: mark) else { return nil }
        if mark.spec.kind == .point { box = box.insetBy(dx: -3.5, dy: -3.5) }
        if mark.spec.kind == .area, mark.growth == .vertical { box.size.height = 0 }
        return box.offsetBy(dx: layout.plotFrame.minX, dy: layout.plotFrame.minY)
    }

    /// Returns the usual side: the end of a bar, and above other marks.
    private func usual(for mark: ExtendedMark) -> AnnotationPosition {
        guard mark.spec.kind != .sector else { return .overlay }
        switch (mark.growth, mark.x, mark.y) {
        case (.horizontal, .span(_, let end), _): return end < 0 ? .leading : .trailing
        case (.vertical, _, .span(_, let end)): return end < 0 ? .bottom : .top
        default: return .top
        }
    }

    private func place(
        _ size: CGSize, at position: AnnotationPosition, alignment: Alignment, spacing: CGFloat, of target: CGRect
    ) -> CGRect {
        if position.isOverlay { return alignment.place(size, in: target) }
        let point = position.point
        let aligned = alignment.place(size, in: target)
        var frame = aligned
        if point.y == 0 { frame.origin.y = target.minY - spacing - size.height }
        if point.y == 1 { frame.origin.y = target.maxY + spacing }
        if point.x == 0 { frame.origin.x = point.y == 0.5 ? target.minX - spacing - size.width : target.minX - size.width }
        if point.x == 1 { frame.origin.x = point.y == 0.5 ? target.maxX + spacing : target.maxX }
        return frame
    }

    /// Returns a frame moved into the areas in which it stays. What is larger starts at the left and at the top.
    private func kept(_ frame: CGRect, _ overflow: AnnotationOverflowResolution) -> CGRect {
        var frame = frame
        func area(_ boundary: AnnotationOverflowResolution.Boundary) -> CGRect {
            boundary.isPlot ? layout.plotFrame : CGRect(origin: .zero, size: layout.size)
        }
        if let boundary = overflow.x.boundary {
            let area = area(boundary)
            frame.origin.x = max(area.minX, min(area.maxX - frame.width, frame.minX))
        }
        if let boundary = overflow.y.boundary {
            let area = area(boundary)
            frame.origin.y = max(area.minY, min(area.maxY - frame.height, frame.minY))
        }
        return frame
    }
}
