import HealthModel

// Records with numbers: one for each value, or in another table.
extension HealthConnectReader {
    /// The placeholder of Health Connect for a missing number: the least double above 0.
    private static let absent = Double.leastNonzeroMagnitude
    private static let textLimit = 10_000

    // MARK: - Values of records

    mutating func readValues(
        _ values: [RecordValue], correlation: String?, of table: RecordTable, _ found: DatabaseTable, _ deliver: BatchDelivery
    ) throws {
        let columns = RecordColumns(found, codes: table.codes)
        let places = values.map { found.place(of: $0.column) }
        let texts = table.texts.map { (place: found.place(of: $0.column), key: $0.key) }
        let metrics = values.map { MetricID($0.metric) }
        var kept = values.map { KindColumn($0.kind) }
        defer { forgetKnown() }
        try forEachRow(of: found, deliver) { reader, row in
            guard let times = reader.times(of: row, columns, table, metric: metrics[0]) else { return }
            let ids = reader.ids(of: row, columns, table, texts)
            var added: [Correlation.Member] = []
            var numbers: [Double] = []
            for index in values.indices {
                // Food has few of the nutrients, and only some records of skin temperature have a baseline.
                guard let number = row.number(places[index]), number != Self.absent else { continue }
                let sample = reader.row(times, ids, created: columns.modified(row))
                guard let value = reader.builder.add(sample, number, &kept[index]) else {
                    reader.skip(.outsideScale, row, of: table.name, metric: metrics[index])
                    continue
                }
                numbers.append(value)
                if correlation != nil {
                    added.append(
                        Correlation.Member(
                            metric: metrics[index], start: Instant(milliseconds: times.start),
                            end: Instant(milliseconds: times.end), value: value))
                }
            }
            if values.count == 1, !row.has(places[0]), table.name != "skin_temperature_record_table" {
                reader.skip(.missingValue, row, of: table.name, metric: metrics[0])
            }
            if !numbers.isEmpty { reader.mark(row, columns, ids.source, times, content: RecordMark.hash(of: numbers.sorted())) }
            guard let correlation, !added.isEmpty else { return }
            reader.builder.findings.rows += 1
            reader.builder.add(
                Correlation(
                    type: correlation, start: Instant(milliseconds: times.start), end: Instant(milliseconds: times.end),
                    source: ids.source, origin: ids.origin, metadata: ids.metadata, members: added))
        }
    }

    /// Returns the times of a record. Notes what is wrong with them and returns nil.
    mutating func times(
        of row: DatabaseRow, _ columns: RecordColumns, _ table: RecordTable, metric: MetricID
    ) -> (start: Int64, end: Int64)? {
        guard let times = columns.times(row) else {
            skip(.missingDate, row, of: table.name, metric: metric)
            return nil
        }
        guard let flaw = BatchBuilder.flaw(start: times.start, end: times.end) else { return times }
        skip(flaw, row, of: table.name, metric: metric)
        return nil
    }

    /// Returns the ids of a record, with the texts that only it has.
    mutating func ids(
        of row: DatabaseRow, _ columns: RecordColumns, _ table: RecordTable, _ texts: [(place: Int?, key: String)],
        and more: [(key: String, value: String)] = []
    ) -> RecordIDs {
        let header = columns.header(row)
        let line = max(1, Int(clamping: row.id))
        let written = texts.compactMap { text in
            row.text(text.place, limit: Self.textLimit).flatMap { $0.isEmpty ? nil : (key: text.key, value: $0) }
        }
        return written.isEmpty && more.isEmpty ? ids(header, table, line: line) : makeIDs(header, table, texts: written + more, line: line)
    }

    func row(_ times: (start: Int64, end: Int64), _ ids: RecordIDs, created: Int64) -> BatchBuilder.Row {
        BatchBuilder.Row(
            start: times.start, end: times.end, created: created, source: ids.source, origin: ids.origin, metadata: ids.metadata)
    }

    // MARK: - Series

    mutating func readSeries(
        _ value: RecordValue, in samples: DatabaseTable, of table: RecordTable, _ found: DatabaseTable, _ deliver: BatchDelivery
    ) throws {
        let columns = RecordColumns(found, codes: table.codes)
        let (parent, time, number) = (samples.place(of: "parent_key"), samples.place(of: "epoch_millis"), samples.place(of: value.column))
        let records = TableCursor(file, found)
        let metric = MetricID(value.metric)
        var kept = KindColumn(value.kind)
        var last: (id: Int64, header: RecordHeader, created: Int64, ids: RecordIDs, batch: Int)?
        defer { forgetKnown() }
        try forEachRow(of: samples, deliver) { reader, row in
            guard let id = row.integer(parent) else { return reader.skip(.missingRecord, row, of: samples.name, metric: metric) }
            if last?.id != id {
                guard try records.find(id) else { return reader.skip(.missingRecord, row, of: samples.name, metric: metric) }
                let header = columns.header(records.row)
                last = (id, header, columns.modified(records.row), RecordIDs(source: 0, origin: 0, metadata: 0), 0)
            }
            guard let start = row.integer(time) else { return reader.skip(.missingDate, row, of: samples.name, metric: metric) }
            if let flaw = BatchBuilder.flaw(start: start, end: start) { return reader.skip(flaw, row, of: samples.name, metric: metric) }
            guard let number = row.number(number) else { return reader.skip(.missingValue, row, of: samples.name, metric: metric) }
            if let record = last, record.batch != reader.builder.batchNumber {
                let ids = reader.ids(record.header, table, line: max(1, Int(clamping: id)))
                last?.ids = ids
                last?.batch = reader.builder.batchNumber
                if let times = columns.times(records.row) { reader.mark(records.row, columns, ids.source, times) }
            }
            guard let last, reader.builder.add(reader.row((start, start), last.ids, created: last.created), number, &kept) != nil else {
                return reader.skip(.outsideScale, row, of: samples.name, metric: metric)
            }
        }
    }

    // MARK: - Codes and lengths

    mutating func readCategory(
        _ type: CategoryType, column: String?, raws: [Int64: Int], of table: RecordTable, _ found: DatabaseTable, _ deliver: BatchDelivery
    ) throws {
        let columns = RecordColumns(found, codes: table.codes)
        let texts = table.texts.map { (place: found.place(of: $0.column), key: $0.key) }
        let place = column.flatMap(found.place(of:))
        var kept = CategoryColumn(type.id)
        defer { forgetKnown() }
        try forEachRow(of: found, deliver) { reader, row in
            guard let times = reader.times(of: row, columns, table, metric: type.id) else { return }
            let number = row.integer(place) ?? row.text(place, limit: 20).flatMap { Int64($0) } ?? 0
            let raw = column == nil ? 0 : raws[number] ?? CategoryType.unlistedRaw
            var more: [(key: String, value: String)] = []
            if raw == CategoryType.unlistedRaw {
                let name = "\(type.valueEnum?.name ?? CategoryValues.prefix)\(number)"
                more = [(MetadataKey.categoryValueName, name)]
                reader.builder.findings.issues.add(.unknownCategoryValue, line: max(1, Int(clamping: row.id)), detail: name)
            }
            let ids = reader.ids(of: row, columns, table, texts, and: more)
            reader.mark(row, columns, ids.source, times)
            reader.builder.add(reader.row(times, ids, created: columns.modified(row)), raw: raw, &kept)
        }
    }

    mutating func readLengths(
        column: String?, _ metrics: [Int64: RecordValue], of table: RecordTable, _ found: DatabaseTable, _ deliver: BatchDelivery
    ) throws {
        let columns = RecordColumns(found)
        let place = column.flatMap(found.place(of:))
        var kept = metrics.mapValues { KindColumn($0.kind) }
        defer { forgetKnown() }
        try forEachRow(of: found, deliver) { reader, row in
            let number = column == nil ? 0 : row.integer(place) ?? 0
            let value = metrics[number]
            let metric = (value ?? metrics[0]).map { MetricID($0.metric) } ?? .workouts
            guard let times = reader.times(of: row, columns, table, metric: metric) else { return }
            guard let value else { return reader.skip(.badValue, row, of: table.name, metric: metric) }
            let ids = reader.ids(of: row, columns, table, [])
            reader.mark(row, columns, ids.source, times)
            let length = Double(times.end - times.start) / (value.unit == "d" ? 86_400_000 : 60_000)
            let sample = reader.row(times, ids, created: columns.modified(row))
            _ = reader.builder.add(sample, length, &kept[number, default: KindColumn(value.kind)])
        }
    }
}
