import Foundation

/// Colors of the surroundings, from which a style makes a fill.
public struct StyleContext: Sendable {
    /// The style of the surroundings. Nil is the color of text.
    package var foreground: Fill?
    package var tint: Tone
    /// The appearance, if it is given for a part of the picture.
    package var scheme: ColorScheme?

    package init(foreground: Fill? = nil, tint: Tone = .accent, scheme: ColorScheme? = nil) {
        (self.foreground, self.tint, self.scheme) = (foreground, tint, scheme)
    }
}

/// A style in its surroundings.
public struct ResolvedStyle: Sendable {
    package var fill: Fill

    package init(_ fill: Fill) { self.fill = fill }

    package init(_ tone: Tone) { fill = .solid(tone) }
}

/// A way to paint a shape or a text.
public protocol ShapeStyle: Sendable {
    /// Returns how to paint in these surroundings.
    func resolvedStyle(in context: StyleContext) -> ResolvedStyle
}

extension ShapeStyle {
    /// Returns the color of the surroundings: a style of another program has no drawing here.
    public func resolvedStyle(in context: StyleContext) -> ResolvedStyle {
        ResolvedStyle(context.foreground ?? .solid(.label))
    }

    /// Returns the fill of this style, in the given appearance if one is given.
    package func fill(in context: StyleContext) -> Fill {
        let fill = resolvedStyle(in: context).fill
        guard let scheme = context.scheme else { return fill }
        return fill.mapTones { $0.fixed(to: scheme) }
    }

    /// Returns this style with a part of its opacity.
    public func opacity(_ opacity: Double) -> some ShapeStyle { FadedStyle(style: self, opacity: opacity) }

    /// Returns this style itself: shadows are not drawn.
    public func shadow(_ style: ShadowStyle) -> some ShapeStyle { self }
}

/// A shadow of a shape. It is not drawn.
public struct ShadowStyle: Hashable, Sendable {
    /// Returns a shadow behind a shape.
    public static func drop(
        color: Color = Color(white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> ShadowStyle { ShadowStyle() }

    /// Returns a shadow inside of a shape.
    public static func inner(
        color: Color = Color(white: 0, opacity: 0.55), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> ShadowStyle { ShadowStyle() }
}

/// A style with a part of its opacity.
private struct FadedStyle<Style: ShapeStyle>: ShapeStyle {
    var style: Style
    var opacity: Double

    func resolvedStyle(in context: StyleContext) -> ResolvedStyle {
        ResolvedStyle(style.resolvedStyle(in: context).fill.opacity(opacity))
    }
}

extension Color: ShapeStyle {
    /// Returns the color in both appearances.
    public func resolvedStyle(in context: StyleContext) -> ResolvedStyle { ResolvedStyle(tone(accent: context.tint)) }
}

/// Any style.
public struct AnyShapeStyle: ShapeStyle {
    private let style: any ShapeStyle

    /// Wraps a style.
    public init(_ style: some ShapeStyle) { self.style = style }

    /// Returns the fill of the wrapped style.
    public func resolvedStyle(in context: StyleContext) -> ResolvedStyle { style.resolvedStyle(in: context) }
}

/// The color of the surroundings, in four strengths.
public struct HierarchicalShapeStyle: ShapeStyle {
    private let strength: Double
    private let ofText: Color

    private init(_ strength: Double, _ ofText: Color) { (self.strength, self.ofText) = (strength, ofText) }

    /// The color itself.
    public static let primary = HierarchicalShapeStyle(1, .primary)
    /// A weaker form.
    public static let secondary = HierarchicalShapeStyle(0.6, .secondary)
    /// A form for unimportant parts.
    public static let tertiary = HierarchicalShapeStyle(0.3, .primary.opacity(0.3))
    /// A form for parts that are hardly needed.
    public static let quaternary = HierarchicalShapeStyle(0.18, .primary.opacity(0.18))
    /// The weakest form.
    public static let quinary = HierarchicalShapeStyle(0.1, .primary.opacity(0.1))

    /// Returns the color of the surroundings in this strength.
    public func resolvedStyle(in context: StyleContext) -> ResolvedStyle {
        guard let foreground = context.foreground else { return ResolvedStyle(ofText.tone(accent: context.tint)) }
        return ResolvedStyle(foreground.opacity(strength))
    }
}

/// The tint of the surroundings.
public struct TintShapeStyle: ShapeStyle {
    /// Creates the style.
    public init() {}

    /// Returns the tint.
    public func resolvedStyle(in context: StyleContext) -> ResolvedStyle { ResolvedStyle(context.tint) }
}

/// The color of text in the surroundings.
public struct ForegroundStyle: ShapeStyle {
    /// Creates the style.
    public init() {}
}

/// The background of the surroundings.
public struct BackgroundStyle: ShapeStyle {
    /// Creates the style.
    public init() {}

    /// Returns white or black.
    public func resolvedStyle(in context: StyleContext) -> ResolvedStyle {
        ResolvedStyle(UIColor.systemBackground.color.tone(accent: context.tint))
    }
}

/// The color of lines between parts.
public struct SeparatorShapeStyle: ShapeStyle {
    /// Creates the style.
    public init() {}

    /// Returns a thin gray.
    public func resolvedStyle(in context: StyleContext) -> ResolvedStyle {
        ResolvedStyle(UIColor.separator.color.tone(accent: context.tint))
    }
}

/// Frosted glass, drawn as a nearly opaque background.
public struct Material: ShapeStyle {
    private let strength: Double

    /// The most transparent material.
    public static let ultraThin = Material(strength: 0.7)
    /// A transparent material.
    public static let thin = Material(strength: 0.8)
    /// A material of middle thickness.
    public static let regular = Material(strength: 0.88)
    /// A thick material.
    public static let thick = Material(strength: 0.94)
    /// The least transparent material.
    public static let ultraThick = Material(strength: 0.97)
    /// The material of bars.
    public static let bar = regular

    /// Returns the background with this opacity.
    public func resolvedStyle(in context: StyleContext) -> ResolvedStyle {
        ResolvedStyle(UIColor.secondarySystemBackground.color.tone(accent: context.tint).opacity(strength))
    }
}
