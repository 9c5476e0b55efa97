/// The colors for a terminal with a given color depth.
///
/// The relative luminance of every color is between 0.1 and 0.3. The contrast is therefore at least 3:1 with both black and white, because
/// the background of the terminal is unknown.
struct TerminalPalette: Sendable {
    let depth: ColorDepth

    /// Blue, orange, green, purple, red and teal can be distinguished with the common forms of color blindness.
    private static let series: [SRGB] = [
        0x3f83e0, 0xc9660a, 0x0b926b, 0xa35fd6, 0xd8405f,
        0x0e89a8,
    ]
    /// The theme chooses the shades of the sixteen colors. Bright blue and magenta come first because they are legible on any background.
    private static let sixteen = [94, 35, 32, 33, 36, 31]

    /// Points of the viridis palette without its dark end, which is not visible on a dark background. Luminance increases with the value.
    private static let ramp: [SRGB] = [
        0x482f7d, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80,
        0x5ec962, 0xaddc30, 0xfde725,
    ]
    /// Fixed xterm colors with even steps. The nearest colors to the ramp do not have even steps.
    private static let ramp256 = [54, 25, 31, 36, 77, 149, 191]
    /// Shades distinguish the values. The colors, from cold to warm, are legible on any background.
    private static let sixteenRamp = [90, 94, 94, 35, 31]

    /// The color of text is unknown, and medium gray is visible on any background.
    static let gray: SRGB = 0x808080

    /// Returns the color of `ink`. Nil for the terminal's default.
    static func color(of ink: Ink) -> SRGB? {
        switch ink {
        case .text, .role(.reference), .ground, .tint: nil
        case .soft, .grid, .role(.muted): gray
        case .role(.now): 0xd8405f
        case .role(.series(let index)): series[Palette.place(of: index, in: series.count)]
        case .faint(let role): mixed(color(of: .role(role)) ?? gray, gray, 0.75)
        case .ramp(let place): rampColor(place)
        case .color(let light, let dark): mixed(light, dark, 0.5)
        }
    }

    private static func rampColor(_ place: Double) -> SRGB {
        let position = min(1, max(0, place)) * Double(ramp.count - 1)
        let lower = min(Int(position), ramp.count - 2)
        return mixed(ramp[lower], ramp[lower + 1], position - Double(lower))
    }

    static func mixed(_ first: SRGB, _ second: SRGB, _ share: Double) -> SRGB {
        func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Double(a) * (1 - share) + Double(b) * share).rounded()) }
        return SRGB(red: mix(first.red, second.red), green: mix(first.green, second.green), blue: mix(first.blue, second.blue))
    }

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
        case .text, .role(.reference), .ground, .tint: nil
        case .soft, .grid, .role(.muted), .faint: 90
        case .role(.now): 31
        case .role(.series(let index)): Self.sixteen[Palette.place(of: index, in: Self.sixteen.count)]
        case .ramp(let place): Self.step(at: place, of: Self.sixteenRamp)
        case .color: Self.color(of: ink).map(Self.hue)
        }
    }

    /// Returns the color of a theme with the hue of `color`. Gray if it has no clear hue.
    private static func hue(_ color: SRGB) -> Int {
        let (red, green, blue) = (Int(color.red), Int(color.green), Int(color.blue))
        let (least, greatest) = (min(red, green, blue), max(red, green, blue))
        guard greatest - least >= 48 else { return 90 }
        // A channel counts if it is nearer to the greatest than to the least.
        let middle = (least + greatest) / 2
        switch (red > middle, green > middle, blue > middle) {
        case (true, true, _): return 33
        case (true, false, true): return 35
        case (true, false, false): return 31
        case (false, true, true): return 36
        case (false, true, false): return 32
        case (false, false, _): return 94
        }
    }

    /// Returns the nearest of xterm's 240 fixed colors: a cube with six levels per channel, and grays.
    static func index256(of color: SRGB) -> Int {
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
