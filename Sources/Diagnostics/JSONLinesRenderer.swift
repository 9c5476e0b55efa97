/// Prints a diagnostic for programs: one JSON object on a line.
///
/// `endLine` and `endColumn` are the place after the last character. `fix` is null or a list of edits
/// `{"line","column","endLine","endColumn","replacement"}`, in order and without overlap. Columns count user-perceived characters from 1.
package enum JSONLinesRenderer {
    /// Returns the object of `diagnostic`, ended by a newline.
    package static func render(_ diagnostic: Diagnostic, in source: SourceText) -> String {
        let edits = diagnostic.fix.map { edit in
            "{\(place(of: edit.range, in: source)),\"replacement\":\(string(edit.replacement))}"
        }
        let members = [
            "\"code\":\(string(diagnostic.code.rawValue))",
            "\"severity\":\(string(diagnostic.severity.rawValue))",
            "\"message\":\(string(diagnostic.message))",
            "\"file\":\(string(source.file))",
            place(of: diagnostic.range, in: source),
            "\"help\":\(diagnostic.help.map(string) ?? "null")",
            "\"fix\":\(edits.isEmpty ? "null" : "[\(edits.joined(separator: ","))]")",
        ]
        return "{\(members.joined(separator: ","))}\n"
    }

    private static func place(of range: SourceRange, in source: SourceText) -> String {
        let start = source.position(at: range.start)
        let end = source.position(at: range.end)
        return "\"line\":\(start.line),\"column\":\(start.column),\"endLine\":\(end.line),\"endColumn\":\(end.column)"
    }

    private static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{00}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
