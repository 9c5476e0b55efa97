import Foundation
import SwiftUI

/// An annotation with its place.
package struct PlacedAnnotation {
    /// The place of the mark among all marks.
    package var mark: Int
    package var node: any ViewNode
    /// The frame in the chart.
    package var frame: CGRect
}

/// Places annotations next to their marks. They stay in the chart unless the code says otherwise.
@MainActor package struct AnnotationBuilder {
    package let layout: ChartLayout

    package init(layout: ChartLayout) { self.layout = layout }

    /// Returns all annotations in the order of their marks.
    package func annotations() -> [PlacedAnnotation] {
        layout.model.marks.enumerated().flatMap { index, mark in
            mark.spec.attributes.annotations.isEmpty
                ? [] : mark.spec.attributes.annotations.compactMap { annotation($0, of: mark, index: index) }
        }
    }

    private func annotation(_ spec: AnnotationSpec, of mark: ExtendedMark, index: Int) -> PlacedAnnotation? {
        guard let target = target(of: mark) else { return nil }
        let view = layout.environment.whileCurrent { spec.content(AnnotationContext(targetSize: target.size)) }
        let node = view.layoutNode(in: layout.environment)
        let size = node.size(for: .unspecified).drawable
        guard size.width > 0, size.height > 0 else { return nil }
        let position = spec.position == .automatic ? usual(for: mark) : spec.position
        let frame = place(size, at: position, alignment: spec.alignment, spacing: spec.spacing ?? 4, of: target)
        return PlacedAnnotation(mark: index, node: node, frame: kept(frame, spec.overflow))
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
