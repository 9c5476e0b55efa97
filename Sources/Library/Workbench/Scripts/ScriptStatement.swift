import QueryDiagnostics
import QuerySyntax

/// A statement of a text that runs one statement at a time, for example in a shell.
package struct ScriptStatement: Sendable {
    let statement: Statement
    let source: SourceText

    /// True if the statement keeps printing until the user stops it, so that its output cannot be held back.
    package var isLive: Bool {
        switch statement.kind {
        case .watch, .learn: true
        default: false
        }
    }

    /// The text from the start of this statement to the end of the script.
    var rest: SourceText { SourceText(source[SourceRange(statement.range.start, source.bytes.count)]) }
}
