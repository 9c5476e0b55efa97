import Foundation

/// Pages, of which the first is drawn.
public struct NavigationStack<Data, Root> {
    private let root: Root
}

extension NavigationStack: View, PrimitiveView where Root: View {
    /// Returns the first page.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] { [root.layoutNode(in: environment.inStack(.vertical))] }
}

extension NavigationStack where Data == Never, Root: View {
    /// Creates pages that start with a view.
    nonisolated public init(@ViewBuilder root: () -> Root) { self.root = root() }
}

extension NavigationStack where Data == NavigationPath, Root: View {
    /// Creates pages that start with a view, with those that are open.
    nonisolated public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) { self.root = root() }
}

extension NavigationStack where Root: View, Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection {
    /// Creates pages that start with a view, with those that are open.
    nonisolated public init(path: Binding<Data>, @ViewBuilder root: () -> Root) where Data.Element: Hashable { self.root = root() }
}

/// The pages that are open.
public struct NavigationPath {
    private var values: [AnyHashable] = []

    /// Creates a path without pages.
    public init() {}

    /// The number of pages.
    public var count: Int { values.count }

    /// True if no page is open.
    public var isEmpty: Bool { values.isEmpty }

    /// Opens the page of a value.
    public mutating func append(_ value: some Hashable) { values.append(AnyHashable(value)) }

    /// Closes pages.
    public mutating func removeLast(_ count: Int = 1) { values.removeLast(min(count, values.count)) }
}

/// Pages side by side: a list and what is chosen in it.
public struct NavigationSplitView<Sidebar, Content, Detail> {
    private let sidebar: Sidebar
    private let content: Content
    private let detail: Detail
}

extension NavigationSplitView: View where Sidebar: View, Content: View, Detail: View {
    /// Creates three pages.
    nonisolated public init(
        @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
    ) { (self.sidebar, self.content, self.detail) = (sidebar(), content(), detail()) }

    /// The pages in a row.
    public var body: some View {
        HStack(alignment: .top) {
            VStack(alignment: .leading) { sidebar }
            VStack(alignment: .leading) { content }
            VStack { detail }
        }
    }
}

extension NavigationSplitView where Sidebar: View, Content == EmptyView, Detail: View {
    /// Creates two pages.
    nonisolated public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) {
        (self.sidebar, content, self.detail) = (sidebar(), EmptyView(), detail())
    }
}

/// Where a button of a bar is.
public struct ToolbarItemPlacement: Hashable, Sendable {
    private let name: String

    /// Where the system puts it.
    public static let automatic = ToolbarItemPlacement(name: "automatic")
    /// In the middle of the bar.
    public static let principal = ToolbarItemPlacement(name: "principal")
    /// With the most important action.
    public static let primaryAction = ToolbarItemPlacement(name: "primaryAction")
    /// With less important actions.
    public static let secondaryAction = ToolbarItemPlacement(name: "secondaryAction")
    /// Above the keyboard.
    public static let keyboard = ToolbarItemPlacement(name: "keyboard")
    /// In the bar below.
    public static let bottomBar = ToolbarItemPlacement(name: "bottomBar")
    /// On the left of the upper bar.
    public static let topBarLeading = ToolbarItemPlacement(name: "topBarLeading")
    /// On the right of the upper bar.
    public static let topBarTrailing = ToolbarItemPlacement(name: "topBarTrailing")
    /// On the left of the upper bar.
    public static let navigationBarLeading = topBarLeading
    /// On the right of the upper bar.
    public static let navigationBarTrailing = topBarTrailing
    /// With the action that confirms.
    public static let confirmationAction = ToolbarItemPlacement(name: "confirmationAction")
    /// With the action that cancels.
    public static let cancellationAction = ToolbarItemPlacement(name: "cancellationAction")
}

/// Buttons of a bar. They are not drawn.
@MainActor @preconcurrency public protocol ToolbarContent {}

/// A button of a bar.
public struct ToolbarItem<ID, Content> {}

extension ToolbarItem: ToolbarContent where ID == Void, Content: View {
    /// Creates a button.
    nonisolated public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {}
}

/// Several buttons of a bar.
public struct ToolbarItemGroup<Content> {}

extension ToolbarItemGroup: ToolbarContent where Content: View {
    /// Creates buttons.
    nonisolated public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {}
}

/// Makes one part of a bar of several.
@resultBuilder public enum ToolbarContentBuilder {
    /// Starts with a part.
    public static func buildPartialBlock<Content: ToolbarContent>(first content: Content) -> Content { content }

    /// Adds a part.
    public static func buildPartialBlock<First: ToolbarContent, Second: ToolbarContent>(
        accumulated: First, next: Second
    ) -> First { accumulated }
}
