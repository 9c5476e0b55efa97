import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary
import TerminalText

/// Conditions and keys that ask about people: `person is P07`, `age > 60`, `by group`.
extension Binder {
    /// The attributes of the people in the store, by name.
    var attributes: [String] { context.contents.attributes }

    /// Returns what `name` asks of a person; nil if it is another name.
    func personField(_ name: Name) throws(Reported) -> PersonField? {
        guard context.names[name] == nil, let words = PersonWords(name) else { return nil }
        guard let attribute = words.attribute else { return .id }
        if let known = attributes.first(where: { Name.key(of: $0) == attribute }) { return .attribute(known) }
        guard words.isExplicit else { return nil }
        if let app = context.actor {
            // The same error for an attribute that people have and for one that they lack (S10.4).
            throw report(
                .ownersOnly, "\(ScreenText.visible(app)) can't see the attributes of persons", at: name.range,
                help: context.asker == nil ? "write `act as owner` first" : "ask as the owner, without `--act-as` and TALLY_ACT_AS")
        }
        let texts = attributes.map { "person.\($0)" }
        throw report(
            .unknownField, "persons have no attribute `\(name.text.dropFirst("person.".count))`", at: name.range,
            help: texts.isEmpty ? "`tally import --people FILE` reads attributes of persons" : "use \(texts.joined(separator: ", "))",
            fix: .spelling(Suggestion.best(for: name.text, among: texts), at: name.range))
    }

    /// Returns true if `name` asks about a person.
    func isPersonField(_ name: Name) -> Bool {
        guard context.names[name] == nil, let words = PersonWords(name) else { return false }
        guard let attribute = words.attribute, !words.isExplicit else { return true }
        return attributes.contains { Name.key(of: $0) == attribute }
    }

    /// Returns the query with attributes as keys of rows of people, if a later stage groups by them. Each person has one value, so
    /// `by week and person | average by group` has the rows of `by week, person and group | average by group`.
    func withAttributesOfStages(_ query: QuerySyntax.Query) -> QuerySyntax.Query {
        var query = query
        var wanted: [GroupingKey] = []
        for index in query.stages.indices.reversed() {
            guard case .aggregate(let aggregates, by: let keys) = query.stages[index].kind else { continue }
            query.stages[index].kind = .aggregate(aggregates, by: adding(wanted, to: keys))
            wanted = keys.filter { attributeName($0) != nil } + (isByPerson(keys) ? wanted : [])
        }
        for index in query.clauses.indices {
            guard case .by(let keys) = query.clauses[index].kind else { continue }
            query.clauses[index].kind = .by(adding(wanted, to: keys))
        }
        return query
    }

    private func isByPerson(_ keys: [GroupingKey]) -> Bool {
        keys.contains { key in if case .interval(.name(let name), _) = key.kind { name.key == PersonField.idName } else { false } }
    }

    private func adding(_ wanted: [GroupingKey], to keys: [GroupingKey]) -> [GroupingKey] {
        guard isByPerson(keys) else { return keys }
        return wanted.reduce(into: keys) { keys, key in
            if !keys.contains(where: { attributeName($0) == attributeName(key) }) { keys.append(key) }
        }
    }

    /// Returns the key of the attribute that a key names; nil if it names none.
    private func attributeName(_ key: GroupingKey) -> String? {
        guard case .interval(.name(let name), _) = key.kind, isPersonField(name) else { return nil }
        return PersonWords(name)?.attribute
    }

    /// Returns the ids that texts mean, and reports those that no person has. The person without a name has the empty id.
    func ids(_ texts: [String], at range: SourceRange) throws(Reported) -> [String] {
        try texts.map { (text) throws(Reported) in
            let id = Person.id(written: text)
            try checkPerson(id, at: range)
            // The same id can be written with other bytes, as é in one character or in two.
            return context.contents.knownPersons.first { $0 == id } ?? id
        }
    }

    /// Returns true for `missing` in a list of ids or values. In quotes, it is a text.
    func isMissing(_ literal: Literal) -> Bool {
        guard case .name(let name) = literal, !name.isQuoted, context.names[name] == nil else { return false }
        return name.text.lowercased() == "missing"
    }

    /// Reports an id that no person has.
    private func checkPerson(_ id: String, at range: SourceRange) throws(Reported) {
        let known = context.contents.knownPersons
        guard !context.contents.mayGrow, !known.contains(id), known.count > 1 || known.first != "" else { return }
        throw report(
            .unknownPerson, "the store has no person `\(id.isEmpty ? PersonField.unnamed : id)`", at: range,
            // An app can't list the people, and learns no ids.
            help: context.actor == nil ? "`show persons` lists the persons of the store" : nil,
            fix: context.actor == nil ? .spelling(Suggestion.best(for: id, among: known.filter { !$0.isEmpty }), at: range) : nil)
    }
}

/// The parts of `person`, `person.group` or `group`.
private struct PersonWords {
    /// The key of the attribute; nil for the id.
    var attribute: String?
    /// True if `person` is written.
    var isExplicit = true

    init?(_ name: Name) {
        guard !name.isQuoted else { return nil }
        if name.key == PersonField.idName { return }
        let parts = name.key.split(separator: ".", maxSplits: 1)
        isExplicit = parts.count == 2 && parts[0] == PersonField.idName
        guard isExplicit || parts.count == 1, let last = parts.last else { return nil }
        attribute = String(last)
    }
}

extension PredicateBinder {
    func personComparison(
        _ field: PersonField, _ comparison: Comparison, _ literal: Literal
    ) throws(Reported) -> QueryPlan.Predicate {
        if case .attribute(let name) = field { return try attributeComparison(name, comparison, literal) }
        guard comparison.isEquality else {
            throw binder.report(
                .unorderedField, "can't use this comparison: persons are compared as texts", at: literal.range,
                help: "use `is`, `in (…)` or `starts with`")
        }
        let ids = try binder.ids(try names(literal), at: literal.range)
        let named = ids.filter { !$0.isEmpty }
        var tests: [QueryPlan.Predicate] = named.isEmpty ? [] : [.person(field, .among(named))]
        if named.count < ids.count { tests.insert(.person(field, .isMissing), at: 0) }
        let test = tests.count == 1 ? tests[0] : .any(tests)
        return comparison == .notEqual ? .not(test) : test
    }

    /// Compares an attribute. Numbers are compared with numbers and dates with dates, never by the order of their texts.
    private func attributeComparison(
        _ name: String, _ comparison: Comparison, _ literal: Literal
    ) throws(Reported) -> QueryPlan.Predicate {
        let field = PersonField.attribute(name)
        let kind = binder.context.contents.attributeKinds[name] ?? AttributeKind(.text)
        func equality(_ test: PersonTest) -> QueryPlan.Predicate {
            comparison == .notEqual ? .not(.person(field, test)) : .person(field, test)
        }
        switch (kind.values, literal) {
        case (.date, .when), (.date, .number):
            if let test = try dateTest(field, comparison, literal) { return test }
        case (.number, .when): break
        case (_, .number(let number, nil)):
            if comparison.isEquality { return equality(.number(.equal, number.value)) }
            if kind.values == .number { return .person(field, .number(comparison, number.value)) }
        case (_, .when(let when)) where comparison.isEquality:
            return equality(.date(.equal, ISO8601.text(of: times.calendar.zone.date(at: try times.resolve(when, binder).start))))
        default:
            if comparison.isEquality { return equality(.among(try names(literal))) }
        }
        throw refusal(of: literal, for: name, kind, sign: comparison.rawValue)
    }

    /// Compares dates; nil if the literal is not a date. Like times of samples, `joined > 2025-01` means after that month, and
    /// `joined <= 2025-01` includes it.
    private func dateTest(_ field: PersonField, _ comparison: Comparison, _ literal: Literal) throws(Reported) -> QueryPlan.Predicate? {
        let named: ResolvedTime? =
            switch literal {
            case .when(let when): try times.resolve(when, binder)
            case .number(let number, nil): TimeResolver.year(number).flatMap { times.period(named: .year($0)) }
            default: nil
            }
        guard let time = named else { return nil }
        let zone = times.calendar.zone
        let first = ISO8601.text(of: zone.date(at: time.start))
        func test(_ comparison: Comparison, _ day: String) -> QueryPlan.Predicate { .person(field, .date(comparison, day)) }
        let lastDay = ISO8601.text(of: zone.date(at: Instant(milliseconds: max(time.start.milliseconds, time.end.milliseconds - 1))))
        if lastDay == first {
            return comparison == .notEqual ? .not(test(.equal, first)) : test(comparison, first)
        }
        switch comparison {
        case .less, .greaterOrEqual: return test(comparison, first)
        case .lessOrEqual, .greater: return test(comparison, lastDay)
        case .equal: return .all([test(.greaterOrEqual, first), test(.lessOrEqual, lastDay)])
        case .notEqual: return .not(.all([test(.greaterOrEqual, first), test(.lessOrEqual, lastDay)]))
        }
    }

    /// Reports a literal that is not of the kind of an attribute.
    private func refusal(of literal: Literal, for name: String, _ kind: AttributeKind, sign: String) -> Reported {
        var message: String
        var help: String
        var fix: Diagnostic.Fix?
        let quoted: String? = if case .texts(let texts) = literal, texts.count == 1 { texts[0].value } else { nil }
        switch kind.values {
        case .number:
            message = "`\(name)` is a number, so it can only be compared with numbers"
            help = "write for example `\(name) \(sign) 60`"
            if let quoted, PersonAttribute.number(quoted) != nil { fix = [.init(literal.range, quoted)] }
        case .date:
            message = "`\(name)` is a date, so it can only be compared with dates"
            help = "write for example `\(name) \(sign) 2025-01-31`, without quotes"
            if let quoted, PersonAttribute.isDate(quoted) { fix = [.init(literal.range, quoted)] }
        case .text:
            let isDate = if case .when = literal { true } else { kind.notNumber == nil }
            message = "`\(name)` is a text, so it has no order"
            help = "use `is`, `in (…)` or `contains`"
            if let other = isDate ? kind.notDate : kind.notNumber {
                message += ": the value `\(other)` of a person is not a \(isDate ? "date" : "number")"
                help = "leave such values empty in the list of persons, and import it again with `tally import --people FILE`"
            }
        }
        return binder.report(.unorderedField, message, at: literal.range, help: help, fix: fix)
    }
}
