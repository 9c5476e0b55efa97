import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// Conditions and keys that ask about persons: `person is P07`, `age > 60`, `by group`.
extension Binder {
    /// The attributes of the persons in the store, by name.
    var attributes: [String] { context.contents.attributes }

    /// Returns what `name` asks of a person; nil if it is another name.
    func personField(_ name: Name) throws(Reported) -> PersonField? {
        guard context.names[name] == nil, let words = PersonWords(name) else { return nil }
        guard let attribute = words.attribute else { return .id }
        if let known = attributes.first(where: { Name.key(of: $0) == attribute }) { return .attribute(known) }
        guard words.isExplicit else { return nil }
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

    /// Returns the query with attributes as keys of rows of persons, if a later stage groups by them. Each person has one value, so
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

    /// Reports an id that no person has.
    func checkPerson(_ id: String, at range: SourceRange) throws(Reported) {
        let known = context.contents.knownPersons
        guard !context.contents.mayGrow, !known.contains(id), known.count > 1 || known.first != "" else { return }
        throw report(
            .unknownPerson, "the store has no person `\(id)`", at: range, help: "`show persons` lists the persons of the store",
            fix: .spelling(Suggestion.best(for: id, among: known.filter { !$0.isEmpty }), at: range))
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
        let test: QueryPlan.Predicate
        switch comparison {
        case .equal, .notEqual:
            test = .person(field, try equality(field, literal))
            return comparison == .notEqual ? .not(test) : test
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            if case .number(let number, nil) = literal, field != .id { return .person(field, .number(comparison, number.value)) }
            if field != .id, let date = try date(literal) { return .person(field, .date(comparison, date)) }
            throw binder.report(
                .unorderedField, "can't use this comparison: persons are compared as texts", at: literal.range,
                help: field == .id ? "use `is`, `in (…)` or `starts with`" : "compare with a number or a date, or use `is`")
        }
    }

    private func equality(_ field: PersonField, _ literal: Literal) throws(Reported) -> PersonTest {
        if field != .id {
            if case .number(let number, nil) = literal { return .number(.equal, number.value) }
            if let date = try date(literal) { return .date(.equal, date) }
        }
        let texts = try names(literal)
        if field == .id { for text in texts { try binder.checkPerson(text, at: literal.range) } }
        return .among(texts)
    }

    /// Returns a date as text, or nil if the literal is not a date.
    private func date(_ literal: Literal) throws(Reported) -> String? {
        guard case .when(let when) = literal else { return nil }
        let time = try times.resolve(when, binder)
        return ISO8601.text(of: times.calendar.zone.date(at: time.start))
    }
}
