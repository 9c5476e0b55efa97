import CalendarIntervals
import DemoData
import Foundation
import HealthImport
import HealthModel
import Testing

/// The words of presets, and what a table becomes. Field cases have the tables of apps.
@Suite("Presets")
struct PresetTests {
    private static let steps = """
        preset test "Test"
        table days
          need Day Steps
          day Day
          sample stepCount from Steps in count
        """

    /// The options of an import, and the chosen format.
    private struct Setting {
        var options = ImportOptions()
        var choice: FormatChoice?

        var mapping: TableMapping {
            get { options.mapping }
            set { options.mapping = newValue }
        }
    }

    private func importBytes(_ bytes: some Sequence<UInt8>, options: Setting) throws -> Imported {
        try HealthImportTests.importBytes(bytes, options: options.options, choice: options.choice)
    }

    private func options(_ preset: String? = nil, zone: String = "Europe/Berlin") throws -> Setting {
        var options = Setting()
        options.options.zone = Zone.named(zone)
        if let preset {
            let path = FileManager.default.temporaryDirectory.appending(path: "tally-\(UUID().uuidString).preset").path
            try Data(preset.utf8).write(to: URL(filePath: path))
            defer { try? FileManager.default.removeItem(atPath: path) }
            options.choice = .presets(try PresetCatalog.read(path), name: "test")
        }
        return options
    }

    private func message(_ bytes: some Sequence<UInt8>, _ options: Setting) -> String {
        do {
            _ = try importBytes(bytes, options: options)
            return "nothing was thrown"
        } catch { return "\(error)" }
    }

    @Test("A table with sums gives only the metrics that no table with details has")
    func sumsAndDetails() throws {
        let days = "Date,Move Minutes count,Calories (kcal),Distance (m),Step count\n2026-06-10,60,2000.5,5000.25,9000\n"
        let stream = """
            {"Data Source":"derived:com.google.step_count.delta:com.google.android.gms:merge_step_deltas","Data Points":[\
            {"fitValue":[{"value":{"intVal":50}}],"startTimeNanos":1781071200000000000,"endTimeNanos":1781071260000000000}]}
            """
        let archive = ZipTestArchive.make([
            .init("Fit/Daily activity metrics/Daily activity metrics.csv", days), .init("Fit/All Data/derived_steps.json", stream),
        ])
        let found = try importBytes(archive, options: try options())
        #expect(
            Set(found.rows.map { "\($0.metric) \($0.value)" }) == [
                "stepCount 50.0", "distanceWalkingRunning 5.00025", "totalEnergyBurned 2000.5",
            ])
        #expect(found.report.unreadFiles.entries.isEmpty)
    }

    // MARK: - The text of a preset

    @Test("Each preset of the program has tables, a source of its columns, and words about what it reads")
    func shipped() {
        #expect(PresetCatalog.shipped.count == 11)
        for preset in PresetCatalog.shipped {
            #expect(!preset.title.isEmpty && !preset.about.isEmpty && preset.facts.hasPrefix("https://") && !preset.tables.isEmpty)
            for table in preset.tables { #expect(PresetCatalog.named(table.fullName) != nil) }
        }
        #expect(PresetCatalog.names == PresetCatalog.names.sorted())
    }

    @Test(
        "A mistake in a preset is reported with its line",
        arguments: [
            ("table a", "line 1: `preset` must come before `table`"),
            ("preset a b \"A\"", "line 1: `A` is too much"),
            ("preset a \"A\"", "line 1: the preset has no table: add `table NAME`"),
            ("preset a \"A", "line 1: a quotation mark is missing"),
            (
                "preset a \"A\"\ntable t\n  start Date",
                "line 3: the table `t` makes no samples: add `sample`, `series`, `sleep`, `stages`, `pressure` or `workout`"
            ),
            ("preset a \"A\"\ntable t\n  clock Time", "line 3: `clock` needs the format of the time, such as `as \"HH:mm\"`"),
            (
                "preset a \"A\"\ntable t\n  need Date\n  start Date\n  clock Time as HH:mm\n  sample steps from X in count",
                "line 6: the table `t` has a `clock` without a `day`"
            ),
            ("preset a \"A\"\ntable t\n  contained flying", "line 3: `flying` is not an activity"),
            ("preset a \"A\"\ntable t\n  contained walking in", "line 3: the name of a table is missing"),
            ("preset a \"A\"\ntable t\n  series steps from X in count else", "line 3: a column is missing at the end of the line"),
            ("preset a \"A\"\ntable t\n  sample mood from X", "line 3: `mood` is not a metric with numbers: define it with `define`"),
            ("preset a \"A\"\ntable t\n  sample steps from X in kg", "line 3: `kg` is not a unit of stepCount"),
            ("preset a \"A\"\ntable t\n  start X as 'hh'", "line 3: the time format `'hh'` has no hour: add `HH`"),
            ("preset a \"A\"\ntable t\n  fly", "line 3: `fly` is not a statement of presets"),
            ("preset a \"A\"\ntable t\n  sleep dozing", "line 3: `dozing` is not a stage: use inBed, asleep, awake, core, deep or rem"),
        ])
    func mistakes(text: String, expected: String) throws {
        var message = "nothing was thrown"
        do { _ = try options(text) } catch { message = "\(error)" }
        #expect(message.hasSuffix(".preset: " + expected))
    }

    // MARK: - Rows

    @Test("A sum of a day is one sample of the length of that day")
    func days() throws {
        let table = "Day,Steps\n2026-03-28,10\n2026-03-29,20\n2026-10-25,30\n"
        let rows = try importBytes(table.utf8, options: options(Self.steps)).rows
        #expect(rows.map(\.value) == [10, 20, 30])
        #expect(rows.map { ($0.end - $0.start) / 3_600_000 } == [24, 23, 25])
        #expect(rows[1].start == milliseconds("2026-03-28T23:00:00Z"))
    }

    @Test("A second import has the same samples")
    func again() throws {
        let table = "Day,Steps\n2026-03-28,10\n"
        let first = try importBytes(table.utf8, options: options(Self.steps))
        let second = try importBytes(table.utf8, options: options(Self.steps))
        #expect(first.rows == second.rows && first.report.findings.rows == 1)
    }

    @Test(
        "Marks, separators, line ends and encodings of a table do not change its samples",
        arguments: [
            "\u{FEFF}Day,Steps\r\n2026-03-28,10\r\n", "sep=;\nDay;Steps\n2026-03-28;10\n", "Day\tSteps\r2026-03-28\t10\r",
            "\"Day\",\"Steps\"\n\"2026-03-28\",\"10\"", "A title,of the app\n\nSTEPS , day,\n10,2026-03-28,,\n",
            "Day,Steps\n28 Mar 2026,10",
        ])
    func forms(text: String) throws {
        let imported = try importBytes(text.utf8, options: options(Self.steps))
        #expect(imported.rows.map(\.value) == [10] && imported.report.findings.skippedRows == 0)
        let units = Array(("\u{FEFF}" + text.replacing("\u{FEFF}", with: "")).utf16)
        let wide = try importBytes(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, options: options(Self.steps))
        let other = try importBytes(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, options: options(Self.steps))
        #expect(wide.rows == imported.rows && other.rows == imported.rows)
    }

    @Test("Rows that cannot be read are counted with their line, and empty rows and repeated headers are named")
    func badRows() throws {
        let table = "Day,Steps\n2026-03-28,ten\nsoon,3\nDay,Steps\n2026-03-30,\n2026-03-31,7\n,8\n"
        let imported = try importBytes(table.utf8, options: options(Self.steps))
        #expect(imported.rows.map(\.value) == [7])
        #expect(imported.issues == [.badValue: [2], .badDate: [3], .missingDate: [7]])
        #expect(imported.report.findings.unreadElements == ["rows equal to the header": 1, "rows without a value": 1])
        #expect(imported.report.findings.rows == 4 && imported.report.findings.skippedRows == 3)
    }

    @Test("A quotation mark that nothing closes ends with its line")
    func openQuote() throws {
        let table = "Day,Steps\n2026-03-28,\"1\n2026-03-29,5\n"
        let imported = try importBytes(table.utf8, options: options(Self.steps))
        #expect(imported.rows.map(\.value) == [5] && imported.issues == [.badDate: [2]])
    }

    @Test("Dates that fit two formats are refused, and a later row can decide")
    func dates() throws {
        let preset = Self.steps.replacing("day Day", with: "day Day as MM/dd/yyyy dd/MM/yyyy")
        let unclear = message("Day,Steps\n03/04/2026,1\n05/05/2026,2\n".utf8, try options(preset))
        #expect(unclear.hasSuffix("`03/04/2026`: use --time-format 'MM/dd/yyyy' or --time-format 'dd/MM/yyyy'"))
        let clear = try importBytes("Day,Steps\n03/04/2026,1\n25/04/2026,2\n".utf8, options: options(preset, zone: "UTC"))
        #expect(clear.rows.map(\.start) == [milliseconds("2026-04-03T00:00:00Z"), milliseconds("2026-04-25T00:00:00Z")])
        let equal = try importBytes("Day,Steps\n05/05/2026,1\n".utf8, options: options(preset, zone: "UTC"))
        #expect(equal.rows.map(\.start) == [milliseconds("2026-05-05T00:00:00Z")])
        var given = try options(preset, zone: "UTC")
        given.mapping.timeFormat = "dd/MM/yyyy"
        #expect(
            try importBytes("Day,Steps\n03/04/2026,1\n".utf8, options: given).rows.map(\.start) == [milliseconds("2026-04-03T00:00:00Z")])
    }

    @Test("A unit that only the owner knows is asked for, unless the header names it")
    func units() throws {
        let preset = """
            preset test "Test"
            table weights
              column weight Weight "Weight (kg)" "Weight (lb)"
              need Date weight
              start Date
              sample bodyMass from weight in kg or lb
            """
        #expect(message("Date,Weight\n2026-01-01,80\n".utf8, try options(preset)).hasSuffix("`Weight`: use --unit kg or --unit lb"))
        let pounds = try importBytes("Date,Weight (lb)\n2026-01-01,100\n".utf8, options: options(preset))
        // 100 × 0.45359237
        #expect(pounds.rows.map(\.value) == [45.359237])
        var given = try options(preset)
        given.mapping[.unit] = .either("kg")
        #expect(try importBytes("Date,Weight\n2026-01-01,80\n".utf8, options: given).rows.map(\.value) == [80])
    }

    @Test(
        "Lengths of time in words, on a clock and as numbers",
        arguments: [
            ("words", "1h 5m", 3900), ("words", "45m", 2700), ("words", "29s", 29), ("clock", "7:35", 455), ("clock", "01:05:30", 3930),
            ("min", "12.5", 750), ("ms", "1500", 1.5),
        ])
    func lengths(form: String, text: String, seconds: Double) throws {
        let preset = """
            preset test "Test"
            table walks
              need Date Time
              start Date
              lasts Time in \(form)
              sample stepCount from Steps in count
            """
        let imported = try importBytes("Date,Time,Steps\n2026-01-01 08:00,\(text),3\n".utf8, options: options(preset))
        #expect(imported.rows.map { Double($0.end - $0.start) / 1000 } == [seconds])
    }

    private static let weights = """
        preset test "Test"
        table weights
          need Date Weight
          start Date
          sample bodyMass from Weight in kg
        """

    @Test("Decimal commas are found by the numbers of all rows")
    func commas() throws {
        let imported = try importBytes("Date;Weight\n2026-01-01;80\n2026-01-02;80,5\n".utf8, options: options(Self.weights))
        #expect(imported.rows.map(\.value) == [80, 80.5])
        let points = Self.weights.replacing("  start", with: "  points\n  start")
        let thousands = try importBytes("Date,Weight\n2026-01-01,\"1,080\"\n".utf8, options: options(points))
        #expect(thousands.rows.map(\.value) == [1080])
        // A phone in German writes 80,5 and 1.080 where one in English writes 80.5 and 1,080.
        let german = try importBytes("Date,Weight\n2026-01-01,\"80,5\"\n2026-01-02,1.080\n".utf8, options: options(points))
        #expect(german.rows.map(\.value) == [80.5, 1080])
    }

    @Test("Lengths and factors have the decimal sign of the table, and decide about it")
    func commasOfLengths() throws {
        let preset = """
            preset test "Test"
            table drinks
              need Date Time Amount
              start Date
              lasts Time in min
              sample dietaryWater from Amount in mL times Factor
            """
        let text = "Date;Time;Amount;Factor\n2026-01-01 08:00;1.500;250,5;2\n2026-01-03 08:00;7,5;1.000;1,5\n"
        let imported = try importBytes(text.utf8, options: options(preset))
        #expect(imported.rows.map { $0.end - $0.start } == [90_000_000, 450_000] && imported.rows.map(\.value) == [501, 1500])
        let other = try importBytes(
            "Date;Time;Amount;Note\n2026-01-01 08:00;5;1.250;3,5\n".utf8,
            options: options(preset.replacing(" times Factor", with: "")))
        #expect(other.rows.map(\.value) == [1250])
        let clock = preset.replacing("in min", with: "in clock")
        let workout = try importBytes("Date;Time;Amount;Factor\n2026-01-01 08:00;0:01:05,5;2,5;1\n".utf8, options: options(clock))
        #expect(workout.rows.map { $0.end - $0.start } == [65_500])
    }

    @Test("A comma before three digits is skipped if nothing decides, as in other tables")
    func undecided() throws {
        let text = "Date,Weight\n2026-01-01,\"82,500\"\n2026-01-02,82.500\n2026-01-03,82\n"
        let imported = try importBytes(text.utf8, options: options(Self.weights))
        #expect(imported.rows.map(\.value) == [82.5, 82] && imported.issues == [.ambiguousNumber: [2]])
        var given = try options(Self.weights)
        given.mapping.decimalSign = .comma
        #expect(try importBytes("Date,Weight\n2026-01-01,\"82,500\"\n".utf8, options: given).rows.map(\.value) == [82.5])
    }

    @Test("The separator is the sign that lines have equally often, also if numbers have decimal commas or texts have separators")
    func separators() throws {
        let preset = """
            preset test "Test"
            table weights
              need Date Weight Fat
              start Date
              sample bodyMass from Weight in kg
            """
        let semicolons = try importBytes("Date;Weight;Fat\n2026-01-01;80,5;16,1\n2026-01-02;81,5;16,2\n".utf8, options: options(preset))
        #expect(semicolons.rows.map(\.value) == [80.5, 81.5])
        let tabs = try importBytes("Date\tWeight\tFat\n2026-01-01\t80,5\t16,1\n".utf8, options: options(preset))
        #expect(tabs.rows.map(\.value) == [80.5])
        let quoted = try importBytes("Date,Weight,Fat,Note\n2026-01-01,80.5,16,\"a;b;c;d;e\"\n".utf8, options: options(preset))
        #expect(quoted.rows.map(\.value) == [80.5])
    }

    @Test("A row that is cut off at the end of a table is left out, and the table is truncated")
    func cutRow() throws {
        let preset = Self.steps.replacing("need Day Steps", with: "need Day Steps Note")
        let cut = try importBytes("Day,Steps,Note\n2026-03-28,80,a\n2026-03-29,8".utf8, options: options(preset))
        #expect(cut.rows.map(\.value) == [80] && !cut.report.isComplete)
        let whole = try importBytes("Day,Steps,Note\n2026-03-28,80\n2026-03-29,81".utf8, options: options(preset))
        #expect(whole.rows.map(\.value) == [80, 81] && whole.report.isComplete)
    }

    @Test("A preset can have a byte order mark and lines that end as on Windows")
    func windowsText() throws {
        let text = "\u{FEFF}" + Self.steps.replacing("\n", with: "\r\n")
        #expect(try importBytes("Day,Steps\n2026-03-28,80\n".utf8, options: options(text)).rows.map(\.value) == [80])
    }

    @Test("A row with a time of day is a moment of its day, one without is the day, and an unreadable time is skipped")
    func clock() throws {
        let preset = Self.steps.replacing("  day Day", with: "  day Day\n  clock Time as \"h:mm a\" HH:mm")
        let table = "Day,Time,Steps\n2026-03-28,7:30 PM,1\n2026-03-28,07:30,2\n2026-03-29,,3\n2026-03-29,2:30 AM,4\n2026-03-30,noon,5\n"
        let imported = try importBytes(table.utf8, options: options(preset))
        let hours = imported.rows.map { Double($0.start - imported.rows[1].start) / 3_600_000 }
        // The clocks go from 02:00 to 03:00 on 29 March.
        #expect(imported.rows.map(\.value) == [1, 2, 3, 4] && hours == [12, 0, 16.5, 18.5])
        #expect(imported.rows.map { Double($0.end - $0.start) / 3_600_000 } == [0, 0, 23, 0])
        #expect(imported.issues == [.badDate: [6]])
    }

    @Test("With `has`, a part of a text decides about a row, in small and capital letters")
    func partsOfTexts() throws {
        let preset = Self.steps.replacing("  day Day", with: "  day Day\n  not Note has Total")
        let table = "Day,Steps,Note\n2026-03-28,1,a\n2026-03-29,2,the total of it\n"
        #expect(try importBytes(table.utf8, options: options(preset)).rows.map(\.value) == [1])
    }

    @Test("A series has a reading for each item, and a text that is not a series is skipped")
    func series() throws {
        let preset = """
            preset test "Test"
            table nights
              json .
              need start pulse
              start start
              series heartRate from pulse in count/min without 0 else mean
            """
        let rows = [
            #"{"start":"2026-03-28T22:00:00Z","pulse":{"interval":60,"items":[50,null,0,53],"timestamp":"2026-03-28T22:00:05Z"},"mean":1}"#,
            #"{"start":"2026-03-29T22:00:00Z","pulse":{"interval":0.5,"items":[51,52]},"mean":2}"#,
            #"{"start":"2026-03-30T22:00:00Z","pulse":{"interval":60,"items":[null]},"mean":58}"#,
            #"{"start":"2026-03-31T22:00:00Z","pulse":null,"mean":59}"#, #"{"start":"2026-04-01T22:00:00Z","pulse":[1],"mean":60}"#,
        ]
        let imported = try importBytes("[\(rows.joined(separator: ",\n"))]".utf8, options: options(preset))
        #expect(imported.rows.map(\.value) == [50, 53, 51, 52, 58, 59, 60])
        #expect(imported.rows.map { $0.start % 60_000 } == [5000, 5000, 0, 500, 0, 0, 0])
        #expect(imported.issues == [.badValue: [5]])
    }

    @Test("Equal rows are one sample, and several with `repeats`")
    func repeats() throws {
        let table = "Day,Steps\n2026-03-28,10\n2026-03-28,10\n2026-03-28,10\n"
        let preset = Self.steps.replacing("  day", with: "  repeats\n  day")
        let rows = try importBytes(table.utf8, options: options(preset)).rows
        #expect(rows.map { $0.metadata["repeat"] } == [nil, "2", "3"])
    }

    // MARK: - JSON

    private static let json = """
        preset test "Test"
        table pulses
          json data .
          column value "values.0.bpm"
          need at value
          start at
          sample heartRate from value in count/min
        """

    @Test("Objects of an array at a path, with values in objects and arrays")
    func objects() throws {
        let text =
            #"{"x":{"data":[{"at":"no"}]},"data":[{"values":[{"bpm":61},{"bpm":9}],"at":"2026-01-01T08:00:00Z"},7,{"at":"#
            + #""2026-01-01T08:01:00Z","values":[{"bpm":null}]},{"values":[{"bpm":"6\u0032.5"}],"at":"2026-01-01T08:02:00Z"}],"next":null}"#
        let imported = try importBytes(text.utf8, options: options(Self.json))
        #expect(imported.rows.map(\.value) == [61, 62.5] && imported.report.isComplete)
        #expect(imported.rows.map(\.start) == [milliseconds("2026-01-01T08:00:00Z"), milliseconds("2026-01-01T08:02:00Z")])
    }

    @Test("A truncated JSON document keeps its complete rows and is reported as truncated")
    func truncated() throws {
        let text = #"[{"values":[{"bpm":61}],"at":"2026-01-01T08:00:00Z"},{"values":[{"bpm":62}],"at":"2026"#
        let imported = try importBytes(text.utf8, options: options(Self.json))
        #expect(imported.rows.map(\.value) == [61] && imported.report.findings.isCutOff)
        #expect(imported.issues[.cutOff] != nil)
    }

    @Test(
        "Deep and broken JSON ends without samples",
        arguments: [#"[{"values":"# + String(repeating: "[", count: 100_000), #"[{"at"}]"#, "[", "{"])
    func broken(text: String) throws {
        let known = #"[{"values":[{"bpm":61}],"at":"2026-01-01T08:00:00Z"},"#
        let imported = try importBytes((known + text).utf8, options: options(Self.json))
        #expect(imported.rows.map(\.value) == [61] && imported.report.findings.isCutOff)
    }

    // MARK: - Choices

    @Test("A name of a format or preset chooses it, and other formats are refused with what the file is")
    func choices() throws {
        let oura = "day;steps;active_calories\n2026-01-01;5;6\n"
        var options = try options()
        #expect(
            try importBytes(oura.utf8, options: options).report.readings.first
                == "the preset oura-days; to read it as a plain table, use --as csv")
        options.choice = FormatChoice.named("csv")
        #expect(message(oura.utf8, options).contains("its header has no column type, start, value"))
        options.choice = FormatChoice.named("fit")
        #expect(message(oura.utf8, options).hasSuffix(": --as fit does not fit: this is a table"))
        options.choice = FormatChoice.named("withings")
        #expect(message(oura.utf8, options).hasSuffix("the preset withings does not fit: this is a table, and not with its columns"))
        #expect(FormatChoice.named("nothing") == nil)
        for name in FormatChoice.names { #expect(FormatChoice.named(name) != nil) }
    }

    @Test("Options that name columns make a plain table of it")
    func plain() throws {
        var options = try options()
        options.mapping[.type] = .whole("steps")
        options.mapping[.start] = .column("day")
        options.mapping[.value] = .column("steps")
        let imported = try importBytes("day;steps;active_calories\n2026-01-01;5;6\n".utf8, options: options)
        #expect(imported.rows.map(\.metric) == ["stepCount"] && imported.rows[0].source == "")
    }

    @Test("A table of two presets is refused with both names")
    func ambiguous() throws {
        let text = "day,steps,active_calories,score,temperature_deviation\n2026-01-01,5,6,80,0.1\n"
        #expect(message(text.utf8, try options()).hasSuffix("oura-days or oura-readinessdays: choose with --preset oura-days"))
    }

    @Test("Each generated export has the samples of its manifest", arguments: [GenerateOptions.Form.samsung, .oura, .withings])
    func generated(form: GenerateOptions.Form) throws {
        var generation = GenerateOptions(
            now: Instant(milliseconds: milliseconds("2026-06-30T16:20:00Z")), zone: Zone.named("Europe/Berlin") ?? .utc)
        generation.size = .days(10)
        generation.form = form
        var bytes: [UInt8] = []
        let manifest = try generateExport(generation) { bytes += $0 }
        let imported = try importBytes(bytes, options: options())
        #expect(imported.report.isComplete && imported.report.findings.issues.entries.isEmpty)
        var counts: [String: Int] = [:]
        for row in imported.rows { counts[row.metric, default: 0] += 1 }
        #expect(counts == Dictionary(uniqueKeysWithValues: manifest.sampleCounts.map { ($0.key.shortName, $0.value) }))
        #expect(counts.count >= 3 && imported.rows.count > 100 / 10)
    }

    @Test(
        "Units of a workout can have the names that people use",
        arguments: [("miles", 10.0), ("mi", 10), ("kilometers", 6.2137), ("km", 6.2137), ("meters", 0.0062)])
    func unitsOfWorkouts(unit: String, miles: Double) throws {
        let preset = """
            preset test "Test"
            table runs
              need Started Minutes Far
              start Started
              lasts Minutes in min
              workout running
              distance from Far in \(unit)
              pulse from HR in bpm
              steps from Steps in steps
            """
        let found = try importBytes(
            "Started,Minutes,Far,HR,Steps\n2026-01-01T10:00Z,60,10,150,9000\n".utf8, options: options(preset))
        let statistics = try #require(found.sink.workouts.first?.statistics)
        let distance = try #require(statistics.first { $0.metric.shortName == "distanceWalkingRunning" }?.sum)
        #expect(abs(distance / 1.609344 - miles) < 0.001)
        #expect(statistics.first { $0.metric.shortName == "heartRate" }?.average == 150)
        #expect(statistics.first { $0.metric.shortName == "stepCount" }?.sum == 9000)
    }

    @Test("A column that a preset of the user reads and the table lacks is reported")
    func missingColumn() throws {
        let preset = Self.steps + "\n  sample heartRate from HRR in count/min"
        let found = try importBytes("Day,Steps\n2026-01-01,5\n".utf8, options: options(preset))
        #expect(found.report.readings.contains("no column `HRR`, which the preset reads"))
        #expect(try importBytes("Day,Steps,HRR\n2026-01-01,5,60\n".utf8, options: options(preset)).report.readings.count == 2)
    }

    @Test("A number with a condition is read from rows with one of its values, and from those that don't say it")
    func conditions() throws {
        let preset = Self.steps + "\n  sample heartRate from Rate in count/min only Kind is night long_sleep"
        let rows = ["night,50", "nap,60", ",70", "LONG_SLEEP,80"].enumerated().map { "2026-01-0\($0 + 1),5,\($1)\n" }
        let found = try importBytes(("Day,Steps,Kind,Rate\n" + rows.joined()).utf8, options: options(preset))
        #expect(found.rows.filter { $0.metric == "heartRate" }.map(\.value) == [50, 70, 80])
        #expect(found.rows.filter { $0.metric == "stepCount" }.count == 4)
    }

    @Test(
        "The active time of a workout counts if it is not longer than the workout",
        arguments: [("600", 600.0), ("0", 1800), ("9000", 1800)])
    func activeTime(seconds: String, active: Double) throws {
        let preset = """
            preset test "Test"
            table runs
              need Started Minutes Active
              start Started
              lasts Minutes in min
              workout running
              active from Active in s
            """
        let found = try importBytes("Started,Minutes,Active\n2026-01-01T10:00Z,30,\(seconds)\n".utf8, options: options(preset))
        #expect(found.sink.workouts.first?.activeSeconds == active)
    }
}
