package import QueryDiagnostics

/// The meaning of a part of a statement with its findings, or the errors if it has none.
package enum Resolved<Value: Sendable>: Sendable {
    /// Success; the findings are warnings and notes.
    case value(Value, [Diagnostic])
    /// Failure; the findings contain an error.
    case failed([Diagnostic])

    package var diagnostics: [Diagnostic] {
        switch self {
        case .value(_, let findings), .failed(let findings): findings
        }
    }

    /// Returns the findings with the transformed value.
    package func map<Other: Sendable>(_ transform: (Value) -> Other) -> Resolved<Other> {
        switch self {
        case .value(let value, let findings): .value(transform(value), findings)
        case .failed(let findings): .failed(findings)
        }
    }
}
