import CalendarIntervals
import HealthModel

/// Reads the rows of a table and delivers them in batches.
struct TableReader<Scanner: TableScanner & ~Copyable>: DocumentReader, ~Copyable {
    private(set) var scanner: Scanner
    var builder: BatchBuilder
    private let mapping: TableMapping
    private let path: String
    private let pattern: TimePattern?
    /// The zone for times without an offset, of the current person.
    private var zone: Zone?
    private let defaultZone: Zone?
    private let zones: [String: Zone]
    /// The person of every row; empty if none is given.
    private let wholePerson: String
    /// True if each row must name its person.
    private var namesPersons: Bool
    /// True after a row named a person although one is given.
    private var namesPersonTwice = false
    /// The text of the current person. Consecutive rows often have the same.
    private var lastPerson: [UInt8] = []
    /// The source and the unit of every row, if the mapping gives them.
    private let wholeSource: [UInt8]
    private let wholeUnit: [UInt8]
    private var metadata = MetadataScratch()
    private var timeReader = TimeReader()
    /// The identifier of each metric by its name in the table. Empty for unknown names.
    private var identifiers: [String: String] = [:]
    /// The metric of the last row. Consecutive rows often have the same. Its column is valid until the next batch.
    private var lastName: [UInt8] = []
    private var lastColumn: Int?
    private var known = KnownRows()
    private var knownRows: [KnownRow] = []

    /// - Throws: `ImportError.badTable` for an unknown type, unit or time format.
    ///
    /// - Parameters:
    ///   - person: the person of every row; empty if none is given.
    ///   - zones: the zones of persons. All others have `zone`.
    init(
        _ scanner: consuming Scanner, mapping: TableMapping, zone: Zone?, person: String, zones: [String: Zone], batchRows: Int,
        path: String
    ) throws(ImportError) {
        self.init(
            scanner, mapping: mapping, pattern: try Self.pattern(of: mapping, path: path), zone: zone, zones: zones,
            builder: BatchBuilder(isXML: false, rowLimit: batchRows, person: person), path: path)
    }

    /// - Parameter builder: has the person of every row.
    private init(
        _ scanner: consuming Scanner, mapping: TableMapping, pattern: TimePattern?, zone: Zone?, zones: [String: Zone],
        builder: BatchBuilder, path: String
    ) {
        self.pattern = pattern
        self.mapping = mapping
        self.path = path
        defaultZone = zone
        self.zones = zones
        // If an initializer of such a type reads `self` before all is set, the code of Swift 6.3 releases arrays that are not set.
        let person = builder.person
        wholePerson = person
        self.zone = zones[person] ?? zone
        namesPersons = mapping.personColumn != nil && person.isEmpty
        wholeSource = Array((mapping.source ?? "").utf8)
        wholeUnit = Array((mapping.unit ?? "").utf8)
        self.builder = builder
        self.scanner = scanner
    }

    /// Checks `mapping` and returns the time format of the table. Nil means ISO 8601.
    private static func pattern(of mapping: TableMapping, path: String) throws(ImportError) -> TimePattern? {
        var pattern: TimePattern?
        if let format = mapping.timeFormat {
            pattern = TimePattern(format)
            if pattern == nil {
                throw .badTable(path: path, reason: "the time format `\(format)` has unknown letters; use yyyy M d H h m s a Z")
            }
        }
        if let type = mapping.type, identifier(of: type) == nil {
            throw .badTable(path: path, reason: "unknown metric `\(type)`")
        }
        if let unit = mapping.unit, HealthUnit(unit) == nil {
            throw .badTable(path: path, reason: "`\(unit)` is not a unit")
        }
        return pattern
    }

    // MARK: - Pieces

    /// Nil also if the rows name their persons, because a part has the rows of one person. Then one reader reads all of them.
    var standing: ReaderStanding? {
        get { scanner.endedInside || namesPersons ? nil : ReaderStanding() }
        set { lastColumn = nil }
    }

    var twin: @Sendable () -> TableReader {
        { [scanner = scanner.twin, mapping, pattern, defaultZone, zones, wholePerson, path] in
            TableReader(
                scanner(), mapping: mapping, pattern: pattern, zone: defaultZone, zones: zones,
                builder: BatchBuilder(isXML: false, rowLimit: .max, byteLimit: .max, person: wholePerson), path: path)
        }
    }

    mutating func take(_ chunk: consuming ByteChunk) { scanner.take(chunk) }
    mutating func pass(bytes: Int, lineEnds: Int) { scanner.pass(bytes: bytes, lineEnds: lineEnds) }
    mutating func restart(_ window: consuming ByteWindow) { scanner.restart(window) }
    var line: Int { mutating get { scanner.lineAtEnd } }
    var bytesRead: Int { scanner.bytesRead }

    // MARK: - Reading

    mutating func read(_ deliver: BatchDelivery) throws(ImportError) -> Bool {
        readKnownRows()
        while try scanner.next(&builder.findings) {
            if builder.isFull {
                lastColumn = nil
                guard hand(to: deliver) else { return false }
            }
            builder.findings.rows += 1
            let (fields, bytes) = (scanner.row, scanner.rowBytes)
            if !add(fields, bytes.span) { builder.findings.skippedRows += 1 }
            if namesPersonTwice { throw .personTwice(path: path, column: mapping.personColumn ?? "person") }
            readKnownRows()
        }
        return true
    }

    /// The most rows that are read before they are added.
    private static var knownRowCount: Int { 512 }

    /// Reads the next rows as long as they are like earlier ones and have no problems. The result is as if each had been read alone.
    private mutating func readKnownRows() {
        known.start(batch: builder.batchNumber)
        guard !known.isEmpty else { return }
        let document = scanner.document
        var rowCount = 0
        var offset = scanner.cursor
        repeat {
            let room = min(builder.room, Self.knownRowCount)
            known.read(
                document.span, from: &offset, limit: room, length: mapping.lengthMilliseconds ?? 0, times: &timeReader, into: &knownRows)
            builder.add(knownRows, like: known.meanings)
            rowCount += knownRows.count
        } while knownRows.count == Self.knownRowCount
        if rowCount > 0 { scanner.pass(lines: rowCount, to: offset) }
    }

    /// Keeps the row that was just read, if it has no problems.
    private mutating func learn(
        _ texts: RowTexts, _ bytes: Bytes, _ row: BatchBuilder.Row, use: MetricColumn.UnitUse, value: Double, column: Int
    ) {
        guard let place = scanner.place, pattern == nil, timeReader.read(bytes.extracting(texts.start)) != nil else { return }
        var parts: [(part: KnownRows.Part, range: Range<Int>)] = [(.start, texts.start)]
        if !texts.end.isEmpty { parts.append((.end, texts.end)) }
        if !texts.created.isEmpty { parts.append((.created, texts.created)) }
        if !builder.isCategory(column) { parts.append((.value, texts.value)) }
        known.start(batch: builder.batchNumber)
        known.add(
            place, of: bytes, parts: parts,
            KnownRow.Meaning(
                column: column, source: row.source, origin: row.origin, metadata: row.metadata, unit: use.id, conversion: use.conversion,
                value: value))
    }

    mutating func finish() {}

    // MARK: - One row

    /// Adds the row with the texts in `bytes`. If it cannot be kept, notes the reason and returns false.
    private mutating func add(_ fields: TableFields, _ bytes: Bytes) -> Bool {
        let issueCount = builder.findings.issues.total
        var texts = RowTexts()
        var namesPerson = false
        metadata.removeAll()
        for (column, range) in fields.fields {
            switch column {
            case .type: texts.type = bytes.trimmed(range)
            case .source: texts.source = bytes.withoutFormulaGuard(range)
            case .start: texts.start = bytes.trimmed(range)
            case .end: texts.end = bytes.trimmed(range)
            case .value: texts.value = bytes.trimmed(range)
            case .unit: texts.unit = bytes.trimmed(range)
            case .created: texts.created = bytes.trimmed(range)
            case .device: texts.device = bytes.withoutFormulaGuard(range)
            case .person:
                if namesPerson { return skip(.badTableRow) }
                namesPerson = true
                texts.person = bytes.withoutFormulaGuard(range)
                namesPersons = true
            case .personZone: texts.personZone = bytes.withoutFormulaGuard(range)
            case .metadata(let index):
                if !range.isEmpty, !metadata.append(key: scanner.metadataKeys[index], value: bytes.extracting(range)) {
                    return skip(.tooManyParts)
                }
            case .other: break
            }
        }
        if namesPersons, !select(bytes.extracting(texts.person)) { return false }
        if !texts.personZone.isEmpty, texts.personZone.count <= 10_000, builder.findings.lacksZone(of: builder.person) {
            builder.findings.keepZone(of: builder.person, named: bytes.extracting(texts.personZone).text)
        }
        let type = bytes.extracting(texts.type)
        let known = lastColumn != nil && (mapping.type != nil || lastName.span.equals(type)) ? lastColumn : nil
        var identifier = ""
        if known == nil {
            guard let found = self.identifier(type) else { return false }
            identifier = found
        }
        guard let (start, end) = times(texts, bytes) else { return false }
        let line = scanner.line
        let wholeSource = self.wholeSource
        let source =
            mapping.source == nil
            ? builder.source(bytes.extracting(texts.source), line: line) : builder.source(wholeSource.span, line: line)
        let created = texts.created.isEmpty ? nil : time(bytes.extracting(texts.created))
        var row = BatchBuilder.Row(
            start: start, end: end, created: created ?? SampleBatch.unknownTime, source: source,
            origin: builder.origin(source: source, version: Bytes(), device: bytes.extracting(texts.device)))
        if known == nil && identifier == MetricID.workouts.identifier { return addWorkout(bytes.extracting(texts.value), row) }
        let column = known ?? builder.column(Array(identifier.utf8).span)
        if known == nil { (lastName, lastColumn) = (texts.type.map { bytes[$0] }, column) }
        guard let (value, use) = value(texts, bytes, column: column) else { return false }
        row.metadata = builder.metadata(metadata, line: scanner.line)
        builder.add(row, value: value, unit: use.id, column: column)
        if builder.findings.issues.total == issueCount { learn(texts, bytes, row, use: use, value: value, column: column) }
        return true
    }

    /// The ranges of a row's texts. A range is empty if the table does not have the column.
    private struct RowTexts {
        var type = 0..<0
        var source = 0..<0
        var start = 0..<0
        var end = 0..<0
        var value = 0..<0
        var unit = 0..<0
        var created = 0..<0
        var device = 0..<0
        var person = 0..<0
        var personZone = 0..<0
    }

    /// Continues with the person of a row. Notes a missing person and returns false.
    private mutating func select(_ text: Bytes) -> Bool {
        guard wholePerson.isEmpty else {
            namesPersonTwice = true
            return false
        }
        if !lastPerson.isEmpty, lastPerson.span.equals(text) { return true }
        // The bytes of the file count: a repaired text could be the id of another person.
        let bytes = text.indices.map { text[$0] }
        guard let id = Person.id(utf8: bytes) else { return skip(.missingPerson) }
        builder.select(id == Person.unnamedSign ? "" : id)
        lastPerson = bytes
        lastColumn = nil
        known.removeAll()
        zone = zones[builder.person] ?? defaultZone
        return true
    }

    private mutating func identifier(_ text: Bytes) -> String? {
        let name = mapping.type ?? text.text
        if let known = identifiers[name] { return known.isEmpty ? skip(.unknownType, detail: name) : known }
        if name.isEmpty || name.utf8.count > ImportFindings.textLimit { return skip(.missingType) }
        let identifier = Self.identifier(of: name)
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

    private mutating func times(_ texts: RowTexts, _ bytes: Bytes) -> (start: Int64, end: Int64)? {
        if texts.start.isEmpty { return skip(.missingDate) }
        let startText = bytes.extracting(texts.start)
        guard let start = time(startText) else { return skip(badTime(startText)) }
        var end = start + (mapping.lengthMilliseconds ?? 0)
        if !texts.end.isEmpty {
            let endText = bytes.extracting(texts.end)
            guard let read = time(endText) else { return skip(badTime(endText)) }
            end = read
        }
        if let flaw = BatchBuilder.flaw(start: start, end: end) { return skip(flaw) }
        return (start, end)
    }

    /// Returns the time in `text` in milliseconds since 1970.
    private mutating func time(_ text: Bytes) -> Int64? {
        if let pattern { return pattern.read(text, zone: zone)?.milliseconds }
        if let time = timeReader.read(text) { return time }
        guard let zone, let reading = ISO8601.read(utf8: text) else { return nil }
        return reading.instant(in: zone).milliseconds
    }

    /// Returns the reason why a time cannot be read. Often only the zone is missing.
    private func badTime(_ text: Bytes) -> ImportIssue {
        guard zone == nil else { return .badDate }
        let isFine = pattern.map { $0.read(text, zone: .utc) != nil } ?? (ISO8601.read(utf8: text) != nil)
        return isFine ? .missingZone : .badDate
    }

    private mutating func value(_ texts: RowTexts, _ bytes: Bytes, column: Int) -> (value: Double, use: MetricColumn.UnitUse)? {
        let own = MetricColumn.UnitUse()
        if let category = builder.category(column) {
            let text = bytes.extracting(texts.value)
            if let raw = builder.rawValue(text, column: column) { return (Double(raw), own) }
            if texts.value.isEmpty { return category.valueEnum == nil ? (0, own) : skip(.missingValue) }
            return unknownCategoryValue(text).map { ($0, own) }
        }
        if texts.value.isEmpty { return skip(.missingValue) }
        guard let number = DecimalNumber.read(bytes.extracting(texts.value)) else { return skip(.badValue) }
        let line = scanner.line
        let wholeUnit = self.wholeUnit
        let use =
            mapping.unit == nil
            ? builder.unitUse(bytes.extracting(texts.unit), column: column, line: line)
            : builder.unitUse(wholeUnit.span, column: column, line: line)
        if let incompatible = use.incompatible {
            return skip(.incompatibleUnit, detail: "\(incompatible) for \(builder.metric(column).shortName)")
        }
        return (use.conversion.map { $0(number) } ?? number, use)
    }

    /// Returns the raw value of a category that the type does not have, as an Apple Health export can: a number, or -1 for a name that
    /// starts like Apple's. The name is added to the metadata. Notes any other text and returns nil.
    private mutating func unknownCategoryValue(_ text: Bytes) -> Double? {
        if let number = DecimalNumber.read(text) { return number == number.rounded() ? number : skip(.badValue) }
        guard text.starts(with: "HKCategoryValue") else { return skip(.badValue) }
        if !metadata.hasKey(MetadataKey.categoryValueName) {
            builder.findings.issues.add(.unknownCategoryValue, line: scanner.line, detail: text.text)
            _ = metadata.append(key: MetadataKey.categoryValueName, value: text)
        }
        return -1
    }

    /// Adds a workout. Its value is the activity, by Apple's short name or its name in exports.
    private mutating func addWorkout(_ text: Bytes, _ row: BatchBuilder.Row) -> Bool {
        let name = builder.text(text, line: scanner.line)
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

extension Span<UInt8> {
    /// Returns `range` without the apostrophe that CSV output adds before formulas.
    ///
    /// It also adds one before formulas that already start with apostrophes.
    func withoutFormulaGuard(_ range: Range<Int>) -> Range<Int> {
        guard let content = range.first(where: { self[$0] != UInt8(ascii: "'") }), content > range.lowerBound,
            "=+-@\t\r".utf8.contains(self[content])
        else { return range }
        return range.dropFirst()
    }
}
