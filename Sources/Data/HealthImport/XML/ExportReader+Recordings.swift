import CalendarIntervals
import HealthModel

/// Audiograms and prescriptions, which are samples whose parts are metadata.
extension ExportReader {
    // MARK: - Audiograms

    mutating func beginAudiogram(_ bytes: Bytes) {
        beginRecording()
        let tag = ExportTag(scanner.attributes, bytes)
        if let (start, end) = readTimes(tag, bytes) {
            begin(tag, bytes, start: start, end: end, value: 0, column: column(of: .audiograms))
        } else {
            builder.findings.skipSample(of: .audiograms)
        }
    }

    mutating func addSensitivityPoint(_ bytes: Bytes) {
        guard record != nil, let hertz = amount("frequencyValue", unit: "frequencyUnit", in: "Hz", bytes) else { return }
        guard hertz > 0 else { return note(.badValue) }
        var point = AudiogramPoint(hertz: hertz)
        for (ear, name) in [(AudiogramPoint.Ear.left, "leftEar"), (.right, "rightEar")] {
            guard let decibels = amount(name + "Value", unit: name + "Unit", in: "dBHL", bytes) else { continue }
            var level = AudiogramPoint.Level(decibels: decibels)
            level.isMasked = isTrue(name + "Masked", bytes)
            level.from = number(named: name + "ClampingRangeLowerBound", bytes)
            level.through = number(named: name + "ClampingRangeUpperBound", bytes)
            point.levels[ear] = level
        }
        levelCount += point.levels.count
        for entry in point.entries { addFact(entry.key, entry.value) }
    }

    /// Adds the audiogram. One without a level is skipped.
    mutating func endAudiogram() {
        guard record != nil, levelCount == 0 else { return endRecord() }
        record = nil
        note(.missingValue)
        builder.findings.skipSample(of: .audiograms)
    }

    // MARK: - Prescriptions

    mutating func beginPrescription(_ bytes: Bytes) {
        beginRecording()
        if !readPrescription(bytes) { builder.findings.skipSample(of: .visionPrescriptions) }
    }

    /// Returns false after noting why the prescription is not kept.
    private mutating func readPrescription(_ bytes: Bytes) -> Bool {
        guard let place = attribute(named: "dateIssued", bytes) else { return skip(.missingDate) ?? false }
        guard let issued = dates.read(bytes.extracting(bytes.trimmed(place))) else { return skip(.badDate) ?? false }
        if let flaw = BatchBuilder.flaw(start: issued, end: issued) { return skip(flaw) ?? false }
        let tag = ExportTag(scanner.attributes, bytes)
        guard let type = tag.usableType else { return skip(.missingType) ?? false }
        let column = column(of: .visionPrescriptions)
        let raw = builder.rawValue(bytes.extracting(type), column: column)
        begin(tag, bytes, start: issued, end: issued, value: Double(raw ?? CategoryType.unlistedRaw), column: column)
        if raw == nil {
            let name = text(type, bytes)
            note(.unknownCategoryValue, detail: name)
            addFact(MetadataKey.categoryValueName, CategoryValues.visionPrescriptionName(of: name))
        }
        addExpiration(after: issued, bytes)
        if let brand = attribute(named: "brand", bytes), !bytes.trimmed(brand).isEmpty {
            if !recordMetadata.append(key: MetadataKey.brand, value: bytes.extracting(bytes.trimmed(brand))) { note(.tooManyParts) }
        }
        return true
    }

    /// Keeps the end of the validity in UTC, because the offset of an export is that of the phone.
    private mutating func addExpiration(after issued: Int64, _ bytes: Bytes) {
        guard let place = attribute(named: "expirationDate", bytes) else { return }
        guard let date = dates.read(bytes.extracting(bytes.trimmed(place))) else { return note(.badDate) }
        if let flaw = BatchBuilder.flaw(start: issued, end: date) { return note(flaw) }
        addFact(MetadataKey.expirationDate, ISO8601.text(of: Instant(milliseconds: date), in: .utc))
    }

    mutating func addLens(of eye: Lens.Eye, _ bytes: Bytes) {
        guard record != nil else { return }
        for field in Lens.Field.allCases {
            guard let number = amount(field.attribute, unit: field.attribute + "Unit", in: field.unit, bytes) else { continue }
            addFact(Lens.key(field, of: eye), Lens.text(number, of: field))
        }
    }

    // MARK: - Clinical records

    /// Keeps the source of a clinical record by the name of its file.
    mutating func addClinicalRecord(_ bytes: Bytes) {
        builder.findings.clinicalElements += 1
        guard let path = attribute(named: "resourceFilePath", bytes), path.count <= 4096,
            let source = attribute(.sourceName, bytes), source.count <= ImportFindings.textLimit
        else { return }
        let name = text(path, bytes).split(separator: "/").last.map(String.init) ?? ""
        let received = attribute(named: "receivedDate", bytes).flatMap { dates.read(bytes.extracting(bytes.trimmed($0))) }
        builder.findings.keepClinicalSource(.init(name: text(source, bytes), received: received), of: name)
    }

    // MARK: - Common

    /// The source of a prescription, which the file does not name: Apple's app.
    private static let sourceName = "Health"

    private mutating func beginRecording() {
        builder.findings.rows += 1
        recordMetadata.removeAll()
        beats.removeAll(keepingCapacity: true)
        levelCount = 0
        record = nil
    }

    private mutating func column(of metric: MetricID) -> Int { builder.column(Array(metric.identifier.utf8).span) }

    private mutating func begin(_ tag: ExportTag, _ bytes: Bytes, start: Int64, end: Int64, value: Double, column: Int) {
        var row: BatchBuilder.Row
        if tag.sourceName == nil {
            let source = builder.source(Array(Self.sourceName.utf8).span, line: scanner.line)
            let origin = builder.origin(
                source: source, version: bytes.extracting(tag.sourceVersion ?? 0..<0), device: bytes.extracting(tag.device ?? 0..<0))
            row = BatchBuilder.Row(start: start, end: end, source: source, origin: origin)
        } else {
            row = readOrigin(tag, bytes, start: start, end: end)
        }
        row.created = tag.creationDate.flatMap { dates.read(bytes.extracting($0)) } ?? SampleBatch.unknownTime
        record = PendingRecord(
            row: row, column: column, value: value, unit: MetricColumn.UnitUse().id, conversion: nil, line: scanner.line)
    }

    private mutating func addFact(_ key: String, _ value: String) {
        if !recordMetadata.append(key: key, value: Array(value.utf8).span) { note(.tooManyParts) }
    }

    /// Returns the number in an attribute, converted to a unit. Nil if the attribute is missing. Notes a number or unit that can't be read.
    private mutating func amount(_ name: String, unit unitName: String, in symbol: String, _ bytes: Bytes) -> Double? {
        guard let place = attribute(named: name, bytes) else { return nil }
        guard let number = DecimalNumber.read(bytes.extracting(bytes.trimmed(place))) else { return skip(.badValue) }
        guard let unitPlace = attribute(named: unitName, bytes) else {
            note(.missingUnit)
            return number
        }
        let written = bytes.extracting(bytes.trimmed(unitPlace).prefix(ImportFindings.textLimit)).text
        if written == symbol { return number }
        guard let unit = HealthUnit.parseInFile(written, for: nil), let wanted = HealthUnit(symbol),
            let conversion = unit.conversion(to: wanted)
        else { return skip(.incompatibleUnit, detail: "\(written) for \(name)") }
        return conversion(number)
    }

    private func isTrue(_ name: String, _ bytes: Bytes) -> Bool {
        guard let place = attribute(named: name, bytes) else { return false }
        return ["yes", "true", "1"].contains(bytes.extracting(bytes.trimmed(place).prefix(8)).text.lowercased())
    }
}
