import Foundation

extension View {
    /// Puts the view in a frame of a size.
    nonisolated public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
        wrapped { node, _ in FixedFrameNode(width: width, height: height, alignment: alignment, content: node) }
    }

    /// Puts the view in a frame between limits.
    nonisolated public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        wrapped { node, _ in
            FlexibleFrameNode(
                minWidth: minWidth, idealWidth: idealWidth, maxWidth: maxWidth, minHeight: minHeight, idealHeight: idealHeight,
                maxHeight: maxHeight, alignment: alignment, content: node)
        }
    }

    /// Adds space around the view: 16 points if no length is given.
    nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        padding(EdgeInsets(length ?? 16, on: edges))
    }

    /// Adds the same space on all sides.
    nonisolated public func padding(_ length: CGFloat) -> some View { padding(EdgeInsets(length, on: .all)) }

    /// Adds space around the view.
    nonisolated public func padding(_ insets: EdgeInsets) -> some View { wrapped { node, _ in PaddingNode(insets: insets, content: node) } }

    /// Gives the view its ideal size.
    nonisolated public func fixedSize() -> some View { fixedSize(horizontal: true, vertical: true) }

    /// Gives the view its ideal size along some directions.
    nonisolated public func fixedSize(horizontal: Bool, vertical: Bool) -> some View {
        wrapped { node, _ in FixedSizeNode(horizontal: horizontal, vertical: vertical, content: node) }
    }

    /// Gives the view a ratio of width to height.
    nonisolated public func aspectRatio(_ ratio: CGFloat? = nil, contentMode: ContentMode) -> some View {
        wrapped { node, _ in AspectNode(ratio: ratio, fills: contentMode == .fill, content: node) }
    }

    /// Gives the view the ratio of a size.
    nonisolated public func aspectRatio(_ size: CGSize, contentMode: ContentMode) -> some View {
        aspectRatio(size.width / size.height, contentMode: contentMode)
    }

    /// Makes the view as large as it fits.
    nonisolated public func scaledToFit() -> some View { aspectRatio(contentMode: .fit) }

    /// Makes the view so large that it covers its space.
    nonisolated public func scaledToFill() -> some View { aspectRatio(contentMode: .fill) }

    /// Gives the view space before others.
    nonisolated public func layoutPriority(_ value: Double) -> some View {
        wrapped { node, _ in TraitNode(node) { $0.priority = value } }
    }

    /// Puts the view in front of those with a lower index.
    nonisolated public func zIndex(_ value: Double) -> some View { wrapped { node, _ in TraitNode(node) { $0.zIndex = value } } }

    /// Aligns the view in a column by its own line.
    nonisolated public func alignmentGuide(
        _ guide: HorizontalAlignment, computeValue: @escaping @Sendable (ViewDimensions) -> CGFloat
    ) -> some View {
        wrapped { node, _ in TraitNode(node) { $0.horizontalGuide = { computeValue(ViewDimensions(size: $0)) } } }
    }

    /// Aligns the view in a row by its own line.
    nonisolated public func alignmentGuide(_ guide: VerticalAlignment, computeValue: @escaping @Sendable (ViewDimensions) -> CGFloat)
        -> some View
    {
        wrapped { node, _ in TraitNode(node) { $0.verticalGuide = { computeValue(ViewDimensions(size: $0)) } } }
    }

    /// Draws the view in another place. Its space stays where it was.
    nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { offset(CGSize(width: x, height: y)) }

    /// Draws the view in another place. Its space stays where it was.
    nonisolated public func offset(_ offset: CGSize) -> some View {
        wrapped { node, _ in EffectNode(node) { _, context, draw in context.group(offset: offset, draw) } }
    }

    /// Puts the middle of the view at a point of the space around it.
    nonisolated public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View { position(CGPoint(x: x, y: y)) }

    /// Puts the middle of the view at a point of the space around it.
    nonisolated public func position(_ position: CGPoint) -> some View {
        wrapped { node, _ in PositionNode(position: position, content: node) }
    }

    /// Keeps the place of the view and draws nothing.
    nonisolated public func hidden() -> some View { wrapped { node, _ in EffectNode(node) { _, _, _ in } } }

    /// Puts a view in front.
    nonisolated public func overlay(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> some View {
        LayeredView(content: self, layer: content(), alignment: alignment, isBehind: false)
    }

    /// Puts a view in front.
    nonisolated public func overlay(_ overlay: some View, alignment: Alignment = .center) -> some View {
        LayeredView(content: self, layer: overlay, alignment: alignment, isBehind: false)
    }

    /// Puts a style in front.
    nonisolated public func overlay(_ style: some ShapeStyle, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        LayeredView(content: self, layer: StyleView(style: style), alignment: .center, isBehind: false)
    }

    /// Puts a view behind.
    nonisolated public func background(alignment: Alignment = .center, @ViewBuilder content: () -> some View) -> some View {
        LayeredView(content: self, layer: content(), alignment: alignment, isBehind: true)
    }

    /// Puts a view behind.
    nonisolated public func background(_ background: some View, alignment: Alignment = .center) -> some View {
        LayeredView(content: self, layer: background, alignment: alignment, isBehind: true)
    }

    /// Puts a style behind.
    @_disfavoredOverload
    nonisolated public func background(_ style: some ShapeStyle, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        LayeredView(content: self, layer: StyleView(style: style), alignment: .center, isBehind: true)
    }

    /// Puts a shape in a style behind.
    nonisolated public func background(_ style: some ShapeStyle, in shape: some Shape, fillStyle: FillStyle = FillStyle()) -> some View {
        LayeredView(content: self, layer: shape.fill(style), alignment: .center, isBehind: true)
    }
}

/// An area in a style.
struct StyleView<Style: ShapeStyle> {
    let style: Style
}

extension StyleView: View, PrimitiveView {
    func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] { [styleNode(style, in: environment)] }
}

/// How a view with a ratio fills its space.
public enum ContentMode: Hashable, CaseIterable, Sendable {
    case fit
    case fill
}

/// The size of a view that is being aligned.
public struct ViewDimensions {
    private let size: CGSize

    fileprivate init(size: CGSize) { self.size = size }

    /// The width.
    public var width: CGFloat { size.width }

    /// The height.
    public var height: CGFloat { size.height }

    /// Returns the distance of a guide from the left side.
    public subscript(guide: HorizontalAlignment) -> CGFloat { size.width * guide.fraction }

    /// Returns the distance of a guide from the upper side.
    public subscript(guide: VerticalAlignment) -> CGFloat { size.height * guide.fraction }
}
