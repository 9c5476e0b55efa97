import CalendarIntervals
import HealthImport
package import HealthModel
import QueryEngine
package import QueryPlan
import TallyKit
import TerminalText

/// The samples of one metric and one person in an export.
package struct ExportPart {
    var plan: Plan
    var metric: MetricInfo
    var view: any SampleSource
    var person: String

    package init(of metric: MetricInfo, _ plan: Plan, person: String, view: any SampleSource) {
        (self.plan, self.metric, self.view, self.person) = (plan, metric, view, person)
    }
}

/// Writes the parts of an export, and counts what it wrote.
package struct ExportWriting {
    var layout: SampleTableWriter.Layout
    private(set) var sampleCount = 0
    private(set) var workoutCount = 0
    private(set) var omitted = OmittedParts()
    /// The parts of the store that are written in addition to samples.
    var addition = Addition.nothing
    /// The members of correlations that are not written yet, by metric.
    private var members: [MetricID: Set<MemberOfFile>] = [:]

    enum Addition {
        case nothing
        /// The platforms, the orders of sources, and the correlations whose samples are all in the file.
        case ofSamples
        /// Activity summaries, too.
        case all
    }
    private let options: EngineOptions
    /// The parts of each person, in the order in which they are written.
    private var persons: [(id: String, parts: [ExportPart])]

    init(_ parts: [ExportPart], _ layout: SampleTableWriter.Layout, _ options: EngineOptions) {
        self.layout = layout
        self.options = options
        persons = Dictionary(grouping: parts, by: \.person).map { ($0.key, $0.value) }.sorted { $0.id < $1.id }
    }

    var personCount: Int { persons.count }

    /// Writes all samples.
    ///
    /// - Parameter key: the codes of people and sources, to which missing ones are added; nil to write names.
    mutating func write(_ key: inout PseudonymKey.File?, to write: (String) -> Void) throws {
        var owners: [String: SampleTableWriter.Owner] = [:]
        for (id, parts) in persons {
            guard let view = parts.first?.view else { continue }
            owners[id] = try owner(id, view, &key)
            try countOmitted(of: view)
        }
        // The order of ids would show which code belongs to whom.
        if key != nil { persons.sort { (owners[$0.id]?.id ?? "") < (owners[$1.id]?.id ?? "") } }
        let keys = try metadataKeys()
        layout.metadataKeys =
            key == nil ? keys : SampleTableWriter.keysWithCodes(of: keys, for: persons.flatMap { $0.1.map(\.metric.id) })
        write(layout.header)
        for (id, parts) in persons {
            let correlations = addition == .nothing ? [] : try parts.first?.view.correlations(from: .min, through: .max) ?? []
            members = Dictionary(grouping: correlations.flatMap { $0.members.map(MemberOfFile.of($0.source)) }, by: \.member.metric)
                .mapValues(Set.init)
            guard var owner = owners[id] else { continue }
            var zone: Zone?
            if owner.sourceCodes != nil, let plan = parts.first?.plan, let extent = try extent(of: parts) {
                let shifted = plan.zone.shifted(by: owner.shift, during: extent)
                owner.zone = shifted.identifier
                zone = shifted
            }
            for part in parts {
                var writer = try SampleTableWriter(
                    layout, of: part.metric, in: part.view, owner: owner, zone: zone ?? part.plan.zone)
                try QueryEngine.read(part.plan, over: part.view, columns: SampleTableWriter.columns, options: options) { batch in
                    sampleCount += batch.count
                    if part.metric.id == .workouts { workoutCount += batch.count }
                    removeMembers(batch, of: part.metric.id)
                    try writer.write(batch, to: write)
                    return true
                }
                omitted.add(.routes, writer.omittedRouteCount)
            }
            guard addition != .nothing, let first = parts.first else { continue }
            let person = layout.hasPersons ? (owner.id.isEmpty ? Person.unnamedSign : owner.id) : nil
            try writeAddition(correlations, StoreLines(person: person, zone: first.plan.zone), first.view, to: write)
        }
        guard addition != .nothing, let view = persons.first?.parts.first?.view else { return }
        for platform in try view.platforms().sorted(by: { $0.rawValue < $1.rawValue }) {
            write(StoreLines.line(platform, sources: platform == .android ? try view.sourcesOfAndroid().sorted() : []))
        }
    }

    // MARK: Additions

    private mutating func removeMembers(_ batch: borrowing SampleBatch, of metric: MetricID) {
        guard members[metric]?.isEmpty == false else { return }
        for row in 0..<batch.count {
            let member = Correlation.Member(
                metric: metric, start: Instant(milliseconds: batch.starts[row]), end: Instant(milliseconds: batch.ends[row]),
                value: batch.values[row])
            members[metric]?.remove(MemberOfFile(source: batch.sources[row], member: member))
        }
    }

    /// Writes what else the store has of a person, after the samples.
    private mutating func writeAddition(
        _ correlations: [Correlation], _ lines: StoreLines, _ view: any SampleSource, to write: (String) -> Void
    ) throws {
        let (sources, origins) = try (view.sources(), view.origins())
        let sets = try view.metadataSets(Set(correlations.map(\.metadata)).subtracting([0]))
        for correlation in correlations {
            let own = correlation.members.map(MemberOfFile.of(correlation.source))
            guard own.allSatisfy({ members[$0.member.metric]?.contains($0) != true }) else {
                omitted.add(.correlations, 1)
                continue
            }
            write(
                lines.line(
                    correlation, source: sources[correlation.source]?.name ?? "", device: origins[correlation.origin]?.device,
                    metadata: sets[correlation.metadata] ?? MetadataSet()))
        }
        if addition == .all {
            for summary in try view.activitySummaries(from: "", through: "9999-12-31") { write(lines.line(summary)) }
        }
        for metric in try view.metricSummaries().map(\.metric) {
            if let keys = try view.priority(of: metric), !keys.isEmpty { write(lines.line(order: keys, of: metric)) }
        }
    }

    private func owner(_ id: String, _ view: any SampleSource, _ key: inout PseudonymKey.File?) throws -> SampleTableWriter.Owner {
        guard let entry = try key?.key.entry(of: id, in: view) else {
            var owner = SampleTableWriter.Owner(id)
            owner.zone = try view.setting(StoreSetting.zone) ?? ""
            return owner
        }
        var owner = SampleTableWriter.Owner(entry.code)
        owner.sourceCodes = try view.sources().compactMapValues { entry.sources[$0.key] }
        owner.shift = entry.shift
        return owner
    }

    /// Returns the time from the first to the last sample. The offsets of other times are not written.
    private func extent(of parts: [ExportPart]) throws -> ClosedRange<Instant>? {
        var times: ClosedRange<Int64>?
        for part in parts {
            try QueryEngine.read(part.plan, over: part.view, columns: [], options: options) { batch in
                guard let first = batch.starts.min(), let last = batch.ends.max() else { return true }
                times = min(times?.lowerBound ?? first, first)...max(times?.upperBound ?? last, last)
                return true
            }
        }
        return times.map { Instant(milliseconds: $0.lowerBound)...Instant(milliseconds: $0.upperBound) }
    }

    /// Returns the keys of all metadata. They are columns, so the samples are read twice.
    private func metadataKeys() throws -> [String] {
        var keys: Set<String> = []
        for part in persons.flatMap(\.parts) {
            var sets: Set<Int32> = []
            try QueryEngine.read(part.plan, over: part.view, columns: [.metadata], options: options) {
                sets.formUnion($0.metadata)
                return true
            }
            for set in try part.view.metadataSets(sets).values { keys.formUnion(set.entries.map(\.key)) }
        }
        return keys.sorted()
    }

    private mutating func countOmitted(of view: any SampleSource) throws {
        if addition != .all { omitted.add(.summaries, try view.activitySummaries(from: "", through: "9999-12-31").count) }
        if addition == .nothing {
            omitted.add(.correlations, try view.correlations(from: .min, through: .max).count)
            omitted.add(.priorities, try view.metricSummaries().count { try view.priority(of: $0.metric)?.isEmpty == false })
            if try view.platforms().contains(.android) { omitted.set(.platform, 1) }
        }
        if layout.format == .csv {
            omitted.add(.workoutParts, try view.workouts(from: .min, through: .max).count { $0.hasParts })
            omitted.add(.voltages, try view.metricSummary(of: .electrocardiograms)?.count ?? 0)
        }
    }
}

/// A member of a correlation of a source.
private struct MemberOfFile: Hashable {
    var source: Int32
    var member: Correlation.Member

    static func of(_ source: Int32) -> (Correlation.Member) -> MemberOfFile { { MemberOfFile(source: source, member: $0) } }
}

/// The numbers of things in a store that files of samples cannot have.
struct OmittedParts {
    fileprivate enum Kind: Int, CaseIterable {
        case summaries, correlations, workoutParts, voltages, priorities, platform, routes
    }

    private var counts = Kind.allCases.map { _ in 0 }

    /// True if another format has parts that this file lacks.
    var isOfFormat: Bool { Kind.allCases.contains { $0 != .routes && counts[$0.rawValue] > 0 } }
    /// True if a store with the file can have other answers.
    var changesAnswers: Bool { Kind.allCases.contains { $0 != .routes && $0 != .voltages && counts[$0.rawValue] > 0 } }

    fileprivate mutating func add(_ kind: Kind, _ count: Int) { counts[kind.rawValue] += count }
    fileprivate mutating func set(_ kind: Kind, _ count: Int) { counts[kind.rawValue] = count }

    /// Returns the parts in words; nil without any.
    ///
    /// - Parameter isOfAll: True if the file has all metrics, so that everything else is missing.
    func text(ofAll isOfAll: Bool) -> String? {
        let texts = Kind.allCases.filter { counts[$0.rawValue] > 0 && (isOfAll || $0 == .routes) }.map { kind in
            let count = counts[kind.rawValue]
            return switch kind {
            case .summaries: Wording.count(count, "activity summary", plural: "activity summaries")
            case .correlations: Wording.count(count, "correlation")
            case .workoutParts: "durations without pauses, statistics, events, parts and routes of \(Wording.count(count, "workout"))"
            case .voltages: "voltages of \(Wording.count(count, "electrocardiogram"))"
            case .platform: "the platform Android, which decides the rules"
            case .priorities: Wording.count(count, "order of sources", plural: "orders of sources")
            case .routes: "the points of \(Wording.count(count, "route"))"
            }
        }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
}

extension Workout {
    fileprivate var hasParts: Bool {
        !statistics.isEmpty || !events.isEmpty || !routes.isEmpty || !activities.isEmpty
            || duration != Double(end.milliseconds - start.milliseconds) / 1000
    }
}
