import Foundation
@_spi(Guests) import TallyCharts
import Testing

@Suite("Colors of drawings")
struct PaletteTests {
    static let palettes = [Palette.light, Palette.dark]

    @Test("Marks have a contrast of 3:1 with the background, and text of 4.5:1", arguments: [0, 1])
    func contrast(index: Int) {
        let palette = Self.palettes[index]
        for mark in palette.series + [palette.muted] {
            let contrast = mark.contrast(to: palette.ground)
            #expect(contrast >= 3, "\(mark.hex) has \(contrast)")
        }
        for ground in [palette.ground, palette.tint] {
            for text in [palette.ink, palette.soft] {
                let contrast = text.contrast(to: ground)
                #expect(contrast >= 4.5, "\(text.hex) on \(ground.hex) has \(contrast)")
            }
        }
    }

    @Test("Series can be distinguished, also with color blindness for red, green or blue", arguments: [0, 1])
    func seriesStayApart(index: Int) {
        let colors = Self.palettes[index].series
        for vision in Vision.all {
            for (first, second) in colors.indices.flatMap({ first in colors[..<first].indices.map { (first, $0) } }) {
                let distance = vision.distance(colors[first], colors[second])
                // A difference of 0.02 is just visible if colors touch.
                #expect(distance > 0.06, "\(colors[first].hex) and \(colors[second].hex) with \(vision.name): \(distance)")
            }
        }
    }

    @Test("The ramp has even steps from the background's end", arguments: [0, 1])
    func rampIsEven(index: Int) {
        let palette = Self.palettes[index]
        let contrasts = palette.ramp.map { $0.contrast(to: palette.ground) }
        #expect(contrasts == contrasts.sorted())
        let steps = zip(palette.ramp, palette.ramp.dropFirst()).map { Vision.all[0].distance($0, $1) }
        for step in steps { #expect((0.05...0.07).contains(step)) }
    }

    @Test("The ends of a domain have the ends of the ramp, and values outside have the same colors")
    func rampSteps() {
        #expect(Palette.rampStep(of: 0, in: 0...12) == 0)
        #expect(Palette.rampStep(of: 0.99, in: 0...12) == 0)
        #expect(Palette.rampStep(of: 1, in: 0...12) == 1)
        #expect(Palette.rampStep(of: 12, in: 0...12) == 11)
        #expect(Palette.rampStep(of: -5, in: 0...12) == 0)
        #expect(Palette.rampStep(of: 99, in: 0...12) == 11)
        #expect(Palette.rampStep(of: 3, in: 3...3) == 6)
    }

    @Test("A color is written as in CSS, with three digits if that is exact")
    func hex() {
        #expect((0x0072b2 as SRGB).hex == "#0072b2")
        #expect((0xffffff as SRGB).hex == "#fff")
    }
}

extension SRGB {
    /// Red, green and blue without gamma.
    fileprivate var linear: [Double] {
        [16, 8, 0].map {
            let value = Double(value >> UInt32($0) & 255) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
    }

    /// The contrast ratio of WCAG 2.
    fileprivate func contrast(to other: SRGB) -> Double {
        let luminances = [self, other].map { color in zip(color.linear, [0.2126, 0.7152, 0.0722]).map(*).reduce(0, +) }.sorted()
        return (luminances[1] + 0.05) / (luminances[0] + 0.05)
    }
}

/// Simulates a color for a type of color blindness, with full severity by Machado, Oliveira and Fernandes (2009), on linear sRGB.
private struct Vision {
    let name: String
    let matrix: [[Double]]

    static let all = [
        Vision(name: "all colors", matrix: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
        Vision(
            name: "protanopia",
            matrix: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
        Vision(
            name: "deuteranopia",
            matrix: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]),
        Vision(
            name: "tritanopia",
            matrix: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]]),
    ]

    /// Returns the distance of two colors in OKLab.
    func distance(_ a: SRGB, _ b: SRGB) -> Double {
        zip(oklab(a), oklab(b)).map { ($0 - $1) * ($0 - $1) }.reduce(0, +).squareRoot()
    }

    private func oklab(_ color: SRGB) -> [Double] {
        let seen = Self.product(matrix, color.linear).map { min(1, max(0, $0)) }
        let cones = Self.product(
            [
                [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
                [0.0883024619, 0.2817188376, 0.6299787005],
            ],
            seen)
        return Self.product(
            [
                [0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099],
                [0.0259040371, 0.7827717662, -0.808675766],
            ],
            cones.map { cbrt($0) })
    }

    private static func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
        matrix.map { row in zip(row, vector).map(*).reduce(0, +) }
    }
}
