import CalendarIntervals
import QueryCompiler
import QueryDiagnostics
import QueryHelp
import QuerySyntax
import Scripts
package import Workbench

/// Supports editing of a statement: whether it is complete, its highlighting, completions, hints and errors.
///
/// All offsets are in UTF-8 bytes of the given text.
package final class EditingHelp {
    private let session: Session
    /// Rebuilt after each statement
    private var knowledge: EditingKnowledge? {
        didSet { likely = knowledge.map(LikelyText.init) }
    }
    private var likely: LikelyText?
    /// The corrected version of the last text that failed, which Tab puts into an empty line.
    package var offeredFix: String?
    /// The query that the last question means, which Enter on an empty line runs.
    package var meantQuery: String?

    package init(_ session: Session) { self.session = session }

    /// The maximum length of a text, in bytes, that gets highlighting, hints and errors while it is typed. A longer one was pasted, and
    /// each of its keys would parse all of it.
    private static let greatestLength = 4_000

    private func isTooLong(_ text: String) -> Bool { text.utf8.count > Self.greatestLength }

    /// True if the input is a guess in a lesson. A guess has no completions and is not added to the history.
    package var isGuess: Bool { session.lessons.current.map { !$0.awaitsStatement } ?? false }

    /// Clears everything that the next statement may change.
    package func forget() {
        knowledge = nil
        (offeredFix, meantQuery) = (nil, nil)
    }

    /// Reads what editing needs from the store, so that no key has to wait for it. Called after a prompt is drawn.
    package func prepare() {
        guard knowledge == nil else { return }
        let session = session.lessons.current?.session ?? session
        knowledge = try? session.read { reader in
            EditingKnowledge(
                context: try session.context(reading: reader), lastRows: session.last.knownRows, savedNames: session.savedNames,
                watchNames: session.watchNames)
        }
    }

    /// Returns true if `text` needs another line before it can run.
    package func isIncomplete(_ text: String) -> Bool {
        !isGuess && Parser.parse(text).isIncomplete
    }

    /// Returns the completions at `offset` in `text`. Called when the user asks for them.
    package func completions(for text: String, at offset: Int) -> CompletionSet {
        if text.isEmpty, let offeredFix {
            return CompletionSet(start: 0, candidates: [.init(offeredFix, appendsSpace: false)])
        }
        let lessonWords = lessonWords(from: String(decoding: text.utf8.prefix(offset), as: UTF8.self))
        if isGuess { return CompletionSet(start: 0, candidates: lessonWords) }
        var completions = CandidateList(for: text, at: offset, knowledge: known).completions
        completions.candidates = lessonWords + completions.candidates
        return completions
    }

    /// Returns the commands of the lesson that start with `typed`, the line so far.
    private func lessonWords(from typed: String) -> [CompletionSet.Candidate] {
        guard session.lessons.current != nil else { return [] }
        return LessonRun.words.filter { $0.hasPrefix(typed.lowercased()) }.map { .init($0, appendsSpace: false) }
    }

    /// Returns the highlighted parts of `text`, in order and without overlap. Called at every key, so it does not read the store.
    package func highlight(_ text: String) -> [HighlightSpan] {
        isGuess || isTooLong(text) ? [] : SyntaxHighlighter.spans(of: Parser.parse(text).helped())
    }

    /// Returns the likely continuation of `text`; empty if there is none. Called at every key, so it does not read the store.
    package func hint(after text: String) -> String {
        guard !isTooLong(text) else { return "" }
        if !text.isEmpty, let word = lessonWords(from: text).first { return String(word.text.dropFirst(text.count)) }
        return likely?.continuation(of: text) ?? ""
    }

    /// Returns true if an earlier `statement` has no known errors, so that it can be a hint. Does not read the store.
    package func isRight(_ statement: String) -> Bool {
        known.errors(in: Parser.parse(statement), isQuick: true).isEmpty
    }

    /// Returns the first error in `text` that more text cannot correct. Called when typing pauses.
    package func firstError(in text: String) -> ErrorInText? {
        guard !isGuess, !isTooLong(text) else { return nil }
        let (parsed, known) = (Parser.parse(text), known)
        let errors = known.errors(in: parsed, isQuick: false)
        guard let first = SyntaxHighlighter.firstError(among: errors, in: parsed),
            let statement = parsed.statements.first(where: { first.range.start <= $0.range.end })
        else { return nil }
        let ofStatement = errors.filter { $0.range.start >= statement.range.start && $0.range.end <= statement.range.end }
        let proved = ScriptText.proved(ofStatement, of: statement, in: parsed.source, context: known.context, lastRows: known.lastRows)
        return SyntaxHighlighter.firstError(among: proved, in: parsed).map { error in
            ErrorInText(error.range.start..<error.range.end, ([error.message] + (error.help.map { [$0] } ?? [])).joined(separator: "; "))
        }
    }

    /// The knowledge for editing. If the store cannot be read, it still has the words of the language.
    private var known: EditingKnowledge {
        knowledge ?? EditingKnowledge(context: session.contextWithoutStore)
    }
}
