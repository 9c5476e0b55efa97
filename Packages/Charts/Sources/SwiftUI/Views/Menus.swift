import Foundation

/// A button that opens a menu. Only its label is drawn.
public struct Menu<Label, Content> {
    private let label: Label
}

extension Menu: View, PrimitiveView where Label: View, Content: View {
    /// Creates a menu.
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) { self.label = label() }

    /// Returns the label in the tint of the surroundings.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        [
            Button {
            } label: {
                label
            }.layoutNode(in: environment)
        ]
    }
}

extension Menu where Label == Text, Content: View {
    /// Creates a menu with a title.
    nonisolated public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) { label = Text(title) }

    /// Creates a menu with a title.
    @_disfavoredOverload
    nonisolated public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) { label = Text(title) }
}

/// A label that opens an address.
public struct Link<Label> {
    private let label: Label
    /// The address.
    public let destination: URL
}

extension Link: View, PrimitiveView where Label: View {
    /// Creates a link.
    nonisolated public init(destination: URL, @ViewBuilder label: () -> Label) {
        (self.label, self.destination) = (label(), destination)
    }

    /// Returns the label in the tint of the surroundings.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        [
            Button {
            } label: {
                label
            }.layoutNode(in: environment)
        ]
    }
}

extension Link where Label == Text {
    /// Creates a link with a title.
    nonisolated public init(_ title: LocalizedStringKey, destination: URL) { (label, self.destination) = (Text(title), destination) }
}

/// Rows that can be hidden. They are drawn if they are open.
public struct DisclosureGroup<Label, Content> {
    private let label: Label
    private let content: Content
    private let isExpanded: () -> Bool
}

extension DisclosureGroup: View where Label: View, Content: View {
    /// Creates rows that are closed.
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        (self.label, self.content, isExpanded) = (label(), content(), { false })
    }

    /// Creates rows that are open or closed.
    nonisolated public init(
        isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) { (self.label, self.content, self.isExpanded) = (label(), content(), { isExpanded.wrappedValue }) }

    /// The label, and the rows if they are open.
    public var body: some View {
        VStack(alignment: .leading) {
            label
            if isExpanded() { content }
        }
    }
}

extension DisclosureGroup where Label == Text, Content: View {
    /// Creates rows that are closed.
    nonisolated public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        (label, self.content, isExpanded) = (Text(title), content(), { false })
    }

    /// Creates rows that are open or closed.
    nonisolated public init(_ title: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content) {
        (label, self.content, self.isExpanded) = (Text(title), content(), { isExpanded.wrappedValue })
    }
}

/// A label with a value at the other end of the row.
public struct LabeledContent<Label, Content> {
    private let label: Label
    private let content: Content
}

extension LabeledContent: View where Label: View, Content: View {
    /// Creates a label with a value.
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        (self.label, self.content) = (label(), content())
    }

    /// The label and the value.
    public var body: some View {
        HStack {
            label
            Spacer()
            content.foregroundStyle(.secondary)
        }
    }
}

extension LabeledContent where Label == Text, Content: View {
    /// Creates a label with a value.
    nonisolated public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        (label, self.content) = (Text(title), content())
    }
}

extension LabeledContent where Label == Text, Content == Text {
    /// Creates a label with a text.
    nonisolated public init(_ title: LocalizedStringKey, value: some StringProtocol) { (label, content) = (Text(title), Text(value)) }

    /// Creates a label with a value in a format of Foundation.
    nonisolated public init<F: FormatStyle>(_ title: LocalizedStringKey, value: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String { (label, content) = (Text(title), Text(verbatim: format.format(value))) }
}
