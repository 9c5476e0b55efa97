/// How bad a finding is: an error stops the statement, a warning and an info do not.
public enum Severity: String, Sendable, Hashable {
    case error
    case warning
    case info
}

/// One finding about a query or a script: a sentence in the user's terms, its place, and the next step.
///
/// Ranges refer to the `SourceText` in which the statement was read; renderers take it as an argument.
package struct Diagnostic: Sendable, Hashable {
    /// A second place that explains the first, with a few words under it.
    package struct Label: Sendable, Hashable {
        package var range: SourceRange
        package var text: String

        package init(_ range: SourceRange, _ text: String) {
            self.range = range
            self.text = text
        }
    }

    /// A replacement of bytes; an empty range inserts.
    package struct Edit: Sendable, Hashable {
        package var range: SourceRange
        package var replacement: String

        package init(_ range: SourceRange, _ replacement: String) {
            self.range = range
            self.replacement = replacement
        }
    }

    /// Edits that make the statement right.
    package struct Fix: Sendable, Hashable {
        /// In order and without overlap.
        package var edits: [Edit]
        /// Whether the statement asks the same afterwards: a misspelt word or another spelling, and no other aggregate, range or condition.
        package var keepsQuestion: Bool
        /// What to say while the fix is offered, in place of the help that stands without it.
        package var help: String?

        package init(_ edits: [Edit], keepsQuestion: Bool = true, help: String? = nil) {
            self.edits = edits
            self.keepsQuestion = keepsQuestion
            self.help = help
        }

        package init(_ range: SourceRange, _ replacement: String, keepsQuestion: Bool = true, help: String? = nil) {
            self.init([Edit(range, replacement)], keepsQuestion: keepsQuestion, help: help)
        }

        /// Puts `word` where `range` is, and asks whether that was meant; nil where there is no word.
        ///
        /// - Parameter asked: the words to ask about, where they are more than `word`.
        package static func spelling(_ word: String?, at range: SourceRange, asked: String? = nil) -> Fix? {
            word.map { Fix(range, $0, help: "did you mean `\(asked ?? $0)`?") }
        }
    }

    package var code: DiagnosticCode
    /// One sentence without a full stop, in the user's terms.
    package var message: String
    /// The primary place.
    package var range: SourceRange
    /// At most two; further ones are not drawn.
    package var labels: [Label]
    /// What to write where no fix is offered.
    private var plainHelp: String?
    /// Why.
    package var note: String?
    /// Nil where no edit is sure.
    package var fix: Fix?
    /// The name whose definition has the mistake, if the statement only uses the name.
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
    /// What to write.
    package var help: String? { fix?.help ?? plainHelp }
    /// The edits of the fix; empty where none is offered.
    package var edits: [Edit] { fix?.edits ?? [] }

    /// Sentences quote what was written; of a name as long as a book only the ends are told.
    private static func bounded(_ text: String) -> String {
        guard text.utf8.count > 600 else { return text }
        return "\(text.prefix(300)) … \(text.suffix(60))"
    }
}

extension Diagnostic.Fix: ExpressibleByArrayLiteral {
    /// Edits that keep the question.
    package init(arrayLiteral edits: Diagnostic.Edit...) { self.init(edits) }
}

extension [Diagnostic.Edit] {
    /// Returns the source with the edits made.
    package func applied(to source: SourceText) -> String {
        var bytes: [UInt8] = []
        var offset = 0
        for edit in self {
            bytes += source.bytes[offset..<edit.range.start]
            bytes += Array<UInt8>(edit.replacement.utf8)
            offset = edit.range.end
        }
        bytes += source.bytes[offset...]
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Diagnostic {
    /// Returns the same finding with other help. A fix keeps its own.
    package func withHelp(_ help: String) -> Diagnostic {
        var helped = self
        helped.plainHelp = Self.bounded(help)
        return helped
    }

    /// The same finding, that offers nothing to do.
    package var withoutFix: Diagnostic {
        var plain = self
        plain.fix = nil
        return plain
    }

    /// The same finding in a text that has `offset` bytes more before it.
    package func moved(by offset: Int) -> Diagnostic {
        var moved = self
        moved.range = SourceRange(range.start + offset, range.end + offset)
        return moved
    }
}
