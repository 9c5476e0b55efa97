// A store as one app sees it: the only place that hides samples from apps (S10.4).
//
//     query, list, completion, watch, HealthKit ─► AppView ─► view of the store
//                                                   └ leaves out samples, sums, deletions, people and attributes
//
// HealthKit lets an app without permission read its own samples, and the app must not be able to tell. A check in each statement would be
// easy to forget, so everything that an app asks for is read through this view.
//
// Invariant: every answer is that of a store without the hidden samples, in every byte. A random test compares the two. A new way to read a
// store is hidden until this view passes it on.
//
// Decisions 0058 (apps that ask), 0108 (persons of an app), 0109 (capabilities).

package import HealthModel
package import StorageModel

/// A view of a store as one app sees it (S10.4).
///
/// Of a metric that the app may not read, it shows only the app's own samples, as if the store had no others. Summaries of quarter hours
/// and deletions of such a metric are hidden as a whole, because they don't say whose samples they count.
///
/// Its people are those with a sample that the app may read, or with a deletion of one that it gets. Nothing in the view depends on the
/// ids, the zones or the number of the others. The attributes of all people belong to the owner.
package struct AppView: AttributeSource, BlockSource, QuarterSource, ChangeSource {
    private let base: any SampleSource
    /// The capabilities of the base.
    private let inner: SourceCapabilities
    private let app: String
    private let rules: AccessRules
    /// The people of this view. Permissions are those of the app for all of them.
    private let people: [Person]
    /// The id of the app's source; nil if it has no samples, or if there are several people.
    private let ownSource: Int32?

    init(_ base: any SampleSource, app: String, rules: AccessRules) throws {
        let access = PersonAccess(app: app, rules: rules)
        let all = try base.persons()
        let seen = try all.filter { try access.seesSamples(in: all.count == 1 ? base : base.view(of: $0.id)) }
        switch seen.count {
        // A store of one person has the settings of that person, whom the app doesn't see before there is a sample for it.
        case 0: try self.init(all.count == 1 ? base : UnpeopledView(base), of: [.unnamed], access)
        case 1: try self.init(all.count == 1 ? base : base.view(of: seen[0].id), of: seen, access)
        default: try self.init(base, of: seen, access)
        }
    }

    private init(_ base: any SampleSource, of people: [Person], _ access: PersonAccess) throws {
        (self.base, inner, app, rules) = (base, base.capabilities, access.app, access.rules)
        self.people = people.map { Person(id: $0.id, zone: $0.zone) }
        ownSource = people.count == 1 ? try access.ownSource(in: base) : nil
    }

    /// All capabilities but the list of settings, in which are the rules for other apps.
    package var capabilities: SourceCapabilities {
        SourceCapabilities(blocks: self, quarters: self, changes: self, attributes: self)
    }

    package func persons() -> [Person] { people }
    /// Returns no attributes, because those of people belong to the owner.
    package func attributeKinds() -> [String: AttributeKind] { [:] }
    package func view(of person: String) throws -> any SampleSource {
        guard let seen = people.first(where: { $0.id == person }) else { throw StoreError.noSuchPerson(id: person) }
        if people.count == 1 { return self }
        return try AppView(base.view(of: person), of: [seen], PersonAccess(app: app, rules: rules))
    }

    /// Returns true if the app sees all samples of a metric.
    private func isOpen(_ metric: MetricID) -> Bool { rules.isAllowed(.reading, metric, for: app) == true }

    package var changeNumber: Int64 { base.changeNumber }

    // MARK: Samples

    package func metricSummaries() throws -> [MetricSummary] { try base.metricSummaries().compactMap(visible) }

    package func metricSummary(of metric: MetricID) throws -> MetricSummary? { try base.metricSummary(of: metric).flatMap(visible) }

    /// Returns the sum of the summaries that the app sees of each person.
    private func visibleOfAll(_ metric: MetricID) throws -> MetricSummary? {
        try people.compactMap { try view(of: $0.id).metricSummary(of: metric) }.reduce(nil) { $0?.adding($1) ?? $1 }
    }

    /// Returns the summary of the samples that the app sees; nil if it sees none.
    private func visible(_ summary: MetricSummary) throws -> MetricSummary? {
        if isOpen(summary.metric) { return summary }
        if people.count > 1 { return try visibleOfAll(summary.metric) }
        guard let own = summary.sources.first(where: { $0.source == ownSource }) else { return nil }
        var lastStart = own.firstStart
        try scan(summary.metric, from: own.firstStart, through: own.lastEnd, values: nil, columns: []) { batch in
            if let last = batch.starts.max() { lastStart = max(lastStart, Instant(milliseconds: last)) }
            return true
        }
        return MetricSummary(
            metric: summary.metric, count: own.count, firstStart: own.firstStart, lastStart: lastStart, lastEnd: own.lastEnd,
            fileUnit: summary.fileUnit, sources: [own])
    }

    package func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {
        try demandOnePerson()
        if isOpen(metric) { return try base.scan(metric, from: from, through: through, values: values, columns: columns, body) }
        guard let ownSource else { return }
        try base.scan(metric, from: from, through: through, values: values, columns: columns.union(.sources)) { batch in
            try body(batch.samples(of: ownSource))
        }
    }

    /// Throws if there are several people, even if the app could read nothing of them. The error counts only those that the app sees.
    private func demandOnePerson() throws {
        if people.count > 1 { throw StoreError.severalPersons(people.map(\.id)) }
    }

    package func workouts(from: Instant, through: Instant) throws -> [Workout] {
        try demandOnePerson()
        let workouts = try base.workouts(from: from, through: through)
        return isOpen(.workouts) ? workouts : workouts.filter { $0.source == ownSource }
    }

    /// Returns the series of a workout or sample that the app sees.
    package func series(_ kind: TimeSeries.Kind, of owner: Int64) throws -> [TimeSeries] {
        try demandOnePerson()
        return try sees(owner, of: kind.owner) ? base.series(kind, of: owner) : []
    }

    /// Returns true if the app sees the sample or workout with this number.
    private func sees(_ number: Int64, of metric: MetricID) throws -> Bool {
        if isOpen(metric) { return true }
        if metric == .workouts { return try workouts(from: .min, through: .max).contains { $0.number == number } }
        var isSeen = false
        try scan(metric, from: .min, through: .max, values: nil, columns: .numbers) { batch in
            isSeen = batch.numbers.contains(number)
            return !isSeen
        }
        return isSeen
    }

    package func activitySummaries(from: String, through: String) throws -> [ActivitySummary] {
        try demandOnePerson()
        return isOpen(.summaries) ? try base.activitySummaries(from: from, through: through) : []
    }

    package func correlations(from: Instant, through: Instant) throws -> [Correlation] {
        try demandOnePerson()
        return try base.correlations(from: from, through: through).filter(isVisible)
    }

    private func isVisible(_ correlation: Correlation) -> Bool {
        correlation.source == ownSource || correlation.members.allSatisfy { isOpen($0.metric) }
    }

    // MARK: Dictionaries

    package func sources() throws -> [Int32: Source] {
        let visible = Set(try metricSummaries().flatMap { $0.sources.map(\.source) })
        return try base.sources().filter { visible.contains($0.key) }
    }

    package func origins() throws -> [Int32: Origin] {
        let sources = try sources()
        return try base.origins().filter { sources[$0.value.source] != nil }
    }

    package func units() throws -> [Int32: String] { try base.units() }
    package func metadataSets(_ ids: Set<Int32>) throws -> [Int32: MetadataSet] { try base.metadataSets(ids) }
    /// A goal says something about its metric, so it has the same permission.
    package func setting(_ name: String) throws -> String? {
        guard name.hasPrefix(PersonalSetting.goalPrefix) else { return try base.setting(name) }
        let metric = String(name.dropFirst(PersonalSetting.goalPrefix.count))
        let id = if case .known(let info) = MetricCatalog.resolve(name: metric) { info.id } else { MetricID(metric) }
        return isOpen(id) ? try base.setting(name) : nil
    }

    package func priority(of metric: MetricID) throws -> [String]? {
        let keys = try base.priority(of: metric)
        return isOpen(metric) ? keys : keys?.filter { $0 == Source.fold(app) }
    }

    // MARK: Blocks and quarter hours

    package func scanBlocks<Part: Sendable>(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        times: (BlockExtent) throws -> UnpackedTimes, _ work: @escaping @Sendable (any PackedSamples) throws -> Part,
        _ body: (Part) throws -> Bool
    ) throws {
        try demandOnePerson()
        if isOpen(metric) {
            return try base.scanBlocks(metric, from: from, through: through, values: values, columns: columns, times: times, work, body)
        }
        try scanUnpacked(metric, from: from, through: through, values: values, columns: columns, work, body)
    }

    package func size(
        of metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?
    ) throws -> (blockCount: Int, sampleCount: Int)? {
        isOpen(metric) ? try inner.blocks?.size(of: metric, from: from, through: through, values: values) : nil
    }

    package func quarterDirectory(of metric: MetricID) throws -> QuarterDirectory? {
        isOpen(metric) ? try inner.quarters?.quarterDirectory(of: metric) : nil
    }

    package func quarterColumns(_ part: QuarterPart, source: Int32, chunk: Int64, of metric: MetricID) throws -> QuarterColumns? {
        isOpen(metric) ? try inner.quarters?.quarterColumns(part, source: source, chunk: chunk, of: metric) : nil
    }

    package func quarterCrossing(chunk: Int64, of metric: MetricID) throws -> SampleBatch? {
        isOpen(metric) ? try inner.quarters?.quarterCrossing(chunk: chunk, of: metric) : nil
    }

    // MARK: Changes

    package var lastChange: Int64 {
        get throws { try inner.changes?.lastChange ?? 0 }
    }

    package var lastForgottenDeletion: Int64 {
        get throws { try inner.changes?.lastForgottenDeletion ?? 0 }
    }

    package func deletions(of metric: MetricID, after change: Int64) throws -> [DeletedSample] {
        try demandOnePerson()
        return isOpen(metric) ? try inner.changes?.deletions(of: metric, after: change) ?? [] : []
    }

    package func scan(_ metric: MetricID, addedAfter change: Int64, _ body: (borrowing SampleBatch) throws -> Bool) throws {
        try demandOnePerson()
        if isOpen(metric) { return try inner.changes?.scan(metric, addedAfter: change, body) ?? () }
        guard let ownSource else { return }
        try inner.changes?.scan(metric, addedAfter: change) { try body($0.samples(of: ownSource)) }
    }

    package func numberedCorrelations(of type: String) throws -> [NumberedCorrelation] {
        try demandOnePerson()
        return try inner.changes?.numberedCorrelations(of: type).filter { isVisible($0.correlation) } ?? []
    }
}

/// The app and its permissions, to find the people that it sees.
private struct PersonAccess {
    let app: String
    let rules: AccessRules

    /// Returns true if the app may read a sample of a person, or gets a deletion of one. Its own samples are among them.
    func seesSamples(in view: any SampleSource) throws -> Bool {
        let own = try ownSource(in: view)
        let isSeen = try view.metricSummaries().contains { summary in
            rules.isAllowed(.reading, summary.metric, for: app) == true || summary.sources.contains { $0.source == own }
        }
        if try isSeen || seesSummaries(in: view) { return true }
        // A person without sources never had samples.
        guard let changes = view.capabilities.changes, try !view.sources().isEmpty else { return false }
        let key = Source.fold(app)
        return try rules.decisions.contains { decision in
            guard decision.kind == .reading, decision.isAllowed, Source.fold(decision.app) == key else { return false }
            return try !changes.deletions(of: decision.metric, after: 0).isEmpty
        }
    }

    private func seesSummaries(in view: any SampleSource) throws -> Bool {
        guard rules.isAllowed(.reading, .summaries, for: app) == true else { return false }
        return try !view.activitySummaries(from: "0000-01-01", through: "9999-12-31").isEmpty
    }

    /// Returns the id of the app's source in the view of one person; nil if it has no samples.
    func ownSource(in view: any SampleSource) throws -> Int32? {
        let key = Source.fold(app)
        return try view.sources().first { $0.value.key == key }?.key
    }
}

/// A store of several people without all of them: it has their common settings and its changes are counted, and it has no samples.
private struct UnpeopledView: ChangeSource {
    private let base: any SampleSource

    init(_ base: any SampleSource) { self.base = base }

    var changeNumber: Int64 { base.changeNumber }
    func metricSummaries() -> [MetricSummary] { [] }
    func sources() -> [Int32: Source] { [:] }
    func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) {}
    /// A store of several people has their goals separately, so these settings are those of all.
    func setting(_ name: String) throws -> String? { try base.setting(name) }

    var capabilities: SourceCapabilities { SourceCapabilities(changes: self) }
    var lastChange: Int64 {
        get throws { try base.capabilities.changes?.lastChange ?? 0 }
    }
    var lastForgottenDeletion: Int64 {
        get throws { try base.capabilities.changes?.lastForgottenDeletion ?? 0 }
    }
    func deletions(of metric: MetricID, after change: Int64) -> [DeletedSample] { [] }
    func scan(_ metric: MetricID, addedAfter change: Int64, _ body: (borrowing SampleBatch) throws -> Bool) {}
    func numberedCorrelations(of type: String) -> [NumberedCorrelation] { [] }
}

extension SampleBatch {
    /// Returns the samples of one source.
    func samples(of source: Int32) -> SampleBatch {
        rows(sources.indices.filter { sources[$0] == source })
    }
}
