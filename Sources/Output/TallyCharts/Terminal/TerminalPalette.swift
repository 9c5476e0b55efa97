/// The purpose of a cell's color. A palette gives it a color.
enum Ink: Hashable, Sendable {
    /// The default text color of the terminal.
    case text
    /// The color of axes, subtitles and notes.
    case quiet
    case series(Series.Role)
    /// A lighter shade of a series color.
    case faint(Series.Role)
    /// A position on the color ramp of a heatmap, from 0 to 1.
    case ramp(Double)
}

/// The colors for a terminal with a given color depth.
///
/// The relative luminance of every color is between 0.1 and 0.3. The contrast is therefore at least 3:1 with both black and white, because
/// the background of the terminal is unknown.
struct TerminalPalette: Sendable {
    struct RGB: Hashable, Sendable {
        var red: UInt8
        var green: UInt8
        var blue: UInt8

        init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
            self.red = red
            self.green = green
            self.blue = blue
        }
    }

    let depth: ColorDepth

    /// Blue, orange, green, purple, red and teal can be distinguished with the common forms of color blindness.
    private static let series = [
        RGB(0x3F, 0x83, 0xE0), RGB(0xC9, 0x66, 0x0A), RGB(0x0B, 0x92, 0x6B), RGB(0xA3, 0x5F, 0xD6), RGB(0xD8, 0x40, 0x5F),
        RGB(0x0E, 0x89, 0xA8),
    ]
    /// The theme chooses the shades of the sixteen colors. Bright blue and magenta come first because they are legible on any background.
    private static let sixteen = [94, 35, 32, 33, 36, 31]

    /// Points of the viridis palette without its dark end, which is not visible on a dark background. Luminance increases with the value.
    private static let ramp = [
        RGB(0x48, 0x2F, 0x7D), RGB(0x3B, 0x52, 0x8B), RGB(0x2C, 0x72, 0x8E), RGB(0x21, 0x91, 0x8C), RGB(0x28, 0xAE, 0x80),
        RGB(0x5E, 0xC9, 0x62), RGB(0xAD, 0xDC, 0x30), RGB(0xFD, 0xE7, 0x25),
    ]
    /// Fixed xterm colors with even steps. The nearest colors to the ramp do not have even steps.
    private static let ramp256 = [54, 25, 31, 36, 77, 149, 191]
    /// Shades distinguish the values. The colors, from cold to warm, are legible on any background.
    private static let sixteenRamp = [90, 94, 94, 35, 31]

    /// Returns the color of `ink`. Nil for the terminal's default.
    static func color(of ink: Ink) -> RGB? {
        switch ink {
        case .text, .series(.reference): nil
        case .quiet, .series(.muted): RGB(0x80, 0x80, 0x80)
        case .series(.now): RGB(0xD8, 0x40, 0x5F)
        case .series(.series(let index)): series[wrapped(index, series.count)]
        case .faint(let role): mixed(color(of: .series(role)) ?? RGB(0x80, 0x80, 0x80), RGB(0x80, 0x80, 0x80), 0.75)
        case .ramp(let place):
            rampColor(place)
        }
    }

    private static func rampColor(_ place: Double) -> RGB {
        let position = min(1, max(0, place)) * Double(ramp.count - 1)
        let lower = min(Int(position), ramp.count - 2)
        return mixed(ramp[lower], ramp[lower + 1], position - Double(lower))
    }

    private static func mixed(_ first: RGB, _ second: RGB, _ share: Double) -> RGB {
        func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Double(a) * (1 - share) + Double(b) * share).rounded()) }
        return RGB(mix(first.red, second.red), mix(first.green, second.green), mix(first.blue, second.blue))
    }

    private static func wrapped(_ index: Int, _ count: Int) -> Int { ((index % count) + count) % count }

    /// Returns the parameters that set `ink` as text or background color. Empty for the terminal's default.
    func parameters(of ink: Ink, isGround: Bool) -> String {
        let base = isGround ? 48 : 38
        switch depth {
        case .none: return ""
        case .sixteen: return sixteenCode(of: ink).map { String($0 + (isGround ? 10 : 0)) } ?? ""
        case .palette256:
            if case .ramp(let place) = ink { return "\(base);5;\(Self.step(at: place, of: Self.ramp256))" }
            return Self.color(of: ink).map { "\(base);5;\(Self.index256(of: $0))" } ?? ""
        case .trueColor: return Self.color(of: ink).map { "\(base);2;\($0.red);\($0.green);\($0.blue)" } ?? ""
        }
    }

    private static func step(at place: Double, of ramp: [Int]) -> Int {
        ramp[min(ramp.count - 1, Int(min(1, max(0, place)) * Double(ramp.count)))]
    }

    private func sixteenCode(of ink: Ink) -> Int? {
        switch ink {
        case .text, .series(.reference): nil
        case .quiet, .series(.muted), .faint: 90
        case .series(.now): 31
        case .series(.series(let index)): Self.sixteen[Self.wrapped(index, Self.sixteen.count)]
        case .ramp(let place): Self.step(at: place, of: Self.sixteenRamp)
        }
    }

    /// Returns the nearest of xterm's 240 fixed colors: a cube with six levels per channel, and grays.
    static func index256(of color: RGB) -> Int {
        let levels = [0, 95, 135, 175, 215, 255]
        func nearest(_ value: UInt8) -> Int { levels.indices.min { abs(levels[$0] - Int(value)) < abs(levels[$1] - Int(value)) } ?? 0 }
        func distance(_ red: Int, _ green: Int, _ blue: Int) -> Int {
            let (r, g, b) = (red - Int(color.red), green - Int(color.green), blue - Int(color.blue))
            return r * r + g * g + b * b
        }
        let cube = (nearest(color.red), nearest(color.green), nearest(color.blue))
        let mean = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
        let grey = min(23, max(0, (mean - 3) / 10))
        let isGreyNearer =
            distance(8 + 10 * grey, 8 + 10 * grey, 8 + 10 * grey) < distance(levels[cube.0], levels[cube.1], levels[cube.2])
        return isGreyNearer ? 232 + grey : 16 + 36 * cube.0 + 6 * cube.1 + cube.2
    }
}
