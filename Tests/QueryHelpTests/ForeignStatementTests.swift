import QueryCompiler
import QueryDiagnostics
import QueryHelp
import QuerySyntax
import Testing

@Suite("Statements in another language")
struct ForeignStatementTests {
    @Test(
        "One diagnostic covers the whole statement, and its fix is a valid query",
        arguments: [
            (DiagnosticCode.sqlInput, "select sum(value) from steps group by day", "sum steps by day"),
            (.promQLInput, "rate(steps[5m])", "sum steps by 5min"),
            (.programInput, "steps.sum()", "sum steps"),
            (.typedQuestion, "average steps per day in the last 30 days", "sum steps by day last 30 days | average"),
            (.typedQuestion, "how many steps last week", "sum steps last week"),
        ])
    func finding(code: DiagnosticCode, script: String, fixed: String) throws {
        let source = SourceText(script)
        let findings = Parser.parse(source).helped().diagnostics
        #expect(findings.map(\.code) == [code])
        let finding = try #require(findings.first)
        #expect(finding.range == source.fullRange)
        #expect(finding.edits.applied(to: source) == fixed)
        #expect(Parser.parse(fixed).helped().diagnostics.isEmpty)
    }

    @Test(
        "The example of each code causes that code",
        arguments: DiagnosticCatalog.syntax.map(\.code).filter(\.isForeignLanguage))
    func smallestScript(code: DiagnosticCode) {
        let findings = Parser.parse(DiagnosticCatalog.entry(for: code).example).helped().diagnostics
        #expect(findings.map(\.code) == [code])
    }

    @Test(
        "A question can use any name of a metric in the catalog",
        arguments: [
            ("what was my body weight yesterday", "average weight yesterday"),
            ("how much was my water intake last week", "sum dietaryWater last week"),
            ("what was my walking distance yesterday", "sum distance yesterday"),
            ("what was my running distance yesterday", "sum workout distance yesterday where activity = running"),
        ])
    func catalogue(question: String, query: String) {
        #expect(Parser.parse(question).helped().diagnostics.map(\.help) == ["write `\(query)`"])
    }

    @Test("The diagnostic replaces only the errors of that statement")
    func neighbors() {
        let parsed = Parser.parse("sum steps by\nselect sum(value) from steps group by '\nsum steps").helped()
        #expect(parsed.statements.map { $0.diagnostics.map(\.code) } == [[.periodExpected], [.sqlInput], []])
    }

    @Test(
        "A statement that starts with a defined name is never in another language",
        arguments: ["let longest = sum steps\nlongest", "def delta(m: metric) = sum m by day\ndelta(steps)", "let select = steps\nselect"])
    func named(script: String) {
        #expect(Parser.parse(script).helped().diagnostics.map(\.message) == [])
    }

    @Test("A question can follow `expect error E163:`")
    func expected() throws {
        let parsed = Parser.parse("expect error E163: how many steps last week")
        #expect(parsed.helped().diagnostics.isEmpty)
        guard case .expect(.error(_, let inner?))? = parsed.statements.first?.kind else {
            Issue.record("no inner statement")
            return
        }
        #expect(inner.helped(in: parsed.source, on: nil) { _ in false }.diagnostics.map(\.code) == [.typedQuestion])
    }

    @Test(
        "A very long text gets one diagnostic",
        arguments: [
            "select " + String(repeating: "a, ", count: 20_000), "rate(" + String(repeating: "[", count: 20_000),
            "how many " + String(repeating: "steps ", count: 20_000), String(repeating: "? ", count: 20_000),
        ])
    func long(script: String) {
        #expect(Parser.parse(script).helped().diagnostics.count == 1)
    }
}
