import QueryVocabulary
import QueryDiagnostics
import HealthModel
import QueryPlan
import QuerySyntax

/// Looks up the columns that stages name.
struct ColumnLookup {
    let binder: Binder
    let shape: RowShape

    /// Returns the column that `column` names: a value, a key, `start` or `end`.
    func bind(_ column: QuerySyntax.Column) throws(Reported) -> RowColumn {
        switch column {
        case .aggregate(let aggregate): .value(try value(named: aggregate.kind.name, at: aggregate.range))
        case .name(let name): try bind(name)
        }
    }

    private func bind(_ name: Name) throws(Reported) -> RowColumn {
        if let key = shape.keys.firstIndex(where: { Name.key(of: $0.name) == name.key }) { return .key(key) }
        if shape.hasTime, !shape.columns.contains(where: { Name.key(of: $0.name) == name.key }) {
            if name.key == "start" { return .start }
            if name.key == "end" { return .end }
        }
        return .value(try value(named: name.text, at: name.range))
    }

    /// Returns the value column named `name`, or the only column with this aggregate or metric.
    func value(named name: String, at range: SourceRange) throws(Reported) -> Int {
        let key = Name.key(of: name)
        if let column = shape.columns.firstIndex(where: { Name.key(of: $0.name) == key }) { return column }
        let metric: String? = if case .known(let known) = MetricCatalog.resolve(name: name) { known.shortName } else { nil }
        let candidates = shape.columns.indices.filter { index in
            let info = shape.columns[index].info
            return !shape.columns[index].isPrevious && (Name.key(of: info.aggregate) == key || info.metric == metric)
        }
        if candidates.count == 1 { return candidates[0] }
        let names = candidates.map { "`\(shape.columns[$0].name)`" }.joined(separator: ", ")
        if !candidates.isEmpty {
            throw binder.report(
                .ambiguousColumn, "`\(name)` is ambiguous: it could be any of \(names)", at: range, help: "write one of these names")
        }
        let suggestion = Suggestion.best(for: name, among: known)
        throw binder.report(
            .unknownColumn, "unknown column `\(name)`", at: range,
            help: "the columns are \(known.map { "`\($0)`" }.joined(separator: ", "))", fix: .spelling(suggestion, at: range))
    }

    /// All names that a stage can use.
    private var known: [String] {
        shape.columns.map(\.name) + shape.keys.map(\.name) + (shape.hasTime ? ["start", "end"] : [])
    }
}

extension StageBinder {
    func rowColumn(_ column: QuerySyntax.Column) throws(Reported) -> RowColumn {
        try ColumnLookup(binder: binder, shape: shape).bind(column)
    }
}
