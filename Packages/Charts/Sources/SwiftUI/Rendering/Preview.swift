import Foundation

/// A view that Xcode shows. It is compiled and becomes nothing here.
@freestanding(declaration)
public macro Preview(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) =
    #externalMacro(module: "PreviewMacros", type: "Preview")

/// A view that Xcode shows with traits. It is compiled and becomes nothing here.
@freestanding(declaration)
public macro Preview(
    _ name: String? = nil, traits: PreviewTrait, _ additionalTraits: PreviewTrait..., @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "PreviewMacros", type: "Preview")

/// The size of a preview.
public struct PreviewTrait: Hashable, Sendable {
    /// The size of the view.
    public static let sizeThatFitsLayout = PreviewTrait()
    /// The size of a device.
    public static let defaultLayout = PreviewTrait()
    /// A device on its left side.
    public static let landscapeLeft = PreviewTrait()
    /// A device on its right side.
    public static let landscapeRight = PreviewTrait()
    /// An upright device.
    public static let portrait = PreviewTrait()

    /// Returns a fixed size.
    public static func fixedLayout(width: CGFloat, height: CGFloat) -> PreviewTrait { PreviewTrait() }
}

/// Keeps a state of a preview.
@attached(peer) public macro Previewable() = #externalMacro(module: "PreviewMacros", type: "Previewable")
