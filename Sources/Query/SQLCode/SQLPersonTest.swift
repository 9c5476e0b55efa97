import Explanations
import HealthModel
import QueryPlan
import QueryVocabulary

/// Translates tests of people to SQL. Tests of a missing value are false, as in Tally, so that their negation is true.
///
/// Ids are never listed, because there can be very many. The values of attributes that match a text are, as those of sources.
struct SQLPersonTest {
    let field: PersonField
    let facts: SQLStoreFacts

    /// The column of the field in tables with samples.
    static func column(_ field: PersonField, _ facts: SQLStoreFacts) -> String {
        switch field {
        case .id: "person"
        case .attribute(let name): "fact\((facts.fields.firstIndex(of: name) ?? 0) + 1)"
        }
    }

    func text(_ test: PersonTest) throws(SQLRefusal) -> String {
        let column = Self.column(field, facts)
        guard case .attribute(let name) = field else { return try textOfId(test) }
        switch test {
        case .isMissing: return "\(column) IS NULL"
        case .number(let comparison, let number) where facts.numbers.contains(name):
            return "(\(column) IS NOT NULL AND \(column) \(comparison.sign) \(SQLLiteral.number(number)))"
        case .date(let comparison, let date) where !facts.numbers.contains(name):
            return "(\(column) IS NOT NULL AND \(column) \(comparison.sign) \(SQLLiteral.text(date)))"
        default: break
        }
        let known = Set(facts.members.compactMap { $0.attributes[name] })
        let matching = known.filter { test.holds(field, of: Person(id: "", attributes: [name: $0])) }
        guard !matching.isEmpty else { return "1 = 0" }
        let values = Set(matching.map(\.sql)).sorted().joined(separator: ", ")
        return "(\(column) IS NOT NULL AND \(column) IN (\(values)))"
    }

    private func textOfId(_ test: PersonTest) throws(SQLRefusal) -> String {
        let (text, matches): (String, (String) -> Bool)
        switch test {
        case .isMissing: return "person = ''"
        case .among(let ids): return "person IN (\(ids.sorted().map(SQLLiteral.text).joined(separator: ", ")))"
        case .text(.startsWith(let start)):
            text = "SUBSTR(person, 1, \(facts.idLength(start))) = \(SQLLiteral.text(start))"
            matches = { $0.unicodeScalars.starts(with: start.unicodeScalars) }
        case .text(.contains(let part)) where !part.isEmpty:
            text = "LENGTH(REPLACE(person, \(SQLLiteral.text(part)), '')) < LENGTH(person)"
            matches = { Array($0.utf8).contains(Array(part.utf8)) }
        default: throw refusal
        }
        // Letters and accents that are one character for Tally can be two for a database.
        let isExact = facts.members.allSatisfy { $0.id.isEmpty || matches($0.id) == test.holds(.id, of: $0) }
        guard isExact else { throw refusal }
        return "(person <> '' AND \(text))"
    }

    private var refusal: SQLRefusal {
        SQLRefusal(
            .condition, "this test of ids cannot be translated to SQL", help: "use `person in (…)` or `person starts with …`")
    }
}

extension Comparison {
    fileprivate var sign: String { self == .notEqual ? "<>" : rawValue }
}

extension PersonAttribute {
    fileprivate var sql: String {
        switch self {
        case .number(let number): SQLLiteral.number(number)
        case .date(let text), .text(let text): SQLLiteral.text(text)
        }
    }
}
