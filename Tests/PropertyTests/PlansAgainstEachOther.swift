import Foundation
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import RandomTesting
import ReferenceEngine
import RowStages
import SQLiteStorage
import SampleStore
import StorageModel
import Testing

@Suite("Quarter hours against samples")
struct PlansAgainstEachOther {
    @Test("An answer from quarter hours, some of them stale, equals the answer from samples, byte for byte (S6.7)")
    func everyPlan() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tally-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let cases = seeds(30)
        var answeredCount = 0
        for seed in cases {
            let path = folder.appending(path: "\(seed)").path
            defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
            let random = RandomCase(seed: seed).favoringQuarterHours
            let store = try random.storeWithQuarterHours(at: path)
            let trace = QueryTrace()
            let (samples, quarters, chosen) = try store.read { source in
                let plan = try random.plan()
                return (
                    try QueryEngine.run(plan, over: source, options: EngineOptions(quarterHours: .off)),
                    try QueryEngine.run(plan, over: source, options: EngineOptions(quarterHours: .always, trace: trace)),
                    try QueryEngine.run(plan, over: source)
                )
            }
            #expect("\(quarters)" == "\(samples)", "\(random)")
            #expect("\(chosen)" == "\(samples)", "\(random)")
            if trace.steps.contains(where: { $0.quarterCount > 0 }) { answeredCount += 1 }
        }
        // Without this check, a test that never reads quarter hours would pass.
        #expect(answeredCount * 4 > cases.count, "\(answeredCount) of \(cases.count)")
    }
}

extension RandomCase {
    /// This case, usually without the clauses that quarter hours cannot answer.
    var favoringQuarterHours: RandomCase {
        var random = SplitMix64(seed: seed)
        var result = self
        if random.chance(80) { result.query.edges = .clip }
        if random.chance(80) { result.query.splits = [] }
        if random.chance(80) { (result.leastValue, result.hours) = (nil, nil) }
        if random.chance(90) { (result.times, result.query.condition, result.query.holding) = (nil, nil, nil) }
        if random.chance(50) { result.preferred = [] }
        if random.chance(90) { (result.events, result.times) = (nil, nil) }
        return result
    }

    /// Returns a store whose quarter hours were computed between its writes, so that later writes and deletions made some stale.
    fileprivate func storeWithQuarterHours(at path: String) throws -> SQLiteStore {
        var random = SplitMix64(seed: seed)
        var options = StoreOptions()
        (options.blockRows, options.smallWriteRows, options.rowTableRows) = (random.pick([1, 7, 16_384]), random.pick([0, 3, 512]), 5)
        let store = try SQLiteStore.open(path: path, mode: .create, options: options)
        let upkeep = QuarterUpkeep(store, leastSampleCount: 0)
        var (early, late) = (self, self)
        let place = random.chance(50) ? samples.count : random.pick(0...samples.count)
        (early.samples, late.samples) = (Array(samples[..<place]), Array(samples[place...]))
        try early.write(to: store, batchesOf: 5)
        try upkeep.run()
        try late.write(to: store, batchesOf: random.pick([1, 5]))
        if random.chance(20) {
            let numbers = Set((0..<3).map { _ in Int64(random.pick(1...max(samples.count, 1))) })
            _ = try store.delete(metric, numbers: numbers)
        }
        if random.chance(10) { try store.setPriority(of: metric, to: samples.map(\.source).shuffled(using: &random).map(Source.fold)) }
        if random.chance(30) { try upkeep.run() }
        return store
    }
}
