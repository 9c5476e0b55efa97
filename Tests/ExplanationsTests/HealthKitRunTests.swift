import CalendarIntervals
import Foundation
import HealthModel
import SampleDatabase
import Testing

/// Runs the output of `explain swift` for random queries over the same samples, if the code reads samples.
@Suite("Swift code of random queries")
struct HealthKitRunTests {
    private struct Case {
        var query: String
        var zone: String
        var expected: TextRows
    }

    @Test("Code that reads samples returns the same rows as csv")
    func rows() throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["TALLY_SEED"].flatMap(UInt64.init) ?? 7
        let count = environment["TALLY_CASES"].flatMap(Int.init) ?? 12
        let program = try EmittedProgram()
        var question = SQLQuestion(seed: seed)
        let session = try SQLSession(zone: question.zone, now: question.now)
        let samples = question.samples()
        try session.write(samples)
        try program.write(samples)
        // Emitted code reads the clock to decide which buckets have begun. Here the clock shows the session's now.
        let now = try Self.now(of: session)
        var cases: [String: Case] = [:]
        while cases.count < count {
            let query = question.query()
            guard !query.hasPrefix("samples"), !query.contains(" | "), !query.contains("fill "),
                let code = try? session.run("explain swift \(query)"),
                let expected = try? session.rows(query), code.contains("computed from samples")
            else { continue }
            // There is one function per metric. If there are several, each has separate rows.
            guard code.components(separatedBy: "\nfunc ").count == 2 else { continue }
            let name = "Case\(cases.count)"
            try program.add(code.replacing("Date()", with: "Date(timeIntervalSince1970: \(now))"), as: name)
            cases[name] = Case(query: query, zone: question.zone, expected: expected)
        }
        for (name, found) in try program.run() {
            let asked = try #require(cases[name])
            cases[name] = nil
            let difference = Self.difference(found, asked.expected)
            #expect(difference == nil, "seed \(seed), \(asked.zone): \(asked.query)")
        }
        #expect(cases.isEmpty)
    }

    /// Returns the session's now in seconds since 1970, as printed by `explain buckets`: `now     2025-04-02 14:37 +05:45`.
    private static func now(of session: SQLSession) throws -> Double {
        let line = try #require(try session.run("explain buckets steps today").split(separator: "\n").first { $0.hasPrefix("now") })
        let words = line.split(separator: " ")
        let reading = try #require(ISO8601.read("\(words[1])T\(words[2])\(words[3])"))
        return Double(reading.instant(in: .utc).milliseconds) / 1000
    }

    /// Compares rows with those of csv, in any order. Returns the difference, or nil if there is none.
    private static func difference(_ found: [[String: Any]], _ expected: TextRows) -> String? {
        guard found.count == expected.cells.count else { return "\(expected.cells.count) rows expected, \(found.count) found" }
        let wanted = expected.cells.map { Dictionary(uniqueKeysWithValues: zip(expected.columns, $0)) }
        var rest = found
        for row in wanted {
            guard let match = rest.firstIndex(where: { found in row.allSatisfy { isEqual(found[$0.key], $0.value, in: $0.key) } }) else {
                return "no row \(row) in \(rest.prefix(40))"
            }
            rest.remove(at: match)
        }
        return nil
    }

    private static func isEqual(_ found: Any?, _ text: String, in column: String) -> Bool {
        switch column {
        case "partial": return true
        case "start", "end":
            guard let seconds = found as? Double, let reading = ISO8601.read(text) else { return false }
            return abs(seconds - Double(reading.instant(in: .utc).milliseconds) / 1000) < 0.002
        case _ where column.hasPrefix("firstStart") || column.hasPrefix("lastEnd"):
            guard let seconds = found as? Double, let reading = ISO8601.read(text) else { return text.isEmpty && found is NSNull }
            return abs(seconds - Double(reading.instant(in: .utc).milliseconds) / 1000) < 0.002
        case "weekday": return (found as? Int).map { Weekday.allCases[$0].name } == text
        case "source": return found as? String == text
        default:
            guard let expected = Double(text) else { return text.isEmpty && found is NSNull }
            guard let number = (found as? NSNumber)?.doubleValue else { return false }
            return abs(number - expected) <= 1e-6 * max(1, abs(expected))
        }
    }
}

/// Builds and runs emitted code with a HealthKit stub that has samples.
private final class EmittedProgram {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tally-emitted-\(UUID().uuidString)")
    private var files: [String] = []
    private var calls: [String] = []

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let stub = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "HealthKitStub")
        files = ["HealthKit.swift", "HealthKitIdentifiers.swift", "Rows.swift"].map { stub.appending(path: $0).path }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func write(_ batch: ImportBatch) throws {
        var rows: [[Any]] = []
        for (metric, samples) in batch.samples {
            var unit = ""
            if case .quantity(let type)? = MetricCatalog.metric(metric)?.kind { unit = type.storageUnit.symbol }
            for row in 0..<samples.count {
                rows.append([
                    metric.identifier, batch.sources[Int(samples.sources[row])].name, Double(samples.starts[row]),
                    Double(samples.ends[row]),
                    samples.values[row], unit,
                ])
            }
        }
        try JSONSerialization.data(withJSONObject: rows).write(to: folder.appending(path: "samples.json"))
    }

    /// Adds the code of a query, which has one function, in a separate namespace.
    func add(_ code: String, as name: String) throws {
        let lines = code.components(separatedBy: "\n").filter { !$0.hasPrefix("import ") }
            .map { $0.hasPrefix("func ") ? "static " + $0 : $0 }
        let function = try #require(code.firstMatch(of: /\nfunc (\w+)\(/)?.1)
        let file = folder.appending(path: "\(name).swift")
        try (["import Foundation", "enum \(name) {"] + lines + ["}"]).joined(separator: "\n").write(
            to: file, atomically: true, encoding: .utf8)
        files.append(file.path)
        calls.append("\(name).\(function)(in: HKHealthStore()) { printRows(of: \"\(name)\", $0, $1) }")
    }

    /// Returns the rows from each function, by namespace.
    func run() throws -> [(name: String, rows: [[String: Any]])] {
        let main = folder.appending(path: "main.swift")
        let samples = folder.appending(path: "samples.json").path
        try (["try readSamples(from: \"\(samples)\")"] + calls).joined(separator: "\n").write(to: main, atomically: true, encoding: .utf8)
        let program = folder.appending(path: "program").path
        let built = try Self.run(["swiftc", "-swift-version", "6", "-Onone", "-o", program, main.path] + files)
        try #require(built.status == 0, "\(built.output)")
        let ran = try Self.run([program])
        try #require(ran.status == 0, "\(ran.output)")
        var results: [(name: String, rows: [[String: Any]])] = []
        for line in ran.output.split(separator: "\n") {
            if line.hasPrefix("# ") {
                results.append((String(line.dropFirst(2)), []))
            } else if let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] {
                results[results.count - 1].rows.append(row)
            }
        }
        return results
    }

    private static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }
}
