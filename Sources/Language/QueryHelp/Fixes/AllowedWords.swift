import QueryDiagnostics
import QuerySyntax
import TerminalText

/// The words that the grammar allows at a place.
enum AllowedWords {
    /// Returns help that lists what can be written at `offset`, or nil if that is too much to list.
    static func help(at offset: Int, in text: SourceText) -> String? {
        let completion = Completion.at(offset, in: text[text.fullRange])
        var seen: Set<String> = []
        let words = (completion.words.map { "`\($0)`" } + completion.notes.map { $0.count == 1 ? "`\($0)`" : $0 })
            .filter { seen.insert($0).inserted }
        guard !words.isEmpty, words.count <= maximumCount else { return nil }
        return "write \(words.listed(with: "or")) here"
    }

    /// In a longer list the right word would be hard to find.
    private static let maximumCount = 12
}
