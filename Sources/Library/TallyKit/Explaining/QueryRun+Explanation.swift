package import QueryCompiler
import QueryPlan
import QuerySyntax

extension QueryRun {
    /// Returns a compiled query in another form.
    ///
    /// - Throws: `PipelineExplanation.Refusal` if the query can't be written in this form, or before the first answer that `_` could mean.
    package func explanation(of compiled: CompiledQuery, as kind: QueryExplanation, width: Int) throws -> String {
        let pipeline = try pipeline(of: compiled)
        return try PipelineExplanation(pipeline, of: query, reader: compiled.reader(of: reader), person: compiled.person)
            .text(as: kind, width: width)
    }

    /// Returns what a compiled query does, with its text.
    func pipeline(of compiled: CompiledQuery) throws -> Pipeline {
        guard var pipeline = compiled.pipeline else { throw PipelineExplanation.Refusal(finding: Self.noLastResult(for: query)) }
        pipeline.plan.text = QueryFormatter.text(of: query)
        return pipeline
    }
}
