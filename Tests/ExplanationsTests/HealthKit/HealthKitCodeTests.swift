import Foundation
import QueryPlan
import SwiftCode
import Testing

@Suite("A query as Swift code for HealthKit")
struct HealthKitCodeTests {
    /// The seed: `TALLY_SEED`, or else the same in every run.
    private static let seed: UInt64 = ProcessInfo.processInfo.environment["TALLY_SEED"].flatMap { UInt64($0) } ?? 20_261_121
    private static let cases = ProcessInfo.processInfo.environment["TALLY_CASES"].flatMap { Int($0) } ?? 200
    /// The number of cases that are also type-checked, which takes about 0.1 s each.
    private static let checked = max(25, cases / 10)

    private func code(_ query: String, _ form: HealthKitForm = .handler, isEmptyStore: Bool = false) throws -> String {
        let plan = try #require(ExplainedQuery.plan(query, isEmptyStore: isEmptyStore), "\(query)")
        return HealthKitCode(Pipeline(plan: plan), ranks: ExplainedQuery.ranks, form: form).text
    }

    #if os(Linux)
    @Test(
        "The code of any query, in each form, passes the type checker with the module HealthKit, without a warning, in Swift 6",
        .enabled(if: SwiftCompiler.hasHealthKit, "`make build-guests` builds HealthKit"))
    func compiles() throws {
        print("TALLY_SEED=\(Self.seed)")
        var generator = QueryGenerator(seed: Self.seed)
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        // All cases are in one module, each in a separate namespace.
        var queries: [String] = []
        var files: [URL] = []
        for attempt in 0..<Self.cases * 20 where queries.count < Self.cases {
            let query = generator.query()
            guard ExplainedQuery.plan(query) != nil else { continue }
            let form = HealthKitForm.allCases[queries.count % 3]
            let lines = try code(query, form, isEmptyStore: attempt % 10 == 0).components(separatedBy: "\n")
                .filter { !$0.hasPrefix("import ") }.map { $0.hasPrefix("func ") ? "static " + $0 : $0 }
            let text = (["import Foundation", "import HealthKit", "enum Case\(queries.count) {"] + lines + ["}"]).joined(separator: "\n")
            files.append(try folder.write(text, to: "Case\(queries.count).swift"))
            queries.append(query)
        }
        #expect(queries.count == Self.cases)
        #expect(try SwiftCompiler.parseErrors(in: files) == nil)
        let problems = try SwiftCompiler.problems(in: Array(files.prefix(Self.checked)))
        let culprits = queries.indices.filter { problems?.contains("Case\($0).swift:") == true }.map { queries[$0] }
        #expect(problems == nil, "\(culprits.joined(separator: "\n"))")
    }

    @Test("The code of a query is a complete file: it parses as printed")
    func parses() throws {
        let text = try code("average, p95 heartRate by day and source where device = \"*/ }\" last 3 days")
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        #expect(try SwiftCompiler.parseErrors(in: [try folder.write(text, to: "Query.swift")]) == nil)
    }
    #endif

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

    @Test("Asynchronous code asks descriptors and returns or throws")
    func async() throws {
        for (query, descriptor) in [
            ("sum steps by day", "HKStatisticsCollectionQueryDescriptor("), ("latest weight", "HKStatisticsQueryDescriptor("),
            ("p95 heartRate by day", "HKSampleQueryDescriptor("), ("samples of sleep", "HKSampleQueryDescriptor("),
            ("summaries", "HKActivitySummaryQueryDescriptor("),
        ] {
            let text = try code(query, .async)
            #expect(text.contains("(in store: HKHealthStore) async throws -> [") && text.contains(descriptor), "\(query)")
            #expect(!text.contains("completion"), "\(query)")
        }
    }

    @Test("Code that follows changes returns a query: a collection or summaries with an update handler, or an observer for the rest")
    func updates() throws {
        for (query, expected) in [
            ("sum steps by day", "query.statisticsUpdateHandler = "), ("summaries", "query.updateHandler = "),
            ("latest weight", "let observer = HKObserverQuery("), ("p95 heartRate by day", "let observer = HKObserverQuery("),
            ("samples of sleep", "let observer = HKObserverQuery("),
            ("sum steps by day where source = \"a\"", "let observer = HKObserverQuery("),
        ] {
            let text = try code(query, .updates)
            #expect(text.contains(expected) && text.contains("\n) -> HKQuery {"), "\(query)")
            #expect(text.contains("observer") == text.contains("delivery.acknowledge()"), "\(query)")
        }
    }
}
