package import QueryDiagnostics
import QueryHelp
package import QuerySyntax
import QueryVocabulary

/// A test script split into cases, with the findings from before it runs.
package struct TestScript: Sendable {
    package struct Case: Sendable {
        package var name: String
        package var statements: [Statement]
    }

    package let source: SourceText
    /// The statements before the first case.
    package private(set) var preamble: [Statement] = []
    package var cases: [Case] = []
    package var findings: [Diagnostic]
    var isWrong: Bool { findings.contains { $0.severity == .error } }
    /// True if the script has cases, expectations or assertions.
    package let hasTests: Bool

    /// - Parameter limit: the maximum number of errors that are explained.
    package init(_ parsed: ParseResult, limit: Int) {
        source = parsed.source
        let parsed = parsed.helped(limit: limit)
        var shown = ShownErrors(limit: limit)
        ExpectationRules.addSyntaxErrors(in: parsed.statements, to: &shown)
        for finding in ExpectationRules.findings(in: parsed.statements) { shown.add([finding]) }
        findings = shown.all
        hasTests = parsed.statements.contains { $0.kind.has(.test) }
        for statement in parsed.statements {
            if case .testCase(let name) = statement.kind {
                cases.append(Case(name: name.value, statements: []))
            } else if cases.isEmpty {
                preamble.append(statement)
            } else {
                cases[cases.count - 1].statements.append(statement)
            }
        }
        if cases.isEmpty, hasTests {
            cases = [Case(name: "the script", statements: preamble)]
            preamble = []
        }
    }
}

/// Finds expectations that can never fail or never pass, before anything runs.
package enum ExpectationRules {
    /// Adds the syntax errors, except in statements that are expected to fail.
    package static func addSyntaxErrors(in statements: [Statement], to shown: inout ShownErrors) {
        var isExpectedToFail = false
        for statement in statements {
            if !isExpectedToFail { shown.add(statement.diagnostics.filter { $0.severity == .error }) }
            isExpectedToFail = statement.kind.awaitsError
        }
    }

    package static func findings(in statements: [Statement]) -> [Diagnostic] { findings(in: statements.map { PlacedStatement($0) }) }

    package static func findings(in statements: [PlacedStatement]) -> [Diagnostic] {
        var findings: [Diagnostic] = []
        // The statement that the next expectation refers to, in the current case.
        var subject: PlacedStatement?
        var preambleEnd: PlacedStatement?
        var openCase: (name: SourceRange, expects: Bool)?
        var awaited: (code: CodeReference, offset: Int)?
        var watches = KnownWatches()
        var preambleWatches = watches
        func endWait() {
            if let awaited { findings.append(nothingFollows(awaited.code).moved(by: awaited.offset)) }
            awaited = nil
        }
        func closeCase() {
            endWait()
            guard let open = openCase, !open.expects else { return }
            findings.append(
                Diagnostic(
                    .caseWithoutExpectation, "this case has no expectations", at: open.name,
                    help: "add `expect` after a query, or `assert`"))
        }
        for placed in statements {
            let (statement, offset) = (placed.statement, placed.offset)
            switch statement.kind {
            case .testCase(let name):
                closeCase()
                if openCase == nil { (preambleEnd, preambleWatches) = (subject, watches) }
                watches = preambleWatches
                subject = preambleEnd
                openCase = (name.range.moved(by: offset), false)
            case .expect(let expectation):
                openCase?.expects = true
                endWait()
                awaited = statement.kind.awaitsError ? expectation.code.map { ($0, offset) } : nil
                findings += check(expectation, of: subject, at: placed)
                findings += watches.findings(about: expectation, at: statement.range.moved(by: offset))
                if expectation.isOfError { subject = placed }
            default:
                if case .assert = statement.kind { openCase?.expects = true }
                awaited = nil
                subject = placed
                watches.follow(statement.kind)
            }
        }
        closeCase()
        return findings
    }

    private static func nothingFollows(_ code: CodeReference) -> Diagnostic {
        Diagnostic(
            .expectationOfNothing, "there is no statement after this that could fail with \(code.text)", at: code.range,
            help: "write the statement after a colon, as in `expect error \(code.text): sum heartRate`")
    }

    private static func check(_ expectation: Expectation, of subject: PlacedStatement?, at placed: PlacedStatement) -> [Diagnostic] {
        let range = placed.range
        if let code = expectation.code {
            let known = DiagnosticCode(rawValue: code.text.uppercased())
            if known == nil || !expectation.allows(known?.severity) {
                return [impossible(code, known, expectation).moved(by: placed.offset)]
            }
        }
        if expectation.isOfError { return [] }
        guard let subject else {
            return [
                Diagnostic(
                    .expectationOfNothing, "there is no statement before this expectation", at: range,
                    help: "write a query first; `expect` checks the statement before it")
            ]
        }
        guard expectation.isOfRows, !subject.statement.kind.has(.rows) else { return [] }
        return [
            Diagnostic(
                .expectationOfNothing, "the statement before this expectation has no rows", at: range,
                labels: [.init(subject.range, "this statement")], help: "write the expectation after its query")
        ]
    }

    private static func impossible(_ code: CodeReference, _ known: DiagnosticCode?, _ expectation: Expectation) -> Diagnostic {
        if let known {
            return Diagnostic(
                .impossibleExpectation, "the severity of \(known.rawValue) is \(known.severity.rawValue)", at: code.range,
                help: "write `expect \(known.severity.rawValue) \(known.rawValue)`")
        }
        let nearest = Suggestion.best(for: code.text, among: DiagnosticCode.allCases.map(\.rawValue))
        return Diagnostic(
            .impossibleExpectation, "unknown code `\(code.text)`", at: code.range,
            help: "`show codes` lists all codes", fix: .spelling(nearest, at: code.range))
    }
}

/// The named watches that the statements of a script start and stop.
private struct KnownWatches {
    private var names: [String: String] = [:]
    /// True if a called script may have started others.
    private var mayBeMore = false

    mutating func follow(_ statement: StatementKind) {
        switch statement {
        case .watch(let watch): if let name = watch.name { names[name.key] = name.text }
        case .stop(let name?): names[name.key] = nil
        case .stop(nil), .open: names = [:]
        case .run: mayBeMore = true
        default: break
        }
    }

    func findings(about expectation: Expectation, at range: SourceRange) -> [Diagnostic] {
        let name: Name?
        switch expectation {
        case .changed(_, let watch), .changedRow(_, _, let watch): name = watch
        default: return []
        }
        if mayBeMore { return [] }
        if let name { return names[name.key] == nil ? [NameRules.unknownWatch(name, among: Array(names.values))] : [] }
        switch names.count {
        case 0:
            return [
                Diagnostic(
                    .expectationOfNothing, "the rows of a named watch can't have changed, because the script has not started one",
                    at: range,
                    help: "start one first, as in `watch moving = sum steps by day`")
            ]
        case 1: return []
        default:
            return [
                Diagnostic(
                    .ambiguousWatch, "there are \(names.count) watches, so `expect changed` needs the name of one", at: range,
                    help: "add `of \(names.values.sorted()[0])`")
            ]
        }
    }
}

extension Expectation {
    package var isOfError: Bool { if case .error = self { true } else { false } }

    fileprivate var isOfRows: Bool {
        switch self {
        case .rows, .row, .noData: true
        case .changed, .changedRow, .warning, .info, .error: false
        }
    }

    fileprivate var code: CodeReference? {
        switch self {
        case .warning(let code), .info(let code), .error(let code, _): code
        case .rows, .row, .noData, .changed, .changedRow: nil
        }
    }

    /// Returns true if the expectation can match a finding of this severity. `expect warning` also matches infos.
    fileprivate func allows(_ severity: Severity?) -> Bool {
        switch self {
        case .warning: severity == .warning || severity == .info
        case .info: severity == .info
        case .error: severity == .error
        case .rows, .row, .noData, .changed, .changedRow: true
        }
    }
}

extension StatementKind {
    /// True for `expect error CODE` without a statement. The next statement must then fail.
    package var awaitsError: Bool { if case .expect(.error(_, nil)) = self { true } else { false } }
}
