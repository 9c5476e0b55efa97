import Foundation

/// The fonts of UIKit by their names, for code that measures text.
public struct UIFont: Hashable, Sendable {
    /// The sizes of text on a phone.
    public enum TextStyle: Hashable, Sendable {
        case largeTitle
        case title1
        case title2
        case title3
        case headline
        case subheadline
        case body
        case callout
        case footnote
        case caption1
        case caption2
    }

    /// The thickness of letters.
    public typealias Weight = Font.Weight

    package var font: Font

    /// The size in points.
    public var pointSize: CGFloat { font.size }

    /// The height of a line.
    public var lineHeight: CGFloat { font.lineHeight }

    /// Returns the font of a text style.
    public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        let font: Font =
            switch style {
            case .largeTitle: .largeTitle
            case .title1: .title
            case .title2: .title2
            case .title3: .title3
            case .headline: .headline
            case .subheadline: .subheadline
            case .body: .body
            case .callout: .callout
            case .footnote: .footnote
            case .caption1: .caption
            case .caption2: .caption2
            }
        return UIFont(font: font)
    }

    /// Returns the font of a size.
    public static func systemFont(ofSize size: CGFloat, weight: Weight = .regular) -> UIFont {
        UIFont(font: .system(size: size, weight: weight))
    }

    /// Returns the bold font of a size.
    public static func boldSystemFont(ofSize size: CGFloat) -> UIFont { systemFont(ofSize: size, weight: .bold) }

    /// Returns the font of a size: digits have the same width anyway.
    public static func monospacedDigitSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
        systemFont(ofSize: size, weight: weight)
    }
}

extension NSAttributedString.Key {
    /// The key of a `UIFont`.
    public static let font = NSAttributedString.Key(rawValue: "NSFont")
    /// The key of a `UIColor`.
    public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
}

extension NSString {
    /// Returns the size of this text on one line, with the font of the attributes or 12 points.
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        (description as String).size(withAttributes: attributes)
    }
}

extension String {
    /// Returns the size of this text on one line, with the font of the attributes or 12 points.
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        let font = (attributes?[.font] as? UIFont)?.font ?? .system(size: 12)
        return TextMeasure.size(of: self, in: font)
    }
}
