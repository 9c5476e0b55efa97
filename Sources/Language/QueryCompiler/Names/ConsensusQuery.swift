import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// `glucose ranges`: a name that the language defines, as `let` defines others (S2.12). A name of the user has precedence.
struct ConsensusQuery {
    /// Returns nil for any other name.
    init?(named name: Name) {
        guard name.key == Name.key(of: MeasureWord.glucoseRanges) else { return nil }
    }

    /// Returns the definition.
    ///
    /// The edges have the wider limit of each unit, so that a reading is in the range that the consensus says in either unit.
    ///
    /// - Parameters:
    ///   - unit: The unit of the average; nil for the usual one.
    ///   - isHeld: True if the query says how long readings last.
    func query(in unit: UnitText?, isHeld: Bool) -> Query? {
        func share(_ condition: String, _ name: String) -> String {
            isHeld
                ? "share (\(condition)) of bloodGlucose called \(name)"
                : "(share (\(condition)) of bloodGlucose holding 15min) called \(name)"
        }
        let written = unit.map { " in `\($0.text)`" } ?? ""
        let columns = [
            share("value < 54 mg/dL", "veryLow"),
            share("value >= 54 mg/dL and value < 70 mg/dL", "low"),
            share("value >= 70 mg/dL and value <= 10 mmol/L", "inRange"),
            share("value > 10 mmol/L and value <= 13.9 mmol/L", "high"),
            share("value > 13.9 mmol/L", "veryHigh"),
            "average bloodGlucose\(written) called average", "stddev bloodGlucose\(written) called stddev",
            "coverage bloodGlucose called coverage",
        ]
        let stages = ["derive gmi in % = 0.0331 + 0.0002392 * (average / 1 mg/dL)", "derive cv in % = stddev / average"]
        let parsed = Parser.parse(([columns.joined(separator: ", ")] + stages).joined(separator: " | "))
        guard case .query(let query)? = parsed.statements.first?.kind else { return nil }
        return query
    }
}

extension Binder {
    /// Returns the query with `glucose ranges` expanded; nil if it has none.
    func expandedConsensus(_ measures: [QuerySyntax.Measure], of query: Query) throws(Reported) -> Query? {
        for measure in measures where measure.isPlain {
            guard case .name(let name) = measure.metric, context.names[name] == nil, let consensus = ConsensusQuery(named: name) else {
                continue
            }
            guard measures.count == 1, measure.alias == nil, measure.clauses.isEmpty else {
                throw report(
                    .queryAsMetric, "`\(name.text)` has several columns, so it can't be one measure", at: measure.range,
                    help: "use it in a separate query, as in `\(name.text) last 14 days`")
            }
            return try entering(name) { () throws(Reported) in
                noteExpansion(of: name, at: name.range)
                asksForConsensus = true
                let isHeld = query.clauses.contains { $0.kind.word == .holding }
                return consensus.query(in: measure.unit, isHeld: isHeld).map { Transplant(to: name.range)($0) }
            }
        }
        return nil
    }
}
