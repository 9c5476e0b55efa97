import HealthModel

/// A sample as written in tests.
struct TestSample {
    var metric = MetricID.steps
    var start: Int64
    var end: Int64
    var value: Double
    var source = "Watch"
    var device: String?
    var metadata: [String: String] = [:]
    var created = SampleBatch.unknownTime
}

extension MetricID {
    static let steps = MetricID("HKQuantityTypeIdentifierStepCount")
    static let heartRate = MetricID("HKQuantityTypeIdentifierHeartRate")
    static let weight = MetricID("HKQuantityTypeIdentifierBodyMass")
    static let noise = MetricID("HKQuantityTypeIdentifierEnvironmentalAudioExposure")
    static let sleep = MetricID("HKCategoryTypeIdentifierSleepAnalysis")
}

/// A sample source from plain lists, with batches of any size.
struct ListedSamples: SampleSource {
    var batchSize = 4096
    var priorities: [MetricID: [String]] = [:]
    var workoutList: [Workout] = []
    var summaryList: [ActivitySummary] = []
    let changeNumber: Int64 = 1

    private let batches: [MetricID: SampleBatch]
    private var sourceNames: [String] = []
    private var originList: [Origin] = [Origin(source: 0)]
    private var metadataList: [MetadataSet] = [MetadataSet()]

    /// Numbers follow the order of `samples`, as if they were inserted one by one.
    init(_ samples: [TestSample]) {
        var batches: [MetricID: SampleBatch] = [:]
        var numbered = samples.enumerated().map { (number: Int64($0.offset + 1), sample: $0.element) }
        numbered.sort { ($0.sample.start, $0.sample.end, $0.sample.value) < ($1.sample.start, $1.sample.end, $1.sample.value) }
        for (number, sample) in numbered {
            let source = ListedSamples.id(of: sample.source, in: &sourceNames)
            let origin = Origin(source: source, device: sample.device.map { Device(name: $0) })
            let set = MetadataSet(sample.metadata.map { MetadataSet.Entry(key: $0.key, value: $0.value) })
            var batch = batches.removeValue(forKey: sample.metric) ?? SampleBatch()
            batch.starts.append(sample.start)
            batch.ends.append(sample.end)
            batch.values.append(sample.value)
            batch.sources.append(source)
            batch.origins.append(ListedSamples.id(of: origin, in: &originList))
            batch.metadata.append(ListedSamples.id(of: set, in: &metadataList))
            batch.units.append(0)
            batch.created.append(sample.created)
            batch.numbers.append(number)
            batches[sample.metric] = batch
        }
        self.batches = batches
    }

    private static func id<Item: Equatable>(of item: Item, in list: inout [Item]) -> Int32 {
        if let known = list.firstIndex(of: item) { return Int32(known) }
        list.append(item)
        return Int32(list.count - 1)
    }

    func metricSummaries() throws -> [MetricSummary] {
        try batches.keys.sorted { $0.identifier < $1.identifier }.compactMap(metricSummary)
    }

    func metricSummary(of metric: MetricID) throws -> MetricSummary? {
        guard let batch = batches[metric], let first = batch.starts.first, let last = batch.starts.last, let end = batch.ends.max()
        else { return nil }
        let bySource = Set(batch.sources).sorted().map { source in
            let rows = batch.sources.indices.filter { batch.sources[$0] == source }
            return MetricSummary.BySource(
                source: source, count: rows.count, firstStart: Instant(milliseconds: batch.starts[rows[0]]),
                lastEnd: Instant(milliseconds: rows.map { batch.ends[$0] }.max() ?? end))
        }
        return MetricSummary(
            metric: metric, count: batch.count, firstStart: Instant(milliseconds: first), lastStart: Instant(milliseconds: last),
            lastEnd: Instant(milliseconds: end), sources: bySource)
    }

    func sources() throws -> [Int32: Source] {
        Dictionary(uniqueKeysWithValues: sourceNames.enumerated().map { (Int32($0.offset), Source(name: $0.element)) })
    }
    func origins() throws -> [Int32: Origin] {
        Dictionary(uniqueKeysWithValues: originList.enumerated().map { (Int32($0.offset), $0.element) })
    }
    func metadataSets(_ ids: Set<Int32>) throws -> [Int32: MetadataSet] {
        Dictionary(uniqueKeysWithValues: ids.map { ($0, metadataList[Int($0)]) })
    }

    func scan(
        _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
        _ body: (borrowing SampleBatch) throws -> Bool
    ) throws {
        guard let all = batches[metric] else { return }
        var first = 0
        while first < all.count {
            let rows = first..<min(first + batchSize, all.count)
            first = rows.upperBound
            // A batch can contain other samples in addition to requested ones.
            guard rows.contains(where: { all.starts[$0] <= through.milliseconds && all.ends[$0] >= from.milliseconds }) else { continue }
            var batch = SampleBatch()
            batch.starts = Array(all.starts[rows])
            batch.ends = Array(all.ends[rows])
            if columns.contains(.values) { batch.values = Array(all.values[rows]) }
            if columns.contains(.sources) { batch.sources = Array(all.sources[rows]) }
            if columns.contains(.origins) { batch.origins = Array(all.origins[rows]) }
            if columns.contains(.metadata) { batch.metadata = Array(all.metadata[rows]) }
            if columns.contains(.units) { batch.units = Array(all.units[rows]) }
            if columns.contains(.created) { batch.created = Array(all.created[rows]) }
            if columns.contains(.numbers) { batch.numbers = Array(all.numbers[rows]) }
            if try !body(batch) { return }
        }
    }

    func workouts(from: Instant, through: Instant) throws -> [Workout] {
        workoutList.filter { $0.start <= through && $0.end >= from }
    }
    func activitySummaries(from: String, through: String) throws -> [ActivitySummary] {
        summaryList.filter { from <= $0.day && $0.day <= through }
    }
    func priority(of metric: MetricID) throws -> [String]? { priorities[metric] }
}
