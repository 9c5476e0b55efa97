import HealthModel
import QueryCompiler
import QueryDiagnostics
import QueryEngine
import QueryPlan
import QuerySyntax
import QueryVocabulary
import ResultRendering

/// Finds answers that are correct but misleading, and reports the number that was probably meant (C9).
struct AnswerChecks {
    /// The maximum number of samples that are read a second time. More would make an answer noticeably slower.
    private static let greatestSampleCount = 200_000
    /// The minimum number of readings for a check of their density.
    private static let leastReadingCount = 10.0
    private static let leastDifference = 0.05

    let plan: Plan
    let query: Query
    /// True if the answer is a chart. Small differences in an average are not visible in a chart.
    let isDrawn: Bool
    let reader: any SampleSource
    let options: EngineOptions

    /// - Parameter table: the answer to the plan, before the stages.
    func findings(on table: ResultTable) throws -> [Diagnostic] {
        guard case .statistics(let measures) = plan.subject, !plan.range.isUnknown else { return [] }
        let ranges = ranges(ofMeasures: measures.count)
        // All measures of workouts count the same ones twice.
        let firstOfWorkouts = measures.firstIndex { $0.metric == .workouts && [.sum, .count].contains($0.aggregate) }
        return try table.header.findings.filter { !$0.isOfPeople }.compactMap { $0.diagnostic(on: query, of: nil) }
            + measures.indices.flatMap { index -> [Diagnostic] in
                var measure = measures[index]
                measure.own = nil
                // The other checks read samples, which people do not have in common.
                let isOfOne = plan.cohort == nil
                let range = ranges[index]
                let checks = AnswerChecks(
                    plan: plan.following(measures[index]), query: query, isDrawn: isDrawn, reader: reader, options: options)
                return try [
                    checks.durationOfNothing(measure, table.columns[index], at: range),
                    isOfOne ? checks.unrecordedBed(measure, table.columns[index], at: range) : nil,
                    isOfOne ? checks.replacedBed(measure, table.columns[index], at: range) : nil,
                    isOfOne ? checks.timeToCome(measure, table.columns[index], at: range) : nil,
                    isOfOne ? checks.laterSamples(measure, index, of: measures, table.columns[index], at: range) : nil,
                    isOfOne ? checks.cutSleep(measure, at: range) : nil,
                    isOfOne ? checks.dosesWithoutStatus(measure, at: range) : nil,
                    isOfOne ? checks.unevenReadings(measure, index, table, at: range) : nil,
                    isOfOne && index == firstOfWorkouts ? checks.workoutsRecordedTwice(measure, at: range) : nil,
                    isOfOne && index == measures.firstIndex { $0.climb != nil } ? checks.workoutsWithoutAltitude(measure, at: range) : nil,
                ].compactMap(\.self)
            }
    }

    /// Checks for `duration` of readings, which have no duration, and of times in which workouts are paused.
    private func durationOfNothing(_ measure: QueryPlan.Measure, _ column: ValueColumn, at range: SourceRange) throws -> Diagnostic? {
        let known = column.values.compactMap(\.self)
        guard measure.aggregate == .duration, measure.isPlain, plan.holding == nil, plan.fill == .none || plan.fill == .null,
            !known.isEmpty,
            known.allSatisfy({ $0 == 0 })
        else {
            return nil
        }
        if try hasLongSample(of: measure) {
            // A sample that lasts can count for nothing in several ways. Only pauses are certain.
            guard measure.metric == .workouts, plan.intervals == nil else { return nil }
            return Diagnostic(
                .durationOfInstants, "the duration of workouts is 0, because they recorded no active time in the range", at: range,
                help: "to list their starts and ends, use `samples of workouts`", note: "`duration` of workouts leaves out their pauses")
        }
        return Diagnostic(
            .durationOfInstants, "the samples of \(column.subject) start and end at the same time, so their duration is 0", at: range,
            help: measure.style.map { $0 != .cumulative } ?? false
                ? "to let each reading last until the next one, add `holding 5min`; to count the samples, use `count`"
                : "to count the samples, use `count`", note: "`duration` adds up the time from start to end of each sample")
    }

    /// Returns true if a sample that counts for the measure ends after its start.
    private func hasLongSample(of measure: QueryPlan.Measure) throws -> Bool {
        // Samples of several people can't be read together. Only workouts have pauses.
        guard plan.cohort == nil else { return measure.metric == .workouts }
        var listed = plan
        listed.subject = .samples(SampleListing(metric: measure.metric, part: measure.part, storageUnit: nil, unit: nil))
        var isLong = false
        try QueryEngine.read(listed, over: reader, columns: [], options: options) { batch in
            isLong = batch.starts.indices.contains { batch.starts[$0] < batch.ends[$0] }
            return !isLong
        }
        return isLong
    }

    /// Checks for `time in bed` without samples that record it.
    private func unrecordedBed(_ measure: QueryPlan.Measure, _ column: ValueColumn, at range: SourceRange) throws -> Diagnostic? {
        guard let value = measure.part?.basis, column.values.contains(where: { $0 != nil }) else { return nil }
        var inBed = plan
        inBed.subject = .samples(SampleListing(metric: measure.metric, storageUnit: nil, unit: nil))
        inBed.predicate = .all([.number(.value, .equal, Double(value))] + [plan.predicate].compactMap(\.self))
        var isRecorded = false
        try QueryEngine.read(inBed, over: reader, columns: [], options: options) { _ in
            isRecorded = true
            return false
        }
        guard !isRecorded else { return nil }
        return Diagnostic(
            .timeInBedWithoutSamples, "no sample in the range has the value `inBed`", at: range,
            help: "for the time asleep, use `sleep`", note: "the answer is the time covered by any value of \(measure.metric.shortName)")
    }

    /// Checks for workouts of different sources that overlap for at least half of the shorter one, so that they count twice.
    private func workoutsRecordedTwice(_ measure: QueryPlan.Measure, at range: SourceRange) throws -> Diagnostic? {
        guard plan.sourceRule != .separate, !plan.splits.contains(.source) else { return nil }
        var listed = plan
        listed.subject = .samples(SampleListing(metric: measure.metric, storageUnit: nil, unit: nil))
        var workouts: [(start: Int64, end: Int64, source: Int32)] = []
        try QueryEngine.read(listed, over: reader, columns: .sources, options: options) { batch in
            workouts += batch.starts.indices.map { (batch.starts[$0], batch.ends[$0], batch.sources[$0]) }
            return true
        }
        var open: [(start: Int64, end: Int64, source: Int32)] = []
        var twice: [Int32] = []
        for workout in workouts.sorted(by: { ($0.start, $0.end, $0.source) < ($1.start, $1.end, $1.source) }) {
            open.removeAll { $0.end <= workout.start }
            let isSame = open.contains { other in
                let overlap = min(other.end, workout.end) - workout.start
                return other.source != workout.source && 2 * overlap >= min(other.end - other.start, workout.end - workout.start)
            }
            if isSame { twice.append(workout.source) }
            open.append(workout)
        }
        guard let source = twice.first, let name = try reader.sources()[source]?.name else { return nil }
        let message =
            twice.count == 1
            ? "1 workout overlaps one of another source, and both count"
            : "\(twice.count) workouts overlap those of other sources, and all count"
        return Diagnostic(
            .workoutsRecordedTwice, message, at: range,
            help: "to leave out a source, add for example `where source != \"\(name.replacing("\"", with: "\"\""))\"`",
            note: plan.countsOwnWorkout(measure) ? nil : "`duration workouts` counts time that several workouts cover once")
    }

    /// Returns the number of samples of a metric that the query reads and that fulfill a condition.
    func sampleCount(of metric: MetricID, where condition: QueryPlan.Predicate) throws -> Int {
        var listed = plan
        listed.subject = .samples(SampleListing(metric: metric, storageUnit: nil, unit: nil))
        listed.predicate = .all([plan.predicate, condition].compactMap(\.self))
        var count = 0
        try QueryEngine.read(listed, over: reader, columns: [], options: options) { batch in
            count += batch.count
            return true
        }
        return count
    }

    /// Checks for workouts without a route that has altitudes, so that they do not count for their rises.
    private func workoutsWithoutAltitude(_ measure: QueryPlan.Measure, at range: SourceRange) throws -> Diagnostic? {
        guard let climb = measure.climb else { return nil }
        let count = try sampleCount(of: measure.metric, where: .numberMissing(.workout(.climb(climb))))
        guard count > 0 else { return nil }
        return Diagnostic(
            .workoutsWithoutAltitude,
            "\(count == 1 ? "1 workout has" : "\(count) workouts have") no route with altitudes, so "
                + "\(count == 1 ? "it doesn't" : "they don't") count",
            at: range, help: "to leave them out, add `where \(climb.name) is not missing`")
    }

    /// Checks for an average over time that some of its samples distort.
    private func unevenReadings(_ measure: QueryPlan.Measure, _ index: Int, _ table: ResultTable, at range: SourceRange) throws
        -> Diagnostic?
    {
        try readingsOfTwoLengths(measure, index, table, at: range) ?? denseReadings(measure, index, table, at: range)
    }

    /// Returns true for an average over time, with few enough samples to read them a second time.
    func averagesOverTime(_ measure: QueryPlan.Measure, _ table: ResultTable) throws -> Bool {
        try !isDrawn && measure.aggregate == .average && measure.style == .discreteTemporallyWeighted && plan.rules.weighting == .overlap
            && (plan.fill == .none || plan.fill == .null) && table.rowCount > 0
            && QueryEngine.sampleCount(of: Pipeline(plan: plan), in: reader) <= Self.greatestSampleCount
    }

    /// Checks for an average of readings that are more frequent at some times than at others, for example during a run.
    ///
    /// All readings without a duration have the same weight. If there are few samples, a second pass computes the average with each reading
    /// lasting until the next one.
    private func denseReadings(_ measure: QueryPlan.Measure, _ index: Int, _ table: ResultTable, at range: SourceRange) throws
        -> Diagnostic?
    {
        guard try averagesOverTime(measure, table) else { return nil }
        var count = measure
        count.aggregate = .count
        count.unit = .count
        var held = plan
        held.subject = .statistics([measure, count])
        held.rules.weighting = .hold
        held.rules.count = .overlap
        let other = try QueryEngine.run(held, over: reader, options: options)
        guard other.rowCount == table.rowCount else { return nil }
        let rows = (0..<table.rowCount).compactMap { row -> (row: Int, shown: Double, held: Double)? in
            guard let shown = table.columns[index].values[row], let held = other.columns[0].values[row],
                let count = other.columns[1].values[row], count >= Self.leastReadingCount,
                abs(held - shown) > Self.leastDifference * abs(shown)
            else { return nil }
            return (row, shown, held)
        }
        guard let worst = rows.max(by: { abs($0.held - $0.shown) < abs($1.held - $1.shown) }) else { return nil }
        let unit = table.columns[index].unit.map { " \($0)" } ?? ""
        let numbers = "\(Self.text(worst.held))\(unit), not \(Self.text(worst.shown))"
        let difference =
            table.rowCount == 1
            ? "averaged over time it is \(numbers)"
            : "in \(rows.count) of \(table.rowCount) rows, the average over time differs by more than 5%; "
                + "in row \(worst.row + 1) it is \(numbers)"
        let message = "\(table.columns[index].subject) was measured more often at some times than at others: \(difference)"
        return Diagnostic(
            .averageOfDenseReadings, message, at: range, help: "to let each reading last until the next one, use `set weighting = hold`",
            note: "all readings without a duration have the same weight, even if they are close together")
    }

    static func text(_ value: Double) -> String { NumberText.rounded(value, decimals: NumberText.decimals(for: [value + 0.001])) }

    /// Returns the source range of each of `count` measures. It is that of the whole query if measures are written as names.
    private func ranges(ofMeasures count: Int) -> [SourceRange] {
        let whole = Array(repeating: query.range, count: count)
        guard case .measures(let measures) = query.source else { return whole }
        let ranges = measures.flatMap { measure in
            let written = measure.aggregates.map(\.range) + [measure.share?.range].compactMap(\.self)
            // Each value can have its time next to it.
            return (measure.isPlain ? [measure.metric.range] : written).flatMap { [$0] + [measure.at].compactMap(\.self) }
        }
        return ranges.count == count ? ranges : whole
    }
}
