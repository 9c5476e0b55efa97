import QueryPlan
import TallyKit

/// The rows of a statement, if it has any, its findings, and the rows of watches that it changed.
struct GivenAnswer {
    var table: ResultTable?
    var findings: [Diagnostic] = []
    /// The changes of each named watch through the statement, by its key.
    var changes: [String: WatchedRows.Difference] = [:]
}
