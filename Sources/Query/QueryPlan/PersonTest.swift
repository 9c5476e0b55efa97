package import HealthModel
package import QueryVocabulary

/// The subject of a condition on people, or of a key.
package enum PersonField: Hashable, Sendable {
    case id
    /// A fact such as `group` or `age`, by its name.
    case attribute(String)

    /// The name of its column.
    package var name: String {
        switch self {
        case .id: PersonField.idName
        case .attribute(let name): name
        }
    }

    /// The name of the column with the ids.
    package static let idName = "person"
    /// The person without a name, as printed.
    package static let unnamed = Person.unnamedSign

    /// Returns the value of a person; nil if there is none, as for the id of the person without a name.
    package func value(of person: Person) -> KeyValue? {
        switch self {
        case .id: person.id.isEmpty ? nil : .text(person.id)
        case .attribute(let name):
            switch person.attributes[name] {
            case .number(let number)?: .number(number)
            case .date(let text)?, .text(let text)?: .text(text)
            case nil: nil
            }
        }
    }
}

/// A test of a person. All tests but `isMissing` fail for a missing value.
package enum PersonTest: Hashable, Sendable {
    case isMissing
    /// The value is one of these texts. Ids are compared exactly, other texts like those of samples.
    case among([String])
    case text(TextTest)
    /// A comparison of numbers.
    case number(Comparison, Double)
    /// A comparison of dates, which are texts like `2025-01-31`.
    case date(Comparison, String)

    package func holds(_ field: PersonField, of person: Person) -> Bool {
        guard let value = field.value(of: person) else { return self == .isMissing }
        switch self {
        case .isMissing: return false
        case .among(let texts):
            if field == .id { return texts.contains(value.text) }
            return texts.contains { Source.fold($0) == Source.fold(value.text) || Double($0).map { $0 == value.number } ?? false }
        case .text(let test):
            switch (field, test) {
            case (.id, .contains(let text)): return value.text.contains(text)
            case (.id, .startsWith(let text)): return value.text.hasPrefix(text)
            default: return (try? test.matcher()).map { $0(value.text) } ?? false
            }
        case .number(let comparison, let literal): return value.number.map(comparison.test(against: literal)) ?? false
        case .date(let comparison, let date):
            // Dates of four-digit years have the order of their texts.
            let place: Double = value.text == date ? 0 : value.text < date ? -1 : 1
            return comparison.test(against: 0)(place)
        }
    }
}

extension Predicate {
    /// Returns the condition as it is for the samples of one person, with the answers to its questions about the person.
    package func asked(of person: Person) -> Predicate {
        switch self {
        case .all(let parts): .allOf(parts.map { $0.asked(of: person) })
        case .any(let parts): .anyOf(parts.map { $0.asked(of: person) })
        case .not(let part): part.asked(of: person).negated
        case .person(let field, let test): .constant(test.holds(field, of: person))
        default: self
        }
    }

    /// True if the condition asks about people.
    package var asksAboutPersons: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains(where: \.asksAboutPersons)
        case .not(let part): part.asksAboutPersons
        case .person: true
        default: false
        }
    }
}

extension Plan {
    /// Returns the plan for the samples of one person. Conditions on people are answered, so that the plan is the same as without them.
    package func asked(of person: Person) -> Plan {
        var plan = self
        plan.predicate = Self.rest(of: predicate, for: person)
        guard case .statistics(var measures) = subject, hasOwnRules else { return plan }
        for index in measures.indices {
            let predicate = Self.rest(of: measures[index].own?.predicate, for: person)
            measures[index].own?.predicate = predicate
        }
        plan.subject = .statistics(measures)
        return plan
    }

    private static func rest(of predicate: Predicate?, for person: Person) -> Predicate? {
        guard let predicate, predicate.asksAboutPersons else { return predicate }
        let rest = predicate.asked(of: person)
        return rest == .constant(true) ? nil : rest
    }

    /// Returns false if no sample of a person can match the conditions.
    package func concerns(_ person: Person) -> Bool {
        guard case .statistics(let measures) = subject, hasOwnRules else { return predicate?.asked(of: person) != .constant(false) }
        return measures.contains { following($0).predicate?.asked(of: person) != .constant(false) }
    }
}
