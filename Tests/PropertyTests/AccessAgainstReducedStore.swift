import CalendarIntervals
import HealthModel
import QueryDiagnostics
import RandomTesting
import SampleStore
import SessionTesting
import StorageModel
import TallyKit
import Testing
import Workbench

/// An app's answer is the answer over a store that holds only what the app may see, and of which it may read all (S10.4). Nothing else may
/// leak: neither a number nor a source, a hint or a message.
@Suite("Access against a reduced store")
struct AccessAgainstReducedStore {
    private static let app = "com.example.trends"
    private static let queries = [
        "sum steps by day", "sum steps by hour where source is not mine", "sum steps, average heartRate by day", "samples of steps",
        "samples of heartRate newest first limit 5", "count heartRate by source", "count steps by product", "coverage steps by day",
        "first start steps, last end steps by day", "min, max heartRate by hour of day", "duration sleep by night",
        "sum steps by day | top 2", "sum steps by day | running total", "sum steps by day | join (average heartRate by day)",
        "sum steps by day while sleep", "average heartRate by each (sleep)", "count heartRate by bins of 10",
        "sum steps by day sources separate",
        "sum steps by day sources raw", "sum steps by day fill zero", "sum steps by day | compare to previous", "progress steps",
        "average heartRate by hour holding 30min", "sum steps by weekday", "sum steps", "latest heartRate", "duration workouts by day",
        "samples of workouts", "sum steps by workout", "summaries", "show metrics", "show sources", "show sources of steps",
        "show priority of steps", "show overlap of steps", "describe steps", "describe heartRate", "explain sum steps by day",
        "explain sql sum steps by day", "sum steps by day where source = \"Watch\"",
        "sum steps by day prefer \"Phone\"", "sum steps by day as chart width 60",
    ]
    private static let queriesOfPersons = [
        "count heartRate by person", "sum steps by day and person", "count steps where person is P2", "sum steps by day zone person",
        "count steps by person where person is not P1", "count heartRate by person.group", "count steps by group",
        "average heartRate where person.age > 40", "coverage steps by day and person", "samples of steps where person starts with \"P\"",
        "explain sql average heartRate by day and person", "explain sum steps by day and person", "sum steps by day and person fill zero",
        "sum steps by day and person | average by day", "count workouts by person", "describe person P3", "add 5 count steps for person P3",
        "duration sleep by night and person", "sum steps by day where person in (P1, P3)",
    ]

    @Test("S10.4 The answer for an app equals the answer over a store without the hidden samples")
    func answers() throws {
        for seed in seeds(30) {
            var random = SplitMix64(seed: seed)
            let (whole, reduced) = try Self.stores(&random)
            for _ in 0..<6 {
                let query = Self.queries[Int.random(in: Self.queries.indices, using: &random)]
                let format =
                    query.hasPrefix("show") || query.hasPrefix("desc") || query.hasPrefix("expl") || query.contains(" as ")
                    ? "" : [" as csv", " as json", ""].randomElement(using: &random) ?? ""
                let found = Self.answer(to: query + format, of: whole)
                let expected = Self.answer(to: query + format, of: reduced)
                #expect(found == expected, "seed \(seed): \(query + format)")
            }
        }
    }

    @Test("S10.4 The persons of an app are those with a sample that it may read, as in a store without all others")
    func persons() throws {
        for seed in seeds(50) {
            var random = SplitMix64(seed: seed)
            let (whole, reduced) = try Self.stores(&random, persons: ["P1", "P2", "P3", "P4"])
            for _ in 0..<6 {
                let isOfPersons = Bool.random(using: &random)
                let query = try #require((isOfPersons ? Self.queriesOfPersons : Self.queries).randomElement(using: &random))
                let found = Self.answer(to: query, of: whole)
                let expected = Self.answer(to: query, of: reduced)
                #expect(found == expected, "seed \(seed): \(query)")
            }
        }
    }

    @Test("S10.4 An app's write changes its own view and nobody else's sample")
    func writes() throws {
        for seed in seeds(30) {
            var random = SplitMix64(seed: seed)
            let (whole, _) = try Self.stores(&random)
            let owner = whole.storage.store.storage
            let metric = MetricID("HKQuantityTypeIdentifierStepCount")
            try owner.decide([AccessDecision(app: Self.app, metric: metric, kind: .writing, isAllowed: true)])
            func others() throws -> [Int64] {
                try owner.read { view in
                    let own = try view.sources().first { $0.value.name == Self.app }?.key
                    var numbers: [Int64] = []
                    try view.scan(metric, from: .min, through: .max, columns: .all) { batch in
                        for row in batch.numbers.indices where batch.sources[row] != own { numbers.append(batch.numbers[row]) }
                        return true
                    }
                    return numbers.sorted()
                }
            }
            let before = try others()
            let output = RecordingOutput()
            _ = whole.run(SourceText("add 5 count steps at 2025-01-05 10:00\ndelete samples of steps confirmed"), output: output)
            #expect(try others() == before, "seed \(seed)")
            #expect(Self.answer(to: "count steps where source is mine as csv", of: whole).contains(",0,") || before.isEmpty, "seed \(seed)")
        }
    }

    /// Returns two sessions that ask as the app: one over all samples, and one over those that it may see.
    ///
    /// - Parameter persons: The persons of the samples. Each has its own zone and attributes.
    private static func stores(
        _ random: inout SplitMix64, persons: [String] = [""]
    ) throws -> (whole: Session, reduced: Session) {
        let (all, visible) = (MemoryStore(), MemoryStore())
        let quantities = ["HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate"].map { MetricID($0) }
        let sleep = MetricID("HKCategoryTypeIdentifierSleepAnalysis")
        let start: Int64 = 1_735_689_600_000
        var batches: [(batch: ImportBatch, isVisible: Bool)] = []
        for metric in quantities + [sleep, .workouts, .summaries] {
            let decision = [true, false, nil].randomElement(using: &random) ?? nil
            try visible.decide([AccessDecision(app: app, metric: metric, kind: .reading, isAllowed: true)])
            if let decision { try all.decide([AccessDecision(app: app, metric: metric, kind: .reading, isAllowed: decision)]) }
            for source in ["Watch", "Phone", "Scale", app].shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random)) {
                var batch = ImportBatch()
                batch.person = persons.randomElement(using: &random) ?? ""
                batch.sources = [Source(name: source)]
                batch.origins.append(Origin(source: 0, device: Device(name: source, hardware: source == "Watch" ? "Watch7,2" : nil)))
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let begin = start + Int64.random(in: 0..<200, using: &random) * 1_800_000
                    let end = begin + Int64.random(in: 0...6, using: &random) * 600_000
                    if metric == .workouts {
                        batch.workouts.append(
                            Workout(
                                activity: "HKWorkoutActivityTypeRunning", start: Instant(milliseconds: begin),
                                end: Instant(milliseconds: end + 600_000), source: 0, origin: 1))
                    } else if metric != .summaries {
                        batch.samples[metric, default: SampleBatch()].append(
                            start: Instant(milliseconds: begin), end: Instant(milliseconds: end),
                            value: metric == sleep
                                ? Double([1, 3, 4, 5].randomElement(using: &random) ?? 1)
                                : Double(Int.random(in: 50...120, using: &random)), source: 0, origin: 1)
                    }
                }
                if metric == .summaries {
                    batch.sources = []
                    batch.origins = [Origin(source: 0)]
                    var summary = ActivitySummary(day: "2025-01-02")
                    summary.activeEnergy = 100
                    batch.summaries = [summary]
                }
                batches.append((batch, decision == true || source == app && metric != .summaries))
            }
        }
        let zones = ["Europe/Paris", "Asia/Tokyo", "America/New_York", "Europe/Paris"]
        for (index, person) in persons.enumerated() where persons.count > 1 {
            let isVisible = batches.contains { $0.isVisible && $0.batch.person == person }
            let age = PersonUpdate(
                id: person, zone: zones[index % zones.count], attributes: ["group": "g\(index % 2)", "age": "\(30 + index * 10)"])
            try all.update([age])
            if isVisible { try visible.update([age]) }
        }
        for (batch, isVisible) in batches {
            _ = try all.write(batch)
            if isVisible { _ = try visible.write(batch) }
        }
        let sessions = [all, visible].map { store in
            let session = Session(
                HealthStore(store, surroundings: Surroundings(at: Instant(milliseconds: start + 4 * 86_400_000))), named: "memory")
            session.begin(as: app)
            return session
        }
        return (sessions[0], sessions[1])
    }

    /// Returns everything that a statement prints, and its outcome.
    private static func answer(to statement: String, of session: Session) -> String {
        let output = RecordingOutput()
        let outcome = session.run(SourceText(statement), output: output)
        return "\(outcome)\n\(output.text)\n\(output.findings.map { "\($0.code.rawValue) \($0.message)" })"
    }
}
