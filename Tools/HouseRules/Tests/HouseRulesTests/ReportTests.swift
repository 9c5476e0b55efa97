import HouseRules
import SwiftSyntax
import Testing

@Suite("A reported mistake is thrown, never signaled by nil")
struct ReportTests {
    @Test("The compiler passes its binder down, throws reported mistakes, and collects them in one place")
    func compilerKeepsTheRules() throws {
        let files = try Repository.sources().filter { $0.module == "QueryCompiler" }
        // If the scan did not find the binder, the rules would hold for any code.
        try #require(files.contains { $0.path == Reports.home && $0.types.contains { $0.name.text == "Reported" } })
        #expect(files.flatMap(Reports.findings) == [])
    }

    @Test("Only the binder can create a report")
    func reportsAreMadeInOnePlace() throws {
        let binder = SourceFile(path: Reports.home, text: try Repository.text(of: Reports.home))
        let report = try #require(binder.all(StructDeclSyntax.self).first { $0.name.text == "Reported" })
        let makers = report.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
        #expect(makers.map(\.modifiers.names) == [["fileprivate"]])
    }

    @Test("Finds an inout binder, a report created elsewhere and a report turned into nil, but no other lines")
    func plantedMistakes() {
        let text = """
            func bind(_ query: Query, _ binder: inout Binder) {}
            bind(query, &binder)
            // a comment on inout Binder, &binder and Reported()
            throw Reported()
            let time = try? times.resolve(when, binder)
            func bind(_ binder: Binder) throws(Reported) -> Plan
            throw binder.report(.emptyRange, "Reported()", at: range)
            do { try bind(binder) } catch { return nil }
            if (try? Regex(pattern)) != nil { return .matches(pattern) }
            subscript(name: Name) -> Entry? { nil }
            """
        let file = SourceFile(path: "Sources/Language/QueryCompiler/Planted.swift", text: text)
        #expect(Reports.findings(in: file).map { $0.split(separator: ":")[1] } == ["1", "2", "4", "5", "8"])
        #expect(Reports.findings(in: SourceFile(path: Reports.home, text: "throw Reported()\nfunc a(_ b: inout Binder) {}\n")).count == 1)
    }

    @Test("No function returns an optional value together with findings")
    func noValueBesideFindings() throws {
        #expect(try Repository.sources().flatMap(Reports.pairs) == [])
        let text = """
            func plan() -> (plan: Plan?, diagnostics: [Diagnostic]) {}
            let save: (Context) -> (samples: [Sample]?, findings: [Finding])
            func plan(of metric: Metric?, diagnostics: [Diagnostic]) -> Plan {}
            func instant() -> Resolved<Instant> {}
            """
        let planted = SourceFile(path: "Sources/Language/QueryCompiler/Planted.swift", text: text)
        #expect(Reports.pairs(in: planted).map { $0.split(separator: ":")[1] } == ["1", "2"])
    }
}
