package import HealthModel

/// The complete content of a `MemoryStore` as a value.
struct MemoryContent: Sendable {
    private(set) var changeNumber: Int64 = 0
    private(set) var nextNumber: Int64 = 1
    private(set) var dictionaries = MemoryDictionaries()
    /// The people by number; at least one, which is the person without a name until another one is known.
    private(set) var people: [Int64: MemoryPerson] = [1: MemoryPerson(id: "")]
    private(set) var numbers: [String: Int64] = ["": 1]
    private var nextPerson: Int64 = 2
    private(set) var settings: [String: String] = [:]
    private(set) var deletions = DeletionHistory()

    // MARK: Taking back

    /// Returns this earlier content as the newest state of a store. Numbers are not used again, so readers of changes start again.
    func putBack(after other: MemoryContent) -> MemoryContent {
        var content = self
        content.changeNumber = other.changeNumber + 1
        content.nextPerson = other.nextPerson
        content.nextNumber = other.nextNumber + 1
        content.deletions.forgetAll(through: other.nextNumber)
        return content
    }

    // MARK: Persons

    /// The number of the only person; nil if there are several.
    var onlyPerson: Int64? { people.count == 1 ? people.keys.first : nil }

    /// Returns the number of a person; nil stands for the only one.
    func number(of id: String?) throws -> Int64 {
        guard let id else {
            guard let onlyPerson else { throw StoreError.severalPersons(numbers.keys) }
            return onlyPerson
        }
        guard let number = numbers[id] else { throw StoreError.noSuchPerson(id: id) }
        return number
    }

    /// Returns the number of a person, which is added if it is new.
    ///
    /// The first person with a name takes the place of the one without, of whom nothing is known, with the goals and the order of sources
    /// that were set before.
    private mutating func intern(_ id: String) -> Int64 {
        if let number = numbers[id] { return number }
        isChanged = true
        if let nobody = numbers[""], people.count == 1, people[nobody]?.isUnknown == true {
            move(nobody, to: id)
            return nobody
        }
        defer { nextPerson += 1 }
        people[nextPerson] = MemoryPerson(id: id)
        numbers[id] = nextPerson
        return nextPerson
    }

    private mutating func move(_ number: Int64, to id: String) {
        numbers[people[number]?.id ?? ""] = nil
        numbers[id] = number
        people[number]?.id = id
    }

    /// True after a change that the change number does not count yet.
    private var isChanged = false

    /// Runs `body`, and counts one change if it made any.
    private mutating func counting<Result>(_ body: (inout MemoryContent) throws -> Result) rethrows -> Result {
        isChanged = false
        let result = try body(&self)
        if isChanged { changeNumber += 1 }
        return result
    }

    mutating func update(_ updates: [PersonUpdate]) {
        counting { content in
            for update in updates {
                let number = content.intern(update.id)
                guard var person = content.people[number] else { continue }
                let before = (person.zone, person.attributes)
                if let zone = update.zone { person.zone = zone }
                for (name, text) in update.attributes { person.attributes[name] = text.isEmpty ? nil : text }
                if before != (person.zone, person.attributes) { content.isChanged = true }
                content.people[number] = person
            }
        }
    }

    mutating func rename(_ id: String, to newID: String) throws {
        let number = try number(of: id)
        if id == newID { return }
        guard numbers[newID] == nil else { throw StoreError.personExists(id: newID) }
        try counting { content in
            for (name, value) in content.settings where name.hasPrefix(KeptWrites.prefix) && KeptWrites.person(in: value) == id {
                content.settings[name] = try KeptWrites.value(value, renamedTo: newID)
            }
            for (name, value) in content.settings where name.hasPrefix(KeptRecords.prefix(of: id)) {
                content.settings[name] = nil
                content.settings[KeptRecords.prefix(of: newID) + name.dropFirst(KeptRecords.prefix(of: id).count)] = value
            }
            content.move(number, to: newID)
            content.isChanged = true
        }
    }

    mutating func forget(_ id: String) throws -> ForgottenPerson {
        let number = try number(of: id)
        return counting { content in
            var forgotten = ForgottenPerson()
            if let person = content.people.removeValue(forKey: number) {
                forgotten.samples = person.series.values.reduce(0) { $0 + $1.rows.count }
                forgotten.workouts = person.workoutGroups.values.reduce(0) { $0 + $1.count }
                forgotten.correlations = person.correlationGroups.values.reduce(0) { $0 + $1.count }
                forgotten.activitySummaries = person.summaries.count
                forgotten.sources = content.dictionaries.catalogue.sources(of: number).count
            }
            content.settings = content.settings.filter { !$0.key.hasPrefix(KeptWrites.prefix) || KeptWrites.person(in: $0.value) != id }
            content.settings = content.settings.filter { !$0.key.hasPrefix(KeptRecords.prefix(of: id)) }
            content.numbers[id] = nil
            content.dictionaries.forget(number)
            content.deletions.forget(number)
            if content.people.isEmpty {
                (content.people[content.nextPerson], content.numbers[""]) = (MemoryPerson(id: ""), content.nextPerson)
            }
            content.nextPerson += 1
            content.isChanged = true
            return forgotten
        }
    }

    // MARK: Writing

    /// Writes all batches.
    mutating func write(_ batches: [ImportBatch]) throws -> [MetricID: WriteOutcome] {
        try counting { content in
            try batches.reduce(into: [:]) { try $0.merge(content.write($1), uniquingKeysWith: +) }
        }
    }

    private mutating func write(_ batch: ImportBatch) throws -> [MetricID: WriteOutcome] {
        var outcomes: [MetricID: WriteOutcome] = [:]
        func record(_ metric: MetricID, added: Int, of count: Int) {
            outcomes[metric, default: WriteOutcome()].added += added
            outcomes[metric, default: WriteOutcome()].alreadyThere += count - added
        }
        guard numbers[batch.person] != nil || !batch.isEmpty else { return [:] }
        let number = intern(batch.person)
        let batch = batch.inUnits { people[number]?.fileUnits[$0] }
        for (metric, starts) in batch.outdated { _ = try delete(metric, numbers: Set(starts.keys), of: batch.person) }
        for (name, value) in batch.settings { try setSetting(name, to: value, of: nil) }
        let interned = dictionaries.intern(batch, of: number)
        let ids = interned.ids
        if !interned.renamed.isEmpty { isChanged = true }
        for (metric, samples) in batch.samples.sorted(by: { $0.key.identifier < $1.key.identifier }) where samples.count > 0 {
            let firstNumber = nextNumber
            let merge = SampleMerge(
                content: dictionaries, replaces: batch.replacing.contains(metric), grows: batch.growing.contains(metric))
            let rows = try merge.normalized(ids.translate(samples))
            if try people[number]?.series[metric, default: MemoryPerson.Series()].merge(rows, by: merge, nextNumber: &nextNumber) == true {
                isChanged = true
            }
            record(metric, added: Int(nextNumber - firstNumber), of: samples.count)
        }
        for series in batch.series where people[number]?.add(ids.translate(series)) == true { isChanged = true }
        for workout in batch.workouts {
            let change = try people[number]?.add(
                ids.translate(workout), order: dictionaries, replaces: batch.replacing.contains(.workouts), nextNumber: &nextNumber)
            if change != RecordChange.none { isChanged = true }
            record(.workouts, added: change == .added ? 1 : 0, of: 1)
        }
        for correlation in batch.correlations {
            let stored = StoredCorrelation(ids.translate(correlation))
            let outcome = try people[number]?.add(stored, order: dictionaries, nextNumber: &nextNumber) ?? CorrelationMerge.Outcome()
            if !outcome.written.isEmpty || !outcome.copies.isEmpty { isChanged = true }
            record(MetricID(correlation.type), added: outcome.change == .added ? 1 : 0, of: 1)
            // These rows were counted as repetitions of one sample.
            for (metric, copies) in outcome.copies { record(metric, added: copies.count, of: 0) }
        }
        for summary in batch.summaries {
            guard let change = people[number]?.add(summary, replaces: batch.replacing.contains(.activitySummaries)) else { continue }
            if change.isChanged { isChanged = true }
            record(.activitySummaries, added: change.isNew ? 1 : 0, of: 1)
        }
        for (metric, unit) in batch.fileUnits where people[number]?.fileUnits[metric].map({ unit < $0 }) ?? true {
            people[number]?.fileUnits[metric] = unit
            isChanged = true
        }
        return outcomes
    }

    mutating func delete(_ metric: MetricID, numbers: Set<Int64>, of person: String?) throws -> Int {
        let number = try number(of: person)
        let deleted = people[number]?.delete(metric, numbers: numbers) ?? []
        if deleted.isEmpty { return 0 }
        let limit = StoreLimits.keptDeletions(settings[StoreLimits.keptDeletionsSetting])
        deletions.add(deleted, of: metric, person: number, keeping: limit, nextNumber: &nextNumber)
        changeNumber += 1
        return deleted.count
    }

    /// - Parameter person: The person whose zone or goal is set; nil for the whole store, or its only person.
    mutating func setSetting(_ name: String, to value: String?, of person: String?) throws {
        if PersonalSetting.isGoal(name) {
            let number = try number(of: person)
            guard people[number]?.goals[name] != value else { return }
            people[number]?.goals[name] = value
        } else if name == PersonalSetting.zone, let person {
            let number = try number(of: person)
            guard people[number]?.zone != value else { return }
            people[number]?.zone = value
        } else {
            // The only person of a store has the zone of the store.
            let owner = name == PersonalSetting.zone ? onlyPerson.flatMap { people[$0]?.zone == nil ? nil : $0 } : nil
            guard settings[name] != value || owner != nil else { return }
            settings[name] = value
            if let owner { people[owner]?.zone = value }
        }
        changeNumber += 1
    }

    mutating func setPriority(of metric: MetricID, to keys: [String]?, of person: String?) throws {
        let number = try number(of: person)
        let keys = keys ?? []
        guard people[number]?.priorities[metric] ?? [] != keys else { return }
        people[number]?.priorities[metric] = keys.isEmpty ? nil : keys
        changeNumber += 1
    }
}

extension MetricID {
    /// The metric under which a write counts the days of activity summaries.
    package static let activitySummaries = MetricID("HKActivitySummaryTypeIdentifier")
}
