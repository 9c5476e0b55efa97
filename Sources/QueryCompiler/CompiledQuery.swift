package import Diagnostics
package import QueryPlan
package import QuerySyntax

/// What a query means, or why it means nothing.
package struct CompiledQuery: Sendable {
    /// nil exactly when there is an error, or when the rows come from the last result.
    package var plan: Plan?
    /// Whether the rows are those of the last result (`_`).
    package var usesLastResult = false
    /// Work on the rows, in order.
    package var stages: [QuerySyntax.Stage] = []
    package var output: QuerySyntax.Output?
    package var diagnostics: [Diagnostic] = []

    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
