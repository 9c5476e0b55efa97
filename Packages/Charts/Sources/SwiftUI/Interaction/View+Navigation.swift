import Foundation

// Bars and titles of pages: accepted, kept for tests, without effect on a picture.

extension View {
    /// Keeps buttons of a bar. They are not shown.
    @_disfavoredOverload
    nonisolated public func toolbar(@ToolbarContentBuilder content: () -> some ToolbarContent) -> some View { kept("toolbar") }

    /// Keeps a title of a page. It is not drawn.
    @_disfavoredOverload
    nonisolated public func navigationTitle(_ title: some StringProtocol) -> some View { kept("navigationTitle", String(title)) }

    /// Keeps the title of a bar.
    @_disfavoredOverload nonisolated public func navigationBarTitle(
        _ title: some StringProtocol, displayMode: NavigationBarItem.TitleDisplayMode = .automatic
    ) -> some View { kept("navigationBarTitle", String(title)) }

    /// Keeps the title of a bar.
    nonisolated public func navigationBarTitle(
        _ title: Text, displayMode: NavigationBarItem.TitleDisplayMode = .automatic
    ) -> some View { kept("navigationBarTitle", title.string) }
}
