import CalendarIntervals
import Foundation
import HealthModel
import QueryPlan
import QueryVocabulary
import ResultRendering
import Testing

/// A statistic by source with texts that need escapes, an exact number, a null and a partial row.
private func statistic() -> ResultTable {
    var table = ResultTable(kind: .statistics, header: ResultHeader(query: "sum steps by day and source", zone: .utc), rowCount: 3)
    table.header.range.start = Instant(seconds: 1_735_689_600)
    table.header.range.end = Instant(seconds: 1_735_776_000)
    table.header.intervalText = "day"
    table.starts = Array(repeating: 1_735_689_600_000, count: 3)  // 2025-01-01T00:00:00Z
    table.ends = Array(repeating: 1_735_776_000_000, count: 3)
    table.partial = [false, false, true]
    table.keys = [KeyColumn(name: "source", values: [.text("Bob's \"Watch\", 2|1"), .text("=1+1\nnext"), nil])]
    table.columns = [
        ValueColumn(
            ColumnInfo(name: "sum", metric: "stepCount", aggregate: "sum", unit: "count", isAdditive: true),
            values: [0.1, nil, 12_345])
    ]
    return table
}

/// A statistic without rows.
private func nothing() -> ResultTable {
    var table = ResultTable(kind: .statistics, header: ResultHeader(query: "sum steps", zone: .utc), rowCount: 0)
    table.columns = [
        ValueColumn(
            ColumnInfo(name: "sum", metric: "stepCount", aggregate: "sum", unit: "count", isAdditive: true), values: [])
    ]
    return table
}

private func text(_ table: ResultTable, _ format: OutputFormat, isTerminal: Bool = false) -> String {
    var options = RenderOptions()
    options.isTerminal = isTerminal
    return ResultRenderer.text(of: table, as: format, options: options)
}

@Suite("Rows with different units")
struct UnitsOfRowsTests {
    @Test("Each number has the decimals that it has alone, so that a small one does not become 0")
    func decimals() {
        var table = ResultTable(kind: .statistics, header: ResultHeader(query: "", zone: .utc), rowCount: 2)
        let units: [KeyValue?] = [.text("count/week"), .text("kg/week")]
        table.keys = [KeyColumn(name: "unit", values: units).with(units, describesRow: true)]
        table.columns = [
            ValueColumn(ColumnInfo(name: "low", metric: "", aggregate: "trend", unit: nil, isAdditive: false), values: [-58.25, 0.0337])
        ]
        let lines = text(table, .table).split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("count/week") && $0.hasSuffix(" -58.3") })
        #expect(lines.contains { $0.hasPrefix("kg/week") && $0.hasSuffix(" 0.0337") })
        table.keys[0].describesRow = false
        #expect(text(table, .table).contains(" 0.0\n"), "rows with one unit have the same decimals")
    }
}

@Suite("CSV follows RFC 4180")
struct CSVTests {
    @Test("A header is followed by one line per row, quotes are doubled, nulls are empty, numbers are exact, and no cell is a formula")
    func rows() {
        #expect(
            text(statistic(), .csv) == """
                start,end,source,sum,partial
                2025-01-01T00:00:00Z,2025-01-02T00:00:00Z,"Bob's ""Watch"", 2|1",0.1,false
                2025-01-01T00:00:00Z,2025-01-02T00:00:00Z,"'=1+1
                next",,false
                2025-01-01T00:00:00Z,2025-01-02T00:00:00Z,,12345,true

                """)
    }

    @Test("A reader of RFC 4180 finds the same cells and the same number in each row")
    func readBack() {
        let rows = Self.read(text(statistic(), .csv))
        #expect(rows.map(\.count) == [5, 5, 5, 5])
        #expect(rows.map { $0[2] } == ["source", "Bob's \"Watch\", 2|1", "'=1+1\nnext", ""])
        #expect(rows.map { $0[3] } == ["sum", "0.1", "", "12345"])
    }

    @Test(
        "Every sign that starts a formula gets an apostrophe in front, and so does an apostrophe before such a sign",
        arguments: ["=", "+", "-", "@", "'=", "\n=", "＝", "－", "+1+"])
    func formulas(sign: String) {
        var table = statistic()
        table.keys[0].values[0] = .text(sign + "A1")
        #expect(Self.read(text(table, .csv))[1][2] == "'" + sign + "A1")
    }

    @Test("A number stays a number, also as a text", arguments: ["-5", "+1.5", "-0.5e-3", "2"])
    func numbers(number: String) {
        var table = statistic()
        table.keys[0].values[0] = .text(number)
        #expect(Self.read(text(table, .csv))[1][2] == number)
    }

    @Test(
        "Hidden characters are replaced, and marks of direction remain only in text from right to left",
        arguments: [("a\u{200B}b", "a�b"), ("a\u{E0041}", "a�"), ("a\u{200E}", "a�"), ("שלום\u{200F}!", "שלום\u{200F}!"), ("👩‍⚕️", "👩‍⚕️")])
    func hidden(given: String, expected: String) {
        var table = statistic()
        table.keys[0].values[0] = .text(given)
        #expect(text(table, .csv).unicodeScalars.split(separator: "\n")[1].split(separator: ",")[2].elementsEqual(expected.unicodeScalars))
    }

    @Test("Without rows there is only the header")
    func noRows() { #expect(text(nothing(), .csv) == "start,end,sum,partial\n") }

    @Test("No control character and no direction mark of the data is printed, on a terminal and in a file", arguments: [true, false])
    func controls(isTerminal: Bool) {
        var table = statistic()
        table.keys[0].values[0] = .text("a\u{1B}[2Jb\u{202E}c\u{2066}d")
        let scalars = text(table, .csv, isTerminal: isTerminal).unicodeScalars
        #expect(!scalars.contains { ["\u{1B}", "\u{202E}", "\u{2066}"].contains($0) })
    }

    /// Reads CSV by the grammar of RFC 4180, with line feeds between records.
    private static func read(_ text: String) -> [[String]] {
        var (rows, row, cell) = ([[String]](), [String](), "")
        var isQuoted = false
        var rest = Array(text)[...]
        while let character = rest.popFirst() {
            switch character {
            case "\"" where isQuoted && rest.first == "\"": cell.append(rest.removeFirst())
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                row.append(cell)
                cell = ""
            case "\n" where !isQuoted:
                rows.append(row + [cell])
                (row, cell) = ([], "")
            default: cell.append(character)
            }
        }
        return rows
    }
}

@Suite("TSV has tabs between cells and one line per row")
struct TSVTests {
    @Test("Tabs and line breaks in the data become spaces, and nothing is quoted")
    func rows() {
        var table = statistic()
        table.keys[0].values[0] = .text("a\tb\"c")
        #expect(
            text(table, .tsv) == """
                start\tend\tsource\tsum\tpartial
                2025-01-01T00:00:00Z\t2025-01-02T00:00:00Z\ta b"c\t0.1\tfalse
                2025-01-01T00:00:00Z\t2025-01-02T00:00:00Z\t'=1+1 next\t\tfalse
                2025-01-01T00:00:00Z\t2025-01-02T00:00:00Z\t\t12345\ttrue

                """)
    }

    @Test("Without rows there is only the header")
    func noRows() { #expect(text(nothing(), .tsv) == "start\tend\tsum\tpartial\n") }
}

@Suite("JSON is a document of RFC 8259")
struct JSONTests {
    private func document(_ table: ResultTable) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text(table, .json).utf8)) as? [String: Any])
    }

    @Test("It has the resolved settings, the columns with their units, and the rows with exact numbers and nulls")
    func members() throws {
        let document = try document(statistic())
        #expect(document["query"] as? String == "sum steps by day and source")
        #expect(document["zone"] as? String == "UTC")
        #expect(document["interval"] as? String == "day")
        #expect(document["anchor"] is NSNull)
        #expect(document["range"] as? [String: String] == ["start": "2025-01-01T00:00:00Z", "end": "2025-01-02T00:00:00Z"])
        #expect(
            document["columns"] as? [[String: String]] == [["name": "sum", "metric": "stepCount", "aggregate": "sum", "unit": "count"]])
        let rows = try #require(document["rows"] as? [[String: Any]])
        #expect(rows.map { $0["source"] as? String } == ["Bob's \"Watch\", 2|1", "=1+1\nnext", nil])
        #expect(rows.map { $0["sum"] as? Double } == [0.1, nil, 12_345])
        #expect(rows.map { $0["sum"] is NSNull } == [false, true, false])
        #expect(rows.map { $0["partial"] as? Bool } == [false, false, true])
        #expect(rows.allSatisfy { $0["start"] as? String == "2025-01-01T00:00:00Z" && $0["end"] as? String == "2025-01-02T00:00:00Z" })
        #expect(document["diagnostics"] as? [[String: String]] == [])
    }

    @Test("Every control character is escaped, so terminals and line readers never see one")
    func controls() throws {
        var table = statistic()
        let controls = "\u{0}\u{1B}\u{7F}\u{85}\u{2028}\u{202E}\t\r"
        table.keys[0].values[0] = .text(controls)
        #expect(!text(table, .json).unicodeScalars.contains { "\u{0}\u{1B}\u{7F}\u{85}\u{2028}\u{202E}\t\r".unicodeScalars.contains($0) })
        let rows = try #require(try document(table)["rows"] as? [[String: Any]])
        #expect(rows[0]["source"] as? String == controls)
    }

    @Test("Without rows it is still a document")
    func noRows() throws {
        let rows = try #require(try document(nothing())["rows"] as? [Any])
        #expect(rows.isEmpty)
    }
}

@Suite("JSON Lines have an object for each row")
struct JSONLinesTests {
    @Test("Each line is a document with the members of its row")
    func lines() throws {
        let lines = text(statistic(), .jsonl).split(separator: "\n")
        #expect(lines.count == 3)
        let rows = try lines.map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
        #expect(rows.allSatisfy { Set($0.keys) == ["start", "end", "source", "sum", "partial"] })
        #expect(rows.map { $0["sum"] as? Double } == [0.1, nil, 12_345])
    }

    @Test("In a series of answers, each row has its event")
    func events() throws {
        var options = RenderOptions()
        options.rowEvent = RowEvent(.removed)
        let lines = ResultRenderer.text(of: statistic(), as: .jsonl, options: options).split(separator: "\n")
        #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("{\"event\":\"removed\",") })
    }

    @Test("Without rows the output is empty")
    func noRows() { #expect(text(nothing(), .jsonl).isEmpty) }
}

@Suite("Markdown is a pipe table")
struct MarkdownTests {
    @Test("Cells are rounded, numbers are right-aligned, and special characters of Markdown are escaped")
    func rows() {
        var table = ResultTable(kind: .list, header: ResultHeader(query: "", zone: .utc), rowCount: 2)
        table.keys = [KeyColumn(name: "name", values: [.text("a|b *c* _d_ `e` [f] <g> \\"), .text("plain")])]
        table.columns = [
            ValueColumn(ColumnInfo(name: "amount", metric: "", aggregate: "", unit: "kg", isAdditive: false), values: [1234.5678, nil])
        ]
        let lines = text(table, .markdown).split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[0] == "| name | amount (kg) |")
        #expect(lines[1] == "| --- | ---: |")
        #expect(lines[2] == "| a\\|b \\*c\\* \\_d\\_ \\`e\\` \\[f\\] &lt;g> \\\\ | 1,235 |")
        #expect(lines[3].hasPrefix("| plain | ") && lines[3].hasSuffix(" |"))
    }

    @Test("A title has the metric and the resolved settings, and an empty line follows it")
    func title() {
        let lines = text(statistic(), .markdown).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "**stepCount** · 2025-01-01 to 2025-01-02 · UTC · by day · 3 rows, 1 partial")
        #expect(lines[1].isEmpty)
        #expect(lines[2].hasPrefix("| start | source | sum (count) |"))
    }

    @Test("If rows add up, the last row is their sum in bold")
    func totals() {
        var table = statistic()
        table.columns[0].values = [100, 200, 300]
        table.partial = [false, false, false]
        #expect(text(table, .markdown).split(separator: "\n").last?.contains("**600**") == true)
    }

    @Test("Without rows there are only the title and the table's header")
    func noRows() { #expect(text(nothing(), .markdown).split(separator: "\n").count == 3) }
}
