import CalendarIntervals
import Foundation
import HealthImport
import HealthModel
import RandomTesting
import Testing

/// Rows of tables whose texts are read in place, and the same rows with quotation marks or escapes, whose texts are copied.
@Suite("Rows of tables in place") struct ImportRowsInPlaceTests {
    /// A row as it is written, and what it means.
    private struct Row {
        var fields: [String]
        var meaning: ImportedRow?
    }

    private static let columns = ["type", "source", "start", "end", "value", "unit", "metadata.a"]

    private func rows(_ random: inout SplitMix64) -> [Row] {
        func pick<T>(_ choices: [T]) -> T { choices[Int(random.next() % UInt64(choices.count))] }
        let first = milliseconds("2023-12-30T22:00:00Z")
        return (0..<Int(20 + random.next() % 60)).map { _ in
            let start = first + Int64(random.next() % 400_000_000)
            let end = start + Int64(random.next() % 100_000)
            let metric = pick([("stepCount", "count"), ("heartRate", "count/min"), ("heartRate", "count/min")])
            let value = pick([Double(random.next() % 1000), Double(random.next() % 100_000) / 1000, 0.1, 1e-7])
            let (source, note) = (pick(["Watch", "Ann’s phone", "a b", "x"]), pick(["", "", "n", "ünï"]))
            var row = Row(
                fields: [metric.0, source, time(start, &random), time(end, &random), "\(value)", metric.1, note],
                meaning: ImportedRow(
                    metric: metric.0, start: start, end: end, value: value, source: source, metadata: note.isEmpty ? [:] : ["a": note]))
            switch random.next() % 12 {
            case 0: (row.fields[0], row.meaning) = ("nothing", nil)
            case 1: (row.fields[2], row.meaning) = (pick(["2024-02-30T00:00:00Z", "2024-01-01T24:00:00Z", "yesterday", ""]), nil)
            case 2: (row.fields[4], row.meaning) = ("many", nil)
            default: break
            }
            return row
        }
    }

    /// Returns a time in one of the forms that files have. The offset is whole minutes.
    private func time(_ milliseconds: Int64, _ random: inout SplitMix64) -> String {
        let offset = [0, -240, 345, 60, -570][Int(random.next() % 5)]
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: offset * 60)
        let hasFraction = milliseconds % 1000 != 0 || random.next() % 2 == 0
        formatter.dateFormat = (random.next() % 2 == 0 ? "yyyy-MM-dd'T'HH:mm:ss" : "yyyy-MM-dd HH:mm:ss")
        let wholeSeconds = formatter.string(from: Date(timeIntervalSince1970: Double(milliseconds / 1000)))
        let fraction = hasFraction ? "." + String("\(1000 + milliseconds % 1000)".dropFirst()) : ""
        let sign = offset < 0 ? "-" : "+"
        let (hours, minutes) = ("\(100 + abs(offset) / 60)".dropFirst(), "\(100 + abs(offset) % 60)".dropFirst())
        let zones = ["\(sign)\(hours):\(minutes)", "\(sign)\(hours)\(minutes)", " \(sign)\(hours)\(minutes)"] + (offset == 0 ? ["Z"] : [])
        return wholeSeconds + fraction + zones[Int(random.next() % UInt64(zones.count))]
    }

    private func check(_ text: String, means rows: [Row], _ random: inout SplitMix64, _ form: Comment) throws {
        var options = ImportOptions()
        options.chunkBytes = [50, 333, 1 << 20][Int(random.next() % 3)]
        options.mapping.probeBytes = 100
        options.batchRows = [1, 7, 1000][Int(random.next() % 3)]
        let imported = try importBytes(text.utf8, options: options)
        let expected = rows.compactMap(\.meaning)
        #expect(Set(imported.rows) == Set(expected), form)
        #expect(imported.rows.count == expected.count, form)
        #expect(imported.report.findings.skippedRows == rows.count - expected.count, form)
        let lines = imported.report.findings.issues.entries.flatMap(\.lines)
        let wrong = rows.indices.filter { rows[$0].meaning == nil }
        let before = text.hasPrefix("{") ? 1 : 2
        #expect(Set(lines).isSubset(of: Set(wrong.map { $0 + before })), form)
    }

    @Test("Random rows of CSV mean the same with and without quotation marks", arguments: [testSeed])
    func commaSeparated(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<40 {
            let rows = rows(&random)
            let lineEnd = random.next() % 2 == 0 ? "\n" : "\r\n"
            func text(_ quotes: (Int) -> Bool) -> String {
                let lines = rows.enumerated().map { index, row in
                    row.fields.map { quotes(index) ? "\"\($0)\"" : $0 }.joined(separator: ",")
                }
                return ([Self.columns.joined(separator: ",")] + lines).joined(separator: lineEnd) + (random.next() % 2 == 0 ? lineEnd : "")
            }
            try check(text { _ in false }, means: rows, &random, "plain")
            try check(text { _ in true }, means: rows, &random, "quoted")
            try check(text { $0 % 3 == 0 }, means: rows, &random, "mixed")
        }
    }

    @Test("Random rows of JSON Lines mean the same with and without escapes, and with keys in any order", arguments: [testSeed])
    func jsonLines(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<40 {
            let rows = rows(&random)
            func text(escapes: Bool, shuffles: Bool) -> String {
                rows.map { row in
                    var pairs = zip(Self.columns, row.fields).map { column, field in
                        let text =
                            escapes
                            ? field.utf16.map { "\\u" + String("\(String(0x10000 + Int($0), radix: 16))".dropFirst()) }.joined() : field
                        // The note is in an object, as in an export.
                        if column == "metadata.a" { return field.isEmpty ? "\"x\": [1, \"y\"]" : "\"metadata\":{\"a\": \"\(text)\"}" }
                        return column == "value" && row.meaning != nil ? "\"value\" : \(field)" : "\"\(column)\":\"\(text)\""
                    }
                    if shuffles { pairs.shuffle(using: &random) }
                    return "{" + pairs.joined(separator: ", ") + "}\n"
                }.joined()
            }
            try check(text(escapes: false, shuffles: false), means: rows, &random, "plain")
            try check(text(escapes: true, shuffles: false), means: rows, &random, "escaped")
            try check(text(escapes: false, shuffles: true), means: rows, &random, "in any order")
        }
    }

    // MARK: - Similar rows

    /// Rows as in most files: all texts but times and numbers repeat, for some sources in turn.
    private func similarRows(_ random: inout SplitMix64) -> [Row] {
        func pick<T>(_ choices: [T]) -> T { choices[Int(random.next() % UInt64(choices.count))] }
        let offset = pick([0, -240, 345])
        let form = pick(["Z", "+00:00", ".000Z", ".250", " "])
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        let isoFormat = form.hasSuffix("Z") ? "yyyy-MM-dd'T'HH:mm:ss" : "yyyy-MM-dd'T'HH:mm:ssxxx"
        formatter.dateFormat = form == " " ? "yyyy-MM-dd HH:mm:ss Z" : isoFormat
        formatter.timeZone = TimeZone(secondsFromGMT: form.hasSuffix("Z") ? 0 : offset * 60)
        func text(_ seconds: Int64) -> String {
            let text = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
            if form == ".250" { return text.prefix(19) + ".250" + text.dropFirst(19) }
            return form.hasSuffix("Z") ? text + form : text
        }
        let fraction: Int64 = form == ".250" ? 250 : 0
        var start = milliseconds("2023-12-30T22:00:00Z") / 1000
        let sources = ["Watch", "Ann’s phone", "x"].prefix(1 + Int(random.next() % 3))
        let metrics = pick([[("stepCount", "count")], [("stepCount", "count"), ("sleepAnalysis", ""), ("heartRate", "count/min")]])
        return (0..<Int(600 + random.next() % 600)).map { _ in
            start += Int64(random.next() % 90)
            let end = start + Int64(random.next() % 60)
            let metric = pick(metrics)
            let isSleep = metric.0 == "sleepAnalysis"
            let sleep = pick([("HKCategoryValueSleepAnalysisAsleepCore", 3.0), ("HKCategoryValueSleepAnalysisAwake", 2.0)])
            let number = pick([
                "\(random.next() % 100)", "\(random.next() % 10_000_000)", "\(random.next() % 100_000_000_000)", "-3", "+4", "0", "007",
                "\(Double(random.next() % 100_000) / 1000)", "1.25e3", "5.", ".5", "12345678", "1234567.5",
            ])
            let source = pick(Array(sources))
            var row = Row(
                fields: [metric.0, source, text(start), text(end), isSleep ? sleep.0 : number, metric.1, ""],
                meaning: ImportedRow(
                    metric: metric.0, start: start * 1000 + fraction, end: end * 1000 + fraction,
                    value: isSleep ? sleep.1 : Double(number) ?? .nan, source: source))
            switch random.next() % 80 {
            case 0: (row.fields[3], row.meaning) = (text(start - 1), nil)
            case 1: (row.fields[2], row.meaning) = (row.fields[2].replacing(":", with: ".", maxReplacements: 1), nil)
            case 2: (row.fields[4], row.meaning) = ("4x", nil)
            case 3: (row.fields[4], row.meaning) = ("1.2.3", nil)
            case 4:
                row.fields[6] = "n"
                row.meaning?.metadata = ["a": "n"]
            default: break
            }
            return row
        }
    }

    @Test(
        "Rows that are like earlier ones mean the same with and without quotation marks, and problems name their lines",
        arguments: [testSeed])
    func similar(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for round in 0..<12 {
            let rows = similarRows(&random)
            func table(_ quotes: (Int) -> Bool) -> String {
                let lines = rows.enumerated().map { index, row in
                    row.fields.map { quotes(index) ? "\"\($0)\"" : $0 }.joined(separator: ",")
                }
                return ([Self.columns.joined(separator: ",")] + lines).joined(separator: "\n") + "\n"
            }
            let json = rows.map { row in
                let pairs = zip(Self.columns, row.fields).filter { !$0.1.isEmpty }.map { "\"\($0)\":\"\($1)\"" }
                return "{" + pairs.joined(separator: ",") + "}\n"
            }.joined()
            let wrong = rows.indices.filter { rows[$0].meaning == nil }
            for (text, firstLine) in [(table { _ in false }, 2), (table { $0 % 300 == 7 }, 2), (table { _ in true }, 2), (json, 1)] {
                var options = ImportOptions()
                options.chunkBytes = [777, 20_000, 1 << 20][round % 3]
                options.mapping.probeBytes = 1000
                options.batchRows = [97, 513, 100_000][round / 3 % 3]
                options.threads = 1 + round % 2
                let imported = try importBytes(text.utf8, options: options)
                let expected = rows.compactMap(\.meaning).sorted(by: Self.precedes)
                #expect(imported.rows.map(\.withoutUnit).sorted(by: Self.precedes) == expected)
                #expect(imported.report.findings.rows == rows.count)
                let lines = imported.report.findings.issues.entries.map { ($0.lines, $0.count) }
                #expect(lines.reduce(0) { $0 + $1.1 } == wrong.count)
                #expect(Set(lines.flatMap(\.0)).isSubset(of: Set(wrong.map { $0 + firstLine })))
            }
        }
    }

    private static func precedes(_ a: ImportedRow, _ b: ImportedRow) -> Bool {
        (a.metric, a.start, a.end, a.value, a.source) < (b.metric, b.start, b.end, b.value, b.source)
    }
}

extension ImportedRow {
    /// The row without the name of the unit, which is that of the table.
    fileprivate var withoutUnit: ImportedRow {
        var row = self
        row.unit = ""
        return row
    }
}
