import Foundation

/// A choice to show or to hide something.
public enum Visibility: Hashable, CaseIterable, Sendable {
    case automatic
    case visible
    case hidden
}

/// A choice to show or to hide scroll bars.
public enum ScrollIndicatorVisibility: Hashable, Sendable {
    case automatic
    case visible
    case hidden
    case never
}

/// The size of controls.
public enum ControlSize: Hashable, CaseIterable, Sendable {
    case mini
    case small
    case regular
    case large
    case extraLarge
}

/// A kind of vibration.
public enum SensoryFeedback: Hashable, Sendable {
    case success
    case warning
    case error
    case selection
    case impact
    case increase
    case decrease
    case start
    case stop
    case alignment
    case levelChange
}

/// The way in which parts are read out.
public enum AccessibilityChildBehavior: Hashable, Sendable {
    case ignore
    case contain
    case combine
}

/// A movement of content.
public enum ContentTransition: Hashable, Sendable {
    case identity
    case opacity
    case interpolate
    case numericText
}

/// Covered parts of a screen.
public struct SafeAreaRegions: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Bars and rounded corners.
    public static let container = SafeAreaRegions(rawValue: 1)
    /// The keyboard.
    public static let keyboard = SafeAreaRegions(rawValue: 2)
    /// All parts.
    public static let all: SafeAreaRegions = [.container, .keyboard]
}

/// Kinds of accessibility.
public struct AccessibilityTraits: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A button.
    public static let isButton = AccessibilityTraits(rawValue: 1)
    /// A heading.
    public static let isHeader = AccessibilityTraits(rawValue: 2)
    /// Something selected.
    public static let isSelected = AccessibilityTraits(rawValue: 4)
    /// A picture.
    public static let isImage = AccessibilityTraits(rawValue: 8)
    /// A text.
    public static let isStaticText = AccessibilityTraits(rawValue: 16)
    /// Something that changes often.
    public static let updatesFrequently = AccessibilityTraits(rawValue: 32)
    /// A summary.
    public static let isSummaryElement = AccessibilityTraits(rawValue: 64)
}

extension VerticalEdge {
    /// A set of sides.
    public struct Set: OptionSet, Sendable {
        /// The bits of the set.
        public let rawValue: Int

        /// Creates a set from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The upper side.
        public static let top = Set(rawValue: 1)
        /// The lower side.
        public static let bottom = Set(rawValue: 2)
        /// Both sides.
        public static let all: Set = [.top, .bottom]
    }
}

/// The bar of a page.
public struct NavigationBarItem: Sendable {
    /// The size of the title.
    public enum TitleDisplayMode: Hashable, Sendable {
        case automatic
        case inline
        case large
        case inlineLarge
    }
}

/// A movement for appearing and disappearing.
public struct AnyTransition: Hashable, Sendable {
    /// Fading.
    public static let opacity = AnyTransition()
    /// Growing.
    public static let scale = AnyTransition()
    /// Sliding.
    public static let slide = AnyTransition()
    /// No movement.
    public static let identity = AnyTransition()

    /// Returns a movement from a side.
    public static func move(edge: Edge) -> AnyTransition { slide }

    /// Returns both movements.
    public func combined(with other: AnyTransition) -> AnyTransition { self }

    /// Returns the movement at another speed.
    public func animation(_ animation: Animation?) -> AnyTransition { self }
}
