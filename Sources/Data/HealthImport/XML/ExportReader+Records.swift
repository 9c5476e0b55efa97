import HealthModel

/// A record whose element is still open. Its metadata follows.
struct PendingRecord {
    var row: BatchBuilder.Row
    var column: Int
    var value: Double
    var unit: Int32
    /// The conversion of the value that was read.
    var conversion: UnitConversion?
    var line: Int
}

extension ExportReader {
    mutating func beginRecord(_ bytes: Bytes) {
        builder.findings.rows += 1
        recordMetadata.removeAll()
        beats.removeAll(keepingCapacity: true)
        let issues = builder.findings.issues.total
        known.open = (content: scanner.position, chunks: scanner.chunkCount, issues: issues)
        record = readRecord(ExportTag(scanner.attributes, bytes), bytes)
        if record == nil { builder.findings.skipSample(of: metricOfTag(bytes)) }
        if let record, correlation == nil, workout == nil, issues == builder.findings.issues.total { learnHead(of: record, bytes) }
    }

    /// Returns the metric that the last tag names; nil without a usable name.
    private mutating func metricOfTag(_ bytes: Bytes) -> MetricID? {
        guard let type = ExportTag(scanner.attributes, bytes).usableType else { return nil }
        let column = builder.column(bytes.extracting(type))
        return builder.metric(column)
    }

    /// Counts an element with a name that no export has. With the type of a sample, it is a row that can't be read, as after damage of its
    /// name.
    mutating func addUnknown(_ bytes: Bytes) {
        guard
            let type = ExportTag(scanner.attributes, bytes).usableType,
            bytes.extracting(type).starts(with: "HKQuantityTypeIdentifier")
                || bytes.extracting(type).starts(with: "HKCategoryTypeIdentifier")
        else { return countUnread(bytes) }
        builder.findings.rows += 1
        note(.unknownElement, detail: bytes.extracting(scanner.name.prefix(ImportFindings.textLimit)).text)
        builder.findings.skipSample(of: metricOfTag(bytes))
    }

    mutating func endRecord() {
        guard var ended = record else { return }
        record = nil
        if !beats.isEmpty { addBeatsToMetadata(line: ended.line) }
        ended.row.metadata = builder.metadata(recordMetadata, line: ended.line)
        lastMetadata = ended.row.metadata
        builder.add(ended.row, value: ended.value, unit: ended.unit, column: ended.column)
        let member = Correlation.Member(
            metric: builder.metric(ended.column), start: Instant(milliseconds: ended.row.start),
            end: Instant(milliseconds: ended.row.end), value: ended.value)
        correlation?.members.append(member)
    }

    /// The maximum number of parts of one kind in a correlation, workout or summary.
    static let partLimit = 20_000

    private mutating func readRecord(_ tag: ExportTag, _ bytes: Bytes) -> PendingRecord? {
        guard let type = tag.usableType else { return skip(.missingType) }
        guard let (start, end) = readTimes(tag, bytes) else { return nil }
        let column = builder.column(bytes.extracting(type))
        var use = MetricColumn.UnitUse()
        let value: Double?
        if builder.isCategory(column) {
            value = readCategoryValue(tag.value ?? 0..<0, bytes, column: column)
        } else {
            value = readQuantity(tag, bytes, column: column, use: &use)
        }
        guard let value else { return nil }
        var row = readOrigin(tag, bytes, start: start, end: end)
        row.created = tag.creationDate.flatMap { dates.read(bytes.extracting($0)) } ?? SampleBatch.unknownTime
        return PendingRecord(
            row: row, column: column, value: value, unit: use.id, conversion: use.conversion, line: scanner.line)
    }

    /// Returns start and end. If the row cannot be kept, notes the reason and returns nil.
    mutating func readTimes(_ tag: ExportTag, _ bytes: Bytes) -> (start: Int64, end: Int64)? {
        var endText = tag.endDate
        if let second = tag.secondStartDate {
            note(.startDateTwice)
            endText = endText ?? second
        }
        guard let startText = tag.startDate, let endText else { return skip(.missingDate) }
        guard let start = dates.read(bytes.extracting(startText)), let end = dates.read(bytes.extracting(endText)) else {
            return skip(.badDate)
        }
        if let flaw = BatchBuilder.flaw(start: start, end: end) { return skip(flaw) }
        return (start, end)
    }

    /// Returns a row with the source, version and device of the tag.
    mutating func readOrigin(_ tag: ExportTag, _ bytes: Bytes, start: Int64, end: Int64) -> BatchBuilder.Row {
        let source = builder.source(bytes.extracting(tag.sourceName ?? 0..<0), line: scanner.line)
        let origin = builder.origin(
            source: source, version: bytes.extracting(tag.sourceVersion ?? 0..<0), device: bytes.extracting(tag.device ?? 0..<0))
        return BatchBuilder.Row(start: start, end: end, source: source, origin: origin)
    }

    private mutating func readQuantity(_ tag: ExportTag, _ bytes: Bytes, column: Int, use: inout MetricColumn.UnitUse) -> Double? {
        guard let text = tag.value else { return skip(.missingValue) }
        guard let number = DecimalNumber.read(bytes.extracting(text)) else { return skip(text.isEmpty ? .missingValue : .badValue) }
        use = builder.unitUse(bytes.extracting(tag.unit ?? 0..<0), column: column, line: scanner.line)
        if let incompatible = use.incompatible {
            return skip(.incompatibleUnit, detail: "\(incompatible) for \(builder.metric(column).shortName)")
        }
        let value = use.conversion.map { $0(number) } ?? number
        if let scale = builder.scale(column), !scale.contains(value) {
            return skip(.outsideScale, detail: builder.metric(column).shortName)
        }
        return value
    }

    /// Returns the raw value of a category. An unknown name gives -1, and the name is added to the metadata.
    private mutating func readCategoryValue(_ place: Range<Int>, _ bytes: Bytes, column: Int) -> Double? {
        let text = bytes.extracting(place)
        if let raw = builder.rawValue(text, column: column) { return Double(raw) }
        if text.isEmpty { return builder.category(column)?.valueEnum == nil ? 0 : skip(.missingValue) }
        if let number = DecimalNumber.read(text) { return Int(exactly: number).map(Double.init) ?? skip(.badCategoryValue) }
        guard text.starts(with: "HKCategoryValue") else { return skip(.badCategoryValue) }
        if text.equals("HKCategoryValueNotApplicable") { return 0 }
        note(.unknownCategoryValue, detail: self.text(place, bytes))
        _ = recordMetadata.append(key: MetadataKey.categoryValueName, value: text)
        return -1
    }

    // MARK: - Beats

    mutating func addBeat(_ bytes: Bytes) {
        guard record != nil, let bpm = attribute(.bpm, bytes), beats.count < MetadataScratch.byteLimit else { return }
        if !beats.isEmpty { beats.append(0x20) }
        beats.append(bytes.extracting(bpm))
        beats.append(UInt8(ascii: "@"))
        // The time is in the format of the user's locale and can contain spaces, which separate the pairs here.
        guard let time = attribute(.time, bytes) else { return }
        for index in time where !bytes[index].isBlank { beats.append(bytes[index]) }
    }

    private mutating func addBeatsToMetadata(line: Int) {
        let beats = self.beats
        let hasRoom = recordMetadata.append(key: MetadataKey.beats, value: beats.span)
        if !hasRoom { builder.findings.issues.add(.tooManyParts, line: line) }
    }

    // MARK: - Issues

    /// Notes why the row of the last tag is not kept and returns nil.
    mutating func skip<Value>(_ issue: ImportIssue, detail: String = "") -> Value? {
        note(issue, detail: detail)
        return nil
    }

    /// Notes an issue at the last tag.
    mutating func note(_ issue: ImportIssue, detail: String = "") {
        builder.findings.issues.add(issue, line: scanner.line, detail: detail)
    }
}
