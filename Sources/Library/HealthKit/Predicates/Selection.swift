import Foundation
import HealthModel
import QueryEngine
import QueryPlan
import CalendarIntervals
import TallyKit

/// The samples of a type that a predicate chooses.
struct Selection {
    let type: HKSampleType
    /// The part of the predicate that plans test.
    private let predicate: PlanPredicate?
    /// The parts that only objects can be tested for.
    private let tests: [NSPredicate]
    private let identifiers: Set<UUID>?
    private let whole: NSPredicate?

    init(_ type: HKSampleType, _ predicate: NSPredicate?) {
        self.type = type
        var lowered: [PlanPredicate] = []
        var tests: [NSPredicate] = []
        for part in predicate?.conjuncts ?? [] {
            if let condition = part.lowered(for: type) { lowered.append(condition) } else { tests.append(part) }
        }
        self.predicate = lowered.isEmpty ? nil : lowered.count == 1 ? lowered[0] : .all(lowered)
        self.tests = tests
        identifiers = predicate?.identifiers
        whole = predicate
    }

    /// Returns true if an object is chosen.
    func accepts(_ object: HKObject) -> Bool { whole?.evaluate(with: object) ?? true }

    var metric: MetricID { type.metric }
    /// True if all samples of the type are chosen.
    var isEverything: Bool { predicate == nil && tests.isEmpty }

    /// Returns a plan over these samples.
    ///
    /// - Parameter range: the time that the samples cover, at least.
    func plan(_ subject: Plan.Subject, _ range: PlanRange, _ grid: TimeGrid, zone: Zone) -> Plan {
        var plan = Plan(subject: subject, range: range, grid: grid, zone: zone, now: range.end, text: "")
        plan.predicate = predicate
        plan.edges = .overlap
        return plan
    }

    /// Returns a view in which the type has only samples that pass the tests of objects.
    func view(of reader: ObjectReader) -> any SampleSource {
        guard !tests.isEmpty else { return reader.view }
        return TestedSamples(
            reader: reader, type: type, tests: tests, numbers: identifiers.map { Set($0.compactMap(reader.identity.number)) })
    }

    /// A time that all chosen samples touch; nil if the store has no samples of the type.
    func window(in view: any SampleSource) throws -> PlanRange? {
        guard let summary = try view.metricSummary(of: metric) else { return nil }
        var (first, last) = (summary.firstStart, summary.lastEnd)
        predicate?.narrow(&first, &last)
        // A sample that starts by `last` and ends after it, at `first` or later, covers both.
        return PlanRange(start: min(first, last), end: last, includesEnd: true)
    }

    /// Passes the chosen samples to `body`, in order of start, end and value.
    func read(
        in reader: ObjectReader, columns: SampleColumns, options: EngineOptions = EngineOptions(),
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {
        guard let window = try window(in: reader.view) else { return }
        let listing = Plan.Subject.samples(SampleListing(metric: metric, storageUnit: nil, unit: nil))
        let plan = plan(listing, window, TimeGrid(whole: window), zone: .utc)
        try QueryEngine.read(plan, over: view(of: reader), columns: columns, options: options, body)
    }
}

extension PlanPredicate {
    /// Narrows the time of samples to the one that conditions on start and end allow: a chosen sample starts by `last` and ends from `first`.
    fileprivate func narrow(_ first: inout Instant, _ last: inout Instant) {
        switch self {
        case .all(let parts): for part in parts { part.narrow(&first, &last) }
        case .number(.start, .less, let number), .number(.start, .lessOrEqual, let number), .number(.end, .less, let number),
            .number(.end, .lessOrEqual, let number):
            last = min(last, Instant(milliseconds: Int64(number)))
        case .number(.start, .greaterOrEqual, let number), .number(.end, .greaterOrEqual, let number):
            first = max(first, Instant(milliseconds: Int64(number)))
        default: break
        }
    }
}

/// A view of a store in which one type has only the samples that pass tests of objects.
private struct TestedSamples: SampleSource {
    let reader: ObjectReader
    let type: HKSampleType
    let tests: [NSPredicate]
    /// The only samples that can pass; nil for all.
    let numbers: Set<Int64>?

    private var base: any SampleSource { reader.view }

    var changeNumber: Int64 { base.changeNumber }
    func metricSummaries() throws -> [MetricSummary] { try base.metricSummaries() }
    func metricSummary(of metric: MetricID) throws -> MetricSummary? { try base.metricSummary(of: metric) }
    func sources() throws -> [Int32: Source] { try base.sources() }
    func origins() throws -> [Int32: Origin] { try base.origins() }
    func units() throws -> [Int32: String] { try base.units() }
    func metadataSets(_ ids: Set<Int32>) throws -> [Int32: MetadataSet] { try base.metadataSets(ids) }
    func workouts(from: Instant, through: Instant) throws -> [Workout] { try base.workouts(from: from, through: through) }
    func setting(_ name: String) throws -> String? { try base.setting(name) }
    func priority(of metric: MetricID) throws -> [String]? { try base.priority(of: metric) }

    func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {
        guard metric == type.metric else {
            return try base.scan(metric, from: from, through: through, values: values, columns: columns, body)
        }
        try base.scan(metric, from: from, through: through, values: values, columns: .all) { batch in
            var chosen = SampleBatch()
            for row in 0..<batch.count where numbers?.contains(batch.numbers[row]) ?? true {
                guard let sample = try reader.sample(type, batch, row), tests.allSatisfy({ $0.evaluate(with: sample) }) else { continue }
                chosen.append(
                    start: Instant(milliseconds: batch.starts[row]), end: Instant(milliseconds: batch.ends[row]),
                    value: batch.values[row], source: batch.sources[row], origin: batch.origins[row], metadata: batch.metadata[row],
                    unit: batch.units[row], number: batch.numbers[row])
                chosen.created[chosen.count - 1] = batch.created[row]
            }
            return chosen.count == 0 ? true : try body(chosen)
        }
    }
}
