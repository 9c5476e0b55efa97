package import CalendarIntervals
import EnglishQuestions
package import QueryCompiler
package import QueryDiagnostics
import QuerySyntax

/// Questions in plain English, for `help`.
package enum TypedQuestion {
    /// Returns true if words, in lower case, start like a question.
    package static func opens(_ words: [String]) -> Bool { Question.opens(words) }

    /// Returns the query that says what a question asks; nil if not all of its words are understood.
    package static func query(for text: SourceText, knowing names: NameTable, on today: CivilDate?) -> String? {
        let findings = Parser.parse(text).helped(knowing: names, on: today).statements.flatMap(\.diagnostics)
        guard findings.count == 1, let finding = findings.first, finding.code == .typedQuestion, finding.fix?.keepsQuestion == true else {
            return nil
        }
        return finding.edits.applied(to: text)
    }
}
