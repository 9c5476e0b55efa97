import HealthModel
import ResultRendering
@_spi(Guests) import TallyCharts
import Testing

@Suite("Audiograms in the form of audiologists") struct AudiogramDrawingTests {
    private func drawing(_ levels: [(hertz: Double, left: Double?, right: Double?)]) -> Drawing {
        let points = levels.map { hertz, left, right in
            var point = AudiogramPoint(hertz: hertz)
            point.levels[.left] = left.map { .init(decibels: $0) }
            point.levels[.right] = right.map { .init(decibels: $0) }
            return point
        }
        return AudiogramDrawing(title: "t", source: "s", points: points).drawing
    }

    /// The lines of the ears, the right one first.
    private func lines(_ drawing: Drawing) -> [[Outline.Point]] {
        let shapes = drawing.items.compactMap { item in if case .shape(let outline, _, _) = item { outline } else { nil } }
        return shapes.suffix(4).enumerated().filter { $0.offset % 2 == 0 }.map { _, outline in
            outline.elements.compactMap { element in
                switch element {
                case .move(let point), .line(let point): point
                default: nil
                }
            }
        }
    }

    @Test("An octave is as wide as 20 dB are high, and levels grow downward")
    func scale() throws {
        let right = try #require(lines(drawing([(500, nil, 0), (1000, nil, 20), (4000, nil, 20)])).first)
        #expect(right.count == 3)
        #expect(abs((right[1].x - right[0].x) - (right[1].y - right[0].y)) < 1e-6)
        #expect(right[1].y > right[0].y && abs((right[2].x - right[1].x) - 2 * (right[1].x - right[0].x)) < 1e-6)
    }

    @Test("An ear without a test is without a line")
    func oneEar() {
        let ears = lines(drawing([(500, 10, nil), (1000, 20, nil)]))
        #expect(ears.map(\.count) == [0, 2])
    }

    @Test("Extreme numbers stay inside of the picture")
    func extremes() {
        let picture = drawing([(1e-300, 1e9, -1e9), (1, 0, 0), (1e300, -1e9, 1e9)])
        #expect(picture.frame.width < 700 && picture.frame.height < 600)
        for ear in lines(picture) {
            for place in ear {
                #expect((0...picture.frame.width).contains(place.x) && (0...picture.frame.height).contains(place.y))
            }
        }
        #expect(drawing([]).svg().contains("not a diagnosis"))
    }
}
