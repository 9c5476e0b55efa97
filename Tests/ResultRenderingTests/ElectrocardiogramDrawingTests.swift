import ResultRendering
@_spi(Guests) import TallyCharts
import Testing

@Suite("Electrocardiograms on ECG paper") struct ElectrocardiogramDrawingTests {
    private static let millimeter = 96 / 25.4

    /// The outlines of the curves, one for each row.
    private func curves(_ drawing: Drawing) -> [Outline] {
        drawing.items.compactMap { item in
            if case .group(let group) = item, case .shape(let outline, _, _)? = group.items.first { outline } else { nil }
        }
    }

    private func points(_ outline: Outline) -> [Outline.Point] {
        outline.elements.compactMap { element in
            switch element {
            case .move(let point), .line(let point): point
            default: nil
            }
        }
    }

    private func drawing(_ points: [(Double, Double)]) -> Drawing {
        ElectrocardiogramDrawing(
            title: "t", lines: ["facts"], points: points.map { .init(second: $0.0, microvolts: $0.1) }
        ).drawing
    }

    @Test("A second is 25 mm, and a millivolt is 10 mm")
    func scale() throws {
        let found = points(try #require(curves(drawing([(0, 0), (1, 1000), (2, -500)])).first))
        #expect(found.count == 3)
        #expect(abs(found[1].x - found[0].x - 25 * Self.millimeter) < 1e-9 && abs(found[2].x - found[1].x - 25 * Self.millimeter) < 1e-9)
        #expect(abs(found[0].y - found[1].y - 10 * Self.millimeter) < 1e-9 && abs(found[2].y - found[0].y - 5 * Self.millimeter) < 1e-9)
        #expect(abs(found[0].x - 10 * Self.millimeter) < 1e-9)
    }

    @Test("Rows have ten seconds, and a picture has at most twelve")
    func rows() {
        let halfMinute = (0..<60).map { (Double($0) / 2, 0.0) }
        let rows = curves(drawing(halfMinute)).map { points($0).count }
        // The point at a border is in both rows.
        #expect(rows == [21, 21, 20])
        let hour = drawing((0..<3600).map { (Double($0), 0.0) })
        #expect(curves(hour).count == 12 && hour.description.contains("The first 120 s of 3599 s"))
        #expect(curves(drawing([])).count == 1)
    }

    @Test("A picture of extreme voltages stays in its rows")
    func extremes() {
        let high = drawing([(0, 1e7), (1, -1e7)])
        #expect(high.frame.height < 600 && high.frame.width == 260 * Self.millimeter)
        #expect(high.svg().utf8.count < 100_000)
    }

    @Test("Without a grid, only the pulse and the curve are left")
    func withoutGrid() {
        let one = ElectrocardiogramDrawing(title: "t", lines: [], points: [.init(second: 0, microvolts: 1)])
        #expect(one.drawing.items.count - one.withoutGrid.drawing.items.count == 2)
    }
}
