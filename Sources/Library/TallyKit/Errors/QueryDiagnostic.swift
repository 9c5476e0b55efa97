@_exported public import QueryDiagnostics

/// A finding about a query: what is wrong or worth knowing, where, why, and what to write instead.
public struct QueryDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// An error stops the query; with a warning the answer may not be what was meant; with an info it is right, and there is something to know.
    public typealias Severity = QueryDiagnostics.Severity

    /// A place in the text of a query.
    public struct Position: Sendable, Hashable {
        /// From 1.
        public let line: Int
        /// In characters as people count them, from 1.
        public let column: Int
        /// In bytes of UTF-8, from 0.
        public let utf8Offset: Int
    }

    /// A replacement; of an empty range an insertion.
    public struct Edit: Sendable, Hashable {
        /// In bytes of UTF-8.
        public let utf8Range: Range<Int>
        /// What stands there afterwards.
        public let replacement: String
    }

    /// Edits that set the query right.
    public struct Fix: Sendable, Hashable {
        /// In order and without overlap.
        public let edits: [Edit]
        /// The whole text with the edits made.
        public let text: String
        /// Whether the query asks the same afterwards: a misspelt word, and no other aggregate, range or condition.
        public let keepsQuestion: Bool
    }

    /// Such as `E101`; a code never gets another meaning.
    public let code: String
    /// How bad it is.
    public let severity: Severity
    /// One sentence without a full stop.
    public let message: String
    /// What to write; nil where nothing is sure.
    public let help: String?
    /// Why.
    public let note: String?
    /// What it is about.
    public let range: Range<Position>
    /// Nil where no edit is sure.
    public let fix: Fix?
    /// The finding as the shell prints it, with the line that it is about.
    public let description: String

    init(_ finding: Diagnostic, in source: SourceText) {
        func position(_ offset: Int) -> Position {
            let place = source.position(at: offset)
            return Position(line: place.line, column: place.column, utf8Offset: offset)
        }
        code = finding.code.rawValue
        severity = finding.severity
        message = finding.message
        help = finding.help
        note = finding.note
        range = position(finding.range.start)..<position(finding.range.end)
        fix = finding.fix.map { fix in
            Fix(
                edits: fix.edits.map { Edit(utf8Range: $0.range.start..<$0.range.end, replacement: $0.replacement) },
                text: fix.edits.applied(to: source), keepsQuestion: fix.keepsQuestion)
        }
        description = TextRenderer().render(finding, in: source)
    }
}

extension QueryDiagnostic.Position: Comparable {
    /// Whether `a` stands before `b`.
    public static func < (a: Self, b: Self) -> Bool { a.utf8Offset < b.utf8Offset }
}
