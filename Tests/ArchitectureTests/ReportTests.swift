import Foundation
import Testing

@Suite("A mistake that was told is thrown, never signalled by nil")
struct ReportTests {
    private static let home = "Sources/Language/QueryCompiler/Binding/Binder.swift"

    @Test("The compiler hands its binder down, throws what it reported, and collects it in one place")
    func compilerKeepsTheRules() throws {
        let files = try Repository.sources().filter { $0.module == "QueryCompiler" }
        // The reader of the sources must find the binder, or the rules would hold for anything.
        #expect(files.contains { $0.path == Self.home && $0.lines.contains { $0.code.contains("struct Reported: Error") } })
        #expect(files.flatMap(Self.findings) == [])
    }

    @Test("A report can be made by the binder alone")
    func reportsAreMadeInOnePlace() throws {
        let binder = try SwiftFile(path: Self.home)
        let start = try #require(binder.lines.firstIndex { $0.code.contains("struct Reported: Error") })
        let body = binder.lines[start...].prefix { $0.code != "}" }.map(\.code)
        #expect(body.contains { $0.contains("fileprivate init()") })
    }

    @Test("A binder that is passed inout, a report made elsewhere, and one that becomes nil are found; other lines are not")
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

    @Test("Nothing returns a value that may be nil beside the findings that say why")
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
            // A pattern that cannot be read is no report.
            let hidesError = line.words.contains("try") && line.code.replacing("try? Regex(", with: "").contains("try?")
            guard hidesError || line.words.contains("catch") else { return nil }
            return file.finding("let `binder.collect` turn a report into a value", at: line)
        }
    }
}
