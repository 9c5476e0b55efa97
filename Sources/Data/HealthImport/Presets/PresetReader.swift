// Reads a table of an app with a preset.
//
//     bytes ─► PresetRows: the header, and the cells of each row by the names of the preset
//           ─► first rows: PresetTimes and PresetNumbers decide about formats that all rows share
//           ─► all rows:   the rules of the table make samples and workouts, which ActivityWriter adds
//
// Rows are read twice, because only the last one may show that a date has the day first.
//
// Decisions 0181 (presets are data), 0182 (sums of days).

import CalendarIntervals
import HealthModel

/// Reads one table with a preset.
struct PresetReader {
    let table: PresetTable
    let path: String
    /// True if the file is one of several, whose name is in the messages.
    let isMember: Bool
    var writer: ActivityWriter

    private let mapping: TableMapping
    private let zone: Zone?
    private var rows: PresetRows
    private var times: PresetTimes
    private var numbers: PresetNumbers
    /// The units of columns, by the name of the column.
    private var units: [String: String] = [:]
    /// The cells of the last workout's group.
    private var lastGroup: [String] = []
    /// The number of rows with these cells.
    private var rowCounts: [[String]: Int] = [:]

    /// The number of different rows that are remembered, to find equal ones.
    private static let greatestRowCount = 200_000

    /// - Throws: a flaw if the rows do not decide what they mean, and no option does.
    init(
        _ bytes: [UInt8], table: PresetTable, path: String, isMember: Bool, options: ImportOptions, writer: ActivityWriter
    ) throws(PresetFlaw) {
        (self.table, self.path, self.isMember, self.writer) = (table, path, isMember, writer)
        mapping = options.mapping
        zone = options.zones[options.person] ?? options.zone
        guard let rows = PresetRows(PlainText.utf8(bytes), of: table) else {
            throw PresetFlaw(reason: "it is not a table of \(table.fullName): " + table.demand)
        }
        self.rows = rows
        times = try PresetTimes(table, format: mapping.timeFormat, zone: zone, file: path)
        numbers = PresetNumbers(table, given: mapping.decimalSign, separatesByComma: rows.separatesByComma)
        try findUnits()
        try decide()
        self.writer.builder.growing.formUnion(table.growingMetrics)
    }

    // MARK: - What all rows share

    /// Finds the unit of each column: that of the preset, the one in the header, or the one that is given. Rows can name their own.
    private mutating func findUnits() throws(PresetFlaw) {
        for rule in table.rules {
            for (number, metric) in rule.numbers {
                guard let header = rows.columns.header(number.column) else { continue }
                let inHeader = ColumnFinder.unit(in: header).flatMap { SampleKind.unit($0, of: metric) }
                var given: String?
                if case .whole(let text)? = mapping[.unit] { given = text }
                if case .either(let text)? = mapping[.unit] { given = text }
                if number.units.count == 1 {
                    units[number.column] = number.units[0]
                } else if let inHeader {
                    units[number.column] = inHeader
                } else if let named = number.units.first(where: { $0 == header.lowercased() }) {
                    units[number.column] = named
                } else if let given, let unit = SampleKind.unit(given, of: metric) {
                    units[number.column] = unit
                } else if number.unitColumn.flatMap(rows.columns.header) == nil {
                    let choices = number.units.isEmpty ? ["kg"] : number.units
                    throw PresetFlaw(
                        reason: "the file does not name the unit of `\(header)`: use "
                            + choices.map { "--unit \($0)" }.joined(separator: " or "))
                }
            }
        }
    }

    /// The number of texts of times that are compared.
    private static let exampleLimit = 1000

    /// Reads all rows to find out the formats of times and numbers.
    private mutating func decide() throws(PresetFlaw) {
        var ahead = rows
        var columns = table.rules.flatMap { $0.numbers.flatMap { [$0.0.column, $0.0.factor].compactMap(\.self) } }
        if case .column(let name, _)? = table.length { columns.append(name) }
        var examples: [String] = []
        while ahead.next() {
            guard isWanted(ahead) == nil else { continue }
            times.narrow(ahead)
            for column in columns { numbers.note(ahead.text(column)) }
            if !numbers.isDecided { for text in ahead.texts { numbers.noteOther(text) } }
            if examples.count < Self.exampleLimit {
                examples += [table.start, table.day].compactMap { $0.map { ahead.text($0) } }
            }
        }
        try times.demandClear(examples)
    }

    /// How the file was read, for the report.
    var reading: String {
        var text = "the preset \(table.fullName)" + (isMember ? ", for \(path)" : "; to read it as a plain table, use --as csv")
        if table.rowPaths != nil, !isMember { text = "the preset \(table.fullName)" }
        return text
    }

    // MARK: - Rows

    /// Returns the reason why a row is left out; nil if it is read.
    private func isWanted(_ rows: PresetRows) -> String? {
        for condition in table.conditions {
            let text = rows.text(condition.column).lowercased()
            let listed = condition.values.first { condition.isPart ? text.contains($0.lowercased()) : $0.lowercased() == text }
            guard (listed != nil) == condition.isExcluded else { continue }
            let header = rows.columns.header(condition.column) ?? condition.column
            if let listed { return "rows with the \(header) \(listed)" }
            return "rows with another \(header) than \(condition.values.joined(separator: ", "))"
        }
        return nil
    }

    mutating func read(_ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        while rows.next() {
            writer.place = (rows.line, isMember ? path : "")
            if let reason = isWanted(rows) {
                ImportFindings.count(of: reason, in: &writer.builder.findings.unreadElements)
                continue
            }
            try readRow(deliver)
        }
        if rows.repeatedHeaders > 0 {
            ImportFindings.count(rows.repeatedHeaders, of: "rows equal to the header", in: &writer.builder.findings.unreadElements)
        }
        if rows.isBroken {
            writer.note(.cutOff)
            writer.builder.findings.isCutOff = true
        }
        var notes = [reading]
        if times.usedZone, let zone { notes.append("days and times without an offset in \(zone.identifier)") }
        if numbers.sign == .comma { notes.append("numbers with a decimal comma: 7,2 is 7.2") }
        notes += rows.missingColumns(of: table).map { "no column `\($0)`, which the preset reads\(isMember ? ", in \(path)" : "")" }
        for note in notes where !writer.builder.findings.readings.contains(note) && writer.builder.findings.readings.count < 100 {
            writer.builder.findings.readings.append(note)
        }
    }

    private mutating func readRow(_ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        let offset = table.offset.flatMap { name in
            let text = rows.text(name)
            return text.isEmpty ? nil : Zone.named(text)
        }
        let interval: Range<Int64>
        switch times.interval(rows, offset: offset, numbers) {
        case .success(let found): interval = found
        case .failure(let error):
            let metric = table.rules.first?.metric ?? .workouts
            return writer.skip(error.issue, metric)
        }
        writer.builder.findings.noteUnclearTimes(times.takeUnclearCount(), line: rows.line)
        let source = source(offset: offset)
        if writer.source != source { writer.source = source }
        var metadata = table.metadata.compactMap { pair -> (key: String, value: String)? in
            let text = rows.text(pair.column)
            return text.isEmpty ? nil : (pair.key, text)
        }
        if table.hasRepeats, let count = repeatCount() { metadata.append(("repeat", String(count))) }
        let countBefore = writer.builder.findings.rows
        for rule in table.rules { try apply(rule, interval, metadata, deliver) }
        guard writer.builder.findings.rows == countBefore, table.group.isEmpty else { return }
        ImportFindings.count(of: "rows without a value", in: &writer.builder.findings.unreadElements)
    }

    /// Counts the rows that are equal to this one so far. Nil for the first.
    private mutating func repeatCount() -> Int? {
        let count = rowCounts[rows.cells, default: 0] + 1
        if rowCounts[rows.cells] != nil || rowCounts.count < Self.greatestRowCount { rowCounts[rows.cells] = count }
        return count > 1 ? count : nil
    }

    private func source(offset: Zone?) -> RecordedSource {
        var name = table.source
        if case .whole(let text)? = mapping[.source] { name = text }
        if case .either(let text)? = mapping[.source] { name = text }
        // The start of an id distinguishes devices. All of it would identify them.
        let id = rows.text(table.sourceColumn).prefix(4)
        if !id.isEmpty { name += " (\(id))" }
        let zone = offset.flatMap { UTCOffset.name(Int64($0.offsetSeconds(at: Instant(milliseconds: 0)))) }
        return RecordedSource(name: name, zone: zone)
    }

    // MARK: - Rules

    private mutating func apply(
        _ rule: PresetRule, _ interval: Range<Int64>, _ metadata: [(key: String, value: String)], _ deliver: BatchDelivery
    ) throws(ActivityWriter.Stopped) {
        let (start, end) = (interval.lowerBound, interval.upperBound)
        switch rule {
        case .sample(let metric, let number):
            guard let value = value(of: number, metric), let unit = unit(of: number, metric) else { return }
            try writer.add(value, SampleKind(id: metric, unit: unit), from: start, to: end, metadata: metadata, deliver)
        case .series(let metric, let number, let instead):
            guard let kind = unit(of: number, metric).map({ SampleKind(id: metric, unit: $0) }) else { return }
            if let readings = readings(of: number, metric, from: start) {
                for reading in readings {
                    try writer.add(reading.value, kind, from: reading.time, to: reading.time, metadata: metadata, deliver)
                }
            } else if let instead {
                try apply(.sample(metric, instead), interval, metadata, deliver)
            }
        case .pressure(let systolic, let diastolic):
            let metric = SampleKind("BloodPressureSystolic", "mmHg").id
            guard let high = value(of: systolic, metric), let low = value(of: diastolic, metric) else { return }
            try writer.addPressure(high, low, at: start, deliver)
        case .sleep(let column, let values):
            let code = column == nil ? "" : rows.text(column).lowercased()
            guard let raw = values[code] else {
                return writer.skip(code.isEmpty ? .missingValue : .badValue, .sleepAnalysis, detail: code)
            }
            try writer.addSleep(raw, from: start, to: end, deliver)
        case .stages(let column, let length, let values):
            try addStages(rows.text(column), from: start, to: end, length, values, deliver)
        case .workout(let workout):
            let group = table.group.map { rows.text($0) }
            if !group.isEmpty, group == lastGroup { return }
            lastGroup = group
            // The facts of a part are not those of the workout.
            let shared = Set(table.metadata.filter { table.group.isEmpty || table.group.contains($0.column) }.map(\.key))
            try add(workout, interval, metadata.filter { shared.contains($0.key) }, deliver)
        }
    }

    /// Returns the number in a column. Nil if the row has none, or after noting that it cannot be read.
    private mutating func value(of number: PresetNumber, _ metric: MetricID) -> Double? {
        let text = rows.text(number.column)
        guard !text.isEmpty, applies(number) else { return nil }
        var value = 1.0
        for column in [number.column, number.factor].compactMap(\.self) {
            let text = rows.text(column)
            guard !text.isEmpty else { return nil }
            switch numbers.read(text) {
            case .success(let found): value *= found
            case .failure(let error):
                writer.skip(error.issue, metric, detail: rows.columns.header(column) ?? column)
                return nil
            }
        }
        return value == 0 && number.isMissingAtZero ? nil : value
    }

    /// Returns the readings in an object of JSON with `interval` in seconds, `items`, and the `timestamp` of the first. Nil if it has none,
    /// or after noting that it cannot be read.
    private mutating func readings(of number: PresetNumber, _ metric: MetricID, from start: Int64) -> [PresetReading]? {
        let text = rows.text(number.column)
        guard !text.isEmpty else { return nil }
        switch PresetReading.all(in: text, from: start, zone: table.isUTC ? .utc : zone) {
        case .success(let found):
            let readings = number.isMissingAtZero ? found.filter { $0.value != 0 } : found
            return readings.isEmpty ? nil : readings
        case .failure(let error):
            writer.skip(error.issue, metric, detail: rows.columns.header(number.column) ?? number.column)
            return nil
        }
    }

    /// Returns true if a row has the number, by the condition of the number. A row with an empty text has it, too.
    private func applies(_ number: PresetNumber) -> Bool {
        guard let condition = number.condition else { return true }
        let text = rows.text(condition.column).lowercased()
        return text.isEmpty || condition.values.contains { $0.lowercased() == text }
    }

    /// Returns the unit of a number: that of the row, or else that of the column. Nil after noting that there is none that fits.
    private mutating func unit(of number: PresetNumber, _ metric: MetricID) -> String? {
        let text = rows.text(number.unitColumn)
        if let unit = text.isEmpty ? units[number.column] : SampleKind.unit(text, of: metric) { return unit }
        writer.skip(.incompatibleUnit, metric, detail: text.isEmpty ? "no unit" : text)
        return nil
    }

    /// Adds the parts of a night, with equal neighbors as one sample.
    private mutating func addStages(
        _ text: String, from start: Int64, to end: Int64, _ length: Int64, _ values: [String: Int], _ deliver: BatchDelivery
    ) throws(ActivityWriter.Stopped) {
        let codes = text.utf8.prefix(10_000).map { String(UnicodeScalar($0)).lowercased() }
        var index = 0
        while index < codes.count {
            var next = index + 1
            while next < codes.count, codes[next] == codes[index] { next += 1 }
            let from = start + Int64(index) * length
            var to = start + Int64(next) * length
            // The last part can be shorter.
            if end > start { to = min(to, end) }
            if let raw = values[codes[index]] {
                if from < to { try writer.addSleep(raw, from: from, to: to, deliver) }
            } else {
                writer.skip(.badValue, .sleepAnalysis, detail: "the stage \(codes[index])")
            }
            index = next
        }
    }

    /// The activity of a row, and its name in the table if it is not known.
    private mutating func activity(of workout: PresetWorkout) -> (activity: String, name: String) {
        guard let column = workout.column else { return (workout.activity, "") }
        let name = rows.text(column)
        let known = workout.codes.isEmpty ? SportName.known(name) : workout.codes[name.lowercased()]
        let found = known ?? writer.unknownActivity(name)
        return (found, found == "Other" ? name : "")
    }

    private mutating func add(
        _ workout: PresetWorkout, _ interval: Range<Int64>, _ metadata: [(key: String, value: String)], _ deliver: BatchDelivery
    ) throws(ActivityWriter.Stopped) {
        let (activity, name) = activity(of: workout)
        var span = RecordedSpan(start: interval.lowerBound, end: interval.upperBound)
        let length = Double(interval.upperBound - interval.lowerBound) / 1000
        span.activeSeconds = length
        for total in PresetTotal.allCases {
            guard let number = workout.totals[total], let value = value(of: number, total.kind.id), value > 0,
                var unit = unit(of: number, total.kind.id)
            else { continue }
            if activity == "Swimming", let place = number.units.firstIndex(of: unit), place < number.swimUnits.count {
                unit = number.swimUnits[place]
            }
            let converted = HealthUnit(unit).flatMap { from in
                HealthUnit(total.kind.unit).flatMap { HealthUnit.convert(value, from: from, to: $0) }
            }
            guard let amount = converted, amount.isFinite else { continue }
            switch total {
            case .distance: span.distance = amount
            case .energy: span.energy = amount
            case .steps: span.steps = amount
            case .pulse: span.heartRate.average = amount
            case .peak: span.heartRate.maximum = amount
            // Apps round times to seconds.
            case .active: if amount <= length + 1 { span.activeSeconds = min(amount, length) }
            }
        }
        var facts = metadata
        if !name.isEmpty { facts.append(("sport", name)) }
        let whole = RecordedActivity(legs: [RecordedActivity.Leg(activity: activity, span: span)], metadata: facts)
        if table.contained.contains(activity) {
            try writer.addSummary(whole, deliver)
        } else {
            try writer.add(whole, [], name: "", deliver)
        }
    }
}

extension PresetRule {
    /// The metric of its samples.
    fileprivate var metric: MetricID {
        switch self {
        case .sample(let metric, _), .series(let metric, _, _): metric
        case .pressure: SampleKind("BloodPressureSystolic", "mmHg").id
        case .sleep, .stages: .sleepAnalysis
        case .workout: .workouts
        }
    }

    /// The numbers in columns, with the metrics that measure them.
    fileprivate var numbers: [(PresetNumber, MetricID)] {
        switch self {
        case .sample(let metric, let number): [(number, metric)]
        case .series(let metric, let number, let instead): [(number, metric)] + (instead.map { [($0, metric)] } ?? [])
        case .pressure(let systolic, let diastolic): [(systolic, metric), (diastolic, metric)]
        case .sleep, .stages: []
        case .workout(let workout): PresetTotal.allCases.compactMap { total in workout.totals[total].map { ($0, total.kind.id) } }
        }
    }
}

extension PresetTable {
    /// The columns or keys that a document of the table has.
    fileprivate var demand: String {
        "it needs the " + (rowPaths == nil ? "columns " : "keys ") + needs.map { headers(of: $0)[0] }.joined(separator: ", ")
    }
}
