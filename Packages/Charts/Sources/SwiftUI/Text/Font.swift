import Foundation

/// A typeface in a size and a weight.
public struct Font: Hashable, Sendable {
    /// The sizes of text on a phone.
    public enum TextStyle: Hashable, CaseIterable, Sendable {
        case largeTitle
        case title
        case title2
        case title3
        case headline
        case subheadline
        case body
        case callout
        case footnote
        case caption
        case caption2

        /// The size and the height of a line, in points.
        package var metrics: (size: CGFloat, line: CGFloat) {
            switch self {
            case .largeTitle: (34, 41)
            case .title: (28, 34)
            case .title2: (22, 28)
            case .title3: (20, 25)
            case .headline, .body: (17, 22)
            case .subheadline: (15, 20)
            case .callout: (16, 21)
            case .footnote: (13, 18)
            case .caption: (12, 16)
            case .caption2: (11, 13)
            }
        }
    }

    /// The thickness of letters.
    public struct Weight: Hashable, Sendable {
        /// The thickness from 100 to 900.
        package var number: Int

        /// 100.
        public static let ultraLight = Weight(number: 100)
        /// 200.
        public static let thin = Weight(number: 200)
        /// 300.
        public static let light = Weight(number: 300)
        /// 400.
        public static let regular = Weight(number: 400)
        /// 500.
        public static let medium = Weight(number: 500)
        /// 600.
        public static let semibold = Weight(number: 600)
        /// 700.
        public static let bold = Weight(number: 700)
        /// 800.
        public static let heavy = Weight(number: 800)
        /// 900.
        public static let black = Weight(number: 900)
    }

    /// The form of letters. All are drawn in the same sans-serif font.
    public enum Design: Hashable, Sendable {
        case `default`
        case serif
        case rounded
        case monospaced
    }

    /// The space between lines.
    public enum Leading: Hashable, Sendable {
        case standard
        case tight
        case loose
    }

    /// The size in points.
    package var size: CGFloat
    /// The height of a line.
    package var lineHeight: CGFloat
    package var weight: Weight
    package var isItalic = false

    private init(size: CGFloat, lineHeight: CGFloat, weight: Weight) {
        (self.size, self.lineHeight, self.weight) = (size, lineHeight, weight)
    }

    /// Returns the font of a text style.
    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
        let metrics = style.metrics
        return Font(size: metrics.size, lineHeight: metrics.line, weight: weight ?? (style == .headline ? .semibold : .regular))
    }

    /// Returns the font of a size.
    public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
        Font(size: size, lineHeight: (size * 1.2).rounded(.up), weight: weight ?? .regular)
    }

    /// Returns the system's font in the size. The name is ignored.
    public static func custom(_ name: String, size: CGFloat) -> Font { system(size: size) }

    /// Returns the system's font in the size. The name is ignored.
    public static func custom(_ name: String, fixedSize: CGFloat) -> Font { system(size: fixedSize) }

    /// Returns the system's font in the size. The name is ignored.
    public static func custom(_ name: String, size: CGFloat, relativeTo style: TextStyle) -> Font { system(size: size) }

    /// Creates a font from one of UIKit.
    public init(_ font: UIFont) { self = font.font }

    /// The font of large titles, 34 points.
    public static let largeTitle = system(.largeTitle)
    /// The font of titles, 28 points.
    public static let title = system(.title)
    /// The font of second titles, 22 points.
    public static let title2 = system(.title2)
    /// The font of third titles, 20 points.
    public static let title3 = system(.title3)
    /// The font of headlines, 17 points, semibold.
    public static let headline = system(.headline)
    /// The font below headlines, 15 points.
    public static let subheadline = system(.subheadline)
    /// The font of text, 17 points.
    public static let body = system(.body)
    /// The font of callouts, 16 points.
    public static let callout = system(.callout)
    /// The font of footnotes, 13 points.
    public static let footnote = system(.footnote)
    /// The font of captions, 12 points.
    public static let caption = system(.caption)
    /// The font of second captions, 11 points.
    public static let caption2 = system(.caption2)

    /// Returns the font in a weight.
    public func weight(_ weight: Weight) -> Font {
        var font = self
        font.weight = weight
        return font
    }

    /// Returns the bold font.
    public func bold() -> Font { weight(.bold) }

    /// Returns the italic font.
    public func italic() -> Font {
        var font = self
        font.isItalic = true
        return font
    }

    /// Returns this font: digits have the same width anyway.
    public func monospacedDigit() -> Font { self }

    /// Returns this font: all designs are drawn in the same font.
    public func monospaced() -> Font { self }

    /// Returns this font: small capitals are not drawn.
    public func smallCaps() -> Font { self }

    /// Returns this font with another height of lines.
    public func leading(_ leading: Leading) -> Font {
        var font = self
        switch leading {
        case .standard: break
        case .tight: font.lineHeight -= 2
        case .loose: font.lineHeight += 2
        }
        return font
    }
}
