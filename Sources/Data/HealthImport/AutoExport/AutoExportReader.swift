// Reads JSON documents of the app Health Auto Export.
//
//     {"data": {"metrics": [{"name": …, "units": …, "data": [{"date": …, "qty": …, "source": …}, …]}, …], "workouts": […], …}}
//
// The app exports samples, or sums and averages of minutes, hours and days, in the same form. The times of a metric show which: those of sums
// are all on a grid. Sums are not samples, so they are left out, or kept with their length and a separate source.
//
// Keys are in any order, so the name of a metric can come after its values. Values are kept until the name and the grid are known.
//
// Decision 0187 (sums of Health Auto Export).

import CalendarIntervals
import HealthModel
import TerminalText

/// Reads documents of Health Auto Export.
struct AutoExportReader: FilesReader {
    static let appName = "Health Auto Export"
    var writer: ActivityWriter
    var times: AutoExportTimes
    private let keepsSums: Bool
    private let zone: Zone?
    private var isMember = false
    private var kindCount = 0
    /// The number of averages with a least and a greatest value that were kept, by metric.
    private var averages: [MetricID: Int] = [:]

    init(options: ImportOptions) {
        writer = ActivityWriter(options: options)
        zone = options.zones[options.person] ?? options.zone
        times = AutoExportTimes(zone: zone)
        keepsSums = options.keepsSums
    }

    // MARK: - Files

    private static let parts = [
        "metrics", "workouts", "stateOfMind", "medications", "symptoms", "cycleTracking", "ecg", "heartRateNotifications",
    ]

    /// True for the first bytes of a document of the app.
    static func recognizes(_ prefix: FilePrefix) -> Bool {
        guard prefix.isText, prefix.textStarts(with: "{") else { return false }
        let start = String(decoding: prefix.text.lazy.filter { !$0.isBlank }.prefix(80), as: UTF8.self)
        return parts.contains { start.hasPrefix("{\"data\":{\"\($0)\":[") }
    }

    /// True for the lowercased path of a file that may be a document of the app.
    static func isPart(_ path: String) -> Bool {
        let parts = path.split { $0 == "/" || $0 == "\\" }
        return (path.hasSuffix(".json") || path.hasSuffix(".json.gz")) && !parts.contains("__macosx") && !path.contains("clinical")
    }

    func order(_ paths: [String]) -> [String] { paths.sorted() }

    mutating func finish(_ deliver: BatchDelivery) {
        for (metric, count) in averages.sorted(by: { $0.key.shortName < $1.key.shortName }) {
            writer.builder.findings.readings.append(
                "\(metric.shortName): \(Wording.count(count, "average")) without extremes, so min and max are those of averages")
        }
    }

    mutating func read(
        _ window: consuming ByteWindow, path: String, isMember: Bool, _ deliver: BatchDelivery
    ) throws(ActivityWriter.Stopped) {
        self.isMember = isMember
        var json = JSONStream(window)
        guard json.startObject() else { return writer.note(.unreadableFile, detail: "it does not start with {") }
        var count = 0
        while let key = json.nextKey(after: count) {
            count += 1
            if key == "data", json.startObject() { try readData(&json, deliver) } else { json.skip() }
        }
        writer.place.line = locate(&json)
        if let end = json.finish() {
            writer.builder.findings.isCutOff = true
            writer.note(end == .truncated ? .cutOff : .garbage)
        }
    }

    /// Returns the line in which issues are, or the number of the file.
    private func locate(_ json: inout JSONStream) -> Int { isMember ? writer.place.line : json.line }

    private mutating func readData(_ json: inout JSONStream, _ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        var count = 0
        while let key = json.nextKey(after: count) {
            count += 1
            guard json.startArray() else {
                json.skip()
                continue
            }
            var index = 0
            while json.nextElement(after: index) {
                index += 1
                writer.place.line = locate(&json)
                if key == "metrics" {
                    try readMetric(&json, deliver)
                } else if ["workouts", "medications", "stateOfMind"].contains(key) {
                    if let entry = json.value() {
                        switch key {
                        case "workouts": try add(workout: entry, deliver)
                        case "medications": try add(dose: entry, deliver)
                        default: try add(stateOfMind: entry, deliver)
                        }
                    } else if json.isTooLarge {
                        writer.note(.overlongElement)
                    }
                } else {
                    json.skip()
                    ImportFindings.count(of: key, in: &writer.builder.findings.unreadElements)
                }
            }
        }
    }

    // MARK: - Metrics

    private mutating func readMetric(_ json: inout JSONStream, _ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        guard json.startObject() else { return json.skip() }
        var metric = AutoExportMetric()
        var count = 0
        while let key = json.nextKey(after: count) {
            count += 1
            switch key {
            case "name": metric.name = json.value()?.text
            case "units": metric.unit = String((json.value()?.text ?? "").prefix(40))
            case "data" where json.startArray():
                var index = 0
                while json.nextElement(after: index) {
                    index += 1
                    writer.place.line = locate(&json)
                    guard let entry = json.value() else { break }
                    try add(entry, to: &metric, deliver)
                }
            default: json.skip()
            }
        }
        try pass(&metric, isEnd: true, deliver)
    }

    private mutating func add(
        _ entry: JSONValue, to metric: inout AutoExportMetric, _ deliver: BatchDelivery
    ) throws(ActivityWriter.Stopped) {
        if entry["startDate"] != nil, entry["value"]?.text != nil { return try addSleep(entry, deliver) }
        let id = metric.name.flatMap { AutoExportKind(named: $0)?.id }
        if entry["sleepStart"] != nil || entry["asleep"] != nil || entry["inBedStart"] != nil {
            return writer.skip(.summedNight, .sleepAnalysis)
        }
        guard let date = entry["date"] ?? entry["startDate"] else { return skip(.missingDate, id) }
        guard let time = date.read({ times.read($0) }) else { return skip(.badDate, id) }
        let average = entry["Avg"]?.number
        guard let value = entry["qty"]?.number ?? average ?? entry["systolic"]?.number else {
            return skip(entry["qty"] == nil ? .missingValue : .badValue, id)
        }
        var row = AutoExportRow(start: time.instant, value: value, source: metric.source(entry["source"]?.text ?? ""))
        row.second = entry["diastolic"]?.number ?? .nan
        if let least = entry["Min"]?.number, let greatest = entry["Max"]?.number { row.isAverage = least < greatest }
        switch entry["mealTime"]?.text {
        case "Before Meal": row.mealTime = 1
        case "After Meal": row.mealTime = 2
        default: break
        }
        metric.grid = metric.grid.narrowed(by: time.secondOfDay)
        metric.count += 1
        guard metric.rows.count < AutoExportMetric.limit else { return skip(.tooManyParts, id) }
        metric.rows.append(row)
        if metric.rows.count >= AutoExportMetric.batch { try pass(&metric, isEnd: false, deliver) }
    }

    private mutating func skip(_ issue: ImportIssue, _ metric: MetricID?) {
        writer.builder.findings.rows += 1
        writer.builder.findings.skipSample(of: metric)
        writer.note(issue)
    }

    /// Passes on the values of a metric, as soon as it is known what they are.
    private mutating func pass(
        _ metric: inout AutoExportMetric, isEnd: Bool, _ deliver: BatchDelivery
    ) throws(ActivityWriter.Stopped) {
        // The unit can come after the values.
        let isClear = metric.unit != nil && (metric.grid == .none || metric.rows.count >= AutoExportMetric.limit)
        guard isEnd || isClear, !metric.rows.isEmpty else { return }
        guard let name = metric.name else {
            if isEnd { for _ in metric.rows { skip(.missingType, nil) } }
            return
        }
        defer { metric.rows.removeAll(keepingCapacity: !isEnd) }
        if name == "blood_pressure" { return try addPressures(metric, deliver) }
        guard let kind = AutoExportKind(named: name) else {
            writer.builder.findings.unreadElements["values of \(ImportFindings.kept(of: name))", default: 0] += metric.rows.count
            return
        }
        let hasAverages = metric.rows.contains(where: \.isAverage)
        let summed = kind.summed(metric.grid, count: metric.count, hasAverages: hasAverages)
        let named = metric.unit ?? ""
        let unit = Self.units[named] ?? named
        kindCount += 1
        guard kindCount < 100_000, writer.fits(SampleKind(kind.name, unit), unit: named) else {
            for _ in metric.rows { skip(.incompatibleUnit, kind.id) }
            return
        }
        for row in metric.rows { try add(row, kind, unit, of: metric, summed: summed, deliver) }
    }

    /// The app's spellings of units that Apple spells differently.
    private static let units = ["bpm": "count/min", "breaths/min": "count/min", "count/minute": "count/min", "hours": "hr", "": "count"]

    private mutating func add(
        _ row: AutoExportRow, _ kind: AutoExportKind, _ unit: String, of metric: AutoExportMetric, summed: AutoExportGrid?,
        _ deliver: BatchDelivery
    ) throws(ActivityWriter.Stopped) {
        let source = metric.sources[row.source]
        // Values of several sources are merged, so they are sums at any time.
        let grid = summed ?? (kind.isCumulative && AutoExportMetric.isMerged(source) ? AutoExportGrid.none : nil)
        guard let grid else {
            use(source, mealTime: row.mealTime)
            return try writer.add(row.value, SampleKind(kind.name, unit), from: row.start, to: row.start, deliver)
        }
        guard keepsSums else { return writer.skip(.summed, kind.id, detail: "\(kind.id.shortName) \(grid.name)") }
        use("\(Self.appName), \(grid.name)", mealTime: 0)
        if row.isAverage { averages[kind.id, default: 0] += 1 }
        try writer.add(row.value, SampleKind(kind.name, unit), from: row.start, to: end(of: row.start, grid), deliver)
    }

    /// Returns the end of a sum. A day of the zone can have 23 or 25 hours.
    private func end(of start: Int64, _ grid: AutoExportGrid) -> Int64 {
        guard grid == .day, let zone, zone.localMilliseconds(at: Instant(milliseconds: start)) % 86_400_000 == 0
        else { return start + grid.milliseconds }
        return zone.endOfDay(from: start)
    }

    private mutating func addPressures(_ metric: AutoExportMetric, _ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        let isDaily = metric.grid == .day && metric.count > 1
        let id = MetricID(MetricID.quantityPrefix + "BloodPressureSystolic")
        for row in metric.rows {
            if row.second.isNaN {
                skip(.missingValue, id)
            } else if isDaily {
                writer.skip(.summed, id, detail: "blood pressure by day")
            } else {
                use(metric.sources[row.source], mealTime: 0)
                try writer.addPressure(row.value, row.second, at: row.start, deliver)
            }
        }
    }

    /// Makes a source the current one.
    func source(_ name: String) -> RecordedSource {
        RecordedSource(name: name.allSatisfy(\.isWhitespace) ? Self.appName : name)
    }

    private mutating func use(_ name: String, mealTime: Int8) {
        var source = source(name)
        if mealTime > 0 { source.facts["HKBloodGlucoseMealTime"] = "\(mealTime)" }
        if writer.source != source { writer.source = source }
    }

    // MARK: - Sleep

    private static let stages = [
        "inbed": 0, "asleep": 1, "unspecified": 1, "asleepunspecified": 1, "awake": 2, "core": 3, "light": 3, "deep": 4, "rem": 5,
    ]

    private mutating func addSleep(_ entry: JSONValue, _ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        let word = (entry["value"]?.text ?? "").lowercased().filter { $0 != " " }
        guard let raw = Self.stages[word] else { return writer.skip(.badValue, .sleepAnalysis, detail: ImportFindings.kept(of: word)) }
        guard let start = entry["startDate"]?.read({ times.read($0) }), let end = entry["endDate"]?.read({ times.read($0) }) else {
            return writer.skip(.badDate, .sleepAnalysis)
        }
        use(entry["source"]?.text ?? "", mealTime: 0)
        try writer.addSleep(raw, from: start.instant, to: end.instant, deliver)
    }
}
