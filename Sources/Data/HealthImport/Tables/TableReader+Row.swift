import CalendarIntervals
import HealthModel

/// The times and the value of one row.
extension TableReader where Scanner: ~Copyable {
    /// Returns the interval of a row. Notes what is wrong with its times and returns nil.
    mutating func times(_ texts: RowTexts, _ bytes: Bytes, zone: Zone?) -> (start: Int64, end: Int64)? {
        let date = bytes.extracting(texts.date)
        let startText = bytes.extracting(texts.start)
        let endText = bytes.extracting(texts.end)
        if startText.isEmpty { return skip(.missingDate) }
        guard let start = time(startText, date: date, column: .start, zone: zone) else { return skip(badTime(startText, date, zone)) }
        var end = start + (mapping.lengthMilliseconds ?? 0)
        if !endText.isEmpty {
            guard let read = time(endText, date: date, column: .end, zone: zone, from: start) else {
                return skip(badTime(endText, date, zone))
            }
            end = read
        }
        if let flaw = BatchBuilder.flaw(start: start, end: end) { return skip(flaw) }
        return (start, end)
    }

    /// Returns the time in milliseconds since 1970. With a date, `text` is only the time of day.
    private mutating func time(_ text: Bytes, date: Bytes, column: TableColumn, zone: Zone?, from start: Int64? = nil) -> Int64? {
        if date.isEmpty { return tableTimes.read(text, column: column, zone: zone) }
        return tableTimes.read(date: date, time: text, zone: zone, from: start)
    }

    /// Returns the reason why a time cannot be read. Often only the zone is missing.
    private mutating func badTime(_ text: Bytes, _ date: Bytes, _ zone: Zone?) -> ImportIssue {
        if date.isEmpty, text.isTimeOfDay { return .missingDay }
        guard zone == nil else { return .badDate }
        let isReadable = date.isEmpty ? tableTimes.isReadable(text) : tableTimes.isReadable(date: date, time: text)
        return isReadable ? .missingZone : .badDate
    }

    /// Reads the zone of a row, which also becomes that of its sample. Notes an unknown zone and returns false.
    mutating func readZone(_ text: Bytes) -> Bool {
        if let rowZone, rowZone.text.span.equals(text) { return keepZone(rowZone.zone) }
        guard text.count <= ImportFindings.textLimit, let zone = Zone.named(text.text) else {
            return skip(.unknownZone, detail: text.text) ?? false
        }
        rowZone = (text.indices.map { text[$0] }, zone)
        return keepZone(zone)
    }

    /// Writes the scheduled time of a dose in UTC: without an offset, it is in the zone of the import, as other times are. Notes a time that
    /// can't be read and returns false.
    mutating func readSchedule(zone: Zone?) -> Bool {
        guard let written = metadata.take(MedicationDose.scheduledDate) else { return true }
        let text = written.span.extracting(written.span.trimmedRange)
        if text.isEmpty { return true }
        guard let time = tableTimes.read(text, column: .start, zone: zone) else { return skip(badTime(text, Bytes(), zone)) }
        let utc = ISO8601.text(of: Instant(milliseconds: time), in: .utc)
        return metadata.append(key: MedicationDose.scheduledDate, value: Array(utc.utf8).span)
    }

    /// Counts a kept row that has no end although the table has a column of ends.
    mutating func noteEnd(of texts: RowTexts) {
        if texts.end.isEmpty, hasEnds { builder.findings.issues.add(.missingEnd, line: scanner.line) }
    }

    private mutating func keepZone(_ zone: Zone) -> Bool {
        if metadata.hasKey(MetadataKey.timeZone) { return true }
        return metadata.append(key: MetadataKey.timeZone, value: Array(zone.identifier.utf8).span)
    }

    /// Returns the number in `text`. Notes the reason and returns nil if there is none.
    private mutating func number(_ text: Bytes) -> Double? {
        if probe.readsPoints, let number = DecimalNumber.read(text) { return number }
        switch LocalNumber.read(text) {
        case .number(_, .point)? where probe.refusesPoints: return skip(.decimalPoint)
        case .number(let number, _)?: return number
        case .ambiguous(let sign)?:
            // Without commas as decimal signs, a point is one.
            let assumed: DecimalSign? = sign == .point && probe.readsPoints ? .point : nil
            if let sign = probe.decimalSign ?? assumed, let number = LocalNumber.read(text, sign: sign) {
                return number
            }
            return skip(.ambiguousNumber)
        case nil:
            guard let number = DecimalNumber.read(text) else { return skip(.badValue) }
            return probe.refusesPoints ? skip(.decimalPoint) : number
        }
    }

    /// Returns the fraction in a cell such as `97%` or `97 %`, which does not depend on other rows. Notes the reason and returns nil
    /// if the metric is not a share.
    private mutating func share(
        _ text: Bytes, _ texts: RowTexts, _ bytes: Bytes, column: Int
    ) -> (value: Double, use: MetricColumn.UnitUse)? {
        let metric = builder.metric(column)
        guard case .quantity(let type)? = MetricCatalog.metric(metric)?.kind, type.storageUnit.symbol == HealthUnit.percent.symbol else {
            return skip(.incompatibleUnit, detail: "% for \(metric.shortName)")
        }
        let (line, wholeUnit) = (scanner.line, whole.unit)
        if !wholeUnit.isEmpty || !texts.unit.isEmpty {
            let written =
                wholeUnit.isEmpty
                ? builder.unitUse(bytes.extracting(texts.unit), column: column, line: line)
                : builder.unitUse(wholeUnit.span, column: column, line: line)
            if let incompatible = written.incompatible {
                return skip(.incompatibleUnit, detail: "\(incompatible) for \(metric.shortName)")
            }
        }
        guard let number = number(text) else { return nil }
        // A fraction by its unit does not count in the decision about the other values of the metric.
        let fraction = Array(HealthUnit.count.symbol.utf8)
        let use = builder.unitUse(fraction.span, column: column, line: line)
        return (ShareColumns.hundredth(number), use)
    }

    mutating func value(_ texts: RowTexts, _ bytes: Bytes, column: Int) -> (value: Double, use: MetricColumn.UnitUse)? {
        let own = MetricColumn.UnitUse()
        let text = bytes.extracting(texts.value)
        if let category = builder.category(column) {
            if let raw = builder.rawValue(text, column: column) { return (Double(raw), own) }
            if text.isEmpty { return category.valueEnum == nil ? (0, own) : skip(.missingValue) }
            return unknownCategoryValue(text).map { ($0, own) }
        }
        if text.isEmpty { return skip(.missingValue) }
        if builder.metric(column) == .labs { return labValue(text, texts, bytes) }
        if let percent = text.beforePercentSign { return share(text.extracting(percent), texts, bytes, column: column) }
        guard let number = number(text) else { return nil }
        let (line, wholeUnit) = (scanner.line, whole.unit)
        let use =
            wholeUnit.isEmpty
            ? builder.unitUse(bytes.extracting(texts.unit), column: column, line: line)
            : builder.unitUse(wholeUnit.span, column: column, line: line)
        if let incompatible = use.incompatible {
            return skip(.incompatibleUnit, detail: "\(incompatible) for \(builder.metric(column).shortName)")
        }
        let value = use.conversion.map { $0(number) } ?? number
        if let scale = builder.scale(column), !scale.contains(value) {
            return skip(.outsideScale, detail: builder.metric(column).shortName)
        }
        return (value, use)
    }

    /// Adds a limit of a laboratory such as `<0,4`, which is not a number, as a text: `< 0.4 mg/L`. Notes a limit without a number and
    /// returns false.
    mutating func addLimit(_ limit: LabLimit, _ texts: RowTexts, _ bytes: Bytes, _ row: BatchBuilder.Row) -> Bool {
        let rest = bytes.extracting(texts.value).extracting(limit.rest)
        let percent = rest.beforePercentSign
        guard let number = number(rest, before: percent) else { return false }
        let unit = labUnit(texts, bytes, isPercent: percent != nil)
        if !metadata.hasKey(MetadataKey.categoryValueName) {
            let text = [limit.comparator, MetadataNumber.text(number), unit].filter { !$0.isEmpty }.joined(separator: " ")
            _ = metadata.append(key: MetadataKey.categoryValueName, value: Array(text.utf8).span)
        }
        var row = row
        row.metadata = builder.metadata(metadata, line: scanner.line)
        let column = builder.column(Array(MetricID.textsOfLabs.identifier.utf8).span)
        builder.findings.noteUnclearTimes(tableTimes.unclearCount, line: scanner.line)
        noteEnd(of: texts)
        builder.add(row, value: Double(CategoryType.unlistedRaw), unit: MetricColumn.UnitUse().id, column: column)
        return true
    }

    /// Returns the number of a laboratory result. The unit in its column, or a percent sign, is metadata: the number is not converted.
    private mutating func labValue(_ text: Bytes, _ texts: RowTexts, _ bytes: Bytes) -> (value: Double, use: MetricColumn.UnitUse)? {
        let percent = text.beforePercentSign
        guard let number = number(text, before: percent) else { return nil }
        _ = labUnit(texts, bytes, isPercent: percent != nil)
        return (number, MetricColumn.UnitUse())
    }

    private mutating func number(_ text: Bytes, before percent: Range<Int>?) -> Double? {
        if let percent { number(text.extracting(percent)) } else { number(text) }
    }

    /// Returns the unit of a laboratory result, and adds it to the metadata.
    private mutating func labUnit(_ texts: RowTexts, _ bytes: Bytes, isPercent: Bool) -> String {
        let column = whole.unit.isEmpty ? bytes.extracting(texts.unit).text : String(decoding: whole.unit, as: UTF8.self)
        let unit = LabResult.unit(written: isPercent ? HealthUnit.percent.symbol : column)
        // An export of Tally has the storage unit in this column, and the clinic's in the metadata.
        if !unit.isEmpty, unit != HealthUnit.count.symbol, !metadata.hasKey(LabResult.unit) {
            _ = metadata.append(key: LabResult.unit, value: Array(unit.utf8).span)
        }
        return unit == HealthUnit.count.symbol ? "" : unit
    }

    /// Returns the raw value of a category that the type does not have, as an Apple Health export can: a number, or -1 for a name that
    /// starts like Apple's. The name is added to the metadata. Notes any other text and returns nil.
    private mutating func unknownCategoryValue(_ text: Bytes) -> Double? {
        if let number = DecimalNumber.read(text) { return Int(exactly: number).map(Double.init) ?? skip(.badCategoryValue) }
        guard CategoryValues.isExportName(text.text) else { return skip(.badCategoryValue) }
        if !metadata.hasKey(MetadataKey.categoryValueName) {
            builder.findings.issues.add(.unknownCategoryValue, line: scanner.line, detail: text.text)
            _ = metadata.append(key: MetadataKey.categoryValueName, value: text)
        }
        return -1
    }

    /// Adds a workout. Its value is the activity, by Apple's short name or its name in exports.
    ///
    /// - Parameter details: what else JSON Lines say about it; usually empty.
    mutating func addWorkout(_ text: Bytes, _ details: Bytes, _ row: BatchBuilder.Row) -> Bool {
        let name = builder.text(text, line: scanner.line)
        if name.isEmpty { return skip(.missingValue) }
        let activity = Int(name).flatMap(WorkoutActivityType.numbered) ?? WorkoutActivityType.named(name)
        guard let activity = activity?.exportName ?? (name.hasPrefix("HKWorkoutActivityType") ? name : nil) else { return skip(.badValue) }
        var workout = Workout(
            activity: activity, start: Instant(milliseconds: row.start), end: Instant(milliseconds: row.end), source: row.source,
            origin: row.origin, metadata: builder.metadata(metadata, line: scanner.line))
        if row.created != SampleBatch.unknownTime { workout.created = Instant(milliseconds: row.created) }
        builder.findings.noteUnclearTimes(tableTimes.unclearCount, line: scanner.line)
        readDetails(details, into: &workout)
        builder.add(workout)
        startSeries(after: row, metric: .workouts)
        return true
    }

    mutating func skip<Value>(_ issue: ImportIssue, detail: String = "") -> Value? {
        builder.findings.issues.add(issue, line: scanner.line, detail: detail)
        return nil
    }

    mutating func skip(_ issue: ImportIssue) -> Bool {
        builder.findings.issues.add(issue, line: scanner.line)
        return false
    }
}

extension Bytes {
    /// True for a time of day and nothing else, such as `8:00`, `08:00:30` or `8:00 pm`.
    fileprivate var isTimeOfDay: Bool {
        guard count <= 12 else { return false }
        let written = self.text.lowercased()
        let half = ["am", "pm"].first { written.hasSuffix($0) }
        let parts = written.dropLast(half?.count ?? 0).filter { $0 != " " }.split(separator: ":", omittingEmptySubsequences: false)
        return (2...3).contains(parts.count) && parts.allSatisfy { (1...2).contains($0.count) && $0.allSatisfy(\.isWholeNumber) }
    }
}
