import Foundation

/// Views in a column.
public struct VStack<Content> {
    private let alignment: HorizontalAlignment
    private let spacing: CGFloat?
    private let content: Content
}

extension VStack: View, PrimitiveView where Content: View {
    /// Creates a column.
    nonisolated public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        (self.alignment, self.spacing, self.content) = (alignment, spacing, content())
    }

    /// Returns the column.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let children = content.layoutNodes(in: environment.inStack(.vertical))
        return [StackNode(axis: .vertical, horizontal: alignment, spacing: spacing, children: children)]
    }
}

/// Views in a row.
public struct HStack<Content> {
    private let alignment: VerticalAlignment
    private let spacing: CGFloat?
    private let content: Content
}

extension HStack: View, PrimitiveView where Content: View {
    /// Creates a row.
    nonisolated public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        (self.alignment, self.spacing, self.content) = (alignment, spacing, content())
    }

    /// Returns the row.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let children = content.layoutNodes(in: environment.inStack(.horizontal))
        return [StackNode(axis: .horizontal, vertical: alignment, spacing: spacing, children: children)]
    }
}

/// Views one in front of another. The first is behind.
public struct ZStack<Content> {
    private let alignment: Alignment
    private let content: Content
}

extension ZStack: View, PrimitiveView where Content: View {
    /// Creates the layers.
    nonisolated public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        (self.alignment, self.content) = (alignment, content())
    }

    /// Returns the layers.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        [LayerNode(alignment: alignment, children: content.layoutNodes(in: environment.inStack(nil)))]
    }
}

/// Views in a column, which a phone creates when they are seen. They are all drawn here.
public typealias LazyVStack = VStack

/// Views in a row, which a phone creates when they are seen. They are all drawn here.
public typealias LazyHStack = HStack

extension EnvironmentValues {
    package func inStack(_ axis: Axis?) -> EnvironmentValues {
        var environment = self
        environment.stackAxis = axis
        return environment
    }
}

/// Empty space that grows.
public struct Spacer {
    private let minLength: CGFloat?

    /// Creates space of at least a length.
    nonisolated public init(minLength: CGFloat? = nil) { self.minLength = minLength }
}

extension Spacer: View, PrimitiveView {
    /// Returns the space.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        [SpacerNode(axis: environment.stackAxis, minLength: minLength)]
    }
}

/// A thin line across a stack.
public struct Divider {
    /// Creates a line.
    nonisolated public init() {}
}

extension Divider: View, PrimitiveView {
    /// Returns the line.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let fill = environment.fill(.separator)
        let line = GreedyNode { frame, context in context.fill(Path(frame), with: fill) }
        let isUpright = environment.stackAxis == .horizontal
        return [FixedFrameNode(width: isUpright ? 1 : nil, height: isUpright ? nil : 1, alignment: .center, content: line)]
    }
}

/// The first of several views that fits.
public struct ViewThatFits<Content> {
    private let axes: Axis.Set
    private let content: Content
}

extension ViewThatFits: View, PrimitiveView where Content: View {
    /// Creates the choice.
    nonisolated public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
        (self.axes, self.content) = (axes, content())
    }

    /// Returns the choice.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let nodes = content.layoutNodes(in: environment)
        return nodes.isEmpty ? [] : [ChoiceNode(axes: axes, choices: nodes.map(MeasuredNode.init))]
    }
}

/// The first of several views whose ideal size fits.
@MainActor package struct ChoiceNode: ViewNode {
    package let axes: Axis.Set
    package let choices: [MeasuredNode]

    package init(axes: Axis.Set, choices: [MeasuredNode]) { (self.axes, self.choices) = (axes, choices) }

    private func choice(for proposal: ProposedViewSize) -> MeasuredNode {
        let fitting = choices.first { choice in
            let ideal = choice.size(for: .unspecified)
            let fitsAcross = !axes.contains(.horizontal) || ideal.width <= (proposal.width ?? .infinity)
            return fitsAcross && (!axes.contains(.vertical) || ideal.height <= (proposal.height ?? .infinity))
        }
        return fitting ?? choices[choices.count - 1]
    }

    package func size(for proposal: ProposedViewSize) -> CGSize { choice(for: proposal).size(for: proposal) }

    package func draw(in frame: CGRect, on context: DrawingContext) {
        choice(for: ProposedViewSize(frame.size)).draw(in: frame, on: context)
    }
}
