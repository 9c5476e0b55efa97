package import QueryCompiler
package import QueryDiagnostics
package import QuerySyntax

/// Applies fixes to the text of a script.
package enum ScriptText {
    /// Returns the script with the fixes of its findings applied, and the number of fixed findings.
    ///
    /// Findings of one statement share a fix. If a fix reveals another error, the next round fixes that. A round that adds errors is
    /// discarded.
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

    /// Returns the findings about `statement`, which is still being typed, with only those fixes that work.
    package static func proved(
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
