package import HelpPages
package import QueryCompiler
import QueryDiagnostics
import QueryHelp
import QuerySyntax
import TerminalText

/// The answer of `help` to a question: queries, as a script.
extension SessionHelp {
    /// The number of queries that `help` shows.
    private static let mostQueries = 5

    /// Returns the query of a question, if Tally understands every word, and the queries of the most similar questions.
    ///
    /// Returns nil if the topic has a page, or if no question is near.
    ///
    /// - Parameters:
    ///   - context: The time and the zone; nil if they are not known.
    ///   - isRight: Returns true if a query has no errors.
    package static func questions(
        like topic: String, _ names: NameTable, in context: CompilationContext? = nil, where isRight: (String) -> Bool = { _ in false }
    ) -> String? {
        let words = topic.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        guard words.count > 1, !book.hasPage(exactlyAbout: topic) else { return nil }
        // `where` opens conditions, which have a page.
        let asks = words[0] != "where" && TypedQuestion.opens(words)
        guard asks || book.page(for: topic) == nil else { return nil }
        var entries = QuestionBank.nearest(to: topic, atMost: mostQueries)
        guard !entries.isEmpty else { return nil }
        if let own = TypedQuestion.query(for: SourceText(topic), knowing: names, on: context?.today), isRight(own) {
            entries = [QuestionBank.Entry(question: topic, query: own)] + entries.filter { $0.query != own }.prefix(mostQueries - 1)
        }
        return entries.map(script).joined(separator: "\n")
    }

    /// Returns a query below its question, in lines of at most 80 columns.
    package static func script(of entry: QuestionBank.Entry) -> String {
        let comment = ScreenText.wrapped(ScreenText.visible(entry.question), to: 78).map { "# " + $0 }
        let lines = Parser.parse(SourceText(entry.query)).statements.flatMap { QueryFormatter.lines(of: $0, atMost: 80) }
        let wrapped = lines.flatMap { line in
            // A stage can be longer than a line. An indented line continues it.
            let indent = String(line.prefix { $0 == " " })
            return ScreenText.wrapped(line.dropFirst(indent.count), to: 80, first: indent, indent: 8, keepsWords: true)
        }
        return (comment + wrapped).map { $0 + "\n" }.joined()
    }
}
