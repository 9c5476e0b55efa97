import HealthModel

/// How the rows of a format write texts and metrics in percent.
struct RowNotation: Sendable {
    enum Shares: Sendable {
        /// 97 % is 0.97.
        case fractions
        /// 97 % is 0.97 or 97. The values of a file decide.
        case fractionsOrPercent
    }

    var texts: TextSyntax
    var shares: Shares
}

/// Collects rows into batches for a sink and counts them.
///
/// Texts arrive as bytes and are replaced by ids immediately. A row with the same texts as the previous row creates no `String`. Ids are
/// valid until ``takeBatches()``, and for one person. Then all tables start empty again, which limits their size.
struct BatchBuilder {
    /// A row of one metric without its value.
    struct Row {
        var start: Int64
        var end: Int64
        var created = SampleBatch.unknownTime
        var source: Int32
        var origin: Int32 = 0
        var metadata: Int32 = 0
    }

    /// Returns the reason why a row with these times cannot be kept. Nil if it can.
    static func flaw(start: Int64, end: Int64) -> ImportIssue? {
        if !SampleTimes.range.contains(start) || !SampleTimes.range.contains(end) { return .dateOutOfRange }
        return start <= end ? nil : .endBeforeStart
    }

    /// The rows of a person who is not the current one.
    private struct Waiting {
        var batch = ImportBatch()
        var texts: BatchTexts
        var columns: [MetricColumn] = []
        var partCount = 0
    }

    var findings = ImportFindings()
    /// The id of the person whose rows are added. Empty for the person without a name.
    private(set) var person: String

    private let rowLimit: Int
    private let byteLimit: Int
    /// Changes with each batch. Ids are valid in one batch.
    private(set) var batchNumber = 1
    private var rowCount = 0
    private var partCount = 0
    private var batch = ImportBatch()
    private var texts: BatchTexts
    private var columns: [MetricColumn] = []
    /// The other people of this batch, and the approximate number of their bytes.
    private var waiting: [String: Waiting] = [:]
    private var waitingBytes = 0
    /// The first uses of a unit in a column, in order.
    private var unitUses: [BatchPart.UnitUse] = []
    /// The units of metrics without one in the catalog, for the whole file.
    var unlistedUnits: [MetricID: HealthUnit] = [:]
    /// Decides how columns in percent are read. Nil if they are always fractions.
    private var shares: ShareColumns?
    /// The metrics of which a source has at most one sample at a time, for the whole file.
    var replacing: Set<MetricID> = []
    /// The metrics whose samples are sums that grow from one export to the next, for the whole file.
    var growing: Set<MetricID> = []
    /// True after the last row of the document.
    var isAtEnd = false
    /// The number of samples of each metric in the last batch. The next one probably has about as many.
    private var lastCounts: [MetricID: Int] = [:]

    /// - Parameters:
    ///   - rowLimit: the number of rows that fills a batch.
    ///   - byteLimit: the approximate number of text bytes that fills a batch earlier. For several people, it is four times that number.
    ///   - person: the id of the first person.
    init(_ notation: RowNotation, rowLimit: Int, byteLimit: Int = 16 << 20, person: String = "") {
        self.person = person
        self.rowLimit = rowLimit
        self.byteLimit = byteLimit
        texts = BatchTexts(notation.texts)
        shares = notation.shares == .fractions ? nil : ShareColumns()
    }

    /// Collects the rows of a document. Its person is the first one.
    init(_ notation: RowNotation, options: ImportOptions) {
        self.init(notation, rowLimit: options.batchRows, person: options.person)
    }

    /// Collects the rows of a person in a piece of a document, without limits.
    init(pieceIn notation: RowNotation, person: String) {
        self.init(notation, rowLimit: .max, byteLimit: .max, person: person)
    }

    /// The number of parts, such as points of routes, that fills a batch.
    private static let partLimit = 500_000

    var isEmpty: Bool { rowCount == 0 && partCount == 0 && waiting.isEmpty && shares?.isEmpty ?? true }

    var isFull: Bool {
        if rowCount >= rowLimit || partCount >= Self.partLimit { return true }
        // Counting the bytes takes as long as reading a number, so not every row does.
        return rowCount % 16 == 0 && (byteCount + waitingBytes) / (waiting.isEmpty ? 1 : 4) >= byteLimit
    }

    /// The number of rows that fit into the batch, or that can be added before ``isFull`` counts the bytes again. Rows that are like
    /// earlier ones of the batch add no bytes.
    var room: Int {
        if isFull { return 0 }
        let untilFull = rowLimit - rowCount
        let fillsWithText = (byteCount + waitingBytes) / (waiting.isEmpty ? 1 : 4) >= byteLimit
        return fillsWithText ? min(untilFull, 16 - rowCount % 16) : untilFull
    }

    /// Continues with the rows of a person.
    mutating func select(_ id: String) {
        guard id != person else { return }
        waitingBytes += byteCount
        var other = waiting.removeValue(forKey: id) ?? Waiting(texts: BatchTexts(texts.syntax))
        swap(&batch, &other.batch)
        swap(&texts, &other.texts)
        swap(&columns, &other.columns)
        swap(&partCount, &other.partCount)
        waiting[person] = other
        person = id
        waitingBytes -= byteCount
    }

    /// The approximate number of bytes of the current person's texts and parts.
    private var byteCount: Int { texts.byteCount + partCount * 100 + columns.count * 1000 }

    // MARK: - Texts

    /// Returns the id of a source by its name in the file.
    mutating func source(_ name: Bytes, line: Int) -> Int32 { texts.source(name, in: &batch, issues: &findings.issues, line: line) }
    /// Returns the id of a source with its version and device, which may be empty. 0 if all are empty.
    mutating func origin(source: Int32, version: Bytes, device: Bytes) -> Int32 {
        texts.origin(source: source, version: version, device: device, in: &batch)
    }
    /// Returns the id of the set of metadata in `scratch`.
    mutating func metadata(_ scratch: MetadataScratch, line: Int) -> Int32 {
        texts.metadata(scratch, in: &batch, issues: &findings.issues, line: line)
    }
    /// Returns `bytes` as text and notes what had to be repaired.
    mutating func text(_ bytes: Bytes, line: Int) -> String { texts.text(bytes, issues: &findings.issues, line: line) }

    /// Returns the column of the metric with this identifier.
    mutating func column(_ identifier: Bytes) -> Int {
        let (id, isNew) = texts.metric(identifier)
        if isNew { addColumn(texts.kind(id)) }
        return id
    }

    private mutating func addColumn(_ kind: MetricColumn.Kind) {
        columns.append(
            MetricColumn(
                kind, unlistedUnit: kind.unit == nil ? unlistedUnits[kind.metric] : nil, expectedCount: lastCounts[kind.metric] ?? 0))
    }

    func metric(_ column: Int) -> MetricID { columns[column].metric }
    func category(_ column: Int) -> CategoryType? { columns[column].category }
    func scale(_ column: Int) -> ValueScale? { columns[column].kind.scale }
    func isCategory(_ column: Int) -> Bool { columns[column].category != nil }

    /// Returns the storage unit of a column. Empty while the unit is unknown.
    func unitSymbol(_ column: Int) -> String { columns[column].unit?.symbol ?? "" }

    // MARK: - Values

    /// Returns how to convert values from the unit named by `text` to the column's unit. An empty text means the column's unit.
    mutating func unitUse(_ text: Bytes, column: Int, line: Int) -> MetricColumn.UnitUse {
        guard !text.isEmpty else {
            if columns[column].isListed { findings.issues.add(.missingUnit, line: line) }
            return MetricColumn.UnitUse()
        }
        let id = texts.unit(text)
        if columns[column].lastUnit.text == id {
            // A copy of the use takes longer than a new one.
            return columns[column].lastUnit.use.isTrivial ? MetricColumn.UnitUse() : columns[column].lastUnit.use
        }
        let use = unitUse(id, column: column)
        columns[column].lastUnit = (id, use)
        return use
    }

    private mutating func unitUse(_ unit: Int, column: Int) -> MetricColumn.UnitUse {
        if let use = columns[column].unitUses[unit] { return use }
        let use = newUnitUse(texts.namedUnit(unit), column: column)
        columns[column].unitUses[unit] = use
        unitUses.append(BatchPart.UnitUse(unit: unit, column: column, id: use.id))
        return use
    }

    private mutating func newUnitUse(_ named: MetricColumn.NamedUnit, column: Int) -> MetricColumn.UnitUse {
        let metric = columns[column].metric
        guard let storage = columns[column].unit else {
            columns[column].unit = named.unit
            if unlistedUnits.count < ImportFindings.nameLimit { unlistedUnits[metric] = named.unit }
            batch.fileUnits[metric] = named.text
            return MetricColumn.UnitUse()
        }
        let isListed = columns[column].isListed
        if !isListed { batch.fileUnits[metric] = storage.symbol }
        if isListed, named.text == storage.symbol { return MetricColumn.UnitUse() }
        let unit = isListed ? named.unit(for: metric) : named.unit
        guard let conversion = unit.conversion(to: storage) else { return MetricColumn.UnitUse(incompatible: named.text) }
        if unit.symbol == storage.symbol { return MetricColumn.UnitUse() }
        batch.units.append(unit.symbol)
        return MetricColumn.UnitUse(conversion: conversion.isIdentity ? nil : conversion, id: Int32(batch.units.count - 1))
    }

    /// Returns the raw value for the name `text` in a category column. Nil if the name is unknown.
    mutating func rawValue(_ text: Bytes, column: Int) -> Int? {
        let id = texts.value(text)
        if let known = columns[column].rawValues[id] { return known }
        let raw = columns[column].category?.rawValue(exportName: texts.valueName(id))
        columns[column].rawValues[id] = .some(raw)
        return raw
    }

    // MARK: - Rows

    /// Adds a sample whose value is in the storage unit of its column.
    mutating func add(_ row: Row, value: Double, unit: Int32, column: Int) {
        columns[column].append(row, value: value, unit: unit)
        rowCount += 1
    }

    /// Adds samples, each like the known row with its number.
    mutating func add(_ rows: [KnownRow], like meanings: [KnownRow.Meaning]) {
        findings.rows += rows.count
        rowCount += rows.count
        var first = 0
        while first < rows.count {
            let column = meanings[rows[first].known].column
            var end = first + 1
            while end < rows.count, rows[end].known == rows[first].known || meanings[rows[end].known].column == column { end += 1 }
            columns[column].append(rows[first..<end], like: meanings)
            first = end
        }
    }

    mutating func add(_ workout: Workout) {
        batch.workouts.append(workout)
        rowCount += 1
        partCount += 2 + workout.statistics.count + workout.events.count + workout.routes.count
        partCount += workout.activities.reduce(0) { $0 + 2 + $1.statistics.count + $1.events.count }
        partCount += workout.series.reduce(0) { $0 + $1.count }
    }

    /// Adds a series to the last workout, or to a sample of the batch.
    mutating func add(_ owned: SampleSeries) {
        let series = owned.series
        partCount += series.count
        switch series.kind {
        case .route:
            findings.routes.add(.init(series: series), series.name)
            batch.workouts[batch.workouts.count - 1].series.append(series)
        case .electrocardiogram:
            findings.electrocardiograms.add(valueCount: series.count, isNamed: true)
            batch.series.append(owned)
        }
    }

    /// Notes a record whose samples are in the batch.
    mutating func add(_ mark: RecordMark) { batch.records.append(mark) }

    mutating func add(_ summary: ActivitySummary) {
        batch.summaries.append(summary)
        findings.summaries += 1
        partCount += 1
    }

    mutating func add(_ correlation: Correlation) {
        batch.correlations.append(correlation)
        findings.correlations += 1
        partCount += 1 + correlation.members.count
    }

    /// Returns a batch for each person, counts their rows and starts again.
    mutating func takeBatches() -> [ImportBatch] {
        var batches = waiting.map { BatchBuilder.finished($1.batch, $1.columns, of: $0) }
        let finishedColumns = columns
        batches.append(BatchBuilder.finished(startBatch(), finishedColumns, of: person))
        if !replacing.isEmpty { for index in batches.indices { batches[index].replacing = replacing } }
        if !growing.isEmpty { for index in batches.indices { batches[index].growing = growing } }
        // A person who was only selected has no rows.
        if batches.count > 1 { batches.removeAll(where: \.isEmpty) }
        batches.sort { $0.person < $1.person }
        shares?.settle(&batches, isAtEnd: isAtEnd)
        findings.shares = shares?.readings ?? [:]
        for batch in batches { findings.add(batch) }
        return batches
    }

    private static func finished(_ batch: consuming ImportBatch, _ columns: [MetricColumn], of person: String) -> ImportBatch {
        batch.person = person
        for column in columns where column.samples.count > 0 {
            // Two spellings of one identifier, for example with and without references, are one metric.
            if batch.samples[column.metric] == nil {
                batch.samples[column.metric] = column.samples
            } else {
                batch.samples[column.metric]?.append(column.samples)
            }
        }
        return batch
    }

    /// Starts a new batch and returns the last one of the current person without its samples.
    private mutating func startBatch() -> ImportBatch {
        lastCounts = waiting.isEmpty ? Dictionary(columns.map { ($0.metric, $0.samples.count) }, uniquingKeysWith: max) : [:]
        columns.removeAll(keepingCapacity: true)
        unitUses.removeAll(keepingCapacity: true)
        texts.removeAll()
        waiting.removeAll()
        (rowCount, partCount, waitingBytes) = (0, 0, 0)
        batchNumber += 1
        defer { batch = ImportBatch() }
        return batch
    }

    // MARK: - Parts

    /// Returns all rows of the current person as a part of a larger batch, and starts a new one.
    mutating func takePart() -> BatchPart {
        var part = BatchPart(
            texts: texts.part, samples: columns.map(\.samples), unitUses: unitUses, rowCount: rowCount, partCount: partCount,
            byteCount: byteCount, findings: findings)
        findings = ImportFindings()
        part.batch = startBatch()
        return part
    }

    /// Returns true if the batch is not full after any row of `part`, and if `part` does not depend on what the batch has.
    ///
    /// - Parameter unlistedUnits: the known units when the part was made.
    func hasRoom(for part: BatchPart, madeWith known: [MetricID: HealthUnit]) -> Bool {
        rowCount + part.rowCount < rowLimit && byteCount + part.byteCount < byteLimit && findings.hasRoom(for: part.findings)
            && part.texts.metrics.meanings.allSatisfy { kind in
                kind.unit != nil || unlistedUnits[kind.metric]?.symbol == known[kind.metric]?.symbol
            }
    }

    /// Adds the rows of `part`, which must have room. Afterwards, the batch is as if its rows had been added one by one.
    mutating func merge(_ part: BatchPart, linesBefore: Int) {
        let columnIDs = part.texts.metrics.meanings.indices.map { index in
            column(part.texts.metrics.bytes.span.extracting(part.texts.metrics.range(of: index)))
        }
        var unitIDs = [Int32](repeating: 0, count: part.batch.units.count)
        for use in part.unitUses {
            let unit = texts.unit(part.texts.units.bytes.span.extracting(part.texts.units.range(of: use.unit)))
            unitIDs[Int(use.id)] = unitUse(unit, column: columnIDs[use.column]).id
        }
        let ids = texts.merge(part.texts, into: &batch)
        for (index, samples) in part.samples.enumerated() where samples.count > 0 {
            columns[columnIDs[index]].append(
                samples, sources: ids.sources, origins: ids.origins, metadata: ids.metadata, units: unitIDs)
        }
        for var workout in part.batch.workouts {
            workout.source = ids.sources[Int(workout.source)]
            workout.origin = ids.origins[Int(workout.origin)]
            workout.metadata = ids.metadata[Int(workout.metadata)]
            for index in workout.activities.indices {
                workout.activities[index].metadata = ids.metadata[Int(workout.activities[index].metadata)]
            }
            batch.workouts.append(workout)
        }
        for var correlation in part.batch.correlations {
            correlation.source = ids.sources[Int(correlation.source)]
            correlation.origin = ids.origins[Int(correlation.origin)]
            correlation.metadata = ids.metadata[Int(correlation.metadata)]
            batch.correlations.append(correlation)
        }
        batch.summaries += part.batch.summaries
        for var series in part.batch.series {
            series.source = ids.sources[Int(series.source)]
            batch.series.append(series)
        }
        rowCount += part.rowCount
        partCount += part.partCount
        findings.merge(part.findings, linesBefore: linesBefore)
    }
}

extension SampleBatch {
    /// Adds the rows of `other`, which uses the same ids.
    fileprivate mutating func append(_ other: SampleBatch) {
        starts += other.starts
        ends += other.ends
        values += other.values
        sources += other.sources
        origins += other.origins
        metadata += other.metadata
        units += other.units
        created += other.created
    }
}
