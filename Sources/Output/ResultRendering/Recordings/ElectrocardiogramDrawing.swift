@_spi(Guests) package import TallyCharts
import TerminalText

/// Draws an electrocardiogram on the grid of ECG paper: 25 mm are a second and 10 mm are a millivolt.
///
/// The lines of the grid are 1 mm apart, and every fifth is stronger. Rows have ten seconds each. A pulse of 1 mV and 0.2 s before each row
/// shows the scale. Lengths are those of a print at the size of the file.
package struct ElectrocardiogramDrawing: Sendable {
    /// A voltage at a time.
    package struct Point: Sendable {
        /// The seconds since the start.
        package var second: Double
        package var microvolts: Double

        package init(second: Double, microvolts: Double) { (self.second, self.microvolts) = (second, microvolts) }
    }

    /// Points in SVG, of which an inch has 96.
    private static let millimeter = 96 / 25.4
    private static let millimetersOfSecond = 25.0
    private static let millimetersOfMillivolt = 10.0
    private static let secondsOfRow = 10.0
    /// The place of the pulse at the left, in millimeters.
    private static let margin = 10.0
    /// The greatest number of rows: two minutes.
    private static let mostRows = 12
    /// The least and the greatest height of a row above or below zero, in millimeters.
    private static let heights = 15.0...60

    /// The heading.
    package let title: String
    private let lines: [String]
    private let points: [Point]
    /// The seconds of the whole recording.
    private let seconds: Double
    private var hasGrid = true

    /// The drawing without the lines of the paper, for terminals, whose cells are larger than millimeters.
    package var withoutGrid: ElectrocardiogramDrawing {
        var drawing = self
        drawing.hasGrid = false
        return drawing
    }

    /// - Parameters:
    ///   - title: The heading.
    ///   - lines: Facts about the recording, under the heading.
    ///   - points: The voltages in order of time.
    package init(title: String, lines: [String], points: [Point]) {
        (self.title, self.lines, self.points) = (title, lines, points)
        seconds = points.last?.second ?? 0
    }

    private var rowCount: Int { min(max(1, Int((seconds / Self.secondsOfRow).rounded(.up))), Self.mostRows) }

    /// The picture.
    package var drawing: Drawing {
        let unit = Self.millimeter
        let (above, below) = extents
        let width = (Self.margin + Self.secondsOfRow * Self.millimetersOfSecond) * unit
        let heading = 14 + Double(lines.count + 1) * 15
        let rowHeight = (above + below) * unit
        let notes = self.notes
        let height = heading + Double(rowCount) * (rowHeight + 10) + Double(notes.count) * 15
        var items: [Drawing.Item] = [.text(.init(title, x: 0, y: 8, font: .init(size: 13, weight: 600)))]
        for (index, line) in lines.enumerated() {
            items.append(.text(.init(line, x: 0, y: 26 + Double(index) * 15, paint: .solid(.soft))))
        }
        for row in 0..<rowCount {
            let top = heading + Double(row) * (rowHeight + 10)
            if hasGrid { items += grid(Frame(x: 0, y: top, width: width, height: rowHeight)) }
            items += curve(row, zero: top + above * unit, in: Frame(x: 0, y: top, width: width, height: rowHeight))
        }
        for (index, note) in notes.enumerated() {
            let y = height - Double(notes.count - index) * 15 + 6
            items.append(.text(.init(note, x: 0, y: y, paint: .solid(.soft))))
        }
        return Drawing(width: width, height: height, title: title, description: (lines + notes).joined(separator: ". "), items: items)
    }

    private var notes: [String] {
        var notes = ["25 mm/s · 10 mm/mV · This is what the watch classified. It is not a diagnosis."]
        let shown = Double(rowCount) * Self.secondsOfRow
        if seconds > shown { notes.insert("The first \(Int(shown)) s of \(Int(min(seconds, 1e9))) s", at: 0) }
        return notes
    }

    /// The millimeters that rows need above and below zero, as multiples of 5.
    private var extents: (above: Double, below: Double) {
        let scale = Self.millimetersOfMillivolt / 1000
        func height(_ extreme: Double) -> Double {
            min(max((extreme * scale / 5).rounded(.up) * 5, Self.heights.lowerBound), Self.heights.upperBound)
        }
        return (height(points.map(\.microvolts).max() ?? 0), height(-(points.map(\.microvolts).min() ?? 0)))
    }

    private func grid(_ frame: Frame) -> [Drawing.Item] {
        var (fine, strong) = (Outline(), Outline())
        func add(_ index: Int, from start: Outline.Point, to end: Outline.Point) {
            let isStrong = index.isMultiple(of: 5)
            var line = Outline()
            line.move(to: start.x, start.y)
            line.line(to: end.x, end.y)
            if isStrong { strong.append(line) } else { fine.append(line) }
        }
        for index in 0...Int((frame.width / Self.millimeter).rounded()) {
            let x = frame.x + Double(index) * Self.millimeter
            add(index, from: .init(x, frame.y), to: .init(x, frame.maxY))
        }
        for index in 0...Int((frame.height / Self.millimeter).rounded()) {
            let y = frame.y + Double(index) * Self.millimeter
            add(index, from: .init(frame.x, y), to: .init(frame.maxX, y))
        }
        let ink = Ink.color(light: SRGB(red: 236, green: 160, blue: 160), dark: SRGB(red: 120, green: 66, blue: 66))
        return [
            .shape(fine, stroke: Stroke(.solid(ink, alpha: 0.5), width: 0.4)),
            .shape(strong, stroke: Stroke(.solid(ink), width: 0.7)),
        ]
    }

    /// Returns the pulse and the curve of a row.
    private func curve(_ row: Int, zero: Double, in frame: Frame) -> [Drawing.Item] {
        let unit = Self.millimeter
        let pulse = Outline { outline in
            outline.move(to: 2 * unit, zero)
            for (x, y) in [(3.0, 0.0), (3, -10), (8, -10), (8, 0), (9, 0)] { outline.line(to: x * unit, zero + y * unit) }
        }
        let from = Double(row) * Self.secondsOfRow
        let shown = points.filter { from <= $0.second && $0.second <= from + Self.secondsOfRow }
        let line = Outline.polyline(
            shown.map { point in
                .init(
                    (Self.margin + (point.second - from) * Self.millimetersOfSecond) * unit,
                    zero - point.microvolts / 1000 * Self.millimetersOfMillivolt * unit)
            })
        let stroke = Stroke(.solid(.text), width: 0.9, join: .round)
        return [.shape(pulse, stroke: stroke), .group(.init([.shape(line, stroke: stroke)], clip: .rectangle(frame)))]
    }
}
