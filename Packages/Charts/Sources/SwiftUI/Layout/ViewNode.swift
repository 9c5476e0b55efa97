import Foundation

/// Facts about a view for the stack around it.
public struct NodeTraits {
    /// Views with a higher priority get space first.
    package var priority = 0.0
    /// Views with a higher index are in front.
    package var zIndex = 0.0
    /// True if the view is empty space, which needs no distance from others.
    package var isSpacer = false
    /// The number of columns of a grid that the view covers.
    package var columns = 1
    /// The distance of the view's horizontal guide from its left side, if the view gives one.
    package var horizontalGuide: ((CGSize) -> CGFloat)?
    /// The distance of the view's vertical guide from its upper side, if the view gives one.
    package var verticalGuide: ((CGSize) -> CGFloat)?

    package init() {}
}

/// A view that knows its surroundings: it answers with a size, and draws itself in a frame of the picture.
@MainActor public protocol ViewNode {
    /// Returns the size for a proposal.
    func size(for proposal: ProposedViewSize) -> CGSize
    /// Draws the view in a frame.
    func draw(in frame: CGRect, on context: DrawingContext)
    /// Facts for the stack around the view.
    var traits: NodeTraits { get }
    /// Returns the distance of a baseline from the upper side.
    func baseline(isFirst: Bool, in size: CGSize) -> CGFloat
}

extension ViewNode {
    /// The usual facts.
    public var traits: NodeTraits { NodeTraits() }

    /// Returns the lower side: views without text stand on it.
    public func baseline(isFirst: Bool, in size: CGSize) -> CGFloat { size.height }
}

/// A view whose sizes are remembered, because stacks ask several times.
@MainActor package final class MeasuredNode: ViewNode {
    private let node: any ViewNode
    private var sizes: [ProposedViewSize: CGSize] = [:]
    package let traits: NodeTraits

    package init(_ node: any ViewNode) {
        self.node = node
        traits = node.traits
    }

    package func size(for proposal: ProposedViewSize) -> CGSize {
        if let size = sizes[proposal] { return size }
        let size = node.size(for: proposal).drawable
        sizes[proposal] = size
        return size
    }

    package func draw(in frame: CGRect, on context: DrawingContext) { node.draw(in: frame, on: context) }

    package func baseline(isFirst: Bool, in size: CGSize) -> CGFloat { node.baseline(isFirst: isFirst, in: size) }
}

extension CGSize {
    /// This size without infinite and negative numbers.
    package var drawable: CGSize {
        func side(_ length: CGFloat) -> CGFloat { length.isFinite ? max(0, length) : 10_000 }
        return CGSize(width: side(width), height: side(height))
    }

    /// The length along an axis.
    package func length(along axis: Axis) -> CGFloat { axis == .horizontal ? width : height }
}

extension CGRect {
    /// This frame without its insets.
    package func inset(by insets: EdgeInsets) -> CGRect {
        CGRect(
            x: minX + insets.leading, y: minY + insets.top, width: max(0, width - insets.leading - insets.trailing),
            height: max(0, height - insets.top - insets.bottom))
    }

    /// The middle.
    package var center: CGPoint { CGPoint(x: midX, y: midY) }
}
