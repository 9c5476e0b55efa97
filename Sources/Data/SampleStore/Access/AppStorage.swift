package import HealthModel
package import StorageModel

/// A store as one app uses it (S10.4): it reads what it may read, writes as itself, and deletes only its own samples.
///
/// This is a lens for learning and testing. It does not protect the file: anyone who can open it can read all of it.
package final class AppStorage: RefusingStorage {
    /// The store itself, as its owner uses it.
    package let base: any SampleStorage
    /// The name of the app, which is the source of its samples.
    package let app: String

    package init(_ base: any SampleStorage, app: String) {
        (self.base, self.app) = (base, app)
    }

    package var isReadOnly: Bool { base.isReadOnly }
    package var files: [String] { base.files }
    package func changeMark() throws -> Int64 { try base.changeMark() }
    package func foldFreshRows() throws { try base.foldFreshRows() }
    /// An app reads the sums of quarter hours. Only the owner's queries update them.
    package var capabilities: StorageCapabilities { StorageCapabilities(persons: self, isRemote: base.capabilities.isRemote) }
    package func scoped(to person: String) -> any SampleStorage { PersonStorage(self, person: person) }

    package func withView<Result>(_ permit: borrowing ViewPermit, _ body: (any SampleSource) throws -> Result) throws -> Result {
        try base.withView(permit) { view in
            let rules = try AccessRules(view)
            guard rules.deviceState != .locked else { throw AccessError.locked(app: app) }
            return try body(AppView(view, app: app, rules: rules))
        }
    }

    /// Runs `body` on what the app may see, also while the device is locked, to check what it writes.
    package func readToWrite<Result>(_ body: (any SampleSource) throws -> Result) throws -> Result {
        try base.read { try body(AppView($0, app: app, rules: AccessRules($0))) }
    }

    // MARK: Writing

    package var refusal: any Error { AccessError.ownerOnly(app: app) }

    /// Writes samples of the app, for a person that it sees. While the device is locked, they are kept for later.
    package func write(_ batch: ImportBatch) throws -> [MetricID: WriteOutcome] {
        let rules = try base.read { try AccessRules($0) }
        guard batch.summaries.isEmpty else { throw AccessError.denied(app: app, metric: .summaries) }
        for metric in batch.writtenMetrics { try demandWriting(metric, rules) }
        var own = batch.written(by: app)
        own.person = try person(of: batch.person)
        guard rules.deviceState == .locked else { return try base.write(own) }
        try KeptWrites.add(own, to: base)
        // The device may have been unlocked in the meantime.
        if try base.read({ try AccessRules($0) }).deviceState != .locked { try KeptWrites.deliver(to: base) }
        return own.samples.mapValues { samples in
            var outcome = WriteOutcome()
            outcome.kept = samples.count
            return outcome
        }
    }

    /// Returns the id in the store of the person for whom the app writes. Throws if the app does not see that person, because adding people
    /// is the owner's, and because writing for a hidden one would tell that there is one.
    ///
    /// - Parameter id: The id in the app's view. Without a name, it is the only person that the app sees.
    private func person(of id: String) throws -> String {
        let seen = try readToWrite { try $0.persons().map(\.id) }
        if !seen.contains(id) {
            guard id.isEmpty, seen.count == 1 else { throw StoreError.noSuchPerson(id: id) }
            return seen[0]
        }
        // If a store has one person, whom the app doesn't see yet, its first sample is that person's.
        let all = try base.read { try $0.persons().map(\.id) }
        return seen == [""] && all.count == 1 ? all[0] : id
    }

    /// Deletes samples of the app. Others stay.
    package func delete(_ metric: MetricID, numbers: Set<Int64>, starting starts: ClosedRange<Int64>) throws -> Int {
        let seen = try read { try $0.persons().map(\.id) }
        guard seen.count == 1 else { throw StoreError.severalPersons(seen) }
        // The app has no samples if it sees nobody.
        let all = try base.read { try $0.persons().map(\.id) }
        if all.count == 1 { return try delete(metric, numbers: numbers, starting: starts, in: base) }
        return all.contains(seen[0]) ? try delete(metric, numbers: numbers, starting: starts, of: seen[0]) : 0
    }

    package func delete(
        _ metric: MetricID, numbers: Set<Int64>, starting starts: ClosedRange<Int64>, of person: String
    ) throws -> Int {
        guard try read({ try $0.persons() }).contains(where: { $0.id == person }) else { throw StoreError.noSuchPerson(id: person) }
        return try delete(metric, numbers: numbers, starting: starts, in: base.scoped(to: person))
    }

    private func delete(
        _ metric: MetricID, numbers: Set<Int64>, starting starts: ClosedRange<Int64>, in store: any SampleStorage
    ) throws -> Int {
        let own = try store.read { view -> Set<Int64> in
            let rules = try AccessRules(view)
            guard rules.deviceState != .locked else { throw AccessError.locked(app: app) }
            try demandWriting(metric, rules)
            return try view.ownNumbers(of: metric, app: app).intersection(numbers)
        }
        return own.isEmpty ? 0 : try store.delete(metric, numbers: own, starting: starts)
    }

    private func demandWriting(_ metric: MetricID, _ rules: AccessRules) throws {
        guard rules.deviceState != .guest else { throw AccessError.guest(app: app) }
        switch rules.isAllowed(.writing, metric, for: app) {
        case true?: return
        case false?: throw AccessError.denied(app: app, metric: metric)
        case nil: throw AccessError.notDetermined(app: app, metric: metric)
        }
    }
}

extension SampleSource {
    /// Returns the numbers of the samples that an app wrote.
    fileprivate func ownNumbers(of metric: MetricID, app: String) throws -> Set<Int64> {
        let key = Source.fold(app)
        guard let own = try sources().first(where: { $0.value.key == key })?.key else { return [] }
        var numbers: Set<Int64> = []
        try scan(metric, from: .min, through: .max, columns: [.sources, .numbers]) { batch in
            for row in batch.sources.indices where batch.sources[row] == own { numbers.insert(batch.numbers[row]) }
            return true
        }
        return numbers
    }
}

extension ImportBatch {
    /// All metrics for which the batch has samples.
    fileprivate var writtenMetrics: Set<MetricID> {
        Set(samples.keys).union(workouts.isEmpty ? [] : [.workouts]).union(correlations.flatMap { $0.members.map(\.metric) })
    }

    /// Returns the batch with one source, the app.
    fileprivate func written(by app: String) -> ImportBatch {
        var batch = self
        batch.sources = [Source(name: app)]
        for index in batch.origins.indices { batch.origins[index].source = 0 }
        batch.samples = samples.mapValues { samples in
            var samples = samples
            samples.sources = samples.starts.map { _ in 0 }
            return samples
        }
        for index in batch.workouts.indices { batch.workouts[index].source = 0 }
        for index in batch.correlations.indices { batch.correlations[index].source = 0 }
        return batch
    }
}
