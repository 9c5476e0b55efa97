import CalendarIntervals
import HealthModel

/// Reads the rows of a table and delivers them in batches.
struct TableReader<Scanner: TableScanner & ~Copyable>: PieceReader, ~Copyable {
    private(set) var scanner: Scanner
    var builder: BatchBuilder
    let mapping: TableMapping
    private let path: String
    let probe: TableProbe
    /// The zone for times without an offset, of the current person.
    var zone: Zone?
    private let defaultZone: Zone?
    private let zones: [String: Zone]
    /// The person of every row; empty if none is given.
    private let wholePerson: String
    /// True if each row must name its person.
    var namesPersons: Bool
    /// True after a row named a person although one is given.
    private var namesPersonTwice = false
    /// The text of the current person. Consecutive rows often have the same.
    private var lastPerson: [UInt8] = []
    /// The fields that are the same in all rows.
    let whole: WholeFields
    /// True if the table has a column of ends, and samples without an end are moments.
    let hasEnds: Bool
    var metadata = MetadataScratch()
    var tableTimes: TableTimes
    /// The zone of the last row that names one, and its text.
    var rowZone: (text: [UInt8], zone: Zone)?
    /// The identifier of each metric by its name in the table. Empty for unknown names.
    private var identifiers: [String: String] = [:]
    /// The metric of the last row. Consecutive rows often have the same. Its column is valid until the next batch.
    private var lastName: [UInt8] = []
    private var lastColumn: Int?
    private var known = KnownRows()
    /// The series of workouts and samples in JSON Lines.
    var series = SeriesLinesReader()
    private var knownRows: [KnownRow] = []

    private static var notation: RowNotation { RowNotation(texts: .plain, shares: .fractionsOrPercent) }

    /// - Throws: `ImportError.badTable` for a time format that cannot be used, and the errors of the scanner.
    init(window: consuming ByteWindow, options: ImportOptions, path: String) throws(ImportError) {
        let mapping = options.tableMapping
        var scanner = try Scanner(window: window, mapping: mapping, path: path)
        let pattern = try Self.pattern(of: mapping, scanner.schema, path: path)
        let ahead = scanner.bytesAhead(mapping.probeBytes)
        var first = scanner.twin()
        first.restart(ByteWindow(ByteChunk(memory: ahead, start: 0), at: 0))
        let probe = TableProbe(first, decimalSign: mapping.decimalSign, readsEpochs: pattern == nil)
        let whole = scanner.schema.whole[.zone].flatMap(Zone.named)
        let notes = Self.notes(scanner.schema, probe)
        let otherDocument = scanner.otherDocument
        self.init(
            scanner, mapping: mapping, pattern: pattern, probe: probe, zone: whole ?? options.zone,
            zones: whole == nil ? options.zones : [:], builder: BatchBuilder(Self.notation, options: options), path: path)
        builder.findings.readings = notes
        builder.findings.otherDocument = otherDocument
    }

    /// - Parameter builder: has the person of every row.
    private init(
        _ scanner: consuming Scanner, mapping: TableMapping, pattern: TimePattern?, probe: TableProbe, zone: Zone?, zones: [String: Zone],
        builder: BatchBuilder, path: String
    ) {
        tableTimes = TableTimes(pattern: pattern, epochs: probe.epochs)
        self.probe = probe
        self.mapping = mapping
        self.path = path
        defaultZone = zone
        self.zones = zones
        // If an initializer of such a type reads `self` before all is set, the code of Swift 6.3 releases arrays that are not set.
        let person = builder.person
        wholePerson = person
        self.zone = zones[person] ?? zone
        namesPersons = mapping.personColumn != nil && person.isEmpty
        hasEnds = scanner.schema.names[.end] != nil && mapping.lengthMilliseconds == nil
        whole = WholeFields(scanner.schema.whole)
        self.builder = builder
        self.scanner = scanner
    }

    /// Returns the time format of the table. Nil means ISO 8601 and others with the year first.
    private static func pattern(
        of mapping: TableMapping, _ schema: TableSchema, path: String
    ) throws(ImportError) -> TimePattern? {
        guard let format = mapping.timeFormat else { return nil }
        let hasDate = schema.names[.date] != nil || schema.whole[.date] != nil
        do throws(TimePattern.Flaw) {
            return try TimePattern(format, needsDay: !hasDate)
        } catch {
            throw .badTable(path: path, reason: "the time format `\(format)` \(error.text)")
        }
    }

    /// Returns what the header and the first rows decide about all rows, for the report.
    private static func notes(_ schema: TableSchema, _ probe: TableProbe) -> [String] {
        var notes: [String] = []
        if let unit = schema.unitInHeader, let name = schema.names[.value] { notes.append("the unit \(unit), from the column `\(name)`") }
        if probe.decimalSign == nil, probe.hasBothSigns {
            notes.append("numbers with a decimal comma or a decimal point, each as it is written, so 1,234 is not clear; use --decimal")
        }
        if probe.decimalSign == .comma { notes.append("numbers with a decimal comma: 7,2 is 7.2") }
        for (column, field) in [(TableColumn.start, TableField.start), (.end, .end)] {
            guard let epoch = probe.epochs[column], let name = schema.names[field] else { continue }
            notes.append("the times in `\(name)` as \(epoch.rawValue) since 1970")
        }
        return notes
    }

    // MARK: - Pieces

    static func lastRow(in bytes: Bytes) -> Int? { bytes.lastLine(before: bytes.count) }

    /// Nil also if the rows name their people, because a part has the rows of one person. Then one reader reads all of them. Nil also
    /// before points that may follow their owner.
    var standing: ReaderStanding? {
        get { scanner.endedInside || namesPersons || series.owner != nil || series.isLost ? nil : ReaderStanding() }
        set { (lastColumn, series) = (nil, SeriesLinesReader()) }
    }

    var twin: @Sendable () -> TableReader {
        { [scanner = scanner.twin, mapping, pattern = tableTimes.pattern, probe, defaultZone, zones, wholePerson, path] in
            TableReader(
                scanner(), mapping: mapping, pattern: pattern, probe: probe, zone: defaultZone, zones: zones,
                builder: BatchBuilder(pieceIn: Self.notation, person: wholePerson), path: path)
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
            let (fields, bytes) = (scanner.row, scanner.rowBytes)
            if let points = fields.points {
                addPoints(bytes.span.extracting(points))
                continue
            }
            endSeries()
            if builder.isFull {
                lastColumn = nil
                guard hand(to: deliver) else { return false }
            }
            if let store = fields.store {
                if !addToStore(store.object, person: store.person, of: bytes.span) {
                    builder.findings.rows += 1
                    builder.findings.skipRow()
                }
                continue
            }
            builder.findings.rows += 1
            if !add(fields, bytes.span) { builder.findings.skipRow() }
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
        guard !known.isEmpty, var reader = tableTimes.timeReader else { return }
        let document = scanner.document
        var rowCount = 0
        var offset = scanner.cursor
        repeat {
            let room = min(builder.room, Self.knownRowCount)
            known.read(
                document.span, from: &offset, limit: room, length: mapping.lengthMilliseconds ?? 0, times: &reader, into: &knownRows)
            builder.add(knownRows, like: known.meanings)
            rowCount += knownRows.count
        } while knownRows.count == Self.knownRowCount
        tableTimes.timeReader = reader
        guard rowCount > 0 else { return }
        scanner.pass(lines: rowCount, to: offset)
        endSeries()
    }

    /// Keeps the row that was just read, if it has no problems.
    private mutating func learn(
        _ texts: RowTexts, _ bytes: Bytes, _ row: BatchBuilder.Row, use: MetricColumn.UnitUse, value: Double, column: Int
    ) {
        // With a decimal comma or a percent sign, the same digits are other numbers.
        guard let place = scanner.place, !whole.hasRowTexts, builder.scale(column) == nil, builder.metric(column) != .labs,
            probe.readsPoints,
            bytes.extracting(texts.value).beforePercentSign == nil, var reader = tableTimes.timeReader,
            reader.read(bytes.extracting(texts.start)) != nil
        else { return }
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

    mutating func finish() {
        endSeries()
        builder.isAtEnd = true
    }

    // MARK: - One row

    /// Adds the row with the texts in `bytes`. If it cannot be kept, notes the reason and returns false.
    private mutating func add(_ fields: TableFields, _ bytes: Bytes) -> Bool {
        var texts = RowTexts()
        var namesPerson = false
        tableTimes.unclearCount = 0
        metadata.removeAll()
        for (column, range) in fields.fields {
            switch column {
            case .type: texts.type = bytes.withoutFormulaGuard(bytes.trimmed(range))
            case .source: texts.source = bytes.withoutFormulaGuard(range)
            case .date: texts.date = bytes.trimmed(range)
            case .zone: texts.zone = bytes.withoutFormulaGuard(bytes.trimmed(range))
            case .start: texts.start = bytes.trimmed(range)
            case .end: texts.end = bytes.trimmed(range)
            case .value: texts.value = bytes.trimmed(range)
            case .unit: texts.unit = bytes.withoutFormulaGuard(bytes.trimmed(range))
            case .created: texts.created = bytes.trimmed(range)
            case .device: texts.device = bytes.withoutFormulaGuard(range)
            case .person:
                if namesPerson { return skip(.badTableRow) }
                namesPerson = true
                texts.person = bytes.withoutFormulaGuard(range)
                namesPersons = true
            case .personZone: texts.personZone = bytes.withoutFormulaGuard(range)
            case .details: texts.details = range
            case .metadata(let index):
                let text = scanner.guardsMetadata ? bytes.withoutFormulaGuard(range) : range
                if !text.isEmpty, !metadata.append(key: scanner.metadataKeys[index], value: bytes.extracting(text)) {
                    return skip(.tooManyParts)
                }
            case .points, .store, .other: break
            }
        }
        guard whole.hasRowTexts else { return add(texts, bytes) }
        var copies: [UInt8] = []
        let all = texts.completed(by: whole, from: bytes, in: &copies)
        return add(all, copies.span)
    }

    private mutating func add(_ texts: RowTexts, _ bytes: Bytes) -> Bool {
        let issueCount = builder.findings.issues.total
        if namesPersons, !select(bytes.extracting(texts.person)) { return false }
        if !texts.personZone.isEmpty, texts.personZone.count <= 10_000, builder.findings.lacksZone(of: builder.person) {
            builder.findings.keepZone(of: builder.person, named: bytes.extracting(texts.personZone).text)
        }
        let type = bytes.extracting(texts.type)
        let known = lastColumn != nil && (!whole.type.isEmpty || lastName.span.equals(type)) ? lastColumn : nil
        var identifier = ""
        if known == nil {
            guard let found = self.identifier(type) else {
                if !texts.start.isEmpty || !texts.value.isEmpty { builder.findings.hasSampleFields = true }
                return false
            }
            identifier = found
        }
        if !texts.zone.isEmpty, !readZone(bytes.extracting(texts.zone)) { return false }
        let zone = texts.zone.isEmpty ? self.zone : rowZone?.zone
        guard let (start, end) = times(texts, bytes, zone: zone) else { return false }
        let line = scanner.line
        let (wholeSource, wholeDevice) = (whole.source, whole.device)
        let source =
            wholeSource.isEmpty
            ? builder.source(bytes.extracting(texts.source), line: line) : builder.source(wholeSource.span, line: line)
        let created = texts.created.isEmpty ? nil : tableTimes.read(bytes.extracting(texts.created), column: .created, zone: zone)
        var row = BatchBuilder.Row(
            start: start, end: end, created: created ?? SampleBatch.unknownTime, source: source,
            origin: wholeDevice.isEmpty
                ? builder.origin(source: source, version: Bytes(), device: bytes.extracting(texts.device))
                : builder.origin(source: source, version: Bytes(), device: wholeDevice.span))
        if known == nil && identifier == MetricID.workouts.identifier {
            guard addWorkout(bytes.extracting(texts.value), bytes.extracting(texts.details), row) else { return false }
            noteEnd(of: texts)
            return true
        }
        let column = known ?? builder.column(Array(identifier.utf8).span)
        if known == nil { (lastName, lastColumn) = (texts.type.map { bytes[$0] }, column) }
        if builder.metric(column) == .labs, let limit = LabLimit(bytes.extracting(texts.value)) {
            return addLimit(limit, texts, bytes, row)
        }
        guard let (value, use) = value(texts, bytes, column: column) else { return false }
        if builder.metric(column) == .doses, !readSchedule(zone: zone) { return false }
        row.metadata = builder.metadata(metadata, line: scanner.line)
        builder.findings.noteUnclearTimes(tableTimes.unclearCount, line: line)
        noteEnd(of: texts)
        builder.add(row, value: value, unit: use.id, column: column)
        if builder.metric(column).seriesKind != nil {
            // The next row can be another owner, so it is not read as a known one.
            startSeries(after: row, metric: builder.metric(column))
            return true
        }
        if builder.findings.issues.total == issueCount { learn(texts, bytes, row, use: use, value: value, column: column) }
        return true
    }

    /// Continues with the person of a row. Notes a missing person and returns false.
    mutating func select(_ text: Bytes) -> Bool {
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
        let name = whole.type.isEmpty ? text.text : whole.type
        if let known = identifiers[name] { return known.isEmpty ? skip(.unknownType, detail: name) : known }
        if name.isEmpty || name.utf8.count > ImportFindings.textLimit { return skip(.missingType) }
        let identifier = identifier(named: name)
        if identifiers.count < ImportFindings.nameLimit { identifiers[name] = identifier ?? "" }
        return identifier ?? skip(.unknownType, detail: name)
    }

    private func identifier(named name: String) -> String? {
        if let exact = ExactType.identifier(in: name) { return exact }
        return switch mapping.metricNames.resolve(name: name) {
        case .known(let metric): metric.id.identifier
        case .unlisted(let metric): metric.identifier
        case .unknown: nil
        }
    }
}
