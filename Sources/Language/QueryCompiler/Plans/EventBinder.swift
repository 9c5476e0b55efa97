import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// Binds the keys whose rows are intervals themselves: `by workout`, `by night`, `by each (…)` (S13).
struct EventBinder {
    let binder: Binder
    let times: TimeResolver

    func bind(_ key: GroupingKey) throws(Reported) -> EventRows {
        var rows = try intervals(of: key)
        rows.isNear = key.isOfWindow
        if rows.isNear, case .samples(let samples) = rows.kind, case .quantity(let type)? = MetricCatalog.metric(samples.metric)?.kind {
            let unit = MetricCatalog.metric(samples.metric).flatMap(binder.displayUnit)
            let conversion = unit.flatMap { type.storageUnit.conversion(to: $0) }
            rows.valueKey = .value(conversion.flatMap { $0.isIdentity ? nil : $0 }, unit: unit?.symbol)
        }
        return rows
    }

    private func intervals(of key: GroupingKey) throws(Reported) -> EventRows {
        let word = key.eventWord ?? .each
        switch key.kind {
        case .splits(let number, let unit, let set): return try splits(number, unit, of: set, key)
        case .parts(let set):
            let workouts = try IntervalBinder(binder: binder, times: times).bindWorkouts(set)
            return EventRows(.parts(workouts), text: QueryFormatter.text(of: key))
        default: break
        }
        guard case .each(let set) = key.kind else {
            guard case .known(let metric) = MetricCatalog.resolve(name: word == .night ? "sleep" : "workouts") else {
                preconditionFailure("the catalog has sleep and workouts")
            }
            binder.noteMissing(metric, at: key.range)
            return word == .night ? .nights(of: SampleIntervals(metric: metric.id, part: metric.part)) : .workouts
        }
        let text = QueryFormatter.text(of: key)
        let bound = try IntervalBinder(binder: binder, times: times).bind(set)
        // A set of all samples of a metric has a row for each sample, and near events, each sample that matches is an event.
        if case .samples(let samples) = bound, samples.predicate == nil || key.isOfWindow, samples.holding == nil {
            return EventRows(.samples(samples), text: text)
        }
        return EventRows(.intervals(bound), text: text)
    }

    /// Returns the rows of `km of workouts`.
    private func splits(
        _ number: NumberOperand?, _ written: UnitText, of set: IntervalSet, _ key: GroupingKey
    ) throws(Reported) -> EventRows {
        let place = SourceRange(number?.range.start ?? written.range.start, written.range.end)
        let workouts = binder.collect(try IntervalBinder(binder: binder, times: times).bindWorkouts(set))
        guard case .success(let unit) = HealthUnit.parseForPeople(written.text, for: nil),
            let meters = HealthUnit("m").flatMap(unit.conversion)
        else {
            throw binder.report(
                .partsOfOtherTimes, "a split of workouts is a distance, but `\(written.text)` is not a unit of distance", at: place,
                help: "write for example `by km of workouts`, `by mile of workouts` or `by 400 m of workouts`")
        }
        var count = 1.0
        if case .number(let literal)? = number { count = literal.value }
        let length = meters(count)
        guard length >= SplitRows.shortest, length <= SplitRows.longest else {
            throw binder.report(
                .countExpected, "a split must be from 1 m to 1,000 km long", at: place, help: "write for example `by km of workouts`")
        }
        let splits = SplitRows(workouts: try workouts.get(), meters: length, keysOfAndroid: binder.context.contents.keysOfAndroid)
        return EventRows(.splits(splits), text: QueryFormatter.text(of: key))
    }
}

extension HealthUnit {
    /// Returns true for the name of a unit of distance.
    static func isDistance(_ text: String) -> Bool {
        guard case .success(let unit) = parseForPeople(text, for: nil), let meter = HealthUnit("m") else { return false }
        return unit.conversion(to: meter) != nil
    }
}

extension GroupingKey {
    /// The key in messages: `by night`, `each workout`.
    var words: String {
        let text = QueryFormatter.text(of: self)
        if case .each = kind, isOfWindow { return text }
        return (isOfWindow ? "each " : "by ") + text
    }

    /// The names of the columns that only these rows have.
    var columnNames: [String] {
        let start = isOfWindow ? [EventRows.startName] : []
        return switch eventWord {
        case .night: start + ["night"]
        case .workout: start + ["activity"]
        case .split: ["activity", "split"]
        case .part: ["activity", "part"]
        case .each, nil: isOfWindow ? start + ["value"] : []
        }
    }

    /// The word of a key whose rows are intervals; nil for other keys. Names that `let` defines have precedence over words.
    var eventWord: EventWord? {
        switch kind {
        case .each: .each
        case .splits: .split
        case .parts: .part
        case .interval(.name(let name), nil): EventWord.names.first { Name.key(of: $0.rawValue) == name.key }
        default: nil
        }
    }
}

extension BoundKeys {
    /// Reports keys that rows of intervals cannot have: periods, profiles, and a second key of this kind.
    func refuseOtherTimes(_ keys: [GroupingKey], _ binder: Binder) {
        guard let event = eventKey else { return }
        let what = event.words
        for key in keys where key.range != event.range {
            switch key.kind {
            case .interval, .each, .splits, .parts:
                if binder.isEvent(key) {
                    binder.report(.duplicateKey, "a query can have only one key of intervals", at: key.range, help: "remove one of them")
                    continue
                }
                guard interval != nil else { continue }
            case .profile: break
            default: continue
            }
            let text = QueryFormatter.text(of: key)
            binder.report(
                .duplicateKey, "`\(what)` can't be combined with `\(text)`, because its rows have their own times", at: key.range,
                help: "group its rows with a stage: `… \(what) | average by \(text)`")
        }
    }
}
