import QueryDiagnostics
import Foundation
import Workbench
import Testing

/// The scripts of `Tests/Scripts`, each with every kind of store: the answers must not depend on where samples are kept.
@Suite("Scripts")
struct ScriptTests {
    @Test("A script gives the same answers over every store", arguments: Script.all, StoreSetting.allCases)
    func passes(script: Script, setting: StoreSetting) throws {
        let source = SourceText(bytes: Array(try Data(contentsOf: script.url)), file: script.url.path)
        let report = try setting.withTester { try $0.run(source) }
        #expect(report.findings.map(\.message) == [])
        for failure in report.failures {
            let position = source.position(at: failure.diagnostic.range.start)
            Issue.record(
                "\(setting): \(failure.caseName): \(failure.diagnostic.message)\n\(failure.difference.joined(separator: "\n"))",
                sourceLocation: SourceLocation(
                    fileID: "ScriptTests/\(script)", filePath: script.url.path, line: position.line, column: position.column))
        }
        #expect(report.passed > 0)
    }
}
