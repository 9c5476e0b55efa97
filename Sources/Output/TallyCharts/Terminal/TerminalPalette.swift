/// What a cell is drawn with; a palette turns it into a colour.
enum Ink: Hashable, Sendable {
    /// The terminal's own colour of text.
    case text
    /// What frames the data: axes, subtitles, notes.
    case quiet
    case series(Series.Role)
    /// A series' colour, lighter.
    case faint(Series.Role)
    /// A place on the ramp of a heatmap, from 0 to 1.
    case ramp(Double)
}

/// The colours of a terminal of one depth.
///
/// Every foreground has a relative luminance between 0.1 and 0.3, so that it stands out by 3 : 1 from black and from white alike: which of
/// them the ground is cannot be known.
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

    /// Blue, orange, green, purple, red, teal: hues that stay apart for the common kinds of colour blindness.
    private static let series = [
        RGB(0x3F, 0x83, 0xE0), RGB(0xC9, 0x66, 0x0A), RGB(0x0B, 0x92, 0x6B), RGB(0xA3, 0x5F, 0xD6), RGB(0xD8, 0x40, 0x5F),
        RGB(0x0E, 0x89, 0xA8),
    ]
    /// Of the sixteen the theme chooses the shades; bright blue and magenta come first because they are the most legible on either ground.
    private static let sixteen = [94, 35, 32, 33, 36, 31]

    /// Anchors of viridis without its darkest end, which a dark ground would swallow: luminance rises with the value, for every eye.
    private static let ramp = [
        RGB(0x48, 0x2F, 0x7D), RGB(0x3B, 0x52, 0x8B), RGB(0x2C, 0x72, 0x8E), RGB(0x21, 0x91, 0x8C), RGB(0x28, 0xAE, 0x80),
        RGB(0x5E, 0xC9, 0x62), RGB(0xAD, 0xDC, 0x30), RGB(0xFD, 0xE7, 0x25),
    ]
    /// The nearest of xterm's fixed colours do not rise evenly; these do.
    private static let ramp256 = [54, 25, 31, 36, 77, 149, 191]
    /// Shades tell the values apart; the colours, from cold to warm, are legible on either ground.
    private static let sixteenRamp = [90, 94, 94, 35, 31]

    /// Returns the colour of `ink`; nil where it is the terminal's own.
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

    /// Returns the parameters that select `ink` as the colour of text, or of the ground; empty where it is the terminal's own.
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

    /// Returns the nearest of the 240 fixed colours of xterm's palette: its cube of six levels a channel, and its greys.
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
