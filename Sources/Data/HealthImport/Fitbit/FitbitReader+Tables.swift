import HealthModel

/// A row of a table.
struct FitbitRow {
    private let bytes: [UInt8]
    private let fields: [Range<Int>]
    private let columns: [String: Int]

    fileprivate init(_ bytes: [UInt8], _ fields: [Range<Int>], columns: [String: Int]) {
        (self.bytes, self.fields, self.columns) = (bytes, fields, columns)
    }

    /// Passes the field of a column to `body`; nothing if the table lacks the column.
    func read<Result>(_ column: String, _ body: (Bytes) -> Result) -> Result {
        let range = columns[column].map { fields[$0] } ?? 0..<0
        return body(bytes.span.extracting(bytes.span.trimmed(range)))
    }

    /// The text of a column. Nil if it is empty or missing.
    func text(_ column: String) -> String? {
        read(column) { $0.isEmpty ? nil : ImportFindings.kept(of: $0.text) }
    }

    func number(_ column: String) -> Double? { read(column, DecimalNumber.read) }
}

/// The rows of a table with a header.
struct FitbitRows: ~Copyable {
    private var scanner: CSVScanner
    private let columns: [String: Int]
    /// The names of the columns in lowercase.
    let names: [String]
    /// The number of rows that could not be read since it was set to 0.
    var brokenCount = 0
    private var findings = ImportFindings()

    /// Nil if the table has no header.
    init?(_ window: consuming ByteWindow) {
        guard let scanner = try? CSVScanner(window: window, path: "") else { return nil }
        let names = scanner.metadataKeys.map { String($0.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()) }
        let lowered = names.map { $0.lowercased() }
        columns = Dictionary(lowered.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        self.names = lowered
        self.scanner = scanner
    }

    var line: Int { scanner.line }

    /// Returns the next row. Nil at the end.
    mutating func next() -> FitbitRow? {
        let isRow = scanner.nextInDocument(&findings)
        if findings.rows > 0 {
            brokenCount += findings.rows
            findings = ImportFindings()
        }
        guard isRow else { return nil }
        return FitbitRow(scanner.rowBytes, scanner.row.fields.map(\.range), columns: columns)
    }
}

// Tables of a Fitbit export.
extension FitbitReader {
    mutating func readTable(
        _ window: consuming ByteWindow, _ file: FitbitFile, isMember: Bool, _ deliver: BatchDelivery
    ) throws(ActivityWriter.Stopped) {
        guard let table = FitbitTable.named(file) else {
            return isMember ? leaveOut(file) : writer.note(.unreadableFile, detail: Self.unnamed)
        }
        // A table without data has the words "no data", or nothing.
        guard var rows = FitbitRows(window) else { return }
        if rows.names == ["no data"] { return }
        let isSession = table.columns.isEmpty
        guard isSession || rows.names.contains(table.time) else {
            return writer.note(.unreadableFile, detail: "its columns are not those of \(file.family)")
        }
        let columns = table.columns.compactMap { column in
            rows.names.first { $0.hasPrefix(column.name) }.map { (column: column, name: $0) }
        }
        while let row = rows.next() {
            if !isMember { writer.place.line = rows.line }
            skipBroken(&rows)
            switch file.family {
            case "usersleeps": addNight(row)
            case "usersleepstages": try addStage(row, deliver)
            case "userexercises": try addExercise(row, deliver)
            default: try add(row, table, columns, deliver)
            }
        }
        if !isMember { writer.place.line = max(rows.line, 1) }
        skipBroken(&rows)
    }

    private mutating func skipBroken(_ rows: inout FitbitRows) {
        guard rows.brokenCount > 0 else { return }
        for _ in 0..<rows.brokenCount {
            writer.builder.findings.rows += 1
            writer.builder.findings.skipRow()
            writer.note(.badTableRow)
        }
        rows.brokenCount = 0
    }

    private mutating func add(
        _ row: FitbitRow, _ table: FitbitTable, _ columns: [(column: FitbitColumn, name: String)], _ deliver: BatchDelivery
    ) throws(ActivityWriter.Stopped) {
        useSource(of: row.text("data source") ?? "")
        for (column, name) in columns {
            guard let number = row.number(name) else {
                if row.read(name, { !$0.isEmpty && !$0.equals("NaN") }) { writer.skip(.badValue, column.kind.id) }
                continue
            }
            if number == 0 {
                idleCount += 1
                continue
            }
            guard let start = row.read(table.time, { time($0, table.clock, of: column.kind.id) }) else { continue }
            var end: Int64? = self.end(of: start, table.length)
            if !table.end.isEmpty { end = row.read(table.end) { time($0, table.clock, of: column.kind.id) } }
            if let end { try add(number, column, from: start, to: end, rank: table.rank, isSeries: table.isSeries, deliver) }
        }
    }

    // MARK: - Sessions

    private mutating func span(_ row: FitbitRow, _ start: String, _ end: String, of metric: MetricID) -> (start: Int64, end: Int64)? {
        guard let start = row.read(start, { time($0, .utc, of: metric) }), let end = row.read(end, { time($0, .utc, of: metric) }) else {
            return nil
        }
        return (start, end)
    }

    /// Notes a night. Its stages are in another table.
    private mutating func addNight(_ row: FitbitRow) {
        guard let span = span(row, "sleep_start", "sleep_end", of: .sleepAnalysis) else { return }
        guard let id = row.text("sleep_id") else { return writer.skip(.missingValue, .sleepAnalysis, detail: "sleep_id") }
        tableNights.add(
            id: id, version: row.text("algorithm_version") ?? "", zone: row.text("start_utc_offset"), from: span.start, to: span.end)
    }

    /// Adds the nights that have no stages, such as those that were entered by hand, as asleep.
    mutating func addNightsWithoutStages(_ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        for night in tableNights.withoutStages where !nights.covers(from: night.span.lowerBound, to: night.span.upperBound) {
            var source = Self.source
            source.zone = night.zone
            if writer.source != source { writer.source = source }
            try writer.addSleep(FitbitSleep.unspecified, from: night.span.lowerBound, to: night.span.upperBound, deliver)
        }
    }

    private mutating func addStage(_ row: FitbitRow, _ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        guard let span = span(row, "sleep_stage_start", "sleep_stage_end", of: .sleepAnalysis) else { return }
        let id = row.text("sleep_id")
        if let id { tableNights.noteStage(of: id) }
        let isReplaced = id.map { tableNights.isReplaced($0) } ?? false
        if isReplaced || nights.covers(from: span.start, to: span.end) { return days.leaveOut(.sleepAnalysis) }
        guard let raw = FitbitSleep.raw(row.text("sleep_stage_type") ?? "") else {
            return writer.skip(.badValue, .sleepAnalysis, detail: row.text("sleep_stage_type") ?? "")
        }
        var source = Self.source
        source.zone = row.text("start_utc_offset")
        if writer.source != source { writer.source = source }
        try writer.addSleep(raw, from: span.start, to: span.end, deliver)
    }

    private mutating func addExercise(_ row: FitbitRow, _ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        guard let times = span(row, "exercise_start", "exercise_end", of: .workouts) else { return }
        if exercises.covers(from: times.start, to: times.end) { return days.leaveOut(.workouts) }
        var span = RecordedSpan(start: times.start, end: times.end)
        span.distance = row.number("tracker_total_distance_mm").map { $0 / 1000 }
        span.totalEnergy = row.number("tracker_total_calories")
        span.steps = row.number("tracker_total_steps")
        span.heartRate.average = row.number("tracker_avg_heart_rate").flatMap { $0 > 0 ? $0 : nil }
        span.heartRate.maximum = row.number("tracker_peak_heart_rate").flatMap { $0 > 0 ? $0 : nil }
        var source = Self.source
        source.zone = row.text("utc_offset")
        if writer.source != source { writer.source = source }
        try addExercise(named: row.text("activity_name") ?? "", span, deliver)
    }

    /// Adds a workout. Its steps and energy are in other files.
    mutating func addExercise(named name: String, _ span: RecordedSpan, _ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        let leg = RecordedActivity.Leg(activity: writer.activity(named: name), span: span)
        let facts = name.isEmpty ? [] : [(key: "activityName", value: name)]
        try writer.addSummary(RecordedActivity(legs: [leg], metadata: facts), deliver)
    }
}
