import GRDB
import HealthModel
import SampleStore
import StorageModel

/// Persons, settings and the order of sources.
extension StoreWriter {
    private var people: PersonTable { PersonTable(db: db) }

    // MARK: Persons

    /// Returns the number of a person; nil stands for the only one.
    func number(of id: String?) throws -> Int64 {
        let known = dictionaries.people
        guard let id else {
            guard known.count == 1, let only = known.values.first else { throw StoreError.severalPersons(known.keys) }
            return only
        }
        guard let number = known[id] else { throw StoreError.noSuchPerson(id: id) }
        return number
    }

    /// Returns the number of a person, which is added if it is new.
    ///
    /// The first person with a name takes the place of the one without, of whom nothing is known, with the goals and the order of sources
    /// that were set before.
    mutating func intern(_ id: String) throws -> Int64 {
        if let number = dictionaries.people[id] { return number }
        isChanged = true
        if let nobody = dictionaries.people[""], dictionaries.people.count == 1, try people.isUnknown(nobody) {
            try people.rename(nobody, to: id)
            dictionaries.set(nobody, named: id)
            return nobody
        }
        let number = try people.add(id)
        dictionaries.set(number, named: id)
        return number
    }

    mutating func update(_ updates: [PersonUpdate]) throws {
        for update in updates {
            let number = try intern(update.id)
            if let zone = update.zone, try people.setZone(zone, of: number) { isChanged = true }
            for (name, text) in update.attributes where try people.setAttribute(name, to: text, of: number) { isChanged = true }
        }
    }

    mutating func rename(_ id: String, to newID: String) throws {
        let number = try number(of: id)
        if id == newID { return }
        guard dictionaries.people[newID] == nil else { throw StoreError.personExists(id: newID) }
        for (name, value) in try keptWrites(of: id) { try set(name, to: KeptWrites.value(value, renamedTo: newID)) }
        for (name, value) in try records(of: id) {
            try set(name, to: nil)
            try set(KeptRecords.prefix(of: newID) + name.dropFirst(KeptRecords.prefix(of: id).count), to: value)
        }
        try people.rename(number, to: newID)
        dictionaries.set(number, named: newID)
        isChanged = true
    }

    /// Deletes everything of a person. Its bytes remain in the file until it is rewritten.
    mutating func forget(_ id: String) throws -> ForgottenPerson {
        let number = try number(of: id)
        for (name, _) in try keptWrites(of: id) { try set(name, to: nil) }
        for (name, _) in try records(of: id) { try set(name, to: nil) }
        try deleteSeriesOfSamples(of: number)
        let forgotten = try people.forget(number)
        dictionaries.forget(number)
        // A store always has a person.
        if dictionaries.people.isEmpty { dictionaries.set(try people.add(""), named: "") }
        isChanged = true
        // The earlier rows of the store have the person's samples, too.
        setObstacle(.forgottenPerson)
        return forgotten
    }

    /// Deletes the series of a person's samples. Those of workouts are deleted with the workouts.
    private func deleteSeriesOfSamples(of person: Int64) throws {
        let table = SeriesTable(db: db, path: path)
        for metric in SeriesTable.sampleMetrics {
            guard let id = try SQLiteContent.metricID(metric, of: person, db) else { continue }
            try table.forEachNumber(of: metric, metricID: id) { numbers in
                for number in numbers { try table.delete(of: number) }
            }
        }
    }

    /// Returns the writes of apps that are kept for a person until the device is unlocked.
    private func keptWrites(of id: String) throws -> [(name: String, value: String)] {
        try Row.fetchAll(db, sql: "SELECT name, value FROM setting WHERE name GLOB ?", arguments: [KeptWrites.prefix + "*"])
            .map { (name: try $0.get(0), value: try $0.get(1)) }.filter { KeptWrites.person(in: $0.value) == id }
    }

    /// Returns the settings with the records of a person.
    private func records(of id: String) throws -> [(name: String, value: String)] {
        try Row.fetchAll(
            db, sql: "SELECT name, value FROM setting WHERE name BETWEEN ?1 AND ?1 || char(1114111)",
            arguments: [KeptRecords.prefix(of: id)]
        ).map { (name: try $0.get(0), value: try $0.get(1)) }
    }

    // MARK: Settings

    /// - Parameter person: The person whose zone or goal is set; nil for the whole store, or its only person.
    mutating func setSetting(_ name: String, to value: String?, of person: String?) throws {
        if PersonalSetting.isGoal(name) {
            if try people.setSetting(name, to: value, of: number(of: person)) { isChanged = true }
        } else if name == PersonalSetting.zone, let person {
            if try people.setZone(value, of: number(of: person)) { isChanged = true }
        } else {
            try set(name, to: value)
            // The only person of a store has the zone of the store.
            guard name == PersonalSetting.zone, dictionaries.people.count == 1, let only = dictionaries.people.values.first,
                try people.zone(of: only) != nil
            else { return }
            if try people.setZone(value, of: only) { isChanged = true }
        }
    }

    private mutating func set(_ name: String, to value: String?) throws {
        if let value {
            try db.cachedStatement(
                sql: "INSERT INTO setting VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2 WHERE value <> ?2"
            ).execute(arguments: [name, value])
        } else {
            try db.cachedStatement(sql: "DELETE FROM setting WHERE name = ?").execute(arguments: [name])
        }
        if db.changesCount > 0 { isChanged = true }
    }

    mutating func setPriority(of metric: MetricID, to keys: [String]?, of person: String?) throws {
        let person = try number(of: person)
        let known = try SQLiteContent.metricID(metric, of: person, db).flatMap { try SQLiteContent.priority(of: $0, db) }
        guard known ?? [] != keys ?? [] else { return }
        let id = try metricID(metric, of: person)
        try db.cachedStatement(sql: "DELETE FROM sourcePriority WHERE metric = ?").execute(arguments: [id])
        for (place, key) in (keys ?? []).enumerated() {
            try db.cachedStatement(sql: "INSERT INTO sourcePriority VALUES (?, ?, ?)").execute(arguments: [id, place, key])
        }
        isChanged = true
    }
}
