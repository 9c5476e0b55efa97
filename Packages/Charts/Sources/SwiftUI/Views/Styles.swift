import Foundation

extension Color: View, PrimitiveView {
    /// Returns an area in the color.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] { [styleNode(self, in: environment)] }
}

extension LinearGradient: View, PrimitiveView {
    /// Returns an area with the gradient.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] { [styleNode(self, in: environment)] }
}

extension RadialGradient: View, PrimitiveView {
    /// Returns an area with the gradient.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] { [styleNode(self, in: environment)] }
}

/// Returns an area in a style.
@MainActor package func styleNode(_ style: some ShapeStyle, in environment: EnvironmentValues) -> any ViewNode {
    let fill = environment.fill(style)
    return GreedyNode { frame, context in context.fill(Path(frame), with: fill, in: frame) }
}
