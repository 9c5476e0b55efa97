package import QueryDiagnostics

/// What a part of a statement means, or why it means nothing, with what there is to say about it.
package enum Resolved<Value: Sendable>: Sendable {
    /// The findings are warnings and infos.
    case value(Value, [Diagnostic])
    /// Among the findings is an error.
    case failed([Diagnostic])

    package var diagnostics: [Diagnostic] {
        switch self {
        case .value(_, let findings), .failed(let findings): findings
        }
    }
}
