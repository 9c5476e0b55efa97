import Foundation

/// An outline that fits a frame.
public protocol Shape: View, Sendable {
    /// Returns the outline in a frame.
    nonisolated func path(in rect: CGRect) -> Path
}

/// A shape that can become smaller on all sides.
public protocol InsettableShape: Shape {
    /// The type of the smaller shape.
    associatedtype InsetShape: InsettableShape
    /// Returns the shape, smaller on all sides.
    nonisolated func inset(by amount: CGFloat) -> InsetShape
}

extension Shape {
    /// Returns the shape in the color of its surroundings.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let fill = environment.fill(.foreground)
        return [shapeNode { frame, context in context.fill(path(in: frame), with: fill, in: frame) }]
    }

    /// Returns the body, for shapes that have one.
    public var body: _ShapeView<Self, ForegroundStyle> { _ShapeView(shape: self, style: ForegroundStyle()) }

    /// Returns the shape in a style.
    nonisolated public func fill<Style: ShapeStyle>(_ content: Style, style: FillStyle = FillStyle()) -> _ShapeView<Self, Style> {
        _ShapeView(shape: self, style: content)
    }

    /// Returns the shape in the color of its surroundings.
    nonisolated public func fill(style: FillStyle = FillStyle()) -> _ShapeView<Self, ForegroundStyle> {
        _ShapeView(shape: self, style: ForegroundStyle())
    }

    /// Returns the edge of the shape in a style.
    nonisolated public func stroke(_ content: some ShapeStyle, style: StrokeStyle) -> some View {
        _StrokedShapeView(shape: self, style: content, stroke: style)
    }

    /// Returns the edge of the shape in a style.
    nonisolated public func stroke(_ content: some ShapeStyle, lineWidth: CGFloat = 1) -> some View {
        _StrokedShapeView(shape: self, style: content, stroke: StrokeStyle(lineWidth: lineWidth))
    }

    /// Returns the edge of the shape in the color of its surroundings.
    nonisolated public func stroke(style: StrokeStyle) -> some Shape { StrokedShape(shape: self, stroke: style) }

    /// Returns the edge of the shape in the color of its surroundings.
    nonisolated public func stroke(lineWidth: CGFloat = 1) -> some Shape {
        StrokedShape(shape: self, stroke: StrokeStyle(lineWidth: lineWidth))
    }

    /// Returns the part of the edge between two shares of its length.
    nonisolated public func trim(from start: CGFloat = 0, to end: CGFloat = 1) -> TrimmedShape<Self> {
        TrimmedShape(shape: self, start: start, end: end)
    }

    /// Returns the shape rotated around its middle.
    nonisolated public func rotation(_ angle: Angle) -> some Shape { RotatedShape(shape: self, angle: angle) }
}

extension InsettableShape {
    /// Returns the edge of the shape in a style, inside its frame.
    nonisolated public func strokeBorder(_ content: some ShapeStyle, lineWidth: CGFloat = 1, antialiased: Bool = true) -> some View {
        inset(by: lineWidth / 2).stroke(content, lineWidth: lineWidth)
    }

    /// Returns the edge of the shape in a style, inside its frame.
    nonisolated public func strokeBorder(_ content: some ShapeStyle, style: StrokeStyle, antialiased: Bool = true) -> some View {
        inset(by: style.lineWidth / 2).stroke(content, style: style)
    }

    /// Returns the edge of the shape in the color of its surroundings, inside its frame.
    nonisolated public func strokeBorder(lineWidth: CGFloat = 1, antialiased: Bool = true) -> some View {
        inset(by: lineWidth / 2).stroke(lineWidth: lineWidth)
    }

    /// Returns the edge of the shape in the color of its surroundings, inside its frame.
    nonisolated public func strokeBorder(style: StrokeStyle, antialiased: Bool = true) -> some View {
        inset(by: style.lineWidth / 2).stroke(style: style)
    }
}

/// Returns a node that draws a shape in all of its space.
@MainActor private func shapeNode(_ paint: @escaping @MainActor (CGRect, DrawingContext) -> Void) -> any ViewNode {
    GreedyNode(paint: paint)
}

/// How the inside of a shape is filled. It is always filled by the nonzero rule.
public struct FillStyle: Hashable, Sendable {
    /// True if areas that are enclosed twice are left out.
    public var isEOFilled: Bool
    /// True if edges are smooth.
    public var isAntialiased: Bool

    /// Creates a style.
    public init(eoFill: Bool = false, antialiased: Bool = true) { (isEOFilled, isAntialiased) = (eoFill, antialiased) }
}

/// A shape in a style.
public struct _ShapeView<Content: Shape, Style: ShapeStyle> {
    package let shape: Content
    package let style: Style

    package init(shape: Content, style: Style) { (self.shape, self.style) = (shape, style) }

    /// Returns this shape with its edge in front.
    nonisolated public func stroke(_ content: some ShapeStyle, lineWidth: CGFloat = 1) -> some View {
        overlay { shape.stroke(content, lineWidth: lineWidth) }
    }

    /// Returns this shape with its edge in front.
    nonisolated public func stroke(_ content: some ShapeStyle, style: StrokeStyle) -> some View {
        overlay { shape.stroke(content, style: style) }
    }
}

extension _ShapeView: View, PrimitiveView {
    /// Returns the shape.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let fill = environment.fill(style)
        return [shapeNode { frame, context in context.fill(shape.path(in: frame), with: fill, in: frame) }]
    }
}

/// The edge of a shape in a style.
public struct _StrokedShapeView<Content: Shape, Style: ShapeStyle> {
    package let shape: Content
    package let style: Style
    package let stroke: StrokeStyle
}

extension _StrokedShapeView: View, PrimitiveView {
    /// Returns the edge.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let fill = environment.fill(style)
        return [shapeNode { frame, context in context.stroke(shape.path(in: frame), with: fill, style: stroke, in: frame) }]
    }
}

/// The edge of a shape in the color of its surroundings.
private struct StrokedShape<Content: Shape>: Shape {
    let shape: Content
    let stroke: StrokeStyle

    nonisolated func path(in rect: CGRect) -> Path { shape.path(in: rect) }

    func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let fill = environment.fill(.foreground)
        return [shapeNode { frame, context in context.stroke(path(in: frame), with: fill, style: stroke, in: frame) }]
    }
}

/// A part of a shape along its edge.
public struct TrimmedShape<Content: Shape>: Shape {
    let shape: Content
    let start: CGFloat
    let end: CGFloat

    /// Returns the part of the outline between two shares of its length.
    nonisolated public func path(in rect: CGRect) -> Path { shape.path(in: rect).trimmedPath(from: start, to: end) }
}

/// A shape rotated around its middle.
private struct RotatedShape<Content: Shape>: Shape {
    let shape: Content
    let angle: Angle

    nonisolated func path(in rect: CGRect) -> Path { shape.path(in: rect).rotated(by: angle, around: rect.center) }
}

extension Path: Shape {
    /// Returns the path, moved to the frame.
    public func path(in rect: CGRect) -> Path { offsetBy(dx: rect.minX, dy: rect.minY) }
}
