import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax

/// Resolves the sets of intervals after `while` (S11).
struct IntervalBinder {
    let binder: Binder
    let times: TimeResolver

    func bind(_ set: IntervalSet) throws(Reported) -> IntervalExpression {
        switch set {
        case .or(let parts): return .union(try bind(parts))
        case .and(let parts): return .intersection(try bind(parts))
        case .not(let inner, _): return .complement(try bind(inner))
        case .within(let amount, let side, let inner, _):
            let distance = binder.collect(try times.elapsedMilliseconds(amount, binder))
            return .within(try bind(inner), side, milliseconds: try distance.get())
        case .sessions(let inner, let gap, _):
            let distance = binder.collect(try gap.map { (gap) throws(Reported) in try times.elapsedMilliseconds(gap, binder) })
            return .sessions(try bind(inner), gap: try distance.get() ?? 0)
        case .samples(let samples):
            if let named = try namedSet(samples) { return named }
            return .samples(try bind(samples))
        }
    }

    private func bind(_ parts: [IntervalSet]) throws(Reported) -> [IntervalExpression] {
        try binder.collect(each: parts) { (part) throws(Reported) in try bind(part) }
    }

    /// Returns the set that a `let` names; nil if the name isn't that of a set.
    private func namedSet(_ samples: SampleSet) throws(Reported) -> IntervalExpression? {
        guard case .name(let name) = samples.metric else { return nil }
        return try binder.following(name) { (value) throws(Reported) -> IntervalExpression? in
            guard case .intervals(let set) = value else { return nil }
            guard samples.test == nil, samples.holding == nil else {
                throw binder.report(
                    .wrongKindOfName, "`\(name.text)` is a set of times, so it has no values and no readings", at: samples.range,
                    help: "write `\(name.text)` alone, or use a metric")
            }
            return try bind(set)
        }
    }

    private func bind(_ samples: SampleSet) throws(Reported) -> SampleIntervals {
        let metric = try binder.metric(samples.metric)
        binder.noteMissing(metric, at: samples.metric.range)
        let holding = binder.collect(
            try samples.holding.map { (amount) throws(Reported) in
                try binder.refuseHolding(of: [metric], at: amount.range)
                return try times.length(ofHolding: amount, binder)
            })
        let predicate = try samples.test.map { (test) throws(Reported) in
            try PredicateBinder(
                binder: binder, times: times, weekStart: times.calendar.rule.weekStart, metric: metric, unit: binder.displayUnit(of: metric)
            ).bind(test.predicate)
        }
        return SampleIntervals(metric: metric.id, part: metric.measuredPart, predicate: predicate, holding: try holding.get())
    }
}

extension Binder {
    /// Reports `holding` of metrics whose samples are amounts.
    ///
    /// - Parameter isClause: True if `range` is a whole clause, which can be removed.
    func refuseHolding(of metrics: [MetricInfo], at range: SourceRange, isClause: Bool = false) throws(Reported) {
        for metric in metrics {
            guard case .quantity(let type) = metric.kind, type.style(in: context.styles) == .cumulative else { continue }
            throw report(
                .holdingOfAmounts, "`holding` extends readings, but the samples of \(metric.name) are amounts", at: range,
                help: "remove `holding`", note: "an amount such as 100 steps belongs to the time in which it was counted",
                fix: isClause ? Diagnostic.Fix(range, "", keepsQuestion: false) : nil)
        }
    }
}

extension TimeResolver {
    /// Returns the time that readings last at most, in milliseconds.
    func length(ofHolding amount: TimeAmountPhrase, _ binder: Binder) throws(Reported) -> Int64 {
        let length = try elapsedMilliseconds(amount, binder)
        guard length > 0 else {
            throw binder.report(
                .countExpected, "readings must last longer than 0", at: amount.range, help: "write for example `holding 5min`")
        }
        return length
    }

    /// Returns a duration as elapsed time. Days have 24 hours.
    func elapsedMilliseconds(_ phrase: TimeAmountPhrase, _ binder: Binder) throws(Reported) -> Int64 {
        let distance = try distance(phrase, binder)
        guard let seconds = distance.fixedSeconds else {
            let period = distance.parts.map(\.period).max() ?? .month
            throw binder.report(
                .unfixedDuration, "a \(period.name) doesn't have a fixed length", at: phrase.range, help: "use hours or days")
        }
        return Int64(seconds * 1000)
    }
}
