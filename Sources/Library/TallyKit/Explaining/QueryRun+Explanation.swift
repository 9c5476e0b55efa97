package import QueryCompiler
package import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary
package import ResultRendering

extension QueryRun {
    /// Returns a compiled query in another form.
    ///
    /// - Parameter drawing: runs the query, and draws its answer, for code of a chart. By default, the query decides how.
    /// - Throws: `PipelineExplanation.Refusal` if the query can't be written in this form, or before the first answer that `_` could mean.
    package func explanation(
        of compiled: CompiledQuery, as kind: QueryExplanation, width: Int, drawing: (() throws -> ResultDrawing)? = nil
    ) throws -> String {
        let pipeline = try pipeline(of: compiled)
        let explanation = PipelineExplanation(
            pipeline, of: query, reader: try compiled.reader(of: reader), person: compiled.person,
            drawing: drawing ?? { try self.drawing(of: compiled) })
        return try explanation.text(as: kind, width: width)
    }

    /// Returns what a compiled query does, with its text.
    func pipeline(of compiled: CompiledQuery) throws -> Pipeline {
        guard var pipeline = compiled.pipeline else { throw PipelineExplanation.Refusal(finding: Self.noLastResult(for: query)) }
        pipeline.plan.text = QueryFormatter.text(of: query)
        return pipeline
    }

    /// Runs a compiled query, and draws its answer in the form that the query names.
    private func drawing(of compiled: CompiledQuery) throws -> ResultDrawing {
        let rows = try rows(of: compiled, after: nil)
        var options = ChartOptions()
        options.now = rows.plan?.nowOfRows
        if let weekStart = rows.plan?.weekStart { options.weekStart = weekStart }
        options.lower = compiled.axis?.lower
        options.upper = compiled.axis?.upper
        options.lines = compiled.lines
        do throws(ChartRefusal) {
            return try ResultDrawing(rows.table, as: compiled.output?.format ?? .chart, options: options)
        } catch {
            throw PipelineExplanation.Refusal(finding: Diagnostic(error, at: compiled.output?.formatRange ?? query.range))
        }
    }
}

extension Diagnostic {
    /// The report that rows cannot be drawn in a form.
    package init(_ refusal: ChartRefusal, at place: SourceRange) {
        let code: DiagnosticCode =
            switch refusal.reason {
            case .noNumbers: .chartWithoutNumbers
            case .noOrder: .lineWithoutOrder
            case .tooManyKeys: .tooManyChartRows
            case .oneDimension: .heatmapOfOneKey
            case .noAxis: .ruleOfChart
            }
        self.init(code, refusal.message, at: place, help: refusal.help)
    }
}
