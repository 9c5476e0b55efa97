import HealthModel
import QuerySyntax
import QueryVocabulary

/// Words that editors highlight in the same color. They come from the grammar table, so there is only one list of words.
struct WordClass {
    enum Kind: CaseIterable { case statement, aggregate, stage, clause, format, period, word, metric }

    let kind: Kind
    /// Words and phrases in lower case, longest first, so that an alternation matches `running total` before `running`.
    let phrases: [String]

    /// All classes. Each phrase is in at most one class.
    static let all: [WordClass] = {
        var taken: Set<String> = []
        return Kind.allCases.map { kind in
            let own = Set(phrases(of: kind).map { $0.lowercased() }).subtracting(taken)
            taken.formUnion(own)
            return WordClass(kind: kind, phrases: own.sorted { ($1.count, $0) < ($0.count, $1) })
        }
    }()

    private static func phrases(of kind: Kind) -> [String] {
        switch kind {
        case .statement: Keyword.allCases.filter(\.isStatementVerb).map(\.rawValue) + words(at: .statement)
        case .aggregate:
            // `share` is also a stage.
            Aggregate.words + MeasureWord.allCases.map(\.rawValue).filter { $0.contains(" ") }
        case .stage: words(at: .stage)
        case .clause: words(at: .clause) + words(at: .output) + ClauseWord.openers
        case .format: words(at: .format)
        case .period: Grammar.groupingWords + Keyword.allCases.filter { $0.weekdayValue != nil }.map(\.rawValue)
        case .word: Spelling.words + words(at: .source) + words(at: .thing)
        case .metric: (MetricCatalog.all + MetricCatalog.parts).flatMap { [$0.name] + $0.aliases }
        }
    }

    private static func words(at place: Grammar.Place) -> [String] {
        Grammar.entries(at: place).map(\.phrase).filter { $0.allSatisfy { $0.isLetter || $0 == " " } }
    }
}

/// Regular expressions for everything that is not a word: comments, texts, numbers and times.
///
/// TextMate grammars use the syntax of Oniguruma, and Vim has its own.
struct LiteralClass {
    enum Kind: CaseIterable { case comment, text, name, time, number, sign }

    let kind: Kind
    let expression: String
    /// The expression in Vim's “very magic” syntax.
    let vim: String

    static let all: [LiteralClass] = [
        LiteralClass(kind: .comment, expression: "#.*$", vim: "#.*$"),
        LiteralClass(kind: .text, expression: #""(?:[^"]|"")*"?|'(?:[^']|'')*'?"#, vim: #""%([^"]|"")*"?|'%([^']|'')*'?"#),
        LiteralClass(kind: .name, expression: "`[^`]*`?", vim: "`[^`]*`?"),
        LiteralClass(
            kind: .time,
            expression:
                #"\b\d{4}-(?:[Qq]\d|[Ww]\d{1,2}|\d{1,2}(?:-\d{1,2}(?:[Tt]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})?)?)?)\b"#
                + #"|\b\d{1,2}:\d{2}(?::\d{2})?\b"#,
            vim: #"<\d{4}-%([Qq]\d|[Ww]\d{1,2}|\d{1,2}%(-\d{1,2}%([Tt]\d{1,2}:\d{2}%(:\d{2}%(\.\d+)?)?%([Zz]|[+-]\d{2}:?\d{2})?)?)?)>"#
                + #"|<\d{1,2}:\d{2}%(:\d{2})?>"#),
        LiteralClass(
            kind: .number, expression: #"\b[pP]\d+(?:\.\d+)?\b|\b\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?[A-Za-z%]*"#,
            vim: #"<[pP]\d+%(\.\d+)?>|<\d[0-9_]*%(\.\d+)?%([eE][+-]?\d+)?[A-Za-z%]*"#),
        LiteralClass(kind: .sign, expression: #"\||!=|<=|>=|[=<>+*/]"#, vim: #"\||!\=|\<\=|\>\=|[=<>+*/]"#),
    ]
}
