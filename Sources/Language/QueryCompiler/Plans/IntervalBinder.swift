import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

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
        case .gaps(let inner, let length, _):
            let least = binder.collect(try length.map { (length) throws(Reported) in try times.elapsedMilliseconds(length, binder) })
            return .gaps(try bind(inner), longerThan: try least.get() ?? 0)
        case .parts(let inner, _): return .parts(try bindWorkouts(inner))
        case .samples(let samples):
            if let named = try namedSet(samples) { return named }
            return .samples(try bind(workouts(of: samples) ?? samples))
        }
    }

    /// Returns the workouts of a set, whose splits or parts are asked for.
    func bindWorkouts(_ set: IntervalSet) throws(Reported) -> SampleIntervals {
        if case .samples(let samples) = try bind(set), samples.metric == .workouts, samples.holding == nil { return samples }
        throw binder.report(
            .partsOfOtherTimes, "only workouts have splits and parts, but this is another set of times", at: set.range,
            help: "write for example `of workouts`, `of running` or `of (workouts where activity = running)`")
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

    /// Returns the workouts of an activity, if the name is that of an activity and nothing else (S11.6).
    private func workouts(of samples: SampleSet) -> SampleSet? {
        guard case .name(let name) = samples.metric, let activity = binder.activity(named: name) else { return nil }
        func field(_ kind: Field.Kind) -> Field { Field(kind, range: name.range) }
        let isActivity = QuerySyntax.Predicate.equals(field(.value), .name(Name(activity.shortName, range: name.range)), negated: false)
        var workouts = samples
        workouts.metric = .name(Name("workouts", range: name.range))
        workouts.test = .condition(samples.test.map { .and([isActivity, $0.predicate]) } ?? isActivity)
        return workouts
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
    /// Returns the activity that a name means in a set of times. Names that `let` defines and metrics have precedence.
    func activity(named name: Name) -> WorkoutActivityType? {
        guard !name.isQuoted, context.names[name] == nil, context.names.function(name) == nil,
            case .unknown = MetricCatalog.resolve(name: name.text)
        else { return nil }
        let key = foldedName(name.text)
        let isInStore = context.contents.metrics.keys.contains { foldedName($0.shortName) == key }
        return isInStore ? nil : WorkoutActivityType.meant(by: name.text)
    }

    /// Returns clauses with `during NAME` as a set of times, if the name is that of a set, a metric or an activity (S11.6).
    func withSets(_ clauses: [Clause]) throws(Reported) -> [Clause] {
        let found = try collect(each: clauses) { (clause) throws(Reported) in
            guard case .range(.during(.name(let name))) = clause.kind, try isSet(name) else { return clause }
            var set = clause
            set.kind = .intervals(.samples(SampleSet(.name(name), range: name.range)), .during)
            return set
        }
        let periods = found.filter { if case .range(.during(.name)) = $0.kind { true } else { false } }
        let ranges = found.filter { $0.kind.word == .range }
        guard let period = periods.last, ranges.count > 1 else { return found }
        throw report(
            .conflictingRanges, "`during` sets the time range, which is already set", at: period.range,
            help: "keep one of them", note: "a set of times, such as `during running`, goes with a range")
    }

    private func isSet(_ name: Name) throws(Reported) -> Bool {
        guard context.names[name] != nil else { return isSetWithoutLet(name) }
        return try following(name) { (value) throws(Reported) in
            switch value {
            case .intervals: true
            case .query(let query): query.aliasedName.map(isSetWithoutLet) ?? false
            case .predicate, .unit, .anchor, .when, .span, .literal: false
            }
        } ?? false
    }

    /// Returns true for a metric or an activity.
    private func isSetWithoutLet(_ name: Name) -> Bool {
        guard month(name) == nil, context.names.function(name) == nil else { return false }
        if case .known = MetricCatalog.resolve(name: name.text) { return true }
        return activity(named: name) != nil
    }

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
