import Foundation

/// Views in a row or a column.
@MainActor package struct StackNode: ViewNode {
    private let axis: Axis
    private let horizontal: HorizontalAlignment
    private let vertical: VerticalAlignment
    private let spacing: CGFloat?
    private let children: [MeasuredNode]

    package init(
        axis: Axis, horizontal: HorizontalAlignment = .center, vertical: VerticalAlignment = .center, spacing: CGFloat? = nil,
        children: [any ViewNode]
    ) {
        (self.axis, self.horizontal, self.vertical, self.spacing) = (axis, horizontal, vertical, spacing)
        self.children = children.map(MeasuredNode.init)
    }

    /// The distances between the views.
    private var gaps: [CGFloat] {
        zip(children, children.dropFirst()).map { first, second in
            spacing ?? (first.traits.isSpacer || second.traits.isSpacer ? 0 : 8)
        }
    }

    package func size(for proposal: ProposedViewSize) -> CGSize {
        let sizes = sizes(for: proposal)
        let length = sizes.reduce(0) { $0 + $1.length(along: axis) } + gaps.reduce(0, +)
        if axis == .vertical { return CGSize(width: across(sizes).length, height: length) }
        return CGSize(width: length, height: across(sizes).length)
    }

    package func draw(in frame: CGRect, on context: DrawingContext) {
        let sizes = sizes(for: ProposedViewSize(frame.size))
        let (guides, length) = across(sizes)
        let guide = guides.max() ?? 0
        var place = axis == .vertical ? frame.minY : frame.minX
        let start =
            axis == .vertical
            ? frame.minX + (frame.width - length) * horizontal.fraction : frame.minY + (frame.height - length) * vertical.fraction
        var frames: [CGRect] = []
        for (index, size) in sizes.enumerated() {
            let side = start + guide - guides[index]
            let origin = axis == .vertical ? CGPoint(x: side, y: place) : CGPoint(x: place, y: side)
            frames.append(CGRect(origin: origin, size: size))
            place += size.length(along: axis) + (index < gaps.count ? gaps[index] : 0)
        }
        for index in children.indices.sorted(by: { children[$0].traits.zIndex < children[$1].traits.zIndex }) {
            children[index].draw(in: frames[index], on: context)
        }
    }

    package func baseline(isFirst: Bool, in size: CGSize) -> CGFloat {
        let sizes = sizes(for: ProposedViewSize(size))
        guard let child = isFirst ? children.first : children.last, let own = isFirst ? sizes.first : sizes.last else { return size.height }
        let baseline = child.baseline(isFirst: isFirst, in: own)
        if axis == .vertical { return isFirst ? baseline : size.height - own.height + baseline }
        return (size.height - own.height) * vertical.fraction + baseline
    }

    /// Returns the distance of each view's guide from its side, and the length that all views need across.
    private func across(_ sizes: [CGSize]) -> (guides: [CGFloat], length: CGFloat) {
        let guides = zip(children, sizes).map { child, size -> CGFloat in
            if axis == .vertical { return child.traits.horizontalGuide?(size) ?? size.width * horizontal.fraction }
            if let guide = child.traits.verticalGuide { return guide(size) }
            switch vertical.guide {
            case .fraction(let fraction): return size.height * fraction
            case .firstBaseline: return child.baseline(isFirst: true, in: size)
            case .lastBaseline: return child.baseline(isFirst: false, in: size)
            }
        }
        let other: Axis = axis == .vertical ? .horizontal : .vertical
        let after = zip(guides, sizes).map { $1.length(along: other) - $0 }.max() ?? 0
        return (guides, (guides.max() ?? 0) + after)
    }

    /// Returns the sizes of the views. The least flexible views choose first, and each is offered an equal share of what is left.
    private func sizes(for proposal: ProposedViewSize) -> [CGSize] {
        func offer(_ length: CGFloat?) -> ProposedViewSize {
            axis == .vertical
                ? ProposedViewSize(width: proposal.width, height: length) : ProposedViewSize(width: length, height: proposal.height)
        }
        guard let length = axis == .vertical ? proposal.height : proposal.width else { return children.map { $0.size(for: offer(nil)) } }
        var sizes = Array(repeating: CGSize.zero, count: children.count)
        var rest = max(0, length - gaps.reduce(0, +))
        let shortest = children.map { $0.size(for: offer(0)).length(along: axis) }
        let flexibility = children.indices.map { children[$0].size(for: offer(.infinity)).length(along: axis) - shortest[$0] }
        let levels = Set(children.map(\.traits.priority)).sorted(by: >)
        for level in levels {
            let indices = children.indices.filter { children[$0].traits.priority == level }
            // Views of lower priority keep the least that they need.
            let kept = children.indices.filter { children[$0].traits.priority < level }.reduce(0) { $0 + shortest[$1] }
            var left = max(0, rest - kept)
            for (number, index) in indices.sorted(by: { (flexibility[$0], $0) < (flexibility[$1], $1) }).enumerated() {
                sizes[index] = children[index].size(for: offer(left / CGFloat(indices.count - number)))
                left = max(0, left - sizes[index].length(along: axis))
                rest = max(0, rest - sizes[index].length(along: axis))
            }
        }
        return sizes
    }
}

/// Views one in front of another.
@MainActor package struct LayerNode: ViewNode {
    private let alignment: Alignment
    private let children: [MeasuredNode]

    package init(alignment: Alignment, children: [any ViewNode]) {
        self.alignment = alignment
        self.children = children.map(MeasuredNode.init)
    }

    package func size(for proposal: ProposedViewSize) -> CGSize {
        children.reduce(.zero) { size, child in
            let own = child.size(for: proposal)
            return CGSize(width: max(size.width, own.width), height: max(size.height, own.height))
        }
    }

    package func draw(in frame: CGRect, on context: DrawingContext) {
        for child in children.sorted(by: { $0.traits.zIndex < $1.traits.zIndex }) {
            child.draw(in: alignment.place(child.size(for: ProposedViewSize(frame.size)), in: frame), on: context)
        }
    }

    package func baseline(isFirst: Bool, in size: CGSize) -> CGFloat {
        guard let first = children.first else { return size.height }
        let own = first.size(for: ProposedViewSize(size))
        return (size.height - own.height) * alignment.vertical.fraction + first.baseline(isFirst: isFirst, in: own)
    }
}
