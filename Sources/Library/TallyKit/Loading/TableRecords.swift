import HealthImport
import HealthModel
import SampleStore
import StorageModel

/// The records of one table of Health Connect that a person's samples come from.
final class TableRecords {
    /// The versions that a batch changes.
    struct Changes {
        /// The places of the versions that are new in the list.
        var added: [Int] = []
        /// The earlier versions whose samples must be deleted.
        var outdated: [RecordVersion] = []
        /// The versions in the batch that are older than what is known.
        var stale: [RecordVersion] = []
        /// The number of records that replaced an earlier version.
        var replacedCount = 0
        var renamedSources: [String: String] = [:]
    }

    let shape: RecordShape
    /// The keys of sources. A version has a place in them.
    private(set) var keys: [String] = []
    private let prefix: String
    private var records = RecordList()
    private var places: [String: Int32] = [:]
    /// The periods whose setting must be written.
    private var changedPeriods: Set<Int64> = []
    /// The names of the settings that have the versions of one batch.
    private var journals: [String] = []

    /// Reads the settings of a table.
    init(of storage: any SampleStorage, person: String, _ shape: RecordShape) throws {
        (self.shape, prefix) = (shape, KeptRecords.prefix(of: person) + shape.table + "\t")
        let settings = try storage.read { try $0.capabilities.settings?.settings(startingWith: prefix) ?? [:] }
        for setting in settings {
            guard let period = RecordPeriod(setting.value) else { continue }
            let isJournal = setting.key.dropFirst(prefix.count).hasPrefix("+")
            if isJournal { journals.append(setting.key) }
            let own = period.keys.map(place(of:))
            for var version in period.versions {
                version.source = own[Int(version.source)]
                if isJournal { changedPeriods.insert(RecordPeriod.number(of: version.start)) }
                // A stopped import leaves a version in the setting of a batch, and an earlier one in that of a period.
                if let place = records.place(of: version.id) {
                    if isJournal ? version.created >= records[place].created : version.created > records[place].created {
                        records[place] = version
                    }
                } else {
                    records.add(version)
                }
            }
        }
    }

    private func place(of key: String) -> Int32 {
        if let place = places[key] { return place }
        places[key] = Int32(keys.count)
        keys.append(key)
        return Int32(keys.count - 1)
    }

    /// Adds the versions of a batch.
    ///
    /// - Parameter sources: The keys of the sources of the batch.
    func add(_ marks: ArraySlice<RecordMark>, of sources: [String], isReplaced: Bool) -> Changes {
        var changes = Changes()
        let sources = sources.map(place(of:))
        for mark in marks {
            var version = RecordVersion(mark, source: sources[Int(mark.source)])
            guard let place = records.place(of: mark.id) else {
                changes.added.append(records.add(version))
                changedPeriods.insert(RecordPeriod.number(of: version.start))
                continue
            }
            let known = records[place]
            records[place].isRead = true
            let isRenamed = known.source != version.source
            // Two records of one document can only have the same id if it is damaged.
            if known.created == version.created && !isRenamed || known.isRead && version.created >= known.created { continue }
            if version.created < known.created, !isReplaced {
                changes.stale.append(version)
                continue
            }
            if isRenamed, known.created == version.created {
                changes.renamedSources[keys[Int(known.source)]] = keys[Int(version.source)]
            } else if !isReplaced, isMoved(known, version) {
                changes.replacedCount += 1
            }
            if isRenamed || !isReplaced && isMoved(known, version) { changes.outdated.append(known) }
            if isReplaced, !isRenamed {
                version.firstCreated = min(known.firstCreated, version.created)
                version.created = max(known.created, version.created)
            }
            records[place] = version
            changes.added.append(place)
            changedPeriods.formUnion([RecordPeriod.number(of: known.start), RecordPeriod.number(of: version.start)])
        }
        return changes
    }

    /// True if the store itself does not give the samples of a version the values of a later one.
    private func isMoved(_ known: RecordVersion, _ version: RecordVersion) -> Bool {
        !shape.isRevised || (known.start, known.end, known.source) != (version.start, version.end, version.source)
    }

    // MARK: - Settings

    /// Returns a setting with versions, for the batch that has their samples.
    func journal(of places: [Int]) -> [String: String] {
        let last = journals.compactMap { $0.split(separator: "+").last.flatMap { Int($0) } }.max() ?? -1
        journals.append(prefix + "+\(last + 1)")
        return [journals[journals.count - 1]: RecordPeriod(records.sorted(places).map { records[$0] }, keys).text]
    }

    /// Writes the settings of the periods that changed, and removes those of batches.
    func save(in storage: any SampleStorage, _ write: (() throws -> Void) throws -> Void) throws {
        let changed = records.sorted(records.places.filter { changedPeriods.contains(RecordPeriod.number(of: records[$0].start)) })
        var first = 0
        for number in changedPeriods.sorted() {
            let end = changed[first...].partitioningIndex { RecordPeriod.number(of: records[$0].start) > number }
            let versions = changed[first..<end].map { records[$0] }
            let text = versions.isEmpty ? nil : RecordPeriod(versions, keys).text
            try write { try storage.setSetting(prefix + String(number), to: text) }
            first = end
        }
        for name in journals { try write { try storage.setSetting(name, to: nil) } }
        (changedPeriods, journals) = ([], [])
    }
}
