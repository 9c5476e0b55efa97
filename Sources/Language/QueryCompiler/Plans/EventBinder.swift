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
        case .each, nil: isOfWindow ? start + ["value"] : []
        }
    }

    /// The word of a key whose rows are intervals; nil for other keys. Names that `let` defines have precedence over words.
    var eventWord: EventWord? {
        switch kind {
        case .each: .each
        case .interval(.name(let name), nil): [EventWord.workout, .night].first { Name.key(of: $0.rawValue) == name.key }
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
            case .interval, .each:
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
