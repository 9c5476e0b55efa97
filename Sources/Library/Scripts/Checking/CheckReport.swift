package import QueryCompiler
package import QueryDiagnostics
package import QuerySyntax
import QueryVocabulary

/// A statement, and where its text starts in the script. Its ranges are relative to that.
package struct PlacedStatement {
    package var statement: Statement
    package var offset: Int

    package init(_ statement: Statement, at offset: Int = 0) {
        self.statement = statement
        self.offset = offset
    }

    /// The range of the statement in the script.
    package var range: SourceRange { statement.range.moved(by: offset) }
}

/// The findings about the statements of a script, in order, with a limited number of errors.
///
/// The checker adds each statement with its findings. So does an editor, which checks only what changed.
package struct CheckReport {
    /// The work that a finding is worth.
    package struct Effort: Hashable, Sendable {
        /// False if the errors of the statement are only counted.
        package var explains: Bool
        package var fixes: Fixes

        /// Explains everything.
        package static let full = Effort(explains: true, fixes: .all)
    }

    /// The fixes that findings get.
    package enum Fixes: Int, Sendable {
        case none
        /// Those of the findings, if they work. Each is tried, which takes as long as checking the statement.
        case proved
        /// Also other spellings of words, which takes as long as checking about twenty statements.
        case all
    }

    /// After this many findings, nobody tries other spellings of words.
    private static let mostFindingsWithSlips = 500

    private var shown: ShownErrors
    private var expectsError = false
    private var subjectStart = 0
    /// True if the store has no samples and gets none from the script. That is said once.
    private let isEmpty: Bool

    /// - Parameters:
    ///   - statements: all statements that will be added.
    ///   - context: what the script is checked against.
    package init(of statements: [PlacedStatement], in context: CompilationContext, limit: Int) {
        shown = ShownErrors(limit: limit)
        isEmpty = context.contents.metrics.isEmpty && !context.contents.mayGrow
        for finding in ExpectationRules.findings(in: statements) { shown.add([finding]) }
    }

    /// Adds the findings about the next statement, which `check` returns.
    package mutating func add(_ placed: PlacedStatement, _ check: (Effort) -> [Diagnostic]) {
        let kind = placed.statement.kind
        // Expected warnings and infos are not reported.
        if case .expect(.warning(let code)) = kind { forget(code) }
        if case .expect(.info(let code)) = kind { forget(code) }
        if kind.word != .expect { subjectStart = placed.range.start }
        let own = check(effort)
        if case .expect(.error(_, let inner)) = kind {
            shown.add(own.map { $0.moved(by: placed.offset) })
            expectsError = inner == nil
        } else if expectsError {
            expectsError = false
        } else {
            shown.add(own.map { $0.moved(by: placed.offset) })
        }
    }

    /// The effort for the next statement.
    package var effort: Effort {
        Effort(explains: !shown.isFull, fixes: shown.findings.count < Self.mostFindingsWithSlips ? .all : .proved)
    }

    private mutating func forget(_ code: CodeReference) {
        let start = subjectStart
        shown.removeAll { $0.code.rawValue == code.text.uppercased() && $0.range.start >= start }
    }

    /// The findings in order of their places.
    package var findings: [Diagnostic] { isEmpty ? shown.all.withOne(.metricWithoutSamples) : shown.all }
}

extension [Diagnostic] {
    /// Returns the findings without all but the first with a code.
    fileprivate func withOne(_ code: DiagnosticCode) -> [Diagnostic] {
        guard let first = firstIndex(where: { $0.code == code }) else { return self }
        return enumerated().filter { $0.offset <= first || $0.element.code != code }.map(\.element)
    }
}
