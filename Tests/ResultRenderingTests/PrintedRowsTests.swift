import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary
import RandomTesting
import ResultRendering
import TerminalText
import Testing

/// Prints a random table in a plain way, one text for each cell, to compare it with the renderers.
private struct PlainPrinting {
    let table: ResultTable

    func csv(separator: String = ",") -> String {
        let header = table.fields.map { cell(.text($0.name), separator) }.joined(separator: separator) + "\n"
        return header
            + (0..<table.rowCount).map { row in cells(row).map { self.cell($0, separator) }.joined(separator: separator) + "\n" }.joined()
    }

    func jsonLines() -> String {
        // In statistics, keys are last.
        let order = table.fields.indices.filter { !isKey($0) } + table.fields.indices.filter { isKey($0) }
        return (0..<table.rowCount).map { row in
            let cells = cells(row)
            return "{" + order.map { JSONString.quoted(table.fields[$0].name) + ":" + json(cells[$0]) }.joined(separator: ",") + "}\n"
        }.joined()
    }

    private enum Cell { case text(String), time(String), plain(String), none }

    private func isKey(_ index: Int) -> Bool { if case .key = table.fields[index].source { true } else { false } }

    private func cells(_ row: Int) -> [Cell] {
        table.fields.map { field in
            switch field.source {
            case .start: time(table.starts[row])
            case .end: time(table.ends[row])
            case .partial: .plain(String(table.partial[row]))
            case .key(let index): key(table.keys[index].values[row])
            case .value(let index): value(table.columns[index], row)
            case .part: .none
            }
        }
    }

    private func time(_ time: Int64) -> Cell {
        guard time != ResultTable.unknownTime else { return .none }
        let header = table.header
        return .time(
            header.isFloating
                ? ISO8601.text(of: CivilDateTime(localMilliseconds: time)) : ISO8601.text(of: Instant(milliseconds: time), in: header.zone))
    }

    private func key(_ key: KeyValue?) -> Cell {
        switch key {
        case .text(let text): .text(text)
        case .integer(let number): .plain(String(number))
        case .number(let number): .plain(NumberText.exact(number))
        case .flag(let flag): .plain(String(flag))
        case nil: .none
        }
    }

    private func value(_ column: ValueColumn, _ row: Int) -> Cell {
        if column.isFlag, let value = column.values[row] { return .plain(String(value != 0)) }
        if let text = column.texts?[row] { return .text(text) }
        guard let value = column.values[row] else { return .none }
        switch column.clock {
        case .instant: return time(Int64(value))
        case .timeOfDay: return ClockText(table).exact(column, row: row).map { .time($0) } ?? .none
        case nil: return .plain(NumberText.exact(value))
        }
    }

    private func cell(_ cell: Cell, _ separator: String) -> String {
        switch cell {
        case .none: return ""
        case .time(let text), .plain(let text): return text
        case .text(let written):
            // Control characters and direction marks are replaced as on a screen.
            var text = written.replacing("\u{1B}", with: "␛").replacing("\u{202E}", with: "�")
            // A number with a sign is not a formula.
            if let first = text.unicodeScalars.first(where: { $0 != "'" }), "=+-@\t\r".unicodeScalars.contains(first),
                Double(text) == nil
            {
                text = "'" + text
            }
            if separator == "\t" { return String(text.map { $0 == "\t" || $0.isNewline ? " " : $0 }) }
            let isPlain = !text.unicodeScalars.contains { ",\"\n\r".unicodeScalars.contains($0) }
            return isPlain ? text : "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
        }
    }

    private func json(_ cell: Cell) -> String {
        switch cell {
        case .none: "null"
        case .plain(let text): text
        case .time(let text), .text(let text): JSONString.quoted(text)
        }
    }
}

extension ResultTable {
    /// The fields of the tables below.
    fileprivate var fields: [SelectedField] {
        [SelectedField(.start, name: "start"), SelectedField(.end, name: "end")]
            + keys.enumerated().map { SelectedField(.key($0), name: $1.name) }
            + columns.enumerated().map { SelectedField(.value($0), name: $1.name) } + [SelectedField(.partial, name: "partial")]
    }

    /// Returns a table with all kinds of cells.
    fileprivate static func random(rows: Int, using random: inout SplitMix64) throws -> ResultTable {
        let zones = ["UTC", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Africa/Monrovia", "Pacific/Apia"]
        let zone = try #require(Zone.named(random.pick(zones)))
        var table = ResultTable(kind: .statistics, header: ResultHeader(query: "sum steps", zone: zone), rowCount: rows)
        table.header.isFloating = random.chance(20)
        func texts(_ random: inout SplitMix64) -> String {
            let texts = [
                "Watch", "Ann's Watch", "'quoted'", "=1+1", "-5", "a,b", "a\"b\\c", "caf\u{E9}", "cafe\u{301}", "日本", "a\tb\nc\r\nd",
                "\u{1B}[2J",
                "", String(repeating: "long ", count: 40), "@me", "+1", "'=x", "\u{202E}x", "👨‍👩‍👧",
            ]
            return random.pick(texts)
        }
        var start = Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random)
        let step = random.pick([1, 999, 1000, 60_000, 1_800_000, 3_600_000, 86_400_000, 31_556_952_000] as [Int64])
        for _ in 0..<rows {
            if random.chance(1) { start = Int64.random(in: -70_000_000_000_000...300_000_000_000_000, using: &random) }
            table.starts.append(random.chance(1) ? ResultTable.unknownTime : start)
            start += step
            table.ends.append(start)
            table.partial.append(random.chance(10))
        }
        func numbers(_ random: inout SplitMix64) -> [Double?] {
            let kind = random.pick(0..<6)
            return (0..<rows).map { _ in
                if random.chance(10) { return nil }
                switch kind {
                case 0: return Double(Int.random(in: -20_000...20_000, using: &random))
                case 1: return Double(Int.random(in: -1_000_000...1_000_000, using: &random)) / random.pick([10, 100, 1000, 8, 3])
                case 2: return Double(bitPattern: UInt64.random(in: 0 ... .max, using: &random))
                case 3:
                    return Double(
                        sign: .plus, exponent: Int.random(in: -14...60, using: &random),
                        significand: Double.random(in: 1..<2, using: &random))
                case 4:
                    let power = Double(sign: .minus, exponent: Int.random(in: -14...60, using: &random), significand: 1)
                    return random.pick([power, power.nextUp, power.nextDown])
                default:
                    return random.pick([
                        0, -0.0, 0.1, 0.3, 1 / 3, 99_999_999, 100_000_000, 1e15, 999_999_999_999_999, 0.001, 4_503_599_627_370_497.5,
                    ])
                }
            }
        }
        func column(_ name: String, _ values: [Double?]) -> ValueColumn {
            ValueColumn(
                ColumnInfo(name: name, metric: "stepCount", aggregate: "sum", unit: nil, isAdditive: false),
                values: values)
        }
        table.keys = [
            KeyColumn(name: "text", values: (0..<rows).map { _ in random.chance(10) ? nil : .text(texts(&random)) }),
            KeyColumn(
                name: "key \"2\"",
                values: (0..<rows).map { _ in
                    random.pick([
                        nil, .integer(Int.random(in: -3000...3000, using: &random)), .number(Double.random(in: -5...5, using: &random)),
                        .flag(true),
                    ])
                }),
        ]
        table.columns = [column("a", numbers(&random)), column("b", numbers(&random)), column("c", numbers(&random))]
        var flags = column("yes", (0..<rows).map { _ in random.pick([0, 1, nil]) })
        flags.isFlag = true
        var named = column("named", (0..<rows).map { _ in random.pick([4.5, nil]) })
        named.texts = (0..<rows).map { _ in random.chance(50) ? texts(&random) : nil }
        var instants = column(
            "instant", (0..<rows).map { _ in random.chance(10) ? nil : Double.random(in: 0...2e12, using: &random).rounded() })
        instants.clock = .instant
        var times = column("time", (0..<rows).map { _ in random.chance(10) ? nil : Double.random(in: 0...1e8, using: &random) })
        times.clock = .timeOfDay
        table.columns += [flags, named, instants, times]
        table.checkLengths()
        return table
    }
}

@Suite("Rows for programs")
struct PrintedRowsTests {
    @Test("are the same bytes as cells that are printed one by one", arguments: 0..<90)
    func plain(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let table = try ResultTable.random(rows: random.pick([1, 7, 300]), using: &random)
        let plain = PlainPrinting(table: table)
        // Equal texts can have other bytes.
        #expect(ResultRenderer.text(of: table, as: .csv).utf8.elementsEqual(plain.csv().utf8))
        #expect(ResultRenderer.text(of: table, as: .tsv).utf8.elementsEqual(plain.csv(separator: "\t").utf8))
        #expect(ResultRenderer.text(of: table, as: .jsonl).utf8.elementsEqual(plain.jsonLines().utf8))
        let document = ResultRenderer.text(of: table, as: .json)
        #expect(document.contains("\"rows\":[\n" + plain.jsonLines().dropLast().replacing("}\n{", with: "},\n{") + "\n],\n"))
    }

    @Test(
        "leave in pieces of whole lines of at most 270 KB, so that memory does not grow with the rows",
        arguments: [OutputFormat.csv, .tsv, .json, .jsonl, .table])
    func pieces(format: OutputFormat) throws {
        var table = ResultTable(kind: .statistics, header: ResultHeader(query: "sum steps", zone: .utc), rowCount: 40_000)
        table.starts = (0..<40_000).map { $0 * 3_600_000 }
        table.ends = table.starts.map { $0 + 3_600_000 }
        table.partial = Array(repeating: false, count: 40_000)
        table.columns = [
            ValueColumn(
                ColumnInfo(name: "sum", metric: "stepCount", aggregate: "sum", unit: "count", isAdditive: true),
                values: (0..<40_000).map { Double($0) / 7 })
        ]
        var pieces: [String] = []
        ResultRenderer.render(table, as: format, options: RenderOptions()) { piece in
            if !piece.isEmpty { pieces.append(String(decoding: piece, as: UTF8.self)) }
        }
        #expect(pieces.count > 8)
        #expect(pieces.allSatisfy { $0.utf8.count < 270_000 })
        #expect(pieces.joined() == ResultRenderer.text(of: table, as: format))
        if format != .json { #expect(pieces.dropLast().allSatisfy { $0.utf8.last == UInt8(ascii: "\n") || format == .jsonl }) }
    }

    @Test("of a long table are in order, although two threads store them", arguments: [300, 301, 600, 2049, 21_000])
    func longTables(rows: Int) throws {
        var random = SplitMix64(seed: UInt64(rows))
        let table = try ResultTable.random(rows: rows, using: &random)
        let plain = PlainPrinting(table: table)
        #expect(ResultRenderer.text(of: table, as: .csv).utf8.elementsEqual(plain.csv().utf8))
        let lines = plain.jsonLines()
        #expect(ResultRenderer.text(of: table, as: .jsonl).utf8.elementsEqual(lines.utf8))
        let document = ResultRenderer.text(of: table, as: .json)
        // No text of the table has a line break or braces.
        let start = try #require(document.firstRange(of: "\n\"rows\":[\n")).upperBound
        #expect(document[start...].hasPrefix(lines.dropLast().split(separator: "\n").joined(separator: ",\n") + "\n],\n"))
    }

    @Test("of a long table have the names that Apple gives to their values")
    func longAppleValues() {
        var table = ResultTable(kind: .statistics, header: ResultHeader(query: "", zone: .utc), rowCount: 9000)
        let names = (0..<9000).map { ["core", "deep", "rem", nil][$0 % 4] }
        table.keys = [KeyColumn(name: "value", values: names.map { $0.map(KeyValue.text) }, replacesTime: true)]
        table.columns = [
            ValueColumn(
                ColumnInfo(name: "count", metric: "sleepAnalysis", aggregate: "count", unit: nil, isAdditive: true),
                values: (0..<9000).map(Double.init))
        ]
        table.columns[0].appleNames = names.map { $0.map { "Apple\($0)" } }
        table.partial = Array(repeating: false, count: 9000)
        let rows = ResultRenderer.text(of: table, as: .csv).split(separator: "\n").dropFirst()
        #expect(rows.count == 9000)
        for (row, text) in rows.enumerated() { #expect(text.hasSuffix(names[row].map { ",Apple\($0)" } ?? ",")) }
    }

    @Test("end with the first piece that cannot be written")
    func failedWrite() {
        struct DiskIsFull: Error {}
        var table = ResultTable(kind: .statistics, header: ResultHeader(query: "", zone: .utc), rowCount: 40_000)
        table.starts = (0..<40_000).map { $0 * 3_600_000 }
        table.ends = table.starts
        table.partial = Array(repeating: false, count: 40_000)
        for writtenCount in 0..<6 {
            var callCount = 0
            #expect(throws: DiskIsFull.self) {
                try ResultRenderer.render(table, as: .csv, options: RenderOptions()) { _ in
                    callCount += 1
                    if callCount > writtenCount { throw DiskIsFull() }
                }
            }
            #expect(callCount == writtenCount + 1)
        }
    }

    @Test("can be longer than a piece")
    func longRows() {
        var table = ResultTable(kind: .statistics, header: ResultHeader(query: "", zone: .utc), rowCount: 4)
        // A text that needs escapes, and others that do not.
        let texts = [10, 300_000, 270_000, 1].map { String(repeating: $0 == 270_000 ? "a\\" : "ab", count: $0) }
        table.keys = [KeyColumn(name: "text", values: texts.map { .text($0) }, replacesTime: true)]
        table.partial = Array(repeating: false, count: 4)
        let rows = texts.map { "\($0)\tfalse\n" }.joined()
        #expect(ResultRenderer.text(of: table, as: .tsv).utf8.elementsEqual(("text\tpartial\n" + rows).utf8))
        let objects = texts.map { "{\"partial\":false,\"text\":\(JSONString.quoted($0))}\n" }.joined()
        #expect(ResultRenderer.text(of: table, as: .jsonl).utf8.elementsEqual(objects.utf8))
    }

    @Test("can follow a text that nearly fills the buffer", arguments: 0..<90)
    func rowsAfterLongText(size: Int) {
        var table = ResultTable(kind: .statistics, header: ResultHeader(query: "", zone: .utc), rowCount: 3)
        let text = String(repeating: "a", count: 3500 + size * 100)
        table.keys = [KeyColumn(name: "device", values: [.text(text), nil, nil], replacesTime: true)]
        let name = String(repeating: "n", count: 90)
        table.columns = (1...6).map { number in
            ValueColumn(
                ColumnInfo(name: "\(name)\(number)", metric: "heartRate", aggregate: "average", unit: "count/min", isAdditive: false),
                values: [72.33333333333333, 61.33333333333333, nil])
        }
        table.partial = Array(repeating: false, count: 3)
        // In the order of `select`, the text is before the numbers.
        table.selection =
            [SelectedField(.key(0), name: "device")] + table.columns.enumerated().map { SelectedField(.value($0), name: $1.name) }
        let rows = ResultRenderer.text(of: table, as: .jsonl).split(separator: "\n")
        #expect(rows.count == 3 && rows[0].contains(text))
        #expect(rows[1].split(separator: "61.33333333333333").count == 7)
    }

    @Test("have negative keys as numbers, without an apostrophe in front")
    func negativeKeys() {
        var table = ResultTable(kind: .statistics, header: ResultHeader(query: "", zone: .utc), rowCount: 2)
        table.keys = [KeyColumn(name: "from", values: [.number(-5), .integer(-3)], replacesTime: true)]
        table.partial = [false, false]
        #expect(ResultRenderer.text(of: table, as: .csv) == "from,partial\n-5,false\n-3,false\n")
    }
}

@Suite("Widths of columns")
struct ColumnWidthTests {
    @Test("are those of the widest cell or title", arguments: 0..<60)
    func widths(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let zone = try #require(Zone.named(random.pick(["UTC", "America/New_York", "Australia/Lord_Howe", "Africa/Monrovia"])))
        let count = random.pick([2, 5, 90])
        var table = ResultTable(kind: .statistics, header: ResultHeader(query: "", zone: zone), rowCount: count)
        // Around the end of summer time, clocks repeat some times.
        let start = random.pick([1_730_610_000_000, 1_743_865_200_000, 1_752_000_000_000] as [Int64]) - 10 * 3_600_000
        let step = random.pick([900_000, 3_600_000, 86_400_000, 1_500] as [Int64])
        table.starts = (0..<count).map { start + Int64($0) * step }
        table.ends = table.starts.map { $0 + step }
        table.partial = (0..<count).map { _ in random.chance(20) }
        table.header.rowsAreEvents = random.chance(50)
        table.columns = (0..<3).map { index in
            let size = random.pick([1e-3, 1, 100, 12_345, 3e5, 1e7, 1e15, 1e17])
            let values = (0..<count).map { _ in random.chance(10) ? nil : Double.random(in: -size...size, using: &random) }
            return ValueColumn(ColumnInfo(name: "abc", metric: "", aggregate: "abc", unit: nil, isAdditive: false), values: values)
        }
        let lines = ResultRenderer.text(of: table, as: .table).split(separator: "\n").map(String.init)
        let rule = try #require(lines.firstIndex { $0.hasPrefix("─") })
        let widths = lines[rule].split(separator: " ").map(\.count)
        var position = 0
        let rows = lines[(rule + 1)...].prefix(count).map(Array.init)
        for width in widths {
            let cells = rows.map { row in
                String(row.dropFirst(position).prefix(width)).split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
            }
            #expect(max(cells.map(\.count).max() ?? 0, 3) == width || width == 5, "\(lines[rule]) \(cells)")
            // Two spaces separate columns.
            #expect(rows.allSatisfy { $0.dropFirst(position + width).prefix(2).allSatisfy { $0 == " " } })
            position += width + 2
        }
        #expect(!lines.joined().contains("…"))
    }
}
