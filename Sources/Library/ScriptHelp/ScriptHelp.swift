package import LineHelp
import QueryCompiler
package import QueryDiagnostics
import QuerySyntax
package import Scripts
package import Workbench

/// Helps to edit a script: findings, completions, explanations, names, layout and answers, for any editor.
///
/// All offsets are UTF-8 bytes of the text. The text can be a script or Markdown with blocks of one script.
package final class ScriptHelp {
    package let session: Session
    package let script: EditedScript
    private var base: Base?
    /// The colors of each piece, as long as the names stay the same.
    var colorsOfPieces: (names: [String: ColoredPart.Kind], parts: [ObjectIdentifier: (piece: ScriptPiece, parts: [ColoredPart])]) =
        ([:], [:])
    /// The walks from which others can start, for the same text.
    private var stops: (revision: Int, walks: [CheckWalk]) = (-1, [])
    /// The answers to `describe`, as long as the store stays the same.
    var descriptions: [String: String] = [:]
    /// The last result of `checker(before:)`, for the same text.
    private var known: (revision: Int, index: Int, checker: ScriptChecker)?

    /// The start of every check, as long as the store stays the same.
    private struct Base {
        var checker: ScriptChecker
        var version: Int
    }

    private static let mostErrors = ShownErrors.forPrograms

    package init(_ source: SourceText, as form: TextForm, with session: Session) {
        self.session = session
        script = EditedScript(source, as: form)
    }

    /// Forgets what was read from the store, because it may have changed.
    package func forgetStore() { (base, known, stops, descriptions) = (nil, nil, (-1, []), [:]) }

    // MARK: Checking

    /// All findings about the script, in order of their places. Errors that a block of Markdown must have are left out.
    package var findings: [Diagnostic] {
        var walk = walk()
        return walk.findings(in: script, limit: Self.mostErrors).filter { !script.expects($0) }
    }

    /// Returns the findings soon after a change: statements far away that depend on it can still have earlier findings.
    ///
    /// - Returns: The findings, and whether they are complete. If not, further calls complete them.
    package func findingsSoon() -> (findings: [Diagnostic], isComplete: Bool) {
        var walk = walk(budget: Self.mostChecksAgain)
        let findings = walk.findings(in: script, limit: Self.mostErrors).filter { !script.expects($0) }
        stops = (script.revision, walk.stops)
        return (findings, walk.isComplete)
    }

    /// The greatest number of statements that are checked again at once because others changed.
    private static let mostChecksAgain = 2

    private func walk(budget: Int? = nil) -> CheckWalk {
        let base = base ?? newBase
        self.base = base
        return CheckWalk(base.checker, version: base.version, budget: budget)
    }

    private var newBase: Base {
        let checker = try? session.checker(of: script.source)
        return Base(
            checker: checker ?? ScriptChecker(context: session.contextWithoutStore, source: script.source),
            version: Int.random(in: .min ... .max))
    }

    /// Returns the checker before the piece at an index.
    func checker(before index: Int) -> ScriptChecker {
        if let known, known.index == index, known.revision == script.revision { return known.checker }
        // Names and the last result are those of each text, so what depends on a change far away need not be checked for them.
        var (walk, first) = walk(towards: index)
        walk.follow(script, from: first, before: index)
        let checker = walk.currentChecker()
        known = (script.revision, index, checker)
        return checker
    }

    /// Returns a walk that has followed a part of the pieces before an index, and the number of these.
    private func walk(towards index: Int) -> (CheckWalk, Int) {
        let stop = index / CheckWalk.distanceOfStops
        guard stops.revision == script.revision, stop < stops.walks.count else { return (walk(budget: 0), 0) }
        return (stops.walks[stop], stop * CheckWalk.distanceOfStops)
    }

    /// Calls `body` with each piece in a range of the text, where it starts, and the checker before it.
    func visit(_ range: SourceRange, _ body: (ScriptPiece, Int, ScriptChecker) -> Void) {
        let wanted = script.starts.firstIndex { $0 > range.start } ?? script.starts.count
        var (walk, first) = walk(towards: max(0, wanted - 1))
        for (index, (piece, start)) in zip(script.pieces, script.starts).enumerated().dropFirst(first) where start < range.end {
            if start + piece.length > range.start { body(piece, start, walk.currentChecker()) }
            walk.follow(script, from: index, before: index + 1)
        }
    }

    /// The script as one text with the offsets of the edited text: in Markdown, prose is replaced by spaces.
    package var wholeScript: SourceText { text(of: script.form.blocks(in: script.source)) }

    private func text(of blocks: [SourceRange]) -> SourceText {
        guard script.form == .markdown else { return script.source }
        var bytes = script.source.bytes.map { $0 == 0x0A || $0 == 0x0D ? $0 : UInt8(ascii: " ") }
        for block in blocks {
            bytes.replaceSubrange(block.start..<block.end, with: script.source.bytes[block.start..<block.end])
        }
        return SourceText(bytes: bytes, file: script.source.file)
    }

    /// The edits of `check --fix`: those that keep what each statement asks. Blocks that must have an error stay.
    package var fixes: [Diagnostic.Edit] {
        let source = text(of: script.form.blocks(in: script.source).filter { !script.failing.contains($0) })
        let (fixed, count) = session.fixed(ParsedScript(source))
        guard count > 0 else { return [] }
        let edit = TextDifference.edit(from: source.bytes, to: Array(fixed.text.utf8))
        return edit.map { [$0] } ?? []
    }

    /// The text in the usual layout, as edits; empty if it already is. A block with mistakes in its syntax stays as it is.
    package var layout: [Diagnostic.Edit] {
        // A block can use the names of those before it.
        let names = script.form == .script ? NameTable() : checker(before: script.pieces.count).context.names
        return script.form.blocks(in: script.source).compactMap { block in
            let text = SourceText(bytes: Array(script.source.bytes[block.start..<block.end]))
            guard var formatted = try? ParsedScript(text).formatted(limit: 1, knowing: names) else { return nil }
            // Lines keep their ends, so that a text has one kind of them.
            if text.hasCarriageReturns { formatted = formatted.replacing("\n", with: "\r\n") }
            return TextDifference.edit(from: text.bytes, to: Array(formatted.utf8)).map {
                Diagnostic.Edit($0.range.moved(by: block.start), $0.replacement)
            }
        }
    }

    // MARK: Typing

    /// Returns the completions at an offset; nil outside the script.
    package func completions(at offset: Int) -> CompletionSet? {
        guard let line = typedText(at: offset) else { return nil }
        let checker = checker(before: line.index)
        let knowledge = EditingKnowledge(
            context: checker.context, lastRows: checker.lastRows, savedNames: session.savedNames, watchNames: [])
        var found = CandidateList(for: line.text, at: line.text.utf8.count, knowledge: knowledge).completions
        found.start += line.start
        return found
    }

    /// Returns the part of a statement before an offset, where it starts, and the index of its piece.
    ///
    /// A line without indentation starts a statement, unless the one before it goes on.
    func typedText(at offset: Int) -> (text: String, start: Int, index: Int)? {
        guard let index = script.index(at: offset) else {
            // The script is empty, or has only comments before the offset.
            guard script.form.blocks(in: script.source).contains(where: { $0.start <= offset && offset <= $0.end }) else { return nil }
            return ("", offset, 0)
        }
        let start = script.starts[index]
        let text = script.source[SourceRange(start, offset)]
        let lineStart = script.source.lineStarts[script.source.lineIndex(at: offset)]
        let line = script.source[SourceRange(max(lineStart, start), offset)]
        let isNewLine = lineStart > start && line.first?.isWhitespace != true
        let before = Parser.parse(script.source[SourceRange(start, max(lineStart, start))])
        if isNewLine, !before.isIncomplete, !line.hasPrefix("|") { return (line, lineStart, index + 1) }
        return (text, start, index)
    }
}

extension ScriptChecker {
    /// Creates a checker for a script whose store can't be read.
    fileprivate init(context: CompilationContext, source: SourceText) {
        self.init(context: context, settings: SessionSettings(), source: source, folder: nil, chain: [])
    }
}

extension SourceText {
    /// True if its first line ends with CR LF.
    fileprivate var hasCarriageReturns: Bool {
        lineStarts.count > 1 && lineStarts[1] > 1 && bytes[lineStarts[1] - 2] == 0x0D && bytes[lineStarts[1] - 1] == 0x0A
    }
}

/// The smallest replacement of whole lines that turns one text into another.
enum TextDifference {
    /// Returns the replacement; nil for equal texts.
    static func edit(from old: [UInt8], to new: [UInt8]) -> Diagnostic.Edit? {
        guard old != new else { return nil }
        var start = zip(old, new).prefix { $0 == $1 }.count
        while start > 0, old[start - 1] != 0x0A { start -= 1 }
        let most = min(old.count, new.count) - start
        var common = zip(old.reversed(), new.reversed()).countPrefix(most) { $0 == $1 }
        // The part behind starts with a line.
        while common > 0, old.count - common > 0, old[old.count - common - 1] != 0x0A { common -= 1 }
        let text = String(decoding: new[start..<(new.count - common)], as: UTF8.self)
        return Diagnostic.Edit(SourceRange(start, old.count - common), text)
    }
}

extension Sequence {
    /// Returns the number of elements at the start, at most `limit`, for which `isSame` is true.
    fileprivate func countPrefix(_ limit: Int, while isSame: (Element) -> Bool) -> Int {
        var count = 0
        for element in self {
            guard count < limit, isSame(element) else { break }
            count += 1
        }
        return count
    }
}
