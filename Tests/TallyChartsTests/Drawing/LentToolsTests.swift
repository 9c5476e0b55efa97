import Foundation
@_spi(Guests) import TallyCharts
import Testing

@Suite("Tools of charts for guests")
struct LentToolsTests {
    @Test(
        "Sines and cosines equal those of the system",
        arguments: [0.0, 1, 30, 44.9, 45.1, 89, 90, 135, 180, 200, 270, 359, 720.5, -17, -300])
    func sines(degrees: Double) {
        // A rotation of (1, 0) is the cosine and the sine.
        let point = Transform.rotation(degrees: degrees).apply(.init(1, 0))
        #expect(abs(point.x - cos(degrees * .pi / 180)) < 1e-14)
        #expect(abs(point.y - sin(degrees * .pi / 180)) < 1e-14)
    }

    @Test("An arc is within a thousandth of its circle")
    func arcs() {
        let arc = Outline { $0.arc(x: 0, y: 0, radius: 1, from: 10, to: 300) }
        var start = Outline.Point(0, 0)
        for element in arc.elements {
            switch element {
            case .move(let point): start = point
            case .cubic(let first, let second, let end):
                // The middle of a curve.
                let x = (start.x + 3 * first.x + 3 * second.x + end.x) / 8
                let y = (start.y + 3 * first.y + 3 * second.y + end.y) / 8
                #expect(abs((x * x + y * y).squareRoot() - 1) < 1e-3)
                start = end
            default: Issue.record("\(element)")
            }
        }
        #expect(abs(start.x - cos(300 * Double.pi / 180)) < 1e-12)
    }

    @Test("A wider font and a bold one take more room")
    func textWidths() {
        let text = "Mon 2 March"
        let widths = [Drawing.Font(), Drawing.Font(weight: 600), Drawing.Font(size: 17), Drawing.Font(size: 17, weight: 700)].map {
            $0.width(of: text)
        }
        #expect(widths == widths.sorted() && Set(widths).count == 4)
        #expect(Drawing.Font(size: 10).lineHeight == 14)
    }

    @Test("A reduced line keeps the first, lowest, highest and last point of each column, and gaps")
    func reduction() {
        let values = (0..<1000).map { $0 == 503 ? 1e3 : $0 == 507 ? -1e3 : sin(Double($0)) }
        let kept = ColumnReduction(columns: 10, over: 0...1000).kept(of: 1000) { index in
            (600..<700).contains(index) ? nil : (Double(index), values[index])
        }
        #expect(kept.count <= 41)
        for index in [0, 99, 500, 503, 507, 599, 700, 999] { #expect(kept.contains(index)) }
        #expect(kept.firstIndex(of: nil).map { kept[$0 - 1] } == 599)
        #expect(kept.compactMap(\.self) == kept.compactMap(\.self).sorted())
    }

    @Test("Ticks count by the calendar: a day of 23 hours has 23 hours")
    func calendarTicks() throws {
        let axis = TimeAxis(zone: try #require(ChartZone("Europe/Berlin")))
        // 30 March 2025, 00:00 in Berlin.
        let start = 1_743_289_200_000.0
        let hours = TimeTicks(every: 1, .hour, in: start...start + 23 * 3_600_000, of: axis)
        #expect(hours.ticks.count == 24 && hours.ticks.last?.isMajor == true)
        let days = TimeTicks(every: 1, .day, in: start...start + 47 * 3_600_000, of: axis)
        #expect(days.ticks.map { ($0.position - start) / 3_600_000 } == [0, 23, 47])
        #expect(days.wordings.first?.first == "Sun 30 Mar")
    }

    @Test("Natural steps are in ascending order, from a second to a thousand years")
    func naturalSteps() {
        let steps = TimeTicks.naturalSteps
        #expect(steps.first.map { $0.count == 1 && $0.unit == .second } == true)
        #expect(steps.last.map { $0.count == 1000 && $0.unit == .year } == true)
        #expect(steps.contains { $0.count == 6 && $0.unit == .hour } && steps.contains { $0.count == 3 && $0.unit == .month })
    }

    @Test("Each ink has a color for light and dark backgrounds, and series repeat in both directions")
    func inks() {
        #expect(Palette.light.color(of: .text) == Palette.light.ink && Palette.dark.color(of: .ground) == Palette.dark.ground)
        #expect(Palette.dark.color(of: .color(light: 0x111111, dark: 0x222222)) == 0x222222)
        #expect(Palette.light.color(of: .series(9)) == Palette.light.color(of: .series(1)))
        #expect(Palette.light.color(of: .series(-1)) == Palette.light.color(of: .series(7)))
        #expect(SRGB(red: 1, green: 2, blue: 255).hex == "#0102ff")
    }
}
