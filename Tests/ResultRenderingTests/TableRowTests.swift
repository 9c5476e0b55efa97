import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary
import RandomTesting
import ResultRendering
import TerminalText
import Testing

@Suite("Rows of tables")
struct TableRowTests {
    @Test("have the cells that are laid out one by one", arguments: 0..<80)
    func rows(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let table = try Self.table(using: &random)
        let cells = PlainCells(table)
        let lines = ResultRenderer.text(of: table, as: .table).split(separator: "\n", omittingEmptySubsequences: false)
        let rule = try #require(lines.firstIndex { $0.hasPrefix("─") })
        let widths = lines[rule].split(separator: " ").map(\.count)
        for row in 0..<table.rowCount {
            let line = cells.line(row, widths: widths)
            // Equal texts can have other bytes.
            let isSame = lines[rule + 1 + row].utf8.elementsEqual(line.utf8)
            #expect(isSame, "\(lines[rule + 1 + row]) is not \(line)")
        }
    }

    private static func table(using random: inout SplitMix64) throws -> ResultTable {
        let zone = try #require(Zone.named(random.pick(["UTC", "America/New_York", "Australia/Lord_Howe", "Africa/Monrovia"])))
        let count = random.pick([2, 5, 120])
        var table = ResultTable(kind: .statistics, header: ResultHeader(query: "", zone: zone), rowCount: count)
        table.header.isFloating = random.chance(20)
        // Around the ends of summer time, and around the years 0 and 10,000.
        let start = random.pick([1_730_610_000_000, 1_743_865_200_000, -62_167_300_000_000, 253_402_300_000_000, -999] as [Int64])
        let step = random.pick([250, 1000, 900_000, 3_600_000, 86_400_000] as [Int64])
        table.starts = (0..<count).map { random.chance(1) ? ResultTable.unknownTime : start + Int64($0) * step }
        table.ends = (0..<count).map { start + Int64($0 + 1) * step }
        table.partial = (0..<count).map { _ in random.chance(20) }
        let texts = ["Watch", "", " ", "caf\u{E9}", "cafe\u{301}", "日本", "·", "\u{387}", "a  ", "\u{1B}[2J", "\u{600} ", "👨‍👩‍👧"]
        table.keys = [KeyColumn(name: "k", values: (0..<count).map { _ in random.chance(10) ? nil : .text(random.pick(texts)) })]
        table.columns = (0..<3).map { index in
            let size = random.pick([1e-3, 1, 100, 12_345, 3e5, 1e7, 1e15, 1e17])
            let values = (0..<count).map { _ in random.chance(10) ? nil : Double.random(in: -size...size, using: &random) }
            return ValueColumn(ColumnInfo(name: "abc", metric: "", aggregate: "abc", unit: nil, isAdditive: false), values: values)
        }
        return table
    }
}

/// The cells of a table as texts.
private struct PlainCells {
    private let table: ResultTable
    private let decimals: [Int]
    /// The number of characters of a time.
    private let timeLength: Int

    init(_ table: ResultTable) {
        self.table = table
        decimals = table.columns.map { NumberText.decimals(for: $0.values.compactMap(\.self)) }
        let moments = (table.starts + table.ends).filter { $0 != ResultTable.unknownTime }
            .map { Self.civil($0, table.header).millisecondOfDay }
        timeLength =
            moments.contains { $0 % 1000 != 0 } ? 23 : moments.contains { $0 % 60_000 != 0 } ? 19 : moments.contains { $0 != 0 } ? 16 : 10
    }

    func line(_ row: Int, widths: [Int]) -> String {
        var texts = [time(table.starts[row]), time(table.ends[row]) + (table.partial[row] ? " ~" : "")]
        if case .text(let text)? = table.keys[0].values[row] { texts.append(ScreenText.visible(text)) } else { texts.append("·") }
        texts += table.columns.indices.map { index in
            table.columns[index].values[row].map { NumberText.rounded($0, decimals: decimals[index]) } ?? "·"
        }
        let cells = texts.enumerated().map { ScreenText.padded($1, to: widths[$0], on: $0 < 3 ? .start : .end) }
        var line = cells.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
    }

    private static func civil(_ time: Int64, _ header: ResultHeader) -> CivilDateTime {
        header.isFloating ? CivilDateTime(localMilliseconds: time) : header.zone.civil(at: Instant(milliseconds: time))
    }

    private func time(_ time: Int64) -> String {
        guard time != ResultTable.unknownTime else { return "·" }
        let civil = Self.civil(time, table.header)
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let thousandths = String(String(1000 + civil.millisecond).dropFirst())
        let clock = " \(two(civil.hour)):\(two(civil.minute)):\(two(civil.second)).\(thousandths)"
        let text = ISO8601.text(of: civil.date) + clock.prefix(timeLength - 10)
        guard timeLength > 10, !table.header.isFloating, table.header.zone.repeats(localMilliseconds: civil.localMilliseconds) else {
            return text
        }
        return text + " " + ISO8601.text(offsetSeconds: table.header.zone.offsetSeconds(at: Instant(milliseconds: time)))
    }
}
