#if os(Linux)
import SwiftCode
import Foundation
import Testing

/// A program of emitted code that asks a store through the module HealthKit.
final class EmittedProgram {
    private let folder = try? TemporaryFolder()
    private var files: [URL] = []
    private var calls: [String] = []
    private var followers: [String] = []
    private var process: Process?
    private let input = Pipe()
    private let output = Pipe()
    private var unread = ""

    deinit { process?.terminate() }

    /// The path of the store that the program asks.
    func store() throws -> String { try #require(folder).url.appending(path: "store.tally").path }

    /// Adds the code of a query in a separate namespace.
    ///
    /// - Parameter unit: the unit for the values of listed samples.
    func add(_ code: String, as name: String, _ form: HealthKitForm, unit: String) throws {
        let lines = code.components(separatedBy: "\n").filter { !$0.hasPrefix("import ") }
            .map { $0.hasPrefix("func ") ? "static " + $0 : $0 }
        let text = (["import Foundation", "import HealthKit", "enum \(name) {"] + lines + ["}"]).joined(separator: "\n")
        files.append(try #require(folder).write(text, to: "\(name).swift"))
        let functions = code.matches(of: /\nfunc (\w+)\(/).map(\.1)
        let function = try #require(form == .updates ? functions.last : functions.first)
        switch form {
        case .async: calls.append("await ask(\"\(name)\", \"\(unit)\") { try await \(name).\(function)(in: store) }")
        case .handler:
            calls.append("await ask(\"\(name)\", \"\(unit)\") { try await handed { \(name).\(function)(in: store, completion: $0) } }")
        case .updates:
            followers.append("Followed(\"\(name)\", \"\(unit)\") { \(name).\(function)(in: store, completion: $0) }")
        }
    }

    /// Builds and starts the program. Returns the rows of each function, by namespace.
    func start() throws -> [String: [EmittedRow]] {
        let folder = try #require(folder)
        let main = """
            \(Self.support)
            @main enum Program {
                static func main() async {
                    let store = HKHealthStore()
                    \(calls.joined(separator: "\n        "))
                    let followed: [Followed] = [\(followers.joined(separator: ", "))]
                    for each in followed { await each.waitForRows() }
                    followed.forEach { $0.tell() }
                    tell("ready")
                    _ = readLine()
                    try? await Task.sleep(for: .seconds(3))
                    for each in followed {
                        each.tell()
                        each.end(in: store)
                    }
                    tell("ready")
                }
            }
            """
        let program = folder.url.appending(path: "program")
        try SwiftCompiler.build(program, from: files + [try folder.write(main, to: "Main.swift")])
        let process = Process()
        process.executableURL = program
        process.standardInput = input
        process.standardOutput = output
        process.environment = ProcessInfo.processInfo.environment.merging(["TALLY_STORE": try store(), "TZ": "Pacific/Auckland"]) { $1 }
        try process.run()
        self.process = process
        return try answers()
    }

    /// Returns the rows that followers have after the store changed.
    func goOn() throws -> [String: [EmittedRow]] {
        try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        return try answers()
    }

    /// Reads answers up to `ready`.
    private func answers() throws -> [String: [EmittedRow]] {
        while !unread.hasPrefix("ready\n"), !unread.contains("\nready\n") {
            let bytes = output.fileHandleForReading.availableData
            try #require(!bytes.isEmpty, "the program ended: \(unread.suffix(2000))")
            unread += String(decoding: bytes, as: UTF8.self)
        }
        var results: [String: [EmittedRow]] = [:]
        var name = ""
        for line in unread.split(separator: "\n") {
            if line.hasPrefix("# ") {
                name = String(line.dropFirst(2))
                results[name] = []
            } else if line.hasPrefix("! ") {
                Issue.record("\(name): \(line)")
            } else if line.hasPrefix("["), let fields = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [[Any]] {
                results[name]?.append(EmittedRow(fields: fields.compactMap { ($0[0] as? String ?? "", $0[1]) }))
            }
        }
        unread = ""
        return results
    }

    /// The functions that print rows: one line for each row, with the names and values of its fields. Times are in seconds.
    private static let support = """
        import Foundation
        import HealthKit

        func tell(_ line: String) {
            FileHandle.standardOutput.write(Data((line + "\\n").utf8))
        }

        func tell(_ name: String, _ unit: String, _ rows: [Any]?, _ error: (any Error)?) {
            tell("# " + name)
            if let error { tell("! \\(error)") }
            for row in rows ?? [] {
                let fields = fields(of: row, unit).map { [$0.0, plain($0.1)] as [Any] }
                if let line = try? JSONSerialization.data(withJSONObject: fields) { tell(String(decoding: line, as: UTF8.self)) }
            }
        }

        func plain(_ value: Any) -> Any {
            switch value {
            case let date as Date: date.timeIntervalSince1970
            case let date as Date?: date?.timeIntervalSince1970 ?? NSNull()
            case let number as Double?: number ?? NSNull()
            default: value
            }
        }

        func fields(of row: Any, _ unit: String) -> [(String, Any)] {
            switch row {
            case let sample as HKSample:
                var fields: [(String, Any)] = [("start", sample.startDate), ("end", sample.endDate)]
                if let sample = sample as? HKQuantitySample {
                    fields.append(("value", sample.quantity.doubleValue(for: HKUnit(from: unit))))
                }
                if let workout = sample as? HKWorkout { fields.append(("duration", workout.duration / 60)) }
                return fields + [("source", sample.sourceRevision.source.name)]
            case let day as HKActivitySummary:
                let components = day.dateComponents(for: Calendar(identifier: .gregorian))
                return [
                    ("day", components.day ?? 0), ("move", day.activeEnergyBurned.doubleValue(for: .kilocalorie())),
                    ("moveGoal", day.activeEnergyBurnedGoal.doubleValue(for: .kilocalorie())),
                    ("exercise", day.appleExerciseTime.doubleValue(for: .minute())),
                    ("stand", day.appleStandHours.doubleValue(for: .count())),
                ]
            default: return Mirror(reflecting: row).children.compactMap { child in child.label.map { ($0, child.value) } }
            }
        }

        func ask<Row: Sendable>(_ name: String, _ unit: String, _ rows: @Sendable () async throws -> [Row]) async {
            do { tell(name, unit, try await rows(), nil) } catch { tell(name, unit, nil, error) }
        }

        func handed<Row: Sendable>(
            _ ask: @Sendable (@escaping @Sendable ([Row]?, (any Error)?) -> Void) -> Void
        ) async throws -> [Row] {
            try await withCheckedThrowingContinuation { continuation in
                ask { rows, error in
                    if let rows {
                        continuation.resume(returning: rows)
                    } else {
                        continuation.resume(throwing: error ?? HKError(.unknownError))
                    }
                }
            }
        }

        // Sendable: the lock guards all variables.
        final class Followed: @unchecked Sendable {
            private let name: String
            private let unit: String
            private let lock = NSLock()
            private var last: (rows: [Any]?, error: (any Error)?) = (nil, nil)
            private var count = 0
            private var query: HKQuery?

            init<Row: Sendable>(
                _ name: String, _ unit: String, _ start: (@escaping @Sendable ([Row]?, (any Error)?) -> Void) -> HKQuery
            ) {
                self.name = name
                self.unit = unit
                query = start { [weak self] rows, error in
                    guard let self else { return }
                    self.lock.withLock {
                        self.last = (rows, error)
                        self.count += 1
                    }
                }
            }

            func waitForRows() async {
                for _ in 0..<300 where lock.withLock({ count }) == 0 { try? await Task.sleep(for: .milliseconds(100)) }
            }

            func tell() {
                let (rows, error) = lock.withLock { last }
                Emitted.tell(name, unit, rows, error)
            }

            func end(in store: HKHealthStore) { if let query { store.stop(query) } }
        }
        """
}

/// A row of a program: the fields in order.
struct EmittedRow {
    var fields: [(name: String, value: Any)]
}
#endif
