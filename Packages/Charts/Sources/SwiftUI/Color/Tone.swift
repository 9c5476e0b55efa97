import Foundation

/// Light or dark appearance.
public enum ColorScheme: Hashable, CaseIterable, Sendable {
    case light
    case dark
}

/// Red, green, blue and opacity, from 0 to 1, in sRGB.
package struct RGBA: Hashable, Sendable {
    package var red: Double
    package var green: Double
    package var blue: Double
    package var opacity: Double

    package init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        func part(_ value: Double) -> Double { value.isFinite ? min(1, max(0, value)) : 0 }
        (self.red, self.green, self.blue, self.opacity) = (part(red), part(green), part(blue), part(opacity))
    }

    /// Creates an opaque color from 24 bits, such as `0xff9500`.
    package init(hex: UInt32, opacity: Double = 1) {
        func part(_ shift: UInt32) -> Double { Double((hex >> shift) & 0xff) / 255 }
        self.init(red: part(16), green: part(8), blue: part(0), opacity: opacity)
    }

    /// The color without its opacity, as 24 bits.
    package var hex: UInt32 {
        func part(_ value: Double) -> UInt32 { UInt32((value * 255).rounded()) }
        return part(red) << 16 | part(green) << 8 | part(blue)
    }

    /// Returns the color between this one and another.
    package func mixed(with other: RGBA, by fraction: Double) -> RGBA {
        func between(_ first: Double, _ second: Double) -> Double { first + (second - first) * fraction }
        return RGBA(
            red: between(red, other.red), green: between(green, other.green), blue: between(blue, other.blue),
            opacity: between(opacity, other.opacity))
    }
}

/// A color for each appearance. A picture contains both, and its viewer chooses one.
package struct Tone: Hashable, Sendable {
    package var light: RGBA
    package var dark: RGBA

    package init(light: RGBA, dark: RGBA) { (self.light, self.dark) = (light, dark) }

    /// Creates the same color for both appearances.
    package init(_ color: RGBA) { self.init(light: color, dark: color) }

    package init(_ light: UInt32, _ dark: UInt32, opacity: Double = 1) {
        self.init(light: RGBA(hex: light, opacity: opacity), dark: RGBA(hex: dark, opacity: opacity))
    }

    package func opacity(_ factor: Double) -> Tone { changed { $0.opacity *= factor } }

    package func mixed(with other: Tone, by fraction: Double) -> Tone {
        Tone(light: light.mixed(with: other.light, by: fraction), dark: dark.mixed(with: other.dark, by: fraction))
    }

    /// Returns the color of one appearance in both.
    package func fixed(to scheme: ColorScheme?) -> Tone {
        switch scheme {
        case nil: self
        case .light: Tone(light)
        case .dark: Tone(dark)
        }
    }

    private func changed(_ change: (inout RGBA) -> Void) -> Tone {
        var tone = self
        change(&tone.light)
        change(&tone.dark)
        return Tone(
            light: RGBA(red: tone.light.red, green: tone.light.green, blue: tone.light.blue, opacity: tone.light.opacity),
            dark: RGBA(red: tone.dark.red, green: tone.dark.green, blue: tone.dark.blue, opacity: tone.dark.opacity))
    }
}

/// How a shape is painted: the result of a style in its surroundings.
package enum Fill: Hashable, Sendable {
    /// A color at a place between 0 and 1.
    package struct Stop: Hashable, Sendable {
        package var tone: Tone
        package var location: Double

        package init(tone: Tone, location: Double) { (self.tone, self.location) = (tone, location) }
    }

    case solid(Tone)
    /// Colors along the line between two points of the shape's frame.
    case linear([Stop], from: UnitPoint, to: UnitPoint)
    /// Colors around a point of the shape's frame.
    case radial([Stop], center: UnitPoint, radius: Double)

    /// The color, or the one in the middle.
    package var tone: Tone {
        switch self {
        case .solid(let tone): tone
        case .linear(let stops, _, _), .radial(let stops, _, _):
            stops.isEmpty ? Tone(RGBA(hex: 0, opacity: 0)) : stops[stops.count / 2].tone
        }
    }

    package func mapTones(_ change: (Tone) -> Tone) -> Fill {
        func changed(_ stops: [Stop]) -> [Stop] { stops.map { Stop(tone: change($0.tone), location: $0.location) } }
        switch self {
        case .solid(let tone): return .solid(change(tone))
        case .linear(let stops, let from, let to): return .linear(changed(stops), from: from, to: to)
        case .radial(let stops, let center, let radius): return .radial(changed(stops), center: center, radius: radius)
        }
    }

    package func opacity(_ factor: Double) -> Fill { factor == 1 ? self : mapTones { $0.opacity(factor) } }
}
