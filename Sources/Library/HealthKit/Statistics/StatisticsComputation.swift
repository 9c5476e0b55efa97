import CalendarIntervals
import Foundation
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import TallyKit

/// The numbers of the chosen samples of a type: one bucket for all of them, or the buckets of a schedule. The engine computes them.
struct StatisticsComputation: Sendable {
    let type: HKQuantityType
    let options: HKStatisticsOptions
    /// Nil for one bucket.
    let schedule: ComponentSchedule?
    private let chosen: ChosenSamples

    // Sendable: predicates do not change.
    /// The samples that a predicate chooses.
    private struct ChosenSamples: @unchecked Sendable { let selection: Selection }

    init(_ type: HKQuantityType, _ predicate: NSPredicate?, _ options: HKStatisticsOptions, _ schedule: ComponentSchedule?) {
        (self.type, self.options, self.schedule) = (type, options, schedule)
        chosen = ChosenSamples(selection: Selection(type, predicate))
    }

    private var selection: Selection { chosen.selection }

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
            var merged = try Table(run(cells, isSeparate: false, over: view), options)
            var separate: [Int: [HKSource: StatisticsValues]] = [:]
            if options.contains(.separateBySource) {
                separate = try Table(run(cells, isSeparate: true, over: view), options).bySource(cells)
            }
            merged.note(chosen.latest, cells)
            for (index, values) in merged.values(cells) {
                var own = separate[index]
                for (source, latest) in chosen.latestOfSource[index] ?? [:] { own?[reader.source(source)]?.mostRecent = latest.interval }
                // A bucket with samples is not one of those without time around a skipped day, so edge `index + 1` is its end.
                let bounds = schedule.map { ($0.edge(index).milliseconds, $0.edge(index + 1).milliseconds) } ?? (chosen.start, chosen.end)
                result.buckets[index] = HKStatistics(
                    type, Instant(milliseconds: bounds.0).date, Instant(milliseconds: bounds.1).date, values, bySource: own)
            }
        }
        return result
    }

    // MARK: Chosen samples

    /// The times and sources of the chosen samples, before the engine runs.
    private struct Chosen {
        var start = Int64.max
        var end = Int64.min
        var lastStart = Int64.min
        var sources: Set<Int32> = []
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
        var edges: [Int64]
        /// The numbers of the buckets, if equal edges leave some out; nil if there are no gaps.
        var indices: [Int64: Int]
    }

    /// The greatest number of buckets at once, so that an answer with an hour of seconds a year apart fits into memory.
    private static let greatestCellCount = 200_000

    private func cells(of chosen: Chosen) -> [Cells] {
        guard let schedule else {
            return [Cells(edges: [chosen.start, chosen.end + 1], indices: [chosen.start: 0])]
        }
        return chosen.buckets.flatMap { buckets in
            stride(from: buckets.lowerBound, through: buckets.upperBound, by: Self.greatestCellCount).map { start in
                let range = start...min(buckets.upperBound, start + Self.greatestCellCount - 1)
                var indices: [Int64: Int] = [:]
                // Around a skipped day, the last of the buckets with equal starts is the one that is not empty.
                for k in range { indices[schedule.edge(k).milliseconds] = k }
                return Cells(edges: schedule.edges(range), indices: indices)
            }
        }
    }

    // MARK: The engine

    private func run(_ cells: Cells, isSeparate: Bool, over view: any SampleSource) throws -> ResultTable {
        let range = PlanRange(
            start: Instant(milliseconds: cells.edges[0]), end: Instant(milliseconds: cells.edges[cells.edges.count - 1]))
        let measures = (options.aggregates + [.count]).map { aggregate in
            let unit: HealthUnit? =
                switch aggregate {
                case .count: .count
                case .duration: HealthUnit("s")
                default: type.kind.storageUnit
                }
            return Measure(
                metric: type.metric, aggregate: aggregate, style: type.kind.style, storageUnit: type.kind.storageUnit, unit: unit,
                name: aggregate.name)
        }
        var plan = selection.plan(.statistics(measures), range, TimeGrid(edges: cells.edges), zone: .utc)
        plan.edges = .clip
        if isSeparate { plan.splits = [.source] }
        return try QueryEngine.run(plan, over: view)
    }

    /// The rows of an answer as numbers of buckets.
    private struct Table {
        let table: ResultTable
        let options: HKStatisticsOptions
        private var latest: [Int: Latest] = [:]

        init(_ table: ResultTable, _ options: HKStatisticsOptions) { (self.table, self.options) = (table, options) }

        mutating func note(_ latest: [Int: Latest], _ cells: Cells) { self.latest = latest }

        /// Returns the numbers of each bucket that holds a share of a sample.
        func values(_ cells: Cells) -> [(Int, StatisticsValues)] {
            rows(cells).map { row, index in
                var values = self.values(row)
                values.mostRecent = latest[index]?.interval
                return (index, values)
            }
        }

        /// Returns the numbers of each source, by bucket.
        func bySource(_ cells: Cells) -> [Int: [HKSource: StatisticsValues]] {
            var found: [Int: [HKSource: StatisticsValues]] = [:]
            for (row, index) in rows(cells) {
                guard case .text(let name)? = table.keys.first?.values[row] else { continue }
                found[index, default: [:]][HKSource(name: name)] = values(row)
            }
            return found
        }

        private func rows(_ cells: Cells) -> [(row: Int, index: Int)] {
            guard let count = table.columns.last else { return [] }
            return (0..<table.rowCount).compactMap { row in
                guard count.values[row] ?? 0 > 0, let index = cells.indices[table.starts[row]] else { return nil }
                return (row, index)
            }
        }

        private func values(_ row: Int) -> StatisticsValues {
            var values = StatisticsValues()
            for (aggregate, column) in zip(options.aggregates, table.columns) {
                guard let value = column.values[row], let unit = column.unit.flatMap({ HealthUnit($0) }) else { continue }
                values.quantities[aggregate] = HKQuantity(unit: HKUnit(unit), doubleValue: value)
            }
            return values
        }
    }
}
