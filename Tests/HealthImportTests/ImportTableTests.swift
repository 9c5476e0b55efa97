import CalendarIntervals
import HealthImport
import HealthModel
import Testing

@Suite struct ImportTableTests {
    private func importTable(_ text: String, _ change: (inout ImportOptions) -> Void = { _ in }) throws -> Imported {
        var options = ImportOptions()
        change(&options)
        return try importBytes(text.utf8, options: options)
    }

    @Test("The apostrophe before a formula is not part of a source")
    func formulaGuard() throws {
        let imported = try importTable(
            """
            type,source,start,end,value,unit
            steps,'=cmd,2024-03-10T03:00:00Z,2024-03-10T03:10:00Z,5,count
            steps,'Tis,2024-03-10T03:00:00Z,2024-03-10T03:10:00Z,5,count

            """)
        #expect(Set(imported.rows.map(\.source)) == ["=cmd", "'Tis"])
    }

    @Test("A row of millions of empty cells is one bad row, with a limit of memory")
    func emptyCells() throws {
        let row = "steps,W,2024-03-10T03:00:00Z,2024-03-10T03:10:00Z,5,count\n"
        let imported = try importTable(
            "type,source,start,end,value,unit\n" + row + String(repeating: ",", count: 3 << 20) + "\n"
                + row.replacing("T03", with: "T04"))
        #expect(imported.rows.count == 2)
        #expect(imported.issues == [.badTableRow: [3]])
    }

    @Test("A header that is too long, or has an open quotation mark, is named")
    func headerWithoutEnd() {
        for (head, reason) in [
            (String(repeating: "a,", count: 1 << 20), "its header line is longer than 1 MB"),
            ("type,source,start,end,value,\"unit", "a quotation mark of its header line is not closed"),
        ] {
            #expect(performing: { try importTable(head + "\n") }, throws: { "\($0)".hasSuffix(reason) })
        }
    }

    @Test("Columns can be in any order, an empty end gives an instant, and types and values can use any of their names")
    func canonical() throws {
        let imported = try importTable(
            """
            \u{FEFF}unit,value,start,end,source,type,created,device,metadata.HKWasUserEntered\r
            count,120,2024-03-10T03:00:00-04:00,2024-03-10T03:10:00-04:00,"Ann ""A"", Phone",steps,2024-03-10T07:11:00Z,Watch,1\r
            lb,100,2024-03-10T03:00:00Z,,Scale,HKQuantityTypeIdentifierBodyMass,,,\r
            ,core,2024-03-10T03:00:00.250Z,2024-03-10T05:00:00Z,Watch,sleep_analysis,,,\r
            ,running,2024-03-10T03:00:00Z,2024-03-10T05:00:00Z,Watch,workouts,,,\r

            """)
        #expect(imported.issues == [.missingEnd: [3]])
        let steps = try #require(imported.rows.first { $0.metric == "stepCount" })
        #expect(
            steps
                == ImportedRow(
                    metric: "stepCount", start: milliseconds("2024-03-10T07:00:00Z"), end: milliseconds("2024-03-10T07:10:00Z"), value: 120,
                    source: "Ann \"A\", Phone", metadata: ["HKWasUserEntered": "1"], device: Device(name: "Watch"),
                    created: milliseconds("2024-03-10T07:11:00Z")))
        let weight = try #require(imported.rows.first { $0.metric == "bodyMass" })
        #expect(weight.value == 45.359237)
        #expect(weight.unit == "lb")
        #expect(weight.end == weight.start)
        let sleep = try #require(imported.rows.first { $0.metric == "sleepAnalysis" })
        #expect(sleep.value == 3)
        #expect(sleep.start == milliseconds("2024-03-10T03:00:00Z") + 250)
        #expect(imported.sink.workouts.map(\.activity) == ["HKWorkoutActivityTypeRunning"])
    }

    @Test("A table with other column names is read with a mapping")
    func mapping() throws {
        let text = """
            Fitabase export
            Id,ActivityMinute,Steps
            1503960366,4/12/2016 12:00:00 AM,5
            1503960366,4/12/2016 1:05:00 PM,7
            1503960366,13/12/2016 1:05:00 PM,7
            """
        let imported = try importTable(text) { options in
            options.zone = .utc
            options.mapping[.type] = .either("steps")
            options.mapping[.unit] = .either("count")
            options.mapping[.source] = .either("Fitbit")
            options.mapping[.start] = .either("ActivityMinute")
            options.mapping[.value] = .either("Steps")
            options.mapping.lengthMilliseconds = 60_000
            options.mapping.timeFormat = "M/d/yyyy h:mm:ss a"
            options.mapping.skippedLines = 1
        }
        #expect(
            imported.rows == [
                ImportedRow(
                    metric: "stepCount", start: milliseconds("2016-04-12T00:00:00Z"), end: milliseconds("2016-04-12T00:01:00Z"), value: 5,
                    source: "Fitbit"),
                ImportedRow(
                    metric: "stepCount", start: milliseconds("2016-04-12T13:05:00Z"), end: milliseconds("2016-04-12T13:06:00Z"), value: 7,
                    source: "Fitbit"),
            ])
        #expect(imported.issues == [.badDate: [5]])
    }

    @Test("A time without an offset is read in the given time zone, and skipped without one")
    func zone() throws {
        let text = "type,source,start,end,value,unit\nsteps,P,2024-07-01 12:00:00,,1,count\n"
        let berlin = try importTable(text) { $0.zone = Zone.named("Europe/Berlin") }
        #expect(berlin.rows.map(\.start) == [milliseconds("2024-07-01T10:00:00Z")])
        #expect(try importTable(text).issues == [.missingZone: [2]])
    }

    @Test("A time of day without a date is reported as such, and both decimal signs in one table are")
    func missingDay() throws {
        let header = "type,source,start,end,value,unit\n"
        let times = "stepCount,S,08:00,9:00 pm,10,count\nstepCount,S,2024-03-10 08:00x,2024-03-10 09:00,10,count\n"
        #expect(try importTable(header + times).issues == [.missingDay: [2], .badDate: [3]])
        let numbers = """
            bodyMass,S,2024-03-10T08:00:00Z,2024-03-10T08:00:00Z,"72,5",kg
            bodyMass,S,2024-03-11T08:00:00Z,2024-03-11T08:00:00Z,72.5,kg
            bodyMass,S,2024-03-12T08:00:00Z,2024-03-12T08:00:00Z,"1,234",kg

            """
        let imported = try importTable(header + numbers)
        #expect(imported.issues == [.ambiguousNumber: [4]])
        #expect(
            imported.report.readings == [
                "numbers with a decimal comma or a decimal point, each as it is written, so 1,234 is not clear; use --decimal"
            ])
    }

    @Test("sep= in the first line sets the separator, otherwise it is the most frequent one in the header", arguments: ["sep=;\n", ""])
    func separators(first: String) throws {
        let imported = try importTable(first + "type;source;start;end;value;unit\nsteps;P;2024-07-01T10:00:00Z;;1;count\n")
        #expect(imported.rows.map(\.value) == [1])
    }

    @Test("A quoted field can contain line breaks, which count as lines")
    func quotedLines() throws {
        let imported = try importTable(
            "type,source,start,value,unit\nsteps,\"two\nlines\",2024-07-01T10:00:00Z,1,count\nsteps,P,never,1,count\n")
        #expect(imported.rows.map(\.source) == ["two\nlines"])
        #expect(imported.issues == [.badDate: [4]])
    }

    @Test("A row without an end, in a table that has ends, is a moment and is counted as a repair", arguments: [1, 3], [64, 1 << 20])
    func missingEnds(threads: Int, chunk: Int) throws {
        let rows = [
            "steps,P,2024-07-01T10:00:00Z,,1,count", "steps,P,2024-07-01T10:01:00Z,2024-07-01T10:02:00Z,2,count",
            "workouts,P,2024-07-01T10:03:00Z,,running,", "steps,P,2024-07-01T10:04:00Z,,4,count", "steps,P,2024-07-01T10:05:00Z,,nan,count",
        ]
        var options = ImportOptions()
        (options.threads, options.chunkBytes) = (threads, chunk)
        let table = try importBytes(("type,source,start,end,value,unit\n" + rows.joined(separator: "\n") + "\n").utf8, options: options)
        #expect(table.issues == [.missingEnd: [2, 4, 5], .badValue: [6]])
        #expect(table.rows.map { $0.end - $0.start } == [0, 60_000, 0] && table.sink.workouts.count == 1)
        #expect(table.report.text(in: .utc).contains("\nrepaired:\n  3 no end; the sample is a moment at its start\n    (lines 2 4 5)\n"))
        let whole = try importBytes("type,start,value\nsteps,2024-07-01T10:00:00Z,1\n".utf8)
        #expect(whole.issues == [.missingUnit: [2]])
        options.mapping.lengthMilliseconds = 60_000
        let long = try importBytes("type,start,end,value,unit\nsteps,2024-07-01T10:00:00Z,,1,count\n".utf8, options: options)
        #expect(long.issues.isEmpty && long.rows.map { $0.end - $0.start } == [60_000])
    }

    @Test(
        "A row that cannot be read is skipped with a reason",
        arguments: [
            ("steps,P,2024-07-01T10:00:00Z,,1", ImportIssue.badTableRow), ("banana,P,2024-07-01T10:00:00Z,,1,count", .unknownType),
            (",P,2024-07-01T10:00:00Z,,1,count", .missingType), ("steps,P,,,1,count", .missingDate),
            ("steps,P,2024-07-01T10:00:00Z,,,count", .missingValue), ("steps,P,2024-07-01T10:00:00Z,,nan,count", .badValue),
            ("steps,P,2024-07-01T10:00:00Z,2024-07-01T09:00:00Z,1,count", .endBeforeStart),
            ("steps,P,1524-07-01T10:00:00Z,,1,count", .dateOutOfRange), ("steps,P,2024-07-01T10:00:00Z,,1,kg", .incompatibleUnit),
            ("sleep,P,2024-07-01T10:00:00Z,,dreaming,", .badCategoryValue), ("workouts,P,2024-07-01T10:00:00Z,,chess,", .badValue),
            ("steps,\"P,2024-07-01T10:00:00Z,,1,count", .badTableRow),
        ])
    func skipped(row: String, issue: ImportIssue) throws {
        let imported = try importTable(
            "type,source,start,end,value,unit\nsteps,P,2024-07-01T10:00:00Z,2024-07-01T10:00:00Z,1,count\n\(row)\n")
        #expect(imported.rows.count == 1)
        #expect(imported.issues == [issue: [3]])
        #expect(imported.report.findings.skippedRows == 1)
    }

    @Test("A header with missing columns and a mapping with unknown names are errors")
    func badHeader() {
        #expect(throws: ImportError.self) { try importTable("type,source,when,value\nsteps,P,2024-07-01T10:00:00Z,1\n") }
        let text = "start,value\n2024-07-01T10:00:00Z,1\n"
        #expect(throws: ImportError.self) { try importTable(text) { $0.mapping[.type] = .whole("bananas") } }
        #expect(throws: ImportError.self) {
            try importTable(text) { options in
                options.mapping[.type] = .whole("steps")
                options.mapping[.unit] = .whole("furlong")
            }
        }
        #expect(throws: ImportError.self) {
            try importTable(text) { options in
                options.mapping[.type] = .whole("steps")
                options.mapping.timeFormat = "QQQ"
            }
        }
    }

    @Test("A zone named Z is the offset of UTC", arguments: ["Z", "+00:00"])
    func zulu(zone: String) throws {
        let table = try importTable("type,start,value,metadata.HKTimeZone\nsteps,2024-07-01T12:00:00Z,50,\(zone)\n")
        #expect(table.report.offsets == ["+00:00"])
        #expect(table.report.suggestedZone == nil)
        #expect(table.report.text(in: .utc).contains("zone: the samples have UTC offsets (+00:00)"))
    }

    @Test("A line of a megabyte and a hundred thousand brackets are only bad rows")
    func hostileLines() throws {
        let long = "steps,\(String(repeating: "x", count: 3 << 20)),2024-07-01T10:00:00Z,,1,count\n"
        let table = try importTable("type,source,start,end,value,unit\n\(long)steps,P,2024-07-01T10:00:00Z,2024-07-01T10:00:00Z,1,count\n")
        #expect(table.rows.count == 1)
        #expect(table.issues == [.badTableRow: [2]])
        let good = #"{"type":"steps","start":"2024-07-01T10:00:00Z","value":1,"unit":"count"}"#
        let nested = "{\"a\":" + String(repeating: "[", count: 100_000) + "\n"
        let lines = try importTable("{\"x\":\"\(String(repeating: "y", count: 9 << 20))\"}\n" + nested + good + "\n")
        #expect(lines.rows.count == 1)
        #expect(lines.issues[.badTableRow]?.contains(2) == true)
    }

    @Test("JSON Lines have the same keys, with metadata as an object or as separate keys")
    func jsonLines() throws {
        let imported = try importTable(
            #"""
            {"type": "steps", "source": "Ann\u2019s \ud83d\ude00\n", "start": "2024-07-01T10:00:00Z", "end": null, "value": 1.5e1, "unit": "count"}

            {"value":"core","type":"sleep","start":"2024-07-01T10:00:00Z","end":"2024-07-01T11:00:00Z","metadata":{"a":"b"},"metadata.c":true,"x":[{"y":"]}"}]}
            {"type":"steps","start":"2024-07-01T10:00:00Z","value":1,"unit":"count"} trailing
            {"type":"steps","start":"2024-07-01T10:00:00Z","value":01x}
            """#)
        #expect(
            Set(imported.rows) == [
                ImportedRow(
                    metric: "stepCount", start: milliseconds("2024-07-01T10:00:00Z"), end: milliseconds("2024-07-01T10:00:00Z"), value: 15,
                    source: "Ann’s 😀\n"),
                ImportedRow(
                    metric: "sleepAnalysis", start: milliseconds("2024-07-01T10:00:00Z"), end: milliseconds("2024-07-01T11:00:00Z"),
                    value: 3,
                    source: "", metadata: ["a": "b", "c": "true"]),
            ])
        #expect(imported.issues == [.missingEnd: [1], .badTableRow: [4, 5]])
    }

    @Test(
        "Time formats follow Unicode's date format patterns",
        arguments: [
            ("yyyy-MM-dd HH:mm", "2024-07-01 10:30", "2024-07-01T10:30:00Z"),
            ("dd.MM.yy HH:mm:ss", "01.07.24 10:30:05", "2024-07-01T10:30:05Z"),
            ("MMM d, yyyy 'at' h:mm a", "Jul 1, 2024 at 12:30 AM", "2024-07-01T00:30:00Z"),
            ("M/d/yyyy h:mm:ss a", "7/1/2024 12:30:00\u{202F}PM", "2024-07-01T12:30:00Z"),
            ("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "2024-07-01T10:30:00.000+02:00", "2024-07-01T08:30:00Z"),
            ("yyyyMMddHHmmss Z", "20240701103000 -0430", "2024-07-01T15:00:00Z"),
        ])
    func timeFormats(format: String, text: String, expected: String) throws {
        let imported = try importTable("start,value\n\"\(text)\",1\n") { options in
            options.zone = .utc
            options.mapping[.type] = .whole("steps")
            options.mapping[.unit] = .whole("count")
            options.mapping.timeFormat = format
        }
        #expect(imported.rows.map(\.start) == [milliseconds(expected)])
    }

    @Test(
        "A time format that cannot give one time is refused, and the message names what to write",
        arguments: [
            ("hh:mm:ss a", "has no day"), ("dd.MM. HH:mm", "has no year"),
            ("yyyy-mm-dd HH:mm", "`MM` is the month, and `mm` is the minute"),
            ("YYYY-MM-dd", "write `yyyy` for the year"), ("yyyy-MM-DD", "write `dd` for the day of the month"),
            ("yyyy-MM-dd hh:mm", "without AM or PM"), ("yyyy-MM-dd HH:mm a", "write `h` in place of `H`"),
            ("yyyy-MM-ddTHH:mm", "write `'T'` in quotes"), ("uuuu-LL-dd", "has the unknown part `uuuu`"),
        ])
    func badTimeFormats(format: String, reason: String) throws {
        let error = #expect(throws: ImportError.self) {
            try importTable("start,value\n1,1\n") { options in
                options.mapping[.type] = .whole("steps")
                options.mapping.timeFormat = format
            }
        }
        #expect(error.map { "\($0)" }?.contains(reason) == true)
    }

    @Test(
        "Without a format, times with the year first, with the month as a word and as numbers are read",
        arguments: [
            ("2024-7-1 9:05", "2024-07-01T09:05:00Z"), ("2024/07/01 09:05:06", "2024-07-01T09:05:06Z"),
            ("2024-07-01 9:05:00 PM", "2024-07-01T21:05:00Z"), ("2024.7.1", "2024-07-01T00:00:00Z"),
            ("Jul 1, 2024 12:30 AM", "2024-07-01T00:30:00Z"), ("1 July 2024 9:05", "2024-07-01T09:05:00Z"),
            ("1719824700", "2024-07-01T09:05:00Z"), ("1719824700000", "2024-07-01T09:05:00Z"),
            ("1719824700000000", "2024-07-01T09:05:00Z"), ("1719824700.5", "2024-07-01T09:05:00.500Z"),
        ])
    func usualTimes(text: String, expected: String) throws {
        let imported = try importTable("start,value\n\"\(text)\",1\n") { options in
            options.zone = .utc
            options.mapping[.type] = .whole("steps")
        }
        #expect(imported.rows.map(\.start) == [ISO8601.read(expected)?.instant(in: .utc).milliseconds])
    }

    @Test(
        "A number with one meaning is read, and one with two meanings only if the file decides",
        arguments: [
            ("7,2", ["7,2"], 7.2), ("1.234,5", ["1"], 1234.5), ("1,234.5", ["1"], 1234.5), ("1,234,567", ["1"], 1_234_567),
            ("1 234,5", ["1"], 1234.5), ("1\u{A0}234", ["1"], 1234), ("1’234.5", ["1"], 1234.5), ("0,125", ["1"], 0.125),
            ("-1,5", ["1"], -1.5), ("1,234", ["2"], nil), ("1,234", ["7,2"], 1.234), ("1,234", ["7.2"], 1234), ("1.234", ["7,2"], 1234),
            ("1.234", ["7.2"], 1.234), ("1.234", ["1"], 1.234), ("12,34,5", ["1"], nil), ("1,2e3x", ["1"], nil),
        ] as [(String, [String], Double?)])
    func localNumbers(text: String, others: [String], expected: Double?) throws {
        let rows = (others + [text]).enumerated().map { "2024-07-01T10:0\($0):00Z;\($1)\n" }.joined()
        let imported = try importTable("start;value\n" + rows) { options in
            options.mapping[.type] = .whole("weight")
            options.mapping[.unit] = .whole("kg")
        }
        #expect(imported.rows.first { $0.start == milliseconds("2024-07-01T10:01:00Z") }?.value == expected)
    }

    @Test("Each field is a column or the same text in all rows")
    func fields() throws {
        let imported = try importTable("Day,From,To,Pulse,Band,Place\n2024-07-01,23:30,00:30,61,Left,Europe/Berlin\n") { options in
            options.mapping[.date] = .either("Day")
            options.mapping[.start] = .either("From")
            options.mapping[.end] = .column("To")
            options.mapping[.value] = .either("pulse")
            options.mapping[.device] = .either("Band")
            options.mapping[.zone] = .column("Place")
            options.mapping[.source] = .either("Watch")
            options.mapping[.type] = .either("heartRate")
            options.mapping[.unit] = .either("bpm")
        }
        #expect(
            imported.rows == [
                ImportedRow(
                    metric: "heartRate", start: milliseconds("2024-07-01T21:30:00Z"), end: milliseconds("2024-07-01T22:30:00Z"), value: 61,
                    source: "Watch", metadata: ["HKTimeZone": "Europe/Berlin"], device: Device(name: "Left"))
            ])
    }

    @Test("A row with separators too many at its end is read, and one with too few is not")
    func trailingSeparators() throws {
        let imported = try importTable(
            "type,start,value,unit\nsteps,2024-07-01T10:00:00Z,1,count,,\nsteps,2024-07-01T11:00:00Z,2\n"
                + "steps,2024-07-01T12:00:00Z,3,count,x\n"
        )
        #expect(imported.rows.map(\.value) == [1])
        #expect(imported.issues == [.badTableRow: [3, 4]])
        #expect(try importTable("type,start,value,unit,\nsteps,2024-07-01T10:00:00Z,1,count\n").rows.map(\.value) == [1])
    }

    @Test("A column that appears twice, and lines that end with carriage returns only, are refused")
    func refusedTables() {
        #expect(throws: ImportError.self) { try importTable("type,start,value,value\nsteps,2024-07-01T10:00:00Z,1,2\n") }
        #expect(throws: ImportError.self) { try importTable("type,start,value\rsteps,2024-07-01T10:00:00Z,1\r") }
    }

    @Test(
        "A whole file decides if a metric is in percent, for all sizes of batches and pieces",
        arguments: [(1, 50, 1), (7, 64, 2), (100_000, 1 << 20, 2)])
    func shares(rows: Int, chunk: Int, threads: Int) throws {
        let small = (0..<50).map { "oxygenSaturation,P,2024-07-01T10:00:\(10 + $0)Z,0.5,%\n" }.joined()
        func imported(_ last: String) throws -> Imported {
            try importTable("type,source,start,value,unit\n" + small + last) { options in
                (options.batchRows, options.chunkBytes, options.threads) = (rows, chunk, threads)
                options.mapping.probeBytes = 100
            }
        }
        let percent = try imported("oxygenSaturation,P,2024-07-01T11:00:00Z,97,%\nbodyFatPercentage,P,2024-07-01T11:00:00Z,0.2,%\n")
        let oxygen = percent.rows.filter { $0.metric == "oxygenSaturation" }.map(\.value).sorted()
        #expect(oxygen == Array(repeating: 0.005, count: 50) + [0.97])
        #expect(percent.rows.filter { $0.metric == "bodyFatPercentage" }.map(\.value) == [0.2])
        let text = percent.report.text(in: .utc)
        #expect(text.contains("oxygenSaturation in percent, because a value is above 1: 97 is 97 %. 50 of 51 values are 1 % or less"))
        #expect(text.contains("bodyFatPercentage as fractions, because no value is above 1: 0.2 is 20 %"))
        let fractions = try imported("oxygenSaturation,P,2024-07-01T11:00:00Z,1,%\n")
        #expect(fractions.rows.map(\.value).sorted() == Array(repeating: 0.5, count: 50) + [1])
    }

    @Test(
        "S1.4 a value with a percent sign is percent next to any other rows, for all sizes of batches and pieces",
        arguments: [(1, 50, 1), (7, 64, 2), (100_000, 1 << 20, 2)])
    func percentSigns(rows: Int, chunk: Int, threads: Int) throws {
        let table = """
            type,source,start,value,unit
            oxygenSaturation,P,2024-07-01T10:00:00Z,97%,%
            oxygenSaturation,P,2024-07-01T10:00:01Z,97.5 %,
            oxygenSaturation,P,2024-07-01T10:00:02Z,0.9,%
            oxygenSaturation,P,2024-07-01T10:00:03Z,0.8%,%
            oxygenSaturation,P,2024-07-01T10:00:04Z,0.95,%
            steps,P,2024-07-01T10:00:00Z,97%,count
            steps,P,2024-07-01T10:00:01Z,97 %,
            oxygenSaturation,P,2024-07-01T10:00:05Z,%,%
            oxygenSaturation,P,2024-07-01T10:00:06Z,97%,kg

            """
        let imported = try importTable(table) { options in
            (options.batchRows, options.chunkBytes, options.threads) = (rows, chunk, threads)
        }
        #expect(imported.rows.sorted { $0.start < $1.start }.map(\.value) == [0.97, 0.975, 0.9, 0.008, 0.95])
        #expect(imported.issues == [.incompatibleUnit: [7, 8, 10], .badValue: [9]])
        #expect(imported.report.text(in: .utc).contains("oxygenSaturation as fractions, because no value is above 1: 0.95 is 95 %"))
    }

    @Test("In a table with decimal commas, a point before three digits separates thousands, and other points are mistakes")
    func pointsBetweenCommas() throws {
        let rows = ["70,5", "12.345", "3.5", "0.123", "1.234.567", "1.234,5", "1,234.5", "1234.567"]
        let lines = rows.enumerated().map { "bodyMass;2024-07-01T10:00:0\($0.offset)Z;\($0.element);kg\n" }.joined()
        let imported = try importTable("type;start;value;unit\n" + lines)
        #expect(imported.rows.map(\.value) == [70.5, 12_345, 1_234_567, 1234.5])
        #expect(imported.issues == [.decimalPoint: [4, 5, 8, 9]])
        let more = try importTable("type;start;value;unit\n" + lines + "bodyMass;2024-07-01T11:00:00Z;70.5;kg\n")
        #expect(more.issues == [.decimalPoint: [4, 5, 8, 9, 10]])
    }

    @Test("Without a decimal comma a point is the decimal sign, and next to quoted commas 12.345 is not guessed")
    func pointsWithoutCommas() throws {
        let header = "type;start;value;unit\n"
        func line(_ second: Int, _ value: String) -> String { "bodyMass;2024-07-01T10:00:0\(second)Z;\(value);kg\n" }
        let points = try importTable(header + line(0, "12.345") + line(1, "71"))
        #expect(points.rows.map(\.value) == [12.345, 71])
        let both = try importTable(
            "type,start,value,unit\nbodyMass,2024-07-01T10:00:00Z,70.5,kg\nbodyMass,2024-07-01T10:00:01Z,\"70,7\",kg\n"
                + "bodyMass,2024-07-01T10:00:02Z,12.345,kg\n")
        #expect(both.rows.map(\.value) == [70.5, 70.7])
        #expect(both.issues == [.ambiguousNumber: [4]])
    }

    @Test(
        "Times without an offset in an hour that clocks skip or repeat are counted, for all sizes of batches and pieces",
        arguments: [(1, 50, 1), (7, 64, 2), (100_000, 1 << 20, 2)])
    func unclearTimes(rows: Int, chunk: Int, threads: Int) throws {
        // Clocks in Berlin skip 02:00 to 03:00 on 30 March and repeat it on 26 October 2025.
        let table = """
            type,start,end,value,unit
            steps,2025-03-30 01:00,2025-03-30 01:30,1,count
            steps,2025-03-30 01:30,2025-03-30 02:30,2,count
            steps,2025-03-30 03:00,2025-03-30 04:00,3,count
            steps,2025-10-26 02:10,2025-10-26 02:50,4,count
            steps,2025-10-26T02:10+02:00,2025-10-26T02:50+01:00,5,count
            steps,2025-10-26 02:10,never,6,count
            steps,2025-10-26 03:00,2025-10-26 04:00,7,count

            """
        let imported = try importTable(table) { options in
            (options.batchRows, options.chunkBytes, options.threads) = (rows, chunk, threads)
            options.zone = Zone.named("Europe/Berlin")
        }
        let line = "3 times are in an hour that clocks skip or repeat; the first is in line 3"
        #expect(imported.report.readings == [line])
    }

    @Test("More than a tenth of the rows skipped is a warning at the top, with the first reason")
    func manySkipped() throws {
        let good = (0..<9).map { "steps,2024-07-01T10:00:0\($0)Z,1,count\n" }.joined()
        let many = try importTable("type,start,value,unit\n" + good + "steps,2024-07-01T11:00:00Z,1,kg\nsteps,never,1,count\n").report
        let line = "  warning: skipped 2 of 11 rows. The first, in line 11: a unit that does not fit the type: kg for stepCount"
        #expect(many.text(in: .utc).split(separator: "\n")[2] == line)
        let few = try importTable("type,start,value,unit\n" + good + "steps,2024-07-01T11:00:00Z,1,kg\n").report
        #expect(!few.text(in: .utc).contains("warning"))
    }
}
