// The bytes of a block: up to 16,384 samples of one metric, sorted by start, column by column.
//
//     header | value | start | end | source | origin | metadata | unit | created | number
//        └ format, number of rows, and the place and checksum of each column
//
// Blocks are most of the file of a store: a sample takes about 4.5 bytes. An import encodes each block once, and every query that quarter
// hours cannot answer decodes some of its columns. Columns that most queries need come first, so that a query can stop reading early.
//
// Invariant: no bytes make a reader trap or read outside of them. Damaged bytes are a `BlockError`.
//
// Decisions 0062 (codes in lanes), 0079 (parts of blocks), 0084 (starts of blobs).

package import HealthModel
package import StorageModel

/// Encodes sorted samples of one metric as bytes, column by column, and decodes them.
///
/// A block is a header followed by the columns. The header has a format word, the number of rows, the
/// position and checksum of each column, and its own checksum. A reader decodes only the columns that it
/// needs and does not read or check the others. All numbers are little-endian.
///
/// | column | encoding |
/// |---|---|
/// | start | integers |
/// | end | integers: end − start |
/// | value | decimals with a common number of places as integers, otherwise raw doubles |
/// | source, origin, metadata, unit, number | integers |
/// | created | integers: created − end, or created if that is shorter; one value can mean "unknown" |
package enum BlockCodec {
    /// The first word of a block: "TB" and the version of the format.
    package enum Format: UInt32, CaseIterable, Sendable {
        /// Codes follow each other. Only old blocks have this format.
        case stream = 0x5442_0001
        /// Narrow codes are in lanes.
        case lanes = 0x5442_0002

        package static let newest = lanes

        var layout: IntegerFrame.Layout { self == .stream ? .stream : .lanes }
    }

    static let headerSize = 8 + Column.allCases.count * 16 + 8

    /// The columns in the order of the header.
    enum Column: Int, CaseIterable {
        case start, end, value, source, origin, metadata, unit, created, number

        /// The order of the bytes. A reader stops after the last column that it needs, so columns that few queries need are last.
        static let inOrderOfBytes: [Column] = [.value, .start, .end, .source, .origin, .metadata, .unit, .created, .number]

        /// True if a reader of `columns` and `times` needs the column.
        func isRead(with columns: SampleColumns, times: UnpackedTimes = .all) -> Bool {
            switch self {
            case .start: times != .count || columns.contains(.created)
            case .end: times == .all || columns.contains(.created)
            case .value: columns.contains(.values)
            case .source: columns.contains(.sources)
            case .origin: columns.contains(.origins)
            case .metadata: columns.contains(.metadata)
            case .unit: columns.contains(.units)
            case .created: columns.contains(.created)
            case .number: columns.contains(.numbers)
            }
        }
    }

    // MARK: Encoding

    /// Returns `rows` as a block. All columns must be filled, and rows must be sorted by start.
    ///
    /// - Parameter range: The rows of the block; nil for all.
    package static func encode(_ rows: SampleBatch, _ range: Range<Int>? = nil, format: Format = .newest) -> [UInt8] {
        let range = range ?? 0..<rows.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(headerSize + range.count * 6)
        bytes.append(contentsOf: repeatElement(0, count: headerSize))
        var directory: [UInt8] = []
        directory.appendWord(format.rawValue)
        directory.appendWord(UInt32(range.count))
        var places = Column.allCases.map { _ in 0..<0 }
        for column in Column.inOrderOfBytes {
            let offset = bytes.count
            encode(column, of: rows, range, layout: format.layout, into: &bytes)
            places[column.rawValue] = offset..<bytes.count
        }
        for place in places {
            directory.appendWord(UInt32(place.lowerBound))
            directory.appendWord(UInt32(place.count))
            directory.appendWord(Checksum.of(bytes.span.extracting(place)))
        }
        directory.appendWord(Checksum.of(directory.span))
        bytes.replaceSubrange(0..<headerSize, with: directory)
        return bytes
    }

    private static func encode(
        _ column: Column, of rows: SampleBatch, _ range: Range<Int>, layout: IntegerFrame.Layout, into bytes: inout [UInt8]
    ) {
        func integers(_ values: Span<Int64>) { IntegerFrame.shortest(values, layout: layout).pack(values, into: &bytes) }
        func ids(_ ids: Span<Int32>) {
            let wide = [Int64](capacity: ids.count) { output in
                for row in ids.indices { output.append(Int64(ids[row])) }
            }
            integers(wide.span)
        }
        switch column {
        case .start: integers(rows.starts.span.extracting(range))
        case .end:
            let (starts, ends) = (rows.starts.span.extracting(range), rows.ends.span.extracting(range))
            let lengths = [Int64](capacity: range.count) { output in
                for row in starts.indices { output.append(ends[row] &- starts[row]) }
            }
            integers(lengths.span)
        case .value: ValueColumn.encode(rows.values.span.extracting(range), layout: layout, into: &bytes)
        case .source: ids(rows.sources.span.extracting(range))
        case .origin: ids(rows.origins.span.extracting(range))
        case .metadata: ids(rows.metadata.span.extracting(range))
        case .unit: ids(rows.units.span.extracting(range))
        case .created:
            CreationColumn.encode(
                rows.created.span.extracting(range), ends: rows.ends.span.extracting(range), layout: layout, into: &bytes)
        case .number: integers(rows.numbers.span.extracting(range))
        }
    }

    // MARK: Decoding

    /// Replaces `rows` with the requested times and columns of a block of `count` rows. Creation times need all times.
    ///
    /// Any bytes are safe input. The result is rows sorted by start, or an error.
    ///
    /// - Parameter isChecked: True if `check` has accepted the bytes.
    package static func decode(
        _ bytes: Span<UInt8>, count: Int, columns: SampleColumns, times: UnpackedTimes = .all, isChecked: Bool = false,
        into rows: inout SampleBatch
    ) throws(BlockError) {
        try checkHeader(bytes, count: count, isChecked: isChecked)
        func place(_ column: Column, _ bytes: Span<UInt8>) throws(BlockError) -> Range<Int> {
            try Self.place(column, bytes, isChecked: isChecked)
        }

        rows.starts.resize(to: count, filler: 0)
        rows.ends.resize(to: count, filler: 0)
        rows.values.resize(to: columns.contains(.values) ? count : 0, filler: 0)
        rows.created.resize(to: columns.contains(.created) ? count : 0, filler: 0)
        let times = columns.contains(.created) ? .all : times
        if times != .count { try starts(bytes.extracting(place(.start, bytes)), into: &rows.starts) }
        if times == .all { try ends(bytes.extracting(place(.end, bytes)), starts: rows.starts, into: &rows.ends) }
        if columns.contains(.values) { try ValueColumn.decode(bytes.extracting(place(.value, bytes)), into: &rows.values) }
        if columns.contains(.created) {
            try CreationColumn.decode(bytes.extracting(place(.created, bytes)), ends: rows.ends, into: &rows.created)
        }
        func ids(_ column: Column, _ isRead: Bool, into ids: inout [Int32]) throws(BlockError) {
            ids.resize(to: isRead ? count : 0, filler: 0)
            if isRead { try Self.ids(bytes.extracting(place(column, bytes)), into: &ids) }
        }
        try ids(.source, columns.contains(.sources), into: &rows.sources)
        try ids(.origin, columns.contains(.origins), into: &rows.origins)
        try ids(.metadata, columns.contains(.metadata), into: &rows.metadata)
        try ids(.unit, columns.contains(.units), into: &rows.units)
        rows.numbers.resize(to: columns.contains(.numbers) ? count : 0, filler: 0)
        if columns.contains(.numbers) {
            var target = rows.numbers.mutableSpan
            try IntegerColumn.decode(bytes.extracting(place(.number, bytes)), into: &target) { _, number in number }
        }
    }

    /// The smallest possible size of a block. Each column has a byte for 256 rows, so a false count cannot make a reader allocate much more
    /// memory than the block has.
    static func leastSize(count: Int) -> Int { max(headerSize, count / IntegerFrame.groupSize) }

    /// Checks the header and those columns that a reader of `columns` needs. Any bytes are safe input.
    static func check(_ bytes: Span<UInt8>, count: Int, columns: SampleColumns) throws(BlockError) {
        try checkHeader(bytes, count: count, isChecked: false)
        for column in Column.allCases where column.isRead(with: columns) { _ = try place(column, bytes, isChecked: false) }
    }

    /// Returns where the last column ends that a reader of `columns` and `times` needs.
    ///
    /// - Parameter header: The first `headerSize` bytes, which need not be valid.
    static func end(of columns: SampleColumns, times: UnpackedTimes = .all, header: Span<UInt8>) -> Int {
        Column.allCases.reduce(headerSize) { end, column in
            guard column.isRead(with: columns, times: times) else { return end }
            let range = UInt64(bitPattern: header.word(at: 8 + column.rawValue * 16))
            return max(end, Int(range & 0xFFFF_FFFF) + Int(range >> 32))
        }
    }

    private static func checkHeader(_ bytes: Span<UInt8>, count: Int, isChecked: Bool) throws(BlockError) {
        guard bytes.count >= headerSize else { throw .malformed }
        guard isChecked || UInt64(bitPattern: bytes.word(at: headerSize - 8)) == Checksum.of(bytes.extracting(0..<headerSize - 8)) else {
            throw .checksum
        }
        let word = UInt64(bitPattern: bytes.word(at: 0))
        guard Format(rawValue: UInt32(truncatingIfNeeded: word)) != nil else { throw .unknownFormat }
        guard Int(word >> 32) == count, leastSize(count: count) <= bytes.count else { throw .malformed }
    }

    // MARK: Parts

    /// Returns the rows that start before each of `limits`, which ascend, and the last start. Nil if all starts must be unpacked for it.
    package static func rows(
        _ bytes: Span<UInt8>, count: Int, startingBefore limits: [Int64], isChecked: Bool = false
    ) throws(BlockError) -> (rows: [EarlierRows], last: Int64)? {
        try checkHeader(bytes, count: count, isChecked: isChecked)
        return try IntegerColumn.rows(bytes.extracting(place(.start, bytes, isChecked: isChecked)), rowCount: count, below: limits)
    }

    /// Returns the exact totals of the values of `runs` that are in `values`. Nil if the values must be unpacked for it.
    package static func totals(
        _ bytes: Span<UInt8>, count: Int, of runs: [Range<Int>], in values: ClosedRange<Int64>, isChecked: Bool = false
    ) throws(BlockError) -> [WholeTotal]? {
        try checkHeader(bytes, count: count, isChecked: isChecked)
        return try ValueColumn.totals(
            bytes.extracting(place(.value, bytes, isChecked: isChecked)), rowCount: count, of: runs, in: values)
    }

    /// Returns how long the instants of `runs` last whose values are in `values` (nil for all), each until the next row, but at most for
    /// `longest`.
    ///
    /// - Returns: Nil if columns must be unpacked for it, or if the rows are not instants of one source at different times.
    package static func heldTotals(
        _ bytes: Span<UInt8>, count: Int, of runs: [Range<Int>], in values: ClosedRange<Double>?, longest: Int64, isChecked: Bool = false
    ) throws(BlockError) -> HeldTotals? {
        try checkHeader(bytes, count: count, isChecked: isChecked)
        func place(_ column: Column) throws(BlockError) -> Range<Int> { try Self.place(column, bytes, isChecked: isChecked) }
        guard try IntegerColumn.constant(bytes.extracting(place(.end)), rowCount: count) == 0,
            let source = try IntegerColumn.constant(bytes.extracting(place(.source)), rowCount: count), 0...Int64(Int32.max) ~= source
        else { return nil }
        let starts = try bytes.extracting(place(.start))
        let totals: [HeldTotals.Total]?
        if let values {
            totals = try ValueColumn.heldTotals(
                bytes.extracting(place(.value)), in: values, starts, rowCount: count, of: runs, longest: longest)
        } else {
            totals = try IntegerColumn.heldTotals(starts, in: nil, starts, rowCount: count, of: runs, longest: longest)
        }
        return totals.map { HeldTotals(source: Int32(source), runs: $0) }
    }

    /// Returns the block of the rows in adjacent groups of `IntegerFrame`, with times and some columns. Its checksums are not set.
    ///
    /// - Parameter lastStart: The start of the last row, if it is known and in the groups. It saves adding up those before.
    /// - Returns: Nil if only the whole block can be unpacked.
    package static func excerpt(
        _ bytes: Span<UInt8>, count: Int, columns: SampleColumns, groups: Range<Int>, lastStart: Int64? = nil, isChecked: Bool = false
    ) throws(BlockError) -> [UInt8]? {
        try checkHeader(bytes, count: count, isChecked: isChecked)
        guard !columns.contains(.created) else { return nil }
        let rowCount = min(groups.upperBound * IntegerFrame.groupSize, count) - groups.lowerBound * IntegerFrame.groupSize
        var excerpt = [UInt8](repeating: 0, count: headerSize)
        var directory: [UInt8] = []
        directory.appendWord(UInt32(truncatingIfNeeded: bytes.word(at: 0)))
        directory.appendWord(UInt32(rowCount))
        for column in Column.allCases {
            let offset = excerpt.count
            if column.isRead(with: columns) {
                let packed = try bytes.extracting(place(column, bytes, isChecked: isChecked))
                let part =
                    column == .value
                    ? try ValueColumn.excerpt(packed, rowCount: count, groups: groups)
                    : try IntegerColumn.excerpt(packed, rowCount: count, groups: groups, last: column == .start ? lastStart : nil)
                guard let part else { return nil }
                excerpt.append(contentsOf: part)
            }
            // Columns of a hostile block can overlap.
            guard excerpt.count <= Int(UInt32.max) else { return nil }
            directory.appendWord(UInt32(offset))
            directory.appendWord(UInt32(excerpt.count - offset))
            directory.appendWord(UInt64(0))
        }
        excerpt.replaceSubrange(0..<directory.count, with: directory)
        return excerpt
    }

    /// Returns the range of a column's bytes, and checks them unless they were checked before.
    private static func place(_ column: Column, _ bytes: Span<UInt8>, isChecked: Bool) throws(BlockError) -> Range<Int> {
        let entry = 8 + column.rawValue * 16
        let range = UInt64(bitPattern: bytes.word(at: entry))
        let (offset, length) = (Int(range & 0xFFFF_FFFF), Int(range >> 32))
        guard offset >= headerSize, offset + length <= bytes.count else { throw .malformed }
        let place = offset..<offset + length
        guard isChecked || UInt64(bitPattern: bytes.word(at: entry + 8)) == Checksum.of(bytes.extracting(place)) else { throw .checksum }
        return place
    }

    private static func ids(_ column: Span<UInt8>, into ids: inout [Int32]) throws(BlockError) {
        var target = ids.mutableSpan
        var seen: Int64 = 0
        try IntegerColumn.decode(column, into: &target) { _, value in
            seen |= value
            return Int32(truncatingIfNeeded: value)
        }
        // Ids are never negative and fit in 31 bits. Any other id would set a high bit of `seen`.
        guard seen >> 31 == 0 else { throw .malformed }
    }

    /// Decodes starts. Checks that they ascend, which all readers rely on.
    private static func starts(_ column: Span<UInt8>, into starts: inout [Int64]) throws(BlockError) {
        var target = starts.mutableSpan
        if try IntegerColumn.decodeAscending(column, into: &target) { return }
        // Collecting flags without a branch saves a fifth of the decoding time.
        var faults: UInt8 = 0
        var previous = Int64.min
        try IntegerColumn.decode(column, into: &target) { _, start in
            faults |= start < previous ? 1 : 0
            previous = start
            return start
        }
        guard faults == 0 else { throw .malformed }
    }

    /// Decodes ends. Checks that none is before its start, which all readers rely on.
    private static func ends(_ column: Span<UInt8>, starts: [Int64], into ends: inout [Int64]) throws(BlockError) {
        var target = ends.mutableSpan
        try IntegerColumn.decode(column, into: &target) { _, length in length }
        // The sign bit is set if a length is negative, or if an end has another sign than both terms: it overflowed.
        var signs: Int64 = 0
        let known = starts.span
        for row in 0..<min(known.count, target.count) {
            let (start, length) = (known[row], target[row])
            let end = start &+ length
            signs |= length | (start ^ end) & (length ^ end)
            target[row] = end
        }
        guard signs >= 0 else { throw .malformed }
    }
}

extension Array {
    /// Sets the length of the array to `count` and reuses its memory. The elements have arbitrary values.
    mutating func resize(to count: Int, filler: Element) {
        if self.count > count {
            removeLast(self.count - count)
        } else if self.count < count {
            reserveCapacity(count)
            append(contentsOf: repeatElement(filler, count: count - self.count))
        }
    }
}
