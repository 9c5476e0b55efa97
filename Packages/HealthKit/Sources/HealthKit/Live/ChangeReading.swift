import Foundation
@_spi(Guests) import TallyKit

// Sendable: predicates do not change.
/// Reads the changes of the samples that predicates choose, as objects.
///
/// A store keeps only the number of a deleted sample, so predicates choose additions, and pages have all deletions of the types. For
/// series, they have one for each deleted sample or workout, because the store no longer knows whether it had a series.
struct ChangeReading: @unchecked Sendable {
    let selections: [Selection]

    init(_ chosen: [(HKSampleType, NSPredicate?)]) { selections = chosen.map { Selection($0.0, $0.1) } }

    init(_ descriptors: [HKQueryDescriptor]) { self.init(descriptors.map { ($0.sampleType, $0.predicate) }) }

    /// The changes after an anchor, in the order in which they were made.
    struct Page: Sendable {
        var samples: [HKSample] = []
        var deleted: [HKDeletedObject] = []
        /// The anchor for the next page.
        var anchor: HKQueryAnchor
        /// True if the page reaches the last change of the store.
        var isLast: Bool

        var isEmpty: Bool { samples.isEmpty && deleted.isEmpty }
    }

    /// Returns the page after an anchor.
    ///
    /// - Parameter limit: the number of samples after which the page ends, with the deletions in between. 0 for all.
    func page(in reader: ObjectReader, after anchor: HKQueryAnchor?, limit: Int) throws -> Page {
        let (view, start) = try changes(in: reader, after: anchor?.change ?? 0)
        var additions = Additions(limit: limit == HKObjectQueryNoLimit ? nil : limit)
        var deletions: [UUID: (change: Int64, place: Int)] = [:]
        for selection in selections {
            try add(selection, in: reader, view, after: start, to: &additions)
            for deletion in try self.deletions(of: selection.type, in: reader, view, after: start) {
                deletions[reader.identity.uuid(of: deletion.number, selection.type)] = (deletion.change, deletions.count)
            }
        }
        let chosen = additions.first
        var (end, last) = (try view.last, try view.last)
        if additions.isFull { end = chosen.last?.number ?? start }
        last = max(last, start)
        let deleted = deletions.filter { $0.value.change <= end }.sorted { $0.value < $1.value }
        return Page(
            samples: chosen.map(\.sample), deleted: deleted.map { HKDeletedObject(uuid: $0.key) }, anchor: HKQueryAnchor(change: end),
            isLast: end == last)
    }

    /// Returns the types of which chosen samples were added, or any were deleted, after an anchor, and the anchor of now.
    func changed(in reader: ObjectReader, after anchor: Int64) throws -> (types: Set<HKSampleType>, anchor: Int64) {
        let (view, start) = try changes(in: reader, after: anchor)
        var types: Set<HKSampleType> = []
        for selection in selections where !types.contains(selection.type) {
            var additions = Additions(limit: 1)
            var isChanged = try !deletions(of: selection.type, in: reader, view, after: start).isEmpty
            if !isChanged {
                try add(selection, in: reader, view, after: start, to: &additions)
                isChanged = !additions.first.isEmpty
            }
            if isChanged { types.insert(selection.type) }
        }
        return (types, try view.last)
    }

    private func changes(in reader: ObjectReader, after anchor: Int64) throws -> (NumberedChanges, Int64) {
        guard let view = NumberedChanges(of: reader.view) else {
            throw HKError(.errorInvalidArgument, "the store does not number its changes")
        }
        let last = try view.last
        guard anchor <= last else {
            throw HKError(.errorInvalidArgument, "anchor \(anchor) is later than the last change of this store, \(last)")
        }
        return (view, anchor)
    }

    // MARK: Additions

    /// The samples with the smallest numbers.
    private struct Additions {
        typealias Entry = (number: Int64, place: Int, sample: HKSample)

        let limit: Int?
        private var found: [UUID: Entry] = [:]
        private var count = 0
        /// Samples with greater numbers are not needed.
        private(set) var bound = Int64.max

        init(limit: Int?) { self.limit = limit }

        mutating func add(_ number: Int64, _ sample: HKSample) {
            found[sample.uuid] = (number, count, sample)
            count += 1
            guard let limit, found.count > 2 * limit + 1024 else { return }
            let kept = first
            bound = kept.last?.number ?? bound
            found = Dictionary(uniqueKeysWithValues: kept.map { ($0.sample.uuid, $0) })
        }

        /// True if there are as many samples as the limit, or more.
        var isFull: Bool { limit.map { found.count >= $0 || bound < .max } ?? false }

        /// The samples in order, at most as many as the limit. A sample and its series have one number and come together, also if they are
        /// more.
        var first: [Entry] {
            let sorted = found.values.sorted { ($0.number, $0.place) < ($1.number, $1.place) }
            guard let limit, limit < sorted.count else { return sorted }
            let next = sorted[limit].number
            let end = sorted[..<limit].lastIndex { $0.number != next }.map { $0 + 1 }
            return Array(sorted[..<(end ?? sorted.firstIndex { $0.number != next } ?? sorted.count)])
        }
    }

    private func add(
        _ selection: Selection, in reader: ObjectReader, _ view: NumberedChanges, after anchor: Int64, to additions: inout Additions
    ) throws {
        if let wholes = try reader.wholes(selection.type) {
            for (number, object) in wholes where number > anchor && selection.accepts(object) { additions.add(number, object) }
            return
        }
        if anchor == 0 {
            // All samples, so a plan chooses them.
            return try selection.read(in: reader, columns: .all) { batch in
                for row in 0..<batch.count where batch.numbers[row] <= additions.bound {
                    if let sample = try reader.sample(selection.type, batch, row) { additions.add(batch.numbers[row], sample) }
                }
                return true
            }
        }
        try view.scan(selection.type.storedMetric, addedAfter: anchor) { batch in
            for row in 0..<batch.count where batch.numbers[row] > anchor && batch.numbers[row] <= additions.bound {
                guard let sample = try reader.sample(selection.type, batch, row), selection.accepts(sample) else { continue }
                additions.add(batch.numbers[row], sample)
            }
            return true
        }
    }

    // MARK: Deletions

    private func deletions(
        of type: HKSampleType, in reader: ObjectReader, _ view: NumberedChanges, after anchor: Int64
    ) throws -> [(change: Int64, number: Int64)] {
        guard let type = type as? HKCorrelationType else { return try view.deletions(of: type.storedMetric, after: anchor) }
        // A correlation is gone when it loses a sample, which was added before it. The store does not keep which deleted sample it was, so
        // after a later deletion of a sample of this type, the correlation comes again.
        var found: [(change: Int64, number: Int64)] = []
        for stored in try reader.storedCorrelations(type) {
            let lost = try reader.lostMembers(of: stored.correlation).flatMap { try view.deletions(of: $0, after: anchor) }
            guard let deletion = lost.filter({ $0.number < stored.number && $0.change > stored.number }).min(by: { $0.change < $1.change })
            else { continue }
            found.append((deletion.change, stored.number))
        }
        return found
    }
}
