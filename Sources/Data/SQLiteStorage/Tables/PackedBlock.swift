// A block as the engine gets it: the bytes, and what can be read from them without unpacking all rows.
//
// A query over ten million samples reads about 600 blocks, each on any thread. `rows(startingBefore:)` unpacks only the groups of 256 rows
// that an edge divides. `totals` and `heldTotals` add up whole runs. If a column is packed in a way that does not allow this, they return
// nil, and the query unpacks the block.
//
// Invariant: the first and last start must be those of the block's row in the table. If they are not, the block is damaged.
//
// Decisions 0065 (blocks on threads), 0079 (parts of blocks), 0083 (times of held readings).

import HealthModel
import SampleStore
import StorageModel

/// A block as it is in the store.
struct PackedBlock: PackedSamples {
    let path: String
    let metric: MetricID
    let entry: BlockTable.Entry
    let bytes: [UInt8]
    /// True if `BlockCodec.check` has accepted the bytes.
    var isChecked = false
    /// The greatest id of a source. A sample of another source would silently count for none.
    var lastSource = Int32.max

    var extent: BlockExtent { entry.extent }

    func unpack(_ columns: SampleColumns, times: UnpackedTimes, into rows: inout SampleBatch) throws {
        try damaged {
            try BlockCodec.decode(bytes.span, count: count, columns: columns, times: times, isChecked: isChecked, into: &rows)
        }
        try checkSources(rows)
        try checkEnds(rows)
        if times == .count { return }
        guard rows.starts.first == entry.firstStart else { throw mismatch }
        try checkLast(rows.starts.last)
    }

    func rows(startingBefore limits: [Int64]) throws -> [EarlierRows]? {
        let found = try damaged { try BlockCodec.rows(bytes.span, count: count, startingBefore: limits, isChecked: isChecked) }
        guard let found else { return nil }
        try checkLast(found.last)
        return found.rows
    }

    func totals(of runs: [Range<Int>], in values: ClosedRange<Int64>) throws -> [WholeTotal]? {
        try damaged { try BlockCodec.totals(bytes.span, count: count, of: runs, in: values, isChecked: isChecked) }
    }

    func heldTotals(of runs: [Range<Int>], in values: ClosedRange<Double>?, longest: Int64) throws -> HeldTotals? {
        let totals = try damaged {
            try BlockCodec.heldTotals(bytes.span, count: count, of: runs, in: values, longest: longest, isChecked: isChecked)
        }
        if let totals { try checkSource(totals.source) }
        return totals
    }

    func unpack(_ columns: SampleColumns, starting times: [Range<Int64>], into rows: inout SampleBatch) throws {
        guard let groups = try groups(starting: times) else { return try unpack(columns, times: .all, into: &rows) }
        rows.removeAll()
        var part = SampleBatch()
        for groups in groups {
            guard try unpack(columns, of: groups, into: &part) else { return try unpack(columns, times: .all, into: &rows) }
            rows.append(part, 0..<part.count)
        }
    }

    func unpackLast(_ columns: SampleColumns, into rows: inout SampleBatch) throws {
        let groupCount = IntegerFrame.groupCount(count)
        guard try unpack(columns, of: groupCount - 1..<groupCount, lastStart: entry.lastStart, into: &rows) else {
            return try unpack(columns, times: .all, into: &rows)
        }
    }

    /// Replaces `rows` with those of adjacent groups. Returns false if only the whole block can be unpacked.
    private func unpack(
        _ columns: SampleColumns, of groups: Range<Int>, lastStart: Int64? = nil, into rows: inout SampleBatch
    ) throws -> Bool {
        let excerpt = try damaged {
            try BlockCodec.excerpt(
                bytes.span, count: count, columns: columns, groups: groups, lastStart: lastStart, isChecked: isChecked)
        }
        guard let excerpt else { return false }
        let rowCount = min(groups.upperBound * IntegerFrame.groupSize, count) - groups.lowerBound * IntegerFrame.groupSize
        try damaged { try BlockCodec.decode(excerpt.span, count: rowCount, columns: columns, isChecked: true, into: &rows) }
        try checkSources(rows)
        try checkEnds(rows)
        return true
    }

    /// Returns the groups with samples that start in `times`. Nil if that is not known, or if they are most of the block.
    private func groups(starting times: [Range<Int64>]) throws -> [Range<Int>]? {
        guard let counts = try rows(startingBefore: times.flatMap { [$0.lowerBound, $0.upperBound] })?.map(\.count) else { return nil }
        var groups: [Range<Int>] = []
        for index in times.indices where counts[2 * index] < counts[2 * index + 1] {
            let first = counts[2 * index] / IntegerFrame.groupSize
            let end = IntegerFrame.groupCount(counts[2 * index + 1])
            if let last = groups.last, first <= last.upperBound {
                groups[groups.count - 1] = last.lowerBound..<end
            } else {
                groups.append(first..<end)
            }
        }
        return groups.reduce(0) { $0 + $1.count } * 2 < IntegerFrame.groupCount(count) ? groups : nil
    }

    private func damaged<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as BlockError { throw damage(error.explanation) }
    }

    private func checkSources(_ rows: SampleBatch) throws {
        var greatest: Int32 = 0
        for source in rows.sources where source > greatest { greatest = source }
        try checkSource(greatest)
    }

    private func checkSource(_ source: Int32) throws {
        guard source <= lastSource else { throw damage("it refers to a missing source") }
    }

    /// Starts ascend between those of the entry, which are checked. Ends are not in order.
    private func checkEnds(_ rows: SampleBatch) throws {
        var bits: UInt64 = 0
        for end in rows.ends { bits |= UInt64(bitPattern: end &+ StoreLimits.greatest) }
        guard StoreLimits.hasPlausible(bits) else { throw damage("a sample ends at a time that no store reaches") }
    }

    private func checkLast(_ start: Int64?) throws { guard start == entry.lastStart else { throw mismatch } }

    private var mismatch: StoreError { damage("it does not match its entry") }

    func damage(_ reason: String) -> StoreError {
        .corruptBlock(
            path: path, metric: metric, block: entry.id, from: Instant(milliseconds: entry.firstStart),
            through: Instant(milliseconds: entry.lastStart), reason: reason)
    }
}
