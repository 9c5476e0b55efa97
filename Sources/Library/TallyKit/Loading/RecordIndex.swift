// Remembers which records of Health Connect a store has the samples of, so that a later version of a record replaces the earlier one also
// if its times changed.
//
//     batch with marks ─► versions that are newer than the known ones ─► their earlier samples are deleted ─► batch is written
//                    └──► versions that are older than the known ones ─► their samples are removed from the batch
//
// The index is in settings of the store, one for each table and 50 days, so that an import writes few of them. Only the table that is read
// is in memory. If an import is stopped, the index lacks records, and the next import adds them.
//
// Decision 0214 (records by their ids).

import Foundation
import HealthImport
import HealthModel
import SampleStore
import StorageModel

/// A version of a record: where its samples are.
struct RecordVersion: Equatable {
    var start: Int64
    var end: Int64
    /// The times of the first and the last change. The samples of the version were created between them.
    var firstCreated: Int64
    var created: Int64
    var content: UInt16
    /// The place of the source in a list of keys.
    var source: Int32
    /// True if the document that is read has the record.
    var isRead = false
}

/// The index of the records of one person.
final class RecordIndex {
    private let storage: any SampleStorage
    private let person: String
    /// True if the document replaces what it covers. The samples of earlier versions are then deleted anyway.
    private let isReplaced: Bool
    /// The table that is read, its records by id, and the keys of their sources.
    private var shape: RecordShape?
    private var versions: [UInt64: RecordVersion] = [:]
    private var keys: [String] = []
    private var places: [String: Int32] = [:]
    /// The periods whose setting must be written.
    private var changedPeriods: Set<Int64> = []
    /// The number of records that replaced an earlier version.
    private(set) var replacedCount = 0

    init(of storage: any SampleStorage, person: String, isReplaced: Bool) {
        (self.storage, self.person, self.isReplaced) = (storage, person, isReplaced)
    }

    /// Deletes the samples of earlier versions of the records in a batch, and returns the batch without the samples of earlier versions.
    ///
    /// - Parameter write: Runs a write when no other process writes.
    func apply(to batch: ImportBatch, _ write: (() throws -> Void) throws -> Void) throws -> ImportBatch {
        guard !batch.records.isEmpty else { return batch }
        var batch = batch
        let marks = batch.records
        batch.records = []
        let sources = batch.sources.map(\.key)
        var first = 0
        while first < marks.count {
            let end = marks[first...].firstIndex { $0.table != marks[first].table } ?? marks.count
            let shape = RecordShape.ofTable(marks[first].table)
            try open(shape, write)
            let (outdated, stale) = add(marks[first..<end], sources, shape)
            if !outdated.isEmpty { try delete(outdated, shape, write) }
            if !stale.isEmpty {
                var rows = RecordRows(stale, keys, shape)
                rows.remove(from: &batch)
            }
            first = end
        }
        return batch
    }

    /// Adds versions. Returns the earlier ones of the same records, and those that are older than what is known.
    private func add(
        _ marks: ArraySlice<RecordMark>, _ sources: [String], _ shape: RecordShape
    ) -> (outdated: [RecordVersion], stale: [RecordVersion]) {
        var (outdated, stale): ([RecordVersion], [RecordVersion]) = ([], [])
        for mark in marks {
            var version = RecordVersion(
                start: mark.start, end: mark.end, firstCreated: mark.created, created: mark.created, content: mark.content,
                source: place(of: sources[Int(mark.source)]))
            if let known = versions[mark.id] {
                versions[mark.id]?.isRead = true
                // Two records of one document can only have the same id if it is damaged.
                if known.created == version.created || known.isRead && version.created > known.created { continue }
                if isReplaced {
                    version.firstCreated = min(known.firstCreated, version.created)
                    version.created = max(known.created, version.created)
                } else if version.created < known.created {
                    stale.append(version)
                    continue
                } else if !shape.isRevised || (known.start, known.end, known.source) != (version.start, version.end, version.source) {
                    outdated.append(known)
                    replacedCount += 1
                }
                changedPeriods.insert(RecordPeriod.number(of: known.start))
            }
            version.isRead = true
            versions[mark.id] = version
            changedPeriods.insert(RecordPeriod.number(of: version.start))
        }
        return (outdated, stale)
    }

    private func place(of key: String) -> Int32 {
        if let place = places[key] { return place }
        places[key] = Int32(keys.count)
        keys.append(key)
        return Int32(keys.count - 1)
    }

    private func delete(_ outdated: [RecordVersion], _ shape: RecordShape, _ write: (() throws -> Void) throws -> Void) throws {
        let found = try storage.read { view -> [MetricID: [Int64: Int64]] in
            guard try view.persons().contains(where: { $0.id == person }) else { return [:] }
            var rows = RecordRows(outdated, keys, shape)
            return try rows.find(in: view.view(of: person))
        }
        let owner = person.isEmpty ? storage : storage.scoped(to: person)
        for (metric, starts) in found.sorted(by: { $0.key.identifier < $1.key.identifier }) {
            guard let first = starts.values.min(), let last = starts.values.max() else { continue }
            try write { _ = try owner.delete(metric, numbers: Set(starts.keys), starting: first...last) }
        }
    }

    // MARK: - Settings

    private func open(_ shape: RecordShape, _ write: (() throws -> Void) throws -> Void) throws {
        guard shape.table != self.shape?.table else { return }
        try save(write)
        (versions, keys, places, self.shape) = ([:], [], [:], shape)
        let prefix = name(shape, period: nil)
        for text in try storage.read({ try $0.capabilities.settings?.settings(startingWith: prefix) ?? [:] }).values {
            guard let period = RecordPeriod(text) else { continue }
            let own = period.keys.map(place(of:))
            for (id, var version) in period.versions {
                version.source = own[Int(version.source)]
                versions[id] = version
            }
        }
    }

    private func name(_ shape: RecordShape, period: Int64?) -> String {
        KeptRecords.prefix(of: person) + shape.table + "\t" + (period.map(String.init) ?? "")
    }

    /// Writes the settings that changed.
    func save(_ write: (() throws -> Void) throws -> Void) throws {
        guard let shape, !changedPeriods.isEmpty else { return }
        var periods: [Int64: [(id: UInt64, version: RecordVersion)]] = [:]
        for (id, version) in versions {
            let number = RecordPeriod.number(of: version.start)
            if changedPeriods.contains(number) { periods[number, default: []].append((id, version)) }
        }
        for number in changedPeriods.sorted() {
            let text = periods[number].map { RecordPeriod($0, keys).text(of: number) }
            try write { try storage.setSetting(name(shape, period: number), to: text) }
        }
        changedPeriods = []
    }
}

/// The records of one table that start in a period, as the text of a setting: the keys of their sources, and packed numbers.
struct RecordPeriod {
    private(set) var keys: [String] = []
    private(set) var versions: [(id: UInt64, version: RecordVersion)] = []

    /// The number of the period that has a time: they have 2³² milliseconds, about 50 days.
    static func number(of start: Int64) -> Int64 { start >> 32 }

    /// Takes versions whose sources are places in `all`.
    init(_ versions: [(id: UInt64, version: RecordVersion)], _ all: [String]) {
        var places: [Int32: Int32] = [:]
        for (id, version) in versions.sorted(by: { ($0.version.start, $0.id) < ($1.version.start, $1.id) }) {
            var version = version
            if places[version.source] == nil {
                places[version.source] = Int32(keys.count)
                keys.append(all[Int(version.source)])
            }
            version.source = places[version.source] ?? 0
            self.versions.append((id, version))
        }
    }

    func text(of number: Int64) -> String {
        var bytes: [UInt8] = []
        func add(_ number: Int64) {
            var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
            while rest >= 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }
        add(number)
        var last = number << 32
        for (id, version) in versions {
            for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: id >> UInt64(shift))) }
            add(version.start - last)
            add(version.end - version.start)
            add(version.created - version.end)
            add(version.created - version.firstCreated)
            add(Int64(version.content))
            add(Int64(version.source))
            last = version.start
        }
        return keys.joined(separator: "\t") + "\n" + Data(bytes).base64EncodedString()
    }

    /// Reads a text. Nil if it was not written by `text`.
    init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 2, let data = Data(base64Encoded: String(lines[1])) else { return nil }
        keys = lines[0].split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        let bytes = [UInt8](data)
        var place = 0
        func number() -> Int64? {
            var (value, shift): (UInt64, UInt64) = (0, 0)
            while place < bytes.count, shift < 64 {
                let byte = bytes[place]
                place += 1
                value |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }
                shift += 7
            }
            return nil
        }
        guard let period = number(), abs(period) < 1 << 20 else { return nil }
        var last = period << 32
        while place < bytes.count {
            guard place + 8 <= bytes.count else { return nil }
            let id = bytes[place..<place + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            place += 8
            guard let afterLast = number(), let length = number(), let delay = number(), let changes = number(),
                let content = number().flatMap(UInt16.init(exactly:)), let source = number().flatMap(Int32.init(exactly:)),
                keys.indices.contains(Int(source)), min(afterLast, length, changes) >= 0, max(afterLast, length, changes) < 1 << 50,
                abs(delay) < 1 << 50, abs(last) < 1 << 55
            else { return nil }
            last += afterLast
            let created = last + length + delay
            let version = RecordVersion(
                start: last, end: last + length, firstCreated: created - changes, created: created, content: content, source: source)
            versions.append((id, version))
        }
    }
}
