/// An sRGB color with eight bits each for red, green and blue.
@_spi(Guests)
public struct SRGB: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// The channels as the number `0xRRGGBB`.
    public var value: UInt32

    /// Creates a color from the number `0xRRGGBB`.
    public init(integerLiteral value: UInt32) { self.value = value & 0xffffff }

    /// Creates a color from its channels.
    public init(red: UInt8, green: UInt8, blue: UInt8) { value = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

    var red: UInt8 { UInt8(value >> 16 & 255) }
    var green: UInt8 { UInt8(value >> 8 & 255) }
    var blue: UInt8 { UInt8(value & 255) }

    /// Returns the color as `#1d2129`, or in the short form `#fff` if that is exact.
    public var hex: String {
        let digits = Array("0123456789abcdef")
        let hex = stride(from: 20, through: 0, by: -4).map { digits[Int(value >> UInt32($0)) & 15] }
        let isDouble = hex[0] == hex[1] && hex[2] == hex[3] && hex[4] == hex[5]
        return "#" + String(isDouble ? [hex[0], hex[2], hex[4]] : hex)
    }
}

/// The colors of a drawing for one background.
///
/// Marks have a contrast of at least 3:1 with the background, and text of 4.5:1 (WCAG 2.2, 1.4.11 and 1.4.3). The series colors start
/// with those of Okabe and Ito and can be distinguished with any form of color blindness. The ramp has even steps in OKLab.
@_spi(Guests)
public struct Palette: Sendable {
    /// The background.
    public var ground: SRGB
    /// The color of text and of the current time.
    public var ink: SRGB
    /// The color of secondary text and of lines for comparison.
    public var soft: SRGB
    /// The color of marks that are context.
    public var muted: SRGB
    /// The color of gridlines and of outlines of empty cells. They are not needed to read the chart.
    public var grid: SRGB
    /// The background of parts that are separated from the page.
    public var tint: SRGB
    /// The colors of equal series.
    public var series: [SRGB]
    /// The steps of the color ramp of heatmaps, from the least to the greatest value.
    public var ramp: [SRGB]
    /// True for a dark background.
    public var isDark: Bool

    /// The colors on a light background.
    public static let light = Palette(
        ground: 0xffffff, ink: 0x1d2129, soft: 0x5a6069, muted: 0x868c96, grid: 0xe1e4e8, tint: 0xf4f6f8,
        series: [0x0072b2, 0xd55e00, 0x009e73, 0xb56ae0, 0x7a1f0f, 0x0b3d66, 0x7e5567, 0x0b39bd],
        ramp: ramp, isDark: false)

    /// The colors on a dark background.
    public static let dark = Palette(
        ground: 0x15181d, ink: 0xe8eaee, soft: 0xa4abb6, muted: 0x7d8590, grid: 0x31363e, tint: 0x1e2228,
        series: [0x56b4e9, 0xdd8045, 0x89e6ce, 0xb8548f, 0xe3c94e, 0x496cef, 0xc595a3, 0xbdba8d],
        ramp: ramp.reversed(), isDark: true)

    /// Equal steps in OKLCH: lightness 0.92 to 0.33, hue 108° to 268°, chroma 0.125 or as much as sRGB allows.
    private static let ramp: [SRGB] = [
        0xeceb85, 0xc4e181, 0x9bd583, 0x6fc788, 0x3eb88e, 0x05a693, 0x009293, 0x017e8e, 0x026b87, 0x005882, 0x004381, 0x1b2d74,
    ]

    /// Returns the color of a role. The colors repeat after eight series.
    private func color(role: ChartSeries.Role) -> SRGB {
        switch role {
        case .series(let index): series[Self.place(of: index, in: series.count)]
        case .muted: muted
        case .reference: soft
        case .now: ink
        }
    }

    /// Returns the place of a series among repeated colors.
    static func place(of index: Int, in count: Int) -> Int { (index % count + count) % count }

    /// Returns the color of an ink.
    public func color(of ink: Ink) -> SRGB {
        switch ink {
        case .text: self.ink
        case .soft: soft
        case .grid: grid
        case .ground: ground
        case .tint: tint
        case .role(let role), .faint(let role): color(role: role)
        case .ramp(let place): ramp[Self.rampStep(of: place, in: 0...1)]
        case .color(let light, let dark): isDark ? dark : light
        }
    }

    /// Returns the step of the ramp for `value` in `domain`. Values outside have the first or last step. A domain of one value has the
    /// middle step.
    public static func rampStep(of value: Double, in domain: ClosedRange<Double>) -> Int {
        min(ramp.count - 1, Int(rampPlace(of: value, in: domain) * Double(ramp.count)))
    }

    /// Returns the place of `value` on the ramp, from 0 to 1. In a domain of one value, that is the middle.
    static func rampPlace(of value: Double, in domain: ClosedRange<Double>) -> Double {
        let length = domain.upperBound - domain.lowerBound
        return length > 0 && value.isFinite ? min(1, max(0, (value - domain.lowerBound) / length)) : 0.5
    }
}
