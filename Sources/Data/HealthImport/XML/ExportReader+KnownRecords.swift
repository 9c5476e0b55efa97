import HealthModel

/// The start tag of a record up to its first date: everything in it is the same in many records.
struct RecordHead {
    var column: Int
    var isCategory: Bool
    var source: Int32
    var origin: Int32
    var conversion: UnitConversion?
    var unit: Int32
    var hasCreationDate: Bool
}

/// Recent heads and contents of records in the current batch.
struct KnownRecords {
    /// The ids in `heads` and `contents` are those of this batch.
    var batch = 0
    var heads = RecentTexts<RecordHead>()
    /// From the end of a start tag to the end of the end tag, with the id of the metadata.
    var contents = RecentTexts<Int32>()
    /// The record that is open, if its content can be kept: the start of the content, and the number of chunks and issues before it.
    var open: (content: Int, chunks: Int, issues: Int)?
}

// Most records differ from an earlier one only in their dates and value. Only these are read.
extension ExportReader {
    /// Reads the next records as long as they are similar to earlier ones and have no problems.
    mutating func readKnownRecords() {
        guard record == nil, correlation == nil, workout == nil else { return }
        if known.batch != builder.batchNumber {
            known.heads.removeAll()
            known.contents.removeAll()
            known.batch = builder.batchNumber
        }
        let text = scanner.bytes
        var position = scanner.position
        while !builder.isFull, let end = readKnownRecord(text.span, at: text.span.endOfBlanks(from: position)) { position = end }
        scanner.move(to: position)
    }

    /// Reads a record and returns its end. Nil if something is unusual; then nothing has changed.
    private mutating func readKnownRecord(_ bytes: Bytes, at start: Int) -> Int? {
        guard let (length, head) = known.heads.find(bytes, at: start) else { return nil }
        var index = start + length
        var created = SampleBatch.unknownTime
        if head.hasCreationDate {
            guard let date = takeDate(bytes, &index), bytes.take("\" startDate=\"", &index) else { return nil }
            created = date
        }
        guard let start = takeDate(bytes, &index), bytes.take("\" endDate=\"", &index), let end = takeDate(bytes, &index),
            bytes.take("\" value=\"", &index), BatchBuilder.flaw(start: start, end: end) == nil,
            let quote = bytes.offset(of: UInt8(ascii: "\""), from: index),
            let value = knownValue(bytes.extracting(index..<quote), head)
        else { return nil }
        index = quote + 1
        var metadata: Int32 = 0
        if !bytes.take("/>", &index) {
            guard bytes.take(">", &index), let content = known.contents.find(bytes, at: index) else { return nil }
            index += content.length
            metadata = content.meaning
        }
        builder.findings.rows += 1
        let row = BatchBuilder.Row(
            start: start, end: end, created: created, source: head.source, origin: head.origin, metadata: metadata)
        builder.add(row, value: value, unit: head.unit, column: head.column)
        return index
    }

    private mutating func takeDate(_ bytes: Bytes, _ index: inout Int) -> Int64? {
        let end = index + TimeReader.exportLength
        guard end < bytes.count, let date = dates.read(bytes.extracting(index..<end)) else { return nil }
        index = end
        return date
    }

    private mutating func knownValue(_ text: Bytes, _ head: RecordHead) -> Double? {
        if head.isCategory { return builder.rawValue(text, column: head.column).map(Double.init) }
        return DecimalNumber.read(text).map { number in head.conversion.map { $0(number) } ?? number }
    }

    // MARK: - Learning

    /// Keeps the head of the last tag, which is that of `record` and has no problems.
    mutating func learnHead(of record: PendingRecord, _ bytes: Bytes) {
        var order: [ExportAttribute] = [.creationDate, .startDate, .endDate, .value]
        guard builder.scale(record.column) == nil else { return }
        let attributes = scanner.attributes
        let dates = attributes.filter { order.contains($0.kind) }
        if dates.count == 3 { order.removeFirst() }
        guard dates.map(\.kind) == order, let first = dates.first, let last = attributes.last, last.kind == .value,
            attributes.count >= order.count, attributes[attributes.count - order.count].value == first.value
        else { return }
        let head = bytes.extracting(scanner.tagStart..<first.value.lowerBound)
        guard head.offset(of: 0x0A) == nil else { return }
        known.heads.add(
            head,
            RecordHead(
                column: record.column, isCategory: builder.isCategory(record.column), source: record.row.source, origin: record.row.origin,
                conversion: record.conversion, unit: record.unit, hasCreationDate: order.count == 4))
    }

    /// Keeps the content of a record that has just ended.
    mutating func learnContent(metadata: Int32, _ bytes: Bytes) {
        guard let open = known.open, open.chunks == scanner.chunkCount, open.issues == builder.findings.issues.total else { return }
        known.contents.add(bytes.extracting(open.content..<scanner.position), metadata)
    }
}

extension Span<UInt8> {
    fileprivate func endOfBlanks(from start: Int) -> Int {
        var index = start
        while index < count, self[index].isBlank { index += 1 }
        return index
    }

    /// Moves `index` past `literal`. Returns false if the bytes there differ.
    @inline(__always)
    fileprivate func take(_ literal: StaticString, _ index: inout Int) -> Bool {
        guard starts(with: literal, at: index) else { return false }
        index += literal.utf8CodeUnitCount
        return true
    }
}
