import Foundation
@_spi(Guests) import TallyCharts

/// Measures text with the tables that all charts use: each letter is as wide as in the widest common font.
package enum TextMeasure {
    /// Returns the width of a text on one line.
    package static func width(of text: String, in font: Font) -> CGFloat {
        CGFloat(Drawing.Font(size: Double(font.size), weight: font.weight.number, isItalic: font.isItalic).width(of: text))
    }

    /// Returns the size of a text on one line.
    package static func size(of text: String, in font: Font) -> CGSize {
        CGSize(width: width(of: text, in: font), height: font.lineHeight)
    }
}
