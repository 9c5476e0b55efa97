import TerminalText

/// Reduces many dots to upright strokes that cover the same pixels.
///
/// It divides the plot into square cells that are smaller than a dot. Dots in cells that touch above each other become one stroke from the
/// lowest to the highest of them. So the lowest and the highest dot of each column of cells remain where they are, and a single dot is a
/// stroke of length zero. Every dot moves sideways by at most half a cell.
struct DotRuns {
    /// An upright stroke with round ends, in the units of the drawing.
    struct Run: Hashable {
        var x: Double
        var top: Double
        var bottom: Double

        /// Adds the stroke. One of length zero is a dot.
        func add(to outline: inout Outline) {
            guard Pixels.tenths(bottom) != Pixels.tenths(top) else { return outline.dot(at: x, top) }
            outline.move(to: x, top)
            outline.line(to: x, bottom)
        }
    }

    /// The side of a cell in pixels. A small dot has a diameter of five.
    static let cell = 2.0
    /// With at most this many dots, each is drawn in its place.
    static let limit = 2000

    private struct Cell: Hashable {
        var column: Int32
        var row: Int32
    }
    private var spans: [Cell: (top: Double, bottom: Double)] = [:]

    /// Adds a dot. Both numbers are finite and inside a plot.
    mutating func add(_ x: Double, _ y: Double) {
        let cell = Cell(column: Int32((x / Self.cell).rounded(.down)), row: Int32((y / Self.cell).rounded(.down)))
        let known = spans[cell] ?? (y, y)
        spans[cell] = (min(known.top, y), max(known.bottom, y))
    }

    /// The strokes from left to right and from top to bottom.
    var runs: [Run] {
        var runs: [Run] = []
        var last: Cell?
        for (cell, span) in spans.sorted(by: { ($0.key.column, $0.key.row) < ($1.key.column, $1.key.row) }) {
            if let last, last.column == cell.column, last.row + 1 == cell.row {
                runs[runs.count - 1].bottom = span.bottom
            } else {
                runs.append(Run(x: (Double(cell.column) + 0.5) * Self.cell, top: span.top, bottom: span.bottom))
            }
            last = cell
        }
        return runs
    }
}

extension LayeredChart {
    /// The notes below a drawing in pixels.
    var notesOfDrawing: [String] { notes(runningSign: "●") + (noteOfSharedDots.map { [$0] } ?? []) }

    /// A sentence about dots that are not drawn separately; nil if each has its place.
    var noteOfSharedDots: String? {
        let count = layers.reduce(0) { count, mark in
            if case .point(let points) = mark, points.points.count > DotRuns.limit { count + points.points.count } else { count }
        }
        guard count > 0 else { return nil }
        let side = Int(DotRuns.cell)
        return "\(Wording.number(count)) values; values in the same \(side) by \(side) pixels share a dot"
    }
}
