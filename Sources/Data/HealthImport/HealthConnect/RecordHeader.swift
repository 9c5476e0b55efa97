import HealthModel

/// The properties that many records of an app share.
struct RecordHeader: Hashable {
    var app: Int64 = 0
    var device: Int64 = 0
    /// How the record was made.
    var method: Int64 = 0
    /// Seconds east of UTC; nil if unknown.
    var offset: Int64?
    /// The numbers of up to four codes.
    var codes: (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)

    static func == (a: RecordHeader, b: RecordHeader) -> Bool {
        a.app == b.app && a.device == b.device && a.method == b.method && a.offset == b.offset && a.codes == b.codes
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(app)
        hasher.combine(device)
        hasher.combine(method)
        hasher.combine(offset)
        hasher.combine(codes.0 &+ codes.1 &* 31 &+ codes.2 &* 1009 &+ codes.3 &* 32_749)
    }

    subscript(code index: Int) -> Int64 {
        get { [codes.0, codes.1, codes.2, codes.3][index] }
        set {
            switch index {
            case 0: codes.0 = newValue
            case 1: codes.1 = newValue
            case 2: codes.2 = newValue
            default: codes.3 = newValue
            }
        }
    }
}

/// The places of the columns that all records have.
struct RecordColumns {
    private let app: Int?
    private let device: Int?
    private let method: Int?
    private let modified: Int?
    private let start: Int?
    private let end: Int?
    private let offset: Int?
    private let uuid: Int?
    private let codes: [Int?]

    init(_ table: DatabaseTable, codes: [RecordCode] = []) {
        (app, device) = (table.place(of: "app_info_id"), table.place(of: "device_info_id"))
        (method, modified) = (table.place(of: "recording_method"), table.place(of: "last_modified_time"))
        // A moment has a time, and everything else a start and an end.
        let time = table.place(of: "time")
        start = table.place(of: "start_time") ?? time
        end = table.place(of: "end_time") ?? time
        offset = table.place(of: "start_zone_offset") ?? table.place(of: "zone_offset")
        uuid = table.place(of: "uuid")
        self.codes = codes.prefix(4).map { table.place(of: $0.column) }
    }

    func header(_ row: DatabaseRow) -> RecordHeader {
        // An offset with a fraction is not one. Rounded, it would make another sample of the same reading without an offset.
        var header = RecordHeader(
            app: row.integer(app) ?? 0, device: row.integer(device) ?? 0, method: row.integer(method) ?? 0,
            offset: row.wholeNumber(offset))
        // Some codes are stored as texts.
        for (index, place) in codes.enumerated() {
            header[code: index] = row.integer(place) ?? row.text(place, limit: 20).flatMap { Int64($0) } ?? 0
        }
        return header
    }

    /// The start and end of a record. Nil if it has none.
    func times(_ row: DatabaseRow) -> (start: Int64, end: Int64)? {
        guard let start = row.integer(start), let end = row.integer(end) else { return nil }
        return (start, end)
    }

    /// The id of a record in a batch. Nil without its id or the time of its last change.
    func mark(_ row: DatabaseRow, table: Int, source: Int32, _ times: (start: Int64, end: Int64), content: UInt16 = 0) -> RecordMark? {
        let created = modified(row)
        guard created != SampleBatch.unknownTime, BatchBuilder.flaw(start: times.start, end: times.end) == nil,
            let id = row.id(in: uuid)
        else { return nil }
        return RecordMark(
            id: id, table: table, source: source, start: times.start, end: times.end, created: created, content: content)
    }

    /// The time of the last change.
    func modified(_ row: DatabaseRow) -> Int64 {
        row.integer(modified).flatMap { SampleTimes.range.contains($0) ? $0 : nil } ?? SampleBatch.unknownTime
    }
}

extension HealthConnectReader {
    /// The keys of metadata that HealthKit does not have.
    private enum Key {
        static let method = "recordingMethod"
    }

    /// Returns the ids of records like this one in the batch.
    mutating func ids(_ header: RecordHeader, _ table: RecordTable, line: Int) -> RecordIDs {
        if known.batch != builder.batchNumber { known = (builder.batchNumber, [:]) }
        if let ids = known.ids[header] { return ids }
        let ids = makeIDs(header, table, line: line)
        // Codes of different tables have different keys, so `forgetKnown()` follows each table.
        if known.ids.count < 10_000 { known.ids[header] = ids }
        return ids
    }

    /// Notes a record whose samples are in the batch.
    mutating func mark(
        _ row: DatabaseRow, _ columns: RecordColumns, _ source: Int32, _ times: (start: Int64, end: Int64), content: UInt16 = 0
    ) {
        if let mark = columns.mark(row, table: tableNumber, source: source, times, content: content) { builder.add(mark) }
    }

    mutating func forgetKnown() { known.ids.removeAll(keepingCapacity: true) }

    /// - Parameter texts: Keys and texts that only this record has.
    mutating func makeIDs(
        _ header: RecordHeader, _ table: RecordTable, texts: [(key: String, value: String)] = [], line: Int
    ) -> RecordIDs {
        note(app: header.app, device: header.device)
        let source = builder.source(Array(sources.name(app: header.app, device: header.device).utf8).span, line: line)
        let device = sources.device(header.device)
        let origin = device.isEmpty ? 0 : builder.origin(source: source, version: Bytes(), device: device.span)
        metadata.removeAll()
        if let package = sources.package(of: header.app) { append(MetadataKey.packageName, package) }
        switch header.method {
        case 1: append(Key.method, "active")
        case 2: append(Key.method, "automatic")
        case 3: append(MetadataKey.wasUserEntered, "1")
        default: break
        }
        if let zone = header.offset.flatMap(UTCOffset.name) { append(MetadataKey.timeZone, zone) }
        for (index, code) in table.codes.prefix(4).enumerated() {
            let number = header[code: index]
            guard number != 0 else { continue }
            let name = Int(exactly: number).flatMap { code.names.indices.contains($0) ? code.names[$0] : nil } ?? String(number)
            if !name.isEmpty { append(code.key, name) }
        }
        for (key, value) in texts { append(key, value) }
        return RecordIDs(source: source, origin: origin, metadata: builder.metadata(metadata, line: line))
    }

    /// Adds a pair to the metadata. A set is far shorter than its limit.
    private mutating func append(_ key: String, _ value: String) { _ = metadata.append(key: key, value: Array(value.utf8).span) }
}
