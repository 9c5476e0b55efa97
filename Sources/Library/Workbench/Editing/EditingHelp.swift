import CalendarIntervals
import QueryCompiler
import QueryDiagnostics
import QueryHelp
import QuerySyntax

/// What a session tells while a statement is typed: whether it is whole, how it is coloured, how it may go on, what is wrong with it.
///
/// All offsets count UTF-8 bytes of the text that was passed.
package final class EditingHelp {
    private let session: Session
    /// Made anew after each statement
    private var knowledge: EditingKnowledge? {
        didSet { likely = knowledge.map(LikelyText.init) }
    }
    private var likely: LikelyText?
    /// What may be put into an empty line: the last text that failed, set right.
    package var offeredFix: String?

    package init(_ session: Session) { self.session = session }

    /// Whether what is typed is a guess in a lesson, which is no statement: nothing to complete, and nothing to call back.
    package var isGuess: Bool { session.lessons.current.map { !$0.awaitsStatement } ?? false }

    /// Forgets what the statement that is about to run may change.
    package func forget() {
        knowledge = nil
        offeredFix = nil
    }

    /// Gathers what keys will need of the store, so that none has to wait for it; asked for when a prompt has been drawn.
    package func prepare() {
        guard knowledge == nil else { return }
        let session = session.lessons.current?.session ?? session
        knowledge = try? session.read { reader in
            EditingKnowledge(
                context: try session.context(reading: reader), lastRows: session.last.knownRows, savedNames: session.savedNames)
        }
    }

    /// Whether `text` needs another line before it can run.
    package func isIncomplete(_ text: String) -> Bool {
        !isGuess && Parser.parse(text).isIncomplete
    }

    /// Returns what may stand at `offset` of `text`; asked for when the user wants it.
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

    /// Returns the words of the lesson that `typed`, all of the line so far, may become.
    private func lessonWords(from typed: String) -> [CompletionSet.Candidate] {
        guard session.lessons.current != nil else { return [] }
        return LessonRun.words.filter { $0.hasPrefix(typed.lowercased()) }.map { .init($0, appendsSpace: false) }
    }

    /// Returns the coloured parts of `text`, in order and without overlap; asked for at every key, so it does not read the store.
    package func highlight(_ text: String) -> [HighlightSpan] {
        isGuess ? [] : SyntaxHighlighter.spans(of: Parser.parse(text).helped())
    }

    /// Returns what is likely to follow `text`, empty for nothing; asked for at every key, so it does not read the store.
    package func hint(after text: String) -> String {
        if !text.isEmpty, let word = lessonWords(from: text).first { return String(word.text.dropFirst(text.count)) }
        return likely?.continuation(of: text) ?? ""
    }

    /// Whether nothing is known to be wrong in `statement`, which ran before, so that it may be hinted at; does not read the store either.
    package func isRight(_ statement: String) -> Bool {
        known.errors(in: Parser.parse(statement), isQuick: true).isEmpty
    }

    /// Returns the first thing that is wrong in `text` and that more text cannot put right; asked for when typing pauses.
    package func firstError(in text: String) -> ErrorInText? {
        guard !isGuess else { return nil }
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

    /// Without the store there are still the words of the language.
    private var known: EditingKnowledge {
        knowledge ?? EditingKnowledge(context: CompilationContext(now: session.now, zone: session.settings.zone ?? .utc))
    }
}
