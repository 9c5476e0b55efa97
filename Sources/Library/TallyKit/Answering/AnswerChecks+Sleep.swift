import HealthModel
import QueryCompiler
import QueryDiagnostics
import QueryEngine
import QueryPlan
import QuerySyntax
import QueryVocabulary
import ResultRendering

/// Checks of time in bed and of sleep.
extension AnswerChecks {
    /// Checks for a duration of samples that are after now, such as a planned night.
    func timeToCome(_ measure: QueryPlan.Measure, _ column: ValueColumn, at range: SourceRange) throws -> Diagnostic? {
        guard measure.aggregate == .duration, measure.isPlain, measure.style == nil, !plan.usesSampleZones,
            plan.range.limit > plan.now, column.values.contains(where: { $0 != nil }),
            let last = try reader.metricSummary(of: measure.metric)?.lastEnd, last > plan.now
        else { return nil }
        var later = plan
        later.range.start = max(plan.now, plan.range.start)
        later.edges = .clip
        guard let value = try total(measure, of: later), value > 0 else { return nil }
        let all = column.values.count == 1 ? column.values[0].map { " of \(text($0, column))" } : nil
        return Diagnostic(
            .timeToCome, "\(text(value, column))\(all ?? "") \(column.subject) is still to come, because samples are after now", at: range,
            help: "to leave it out, use a range that ends now, such as `since today`")
    }

    /// Checks for an answer other than a duration that contains samples after now, although its range began earlier.
    ///
    /// A sum gives its later part. All other measures of a metric share one finding with the number of samples.
    func laterSamples(
        _ measure: QueryPlan.Measure, _ index: Int, of all: [QueryPlan.Measure], _ column: ValueColumn, at range: SourceRange
    ) throws -> Diagnostic? {
        // A dose counts from its scheduled time on (S2.16).
        if measure.countsSchedule { return nil }
        let isTime = measure.aggregate == .duration && measure.style == nil
        guard !isTime, !plan.usesSampleZones, plan.range.start < plan.now, plan.range.limit > plan.now,
            column.values.contains(where: { $0 != nil }), let last = try reader.metricSummary(of: measure.metric)?.lastEnd, last > plan.now
        else { return nil }
        var later = plan
        later.range.start = plan.now
        later.edges = .clip
        let help = "to leave it out, use a range that ends now, such as `since today`"
        if measure.aggregate == .sum, measure.isPlain {
            guard let value = try total(measure, of: later), value > 0 else { return nil }
            func number(_ value: Double) -> String { NumberText.rounded(value, decimals: NumberText.decimals(for: [value])) }
            let all = column.values.count == 1 ? column.values[0].map { " of \(number($0))" } : nil
            let unit = column.unit.map { " \($0)" } ?? ""
            return Diagnostic(
                .timeToCome,
                "\(number(value))\(all ?? "")\(unit) of \(column.subject) is still to come, because samples are after now",
                at: range, help: help)
        }
        let isNoted = all[..<index].contains {
            $0.metric == measure.metric && $0.part == measure.part && $0.aggregate != .sum && !$0.countsSchedule
        }
        if isNoted { return nil }
        later.subject = .samples(SampleListing(metric: measure.metric, part: measure.part, storageUnit: nil, unit: nil))
        var count = 0
        try QueryEngine.read(later, over: reader, columns: [], options: options) { batch in
            for row in 0..<batch.count where batch.starts[row] >= plan.now.milliseconds { count += 1 }
            return true
        }
        guard count > 0 else { return nil }
        let samples = count == 1 ? "1 sample of \(column.subject) starts" : "\(count) samples of \(column.subject) start"
        return Diagnostic(
            .timeToCome, "\(samples) now or later and \(count == 1 ? "counts" : "count")", at: range,
            help: count == 1 ? help : help.replacing("it out", with: "them out"))
    }

    /// Checks for time in bed from which the time asleep of the same source is missing (S6.6).
    func replacedBed(_ measure: QueryPlan.Measure, _ column: ValueColumn, at range: SourceRange) throws -> Diagnostic? {
        guard measure.aggregate == .duration, measure.isPlain, plan.rules.duration == .union,
            let values = measure.exclusiveValues(in: plan),
            plan.predicate?.isOnlyValue(Double(values.background)) == true
        else { return nil }
        var raw = plan
        raw.sourceRule = .raw
        guard let shown = try total(measure, of: plan), let all = try total(measure, of: raw), all > shown else { return nil }
        return Diagnostic(
            .timeInBedReplaced, "\(text(all - shown, column)) in bed is left out, because the same source records sleep or awake in it",
            at: range, help: "for the whole time, use `time in bed`")
    }

    /// Checks for sleep that continues over the edges of `last night`.
    func cutSleep(_ measure: QueryPlan.Measure, at range: SourceRange) throws -> Diagnostic? {
        guard measure.metric == Self.sleep.id, [.duration, .firstStart, .lastEnd].contains(measure.aggregate), plan.events == nil,
            let clause = query.clauses.first(where: \.isLastNight)
        else { return nil }
        let (start, end) = (plan.range.start, plan.range.end)
        var cuts: [String] = []
        if try isAsleep(around: start) { cuts.append("began before `last night` starts") }
        if try isAsleep(around: end) { cuts.append("continued after `last night` ends") }
        guard !cuts.isEmpty else { return nil }
        return Diagnostic(
            .sleepCutByNight, "a part is missing, because sleep \(cuts.joined(separator: " and "))", at: clause.range,
            help: "for whole nights, use `by night`", note: "`last night` is the time from 18:00 to 12:00")
    }

    /// Checks for nights over the edges of a typed range, of which only a part counts.
    func nightCutByRange(in table: ResultTable) -> Diagnostic? {
        guard plan.cohort == nil, plan.events?.isByEnd == true, plan.wholeRows == nil, let first = table.starts.first,
            let last = table.ends.last
        else {
            return nil
        }
        let end = min(plan.range.end, plan.now).milliseconds
        let cuts = [
            first < plan.range.start.milliseconds ? "the first night began before the range" : nil,
            last > end && end < plan.now.milliseconds ? "the last night ended after the range" : nil,
        ].compactMap(\.self)
        guard !cuts.isEmpty else { return nil }
        return Diagnostic(
            .nightCutByRange, "\(cuts.joined(separator: " and ")), so only a part of it counts",
            at: query.clauses.first(where: \.isRange)?.range ?? query.range,
            help: "to leave it out, add `partial drop`; ranges such as `during june` and `last 30 days` take whole nights")
    }

    /// The time asleep.
    private static let sleep = MetricCatalog.parts[0]
    private static let hour: Int64 = 3_600_000

    /// Returns true if a person sleeps within an hour before and within an hour after a moment.
    private func isAsleep(around moment: Instant) throws -> Bool {
        var near = plan
        near.subject = .samples(SampleListing(metric: Self.sleep.id, part: Self.sleep.part, storageUnit: nil, unit: nil))
        near.range = PlanRange(
            start: moment.advanced(byMilliseconds: -Self.hour), end: moment.advanced(byMilliseconds: Self.hour), includesEnd: false)
        near.edges = .clip
        var (before, after) = (false, false)
        try QueryEngine.read(near, over: reader, columns: [], options: options) { batch in
            for row in 0..<batch.count where batch.starts[row] < batch.ends[row] {
                if batch.starts[row] < moment.milliseconds { before = true }
                if batch.ends[row] > moment.milliseconds { after = true }
            }
            return !(before && after)
        }
        return before && after
    }

    /// Returns the value of a measure over the whole range of a plan.
    private func total(_ measure: QueryPlan.Measure, of plan: Plan) throws -> Double? {
        var whole = plan
        whole.subject = .statistics([measure])
        (whole.splits, whole.fill, whole.events) = ([], .none, nil)
        whole.partial = .mark
        whole.grid = TimeGrid(whole: whole.range)
        return try QueryEngine.run(whole, over: reader, options: options).columns[0].values.first ?? nil
    }

    private func text(_ value: Double, _ column: ValueColumn) -> String {
        let number = NumberText.rounded(value, decimals: NumberText.decimals(for: [value + 0.001]))
        return number + (column.unit.map { " \($0)" } ?? "")
    }
}

extension QueryPlan.Predicate {
    /// Returns true if only samples with this value match, by a condition that does not depend on others.
    func isOnlyValue(_ value: Double) -> Bool {
        switch self {
        case .number(.value, .equal, value): true
        case .numberIn(.value, let values): values == [value]
        case .all(let parts): parts.contains { $0.isOnlyValue(value) }
        default: false
        }
    }
}

extension Clause {
    fileprivate var isRange: Bool { if case .range = kind { true } else { false } }

    fileprivate var isLastNight: Bool {
        if case .range(.span(let span)) = kind, case .part(.night) = span.kind { true } else { false }
    }
}
