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

/// JSON Lines have what a store has in addition to samples, so that a store with the file has the same answers.
@Suite("Exporting correlations, summaries, orders and platforms")
final class StoreExportTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seed = environment["TALLY_SEED"].flatMap(UInt64.init) ?? 3
    private static let caseCount = environment["TALLY_CASES"].flatMap(Int.init).map { max(1, $0 / 50) } ?? 20

    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    private let output = RecordingOutput()

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func run(_ text: String, in store: MemoryStore) {
        let session = Session(HealthStore(store, surroundings: Surroundings(at: Instant(seconds: 1_780_000_000))), named: "memory")
        #expect(session.run(SourceText(text), output: output) == .fine, "\(text): \(output.codes) \(output.notes)")
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: folder + "/" + name)), as: UTF8.self)
    }

    private static let food = ["DietaryEnergyConsumed", "DietaryProtein", "DietaryFiber"].map { MetricID("HKQuantityTypeIdentifier" + $0) }
    private static let sources = ["Fit", "a \"quoted\" app", "=SUM(A1)", "two\nlines", "日本"]

    /// A batch with meals, of which many have equal members, and with summaries.
    private static func batch(of person: String, _ random: inout SplitMix64) -> ImportBatch {
        var batch = ImportBatch()
        batch.person = person
        batch.sources = sources.map(Source.init(name:))
        batch.origins.append(Origin(source: 0, device: Device(name: "Fit 3", manufacturer: "Example, Inc.")))
        batch.metadata += ["Lunch", "\"Soup\" \\ bread"].map { MetadataSet([.init(key: "HKFoodType", value: $0)]) }
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            let start = Instant(milliseconds: 1_750_000_000_000 + Int64.random(in: 0...2, using: &random) * 1001)
            let end = Instant(milliseconds: start.milliseconds + Int64.random(in: 0...1, using: &random) * 60_000)
            let (source, metadata) = (Int32.random(in: 0..<5, using: &random), Int32.random(in: 0...2, using: &random))
            var members: [Correlation.Member] = []
            for metric in food where members.isEmpty || Bool.random(using: &random) {
                let value: Double = [1.0, 0.1, 2.5e-7].randomElement(using: &random) ?? 0
                batch.samples[metric, default: SampleBatch()].append(
                    start: start, end: end, value: value, source: source, metadata: metadata)
                members.append(Correlation.Member(metric: metric, start: start, end: end, value: value))
            }
            batch.correlations.append(
                Correlation(
                    type: "HKCorrelationTypeIdentifierFood", start: start, end: end, source: source, origin: source == 0 ? 1 : 0,
                    metadata: metadata, members: members))
        }
        batch.samples[food[0], default: SampleBatch()].append(
            start: Instant(milliseconds: 1_740_000_000_000), end: Instant(milliseconds: 1_740_000_000_000), value: 3, source: 1)
        for day in 1...3 where Bool.random(using: &random) {
            var summary = ActivitySummary(day: "2025-06-0\(day)")
            summary.activeEnergy = Bool.random(using: &random) ? .random(in: 0...900, using: &random) : nil
            summary.standHoursGoal = 12
            summary.isPaused = Bool.random(using: &random)
            batch.summaries.append(summary)
        }
        return batch
    }

    /// Returns what a store has, without ids.
    private func contents(_ store: MemoryStore) throws -> [String] {
        try store.read { all in
            var lines = try all.platforms().map(\.rawValue) + all.sourcesOfAndroid().map { "android: \($0)" }
            for person in try all.persons().map(\.id) {
                let view = try all.view(of: person)
                let sources = try view.sources()
                for metric in try view.metricSummaries().map(\.metric) {
                    lines.append("\(person) \(metric) \(try view.priority(of: metric) ?? [])")
                    try view.scan(metric, from: .min, through: .max, columns: .all) { batch in
                        let sets = try view.metadataSets(Set((0..<batch.count).map { batch.metadata[$0] }))
                        for row in 0..<batch.count {
                            lines.append(
                                "\(person) \(metric) \(batch.starts[row]) \(batch.ends[row]) \(batch.values[row]) "
                                    + "\(sources[batch.sources[row]]?.key ?? "") \(sets[batch.metadata[row]]?.entries ?? [])")
                        }
                        return true
                    }
                }
                let origins = try view.origins()
                for correlation in try view.correlations(from: .min, through: .max) {
                    let set = try view.metadataSets([correlation.metadata])[correlation.metadata]
                    lines.append(
                        "\(person) \(correlation.type) \(correlation.start) \(sources[correlation.source]?.key ?? "") "
                            + "\(String(describing: origins[correlation.origin]?.device)) \(correlation.members) \(set?.entries ?? [])")
                }
                lines += try view.activitySummaries(from: "", through: "9999").map { "\(person) \($0)" }
            }
            return lines.sorted()
        }
    }

    private func store(_ persons: [String], _ random: inout SplitMix64) throws -> MemoryStore {
        let store = MemoryStore()
        for person in persons {
            _ = try store.write(Self.batch(of: person, &random))
            let owner = person.isEmpty ? store : store.scoped(to: person)
            if Bool.random(using: &random) {
                try owner.setPriority(of: Self.food[0], to: ["日本", Source(name: "a \"quoted\" app").key, "unknown"])
            }
        }
        if Bool.random(using: &random) {
            try store.setSetting("platforms", to: "android apple")
            try store.setSetting("sources of android", to: "fit\n日本")
        }
        return store
    }

    @Test("An import of everything gives the same store", arguments: [[""], ["P07", "=1", "·Anna"]])
    func roundTrip(persons: [String]) throws {
        print("TALLY_SEED=\(Self.seed)")
        var random = SplitMix64(seed: Self.seed)
        for index in 0..<Self.caseCount {
            let (before, after) = (try store(persons, &random), MemoryStore())
            run("export everything to \"\(folder)/\(index).jsonl\"", in: before)
            run("import \"\(folder)/\(index).jsonl\"", in: after)
            let (expected, found) = (try contents(before), try contents(after))
            let difference = zip(expected, found).first { $0 != $1 }.map { "\($0)\n\($1)" } ?? ""
            try #require(expected == found, "case \(index), \(expected.count) and \(found.count) lines\n\(difference)")
            run("import \"\(folder)/\(index).jsonl\"", in: after)
            try #require(try contents(after) == expected, "case \(index), imported twice")
        }
    }

    @Test("An export with codes, or of a part, has only what belongs to its samples")
    func parts() throws {
        var random = SplitMix64(seed: 1)
        let store = try store([""], &random)
        try store.setSetting("platforms", to: "android")
        run("export everything pseudonymised to \"\(folder)/codes.jsonl\"", in: store)
        let codes = try text("codes.jsonl")
        #expect(!codes.contains("\"store\""))
        run("export everything where source is \"日本\" to \"\(folder)/part.jsonl\"", in: store)
        let lines = try text("part.jsonl").split(separator: "\n")
        #expect(!lines.contains { $0.contains("\"summary\"") })
        #expect(lines.filter { $0.contains("\"correlation\"") }.allSatisfy { $0.contains("日本") })
    }

    @Test("A pseudonymised export has the times of scheduled doses, moved like all others", arguments: ["csv", "jsonl"])
    func doses(ending: String) throws {
        let rows = [("08:10", "taken", "08:00"), ("12:40", "skipped", "12:00"), ("18:05", "taken", "18:00")].map { time, value, planned in
            "medicationDoses,Health,2026-03-02T\(time):00Z,\(value),Amoxicillin,2026-03-02T\(planned):00Z\n"
        }
        let head = "type,source,start,value,metadata.medication,metadata.scheduledDate\n"
        try Data((head + rows.joined()).utf8).write(to: URL(filePath: folder + "/doses.csv"))
        let (store, copy) = (MemoryStore(), MemoryStore())
        run("import \"\(folder)/doses.csv\"", in: store)
        run("export everything pseudonymised to \"\(folder)/codes.\(ending)\"", in: store)
        let codes = try text("codes.\(ending)")
        #expect(!codes.contains("Amoxicillin") && !codes.contains("2026-03-02"))
        run("import \"\(folder)/codes.\(ending)\"", in: copy)
        func answer(_ store: MemoryStore) -> Substring? {
            let own = RecordingOutput()
            let session = Session(HealthStore(store, surroundings: Surroundings(at: Instant(seconds: 1_780_000_000))), named: "memory")
            #expect(session.run(SourceText("adherence medicationDoses as csv"), output: own) == .fine)
            return own.text.split(separator: "\n").last?.split(separator: ",").dropFirst(2).first
        }
        #expect(answer(store)?.hasPrefix("0.66") == true)
        #expect(answer(copy) == answer(store))
    }

    @Test("A line about the store that can't be read is skipped and counted")
    func damaged() throws {
        let good = "{\"type\":\"steps\",\"source\":\"A\",\"start\":\"2025-06-01T08:00:00Z\",\"value\":1,\"unit\":\"count\"}\n"
        let bad = [
            "{\"store\":{}}", "{\"store\":{\"order\":{\"type\":\"x\",\"sources\":[1]}}}", "{\"store\":{\"summary\":{\"day\":\"1\"}}}",
            "{\"store\":{\"platform\":{\"name\":\"other\"}}}",
            "{\"store\":{\"correlation\":{\"type\":\"HKCorrelationTypeIdentifierFood\"}}}",
            "{\"store\":{\"correlation\":3}}", "{\"store\":[]}", "{\"store\":{\"order\":{}}}",
        ]
        try Data((good + bad.joined(separator: "\n") + "\n" + good).utf8).write(to: URL(filePath: folder + "/bad.jsonl"))
        let store = MemoryStore()
        run("import \"\(folder)/bad.jsonl\"", in: store)
        #expect(output.text.contains("\(bad.count) skipped"))
        #expect(try contents(store).count == 2)
    }
}
