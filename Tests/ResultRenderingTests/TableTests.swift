import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary
import ResultRendering
import TerminalText
import Testing

@Suite("Tables")
struct TableTests {
    @Test("stay within the width of the screen for any number of columns", arguments: [32, 40, 60, 80, 120])
    func width(limit: Int) {
        let text = Self.text(of: Self.days(measures: 9), width: limit)
        for line in text.split(separator: "\n") { #expect(ScreenText.width(line) <= limit, "\(line)") }
    }

    @Test("break headings before they leave out columns")
    func headings() {
        for (width, lines) in [(120, 1), (72, 2), (52, 3)] {
            let text = Self.text(of: Self.days(measures: 3), width: width)
            let headings = text.split(separator: "\n").drop { !$0.contains("average_") }.prefix { !$0.hasPrefix("─") }
            #expect(headings.count == lines)
            #expect(!text.contains("not shown"))
        }
    }

    @Test("list the columns that are left out, and how to see them")
    func leftOut() throws {
        let text = Self.text(of: Self.days(measures: 9), width: 40)
        let leftOut = try #require(text.split(separator: "not shown:").dropFirst().first)
        #expect(leftOut.contains("average_heartRate9"))
        #expect(text.contains("`as csv`"))
        // Numbers and times are not truncated.
        #expect(text.contains("2025-03-01"))
        #expect(text.contains("1,234,567"))
    }

    @Test("leave nothing out without a width")
    func unlimited() {
        let text = Self.text(of: Self.days(measures: 9), width: nil)
        #expect(text.contains("average_heartRate9 (count/min)"))
        #expect(!text.contains("not shown"))
    }

    @Test("show units without the molar mass, and JSON shows it")
    func molarMass() {
        var table = Self.days(measures: 1)
        table.columns[0].unit = "mmol<180.15588000005408>/L"
        #expect(Self.text(of: table, width: 80).contains("(mmol/L)"))
        #expect(ResultRenderer.text(of: table, as: .json).contains("\"unit\":\"mmol<180.15588000005408>/L\""))
    }

    @Test("show one row as a list on a narrow screen")
    func record() {
        let text = Self.text(of: Self.days(measures: 4).keeping([0]), width: 40)
        #expect(text.contains("average_heartRate4 (count/min)  1,234,567\n"))
    }

    @Test("align wide characters")
    func alignment() {
        var table = Self.days(measures: 1)
        table.keys = [KeyColumn(name: "source", values: [.text("日本語の時計"), .text("👨‍👩‍👧 phone"), .text("\u{1B}[2J")])]
        table.partial = [false, false, false]
        table.columns[0].values = [1, 2, 3]
        let lines = Self.text(of: table, width: 80).split(separator: "\n").suffix(3)
        let ends = Set(lines.map { ScreenText.width($0) })
        #expect(ends.count == 1, "numbers end in one column")
        #expect(lines.last?.contains("␛[2J") == true)
    }

    @Test("omit the middle and count the omitted rows")
    func elision() {
        var table = Self.days(measures: 1).keeping(Array(repeating: 0, count: 100))
        table.starts = (0..<100).map { 1_740_787_200_000 + Int64($0) * 86_400_000 }
        table.ends = table.starts.map { $0 + 86_400_000 }
        table.columns[0].values = (0..<100).map(Double.init)
        var options = RenderOptions()
        options.maximumRows = 10
        let text = ResultRenderer.text(of: table, as: .table, options: options)
        #expect(text.contains("… 90 more rows …"))
        #expect(text.split(separator: "\n").count { $0.hasPrefix("2025-") && !$0.contains("row") } == 10)
    }

    @Test("can be cancelled while they are measured")
    func checks() {
        struct Enough: Error {}
        var table = Self.days(measures: 1).keeping(Array(repeating: 0, count: 50_000))
        table.starts = (0..<50_000).map { Int64($0) * 86_400_000 }
        table.ends = table.starts.map { $0 + 86_400_000 }
        var calls = 0
        #expect(throws: Enough.self) {
            try ResultRenderer.render(table, as: .table, options: RenderOptions()) { _ in
                calls += 1
                if calls == 3 { throw Enough() }
            }
        }
        #expect(calls == 3)
    }

    @Test("show running totals with the ends of their rows, and from start to end in files")
    func ends() {
        var table = Self.days(measures: 2)
        let days = BucketSchedule(interval: IntervalComponents(1, .day), anchor: CivilDateTime(localMilliseconds: 0), zone: .utc)
        table.columns[0].runningTotal = RunningTotal(reset: days)
        #expect(Self.text(of: table, width: nil).contains("start  "), "next to something else they do not")
        table.columns[1].runningTotal = RunningTotal(reset: days)
        let text = Self.text(of: table, width: nil)
        // The end of the first row with a time, because the date alone would mean the whole day.
        #expect(text.contains("until  ") && !text.contains("start") && text.contains("\n2025-03-02 00:00"))
        #expect(ResultRenderer.text(of: table, as: .markdown).contains("| until |"))
        #expect(ResultRenderer.text(of: table, as: .csv).hasPrefix("start,end,"))
    }

    @Test("show a typical day by the ends of hours, and by `hourOfDay` in files")
    func typicalDay() {
        var table = ResultTable(kind: .statistics, header: ResultHeader(query: "", zone: .utc), rowCount: 1)
        table.keys = [KeyColumn(name: "hourOfDay", values: [.integer(8)], replacesTime: true)]
        table.columns = [
            ValueColumn(
                ColumnInfo(name: "average", metric: "stepCount", aggregate: "average", unit: "count", isAdditive: false), values: [1])
        ]
        table.partial = [false]
        #expect(Self.text(of: table, width: nil).contains("hourOfDay"))
        let days = BucketSchedule(interval: IntervalComponents(1, .day), anchor: CivilDateTime(localMilliseconds: 0), zone: .utc)
        table.columns[0].runningTotal = RunningTotal(reset: days)
        #expect(Self.text(of: table, width: nil).contains("by the end of hour  average"))
        #expect(ResultRenderer.text(of: table, as: .csv).hasPrefix("hourOfDay,"))
    }

    @Test("wrap texts of lists")
    func lists() {
        var table = ResultTable(kind: .list, header: ResultHeader(query: "", zone: .utc), rowCount: 1)
        table.keys = [
            KeyColumn(name: "samples", values: [.integer(1_234_567)]),
            KeyColumn(name: "meaning", values: [.text("the time zone of days and clocks, and of weeks")]),
        ]
        let text = Self.text(of: table, width: 30)
        #expect(text.contains("1,234,567  the time zone of\n"))
        #expect(text.replacing("\n", with: " ").contains("and of weeks"))
    }

    @Test("never leave out columns that distinguish rows, and leave out times that all rows share first")
    func keys() {
        var table = Self.days(measures: 1)
        table.header.intervalText = nil
        table.starts = Array(repeating: table.starts[0], count: 3)
        table.ends = Array(repeating: table.ends[2], count: 3)
        table.partial = [false, false, false]
        table.keys = [KeyColumn(name: "source", values: [.text("Anna's Watch"), .text("Anna's iPhone"), .text("Scale")])]
        let text = Self.text(of: table, width: 34)
        #expect(text.contains("Anna's Watch"))
        #expect(text.contains("1,234,567"))
        #expect(text.contains("not shown: start, end"))
        for width in [20, 24, 32] { #expect(Self.text(of: table, width: width).contains("source")) }
    }

    @Test("leave out ends that equal the next starts before they truncate a text")
    func contiguousEnds() {
        var table = Self.days(measures: 1)
        table.header.intervalText = nil
        table.keys = [KeyColumn(name: "source", values: [.text("Anna's Watch"), .text("Anna's Watch"), .text("Anna's Watch")])]
        let text = Self.text(of: table, width: 48)
        #expect(text.contains("not shown: end;"))
        #expect(text.contains("Anna's Watch"))
        #expect(text.contains("2025-03-03"))
    }

    @Test("keep the value and the source of samples longer than their ends")
    func samples() {
        var table = Self.days(measures: 1)
        table.kind = .samples
        table.partial = []
        table.starts = table.starts.map { $0 + 60_000 }
        table.columns[0].name = "value"
        table.keys = [
            KeyColumn(name: "source", values: [.text("Watch"), .text("Watch"), .text("Watch")]),
            KeyColumn(name: "device", values: [.text("Watch7,1"), .text("Watch7,1"), .text("Watch7,1")]),
        ]
        let text = Self.text(of: table, width: 40)
        #expect(text.contains("2025-03-01 00:01") && text.contains("1,234,567") && text.contains("Watch"))
        #expect(text.contains("not shown: end, device"))
    }

    @Test("of lists keep dates and numbers complete, and leave out details before they break a name", arguments: [20, 30, 40, 60, 70])
    func listedDates(width: Int) {
        var table = ResultTable(kind: .list, header: ResultHeader(query: "", zone: .utc), rowCount: 1)
        table.keys = [
            KeyColumn(name: "metric", values: [.text("heartRateVariabilitySDNN")]), KeyColumn(name: "style", values: [.text("discrete")]),
            KeyColumn(name: "samples", values: [.integer(7_206)]), KeyColumn(name: "first", values: [.text("2026-05-02")]),
            KeyColumn(name: "last", values: [.text("2026-06-30")]), KeyColumn(name: "sources", values: [.integer(1)]),
        ]
        table.keys[1].listing = .detail
        for index in 3...4 { table.keys[index].listing = .date }
        let text = Self.text(of: table, width: width)
        for line in text.split(separator: "\n") { #expect(ScreenText.width(line) <= width, "\(line)") }
        #expect(text.contains("7,206"))
        for part in ["2026-05", "2026-06"] where text.contains(part) {
            #expect(text.contains(part == "2026-05" ? "2026-05-02" : "2026-06-30"))
        }
        #expect(text.replacing("\n", with: " ").contains("`set format = csv`"))
        #expect(width < 70 || text.contains("heartRateVariabilitySDNN") && !text.contains("discrete"))
    }

    /// Three days with one measure for each metric.
    private static func days(measures: Int) -> ResultTable {
        var header = ResultHeader(query: "", zone: .utc)
        header.range.start = Instant(milliseconds: 1_740_787_200_000)
        header.range.end = Instant(milliseconds: 1_740_787_200_000 + 3 * 86_400_000)
        header.intervalText = "day"
        var table = ResultTable(kind: .statistics, header: header, rowCount: 3)
        table.starts = (0..<3).map { 1_740_787_200_000 + $0 * 86_400_000 }
        table.ends = table.starts.map { $0 + 86_400_000 }
        table.partial = [false, false, true]
        table.columns = (1...measures).map { number in
            ValueColumn(
                ColumnInfo(
                    name: "average_heartRate\(number)", metric: "heartRate\(number)", aggregate: "average", unit: "count/min",
                    isAdditive: false), values: [1_234_567, nil, 3])
        }
        return table
    }

    private static func text(of table: ResultTable, width: Int?) -> String {
        var options = RenderOptions()
        options.width = width
        return ResultRenderer.text(of: table, as: .table, options: options)
    }
}
