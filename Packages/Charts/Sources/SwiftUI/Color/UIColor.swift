import Foundation

/// The colors of UIKit by their names, for code that passes them to `Color`.
public struct UIColor: Hashable, Sendable {
    package var color: Color

    package init(_ light: UInt32, _ dark: UInt32, opacity: Double = 1) { color = Color(Tone(light, dark, opacity: opacity)) }

    /// Creates a color from one of SwiftUI.
    public init(_ color: Color) { self.color = color }

    /// Creates a color from red, green and blue.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        color = Color(red: red, green: green, blue: blue, opacity: alpha)
    }

    /// Creates a gray.
    public init(white: CGFloat, alpha: CGFloat) { color = Color(white: white, opacity: alpha) }

    /// Returns this color with another opacity.
    public func withAlphaComponent(_ alpha: CGFloat) -> UIColor { UIColor(color.opacity(alpha)) }

    /// The name of the color of the system that is most similar.
    public var accessibilityName: String {
        let names: [(String, Color)] = [
            ("red", .red), ("orange", .orange), ("yellow", .yellow), ("green", .green), ("mint", .mint), ("teal", .teal), ("cyan", .cyan),
            ("blue", .blue), ("indigo", .indigo), ("purple", .purple), ("pink", .pink), ("brown", .brown), ("gray", .gray),
            ("black", .black), ("white", .white),
        ]
        func distance(_ other: Color) -> Double {
            let (one, two) = (color.tone(accent: .accent).light, other.tone(accent: .accent).light)
            return pow(one.red - two.red, 2) + pow(one.green - two.green, 2) + pow(one.blue - two.blue, 2)
        }
        return names.min { distance($0.1) < distance($1.1) }?.0 ?? ""
    }

    /// The background of a screen.
    public static let systemBackground = UIColor(0xffffff, 0x000000)
    /// The background of parts of a screen.
    public static let secondarySystemBackground = UIColor(0xf2f2f7, 0x1c1c1e)
    /// The background of parts of such parts.
    public static let tertiarySystemBackground = UIColor(0xffffff, 0x2c2c2e)
    /// The background of a grouped list.
    public static let systemGroupedBackground = UIColor(0xf2f2f7, 0x000000)
    /// The background of the rows of a grouped list.
    public static let secondarySystemGroupedBackground = UIColor(0xffffff, 0x1c1c1e)
    /// A fill for thin shapes.
    public static let systemFill = UIColor(0x787880, 0x787880, opacity: 0.2)
    /// A fill for shapes of middle size.
    public static let secondarySystemFill = UIColor(0x787880, 0x787880, opacity: 0.16)
    /// A fill for large shapes.
    public static let tertiarySystemFill = UIColor(0x767680, 0x767680, opacity: 0.12)
    /// A fill for large areas.
    public static let quaternarySystemFill = UIColor(0x747480, 0x747480, opacity: 0.08)
    /// The color of text.
    public static let label = UIColor(.primary)
    /// The color of less important text.
    public static let secondaryLabel = UIColor(.secondary)
    /// The color of unimportant text.
    public static let tertiaryLabel = UIColor(Color.primary.opacity(0.3))
    /// The color of text that is hardly needed.
    public static let quaternaryLabel = UIColor(Color.primary.opacity(0.18))
    /// The color of thin lines.
    public static let separator = UIColor(0x3c3c43, 0x545458, opacity: 0.3)
    /// The second gray.
    public static let systemGray2 = UIColor(0xaeaeb2, 0x636366)
    /// The third gray.
    public static let systemGray3 = UIColor(0xc7c7cc, 0x48484a)
    /// The fourth gray.
    public static let systemGray4 = UIColor(0xd1d1d6, 0x3a3a3c)
    /// The fifth gray.
    public static let systemGray5 = UIColor(0xe5e5ea, 0x2c2c2e)
    /// The sixth gray.
    public static let systemGray6 = UIColor(0xf2f2f7, 0x1c1c1e)
    /// The system's gray.
    public static let systemGray = UIColor(.gray)
    /// The system's red.
    public static let systemRed = UIColor(.red)
    /// The system's orange.
    public static let systemOrange = UIColor(.orange)
    /// The system's yellow.
    public static let systemYellow = UIColor(.yellow)
    /// The system's green.
    public static let systemGreen = UIColor(.green)
    /// The system's mint.
    public static let systemMint = UIColor(.mint)
    /// The system's teal.
    public static let systemTeal = UIColor(.teal)
    /// The system's cyan.
    public static let systemCyan = UIColor(.cyan)
    /// The system's blue.
    public static let systemBlue = UIColor(.blue)
    /// The system's indigo.
    public static let systemIndigo = UIColor(.indigo)
    /// The system's purple.
    public static let systemPurple = UIColor(.purple)
    /// The system's pink.
    public static let systemPink = UIColor(.pink)
    /// The system's brown.
    public static let systemBrown = UIColor(.brown)
}
