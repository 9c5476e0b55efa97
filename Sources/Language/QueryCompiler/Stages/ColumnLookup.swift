import QueryVocabulary
import QueryDiagnostics
import HealthModel
import QueryPlan
import QuerySyntax

/// Finds the columns that stages name.
struct ColumnLookup {
    let shape: RowShape

    /// Returns what `column` names: a column of numbers, a key, or `start` and `end`; nil after a report.
    func bind(_ column: QuerySyntax.Column, _ binder: inout Binder) -> RowColumn? {
        switch column {
        case .aggregate(let aggregate):
            return value(named: aggregate.kind.name, at: aggregate.range, &binder).map { .value($0) }
        case .name(let name): return bind(name, &binder)
        }
    }

    private func bind(_ name: Name, _ binder: inout Binder) -> RowColumn? {
        if let key = shape.keys.firstIndex(where: { Name.key(of: $0.name) == name.key }) { return .key(key) }
        if shape.hasTime, !shape.columns.contains(where: { Name.key(of: $0.name) == name.key }) {
            if name.key == "start" { return .start }
            if name.key == "end" { return .end }
        }
        return value(named: name.text, at: name.range, &binder).map { .value($0) }
    }

    /// Returns the column of numbers that is called `name`, is of this aggregate, or of this metric where no other one is; nil after a report.
    func value(named name: String, at range: SourceRange, _ binder: inout Binder) -> Int? {
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
            binder.report(.ambiguousColumn, "`\(name)` may be any of \(names)", at: range, help: "write one of these names")
            return nil
        }
        let suggestion = Suggestion.best(for: name, among: known)
        binder.report(
            .unknownColumn, "the rows have no column `\(name)`", at: range,
            help: "their columns are \(known.map { "`\($0)`" }.joined(separator: ", "))", fix: .spelling(suggestion, at: range))
        return nil
    }

    /// Everything that a stage can name.
    private var known: [String] {
        shape.columns.map(\.name) + shape.keys.map(\.name) + (shape.hasTime ? ["start", "end"] : [])
    }
}

extension StageBinder {
    func rowColumn(_ column: QuerySyntax.Column, _ binder: inout Binder) -> RowColumn? {
        ColumnLookup(shape: shape).bind(column, &binder)
    }
}
