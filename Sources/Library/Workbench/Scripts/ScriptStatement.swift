import QueryDiagnostics
import QuerySyntax

/// A statement of a text that is run one statement at a time, as a shell does.
package struct ScriptStatement: Sendable {
    let statement: Statement
    let source: SourceText

    /// Whether it prints one thing after the other while somebody watches, so that nothing can wait for its end.
    package var isLive: Bool {
        switch statement.kind {
        case .watch, .learn: true
        default: false
        }
    }

    /// It and what stands behind it.
    var rest: SourceText { SourceText(source[SourceRange(statement.range.start, source.bytes.count)]) }
}
