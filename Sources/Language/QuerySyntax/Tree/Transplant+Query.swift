/// Transplants of queries with their clauses, conditions and stages.
extension Query: Placed {
    func moved(_ transplant: Transplant) -> Query {
        Query(
            source: source.moved(transplant), clauses: clauses.moved(transplant), stages: stages.moved(transplant),
            output: output.moved(transplant), range: range.moved(transplant))
    }
}

extension QuerySource: Transplantable {
    func moved(_ transplant: Transplant) -> QuerySource {
        switch self {
        case .measures(let measures): .measures(measures.moved(transplant))
        case .samples(let metric, let unit): .samples(metric.moved(transplant), unit: unit?.moved(transplant))
        case .progress(let measure, let range): .progress(measure.moved(transplant), range.moved(transplant))
        case .summaries(let range): .summaries(range.moved(transplant))
        case .times(let set): .times(set.moved(transplant))
        case .record(let record): .record(record.moved(transplant))
        case .lastResult(let range): .lastResult(range.moved(transplant))
        }
    }
}

extension Measure: Transplantable {
    func moved(_ transplant: Transplant) -> Measure {
        // An alias is a new name, even if a formal has the same name.
        let alias = alias.moved(Transplant(to: transplant.range))
        return Measure(
            aggregates: aggregates.moved(transplant), share: share.moved(transplant), metric: metric.moved(transplant),
            unit: unit.moved(transplant), at: at.moved(transplant), alias: alias, clauses: clauses.moved(transplant),
            range: range.moved(transplant))
    }
}

extension SharePhrase: Placed {
    func moved(_ transplant: Transplant) -> SharePhrase {
        var moved = placed(transplant)
        switch kind {
        case .condition(let predicate): moved.kind = .condition(predicate.moved(transplant))
        case .inRange(let low, let high): moved.kind = .inRange(low.moved(transplant), high.moved(transplant))
        case .below(let limit): moved.kind = .below(limit.moved(transplant))
        case .above(let limit): moved.kind = .above(limit.moved(transplant))
        case .fastest(let amount): moved.kind = .fastest(amount.moved(transplant))
        case .inUsualRange, .adherence: break
        }
        return moved
    }
}

extension MetricReference: Transplantable {
    func moved(_ transplant: Transplant) -> MetricReference {
        switch self {
        case .name(let name): .name(name.moved(transplant))
        case .call(let name, let arguments, let range):
            // A formal is not a function: `f(f = 1)` calls the function.
            .call(name.moved(Transplant(to: transplant.range)), arguments.moved(transplant), range.moved(transplant))
        }
    }
}

extension Argument: Transplantable {
    func moved(_ transplant: Transplant) -> Argument {
        let moved: Value =
            switch value {
            case .literal(let literal): .literal(literal.moved(transplant))
            case .call(let call): .call(call.moved(transplant))
            }
        return Argument(name: name.moved(Transplant(to: transplant.range)), value: moved, range: range.moved(transplant))
    }
}

extension Output: Transplantable {
    func moved(_ transplant: Transplant) -> Output {
        Output(
            format: format, formatRange: formatRange.moved(transplant), axis: axis.moved(transplant), rules: rules.moved(transplant),
            path: path.moved(transplant), range: range.moved(transplant))
    }
}

extension RulePhrase: Placed {
    func moved(_ transplant: Transplant) -> RulePhrase {
        var moved = placed(transplant)
        switch place {
        case .value(let literal): moved.place = .value(literal.moved(transplant))
        case .time(let time): moved.place = .time(time.moved(transplant))
        case .average: break
        }
        moved.label = label.moved(transplant)
        return moved
    }
}

extension AxisEnds: Transplantable {
    func moved(_ transplant: Transplant) -> AxisEnds {
        AxisEnds(lower: lower.moved(transplant), upper: upper.moved(transplant), range: range.moved(transplant))
    }
}

// MARK: Clauses

extension Clause: Transplantable {
    func moved(_ transplant: Transplant) -> Clause {
        Clause(kind: kind.moved(transplant), range: range.moved(transplant), keywordRange: keywordRange.moved(transplant))
    }
}

extension GroupingKey: Placed {
    func moved(_ transplant: Transplant) -> GroupingKey {
        var moved = placed(transplant)
        switch kind {
        case .interval(let phrase, let starting):
            moved.kind = .interval(phrase.moved(transplant), starting: starting.moved(transplant))
        case .each(let set): moved.kind = .each(set.moved(transplant))
        case .splits(let number, let unit, let set):
            moved.kind = .splits(number.moved(transplant), unit.moved(transplant), set.moved(transplant))
        case .parts(let set): moved.kind = .parts(set.moved(transplant))
        case .metadata(let text): moved.kind = .metadata(text.moved(transplant))
        case .condition(let predicate, let name):
            moved.kind = .condition(predicate.moved(transplant), called: name.moved(transplant))
        case .bins(let width): moved.kind = .bins(width.moved(transplant))
        case .bands(let limits): moved.kind = .bands(limits.moved(transplant))
        case .profile, .source, .device, .product, .value, .edge: break
        }
        return moved
    }
}

extension RangeClause: Transplantable {
    func moved(_ transplant: Transplant) -> RangeClause {
        switch self {
        case .since(let when): .since(when.moved(transplant))
        case .until(let when): .until(when.moved(transplant))
        case .through(let when): .through(when.moved(transplant))
        case .between(let first, let last): .between(first.moved(transplant), last.moved(transplant))
        case .fromTo(let first, let last): .fromTo(first.moved(transplant), last.moved(transplant))
        case .on(let period): .on(period.moved(transplant))
        case .during(let period): .during(period.moved(transplant))
        case .span(let span): .span(span.moved(transplant))
        }
    }
}

extension OtherRange: Placed {
    func moved(_ transplant: Transplant) -> OtherRange {
        var moved = placed(transplant)
        switch kind {
        case .period(let period): moved.kind = .period(period.moved(transplant))
        case .ends(let range): moved.kind = .ends(range.moved(transplant))
        case .before(let amount): moved.kind = .before(amount.moved(transplant))
        case .around(let when, let amount): moved.kind = .around(when.moved(transplant), amount?.moved(transplant))
        }
        return moved
    }
}

extension Anchor: Transplantable {
    func moved(_ transplant: Transplant) -> Anchor {
        switch self {
        case .time(let time): .time(time.moved(transplant))
        case .weekday(let day, let time): .weekday(day.moved(transplant), time.moved(transplant))
        case .dayOfMonth(let day, let time): .dayOfMonth(day.moved(transplant), time.moved(transplant))
        case .date(let date, let time): .date(date.moved(transplant), time.moved(transplant))
        case .dateTime(let literal): .dateTime(literal.moved(transplant))
        case .name(let name): .name(name.moved(transplant))
        }
    }
}

extension FillRule: Transplantable {
    func moved(_ transplant: Transplant) -> FillRule {
        if case .number(let number) = self { .number(number.moved(transplant)) } else { self }
    }
}

// MARK: Conditions

extension Predicate: Transplantable {
    func moved(_ transplant: Transplant) -> Predicate {
        switch self {
        case .or(let parts): .or(parts.moved(transplant))
        case .and(let parts): .and(parts.moved(transplant))
        case .not(let inner, let range): .not(inner.moved(transplant), range.moved(transplant))
        case .name(let name): .name(name.moved(transplant))
        case .enteredByUser(let range): .enteredByUser(range.moved(transplant))
        case .timeOfDay(let phrase): .timeOfDay(phrase.moved(transplant))
        case .compare(let field, let comparison, let literal):
            .compare(field.moved(transplant), comparison, literal.moved(transplant))
        case .equals(let field, let literal, let negated):
            .equals(field.moved(transplant), literal.moved(transplant), negated: negated)
        case .isMissing(let field, let negated, let range):
            .isMissing(field.moved(transplant), negated: negated, range.moved(transplant))
        case .between(let field, let low, let high):
            .between(field.moved(transplant), low.moved(transplant), high.moved(transplant))
        case .oneOf(let field, let literals, let range):
            .oneOf(field.moved(transplant), literals.moved(transplant), range.moved(transplant))
        case .text(let field, let match, let text): .text(field.moved(transplant), match, text.moved(transplant))
        }
    }
}

extension TimeOfDayPhrase: Placed {
    func moved(_ transplant: Transplant) -> TimeOfDayPhrase {
        var moved = placed(transplant)
        switch kind {
        case .after(let time): moved.kind = .after(time.moved(transplant))
        case .before(let time): moved.kind = .before(time.moved(transplant))
        case .between(let first, let last): moved.kind = .between(first.moved(transplant), last.moved(transplant))
        case .part: break
        }
        moved.name = name.moved(transplant)
        return moved
    }
}

extension Field: Placed {
    func moved(_ transplant: Transplant) -> Field {
        var moved = placed(transplant)
        switch kind {
        case .metadata(let text): moved.kind = .metadata(text.moved(transplant))
        case .column(let column): moved.kind = .column(column.moved(transplant))
        case .value, .source, .device, .product, .start, .end, .duration, .created, .profile, .timeOfDay: break
        }
        return moved
    }
}

// MARK: Stages

extension Stage: Transplantable {
    func moved(_ transplant: Transplant) -> Stage {
        Stage(kind: kind.moved(transplant), pipe: pipe.moved(transplant), range: range.moved(transplant))
    }
}

extension CompareTarget: Transplantable {
    func moved(_ transplant: Transplant) -> CompareTarget {
        switch self {
        case .previous: self
        case .span(let span): .span(span.moved(transplant))
        case .period(let period): .period(period.moved(transplant))
        }
    }
}

extension Column: Transplantable {
    func moved(_ transplant: Transplant) -> Column {
        switch self {
        case .name(let name): .name(name.moved(transplant))
        case .aggregate(let aggregate): .aggregate(aggregate.moved(transplant))
        }
    }
}

extension Expression: Transplantable {
    func moved(_ transplant: Transplant) -> Expression {
        switch self {
        case .number(let number): .number(number.moved(transplant))
        case .quantity(let literal): .quantity(literal.moved(transplant))
        case .column(let column): .column(column.moved(transplant))
        case .test(let predicate): .test(predicate.moved(transplant))
        case .negate(let inner, let range): .negate(inner.moved(transplant), range.moved(transplant))
        case .not(let inner, let range): .not(inner.moved(transplant), range.moved(transplant))
        case .binary(let symbol, let left, let right): .binary(symbol, left.moved(transplant), right.moved(transplant))
        case .comparison(let sign, let left, let right): .comparison(sign, left.moved(transplant), right.moved(transplant))
        case .and(let left, let right): .and(left.moved(transplant), right.moved(transplant))
        case .or(let left, let right): .or(left.moved(transplant), right.moved(transplant))
        }
    }
}

extension SelectedColumn: Placed {
    func moved(_ transplant: Transplant) -> SelectedColumn {
        var moved = placed(transplant)
        if case .field(let field) = kind { moved.kind = .field(field.moved(transplant)) }
        // A new name is not a formal, even if a formal has the same name.
        moved.alias = alias.moved(Transplant(to: transplant.range))
        return moved
    }
}
