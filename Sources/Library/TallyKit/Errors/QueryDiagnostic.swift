@_exported public import QueryDiagnostics

/// An error, warning or info about a query, with its position and, if possible, a fix.
public struct QueryDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The severity. An error stops the query. A warning means that the answer may not be the expected one. An info explains a correct
    /// answer.
    public typealias Severity = QueryDiagnostics.Severity

    /// A position in the text of a query.
    public struct Position: Sendable, Hashable {
        /// The line, from 1.
        public let line: Int
        /// The column in characters, from 1.
        public let column: Int
        /// The offset in bytes of UTF-8, from 0.
        public let utf8Offset: Int
    }

    /// A replacement of part of the text. An empty range means an insertion.
    public struct Edit: Sendable, Hashable {
        /// The range to replace, in bytes of UTF-8.
        public let utf8Range: Range<Int>
        /// The new text.
        public let replacement: String
    }

    /// Edits that correct the query.
    public struct Fix: Sendable, Hashable {
        /// The edits in order, without overlap.
        public let edits: [Edit]
        /// The complete text after the edits.
        public let text: String
        /// True if the fix does not change the meaning, for example if it corrects a misspelled word. False if it changes an aggregate, a
        /// range or a condition.
        public let keepsQuestion: Bool
    }

    /// The code, such as `E101`. A code never changes its meaning.
    public let code: String
    /// The severity: error, warning or info.
    public let severity: Severity
    /// The message: one sentence without a full stop.
    public let message: String
    /// An instruction to correct the problem. Nil if none is certain.
    public let help: String?
    /// The reason. Nil if the message is enough.
    public let note: String?
    /// The affected part of the query.
    public let range: Range<Position>
    /// The edits that correct the problem. Nil if none are certain.
    public let fix: Fix?
    /// The finding as the shell prints it, including the line of the query.
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
    /// Returns true if `a` is before `b`.
    public static func < (a: Self, b: Self) -> Bool { a.utf8Offset < b.utf8Offset }
}
