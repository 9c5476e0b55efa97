// Decides which rows of an import are the samples that the store already has (S1.2). An export has no ids of samples, and people import the
// next one into the same store.
//
//     stored   a  b     d  e'          a' has the same start, end, value and source as a
//     new         b  c     e           c is inserted, b is dropped, e and e' differ in metadata: see below
//
// Both are sorted by start, end, value and source, so this is a merge of two sorted lists: one pass over the stored rows from the first new
// one on. Runs of new rows are inserted at once. Groups of rows with the same identity are rare and small, and only they allocate.
//
// Invariant: the result does not depend on the order of imports, nor on the division into batches. So everything that is arbitrary, such as
// the unit to keep, is decided by content, never by ids.
//
// Decisions 0093 (a sample in another unit), 0094 (equal members of correlations).

package import HealthModel

/// Orders dictionary ids by their content, so that results do not depend on the order of imports.
package protocol ContentOrder {
    func source(_ a: Int32, precedes b: Int32) -> Bool
    func origin(_ a: Int32, precedes b: Int32) -> Bool
    func unit(_ a: Int32, precedes b: Int32) -> Bool
    func metadata(_ a: Int32, precedes b: Int32) throws -> Bool
    /// Returns true if two sets differ at most in the units of their quantities.
    func metadata(_ a: Int32, isAlike b: Int32) throws -> Bool
    /// The zero of a unit of temperature, in degrees Celsius. 0 for other units.
    func zero(ofUnit unit: Int32) -> Double
}

extension ContentOrder {
    /// Returns the origin to keep: the first by content. An origin without information comes last.
    func first(of a: Int32, _ b: Int32) -> Int32 {
        if a == b || b == 0 { return a }
        return a == 0 || origin(b, precedes: a) ? b : a
    }
}

/// Merges samples into sorted samples by the identity rule S1.2.
///
/// Rows are sorted by start, end, value, source key and metadata content. Rows with the same first four
/// properties form a group. A group has either one row without metadata, or one row for each metadata
/// set that was ever imported. If rows also have the same metadata, the merge keeps the earliest
/// creation, the first unit and the first origin by content. A row that gets its metadata from a new row
/// also gets its creation, unit and origin, and keeps its number. The result does not depend on the
/// order in which rows are imported.
///
/// Before that, samples in two units get the value in the first unit (`UnitTwins`). Metadata that differs only in units is the same. Two
/// rows that both have a number are two samples, even if everything else is equal: they are members of different correlations.
package struct SampleMerge {
    /// New rows to insert before a stored row.
    struct Insertion {
        /// The index of the stored row, or the number of stored rows.
        var before: Int
        var rows: Range<Int>
    }

    private let content: any ContentOrder
    /// True if a source has at most one row with the same start and end, as `ImportBatch.replacing` says.
    package var replaces = false
    /// True if a stored row and a new one are sums that grow, as `ImportBatch.growing` says.
    package var grows = false

    package init(content: any ContentOrder, replaces: Bool = false, grows: Bool = false) {
        (self.content, self.replaces, self.grows) = (content, replaces, grows)
    }

    // MARK: Order

    /// Returns `rows` in order, with each sample once.
    package func normalized(_ rows: SampleBatch) throws -> SampleBatch {
        let isStrict = isStrictlyAscending(rows)
        var rows = try isStrict ? rows : sorted(rows)
        let isRevised = replaces && Revisions.align(&rows)
        let isAligned = UnitTwins(content: content).align(&rows) || isRevised
        if isStrict && !isAligned { return rows }
        return try deduplicated(isAligned ? sorted(rows) : rows)
    }

    /// Returns true if each row is after the one before, also without its metadata.
    private func isStrictlyAscending(_ rows: SampleBatch) -> Bool {
        let starts = rows.starts.span
        for row in starts.indices.dropFirst() {
            if starts[row - 1] < starts[row] { continue }
            if starts[row - 1] > starts[row] || compare(rows, row - 1, rows, row) >= 0 { return false }
        }
        return true
    }

    private func sorted(_ rows: SampleBatch) throws -> SampleBatch {
        var isSorted = true
        for row in 1..<max(rows.count, 1) where try precedes(rows, row, rows, row - 1) {
            isSorted = false
            break
        }
        if isSorted { return rows }
        let order = try Array(0..<rows.count).sorted { try precedes(rows, $0, rows, $1) }
        return rows.rows(order)
    }

    private func precedes(_ a: SampleBatch, _ i: Int, _ b: SampleBatch, _ j: Int) throws -> Bool {
        let order = compare(a, i, b, j)
        if order != 0 || a.metadata[i] == b.metadata[j] { return order < 0 }
        return try precedes(metadata: a.metadata[i], b.metadata[j])
    }

    /// Returns -1, 0 or 1 if row `i` of `a` comes before, equals, or comes after row `j` of `b`, ignoring metadata.
    @inline(__always)
    private func compare(_ a: SampleBatch, _ i: Int, _ b: SampleBatch, _ j: Int) -> Int {
        if a.starts[i] != b.starts[j] { return a.starts[i] < b.starts[j] ? -1 : 1 }
        if a.ends[i] != b.ends[j] { return a.ends[i] < b.ends[j] ? -1 : 1 }
        if a.values[i].bitPattern != b.values[j].bitPattern {
            return a.values[i].isTotallyOrdered(belowOrEqualTo: b.values[j]) ? -1 : 1
        }
        if a.sources[i] != b.sources[j] { return content.source(a.sources[i], precedes: b.sources[j]) ? -1 : 1 }
        return 0
    }

    private func precedes(metadata a: Int32, _ b: Int32) throws -> Bool {
        if a == 0 || b == 0 { return a == 0 && b != 0 }
        return try content.metadata(a, precedes: b)
    }

    // MARK: Groups

    /// The properties of a row that are not part of its identity.
    private struct Variant: Equatable {
        var origin: Int32
        var metadata: Int32
        var unit: Int32
        var created: Int64
        /// 0 before the sample has a number.
        var number: Int64
        var isStored: Bool

        init(_ rows: SampleBatch, _ row: Int, isStored: Bool = false) {
            self.isStored = isStored
            origin = rows.origins[row]
            metadata = rows.metadata[row]
            unit = rows.units[row]
            created = rows.created[row]
            number = rows.numbers[row]
        }

        func store(in rows: inout SampleBatch, _ row: Int) {
            rows.origins[row] = origin
            rows.metadata[row] = metadata
            rows.units[row] = unit
            rows.created[row] = created
            rows.numbers[row] = number
        }
    }

    /// Adds `new` to the rows of the same identity.
    private func absorb(_ new: Variant, into group: inout [Variant]) throws {
        func canBeOne(_ other: Variant) -> Bool { other.number == 0 || new.number == 0 }
        if let same = group.firstIndex(where: { canBeOne($0) && $0.metadata == new.metadata }) {
            try combine(&group[same], with: new)
        } else if let alike = try group.firstIndex(where: { try canBeOne($0) && isAlike($0.metadata, new.metadata) }) {
            try combine(&group[alike], with: new)
        } else if let first = group.first, canBeOne(first), first.metadata == 0 {
            group[0] = new
            group[0].number = first.number
            group[0].isStored = first.isStored
        } else if replaces, new.metadata != 0, new.created != SampleBatch.unknownTime,
            let version = group.firstIndex(where: { canBeOne($0) && $0.created == new.created })
        {
            // One record, written at one time, such as one whose offset is missing in a copy.
            try combine(&group[version], with: new)
        } else if group.isEmpty || new.metadata != 0 || new.number != 0 {
            group.append(new)
        }
    }

    private func isAlike(_ a: Int32, _ b: Int32) throws -> Bool {
        if a == 0 || b == 0 { return false }
        return try content.metadata(a, isAlike: b)
    }

    private func combine(_ kept: inout Variant, with new: Variant) throws {
        if kept.metadata != new.metadata, try precedes(metadata: new.metadata, kept.metadata) { kept.metadata = new.metadata }
        if kept.created == SampleBatch.unknownTime || (new.created != SampleBatch.unknownTime && new.created < kept.created) {
            kept.created = new.created
        }
        if kept.unit != new.unit, content.unit(new.unit, precedes: kept.unit) { kept.unit = new.unit }
        kept.origin = content.first(of: kept.origin, new.origin)
        if kept.number == 0 { kept.number = new.number }
    }

    private func endOfGroup(_ rows: SampleBatch, from row: Int) -> Int {
        var end = row + 1
        let count = rows.count
        while end < count, compare(rows, row, rows, end) == 0 { end += 1 }
        return end
    }

    private func deduplicated(_ rows: SampleBatch) throws -> SampleBatch {
        var result = rows
        var removed: [Int] = []
        var row = 0
        let count = rows.count
        while row < count {
            let end = endOfGroup(rows, from: row)
            if end > row + 1 {
                var group: [Variant] = []
                for member in row..<end { try absorb(Variant(rows, member), into: &group) }
                // The members are sorted by metadata, so the group is sorted, too.
                for (index, variant) in group.enumerated() { variant.store(in: &result, row + index) }
                removed.append(contentsOf: (row + group.count)..<end)
            }
            row = end
        }
        result.update(from: rows, RemoveRows(rows: removed))
        return result
    }

    // MARK: Merging

    /// Merges `new` into `stored`, both normalized, and returns whether anything changed.
    ///
    /// New rows without a number get the next numbers, in order.
    /// - Complexity: O(*n*) for the stored rows from the position of the first new row on.
    package func merge(_ new: SampleBatch, into stored: inout SampleBatch, nextNumber: inout Int64) throws -> Bool {
        var changesStored = false
        return try merge(new, into: &stored, nextNumber: &nextNumber, changesStored: &changesStored)
    }

    /// - Parameter changesStored: Becomes true if a stored row has different properties after the merge.
    package func merge(
        _ new: SampleBatch, into stored: inout SampleBatch, nextNumber: inout Int64, changesStored: inout Bool
    ) throws -> Bool {
        guard new.count > 0 else { return false }
        var new = new
        if stored.count == 0 {
            number(&new, 0..<new.count, from: &nextNumber)
            stored = new
            return true
        }
        let revised = replaces || grows ? Revisions.align(&new, with: &stored, grows: grows) : (new: false, stored: false)
        let aligned = UnitTwins(content: content).align(&new, with: &stored)
        if aligned.new || revised.new { new = try sorted(new) }
        if aligned.stored || revised.stored { stored = try sorted(stored) }
        var changes = Changes(changesStoredRows: aligned.stored || revised.stored)
        try place(&new, in: &stored, &changes)
        changesStored = changes.changesStoredRows
        guard changes.changesStoredRows || !changes.insertions.isEmpty else { return false }
        for insertion in changes.insertions { number(&new, insertion.rows, from: &nextNumber) }
        stored.update(from: new, SpliceRows(insertions: changes.insertions))
        return true
    }

    /// The effect of a merge on the stored rows.
    private struct Changes {
        /// In the order of the stored rows.
        private(set) var insertions: [Insertion] = []
        /// True if a stored row has different properties after the merge.
        var changesStoredRows: Bool

        init(changesStoredRows: Bool) { self.changesStoredRows = changesStoredRows }

        /// Inserts new rows. Rows that follow each other and have the same place are one insertion.
        mutating func insert(_ rows: Range<Int>, before index: Int) {
            if let last = insertions.indices.last, insertions[last].before == index, insertions[last].rows.upperBound == rows.lowerBound {
                insertions[last].rows = insertions[last].rows.lowerBound..<rows.upperBound
            } else {
                insertions.append(Insertion(before: index, rows: rows))
            }
        }
    }

    /// Finds the place of each new row, and merges new rows with stored rows of the same identity.
    private func place(_ new: inout SampleBatch, in stored: inout SampleBatch, _ changes: inout Changes) throws {
        var row = 0
        var index = stored.firstRow(startingAt: new.starts[0])
        let (newCount, storedCount) = (new.count, stored.count)
        while row < newCount {
            guard index < storedCount else { return changes.insert(row..<newCount, before: index) }
            let order = compare(new, row, stored, index)
            if order < 0 {
                let first = row
                row += 1
                // Rows that start earlier than the stored one.
                while row < newCount, new.starts[row] < stored.starts[index] { row += 1 }
                changes.insert(first..<row, before: index)
            } else if order > 0 {
                index += 1
                while index < storedCount, stored.starts[index] < new.starts[row] { index += 1 }
            } else {
                let endOfNew = endOfGroup(new, from: row)
                let endOfStored = endOfGroup(stored, from: index)
                // An import that is repeated finds equal rows, which need no group.
                let isOther = new.numbers[row] != 0 || differs(Variant(new, row), Variant(stored, index))
                if endOfNew > row + 1 || endOfStored > index + 1 || isOther {
                    try mergeGroup(row..<endOfNew, of: &new, into: index..<endOfStored, of: &stored, &changes)
                }
                index = endOfStored
                row = endOfNew
            }
        }
    }

    /// Merges new and stored rows of one identity.
    private func mergeGroup(
        _ newRows: Range<Int>, of new: inout SampleBatch, into storedRows: Range<Int>, of stored: inout SampleBatch,
        _ changes: inout Changes
    ) throws {
        var group = storedRows.map { Variant(stored, $0, isStored: true) }
        for row in newRows { try absorb(Variant(new, row), into: &group) }
        try sortByMetadata(&group)
        var (free, index) = (newRows.lowerBound, storedRows.lowerBound)
        for variant in group {
            if variant.isStored {
                if differs(variant, Variant(stored, index)) { changes.changesStoredRows = true }
                variant.store(in: &stored, index)
                index += 1
            } else {
                variant.store(in: &new, free)
                changes.insert(free..<(free + 1), before: index)
                free += 1
            }
        }
    }

    /// Gives the next numbers to those of `rows` that have none.
    private func number(_ batch: inout SampleBatch, _ rows: Range<Int>, from nextNumber: inout Int64) {
        var number = nextNumber
        var numbers = batch.numbers.mutableSpan
        for row in rows where numbers[row] == 0 {
            numbers[row] = number
            number += 1
        }
        nextNumber = number
    }

    private func differs(_ a: Variant, _ b: Variant) -> Bool {
        a.metadata != b.metadata || a.origin != b.origin || a.unit != b.unit || a.created != b.created
    }

    /// Sorts the rows of one identity, which are few.
    private func sortByMetadata(_ group: inout [Variant]) throws {
        guard group.count > 1 else { return }
        try group.sort { try precedes(metadata: $0.metadata, $1.metadata) }
    }
}
