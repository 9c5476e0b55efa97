package import QueryDiagnostics

/// Tries the fixes of one statement and keeps only those that work.
///
/// - A fix corrects the whole statement: its own error, all other errors, and errors that appear after these are fixed.
/// - If another error has no fix, the fix corrects only its own error.
/// - A fix that can't do this is removed. The diagnostic then shows its plain help.
/// - If one misspelled or repeated word causes all errors, one diagnostic for that word replaces them.
package struct FixTrial {
    /// The text of the statement. `offset` is its position in the source of the diagnostics.
    private let text: SourceText
    private let offset: Int
    /// False if the source has bytes that are not UTF-8. `text` then has other positions.
    private let isWhole: Bool
    /// True to try only fixes that keep the meaning of the statement.
    private let keepsQuestion: Bool
    /// Returns the errors in a text, or nil if it is not exactly one statement.
    private let check: (SourceText) -> [Diagnostic]?
    /// Returns true if a word is a known name. Nil turns off the search for misspelled words.
    private let isName: ((String) -> Bool)?

    package init(
        of range: SourceRange, in source: SourceText, keepingQuestion keepsQuestion: Bool = false,
        isName: ((String) -> Bool)? = { _ in false }, check: @escaping (SourceText) -> [Diagnostic]?
    ) {
        text = SourceText(source[range], file: source.file)
        offset = range.start
        isWhole = text.bytes.elementsEqual(source.bytes[range.start..<range.end])
        self.keepsQuestion = keepsQuestion
        self.isName = isName
        self.check = check
    }

    /// The maximum length in bytes. Each trial parses the statement again, so longer statements would be slow.
    private static let maximumLength = 20_000
    private static let maximumRounds = 10

    /// Returns the diagnostics with working fixes only, or one diagnostic for a slip in one word that explains all errors.
    package func proved(_ findings: [Diagnostic]) -> [Diagnostic] {
        guard findings.contains(where: { $0.severity == .error || $0.fix != nil }) else { return findings }
        var proved = findings
        for index in findings.indices where !isAllowed(findings[index].fix) { proved[index].fix = nil }
        let wrong = proved.indices.filter { proved[$0].severity == .error }
        guard !wrong.isEmpty else { return proved }
        guard isWhole, text.bytes.count <= Self.maximumLength else {
            for index in wrong { proved[index].fix = nil }
            return proved
        }
        let fixes = wrong.map { proved[$0].fix.flatMap(moved) }
        let isForeign = findings.contains(where: \.code.isForeignLanguage)
        if let found = whole(fixes.compactMap { $0 }) {
            // The smallest change that corrects the statement is the most likely: `average off heartRate` doesn't mean the metric
            // `lowHeartRate`.
            let isGuess = wrong.allSatisfy { Self.guesses.contains(proved[$0].code) }
            if isGuess, !isForeign, let change = change(to: found.text), change > 1, let slip = slip(smallerThan: change) {
                return proved.filter { $0.severity != .error } + [slip]
            }
            for (index, fix) in zip(wrong, fixes) { proved[index].fix = offered(fix, found) }
            return proved
        }
        guard let before = check(text), !before.isEmpty else {
            for index in wrong { proved[index].fix = nil }
            return proved
        }
        if !isForeign, let slip = slip() {
            return proved.filter { $0.severity != .error } + [slip]
        }
        let single = zip(wrong, fixes).map { index, fix in fix.flatMap { offered($0, alone($0, of: proved[index], before: before)) } }
        // If each single fix works but all of them together don't, they contradict each other.
        let isContradictory = single.allSatisfy { $0 != nil }
        for (index, fix) in zip(wrong, single) {
            // Where other words have errors, too, a comma is a guess: "distance and time of every walk" is not a list of metrics.
            proved[index].fix = isContradictory || proved[index].code == .missingComma ? nil : fix
            // The rest of the statement is not understood, so it may ask for something else.
            proved[index].fix?.keepsQuestion = false
        }
        for index in wrong where proved[index].code == .unexpectedText && proved[index].fix == nil {
            guard let help = AllowedWords.help(at: proved[index].range.start - offset, in: text) else { continue }
            proved[index] = proved[index].withHelp(help)
        }
        return proved
    }

    /// Returns `fix` with the edits that lead to the text in `found`, or nil if its help describes a different text.
    private func offered(_ fix: Diagnostic.Fix?, _ found: Found?) -> Diagnostic.Fix? {
        guard var fix, let found else { return nil }
        if fix.edits.applied(to: text) != found.text[found.text.fullRange] {
            // The help of a fix that replaces the whole statement quotes a different statement.
            guard fix.edits.map(\.range) != [text.fullRange] else { return nil }
            fix.edits = Diagnostic.Edit.list(from: text[text.fullRange], to: found.text[found.text.fullRange])
        }
        fix.edits = fix.edits.map { .init(SourceRange($0.range.start + offset, $0.range.end + offset), $0.replacement) }
        fix.keepsQuestion = found.keepsQuestion
        return fix
    }

    /// The codes that only say that a word doesn't fit. The word may be a misspelling of any other word.
    static let guesses: Set<DiagnosticCode> = [
        .unknownMetric, .unexpectedText, .missingPart, .missingPipe, .missingMetric, .clauseAfterPipe,
    ]

    /// Returns the edit distance between the statement and `other` in bytes, or nil if it exceeds 24.
    private func change(to other: SourceText) -> Int? {
        Suggestion.distance(text.bytes, other.bytes, bound: 24)
    }

    /// Returns a diagnostic for the slip in one word that explains all errors, or nil if there is not exactly one such slip.
    ///
    /// - Parameter limit: If given, considers only unknown words whose slip changes fewer letters than this.
    private func slip(smallerThan limit: Int? = nil) -> Diagnostic? {
        guard let isName else { return nil }
        var found: (slip: WordSlip, result: Found)?
        for slip in WordSlip.slips(in: text, isName: isName) {
            if let found, found.slip.isLikelier(than: slip) { break }
            if let limit, slip.distance == 0 || slip.distance >= limit || !slip.isUnknownWord { continue }
            guard let fix = slip.finding.fix, let result = whole([fix]) else { continue }
            guard found.map({ $0.result.text.bytes == result.text.bytes }) ?? true else { return nil }
            found = found ?? (slip, result)
        }
        guard let found else { return nil }
        var finding = found.slip.finding.moved(by: offset)
        finding.fix = offered(found.slip.finding.fix, found.result)
        return finding
    }

    private func isAllowed(_ fix: Diagnostic.Fix?) -> Bool { fix.map { !keepsQuestion || $0.keepsQuestion } ?? true }

    /// Returns the fix with ranges relative to the statement, or nil if an edit is outside it.
    private func moved(_ fix: Diagnostic.Fix) -> Diagnostic.Fix? {
        guard fix.edits.allSatisfy({ $0.range.start >= offset && $0.range.end <= offset + text.bytes.count }) else { return nil }
        var moved = fix
        moved.edits = fix.edits.map { .init(SourceRange($0.range.start - offset, $0.range.end - offset), $0.replacement) }
        return moved
    }

    private typealias Found = (text: SourceText, keepsQuestion: Bool)

    /// Applies `fixes`, then the fixes of errors that appear, until the statement has no errors. Returns nil if errors remain.
    private func whole(_ fixes: [Diagnostic.Fix]) -> Found? {
        var current: Found = (text, true)
        var fixes = fixes
        for _ in 0..<Self.maximumRounds {
            let made = fixes.withoutOverlaps
            guard !made.isEmpty else { return nil }
            current.text = SourceText(made.flatMap(\.edits).inOrder.applied(to: current.text))
            current.keepsQuestion = current.keepsQuestion && made.allSatisfy(\.keepsQuestion)
            guard let errors = check(current.text) else { return nil }
            if errors.isEmpty { return current }
            fixes = errors.compactMap(\.fix).filter(isAllowed)
        }
        return nil
    }

    /// Applies `fix`, then the fixes of errors that it introduces. Returns nil if an introduced error remains.
    private func alone(_ fix: Diagnostic.Fix, of finding: Diagnostic, before: [Diagnostic]) -> Found? {
        var current: Found = (text, true)
        var fixes = [fix]
        let known = Set(before.map(Mistake.init)).subtracting([Mistake(finding)])
        for _ in 0..<Self.maximumRounds {
            let made = fixes.withoutOverlaps
            guard !made.isEmpty else { return nil }
            current.text = SourceText(made.flatMap(\.edits).inOrder.applied(to: current.text))
            current.keepsQuestion = current.keepsQuestion && made.allSatisfy(\.keepsQuestion)
            guard let errors = check(current.text) else { return nil }
            let new = errors.filter { !known.contains(Mistake($0)) }
            if new.isEmpty { return current }
            fixes = new.compactMap(\.fix).filter(isAllowed)
        }
        return nil
    }

    /// Identifies an error independently of its position, which edits change.
    private struct Mistake: Hashable {
        let code: DiagnosticCode
        let message: String

        init(_ finding: Diagnostic) {
            code = finding.code
            message = finding.message
        }
    }
}

extension [Diagnostic.Fix] {
    /// The fixes that can be applied together. If two overlap, the earlier one in the list is kept.
    fileprivate var withoutOverlaps: [Diagnostic.Fix] {
        var made: [Diagnostic.Fix] = []
        for fix in self {
            let taken = made.flatMap(\.edits)
            let isFree = fix.edits.allSatisfy { edit in
                taken.allSatisfy { $0.range.end <= edit.range.start && $0 != edit || edit.range.end <= $0.range.start && $0 != edit }
            }
            if isFree { made.append(fix) }
        }
        return made
    }
}

extension [Diagnostic.Edit] {
    /// The edits sorted by position. Edits at the same position keep their order.
    fileprivate var inOrder: [Diagnostic.Edit] {
        enumerated().sorted {
            ($0.element.range.start, $0.element.range.end, $0.offset) < ($1.element.range.start, $1.element.range.end, $1.offset)
        }
        .map(\.element)
    }
}

extension Diagnostic.Edit {
    /// Returns the edits, in whole words, that turn `old` into `new`.
    fileprivate static func list(from old: String, to new: String) -> [Diagnostic.Edit] {
        let words = old.wordsAndSigns
        let difference = new.wordsAndSigns.difference(from: words)
        var removed: Set<Int> = []
        var inserted: [Int: Substring] = [:]
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, let word, _): inserted[offset] = word
            }
        }
        var edits: [Diagnostic.Edit] = []
        var (offset, newIndex) = (0, 0)
        var pending: Diagnostic.Edit?
        for index in 0...words.count {
            while let word = inserted[newIndex] {
                pending = pending ?? Diagnostic.Edit(SourceRange(at: offset), "")
                pending?.replacement += word
                newIndex += 1
            }
            guard index < words.count else { break }
            let end = offset + words[index].utf8.count
            if removed.contains(index) {
                pending = Diagnostic.Edit(SourceRange(pending?.range.start ?? offset, end), pending?.replacement ?? "")
            } else {
                if let edit = pending { edits.append(edit) }
                pending = nil
                newIndex += 1
            }
            offset = end
        }
        if let edit = pending { edits.append(edit) }
        return edits
    }
}

extension String {
    /// The text split into words and single other characters.
    fileprivate var wordsAndSigns: [Substring] {
        var parts: [Substring] = []
        var rest = self[...]
        while let first = rest.first {
            let isWord: (Character) -> Bool = { $0.isLetter || $0.isNumber || $0 == "_" }
            let part = isWord(first) ? rest.prefix(while: isWord) : rest.prefix(1)
            parts.append(part)
            rest = rest.dropFirst(part.count)
        }
        return parts
    }
}
