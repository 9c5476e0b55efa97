import Foundation
import QuerySyntax
import QueryVocabulary
import Scripts
import SystemBridges

/// The statements that an assistant may use. All others are refused before they run.
package struct AssistantPolicy: Sendable {
    /// The folder in which files may be read and written; nil if the assistant may only read the store.
    private let folder: String?

    /// The reason why a statement is refused, and what to do instead.
    struct Refusal: Error {
        var message: String
    }

    /// - Parameter folder: the path of an existing folder; nil allows neither writing nor files.
    package init(writingIn folder: String? = nil) { self.folder = folder.flatMap(FilePath.resolved) }

    /// True if statements may write to the store.
    var mayWrite: Bool { folder != nil }

    /// Checks all statements of a text. Text with mistakes is allowed: running it reports them.
    func check(_ script: ParsedScript) throws(Refusal) {
        for statement in script.statements { try check(statement.statement.kind) }
    }

    private func check(_ kind: StatementKind) throws(Refusal) {
        let word = kind.word
        switch StatementEffect(of: word) {
        case nil: break
        case .keptSetting:
            throw Refusal(
                message: "an assistant can't change settings of the store; settings of one call are allowed, such as `set zone`")
        case .course, .other:
            guard mayWrite, [.import, .export, .exportPseudonyms, .save, .forget].contains(word) else { throw Self.readOnly(word) }
        }
        for path in kind.files {
            guard let folder else {
                throw Refusal(message: "an assistant can't read or write files; leave out the file, and use the answer")
            }
            guard case .text(let text) = path, Self.isInside(text.value, folder) else {
                throw Refusal(message: "files must be in the folder of this server, with their path in quotes")
            }
        }
    }

    private static func readOnly(_ word: StatementWord) -> Refusal {
        let name = word.definition.phrase.isEmpty ? "this statement" : "`\(word.definition.phrase)`"
        return Refusal(message: "an assistant can't use \(name): it may ask, but not change data, files, settings or who asks")
    }

    /// True if a path leads to a place inside the folder, with all links resolved. A file that does not exist yet is in its folder.
    private static func isInside(_ path: String, _ folder: String) -> Bool {
        let whole = path.hasPrefix("/") ? path : folder + "/" + path
        let resolved =
            FilePath.resolved(whole)
            ?? FilePath.resolved(FilePath.folder(of: whole)).map { $0 + "/" + (whole as NSString).lastPathComponent }
        guard let resolved, !path.isEmpty, ![".", ".."].contains((whole as NSString).lastPathComponent) else { return false }
        return resolved.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
    }
}
