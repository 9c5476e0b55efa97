import Foundation

/// Rows one below another, with lines between them. It does not scroll.
public struct List<Content> {
    private let content: Content
}

extension List: View, PrimitiveView where Content: View {
    /// Creates a list.
    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }

    /// Creates a list in which one row can be chosen.
    nonisolated public init<Value: Hashable>(selection: Binding<Value?>?, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    /// Creates a list in which several rows can be chosen.
    nonisolated public init<Value: Hashable>(selection: Binding<Set<Value>>?, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    /// Creates a list of the elements of a collection.
    nonisolated public init<Data: RandomAccessCollection, Row: View>(
        _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, Data.Element.ID, Row>, Data.Element: Identifiable {
        content = ForEach(data, content: rowContent)
    }

    /// Creates a list of the elements of a collection, with a property as their identity.
    nonisolated public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, ID, Row> {
        content = ForEach(data, id: id, content: rowContent)
    }

    /// Returns the rows with lines between them.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] { [rows(content, in: environment)] }
}

/// Returns views as rows of the whole width, with lines between them.
@MainActor private func rows(_ content: some View, in environment: EnvironmentValues) -> any ViewNode {
    let environment = environment.inStack(.vertical)
    var children: [any ViewNode] = []
    for row in content.layoutNodes(in: environment) {
        if !children.isEmpty { children.append(Divider().layoutNode(in: environment)) }
        children.append(
            PaddingNode(
                insets: EdgeInsets(top: 6, leading: 16, bottom: 6, trailing: 16),
                content: FlexibleFrameNode(maxWidth: .infinity, alignment: .leading, content: row)))
    }
    return StackNode(axis: .vertical, horizontal: .leading, spacing: 4, children: children)
}

/// Rows of settings, drawn as a list.
public struct Form<Content> {
    private let content: Content
}

extension Form: View, PrimitiveView where Content: View {
    /// Creates a form.
    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }

    /// Returns the rows with lines between them.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] { [rows(content, in: environment)] }
}

/// Rows with a heading and a note.
public struct Section<Parent, Content, Footer> {
    private let header: Parent
    private let content: Content
    private let footer: Footer
}

extension Section: View, PrimitiveView where Parent: View, Content: View, Footer: View {
    /// Creates rows with a heading and a note.
    nonisolated public init(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
    ) { (self.header, self.content, self.footer) = (header(), content(), footer()) }

    /// Returns the heading, the rows and the note.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        func quiet(_ view: some View) -> [any ViewNode] {
            view.font(.footnote).foregroundStyle(.secondary).layoutNodes(in: environment)
        }
        return quiet(header) + content.layoutNodes(in: environment) + quiet(footer)
    }
}

extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
    /// Creates rows.
    nonisolated public init(@ViewBuilder content: () -> Content) {
        (header, self.content, footer) = (EmptyView(), content(), EmptyView())
    }
}

extension Section where Parent: View, Content: View, Footer == EmptyView {
    /// Creates rows with a heading.
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
        (self.header, self.content, footer) = (header(), content(), EmptyView())
    }

    /// Creates rows with a heading.
    nonisolated public init(header: Parent, @ViewBuilder content: () -> Content) {
        (self.header, self.content, footer) = (header, content(), EmptyView())
    }
}

extension Section where Parent == EmptyView, Content: View, Footer: View {
    /// Creates rows with a note.
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
        (header, self.content, self.footer) = (EmptyView(), content(), footer())
    }
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
    /// Creates rows with a heading.
    nonisolated public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        (header, self.content, footer) = (Text(title), content(), EmptyView())
    }

    /// Creates rows with a heading.
    @_disfavoredOverload nonisolated public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
        (header, self.content, footer) = (Text(title), content(), EmptyView())
    }
}

/// Pages, of which the first is drawn.
public struct NavigationView<Content> {
    private let content: Content
}

extension NavigationView: View, PrimitiveView where Content: View {
    /// Creates pages that start with a view.
    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }

    /// Returns the first page.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        [content.layoutNode(in: environment.inStack(.vertical))]
    }
}

/// A view that scrolls on a phone. It is drawn whole, as far as its frame goes.
public struct ScrollView<Content> {
    private let axes: Axis.Set
    private let content: Content
}

extension ScrollView: View, PrimitiveView where Content: View {
    /// Creates a view that scrolls.
    nonisolated public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
        (self.axes, self.content) = (axes, content())
    }

    /// Returns the content, which starts at the upper left corner.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let isAcross = axes.contains(.horizontal)
        let node = content.layoutNode(in: environment.inStack(isAcross ? .horizontal : .vertical))
        return [FixedSizeNode(horizontal: isAcross, vertical: axes.contains(.vertical), content: node)]
    }
}

/// Pages with tabs, of which the first is drawn.
public struct TabView<Selection, Content> {
    private let content: Content
}

extension TabView: View, PrimitiveView where Selection: Hashable, Content: View {
    /// Creates pages with a chosen one.
    nonisolated public init(selection: Binding<Selection>?, @ViewBuilder content: () -> Content) { self.content = content() }

    /// Returns the first page.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        Array(content.layoutNodes(in: environment.inStack(nil)).prefix(1))
    }
}

extension TabView where Selection == Int, Content: View {
    /// Creates pages.
    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

/// A box with a heading.
public struct GroupBox<Label, Content> {
    private let label: Label
    private let content: Content
}

extension GroupBox: View, PrimitiveView where Label: View, Content: View {
    /// Creates a box with a heading.
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        (self.label, self.content) = (label(), content())
    }

    /// Creates a box with a heading.
    nonisolated public init(label: Label, @ViewBuilder content: () -> Content) { (self.label, self.content) = (label, content()) }

    /// Returns the heading and the content on a gray ground.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        let column = environment.inStack(.vertical)
        let stack = StackNode(
            axis: .vertical, horizontal: .leading,
            children: label.font(.headline).layoutNodes(in: column) + [content.layoutNode(in: column)])
        let ground = RoundedRectangle(cornerRadius: 8).fill(Color(.secondarySystemBackground)).layoutNodes(in: environment)
        let box = PaddingNode(insets: EdgeInsets(16, on: .all), content: stack)
        return [OverlayNode(content: box, layer: ground, alignment: .center, isBehind: true)]
    }
}

extension GroupBox where Label == Text, Content: View {
    /// Creates a box with a heading.
    nonisolated public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        (label, self.content) = (Text(title), content())
    }

    /// Creates a box with a heading.
    @_disfavoredOverload nonisolated public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
        (label, self.content) = (Text(title), content())
    }
}

extension GroupBox where Label == EmptyView, Content: View {
    /// Creates a box.
    nonisolated public init(@ViewBuilder content: () -> Content) { (label, self.content) = (EmptyView(), content()) }
}
