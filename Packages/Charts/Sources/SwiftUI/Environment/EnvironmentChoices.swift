import Foundation

/// The direction of text.
public enum LayoutDirection: Hashable, CaseIterable, Sendable {
    case leftToRight
    case rightToLeft
}

/// A small or a large screen.
public enum UserInterfaceSizeClass: Hashable, Sendable {
    case compact
    case regular
}

/// The size of text that the user chose.
public enum DynamicTypeSize: Hashable, CaseIterable, Comparable, Sendable {
    case xSmall
    case small
    case medium
    case large
    case xLarge
    case xxLarge
    case xxxLarge
    case accessibility1
    case accessibility2
    case accessibility3
    case accessibility4
    case accessibility5

    /// True for the sizes of accessibility.
    public var isAccessibilitySize: Bool { self >= .accessibility1 }
}

/// The state of an app's scene.
public enum ScenePhase: Hashable, Comparable, Sendable {
    case background
    case inactive
    case active
}

/// Letters in upper or lower case.
public enum TextCase: Hashable, Sendable {
    case uppercase
    case lowercase
}

/// An action that closes a presented view. It does nothing.
public struct DismissAction: Sendable {
    /// Does nothing.
    public func callAsFunction() {}
}

/// An action that opens a window. It does nothing.
public struct OpenWindowAction: Sendable {
    /// Does nothing.
    public func callAsFunction(id: String) {}

    /// Does nothing.
    public func callAsFunction(value: some Hashable) {}
}

/// Reasons to hide parts of a view.
public struct RedactionReasons: OptionSet, Sendable {
    /// The bits of the reasons.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The data is not there yet.
    public static let placeholder = RedactionReasons(rawValue: 1)
    /// The data is private.
    public static let privacy = RedactionReasons(rawValue: 2)
}
