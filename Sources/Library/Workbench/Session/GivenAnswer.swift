import QueryDiagnostics
import QueryPlan

/// What a statement gave: its rows, where it has some, and what was said about it.
struct GivenAnswer {
    var table: ResultTable?
    var findings: [Diagnostic] = []
}
