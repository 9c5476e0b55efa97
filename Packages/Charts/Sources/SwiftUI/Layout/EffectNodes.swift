import Foundation

/// A view that is drawn in another way, in the same space.
@MainActor package struct EffectNode: ViewNode {
    private let content: any ViewNode
    private let effect: @MainActor (CGRect, DrawingContext, () -> Void) -> Void

    /// Creates a node. The closure gets the frame, the picture and a closure that draws the view.
    package init(_ content: any ViewNode, effect: @escaping @MainActor (CGRect, DrawingContext, () -> Void) -> Void) {
        (self.content, self.effect) = (content, effect)
    }

    package var traits: NodeTraits { content.traits }

    package func size(for proposal: ProposedViewSize) -> CGSize { content.size(for: proposal) }

    package func draw(in frame: CGRect, on context: DrawingContext) {
        effect(frame, context) { content.draw(in: frame, on: context) }
    }

    package func baseline(isFirst: Bool, in size: CGSize) -> CGFloat { content.baseline(isFirst: isFirst, in: size) }
}

/// A view with others behind or in front of it, which get its size.
@MainActor package struct OverlayNode: ViewNode {
    private let content: any ViewNode
    private let layer: any ViewNode
    private let alignment: Alignment
    private let isBehind: Bool

    package init(content: any ViewNode, layer: [any ViewNode], alignment: Alignment, isBehind: Bool) {
        (self.content, self.alignment, self.isBehind) = (content, alignment, isBehind)
        self.layer = layer.count == 1 ? layer[0] : LayerNode(alignment: alignment, children: layer)
    }

    package var traits: NodeTraits { content.traits }

    package func size(for proposal: ProposedViewSize) -> CGSize { content.size(for: proposal) }

    package func draw(in frame: CGRect, on context: DrawingContext) {
        let own = layer.size(for: ProposedViewSize(frame.size)).drawable
        let place = alignment.place(own, in: frame)
        if isBehind { layer.draw(in: place, on: context) }
        content.draw(in: frame, on: context)
        if !isBehind { layer.draw(in: place, on: context) }
    }

    package func baseline(isFirst: Bool, in size: CGSize) -> CGFloat { content.baseline(isFirst: isFirst, in: size) }
}

/// A view with other facts for the stack around it.
@MainActor package struct TraitNode: ViewNode {
    private let content: any ViewNode
    package let traits: NodeTraits

    package init(_ content: any ViewNode, change: (inout NodeTraits) -> Void) {
        self.content = content
        var traits = content.traits
        change(&traits)
        self.traits = traits
    }

    package func size(for proposal: ProposedViewSize) -> CGSize { content.size(for: proposal) }

    package func draw(in frame: CGRect, on context: DrawingContext) { content.draw(in: frame, on: context) }

    package func baseline(isFirst: Bool, in size: CGSize) -> CGFloat { content.baseline(isFirst: isFirst, in: size) }
}

/// Something that takes all the space that is offered.
@MainActor package struct GreedyNode: ViewNode {
    private let ideal: CGSize
    private let paint: @MainActor (CGRect, DrawingContext) -> Void

    /// Creates a node that draws with a closure.
    package init(ideal: CGSize = CGSize(width: 10, height: 10), paint: @escaping @MainActor (CGRect, DrawingContext) -> Void) {
        (self.ideal, self.paint) = (ideal, paint)
    }

    package func size(for proposal: ProposedViewSize) -> CGSize { proposal.replacingUnspecifiedDimensions(by: ideal) }

    package func draw(in frame: CGRect, on context: DrawingContext) { paint(frame, context) }
}

/// Something of a fixed size.
@MainActor package struct SolidNode: ViewNode {
    private let size: CGSize
    private let paint: @MainActor (CGRect, DrawingContext) -> Void

    /// Creates a node that draws with a closure.
    package init(size: CGSize, paint: @escaping @MainActor (CGRect, DrawingContext) -> Void) { (self.size, self.paint) = (size, paint) }

    package func size(for proposal: ProposedViewSize) -> CGSize { size }

    package func draw(in frame: CGRect, on context: DrawingContext) { paint(frame, context) }
}

/// Empty space of a stack.
@MainActor package struct SpacerNode: ViewNode {
    private let axis: Axis?
    private let minLength: CGFloat

    package init(axis: Axis?, minLength: CGFloat?) { (self.axis, self.minLength) = (axis, minLength ?? 8) }

    package var traits: NodeTraits {
        var traits = NodeTraits()
        traits.isSpacer = true
        // Space gives way to views of the same priority.
        traits.priority = -1
        return traits
    }

    package func size(for proposal: ProposedViewSize) -> CGSize {
        let width = axis == .vertical ? 0 : max(minLength, proposal.width ?? minLength)
        let height = axis == .horizontal ? 0 : max(minLength, proposal.height ?? minLength)
        return CGSize(width: width, height: height)
    }

    package func draw(in frame: CGRect, on context: DrawingContext) {}
}
