import Foundation

/// A view whose surroundings are changed.
package struct EnvironmentView<Content: View> {
    let content: Content
    let change: (inout EnvironmentValues) -> Void

    nonisolated package init(content: Content, change: @escaping (inout EnvironmentValues) -> Void) {
        (self.content, self.change) = (content, change)
    }
}

extension EnvironmentView: View, PrimitiveView {
    package func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        var environment = environment
        change(&environment)
        return content.layoutNodes(in: environment)
    }
}

/// A view each of whose parts is wrapped.
package struct WrappedView<Content: View> {
    let content: Content
    let wrap: @MainActor (any ViewNode, EnvironmentValues) -> any ViewNode

    nonisolated package init(content: Content, wrap: @escaping @MainActor (any ViewNode, EnvironmentValues) -> any ViewNode) {
        (self.content, self.wrap) = (content, wrap)
    }
}

extension WrappedView: View, PrimitiveView {
    package func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        content.layoutNodes(in: environment).map { wrap($0, environment) }
    }
}

/// A view with others in front of it or behind it.
package struct LayeredView<Content: View, Layer: View> {
    let content: Content
    let layer: Layer
    let alignment: Alignment
    let isBehind: Bool
}

extension LayeredView: View, PrimitiveView {
    package func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        content.layoutNodes(in: environment).map { node in
            OverlayNode(
                content: node, layer: layer.layoutNodes(in: environment.inStack(nil)), alignment: alignment, isBehind: isBehind)
        }
    }
}

/// A change of a view that has a name.
@MainActor @preconcurrency public protocol ViewModifier {
    /// The type of the changed view.
    associatedtype Body: View
    /// The view that is changed.
    typealias Content = AnyView

    /// Returns the changed view.
    @ViewBuilder func body(content: Content) -> Body
}

/// A view with a change.
public struct ModifiedContent<Content, Modifier> {
    /// The view.
    public var content: Content
    /// The change.
    public var modifier: Modifier

    /// Creates a view with a change.
    nonisolated public init(content: Content, modifier: Modifier) { (self.content, self.modifier) = (content, modifier) }
}

extension ModifiedContent: View, PrimitiveView where Content: View, Modifier: ViewModifier {
    /// Returns the changed view.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        environment.whileCurrent { modifier.body(content: AnyView(content)) }.layoutNodes(in: environment)
    }
}

extension View {
    /// Changes the view.
    nonisolated public func modifier<Modifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
        ModifiedContent(content: self, modifier: modifier)
    }

    nonisolated func inEnvironment(_ change: @escaping (inout EnvironmentValues) -> Void) -> EnvironmentView<Self> {
        EnvironmentView(content: self, change: change)
    }

    nonisolated func wrapped(_ wrap: @escaping @MainActor (any ViewNode, EnvironmentValues) -> any ViewNode) -> WrappedView<Self> {
        WrappedView(content: self, wrap: wrap)
    }
}
