import QueryCompiler
import QueryPlan
import QuerySyntax
import ResultRendering

/// The rows of a query, what they were computed from, and where they go.
struct StatementAnswer {
    var table: ResultTable
    var plan: Plan?
    /// What further stages are bound to.
    var rows: BoundRows?
    var output: QuerySyntax.Output?
    /// Whether its file is one that an earlier answer of the same statement wrote.
    var mayReplaceFile = false
    /// What its rows are in a series of answers; nil where it is the only one.
    var event: RowEvent?
    /// How long it took to compile and to run the query, and to write it to a file.
    var seconds = 0.0
}
