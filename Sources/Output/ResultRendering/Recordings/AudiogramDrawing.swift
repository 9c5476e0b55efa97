package import HealthModel
@_spi(Guests) package import TallyCharts
import TerminalText

/// Draws an audiogram in the form that audiologists use: frequencies by octave to the right, and levels downward.
///
/// An octave is as wide as 20 dB are high (ISO 8253-1). Red circles are the right ear, and blue crosses are the left one.
package struct AudiogramDrawing: Sendable {
    private static let octave = 52.0
    private static let pointsOfDecibel = octave / 20
    private static let (left, top) = (48.0, 64.0)
    /// The levels and the frequencies that every picture has.
    private static let levels = -10.0...120
    private static let frequencies = 125.0...8000
    /// The greatest number of octaves above the first frequency.
    private static let mostOctaves = 9.0

    /// The heading.
    package let title: String
    private let source: String
    private let points: [AudiogramPoint]

    /// - Parameters:
    ///   - title: The heading.
    ///   - source: The name of the source, under the heading.
    ///   - points: The points by frequency.
    package init(title: String, source: String, points: [AudiogramPoint]) {
        (self.title, self.source, self.points) = (title, source, points)
    }

    private var octaves: Double {
        let greatest = max(Self.frequencies.upperBound, points.last?.hertz ?? 0)
        return min((Self.octaves(to: greatest) - 1e-6).rounded(.up), Self.mostOctaves)
    }

    /// Returns the octaves from the first frequency of a picture to a frequency: the binary logarithm of their ratio, digit by digit.
    private static func octaves(to hertz: Double) -> Double {
        let ratio = hertz / frequencies.lowerBound
        guard ratio.isNormal, ratio > 0 else { return 0 }
        var (octaves, rest, digit) = (Double(ratio.exponent), ratio.significand, 0.5)
        while digit > 1e-9 {
            rest *= rest
            if rest >= 2 {
                rest /= 2
                octaves += digit
            }
            digit /= 2
        }
        return octaves
    }

    private var area: Frame {
        let height = (Self.levels.upperBound - Self.levels.lowerBound) * Self.pointsOfDecibel
        return Frame(x: Self.left, y: Self.top, width: (octaves + 0.5) * Self.octave, height: height)
    }

    /// The picture.
    package var drawing: Drawing {
        let area = area
        let notes = ["circles: right ear · crosses: left ear", "Levels are in dBHL. The picture is not a diagnosis."]
        var items: [Drawing.Item] = [
            .text(.init(title, x: 0, y: 8, font: .init(size: 13, weight: 600))), .text(.init(source, x: 0, y: 26, paint: .solid(.soft))),
            .text(.init("dBHL", x: area.x - 6, y: area.y - 14, anchor: .trailing, paint: .solid(.soft))),
        ]
        items += grid(in: area)
        items += marks(of: .right, in: area) + marks(of: .left, in: area)
        for (index, note) in notes.enumerated() {
            items.append(.text(.init(note, x: 0, y: area.maxY + 44 + Double(index) * 15, paint: .solid(.soft))))
        }
        return Drawing(
            width: area.maxX + 20, height: area.maxY + 72, title: title, description: ([source] + notes).joined(separator: ". "),
            items: items)
    }

    private func x(_ hertz: Double, in area: Frame) -> Double {
        area.x + (Self.octaves(to: hertz) + 0.25) * Self.octave
    }

    private func y(_ decibels: Double, in area: Frame) -> Double { area.y + (decibels - Self.levels.lowerBound) * Self.pointsOfDecibel }

    private func grid(in area: Frame) -> [Drawing.Item] {
        var items: [Drawing.Item] = []
        func line(from start: Outline.Point, to end: Outline.Point, _ ink: Ink) {
            items.append(.shape(.polyline([start, end]), stroke: Stroke(.solid(ink), width: 0.7)))
        }
        for level in stride(from: Self.levels.lowerBound, through: Self.levels.upperBound, by: 10) {
            let y = y(level, in: area)
            line(from: .init(area.x, y), to: .init(area.maxX, y), level == 0 ? .soft : .grid)
            items.append(.text(.init("\(Int(level))", x: area.x - 6, y: y, anchor: .trailing, paint: .solid(.soft))))
        }
        for octave in 0...Int(octaves) {
            let hertz = Self.frequencies.lowerBound * Double(1 << octave)
            let x = x(hertz, in: area)
            line(from: .init(x, area.y), to: .init(x, area.maxY), .grid)
            items.append(.text(.init("\(Int(hertz))", x: x, y: area.maxY + 12, anchor: .center, paint: .solid(.soft))))
        }
        items.append(.text(.init("Hz", x: area.maxX, y: area.maxY + 28, anchor: .trailing, paint: .solid(.soft))))
        return items
    }

    /// Returns the line and the marks of an ear. Levels outside of the picture are at its edge.
    private func marks(of ear: AudiogramPoint.Ear, in area: Frame) -> [Drawing.Item] {
        let places = points.compactMap { point in
            point.levels[ear].map { level in
                Outline.Point(
                    min(max(x(point.hertz, in: area), area.x), area.maxX), min(max(y(level.decibels, in: area), area.y), area.maxY))
            }
        }
        let red = Ink.color(light: SRGB(red: 200, green: 40, blue: 40), dark: SRGB(red: 255, green: 120, blue: 110))
        let blue = Ink.color(light: SRGB(red: 30, green: 80, blue: 200), dark: SRGB(red: 120, green: 170, blue: 255))
        let ink = ear == .right ? red : blue
        var marks = Outline()
        for place in places {
            if ear == .right {
                marks.ellipse(Frame(x: place.x - 5, y: place.y - 5, width: 10, height: 10))
            } else {
                for sign in [-1.0, 1] {
                    marks.move(to: place.x - 5, place.y - 5 * sign)
                    marks.line(to: place.x + 5, place.y + 5 * sign)
                }
            }
        }
        let dash: [Double] = ear == .right ? [] : [5, 3]
        return [
            .shape(.polyline(places), stroke: Stroke(.solid(ink), width: 1, dash: dash)),
            .shape(marks, stroke: Stroke(.solid(ink), width: 1.6)),
        ]
    }
}
