import Foundation

/// A part of a picture. Its body says of which other parts it consists.
@MainActor @preconcurrency public protocol View {
    /// The type of the body.
    associatedtype Body: View

    /// The parts of the view.
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }

    /// Returns the views that are laid out and drawn.
    @MainActor func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode]
}

extension View {
    /// Returns the views of the body.
    @MainActor public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        environment.whileCurrent { body }.layoutNodes(in: environment)
    }

    /// Returns the one view that this is, or a column of several.
    @MainActor package func layoutNode(in environment: EnvironmentValues) -> any ViewNode {
        let nodes = layoutNodes(in: environment)
        return nodes.count == 1 ? nodes[0] : StackNode(axis: .vertical, children: nodes)
    }
}

extension Never: View {
    /// Is never read.
    public var body: Never { fatalError("Nothing has a body of this type.") }
}

/// A view that is drawn here, and has no body.
package protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
    /// Is never read.
    public var body: Never { fatalError("\(Self.self) has no body.") }
}

/// Makes one view of several.
@resultBuilder public enum ViewBuilder {
    /// Makes a view of nothing.
    public static func buildBlock() -> EmptyView { EmptyView() }

    /// Starts with a view.
    public static func buildPartialBlock<Content: View>(first content: Content) -> Content { content }

    /// Adds a view.
    public static func buildPartialBlock<First: View, Second: View>(accumulated: First, next: Second) -> PairView<First, Second> {
        PairView(first: accumulated, second: next)
    }

    /// Takes a view.
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

    /// Takes a view that may be missing.
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

    /// Takes the first branch.
    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> { .first(first) }

    /// Takes the second branch.
    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> { .second(second) }

    /// Hides the type of a view of a newer system.
    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}

/// No view.
public struct EmptyView {
    /// Creates the view.
    nonisolated public init() {}
}

extension EmptyView: PrimitiveView {
    /// Returns nothing.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] { [] }
}

/// Two views, one after the other.
public struct PairView<First, Second> {
    package let first: First
    package let second: Second

    package init(first: First, second: Second) { (self.first, self.second) = (first, second) }
}

extension PairView: View, PrimitiveView where First: View, Second: View {
    /// Returns the views of both.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        first.layoutNodes(in: environment) + second.layoutNodes(in: environment)
    }
}

/// One of two views.
public enum _ConditionalContent<First, Second> {
    case first(First)
    case second(Second)
}

extension _ConditionalContent: View, PrimitiveView where First: View, Second: View {
    /// Returns the views of the branch.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        switch self {
        case .first(let view): view.layoutNodes(in: environment)
        case .second(let view): view.layoutNodes(in: environment)
        }
    }
}

extension Optional: View, PrimitiveView where Wrapped: View {
    /// Returns the views, if there are any.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        self?.layoutNodes(in: environment) ?? []
    }
}

/// Any view.
public struct AnyView {
    private let view: any View

    /// Wraps a view.
    nonisolated public init(_ view: some View) { self.view = view }

    /// Wraps a view.
    nonisolated public init(erasing view: some View) { self.view = view }
}

extension AnyView: PrimitiveView {
    /// Returns the views of the wrapped view.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] { view.layoutNodes(in: environment) }
}

/// Views that are treated as if the group were not there.
public struct Group<Content> {
    package let content: Content

    package init(_ content: Content) { self.content = content }
}

extension Group: View, PrimitiveView where Content: View {
    /// Creates a group.
    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }

    /// Returns the views of the group.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] { content.layoutNodes(in: environment) }
}
