// Remembers which records of Health Connect a store has the samples of, so that a later version of a record replaces the earlier one also
// if its times changed.
//
//     batch with marks ─► versions that are newer than the known ones ─► the batch deletes their earlier samples
//                    └──► versions that are older than the known ones ─► their samples are removed from the batch
//
// The index is in settings of the store, one for each table and 50 days, so that an import writes few of them. Only the table that is read
// is in memory. Each batch has its new versions in a separate setting until the settings of its table are written, so that an import that
// is stopped leaves no sample of an unknown version.
//
// Decision 0214 (records by their ids).

import HealthImport
import HealthModel
import SampleStore
import StorageModel

/// The index of the records of one person.
final class RecordIndex {
    private let storage: any SampleStorage
    private let person: String
    /// True if the document replaces what it covers. The samples of earlier versions are then deleted anyway.
    private let isReplaced: Bool
    /// The table that is read.
    private var table: TableRecords?
    /// Tables that were read. Their settings wait until their samples are written.
    private var finished: [TableRecords] = []
    /// The number of records that replaced an earlier version.
    private(set) var replacedCount = 0
    /// The new keys of sources whose names changed, by the old ones.
    private(set) var renamedSources: [String: String] = [:]

    init(of storage: any SampleStorage, person: String, isReplaced: Bool) {
        (self.storage, self.person, self.isReplaced) = (storage, person, isReplaced)
    }

    /// Returns a batch that also deletes the samples of earlier versions of its records, and keeps its versions. It lacks the samples of
    /// versions that are older than those in the store.
    func apply(to batch: ImportBatch) throws -> ImportBatch {
        guard !batch.records.isEmpty else { return batch }
        var batch = batch
        let marks = batch.records
        batch.records = []
        let sources = batch.sources.map(\.key)
        var first = 0
        while first < marks.count {
            let end = marks[first...].firstIndex { $0.table != marks[first].table } ?? marks.count
            let table = try open(RecordShape.ofTable(marks[first].table))
            let changes = table.add(marks[first..<end], of: sources, isReplaced: isReplaced)
            first = end
            replacedCount += changes.replacedCount
            renamedSources.merge(changes.renamedSources) { _, new in new }
            if !changes.outdated.isEmpty {
                try batch.outdated.merge(numbers(of: changes.outdated, in: table)) { $0.merging($1) { $1 } }
            }
            if !changes.added.isEmpty { batch.settings.merge(table.journal(of: changes.added)) { $1 } }
            if !changes.stale.isEmpty {
                var rows = RecordRows(changes.stale, table.keys, table.shape)
                rows.remove(from: &batch)
            }
        }
        return batch
    }

    private func open(_ shape: RecordShape) throws -> TableRecords {
        if let table, table.shape.table == shape.table { return table }
        if let table { finished.append(table) }
        let known = finished.firstIndex { $0.shape.table == shape.table }.map { finished.remove(at: $0) }
        let table = try known ?? TableRecords(of: storage, person: person, shape)
        self.table = table
        return table
    }

    /// Returns the starts of the samples of versions, by metric and number.
    private func numbers(of versions: [RecordVersion], in table: TableRecords) throws -> [MetricID: [Int64: Int64]] {
        try storage.read { view in
            guard try view.persons().contains(where: { $0.id == person }) else { return [:] }
            var rows = RecordRows(versions, table.keys, table.shape)
            return try rows.find(in: view.view(of: person))
        }
    }

    /// Writes the settings of the tables that were read to their end, after their samples were written.
    ///
    /// - Parameter write: Runs a write when no other process writes.
    func saveFinished(_ write: (() throws -> Void) throws -> Void) throws {
        for table in finished { try table.save(in: storage, write) }
        finished = []
    }

    /// Writes the settings of all tables, after all samples were written.
    func save(_ write: (() throws -> Void) throws -> Void) throws {
        if let table { finished.append(table) }
        table = nil
        try saveFinished(write)
    }
}
