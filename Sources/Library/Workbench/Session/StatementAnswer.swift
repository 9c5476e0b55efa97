import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering

/// The rows of a query, their plan, and their destination.
struct StatementAnswer {
    var table: ResultTable
    var plan: Plan?
    /// The rows in the form that further stages are bound to.
    var rows: BoundRows?
    var output: QuerySyntax.Output?
    /// The lines across the chart.
    var lines: [ReferenceLine] = []
    /// The ends of the value axis; nil if the query sets none.
    var axis: ChartEnds?
    /// True if an earlier answer of the same statement wrote the file, so that it may be replaced.
    var mayReplaceFile = false
    /// The role of the rows in a series of answers; nil for a single answer.
    var event: RowEvent?
    /// The time to compile and run the query and to write its file, in seconds.
    var seconds = 0.0
}
