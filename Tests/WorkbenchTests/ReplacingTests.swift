import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import RandomTesting
import SampleStore
import SessionTesting
import StorageModel
import StoreCommands
import TallyKit
import Testing
import Workbench

/// A file that replaces what it covers gives the store that only has the file, and a dry run foretells it.
@Suite("Files that replace what they cover")
final class ReplacingTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seed = environment["TALLY_SEED"].flatMap(UInt64.init) ?? 5
    private static let caseCount = environment["TALLY_CASES"].flatMap(Int.init).map { max(1, $0 / 20) } ?? 60

    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// An export with meals and blood pressures. There are few values, times and names, so that two exports share many of them.
    private static func export(_ random: inout SplitMix64) -> String {
        var groups = ""
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let isFood = Int.random(in: 0..<3, using: &random) > 0
            let time = "2026-06-1\(Int.random(in: 0...1, using: &random)) 12:00:00 +0000"
            let times = "sourceName=\"App\" startDate=\"\(time)\" endDate=\"\(time)\""
            let names = isFood ? ["", "Lunch", "Dinner"] : [""]
            let name = names.randomElement(using: &random) ?? ""
            let entry = name.isEmpty ? "" : "<MetadataEntry key=\"HKFoodType\" value=\"\(name)\"/>"
            let types =
                isFood
                ? [("DietaryEnergyConsumed", "kcal"), ("DietaryProtein", "g"), ("DietaryFiber", "g")]
                : [("BloodPressureSystolic", "mmHg"), ("BloodPressureDiastolic", "mmHg")]
            let members = types.compactMap { type, unit -> String? in
                if isFood, Int.random(in: 0..<4, using: &random) == 0 { return nil }
                return "<Record type=\"HKQuantityTypeIdentifier\(type)\" unit=\"\(unit)\" \(times) "
                    + "value=\"\(Int.random(in: 1...2, using: &random) * 20)\">\(entry)</Record>"
            }
            guard !members.isEmpty else { continue }
            groups += members.joined()
            groups += "<Correlation type=\"HKCorrelationTypeIdentifier\(isFood ? "Food" : "BloodPressure")\" \(times)>\(entry)"
            groups += members.joined() + "</Correlation>"
        }
        return "<HealthData><ExportDate value=\"2026-06-30 00:00:00 +0000\"/>"
            + "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"App\" unit=\"count\" "
            + "startDate=\"2026-06-01 12:00:00 +0000\" endDate=\"2026-06-01 12:00:00 +0000\" value=\"1\"/>\(groups)</HealthData>"
    }

    private func importing(_ text: String, to store: MemoryStore, _ replacement: ImportCommand<RecordingOutput>.Replacement? = nil) throws
        -> String
    {
        let path = folder + "/export.xml"
        try Data(text.utf8).write(to: URL(filePath: path))
        let session = Session(HealthStore(store, surroundings: Surroundings(at: Instant(seconds: 1_790_000_000))), named: "memory")
        let output = RecordingOutput()
        var command = ImportCommand(into: session.commandStore, output: output)
        command.replacement = replacement
        _ = try command.run(paths: [path])
        return output.text
    }

    /// Returns the samples and correlations of a store, without ids.
    private func contents(_ store: MemoryStore, hasMetadata: Bool = true) throws -> [String] {
        try store.read { view in
            var lines: [String] = []
            for metric in try view.metricSummaries().map(\.metric) {
                try view.scan(metric, from: .min, through: .max, columns: .all) { batch in
                    let sets = try view.metadataSets(Set((0..<batch.count).map { batch.metadata[$0] }))
                    for row in 0..<batch.count {
                        let entries = hasMetadata ? sets[batch.metadata[row]]?.entries ?? [] : []
                        lines.append("\(metric.identifier) \(batch.starts[row]) \(batch.values[row]) \(entries)")
                    }
                    return true
                }
            }
            for correlation in try view.correlations(from: .min, through: .max) {
                let set = try view.metadataSets([correlation.metadata])[correlation.metadata]
                let entries = hasMetadata ? set?.entries ?? [] : []
                lines.append("\(correlation.type) \(correlation.start) \(correlation.members) \(entries)")
            }
            return lines.sorted()
        }
    }

    @Test("An export with other correlations leaves the samples that it has, and the dry run says how many change (S1.5)")
    func correlations() throws {
        print("TALLY_SEED=\(Self.seed)")
        var random = SplitMix64(seed: Self.seed)
        var dry = ImportCommand<RecordingOutput>.Replacement(.everything)
        dry.isDryRun = true
        var wet = ImportCommand<RecordingOutput>.Replacement(.everything)
        wet.isConfirmed = true
        for index in 0..<Self.caseCount {
            let (first, second) = (Self.export(&random), Self.export(&random))
            let (store, plain) = (MemoryStore(), MemoryStore())
            _ = try importing(first, to: store)
            _ = try importing(second, to: plain)
            let before = try contents(store)
            let told = try importing(second, to: store, dry)
            #expect(try contents(store) == before)
            _ = try importing(second, to: store, wet)
            let (after, expected) = (try contents(store), try contents(plain, hasMetadata: false))
            // Metrics that the file does not have stay, with the correlations of their types. A sample without metadata is the same as one
            // with metadata, which stays.
            let covered = Set(expected.map { $0.prefix { $0 != " " } })
            let kept = try contents(store, hasMetadata: false).filter { covered.contains($0.prefix { $0 != " " }) }
            try #require(kept == expected, "case \(index):\n\(first)\n\(second)")
            let numbers = told.split(separator: "\n").last?.split(separator: " ").compactMap { Int($0) } ?? []
            let isTrue = numbers.count == 2 && numbers[0] - numbers[1] == after.count - before.count
            try #require(isTrue, "case \(index): \(told)\n\(first)\n\(second)")
            let again = try importing(second, to: store, dry)
            try #require(again.contains("would add 0 samples and delete 0 samples"), "case \(index): \(again)\n\(first)\n\(second)")
            _ = try importing(second, to: store, wet)
            try #require(try contents(store) == after, "case \(index)")
        }
    }
}
