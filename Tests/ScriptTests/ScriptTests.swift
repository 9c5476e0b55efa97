import Foundation
import QueryDiagnostics
import Scripts
import Testing
import Workbench

/// Runs each script of `Tests/Scripts` on every kind of store in a file. Results must not depend on how samples are stored. `tally test`
/// runs them on stores in memory, as `make test-scripts` does.
@Suite("Scripts")
struct ScriptTests {
    @Test("A script passes on every kind of store in a file", arguments: Script.all, StoreSetting.allCases)
    func passes(script: Script, setting: StoreSetting) throws { try script.expectToPass(on: setting) }
}

extension Script {
    /// Runs the script on a kind of store, and records each finding and failure as an issue at its line.
    func expectToPass(on setting: StoreSetting) throws {
        let source = SourceText(bytes: Array(try Data(contentsOf: url)), file: url.path)
        let report = try setting.withTester { try $0.run(source) }
        #expect(report.findings.map(\.message) == [])
        for failure in report.failures {
            let position = source.position(at: failure.diagnostic.range.start)
            Issue.record(
                "\(setting): \(failure.caseName): \(failure.diagnostic.message)\n\(failure.difference.joined(separator: "\n"))",
                sourceLocation: SourceLocation(
                    fileID: "ScriptTests/\(self)", filePath: url.path, line: position.line, column: position.column))
        }
        #expect(report.passed > 0)
    }
}
