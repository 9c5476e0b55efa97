import Diagnostics
import Foundation
import TallySession
import Testing

/// The scripts of `Tests/Scripts`, each with every kind of store: the answers must not depend on where samples are kept.
@Suite("Scripts")
struct ScriptTests {
    @Test("A script gives the same answers over every store", arguments: Script.all, StoreSetting.allCases)
    func passes(script: Script, setting: StoreSetting) throws {
        let source = SourceText(bytes: Array(try Data(contentsOf: script.url)), file: script.url.path)
        let report = try setting.withTester { try $0.run(source) }
        for failure in report.failures {
            let position = source.position(at: failure.range.start)
            Issue.record(
                "\(setting): \(failure.caseName): \(failure.message)",
                sourceLocation: SourceLocation(
                    fileID: "ScriptTests/\(script)", filePath: script.url.path, line: position.line, column: position.column))
        }
        #expect(report.passed > 0)
    }

    @Test("A failure names its place, what was expected and the rows found")
    func failuresAreTold() throws {
        let source = SourceText(
            """
            case "wrong on purpose"
            set zone = UTC
            add 5 count steps at 2025-01-01 10:00
            sum steps by day
            expect row 2025-01-01 6
            expect row 2025-01-01 5 partial
            expect rows 2
            expect no data
            expect warning W301
            expect error E120: sum steps

            case "stops at the first statement that fails"
            sum heartRate
            expect rows 7
            """)
        let report = try StoreSetting.memory.withTester { try $0.run(source) }
        let lines = report.failures.map { source.position(at: $0.range.start).line }
        #expect(lines == [5, 6, 7, 8, 9, 10, 13])
        #expect(report.passed == 0 && report.failedCases == 2)
        let first = try #require(report.failures.first)
        #expect(first.message.contains("2025-01-01"))
    }
}
