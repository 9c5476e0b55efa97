import QueryPlan
import QueryVocabulary

/// Finds the people who can have samples in the range. The facts about them are keys of rows that combine people.
struct SQLNearPersons {
    static let table = "near_persons"

    let plan: Plan
    let facts: SQLStoreFacts
    /// The tables with samples.
    let samples: [SQLSamples]

    /// Adds the table of the keys that are facts about people.
    func add(to query: inout SQLQuery) throws(SQLRefusal) {
        let persons = SQLPersons(plan)
        let shown = SQLKeys(plan).codes.map { "\(code($0)) AS \($0.column)" }.joined(separator: ", ")
        var parts: [String] = []
        for table in samples {
            // The rules of a measure can concern other people than those of the query.
            let condition = try (plan.hasOwnRules ? table.plan.predicate?.ofPersonsAlone : nil).map { (predicate) throws(SQLRefusal) in
                "\nWHERE \(try SQLPredicate(facts).text(predicate).text)"
            }
            let columns = facts.fields.indices.map { "fact\($0 + 1)" }
            parts.append(
                """
                SELECT \(shown)
                FROM \(table.prefix)_samples\(condition ?? "")
                GROUP BY \((persons.columns + columns).joined(separator: ", "))
                HAVING \(isNear(table.plan))
                """)
        }
        let distinct = parts.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        query.add(Self.table, "Facts about the persons who have samples near the range.", distinct.joined(separator: "\nUNION\n"))
    }

    private func code(_ code: SQLKeys.Code) -> String {
        guard case .person(let field) = code.split else { return "''" }
        return facts.code(of: field)
    }

    private func isNear(_ plan: Plan) -> String {
        let persons = SQLPersons(plan)
        guard !persons.model.range.isUnknown else { return "1 = 0" }
        let slack = plan.holding.map { " + \($0)" } ?? ""
        let starts = "MIN(start_ms) <= \(persons.range.end)\(slack)"
        return plan.rules.weighting == .hold ? starts : "\(starts) AND MAX(end_ms)\(slack) >= \(persons.range.start)"
    }
}
