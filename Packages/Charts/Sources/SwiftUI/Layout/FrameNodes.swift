import Foundation

/// A view in a frame of a fixed size.
@MainActor package struct FixedFrameNode: ViewNode {
    package let width: CGFloat?
    package let height: CGFloat?
    package let alignment: Alignment
    package let content: any ViewNode

    package init(width: CGFloat?, height: CGFloat?, alignment: Alignment, content: any ViewNode) {
        (self.width, self.height, self.alignment, self.content) = (width, height, alignment, content)
    }

    package var traits: NodeTraits { content.traits.withoutGuides }

    package func size(for proposal: ProposedViewSize) -> CGSize {
        if let width, let height { return CGSize(width: max(0, width), height: max(0, height)) }
        let own = content.size(for: ProposedViewSize(width: width ?? proposal.width, height: height ?? proposal.height))
        return CGSize(width: max(0, width ?? own.width), height: max(0, height ?? own.height))
    }

    package func draw(in frame: CGRect, on context: DrawingContext) {
        let own = content.size(for: ProposedViewSize(frame.size)).drawable
        content.draw(in: alignment.place(own, in: frame), on: context)
    }

    package func baseline(isFirst: Bool, in size: CGSize) -> CGFloat {
        let own = content.size(for: ProposedViewSize(size)).drawable
        return (size.height - own.height) * alignment.vertical.fraction + content.baseline(isFirst: isFirst, in: own)
    }
}

/// A view in a frame between a smallest and a greatest size.
@MainActor package struct FlexibleFrameNode: ViewNode {
    package var minWidth: CGFloat?
    package var idealWidth: CGFloat?
    package var maxWidth: CGFloat?
    package var minHeight: CGFloat?
    package var idealHeight: CGFloat?
    package var maxHeight: CGFloat?
    package var alignment: Alignment
    package var content: any ViewNode

    package var traits: NodeTraits { content.traits.withoutGuides }

    package func size(for proposal: ProposedViewSize) -> CGSize {
        let width = Self.offer(proposal.width ?? idealWidth, minWidth, maxWidth)
        let height = Self.offer(proposal.height ?? idealHeight, minHeight, maxHeight)
        let own = content.size(for: ProposedViewSize(width: width, height: height))
        return CGSize(
            width: Self.side(own.width, offered: proposal.width ?? idealWidth, minWidth, maxWidth),
            height: Self.side(own.height, offered: proposal.height ?? idealHeight, minHeight, maxHeight))
    }

    package func draw(in frame: CGRect, on context: DrawingContext) {
        let own = content.size(for: ProposedViewSize(frame.size)).drawable
        content.draw(in: alignment.place(own, in: frame), on: context)
    }

    package func baseline(isFirst: Bool, in size: CGSize) -> CGFloat {
        let own = content.size(for: ProposedViewSize(size)).drawable
        return (size.height - own.height) * alignment.vertical.fraction + content.baseline(isFirst: isFirst, in: own)
    }

    private static func offer(_ offered: CGFloat?, _ least: CGFloat?, _ greatest: CGFloat?) -> CGFloat? {
        guard let offered else { return nil }
        return max(least ?? -.infinity, min(greatest ?? .infinity, offered))
    }

    /// Returns the length of a side. A side with a limit takes what is offered within the limits, and others what the view takes.
    private static func side(_ own: CGFloat, offered: CGFloat?, _ least: CGFloat?, _ greatest: CGFloat?) -> CGFloat {
        let low = least ?? min(own, offered ?? own, greatest ?? own)
        let high = greatest ?? own
        guard least != nil || greatest != nil else { return own }
        guard let offered, offered.isFinite || greatest == .infinity else { return max(low, min(max(low, high), own)) }
        return max(low, min(max(low, high), offered))
    }
}

extension NodeTraits {
    /// These facts for a frame around the view, whose guides are its own.
    package var withoutGuides: NodeTraits {
        var traits = self
        (traits.horizontalGuide, traits.verticalGuide, traits.isSpacer) = (nil, nil, false)
        return traits
    }
}

/// A view with space around it.
@MainActor package struct PaddingNode: ViewNode {
    private let insets: EdgeInsets
    private let content: any ViewNode

    package init(insets: EdgeInsets, content: any ViewNode) { (self.insets, self.content) = (insets, content) }

    package var traits: NodeTraits { content.traits.withoutGuides }

    package func size(for proposal: ProposedViewSize) -> CGSize {
        let (across, along) = (insets.leading + insets.trailing, insets.top + insets.bottom)
        let own = content.size(
            for: ProposedViewSize(width: proposal.width.map { max(0, $0 - across) }, height: proposal.height.map { max(0, $0 - along) }))
        return CGSize(width: max(0, own.width + across), height: max(0, own.height + along))
    }

    package func draw(in frame: CGRect, on context: DrawingContext) { content.draw(in: frame.inset(by: insets), on: context) }

    package func baseline(isFirst: Bool, in size: CGSize) -> CGFloat {
        let own = CGRect(origin: .zero, size: size).inset(by: insets).size
        return insets.top + content.baseline(isFirst: isFirst, in: own)
    }
}

/// A view in its ideal size along some directions.
@MainActor package struct FixedSizeNode: ViewNode {
    package let horizontal: Bool
    package let vertical: Bool
    package let content: any ViewNode

    package var traits: NodeTraits { content.traits }

    package func size(for proposal: ProposedViewSize) -> CGSize {
        content.size(for: ProposedViewSize(width: horizontal ? nil : proposal.width, height: vertical ? nil : proposal.height))
    }

    package func draw(in frame: CGRect, on context: DrawingContext) { content.draw(in: frame, on: context) }

    package func baseline(isFirst: Bool, in size: CGSize) -> CGFloat { content.baseline(isFirst: isFirst, in: size) }
}

/// A view with a given ratio of width to height.
@MainActor package struct AspectNode: ViewNode {
    package let ratio: CGFloat?
    package let fills: Bool
    package let content: any ViewNode

    package var traits: NodeTraits { content.traits }

    package func size(for proposal: ProposedViewSize) -> CGSize {
        let ideal = content.size(for: .unspecified)
        let ratio = self.ratio ?? (ideal.height > 0 ? ideal.width / ideal.height : 1)
        guard ratio > 0, ratio.isFinite, proposal.width != nil || proposal.height != nil else { return content.size(for: proposal) }
        let byWidth = proposal.width.map { CGSize(width: $0, height: $0 / ratio) }
        let byHeight = proposal.height.map { CGSize(width: $0 * ratio, height: $0) }
        guard let byWidth, let byHeight else { return byWidth ?? byHeight ?? ideal }
        return (byWidth.height <= byHeight.height) != fills ? byWidth : byHeight
    }

    package func draw(in frame: CGRect, on context: DrawingContext) { content.draw(in: frame, on: context) }
}

/// A view in the middle of a point of all the space that is offered.
@MainActor package struct PositionNode: ViewNode {
    package let position: CGPoint
    package let content: any ViewNode

    package func size(for proposal: ProposedViewSize) -> CGSize { proposal.replacingUnspecifiedDimensions(by: content.size(for: proposal)) }

    package func draw(in frame: CGRect, on context: DrawingContext) {
        let own = content.size(for: ProposedViewSize(frame.size)).drawable
        content.draw(
            in: CGRect(
                x: frame.minX + position.x - own.width / 2, y: frame.minY + position.y - own.height / 2, width: own.width,
                height: own.height), on: context)
    }
}
