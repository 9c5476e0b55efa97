import Foundation

/// A color, which may differ in light and dark appearance.
public struct Color: Hashable, Sendable, CustomStringConvertible {
    /// A system of coordinates for colors.
    public enum RGBColorSpace: Hashable, Sendable {
        case sRGB
        case sRGBLinear
        case displayP3
    }

    /// The origin of a color.
    package enum Source: Hashable, Sendable {
        case tone(Tone)
        /// The tint of the surroundings.
        case accent
        /// A color of an asset catalog, which is not there.
        case asset(String)
    }

    package var source: Source
    /// A factor of the opacity.
    package var strength: Double
    /// The name in descriptions.
    package var name: String

    package init(_ source: Source, strength: Double = 1, name: String = "") {
        (self.source, self.strength, self.name) = (source, strength, name)
    }

    package init(_ tone: Tone, name: String = "") { self.init(.tone(tone), name: name) }

    /// Creates a color from red, green and blue. Values are read as sRGB in all color spaces.
    public init(_ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1) {
        self.init(Tone(RGBA(red: red, green: green, blue: blue, opacity: opacity)))
    }

    /// Creates a gray.
    public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
        self.init(colorSpace, red: white, green: white, blue: white, opacity: opacity)
    }

    /// Creates a color from hue, saturation and brightness.
    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
        func part(_ shift: Double) -> Double {
            let place = (shift + hue * 6).truncatingRemainder(dividingBy: 6)
            return brightness - brightness * saturation * max(0, min(place, 4 - place, 1))
        }
        self.init(red: part(5), green: part(3), blue: part(1), opacity: opacity)
    }

    /// Creates a color of an asset catalog. It is gray here.
    public init(_ name: String, bundle: Bundle? = nil) { self.init(.asset(name), name: name) }

    /// Creates a color from one of UIKit.
    public init(uiColor: UIColor) { self = uiColor.color }

    /// Creates a color from one of UIKit.
    public init(_ color: UIColor) { self = color.color }

    /// Returns this color with a part of its opacity.
    public func opacity(_ opacity: Double) -> Color {
        var color = self
        color.strength *= opacity
        return color
    }

    /// Returns a mixture of this color and another.
    public func mix(with other: Color, by fraction: Double) -> Color {
        Color(tone(accent: .accent).mixed(with: other.tone(accent: .accent), by: min(1, max(0, fraction))))
    }

    /// A gradient from a lighter form of the color to the color.
    public var gradient: AnyGradient { AnyGradient(color: self) }

    /// The name of the color, or its parts.
    public var description: String {
        if !name.isEmpty { return name }
        let tone = tone(accent: .accent)
        let hex = String(tone.light.hex, radix: 16)
        return "#" + String(repeating: "0", count: 6 - hex.count) + hex
    }

    /// Returns the colors of both appearances, with the tint of the surroundings.
    package func tone(accent: Tone) -> Tone {
        switch source {
        case .tone(let tone): tone.opacity(strength)
        case .accent: accent.opacity(strength)
        case .asset: Tone(0x8e8e93, 0x8e8e93).opacity(strength)
        }
    }
}

extension Tone {
    /// The tint of surroundings without one.
    package static let accent = Tone(0x007aff, 0x0a84ff)
    /// The color of text.
    package static let label = Tone(0x000000, 0xffffff)
}

extension Color {
    private init(_ name: String, _ light: UInt32, _ dark: UInt32) { self.init(Tone(light, dark), name: name) }

    /// The system's red.
    public static let red = Color("red", 0xff3b30, 0xff453a)
    /// The system's orange.
    public static let orange = Color("orange", 0xff9500, 0xff9f0a)
    /// The system's yellow.
    public static let yellow = Color("yellow", 0xffcc00, 0xffd60a)
    /// The system's green.
    public static let green = Color("green", 0x34c759, 0x30d158)
    /// The system's mint.
    public static let mint = Color("mint", 0x00c7be, 0x63e6e2)
    /// The system's teal.
    public static let teal = Color("teal", 0x30b0c7, 0x40c8e0)
    /// The system's cyan.
    public static let cyan = Color("cyan", 0x32ade6, 0x64d2ff)
    /// The system's blue.
    public static let blue = Color("blue", 0x007aff, 0x0a84ff)
    /// The system's indigo.
    public static let indigo = Color("indigo", 0x5856d6, 0x5e5ce6)
    /// The system's purple.
    public static let purple = Color("purple", 0xaf52de, 0xbf5af2)
    /// The system's pink.
    public static let pink = Color("pink", 0xff2d55, 0xff375f)
    /// The system's brown.
    public static let brown = Color("brown", 0xa2845e, 0xac8e68)
    /// The system's gray.
    public static let gray = Color("gray", 0x8e8e93, 0x8e8e93)
    /// Black in both appearances.
    public static let black = Color("black", 0x000000, 0x000000)
    /// White in both appearances.
    public static let white = Color("white", 0xffffff, 0xffffff)
    /// Nothing.
    public static let clear = Color(Tone(RGBA(hex: 0, opacity: 0)), name: "clear")
    /// The color of text.
    public static let primary = Color(.label, name: "primary")
    /// The color of less important text.
    public static let secondary = Color(
        Tone(light: RGBA(hex: 0x3c3c43, opacity: 0.6), dark: RGBA(hex: 0xebebf5, opacity: 0.6)), name: "secondary")
    // swift-format-ignore: DontRepeatTypeInStaticProperties
    /// The tint of the surroundings.
    public static let accentColor = Color(.accent, name: "accentColor")
}
