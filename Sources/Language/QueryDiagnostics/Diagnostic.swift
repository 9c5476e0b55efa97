import TerminalText

/// The severity of a diagnostic. Only an error stops the statement.
public enum Severity: String, Sendable, Hashable {
    case error
    case warning
    case info
}

/// A message about a query or a script, with its location and a next step.
///
/// Ranges refer to the `SourceText` that contains the statement. Pass the same text to the renderers.
package struct Diagnostic: Sendable, Hashable {
    /// A secondary location with a short text below it, which explains the primary one.
    package struct Label: Sendable, Hashable {
        package var range: SourceRange
        package var text: String

        package init(_ range: SourceRange, _ text: String) {
            self.range = range
            self.text = text
        }
    }

    /// A replacement of bytes. An empty range inserts.
    package struct Edit: Sendable, Hashable {
        package var range: SourceRange
        package var replacement: String

        package init(_ range: SourceRange, _ replacement: String) {
            self.range = range
            self.replacement = replacement
        }
    }

    /// Edits that correct the statement.
    package struct Fix: Sendable, Hashable {
        /// Sorted by position, without overlap.
        package var edits: [Edit]
        /// True if the meaning stays the same: the fix only corrects spelling and keeps the aggregate, range and conditions.
        package var keepsQuestion: Bool
        /// The help to show with this fix, instead of the diagnostic's own help.
        package var help: String?

        package init(_ edits: [Edit], keepsQuestion: Bool = true, help: String? = nil) {
            self.edits = edits
            self.keepsQuestion = keepsQuestion
            self.help = help
        }

        package init(_ range: SourceRange, _ replacement: String, keepsQuestion: Bool = true, help: String? = nil) {
            self.init([Edit(range, replacement)], keepsQuestion: keepsQuestion, help: help)
        }

        /// Replaces `range` with `word` and asks "did you mean". Returns nil if `word` is nil.
        ///
        /// - Parameter asked: The words to show in the question, if they differ from `word`.
        package static func spelling(_ word: String?, at range: SourceRange, asked: String? = nil) -> Fix? {
            word.map { Fix(range, $0, help: "did you mean `\(asked ?? $0)`?") }
        }
    }

    package var code: DiagnosticCode
    /// One sentence in the user's terms, without a period at the end.
    package var message: String
    /// The primary location.
    package var range: SourceRange
    /// Secondary locations. Renderers draw the first two.
    package var labels: [Label]
    /// The help to show without a fix.
    private var plainHelp: String?
    /// The reason.
    package var note: String?
    /// Nil if no edit is certain.
    package var fix: Fix?
    /// The name whose definition contains the error, if the statement only uses that name.
    package var reachedBy: String?

    package init(
        _ code: DiagnosticCode, _ message: String, at range: SourceRange, labels: [Label] = [], help: String? = nil,
        note: String? = nil, fix: Fix? = nil, reachedBy: String? = nil
    ) {
        self.reachedBy = reachedBy
        self.code = code
        self.message = Self.bounded(message)
        self.range = range
        self.labels = labels
        plainHelp = help.map(Self.bounded)
        self.note = note.map(Self.bounded)
        self.fix = fix.flatMap { $0.edits.isEmpty ? nil : $0 }
        self.fix?.help = fix?.help.map(Self.bounded)
    }

    package var severity: Severity { code.severity }
    /// An instruction that tells the user what to write.
    package var help: String? { fix?.help ?? plainHelp }
    /// The edits of the fix, or an empty array without a fix.
    package var edits: [Edit] { fix?.edits ?? [] }

    /// The diagnostic about `source.masked`, which has no passwords.
    func masked(in source: SourceText) -> Diagnostic {
        let ranges = [range] + labels.map(\.range) + edits.map(\.range)
        let hide = { (text: String) in source.hidingSecrets(in: text, about: ranges) }
        var masked = self
        masked.message = hide(message)
        masked.range = source.maskedRange(range)
        masked.labels = labels.map { Label(source.maskedRange($0.range), hide($0.text)) }
        masked.plainHelp = plainHelp.map(hide)
        masked.note = note.map(hide)
        masked.fix?.help = fix?.help.map(hide)
        masked.fix?.edits = edits.map { Edit(source.maskedRange($0.range), SecretText.masked(hide($0.replacement))) }
        return masked
    }

    /// Returns `text` without passwords, and with its middle removed if it exceeds 600 bytes: messages quote the source, which can be
    /// very long.
    private static func bounded(_ text: String) -> String {
        let text = SecretText.masked(text)
        guard text.utf8.count > 600 else { return text }
        return "\(text.prefix(300)) … \(text.suffix(60))"
    }
}

extension Diagnostic.Fix: ExpressibleByArrayLiteral {
    /// Creates a fix that keeps the meaning of the statement.
    package init(arrayLiteral edits: Diagnostic.Edit...) { self.init(edits) }
}

extension [Diagnostic.Edit] {
    /// Returns the source with all edits applied, in order. An edit that overlaps an earlier one is left out.
    package func applied(to source: SourceText) -> String {
        var bytes: [UInt8] = []
        var offset = 0
        for edit in self where edit.range.start >= offset {
            bytes += source.bytes[offset..<edit.range.start]
            bytes += [UInt8](edit.replacement.utf8)
            offset = edit.range.end
        }
        bytes += source.bytes[offset...]
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Diagnostic {
    /// Returns the same diagnostic with different help. A fix keeps its own help.
    package func withHelp(_ help: String) -> Diagnostic {
        var helped = self
        helped.plainHelp = Self.bounded(help)
        return helped
    }

    /// The same diagnostic without its fix.
    package var withoutFix: Diagnostic {
        var plain = self
        plain.fix = nil
        return plain
    }

    /// Returns the diagnostic with all of its places moved by `offset` bytes.
    package func moved(by offset: Int) -> Diagnostic { offset == 0 ? self : placed { $0.moved(by: offset) } }

    /// Returns the diagnostic with other places.
    package func placed(_ place: (SourceRange) -> SourceRange) -> Diagnostic {
        var moved = self
        moved.range = place(range)
        moved.labels = labels.map { Label(place($0.range), $0.text) }
        moved.fix?.edits = edits.map { Edit(place($0.range), $0.replacement) }
        return moved
    }
}
