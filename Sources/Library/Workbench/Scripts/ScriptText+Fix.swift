package import QueryDiagnostics
import QueryCompiler
import QuerySyntax

/// Fixes made in the text of a script.
package enum ScriptText {
    /// Returns the script with the edits that its findings propose, and how many findings that settled.
    ///
    /// Findings of one statement have the same fix. A fix that uncovers another mistake is followed by the one of that; a round that brings
    /// new errors is not made.
    package static func fixed(_ source: SourceText, findings: (SourceText) -> [Diagnostic]) -> (text: String, count: Int) {
        var current = source
        var count = 0
        var known = findings(current)
        for _ in 0..<maximumFixRounds {
            var edits: [Diagnostic.Edit] = []
            var made = 0
            for finding in known where finding.fix != nil {
                let isMade = finding.edits.allSatisfy(edits.contains)
                guard isMade || finding.edits[0].range.start >= edits.last?.range.end ?? 0 else { continue }
                if !isMade { edits += finding.edits }
                made += 1
            }
            let next = SourceText(edits.applied(to: current), file: source.file)
            let remaining = findings(next)
            guard made > 0, errorCount(remaining) <= errorCount(known) else { break }
            (current, known) = (next, remaining)
            count += made
        }
        return (current[current.fullRange], count)
    }

    /// Returns what is wrong with `statement` of `source`, for a query that is still being typed, and of the fixes those that work.
    static func proved(
        _ findings: [Diagnostic], of statement: Statement, in source: SourceText, context: CompilationContext,
        lastRows: BoundRows?
    ) -> [Diagnostic] {
        var checker = ScriptChecker(context: context, settings: SessionSettings(), source: source, folder: nil, chain: [])
        checker.lastRows = lastRows
        return checker.proved(findings, of: statement)
    }

    private static let maximumFixRounds = 10

    private static func errorCount(_ findings: [Diagnostic]) -> Int { findings.count { $0.severity == .error } }
}
