import QueryDiagnostics
import Scripts
import Testing
import Workbench

/// Tests the reports of failing tests, and scripts without tests.
@Suite("Failing tests")
struct FailureTests {
    private func report(_ text: String) throws -> TestReport { try ScriptTester().run(SourceText(text)) }

    private func lines(_ report: TestReport, in text: String) -> [Int] {
        report.failures.map { SourceText(text).position(at: $0.diagnostic.range.start).line }
    }

    @Test("All failures of a case are reported, each at its line")
    func everyFailure() throws {
        let text = """
            case "wrong on purpose"
            add 5 count steps at 2025-01-01 10:00
            sum steps by day
            expect row 2025-01-01 6
            expect row 2025-01-01 5 partial
            expect rows 2
            expect no data
            expect warning W301
            expect info I410
            assert sum steps = 6
            expect error E120: sum steps

            case "stops at the first statement that cannot be run"
            sum heartRate
            expect rows 7
            """
        let report = try report(text)
        #expect(lines(report, in: text) == [4, 5, 6, 7, 8, 9, 10, 11, 14])
        #expect(report.passed == 0 && report.failedCases == 2)
        #expect(report.failures.map(\.caseName).last == "stops at the first statement that cannot be run")
    }

    @Test("A script without tests fails only if it has errors")
    func withoutTests() throws {
        let wrong = try report("let a = 5\nsum heartRate")
        #expect(wrong.isWrong && wrong.findings.map(\.code.rawValue) == ["E120"])
        #expect(try report("sum steps nonsense").isWrong)
        let right = try report("sum steps by day")
        #expect(!right.isWrong && right.findings.isEmpty && right.passed + right.failedCases == 0)
    }

    @Test("Expected and actual rows are compared line by line after the last expectation of a query")
    func rowDifference() throws {
        let report = try report(
            """
            load steps at 2025-01-01 every 1d: 1 2 300 4 5 6 7 8 9
            sum steps by day
            expect row 2025-01-02 2
            expect row 2025-01-03 30
            expect row 2025-02-01 5
            """)
        #expect(report.failures.map { $0.difference.isEmpty } == [true, false])
        #expect(
            report.failures.last?.difference == [
                "sum steps by day",
                "  2025-01-01    1",
                "  2025-01-02    2",
                "- 2025-01-03   30",
                "+ 2025-01-03  300",
                "  2025-01-04    4",
                "  2025-01-05    5",
                "  … 2 more",
                "  2025-01-08    8",
                "  2025-01-09    9",
                "- 2025-02-01    5",
            ])
        #expect(report.failures.first?.diagnostic.message == "expected 2025-01-03 30, found 2025-01-03 300")
        #expect(report.failures.last?.diagnostic.message == "expected 2025-02-01 5, found no matching row")
    }

    @Test("Unexpected rows are marked if there are too many rows")
    func tooManyRows() throws {
        let report = try report(
            """
            load steps from "A" at 2025-01-01 every 1d: 1
            load steps from "B" at 2025-01-01 every 1d: 2
            sum steps by day and source
            expect rows 1
            expect row 2025-01-01 "A" 1
            """)
        #expect(
            report.failures.map(\.difference) == [
                ["sum steps by day and source", "  2025-01-01  \"A\"  1", "+ 2025-01-01  \"B\"  2"]
            ])
    }

    @Test(
        "An expectation that can never fail or never pass prevents the script from running",
        arguments: [
            ("expect rows 1", "E231"), ("case \"a\"\nexpect no data", "E231"), ("set zone = UTC\nexpect rows 1", "E231"),
            ("count steps\nexpect error E101", "E231"), ("expect error E101\nexpect error E101\nsum stepz", "E231"),
            ("count steps\nexpect warning W999", "E232"), ("count steps\nexpect warning E101", "E232"),
            ("expect error I410: count steps", "E232"), ("count steps\nexpect info W301", "E232"),
            ("case \"a\"\nsum steps by\nexpect rows 1", "E142"),
        ])
    func neverRun(text: String, code: String) throws {
        let report = try report(text)
        #expect(report.findings.map(\.code.rawValue) == [code])
        #expect(report.isWrong && report.passed == 0 && report.failures.isEmpty)
    }

    @Test("A case without expectations passes with a warning; a script without any is not a test")
    func noTests() throws {
        let warned = try report("case \"a\"\ncount steps\ncase \"b\"\ncount steps\nexpect rows 1")
        #expect(warned.findings.map(\.code.rawValue) == ["W233"])
        #expect(warned.passed == 2)
        let script = try report("count steps\nsum steps by day")
        #expect(!script.hasTests && script.passed == 0 && script.failedCases == 0)
    }

    @Test("Parallel cases have the same report as sequential ones")
    func order() throws {
        let text = (0..<60).map { "case \"\($0)\"\ncount steps\nexpect row today \($0 % 3)\n" }.joined()
        var tester = ScriptTester()
        let parallel = try tester.run([SourceText(text), SourceText("sum steps by"), SourceText(text)])
        tester.isParallel = false
        let serial = try tester.run([SourceText(text), SourceText("sum steps by"), SourceText(text)])
        #expect(parallel.map { $0.failures.map(\.caseName) } == serial.map { $0.failures.map(\.caseName) })
        #expect(parallel.map(\.passed) == serial.map(\.passed))
        #expect(parallel.map(\.isWrong) == [false, true, false])
    }

    @Test("A filter selects cases by a text in their name")
    func filter() throws {
        var tester = ScriptTester()
        tester.filter = "WALK"
        let report = try tester.run(SourceText("case \"a walk\"\ncount steps\nexpect rows 1\ncase \"a run\"\ncount steps\nexpect rows 2"))
        #expect(report.passed == 1 && report.failedCases == 0)
    }
}
