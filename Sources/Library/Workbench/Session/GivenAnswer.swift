import QueryDiagnostics
import QueryPlan

/// The rows of a statement, if it has any, and its findings.
struct GivenAnswer {
    var table: ResultTable?
    var findings: [Diagnostic] = []
}
