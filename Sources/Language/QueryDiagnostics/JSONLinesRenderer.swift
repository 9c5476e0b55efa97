import TerminalText

/// Prints a diagnostic for programs, as one JSON object per line.
///
/// - `endLine` and `endColumn` are the position after the last character.
/// - `fix` is null or a list of edits `{"line","column","endLine","endColumn","replacement"}`, sorted and without overlap.
/// - `fixKeepsQuestion` is true if the fix keeps the meaning of the statement, and null without a fix.
/// - Columns count user-perceived characters from 1.
package enum JSONLinesRenderer {
    /// Returns the JSON object for `diagnostic`, followed by a newline.
    ///
    /// Passwords in the source are not printed.
    package static func render(_ diagnostic: Diagnostic, in source: SourceText) -> String {
        let words = source.secrets.isEmpty ? diagnostic : diagnostic.masked(in: source)
        let edits = zip(diagnostic.edits, words.edits).map { edit, word in
            "{\(place(of: edit.range, in: source)),\"replacement\":\(JSONString.quoted(word.replacement))}"
        }
        let members = [
            "\"code\":\(JSONString.quoted(diagnostic.code.rawValue))",
            "\"severity\":\(JSONString.quoted(diagnostic.severity.rawValue))",
            "\"message\":\(JSONString.quoted(words.message))",
            "\"file\":\(JSONString.quoted(source.file))",
            place(of: diagnostic.range, in: source),
            "\"help\":\(words.help.map(JSONString.quoted) ?? "null")",
            "\"fix\":\(edits.isEmpty ? "null" : "[\(edits.joined(separator: ","))]")",
            "\"fixKeepsQuestion\":\(diagnostic.fix.map { $0.keepsQuestion ? "true" : "false" } ?? "null")",
        ]
        return "{\(members.joined(separator: ","))}\n"
    }

    private static func place(of range: SourceRange, in source: SourceText) -> String {
        let start = source.position(at: range.start)
        let end = source.position(at: range.end)
        return "\"line\":\(start.line),\"column\":\(start.column),\"endLine\":\(end.line),\"endColumn\":\(end.column)"
    }
}
