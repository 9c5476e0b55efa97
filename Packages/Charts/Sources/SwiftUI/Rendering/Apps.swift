import Foundation

/// Views that Xcode shows. They are accepted, and `previews` can be drawn.
@MainActor @preconcurrency public protocol PreviewProvider {
    /// The type of the views.
    associatedtype Previews: View
    /// The views.
    @ViewBuilder static var previews: Previews { get }
}

extension View {
    /// Keeps a name of a preview.
    nonisolated public func previewDisplayName(_ name: String?) -> some View { self }

    /// Keeps the size of a preview.
    nonisolated public func previewLayout(_ layout: PreviewLayout) -> some View { self }
}

/// The size of a preview.
public enum PreviewLayout: Hashable, Sendable {
    case device
    case sizeThatFits
    case fixed(width: CGFloat, height: CGFloat)
}

/// A part of an app. Its views are not drawn.
@MainActor @preconcurrency public protocol Scene {}

/// An app. It can be compiled, and has no windows.
@MainActor @preconcurrency public protocol App {
    /// The type of the scene.
    associatedtype Body: Scene
    /// The windows.
    @SceneBuilder var body: Body { get }
    /// Creates the app.
    init()
}

extension App {
    /// Does nothing, because Linux has no windows for the app.
    public static func main() {}
}

/// Makes one scene of several.
@resultBuilder public enum SceneBuilder {
    /// Starts with a scene.
    public static func buildPartialBlock<Content: Scene>(first content: Content) -> Content { content }

    /// Adds a scene.
    public static func buildPartialBlock<First: Scene, Second: Scene>(accumulated: First, next: Second) -> PairScene<First, Second> {
        PairScene()
    }
}

/// Two scenes.
public struct PairScene<First: Scene, Second: Scene>: Scene {
    nonisolated fileprivate init() {}
}

/// A window with a view.
public struct WindowGroup<Content> {
    /// The view.
    public let content: Content
}

extension WindowGroup: Scene where Content: View {
    /// Creates a window.
    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }

    /// Creates a window with a name.
    nonisolated public init(id: String, @ViewBuilder content: () -> Content) { self.content = content() }

    /// Creates a window with a title.
    nonisolated public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) { self.content = content() }
}
