import Foundation
import TallyCharts
import Testing

@Suite("A heatmap in a terminal")
struct TerminalHeatmapTests {
    /// A heatmap of ones with a single ten and an empty row after it.
    private func chart(rows: Int, columns: Int, peak: (row: Int, column: Int)) -> LayeredChart {
        let cells = (0..<rows).flatMap { row in
            (0..<columns).map { column in
                let isPeak = row == peak.row && column == peak.column
                return CellLayer.Cell(
                    from: Double(column), to: Double(column + 1), row: row, value: isPeak ? 10 : row == peak.row + 1 ? nil : 1)
            }
        }
        return LayeredChart(
            title: "", x: .slots(SlotAxis(labels: (0..<columns).map { "c\($0)" })),
            y: .slots(SlotAxis(labels: (0..<rows).map { "r\($0)" })), layers: [.cell(CellLayer(cells: cells))])
    }

    /// Returns the lines of the plot with `options`, each as its label and its cells.
    private func plot(_ chart: LayeredChart, _ options: TerminalOptions) -> [(label: Substring, cells: [Character])] {
        TerminalChart.text(of: chart, options: options).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "│", omittingEmptySubsequences: false)
            return parts.count == 2 ? (parts[0].drop { $0 == " " }.prefix { $0 != " " }, Array(parts[1])) : nil
        }
    }

    @Test(
        "with more rows than lines shows the greatest value of rows that share a line, in the line with the row's name",
        arguments: [8, 13, 24, 31])
    func rowsShareLines(height: Int) {
        for peak in 0..<96 {
            let lines = plot(chart(rows: 96, columns: 1, peak: (peak, 0)), TerminalOptions(columns: 40, rows: height))
            let shown = lines.filter { $0.cells.contains("█") }
            #expect(shown.count == 1, "row \(peak)")
            let ends = (shown.first?.label ?? "").split(separator: "–").compactMap { Int($0.dropFirst()) }
            #expect(ends.first.map { $0 <= peak } ?? false && peak <= ends.last ?? -1, "row \(peak) on \(shown)")
        }
    }

    @Test("with many colors shows the greatest value of every row", arguments: [ColorDepth.palette256, .trueColor])
    func colors(color: ColorDepth) throws {
        for height in [13, 40] {
            for peak in 0..<96 {
                let options = TerminalOptions(columns: 40, rows: height, color: color)
                let text = TerminalChart.text(of: chart(rows: 96, columns: 1, peak: (peak, 0)), options: options)
                let lines = text.split(separator: "\n")
                // The ramp in the legend ends with the color of the greatest value.
                let ramp = try #require(lines.first { $0.contains("█") })
                let last = try #require(ramp.components(separatedBy: "\u{1B}[").last { $0.contains("█") })
                let top = try #require(last.split(separator: "m").first?.components(separatedBy: "38;").last)
                let plot = lines.filter { $0.contains("│") }
                #expect(
                    plot.count { line in ["38;\(top)m", "38;\(top);", "48;\(top)m"].contains { line.contains($0) } } == 1,
                    "row \(peak) at \(height)")
            }
        }
    }

    @Test("with more columns than cells shows the greatest value of columns that share a cell")
    func columnsShareCells() {
        for columns in [41, 100] {
            for peak in 0..<columns {
                let lines = plot(chart(rows: 4, columns: columns, peak: (1, peak)), TerminalOptions(columns: 40))
                #expect(lines.contains { $0.cells.contains("█") }, "column \(peak) of \(columns)")
            }
        }
    }
}
