package import QuerySyntax

extension StatementKind {
    /// True for statements that read the store and answer, without files.
    package var isReading: Bool {
        guard files.isEmpty else { return false }
        switch self {
        case .query, .assert, .explain, .describe, .why, .anchor, .help, .show, .showAccess, .changes, .person(.describe): return true
        default: return false
        }
    }
}
