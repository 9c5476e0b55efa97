import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// Looks up the columns that stages name.
struct ColumnLookup {
    let binder: Binder
    let shape: RowShape
    /// Names in addition to those of the columns, for messages.
    var otherNames: [String] = []

    /// Returns the column that `column` names: a value, a key, `start` or `end`.
    func bind(_ column: QuerySyntax.Column) throws(Reported) -> RowColumn {
        switch column {
        case .aggregate(let aggregate): .value(try value(named: aggregate.kind.name, at: aggregate.range))
        case .name(let name): try bind(name)
        }
    }

    private func bind(_ name: Name) throws(Reported) -> RowColumn {
        var name = name
        // The column of an attribute has its bare name.
        if name.key.hasPrefix("\(PersonField.idName)."), !name.isQuoted { name.text.removeFirst(PersonField.idName.count + 1) }
        if let key = shape.keys.firstIndex(where: { $0.isNamed(name.key) }) { return .key(key) }
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
        let metric: MetricInfo? = if case .known(let known) = binder.context.contents.metricNames.resolve(name: name) { known } else { nil }
        let columns = shape.columns.indices.filter { !shape.columns[$0].isPrevious }.map { ($0, shape.columns[$0].info) }
        let candidates = columns.filter { _, info in
            Name.key(of: info.aggregate) == key || Name.key(of: info.fullName) == key
                || metric.map { info.isOf($0, among: columns.map(\.1)) } ?? false
        }.map(\.0)
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
        shape.columns.map(\.name) + shape.keys.map { $0.alias ?? $0.name } + (shape.hasTime ? ["start", "end"] + otherNames : [])
    }
}

extension ColumnInfo {
    /// The name with aggregate and metric: `sum_stepCount`.
    var fullName: String { metric.isEmpty || aggregate.isEmpty ? name : "\(aggregateName)_\(metricName)" }

    /// True if the column has the name of its aggregate, which nobody chose.
    var isNamedByAggregate: Bool { name == aggregateName }

    /// The name of the metric, or of its part.
    var metricName: String {
        guard let part else { return metric }
        return MetricCatalog.parts.first { $0.shortName == metric && $0.part?.title == part }?.name ?? metric
    }

    /// The name of the aggregate in columns, without spaces.
    private var aggregateName: String { (Aggregate(word: aggregate) ?? Aggregate(phrase: aggregate))?.columnName ?? aggregate }

    /// Returns true if `other` names this column: its metric, or its part of the metric if columns have several.
    fileprivate func isOf(_ other: MetricInfo, among columns: [ColumnInfo]) -> Bool {
        guard metric == other.shortName, aggregate != ColumnInfo.derived else { return false }
        if part == other.part?.title { return true }
        return !columns.contains { $0.metric == metric && $0.part == other.part?.title }
    }
}

extension StageBinder {
    func rowColumn(_ column: QuerySyntax.Column) throws(Reported) -> RowColumn {
        try ColumnLookup(binder: binder, shape: shape).bind(column)
    }
}
