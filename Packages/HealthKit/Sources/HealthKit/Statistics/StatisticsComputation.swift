import Foundation
@_spi(Guests) import TallyKit

/// The numbers of the chosen samples of a type: one bucket for all of them, or the buckets of a schedule. The engine computes them.
struct StatisticsComputation: Sendable {
    let type: HKQuantityType
    let options: HKStatisticsOptions
    /// Nil for one bucket.
    let schedule: ComponentSchedule?
    private let boxed: BoxedSelection

    // Sendable: predicates do not change.
    /// The samples that a predicate chooses.
    private struct BoxedSelection: @unchecked Sendable { let selection: Selection }

    init(_ type: HKQuantityType, _ predicate: NSPredicate?, _ options: HKStatisticsOptions, _ schedule: ComponentSchedule?) {
        (self.type, self.options, self.schedule) = (type, options, schedule)
        boxed = BoxedSelection(selection: Selection(type, predicate))
    }

    private var selection: Selection { boxed.selection }

    struct Result: Sendable {
        /// The buckets that hold a share of a chosen sample, by number.
        var buckets: [Int: HKStatistics] = [:]
        /// The sources of all chosen samples.
        var sources: Set<HKSource> = []
    }

    /// Computes the numbers over one state of a store.
    func result(in reader: ObjectReader) throws -> Result {
        guard let chosen = try chosen(in: reader) else { return Result() }
        let view = selection.view(of: reader)
        var result = Result(sources: Set(chosen.sources.map { reader.source($0) }))
        for cells in cells(of: chosen) {
            var separate: [Int: [HKSource: StatisticsValues]] = [:]
            if options.contains(.separateBySource) {
                for (index, row) in try rows(cells, isBySource: true, in: view) {
                    separate[index, default: [:]][HKSource(name: row.source ?? "")] = values(row)
                }
            }
            for (index, row) in try rows(cells, isBySource: false, in: view) {
                var values = values(row)
                values.mostRecent = chosen.latest[index]?.interval
                var own = separate[index]
                for (source, latest) in chosen.latestOfSource[index] ?? [:] { own?[reader.source(source)]?.mostRecent = latest.interval }
                // A bucket with samples is not one of those without time around a skipped day, so edge `index + 1` is its end.
                let bounds = schedule.map { ($0.edge(index), $0.edge(index + 1)) } ?? (chosen.first, chosen.last)
                result.buckets[index] = HKStatistics(type, bounds.0.date, bounds.1.date, values, bySource: own)
            }
        }
        return result
    }

    // MARK: Chosen samples

    /// The times and sources of the chosen samples, before the engine runs.
    private struct Chosen {
        var start = Int64.max
        var end = Int64.min
        var sources: Set<Int32> = []
        var first: Instant { Instant(milliseconds: start) }
        var last: Instant { Instant(milliseconds: end) }
        /// The samples that start last, by bucket.
        var latest: [Int: Latest] = [:]
        var latestOfSource: [Int: [Int32: Latest]] = [:]
        /// The buckets to compute; empty without a schedule.
        var buckets: [ClosedRange<Int>] = []
    }

    /// The time of a sample as a candidate for the one that starts last (S5.3). Of several with the same time, the engine takes the value.
    private struct Latest {
        var start: Int64
        var end: Int64

        func isAfter(_ other: Latest?) -> Bool { other.map { (start, end) > ($0.start, $0.end) } ?? true }
        var interval: DateInterval { DateInterval(start: Instant(milliseconds: start).date, end: Instant(milliseconds: end).date) }
    }

    private func chosen(in reader: ObjectReader) throws -> Chosen? {
        guard var chosen = try extent(in: reader) else { return nil }
        guard let schedule else { return chosen }
        chosen.buckets = [schedule.indices(start: chosen.start, end: chosen.end + 1)]
        // With one old sample, or one that does not end, almost all buckets can be empty.
        if chosen.buckets[0].count > Self.greatestCellCount {
            var occupied = OccupiedBuckets()
            try selection.read(in: reader, columns: []) { batch in
                for row in 0..<batch.count { try occupied.insert(schedule.indices(start: batch.starts[row], end: batch.ends[row])) }
                return true
            }
            chosen.buckets = occupied.ranges
        }
        return chosen
    }

    private func extent(in reader: ObjectReader) throws -> Chosen? {
        var chosen = Chosen()
        if selection.isEverything, !options.contains(.mostRecent) {
            guard let summary = try reader.view.metricSummary(of: selection.metric), summary.count > 0 else { return nil }
            chosen.start = summary.firstStart.milliseconds
            chosen.end = summary.lastEnd.milliseconds
            chosen.sources = Set(summary.sources.map(\.source))
            return chosen
        }
        try selection.read(in: reader, columns: .sources) { batch in
            for row in 0..<batch.count {
                chosen.start = min(chosen.start, batch.starts[row])
                chosen.end = max(chosen.end, batch.ends[row])
                chosen.sources.insert(batch.sources[row])
            }
            if options.contains(.mostRecent) { try noteLatest(batch, &chosen) }
            return true
        }
        return chosen.start <= chosen.end ? chosen : nil
    }

    /// Notes the samples of a batch that start last in their buckets.
    private func noteLatest(_ batch: borrowing SampleBatch, _ chosen: inout Chosen) throws {
        for row in 0..<batch.count {
            let sample = Latest(start: batch.starts[row], end: batch.ends[row])
            let source = batch.sources[row]
            let buckets = schedule?.indices(start: sample.start, end: sample.end) ?? 0...0
            try OccupiedBuckets.check(buckets)
            for bucket in buckets {
                if sample.isAfter(chosen.latest[bucket]) { chosen.latest[bucket] = sample }
                if options.contains(.separateBySource), sample.isAfter(chosen.latestOfSource[bucket]?[source]) {
                    chosen.latestOfSource[bucket, default: [:]][source] = sample
                }
            }
        }
    }

    // MARK: Buckets

    /// Consecutive buckets that the engine computes together.
    private struct Cells {
        var edges: [Instant]
        /// The numbers of the buckets by their starts.
        var indices: [Instant: Int]
    }

    /// The greatest number of buckets at once, so that an answer with an hour of seconds a year apart fits into memory.
    private static let greatestCellCount = 200_000

    private func cells(of chosen: Chosen) -> [Cells] {
        guard let schedule else {
            return [Cells(edges: [chosen.first, chosen.last.advanced(byMilliseconds: 1)], indices: [chosen.first: 0])]
        }
        return chosen.buckets.flatMap { buckets in
            stride(from: buckets.lowerBound, through: buckets.upperBound, by: Self.greatestCellCount).map { start in
                let range = start...min(buckets.upperBound, start + Self.greatestCellCount - 1)
                var indices: [Instant: Int] = [:]
                // Around a skipped day, the last of the buckets with equal starts is the one that is not empty.
                for k in range { indices[schedule.edge(k)] = k }
                return Cells(edges: schedule.edges(range), indices: indices)
            }
        }
    }

    // MARK: The engine

    /// Returns the rows of buckets that hold a share of a sample, with the numbers of the buckets.
    private func rows(
        _ cells: Cells, isBySource: Bool, in view: any SampleSource
    ) throws -> [(index: Int, row: ChosenSamples.Row)] {
        try selection.samples.statistics(options.aggregates, edges: cells.edges, isBySource: isBySource, in: view).compactMap { row in
            cells.indices[row.start].map { ($0, row) }
        }
    }

    private func values(_ row: ChosenSamples.Row) -> StatisticsValues {
        var values = StatisticsValues()
        for (aggregate, value) in zip(options.aggregates, row.values) {
            guard let value else { continue }
            values.quantities[aggregate] = HKQuantity(unit: aggregate == .duration ? .second() : type.storageUnit, doubleValue: value)
        }
        return values
    }
}
