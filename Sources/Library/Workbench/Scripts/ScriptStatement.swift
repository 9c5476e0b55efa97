import EngineStorage
import HealthModel
import QueryDiagnostics
import QuerySyntax

/// A statement of a text that runs one statement at a time, for example in a shell.
package struct ScriptStatement: Sendable {
    let statement: Statement
    let source: SourceText

    /// True if the statement keeps printing until the user stops it, so that its output cannot be held back.
    package var isLive: Bool {
        switch statement.kind {
        case .watch(let watch): watch.name == nil
        case .learn: true
        default: false
        }
    }

    /// The text from the start of this statement to the end of the script.
    var rest: SourceText { SourceText(source[SourceRange(statement.range.start, source.bytes.count)]) }
}

extension ParsedScript {
    /// True if no history may keep the text.
    package var isSecret: Bool { parsed.statements.contains(where: \.kind.isSecret) }
}

extension StatementKind {
    /// True for statements that no history keeps, because they name somebody who must be forgotten, or have a password.
    var isSecret: Bool {
        switch self {
        case .person(.forget): true
        case .open(.text(let address)): EngineAddress.masking(address.value) != address.value
        default: false
        }
    }

    /// True if the statement may change settings, names or the store, so that the same query may have another answer.
    var mayChangeMeanings: Bool {
        switch self {
        // Of `now`, a watch knows itself when it changes an answer.
        case .set(let set): foldedName(set.setting.text) != "now"
        case .letBinding, .definition, .parameter, .forget, .person, .run, .open, .decideAccess, .importFiles: true
        default: false
        }
    }
}
