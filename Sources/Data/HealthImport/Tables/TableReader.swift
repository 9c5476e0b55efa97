import CalendarIntervals
import HealthModel

/// Reads the rows of a table and hands over batches of what they say.
struct TableReader<Scanner: TableScanner> {
    private(set) var scanner: Scanner
    private(set) var builder: BatchBuilder
    private let mapping: TableMapping
    private let pattern: TimePattern?
    private let zone: Zone?
    private var metadata = MetadataScratch()
    /// The identifier of every metric by its name in the table; empty for names that are in no table.
    private var identifiers: [String: String] = [:]

    /// - Throws: `ImportError.badTable` for a type, unit or time format that means nothing.
    init(_ scanner: Scanner, options: ImportOptions, path: String) throws(ImportError) {
        self.scanner = scanner
        mapping = options.mapping
        zone = options.zone
        builder = BatchBuilder(isXML: false, rowLimit: options.batchRows)
        if let format = mapping.timeFormat {
            guard let pattern = TimePattern(format) else {
                throw .badTable(path: path, reason: "the time format “\(format)” has letters that mean nothing; use yyyy M d H h m s a Z")
            }
            self.pattern = pattern
        } else {
            pattern = nil
        }
        if let type = mapping.type, TableReader.identifier(of: type) == nil {
            throw .badTable(path: path, reason: "there is no metric “\(type)”")
        }
        if let unit = mapping.unit, HealthUnit(unit) == nil {
            throw .badTable(path: path, reason: "“\(unit)” is no unit")
        }
    }

    /// Reads the document, passes every full batch to `deliver` and returns what was found in how many bytes.
    mutating func read(_ deliver: BatchDelivery) throws(ImportError) -> (findings: ImportFindings, bytes: Int) {
        while try scanner.next(&builder.findings) {
            if builder.isFull, !hand(to: deliver) { break }
            builder.findings.rows += 1
            let fields = scanner.row
            let kept = fields.bytes.withUnsafeBufferPointer { add(fields, $0) }
            if !kept { builder.findings.skippedRows += 1 }
        }
        if !builder.isEmpty { _ = hand(to: deliver) }
        return (builder.findings, scanner.bytesRead)
    }

    private mutating func hand(to deliver: BatchDelivery) -> Bool {
        let batch = builder.takeBatch()
        return deliver(batch, builder.findings, scanner.bytesRead)
    }

    // MARK: - One row

    /// Adds the row whose texts lie in `bytes`; returns false, with the reason noted, where it cannot be kept.
    private mutating func add(_ fields: TableFields, _ bytes: Bytes) -> Bool {
        var texts = RowTexts()
        metadata.removeAll()
        for (column, range) in fields.fields {
            let text = bytes.part(range)
            switch column {
            case .type: texts.type = text.trimmed
            case .source: texts.source = text.withoutFormulaGuard
            case .start: texts.start = text.trimmed
            case .end: texts.end = text.trimmed
            case .value: texts.value = text.trimmed
            case .unit: texts.unit = text.trimmed
            case .created: texts.created = text.trimmed
            case .device: texts.device = text.withoutFormulaGuard
            case .metadata(let index):
                if !text.isEmpty, !metadata.append(key: scanner.metadataKeys[index], value: text) { return skip(.tooManyParts) }
            case .other: break
            }
        }
        guard let identifier = identifier(texts.type) else { return false }
        guard let (start, end) = times(texts) else { return false }
        var source = mapping.source ?? ""
        let sourceID =
            mapping.source == nil
            ? builder.source(texts.source, line: scanner.line) : source.withUTF8 { builder.source($0, line: scanner.line) }
        let created = texts.created.isEmpty ? nil : time(texts.created)
        var row = BatchBuilder.Row(
            start: start, end: end, created: created?.milliseconds ?? SampleBatch.unknownTime, source: sourceID,
            origin: builder.origin(source: sourceID, version: nil, device: texts.device))
        if identifier == MetricID.workouts.identifier { return addWorkout(texts, row) }
        var name = identifier
        let column = name.withUTF8 { builder.column($0) }
        guard let (value, unit) = value(texts, column: column) else { return false }
        row.metadata = builder.metadata(metadata, line: scanner.line)
        builder.add(row, value: value, unit: unit, column: column)
        return true
    }

    /// The texts of a row, empty where the table has none.
    private struct RowTexts {
        var type = Bytes.empty
        var source = Bytes.empty
        var start = Bytes.empty
        var end = Bytes.empty
        var value = Bytes.empty
        var unit = Bytes.empty
        var created = Bytes.empty
        var device = Bytes.empty
    }

    private mutating func identifier(_ text: Bytes) -> String? {
        let name = mapping.type ?? String(decoding: text, as: UTF8.self)
        if let known = identifiers[name] { return known.isEmpty ? skip(.unknownType, detail: name) : known }
        if name.isEmpty || name.utf8.count > ImportFindings.textLimit { return skip(.missingType) }
        let identifier = TableReader.identifier(of: name)
        if identifiers.count < ImportFindings.nameLimit { identifiers[name] = identifier ?? "" }
        return identifier ?? skip(.unknownType, detail: name)
    }

    private static func identifier(of name: String) -> String? {
        switch MetricCatalog.resolve(name: name) {
        case .known(let metric): metric.id.identifier
        case .unlisted(let metric): metric.identifier
        case .unknown: nil
        }
    }

    private mutating func times(_ texts: RowTexts) -> (start: Int64, end: Int64)? {
        if texts.start.isEmpty { return skip(.missingDate) }
        guard let start = time(texts.start)?.milliseconds else { return skip(badTime(texts.start)) }
        var end = start + (mapping.lengthMilliseconds ?? 0)
        if !texts.end.isEmpty {
            guard let read = time(texts.end)?.milliseconds else { return skip(badTime(texts.end)) }
            end = read
        }
        if let flaw = BatchBuilder.flaw(start: start, end: end) { return skip(flaw) }
        return (start, end)
    }

    private func time(_ text: Bytes) -> Instant? {
        if let pattern { return pattern.read(text, zone: zone) }
        guard let reading = ISO8601.read(utf8: text.span), reading.offsetSeconds != nil || zone != nil else { return nil }
        return reading.instant(in: zone ?? .utc)
    }

    /// Why a time cannot be read: perhaps only the zone is missing.
    private func badTime(_ text: Bytes) -> ImportIssue {
        guard zone == nil else { return .badDate }
        let isFine = pattern.map { $0.read(text, zone: .utc) != nil } ?? (ISO8601.read(utf8: text.span) != nil)
        return isFine ? .missingZone : .badDate
    }

    private mutating func value(_ texts: RowTexts, column: Int) -> (value: Double, unit: Int32)? {
        if let category = builder.category(column) {
            if let raw = builder.rawValue(texts.value, column: column) { return (Double(raw), 0) }
            if texts.value.isEmpty { return category.valueEnum == nil ? (0, 0) : skip(.missingValue) }
            return skip(.badValue)
        }
        if texts.value.isEmpty { return skip(.missingValue) }
        guard let number = DecimalNumber.read(texts.value) else { return skip(.badValue) }
        var unit = mapping.unit ?? ""
        let use =
            mapping.unit == nil
            ? builder.unitUse(texts.unit, column: column, line: scanner.line)
            : unit.withUTF8 { builder.unitUse($0, column: column, line: scanner.line) }
        if let incompatible = use.incompatible {
            return skip(.incompatibleUnit, detail: "\(incompatible) for \(builder.metric(column).shortName)")
        }
        return (use.conversion.map { $0(number) } ?? number, use.id)
    }

    /// A workout's value is its activity, by Apple's short or export name.
    private mutating func addWorkout(_ texts: RowTexts, _ row: BatchBuilder.Row) -> Bool {
        let name = builder.text(texts.value, line: scanner.line)
        if name.isEmpty { return skip(.missingValue) }
        let activity = Int(name).flatMap(WorkoutActivityType.numbered) ?? WorkoutActivityType.named(name)
        guard let activity = activity?.exportName ?? (name.hasPrefix("HKWorkoutActivityType") ? name : nil) else { return skip(.badValue) }
        var workout = Workout(
            activity: activity, start: Instant(milliseconds: row.start), end: Instant(milliseconds: row.end), source: row.source,
            origin: row.origin, metadata: builder.metadata(metadata, line: scanner.line))
        if row.created != SampleBatch.unknownTime { workout.created = Instant(milliseconds: row.created) }
        builder.add(workout)
        return true
    }

    private mutating func skip<Value>(_ issue: ImportIssue, detail: String = "") -> Value? {
        builder.findings.issues.add(issue, line: scanner.line, detail: detail)
        return nil
    }

    private mutating func skip(_ issue: ImportIssue) -> Bool {
        builder.findings.issues.add(issue, line: scanner.line)
        return false
    }
}

extension Bytes {
    /// Without the apostrophe that CSV output puts before a text that a spreadsheet would take for a formula, or that looks so guarded.
    fileprivate var withoutFormulaGuard: Bytes {
        guard let content = firstIndex(where: { $0 != UInt8(ascii: "'") }), content > 0, "=+-@\t\r".utf8.contains(self[content]) else {
            return self
        }
        return part(1..<count)
    }
}
