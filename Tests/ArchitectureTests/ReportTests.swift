import Foundation
import Testing

@Suite("A reported mistake is thrown, never signaled by nil")
struct ReportTests {
    private static let home = "Sources/Language/QueryCompiler/Binding/Binder.swift"

    @Test("The compiler passes its binder down, throws reported mistakes, and collects them in one place")
    func compilerKeepsTheRules() throws {
        let files = try Repository.sources().filter { $0.module == "QueryCompiler" }
        // If the scan did not find the binder, the rules would hold for any code.
        #expect(files.contains { $0.path == Self.home && $0.lines.contains { $0.code.contains("struct Reported: Error") } })
        #expect(files.flatMap(Self.findings) == [])
    }

    @Test("Only the binder can create a report")
    func reportsAreMadeInOnePlace() throws {
        let binder = try SwiftFile(path: Self.home)
        let start = try #require(binder.lines.firstIndex { $0.code.contains("struct Reported: Error") })
        let body = binder.lines[start...].prefix { $0.code != "}" }.map(\.code)
        #expect(body.contains { $0.contains("fileprivate init()") })
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
        let file = SwiftFile(path: "Sources/Language/QueryCompiler/Planted.swift", text: text)
        #expect(Self.findings(in: file).map { $0.split(separator: ":")[1] } == ["1", "2", "4", "5", "8"])
        #expect(Self.findings(in: SwiftFile(path: Self.home, text: "throw Reported()\nfunc a(_ b: inout Binder) {}\n")).count == 1)
    }

    @Test("No function returns an optional value together with findings")
    func noValueBesideFindings() throws {
        #expect(try Repository.sources().flatMap(Self.pairs) == [])
        let text = """
            func plan() -> (plan: Plan?, diagnostics: [Diagnostic]) {}
            let save: (Context) -> (samples: [Sample]?, findings: [Finding])
            func plan(of metric: Metric?, diagnostics: [Diagnostic]) -> Plan {}
            func instant() -> Resolved<Instant> {}
            """
        let planted = SwiftFile(path: "Sources/Language/QueryCompiler/Planted.swift", text: text)
        #expect(Self.pairs(in: planted).map { $0.split(separator: ":")[1] } == ["1", "2"])
    }

    private static func pairs(in file: SwiftFile) -> [String] {
        file.lines.compactMap { line in
            guard let results = line.code.range(of: "-> (").map({ line.code[$0.upperBound...] }) else { return nil }
            let isPair = ["?, diagnostics:", "?, findings:"].contains(where: results.contains)
            return isPair ? file.finding("throw, or return a `Resolved`", at: line) : nil
        }
    }

    private static func findings(in file: SwiftFile) -> [String] {
        file.lines.compactMap { line in
            if ["inout Binder", "&binder"].contains(where: line.code.contains) {
                return file.finding("hand the binder down as it is", at: line)
            }
            guard file.path != home else { return nil }
            if line.code.contains("Reported()") { return file.finding("throw what `binder.report` returns", at: line) }
            // An invalid pattern is not a report.
            let hidesError = line.words.contains("try") && line.code.replacing("try? Regex(", with: "").contains("try?")
            guard hidesError || line.words.contains("catch") else { return nil }
            return file.finding("let `binder.collect` turn a report into a value", at: line)
        }
    }
}
