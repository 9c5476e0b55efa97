import Foundation
@_spi(Guests) import TallyKit

/// The samples of a type that a predicate chooses.
struct Selection {
    let type: HKSampleType
    /// The samples that pass the part of the predicate that the engine tests.
    let samples: ChosenSamples
    /// The parts that only objects can be tested for.
    private let tests: [NSPredicate]
    private let identifiers: Set<UUID>?
    private let whole: NSPredicate?

    init(_ type: HKSampleType, _ predicate: NSPredicate?) {
        self.type = type
        var filters: [SampleFilter] = []
        var tests: [NSPredicate] = []
        for part in predicate?.conjuncts ?? [] {
            if let filter = part.lowered(for: type) { filters.append(filter) } else { tests.append(part) }
        }
        samples = ChosenSamples(of: type.storedMetric, where: filters.count > 1 ? .all(filters) : filters.first)
        self.tests = tests
        identifiers = predicate?.identifiers
        whole = predicate
    }

    /// Returns true if an object is chosen.
    func accepts(_ object: HKObject) -> Bool { whole?.evaluate(with: object) ?? true }

    var metric: MetricID { type.metric }
    /// True if all samples of the type are chosen.
    var isEverything: Bool { samples.filter == nil && tests.isEmpty && !type.isPart }

    /// Returns a view in which the type has only samples that pass the tests of objects. Those that hold parts of the type have one.
    func view(of reader: ObjectReader) -> any SampleSource {
        guard !tests.isEmpty || type.isPart else { return reader.view }
        return TestedSamples(
            reader: reader, type: type, tests: tests, numbers: identifiers.map { Set($0.compactMap(reader.identity.number)) })
    }

    /// Passes the chosen samples to `body`, in order of start, end and value.
    func read(in reader: ObjectReader, columns: SampleColumns, _ body: (borrowing SampleBatch) throws -> Bool) throws {
        try samples.read(in: view(of: reader), columns: columns, body)
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
    func series(_ kind: TimeSeries.Kind, of owner: Int64) throws -> [TimeSeries] { try base.series(kind, of: owner) }
    func setting(_ name: String) throws -> String? { try base.setting(name) }
    func priority(of metric: MetricID) throws -> [String]? { try base.priority(of: metric) }

    func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {
        guard metric == type.storedMetric else {
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
