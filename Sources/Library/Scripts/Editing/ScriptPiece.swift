import QueryCompiler
package import QueryDiagnostics
package import QuerySyntax
import QueryVocabulary

/// A part of a script that is being edited: usually one statement, with the comments and empty lines after it.
///
/// All of its ranges start at the piece, so that a piece is the same wherever it moves.
package final class ScriptPiece {
    package let parsed: ParseResult
    /// The words that can be names or parts of them, as numbers, in ascending order.
    let words: [Int]
    /// The number of the name that its statement gives to a value or a function; nil if it gives none.
    let givenName: Int?
    /// True if a statement gives anything a name.
    package let givesNames: Bool
    /// A random number for its text.
    let hash: Int
    /// True if it has a statement that changes more than names, the last result, and whether the store may grow. There are few of these.
    let isRare: Bool
    /// True if it has a test case or an expectation.
    let hasTests: Bool
    /// True if a statement uses the last result.
    let usesLast: Bool
    private let numbers: WordNumbers
    /// The result of the last check of its statement, if it has one.
    var memory: RememberedCheck?

    package var source: SourceText { parsed.source }
    package var statements: [Statement] { parsed.statements }
    package var length: Int { source.bytes.count }

    /// - Parameters:
    ///   - isStart: true for the first statement of a script.
    ///   - numbers: gives each word a number.
    init(_ bytes: [UInt8], file: String, isStart: Bool, numbers: WordNumbers) {
        self.numbers = numbers
        parsed = Parser.parse(SourceText(bytes: bytes, file: file), isStart: isStart)
        var words: Set<Int> = []
        var saysLast = false
        // A name can be written in up to three words: `morning steps` is the name `morningSteps`.
        var before: [String] = []
        for token in parsed.tokens where !token.isTrivia {
            guard token.kind == .word || token.kind == .quotedName else {
                before = []
                continue
            }
            let text = parsed.source[token.range]
            if text == "_" { saysLast = true }
            let key = Name.key(of: text.filter { $0 != "`" })
            before.append(key)
            for count in 1...min(3, before.count) { words.insert(numbers.number(of: before.suffix(count).joined())) }
        }
        self.words = words.sorted()
        hash = bytes.hashValue
        let statements = parsed.statements
        isRare = statements.contains(where: \.kind.isRare)
        hasTests = statements.contains { $0.kind.word == .expect || $0.kind.word == .testCase || $0.kind.awaitsError }
        givenName = statements.first.flatMap { $0.kind.namesValue ? $0.kind.givenName : nil }.map { numbers.number(of: $0.key) }
        givesNames = statements.contains { $0.kind.givenName != nil }
        usesLast =
            saysLast
            || parsed.statements.contains { statement in
                if case .lastResult? = statement.kind.query?.source { return true }
                return [.why, .save].contains(statement.kind.word)
            }
    }

    /// Returns true if a word of the piece has one of these numbers.
    package func mentionsAny(of numbers: Set<Int>) -> Bool { words.contains(where: numbers.contains) }

    /// Returns true if a word of the piece, or several in a row, can be a name with this key.
    package func mentions(_ key: String) -> Bool { numbers.known(key).map(words.contains) ?? false }
}

/// Gives each word of a script a number.
final class WordNumbers {
    private var numbers: [String: Int] = [:]

    func number(of word: String) -> Int {
        if let number = numbers[word] { return number }
        numbers[word] = numbers.count
        return numbers.count - 1
    }

    /// Returns the number of a word; nil if it has none.
    func known(_ word: String) -> Int? { numbers[word] }
}

extension StatementKind {
    fileprivate var isRare: Bool {
        switch self {
        case .set, .parameter, .metric, .save, .forget, .run, .actAs, .testCase: true
        default: false
        }
    }

    fileprivate var namesValue: Bool {
        switch self {
        case .letBinding, .definition: true
        default: false
        }
    }
}
