import Charts
import SwiftUI
import Testing

@MainActor @Suite("Bars and cells that touch")
struct SeamTests {
    private func boxes(_ chart: some View, width: CGFloat = 100) throws -> [CGRect] {
        let record = try record(of: chart.chartXAxis(.hidden).chartYAxis(.hidden).chartLegend(.hidden), width: width)
        let seams = BoxSeams(layout: record.layout, frame: record.layout.plotFrame)
        return record.layout.model.marks.indices.compactMap(seams.box)
    }

    private func heatmap(_ style: Color) -> some View {
        Chart(0..<12, id: \.self) { cell in
            RectangleMark(x: .value("x", "\(cell % 4)"), y: .value("y", "\(cell / 4)")).foregroundStyle(style)
        }
    }

    @Test("Edges that cells share are at whole points")
    func whole() throws {
        // Places of 24.25 by 33.33 points.
        let boxes = try boxes(heatmap(.red.opacity(0.5)), width: 97)
        #expect(boxes.map(\.minX).prefix(4) == [0, 24, 49, 73] && boxes.map(\.maxX).prefix(4) == [24, 49, 73, 97])
        #expect(Set(boxes.map(\.minY)) == [0, 33, 67])
    }

    @Test("A cell that lets nothing through is half a point below the next one")
    func overlap() throws {
        let boxes = try boxes(heatmap(.red), width: 97)
        #expect(boxes.map(\.maxX).prefix(4) == [24.5, 49.5, 73.5, 97] && boxes[0].maxY == 33.5 && boxes[11].maxY == 100)
    }

    @Test("Stacked bars share whole points, and bars side by side keep their places")
    func bars() throws {
        let items = [
            Item(name: "a", kind: "one", value: 1), Item(name: "a", kind: "two", value: 2), Item(name: "b", kind: "one", value: 3),
        ]
        let chart = Chart(items) {
            BarMark(x: .value("x", $0.name), y: .value("y", $0.value), width: .fixed(15.3)).foregroundStyle(by: .value("k", $0.kind))
        }
        let boxes = try boxes(chart.chartYScale(domain: 0...3))
        // Two thirds of 100 points are 66.67.
        #expect(boxes[0].maxY == 100 && boxes[0].minY == 66.5 && boxes[1].maxY == 67)
        #expect(abs(boxes[0].width - 15.3) < 0.001 && abs(boxes[2].width - 15.3) < 0.001)
    }

    @Test("Cells in front by their depth, round cells and cells apart are not longer than their places")
    func exceptions() throws {
        let round = Chart(0..<2, id: \.self) { RectangleMark(x: .value("x", "\($0)"), y: .value("y", "a")).cornerRadius(3) }
        #expect(try boxes(round, width: 97).map(\.width) == [49, 48])
        let apart = Chart(0..<2, id: \.self) {
            RectangleMark(x: .value("x", "\($0)"), y: .value("y", "a"), width: .inset(1), height: .fixed(9.5))
        }
        #expect(try boxes(apart, width: 97).map(\.width) == [46.5, 46.5])
    }
}
