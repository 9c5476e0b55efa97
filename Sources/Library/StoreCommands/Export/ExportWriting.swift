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
                    try writer.write(batch, to: write)
                    return true
                }
                omitted.add(.routes, writer.omittedRouteCount)
            }
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
        omitted.add(.summaries, try view.activitySummaries(from: "", through: "9999-12-31").count)
        omitted.add(.correlations, try view.correlations(from: .min, through: .max).count)
        if layout.format == .csv {
            omitted.add(.workoutParts, try view.workouts(from: .min, through: .max).count { $0.hasParts })
            omitted.add(.voltages, try view.metricSummary(of: .electrocardiograms)?.count ?? 0)
        }
        omitted.add(.priorities, try view.metricSummaries().count { try view.priority(of: $0.metric)?.isEmpty == false })
    }
}

/// The numbers of things in a store that files of samples cannot have.
struct OmittedParts {
    fileprivate enum Kind: Int, CaseIterable {
        case summaries, correlations, workoutParts, voltages, priorities, routes
    }

    private var counts = Kind.allCases.map { _ in 0 }

    /// True if another format has parts that this file lacks.
    var isOfFormat: Bool { counts[Kind.workoutParts.rawValue] + counts[Kind.voltages.rawValue] > 0 }

    fileprivate mutating func add(_ kind: Kind, _ count: Int) { counts[kind.rawValue] += count }

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
