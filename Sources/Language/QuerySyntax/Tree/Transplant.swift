package import QueryDiagnostics
import QueryVocabulary

/// Moves a part of a tree to the position of the name that refers to it.
///
/// The value of a `let` or `def` was written in another text. All of its parts get the position of the name, so that errors are reported
/// there. Names of formals move into the scope of their call, so that they don't clash with other names.
package struct Transplant: Sendable {
    /// The new position of every part; nil to keep the positions.
    package var range: SourceRange?
    /// The keys of the names that belong to `scope`.
    package var formals: Set<String>
    package var scope: Int?

    package init(to range: SourceRange? = nil, formals: Set<String> = [], scope: Int? = nil) {
        self.range = range
        self.formals = formals
        self.scope = scope
    }

    package func callAsFunction(_ query: Query) -> Query { query.moved(self) }
    package func callAsFunction(_ clause: Clause) -> Clause { clause.moved(self) }
    package func callAsFunction(_ value: LetStatement.Value) -> LetStatement.Value { value.moved(self) }
}

/// A part of a tree that a transplant can move.
protocol Transplantable {
    func moved(_ transplant: Transplant) -> Self
}

/// A part whose only movable content is its position.
protocol Placed: Transplantable {
    var range: SourceRange { get set }
}

extension Placed {
    func moved(_ transplant: Transplant) -> Self { placed(transplant) }

    func placed(_ transplant: Transplant) -> Self {
        guard let range = transplant.range else { return self }
        var moved = self
        moved.range = range
        return moved
    }
}

extension Optional: Transplantable where Wrapped: Transplantable {
    func moved(_ transplant: Transplant) -> Self { map { $0.moved(transplant) } }
}

extension Array: Transplantable where Element: Transplantable {
    func moved(_ transplant: Transplant) -> Self { map { $0.moved(transplant) } }
}

extension SourceRange: Transplantable {
    func moved(_ transplant: Transplant) -> SourceRange { transplant.range ?? self }
}

extension NumberLiteral: Placed {}
extension TextLiteral: Placed {}
extension TimeLiteral: Placed {}
extension DateLiteral: Placed {}
extension CoarseDate: Placed {}
extension WeekdayPhrase: Placed {}
extension MonthPhrase: Placed {}
extension AggregatePhrase: Placed {}

extension Name: Placed {
    func moved(_ transplant: Transplant) -> Name {
        var moved = placed(transplant)
        if scope == nil, transplant.formals.contains(key) { moved.scope = transplant.scope }
        return moved
    }
}

extension UnitText: Placed {
    func moved(_ transplant: Transplant) -> UnitText {
        var moved = placed(transplant)
        if scope == nil, transplant.formals.contains(Name.key(of: text)) { moved.scope = transplant.scope }
        return moved
    }
}

// MARK: Values

extension Literal: Transplantable {
    func moved(_ transplant: Transplant) -> Literal {
        switch self {
        case .number(let number, let unit): .number(number.moved(transplant), unit.moved(transplant))
        case .duration(let amount): .duration(amount.moved(transplant))
        case .texts(let texts): .texts(texts.moved(transplant))
        case .when(let when): .when(when.moved(transplant))
        case .span(let span): .span(span.moved(transplant))
        case .time(let time): .time(time.moved(transplant))
        case .weekday(let day): .weekday(day.moved(transplant))
        case .bool(let value, let range): .bool(value, range.moved(transplant))
        case .name(let name): .name(name.moved(transplant))
        case .unit(let unit): .unit(unit.moved(transplant))
        case .zones(let history): .zones(history.moved(transplant))
        case .times(let times): .times(times.moved(transplant))
        }
    }
}

extension ZoneHistoryPhrase: Placed {
    func moved(_ transplant: Transplant) -> ZoneHistoryPhrase {
        var moved = placed(transplant)
        moved.stretches = stretches.map { Stretch(zone: $0.zone.moved(transplant), until: $0.until.moved(transplant)) }
        moved.last = last.moved(transplant)
        return moved
    }
}

extension Count: Transplantable {
    func moved(_ transplant: Transplant) -> Count {
        switch self {
        case .number(let number, let range): .number(number, range.moved(transplant))
        case .name(let name): .name(name.moved(transplant))
        }
    }
}

extension NumberOperand: Transplantable {
    func moved(_ transplant: Transplant) -> NumberOperand {
        switch self {
        case .number(let number): .number(number.moved(transplant))
        case .name(let name): .name(name.moved(transplant))
        }
    }
}

extension TextOperand: Transplantable {
    func moved(_ transplant: Transplant) -> TextOperand {
        switch self {
        case .text(let text): .text(text.moved(transplant))
        case .name(let name): .name(name.moved(transplant))
        }
    }
}

extension LetStatement.Value: Transplantable {
    func moved(_ transplant: Transplant) -> LetStatement.Value {
        switch self {
        case .query(let query): .query(query.moved(transplant))
        case .predicate(let predicate): .predicate(predicate.moved(transplant))
        case .intervals(let set): .intervals(set.moved(transplant))
        case .anchor(let metric): .anchor(metric.moved(transplant))
        case .when(let when): .when(when.moved(transplant))
        case .span(let span): .span(span.moved(transplant))
        case .unit(let unit): .unit(unit.moved(transplant))
        case .literal(let literal): .literal(literal.moved(transplant))
        }
    }
}

// MARK: Times

extension When: Placed {
    func moved(_ transplant: Transplant) -> When {
        var moved = placed(transplant)
        switch kind {
        case .instant(let instant): moved.kind = .instant(instant.moved(transplant))
        case .shift(let shift): moved.kind = .shift(shift.moved(transplant))
        case .startOf(let span): moved.kind = .startOf(span.moved(transplant))
        }
        return moved
    }
}

extension InstantPhrase: Transplantable {
    func moved(_ transplant: Transplant) -> InstantPhrase {
        switch self {
        case .dateTime(let literal): .dateTime(literal.moved(transplant))
        case .date(let date, let time): .date(date.moved(transplant), time.moved(transplant))
        case .coarse(let coarse): .coarse(coarse.moved(transplant))
        case .now: .now
        case .today(let time): .today(time.moved(transplant))
        case .yesterday(let time): .yesterday(time.moved(transplant))
        case .weekday(let day, let time): .weekday(day.moved(transplant), time.moved(transplant))
        case .month(let month, let time): .month(month.moved(transplant), time.moved(transplant))
        case .name(let name): .name(name.moved(transplant))
        }
    }
}

extension DateTimeLiteral: Placed {
    func moved(_ transplant: Transplant) -> DateTimeLiteral {
        var moved = placed(transplant)
        moved.date = date.moved(transplant)
        moved.time = time.moved(transplant)
        return moved
    }
}

extension Shift: Placed {
    func moved(_ transplant: Transplant) -> Shift {
        var moved = placed(transplant)
        moved.amount = amount.moved(transplant)
        return moved
    }
}

extension Span: Placed {
    func moved(_ transplant: Transplant) -> Span {
        var moved = placed(transplant)
        if case .last(let count, let full, let unit) = kind { moved.kind = .last(count.moved(transplant), full: full, unit) }
        return moved
    }
}

extension PeriodPhrase: Transplantable {
    func moved(_ transplant: Transplant) -> PeriodPhrase {
        switch self {
        case .date(let date): .date(date.moved(transplant))
        case .coarse(let coarse): .coarse(coarse.moved(transplant))
        case .span(let span): .span(span.moved(transplant))
        case .weekday(let day): .weekday(day.moved(transplant))
        case .month(let month): .month(month.moved(transplant))
        case .name(let name): .name(name.moved(transplant))
        }
    }
}

extension TimeAmount: Placed {
    func moved(_ transplant: Transplant) -> TimeAmount {
        var moved = placed(transplant)
        moved.count = count.moved(transplant)
        return moved
    }
}

extension TimeAmountPhrase: Transplantable {
    func moved(_ transplant: Transplant) -> TimeAmountPhrase {
        switch self {
        case .amount(let amount): .amount(amount.moved(transplant))
        case .name(let name): .name(name.moved(transplant))
        }
    }
}
