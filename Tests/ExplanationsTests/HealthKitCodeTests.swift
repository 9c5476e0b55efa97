import Explanations
import Foundation
import QueryPlan
import Testing

@Suite("A query as Swift code for HealthKit")
struct HealthKitCodeTests {
    /// The seed: `TALLY_SEED`, or else the same in every run.
    private static let seed: UInt64 = ProcessInfo.processInfo.environment["TALLY_SEED"].flatMap { UInt64($0) } ?? 20_261_121
    private static let cases = ProcessInfo.processInfo.environment["TALLY_CASES"].flatMap { Int($0) } ?? 200
    /// The number of cases that are also type-checked, which takes about 0.1 s each.
    private static let checked = max(25, cases / 10)

    private func code(_ query: String, isEmptyStore: Bool = false) throws -> String {
        let plan = try #require(ExplainedQuery.plan(query, isEmptyStore: isEmptyStore), "\(query)")
        return HealthKitCode(Pipeline(plan: plan), ranks: ExplainedQuery.ranks).text
    }

    @Test("The code of any query passes the type checker, without a warning, in Swift 6")
    func compiles() throws {
        print("TALLY_SEED=\(Self.seed)")
        var generator = QueryGenerator(seed: Self.seed)
        var sources: [(query: String, code: String)] = []
        for attempt in 0..<Self.cases * 20 where sources.count < Self.cases {
            let query = generator.query()
            guard ExplainedQuery.plan(query) != nil else { continue }
            sources.append((query, try code(query, isEmptyStore: attempt % 10 == 0)))
        }
        #expect(sources.count == Self.cases)
        let folder = FileManager.default.temporaryDirectory.appending(path: "tally-healthkit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // One module contains the stub and all cases, each in a separate namespace.
        let stub = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "HealthKitStub")
        var files = ["HealthKit.swift", "HealthKitIdentifiers.swift"].map { stub.appending(path: $0).path }
        for (index, source) in sources.enumerated() {
            let lines = source.code.components(separatedBy: "\n").filter { !$0.hasPrefix("import ") }
            let file = folder.appending(path: "Case\(index).swift")
            try (["import Foundation", "enum Case\(index) {"] + lines + ["}"]).joined(separator: "\n")
                .write(to: file, atomically: true, encoding: .utf8)
            files.append(file.path)
        }
        let parsed = try Self.swiftc(["-parse", "-parse-as-library"] + files)
        #expect(parsed.status == 0, "\(parsed.output)")
        let checked = try Self.swiftc(
            ["-typecheck", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-module-name", "Emitted"]
                + files.prefix(2 + Self.checked))
        let culprits = sources.indices.filter { checked.output.contains("Case\($0).swift:") }.map { sources[$0].query }
        #expect(checked.status == 0, "\(culprits.joined(separator: "\n"))\n\(checked.output)")
    }

    @Test("The code of a query is a complete file: it parses as printed")
    func parses() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "tally-\(UUID().uuidString).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        try code("average, p95 heartRate by day and source where device = \"*/ }\" last 3 days").write(
            to: file, atomically: true, encoding: .utf8)
        let (status, output) = try Self.swiftc(["-parse", file.path])
        #expect(status == 0, "\(output)")
    }

    private static func swiftc(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swiftc"] + arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }

    // MARK: The generated code

    @Test("The style of a type determines the options of the statistics")
    func options() throws {
        #expect(try code("sum steps by day last 3 days").contains("[.cumulativeSum]"))
        #expect(try code("average, min, max heartRate by day last 3 days").contains("[.discreteAverage, .discreteMin, .discreteMax]"))
        #expect(try code("sum steps by day and source last 3 days").contains("[.cumulativeSum, .separateBySource]"))
        #expect(try code("latest weight").contains("[.mostRecent]"))
    }

    @Test("The edges rule becomes the options of the range's predicate (S4)")
    func edges() throws {
        for (clause, options) in [
            ("", "options: []"), ("edges overlap", "options: []"), ("strict start", "options: [.strictStartDate]"),
            ("strict end", "options: [.strictEndDate]"), ("strict", "options: [.strictStartDate, .strictEndDate]"),
        ] {
            #expect(try code("sum steps yesterday \(clause)").contains("withStart: start, end: end, \(options)"))
        }
    }

    @Test("The code mentions that HealthKit counts samples in full and Tally clips them, but only if it matters (S4.2)")
    func clipping() throws {
        for (query, isTold) in [
            ("sum steps yesterday", true), ("sum steps by day since -30d", true), ("sum steps yesterday edges overlap", false),
            ("sum steps by day last 3 full days", false),
        ] {
            let comments = try code(query).replacing("\n///", with: "")
            #expect(comments.contains("unless you use `edges overlap`") == isTold, "\(query)")
        }
    }

    @Test("The anchor consists of date components in the zone's calendar, the interval of Calendar's components")
    func anchor() throws {
        let daily = try code("sum steps by day anchor 03:00 last 3 days zone America/New_York")
        #expect(daily.contains("TimeZone(identifier: \"America/New_York\")"))
        #expect(daily.contains("DateComponents(year: 2026, month: 6, day: 28, hour: 3)"))
        #expect(daily.contains("timeZone: timeZone, day: 1)"))
        #expect(try code("sum steps by 2 weeks").contains("timeZone: timeZone, day: 14)"))
        #expect(try code("sum steps by quarter").contains("timeZone: timeZone, month: 3)"))
    }

    @Test("Without `by` the code queries one statistic; a query beyond HealthKit reads samples and names the clause")
    func kinds() throws {
        #expect(try code("sum steps yesterday").contains("HKStatisticsQuery("))
        for (query, clause) in [
            ("p95 heartRate by day", "`p95`"), ("sum steps by hour of day", "`by hour of day`"), ("sum steps sources raw", "`sources raw`"),
            ("sum steps by day prefer \"iPhone\"", "`prefer`"), ("sum steps by 6h grid clock", "`grid clock`"),
            ("sum steps by day zone sample", "`zone sample`"), ("sum steps by day assign by end", "`assign by end`"),
            ("duration sleep by day", "sleepAnalysis: statistics exist only for quantity types"),
        ] {
            let text = try code(query)
            #expect(text.contains("HKSampleQuery(") && text.contains("- \(clause)"), "\(query)")
        }
    }

    @Test("Conditions that HealthKit can test become predicates")
    func predicates() throws {
        for (condition, expected) in [
            (
                "value > 150",
                "HKQuery.predicateForQuantitySamples(with: .greaterThan, quantity: HKQuantity(unit: HKUnit(from: \"count/min\"), doubleValue: 150))"
            ),
            ("not entered by user", "predicateForObjects(withMetadataKey: HKMetadataKeyWasUserEntered, allowedValues: [true])"),
            ("source = \"Watch\"", "HKQuery.predicateForObjects(from: sources.filter"),
            ("metadata \"k\" is missing", "notPredicateWithSubpredicate: HKQuery.predicateForObjects(withMetadataKey: \"k\")"),
        ] {
            let text = try code("average heartRate by day last 3 days where \(condition)")
            #expect(text.contains(expected) && text.contains("HKStatisticsCollectionQuery("), "\(condition)")
        }
    }

    @Test("Names cannot end a literal or a comment, or start an interpolation")
    func injection() throws {
        let text = try code("sum steps called `a\\(b)` where metadata \"k\\(system(1))\\u{22}\" = \"\"\" ; exit(0) //\" last 3 days")
        for line in text.split(separator: "\n") where line.contains("system(1)") {
            #expect(line.hasPrefix("//") || line.contains("\\\\(system(1))"), "\(line)")
        }
    }
}
