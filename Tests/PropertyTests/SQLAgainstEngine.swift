import QueryVocabulary
import QueryEngine
import Explanations
import HealthModel
import QueryPlan
import ReferenceEngine
import ResultRendering
import SampleDatabase
import SampleStore
import Testing

/// `explain sql` is held to its promise: a database that holds the samples answers its text with the engine's rows.
@Suite("SQL against the engine")
struct SQLAgainstEngine {
    @Test("The SQL of a random question gives the engine's rows in SQLite")
    func rows() throws {
        for seed in seeds(300) {
            let random = RandomCase(seed: seed)
            let difference = try Self.difference(random)
            let smallest = difference == nil ? random : try random.shrunk { try Self.difference($0) != nil }
            let smallestDifference = difference == nil ? nil : try Self.difference(smallest)
            #expect(difference == nil, "smallest: \(smallestDifference ?? "none")\n\(smallest)")
        }
    }

    /// Returns what differs between the engine's rows and the database's, or nil.
    private static func difference(_ random: RandomCase) throws -> String? {
        let store = MemoryStore()
        try random.write(to: store, batchesOf: 5)
        let plan = try random.plan()
        return try store.read { source in
            let facts = try SQLStoreFacts(for: plan, in: source) { metric in
                try SourceRanking.presentRanks(of: metric, in: source, preferred: plan.preferredSources)
                    .map { SourceRank(source: $0.source, isHandEntered: $0.isHandEntered) }
            }
            let sql: String
            do {
                sql = try SQLText(Pipeline(plan: plan), facts: facts).text()
            } catch {
                return random.isBeyondTable ? nil : "refused: \(error)"
            }
            let expected = ResultRenderer.text(of: try QueryEngine.run(plan, over: source), as: .csv)
            // A deviation loses the digits that the values have in common.
            let scale = random.samples.map { abs($0.value) }.max() ?? 0
            return try SampleDatabase(of: source).answer(to: sql).difference(from: TextRows(csv: expected)) { $0 == "stddev" ? scale : 0 }
        }
    }
}

extension RandomCase {
    /// Whether the table of samples may lack what the question asks for: devices, zones of samples, and which samples of a source that
    /// has others too were entered by hand.
    fileprivate var isBeyondTable: Bool {
        query.splitsByDevice || usesSampleZones || (query.sources == .merged && samples.contains(where: \.isHandEntered))
    }
}
