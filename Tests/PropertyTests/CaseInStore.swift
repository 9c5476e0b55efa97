import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary
import ReferenceEngine
import StorageModel

extension RandomCase {
    /// The metric with the style of the case.
    var metric: MetricID {
        switch query.style {
        case .cumulative: MetricID("HKQuantityTypeIdentifierStepCount")
        case .discreteArithmetic: MetricID("HKQuantityTypeIdentifierBodyMass")
        case .discreteTemporallyWeighted: MetricID("HKQuantityTypeIdentifierHeartRate")
        case .discreteEquivalentContinuousLevel: MetricID("HKQuantityTypeIdentifierEnvironmentalAudioExposure")
        case .sleep: MetricID("HKCategoryTypeIdentifierSleepAnalysis")
        }
    }

    /// The metrics of sets of times: one without values, and one of readings.
    private static let otherMetrics = [
        MetricID("HKCategoryTypeIdentifierMindfulSession"), MetricID("HKQuantityTypeIdentifierRespiratoryRate"),
    ]

    private func splitKey(_ split: ReferenceSplit) -> SplitKey {
        switch split {
        case .device: return .device
        case .value:
            guard case .category(let type)? = MetricCatalog.metric(metric)?.kind else { return .value(nil, unit: nil) }
            return .category(type)
        case .condition(let condition): return .condition(Predicate(condition), name: "answer")
        case .bins(let width): return .ranges(ValueRanges(.bins(width: width), conversion: nil, unit: nil))
        case .bands(let edges): return .ranges(ValueRanges(.bands(edges), conversion: nil, unit: nil))
        }
    }

    /// Writes the samples in order, in batches of `size`.
    func write(to store: any SampleStorage, batchesOf size: Int) throws {
        for start in stride(from: 0, to: samples.count, by: size) {
            _ = try store.write(ImportBatch(samples[start..<min(start + size, samples.count)], of: metric))
        }
        // Samples of one write have the order of their times, but readings at the same time last by their order of insertion.
        for (metric, samples) in zip(Self.otherMetrics, otherSamples) {
            for index in samples.indices { _ = try store.write(ImportBatch(samples[index...index], of: metric)) }
        }
    }

    /// Returns the query as a plan, with a column for each aggregate.
    func plan() throws -> Plan {
        guard let zone = Zone.named(zone) else { throw MissingZone(name: zone) }
        let unit = query.style == .cumulative ? HealthUnit.count : nil
        let measures = aggregates.map { aggregate in
            Measure(
                metric: metric, aggregate: Aggregate(aggregate), style: query.style == .sleep ? nil : twin(query.style), storageUnit: unit,
                unit: aggregate == .duration ? .second : aggregate == .count || aggregate.isTime || aggregate == .coverage ? nil : unit,
                name: "\(aggregate)")
        }
        let window = query.window
        let range = PlanRange(
            start: Instant(milliseconds: window.interval.start), end: Instant(milliseconds: window.interval.end),
            includesEnd: window.includesEnd)
        var plan = Plan(
            subject: .statistics(measures), range: range, grid: grid.map(TimeGrid.init) ?? TimeGrid(whole: range), zone: zone,
            now: Instant(milliseconds: now), text: "")
        plan.predicate = leastValue.map { .number(.value, .greaterOrEqual, $0) } ?? query.condition.map(Predicate.init)
        if let hours {
            let clock = Predicate.timeOfDay(DayTimes(from: hours.from * 60_000, to: hours.to * 60_000))
            plan.predicate = plan.predicate.map { .all([$0, clock]) } ?? clock
        }
        plan.holding = query.holding
        plan.intervals = times.map { IntervalExpression($0, metrics: Self.otherMetrics + [metric]) }
        if let events {
            plan.events = EventRows(events, metrics: Self.otherMetrics + [metric])
            plan.grid = TimeGrid(eventsIn: range, text: "each")
            (plan.cutsStart, plan.cutsEnd) = (true, true)
        }
        plan.edges = twin(query.edges)
        plan.assignment = twin(query.assignment)
        plan.sourceRule = twin(query.sources)
        if query.sources == .separate { plan.splits = [.source] }
        plan.splits += query.splits.map(splitKey)
        plan.usesSampleZones = usesSampleZones
        plan.preferredSources = preferred.map(Source.fold)
        plan.rules.weighting = twin(query.rules.weighting)
        plan.rules.span = twin(query.rules.span)
        plan.rules.duration = twin(query.rules.duration)
        plan.rules.discreteMerge = twin(query.rules.discreteMerge)
        plan.rules.percentile = twin(query.rules.percentile)
        return plan
    }
}

private struct MissingZone: Error {
    var name: String
}

extension ImportBatch {
    init(_ samples: ArraySlice<ReferenceSample>, of metric: MetricID) {
        self.init()
        var rows = SampleBatch()
        for sample in samples {
            let source = Source(name: sample.source)
            let origin = sample.device.map { Origin(source: id(of: source), device: Device(name: $0)) }
            let entries = [(MetadataKey.wasUserEntered, sample.isHandEntered ? "1" : nil), (MetadataKey.timeZone, sample.zone)]
            let set = MetadataSet(entries.compactMap { key, value in value.map { MetadataSet.Entry(key: key, value: $0) } })
            rows.starts.append(sample.start)
            rows.ends.append(sample.end)
            rows.values.append(sample.value)
            rows.sources.append(id(of: source))
            rows.origins.append(origin.map { Self.index(of: $0, in: &origins) } ?? 0)
            rows.metadata.append(Self.index(of: set, in: &metadata))
            rows.units.append(0)
            rows.created.append(sample.created ?? SampleBatch.unknownTime)
        }
        self.samples[metric] = rows
    }

    private mutating func id(of source: Source) -> Int32 { Self.index(of: source, in: &sources) }

    private static func index<Entry: Equatable>(of entry: Entry, in entries: inout [Entry]) -> Int32 {
        if let index = entries.firstIndex(of: entry) { return Int32(index) }
        entries.append(entry)
        return Int32(entries.count - 1)
    }
}

// MARK: Names of the reference in the engine

extension TimeGrid {
    fileprivate init(_ grid: RandomCase.Grid) {
        self.init(edges: grid.edges, intervalText: "bucket")
        guard let groups = grid.groups else { return }
        groupOfBucket = groups.map(Int32.init)
        groupCount = grid.groupCount
        (groupStarts, groupEnds) = ([], [])
        profiles = [grid.groupCount == 7 ? .weekday : grid.groupCount == 4 ? .partOfDay : .hourOfDay]
        slots = [Array(0..<Int32(grid.groupCount))]
    }
}

/// Returns the engine's enumeration case with the same name.
private func twin<Twin: CaseIterable>(_ original: some Any) -> Twin {
    guard let twin = Twin.allCases.first(where: { "\($0)" == "\(original)" }) else { preconditionFailure("no twin of \(original)") }
    return twin
}

extension IntervalExpression {
    fileprivate init(_ times: ReferenceTimes, metrics: [MetricID]) {
        func twin(_ times: ReferenceTimes) -> IntervalExpression { IntervalExpression(times, metrics: metrics) }
        self =
            switch times {
            case .samples(let metric, let least, let holding):
                .samples(
                    SampleIntervals(
                        metric: metrics[metric], predicate: least.map { .number(.value, .greaterOrEqual, $0) }, holding: holding))
            case .any(let parts): .union(parts.map(twin))
            case .all(let parts): .intersection(parts.map(twin))
            case .not(let inner): .complement(twin(inner))
            case .before(let inner, let distance): .within(twin(inner), .before, milliseconds: distance)
            case .after(let inner, let distance): .within(twin(inner), .after, milliseconds: distance)
            case .around(let inner, let distance): .within(twin(inner), .of, milliseconds: distance)
            case .sessions(let inner, let gap): .sessions(twin(inner), gap: gap)
            case .gaps(let inner, let length): .gaps(twin(inner), longerThan: length)
            }
    }
}

extension EventRows {
    fileprivate init(_ events: ReferenceEvents, metrics: [MetricID]) {
        switch events {
        case .samples(let metric): self.init(.samples(SampleIntervals(metric: metrics[metric])), text: "each")
        case .intervals(let set): self.init(.intervals(IntervalExpression(set, metrics: metrics)), text: "each")
        case .nights(let asleep, let stays, let ownStays):
            let sets = NightSets(
                asleep: IntervalExpression(asleep, metrics: metrics), stays: IntervalExpression(stays, metrics: metrics),
                metric: ownStays ? metrics[metrics.count - 1] : .workouts)
            self.init(.nights(sets), text: "each")
        }
    }
}

extension Predicate {
    fileprivate init(_ condition: ReferenceCondition) {
        self =
            switch condition {
            case .value(let values): .numberIn(.value, values.map(Double.init))
            case .source(let name): .text(.source, .equals([name]))
            case .atLeast(let value): .number(.value, .greaterOrEqual, value)
            case .not(let inner): .not(Predicate(inner))
            case .all(let parts): .all(parts.map(Predicate.init))
            case .any(let parts): .any(parts.map(Predicate.init))
            }
    }
}

extension Aggregate {
    fileprivate init(_ aggregate: ReferenceAggregate) {
        self =
            switch aggregate {
            case .sum: .sum
            case .average: .average
            case .min: .min
            case .max: .max
            case .latest: .latest
            case .first: .first
            case .count: .count
            case .duration: .duration
            case .median: .median
            case .percentile(let fraction): .percentile((fraction * 1000).rounded() / 10)
            case .stddev: .stddev
            case .firstStart: .firstStart
            case .lastEnd: .lastEnd
            case .coverage: .coverage
            }
    }
}
