package import QueryDiagnostics
import QuerySyntax

/// The findings of a text with the errors that are shown. The rest is counted, so that a file that isn't a script gets an answer at once.
///
/// Explaining an error takes as long as checking tens of statements: Tally looks for the language that the text is written in, and tries
/// other words.
package struct ShownErrors {
    /// The maximum number of errors on a screen.
    package static let forPeople = 20
    /// The maximum number of errors for a program such as an editor, which shows each at its place.
    package static let forPrograms = 200

    private let limit: Int
    package private(set) var findings: [Diagnostic] = []
    private var count = 0
    /// The number of statements with errors that are not shown.
    private var hiddenCount = 0
    private var firstHidden: SourceRange?

    package init(limit: Int) { self.limit = limit }

    /// True if further errors are only counted.
    package var isFull: Bool { count >= limit }

    /// Adds the findings of one statement, in order.
    package mutating func add(_ own: [Diagnostic]) {
        let errors = own.filter { $0.severity == .error }
        let free = max(0, limit - count)
        count += min(free, errors.count)
        guard errors.count > free else {
            findings += own
            return
        }
        let hidden = errors[free]
        hiddenCount += 1
        firstHidden = firstHidden ?? hidden.range
        guard free > 0 else { return }
        findings += own.prefix { $0 != hidden }
    }

    /// Removes a finding that a later statement expects.
    package mutating func removeAll(where isExpected: (Diagnostic) -> Bool) { findings.removeAll(where: isExpected) }

    /// The findings in order. If there are more errors than are shown, the last finding has the number of statements with the others.
    package var all: [Diagnostic] {
        let shown = findings.sortedByPlace
        guard let firstHidden else { return shown }
        let statements = hiddenCount == 1 ? "1 more statement has" : "\(hiddenCount) more statements have"
        return shown + [
            Diagnostic(
                .moreErrors, "\(statements) errors", at: firstHidden,
                help: "correct the errors above, then check again; if this file has data, read it with `tally import FILE`")
        ]
    }
}

extension [Diagnostic] {
    /// Sorted by place in the text. Findings about the same place keep their order.
    package var sortedByPlace: [Diagnostic] {
        enumerated().sorted { ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset) }.map(\.element)
    }
}
