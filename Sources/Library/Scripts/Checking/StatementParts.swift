import QueryHelp
import QueryVocabulary
package import QueryCompiler
package import QueryDiagnostics
package import QuerySyntax

extension NameTable.Entry {
    /// Returns an entry with the number of an anchor, because the name stands for this moment, and not for a later one.
    package func withAnchor(_ anchor: Int64) -> NameTable.Entry {
        let text = "\(anchor)"
        let number = NumberLiteral(value: Double(anchor), text: text, range: SourceRange(0, text.utf8.count))
        return NameTable.Entry(name: name, value: .literal(.number(number, nil)), source: SourceText(text))
    }
}

extension Query {
    /// Returns the query with `_` replaced by `last`, so that it can be saved.
    package func continuing(_ last: Query?) -> Query {
        guard case .lastResult = source, var whole = last else { return self }
        whole.stages += stages
        whole.output = output ?? whole.output
        return whole
    }
}

extension ListReference {
    /// Returns an error if the metric is missing, for lists of only one metric.
    package func needsMetric(_ reference: MetricReference?) -> Diagnostic? {
        guard word == .overlap, reference == nil else { return nil }
        return Diagnostic(.missingMetric, "`show overlap` needs a metric", at: range, help: "write `show overlap of steps`")
    }
}

extension Statement {
    /// Returns the statement with what it may mean in everyday words or in other languages, just before it runs.
    package func ready(in source: SourceText, knowing names: NameTable) -> Statement {
        helped(in: source, on: nil, knowing: names.knows)
    }
}
