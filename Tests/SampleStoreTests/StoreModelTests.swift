import HealthModel
import RandomTesting
import SQLiteStorage
import SampleStore
import StorageModel
import Testing

/// Compares both stores with `NaiveModel`, with batches that overlap in all ways.
@Suite struct StoreModelTests {
    /// Sizes of blocks, small writes and row tables that together reach all code paths.
    private static let sizes = [(1, 0, 0), (1, 512, 20), (7, 0, 0), (7, 40, 100), (64, 100, 150), (16_384, 512, 4096)]

    /// A store in memory and a store in a file, with sizes chosen by the seed.
    private static func stores(_ directory: TemporaryDirectory, seed: UInt64) throws -> [any SampleStorage] {
        var options = StoreOptions()
        (options.blockRows, options.smallWriteRows, options.rowTableRows) = sizes[Int(seed) % sizes.count]
        return [
            MemoryStore(), try SQLiteStore.open(path: directory.path("\(UInt64.random(in: 0...(.max)))"), mode: .create, options: options),
        ]
    }

    /// A version of a record: a sample without its value has the same source, start and end as its other versions.
    private struct Version: Hashable {
        var start: Int64
        var length: Int64
        var source: Int32
        var created: Int64
        var value: Double
    }

    private func batch(_ versions: [Version], of metric: MetricID) -> ImportBatch {
        var batch = ImportBatch()
        batch.sources = [Source(name: "A"), Source(name: "B")]
        batch.replacing = [metric]
        var samples = SampleBatch()
        for version in versions {
            let start = Instant(milliseconds: version.start)
            samples.append(
                start: start, end: Instant(milliseconds: version.start + version.length), value: version.value, source: version.source,
                created: Instant(milliseconds: version.created))
        }
        samples.numbers = []
        batch.samples[metric] = samples
        return batch
    }

    @Test(
        "S1.2 Of the versions of a record, the one that was written last stays, for any order and any batches",
        arguments: 0..<12 as Range<UInt64>)
    func versions(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let metric = MetricID("HKQuantityTypeIdentifierStepCount")
        var versions: [Version] = []
        var last: [[Int64]: Version] = [:]
        for created in 1...200 {
            let version = Version(
                start: Int64.random(in: 0..<12, using: &generator) * 1000, length: [0, 5000].randomElement(using: &generator) ?? 0,
                source: Int32.random(in: 0..<2, using: &generator), created: Int64(created),
                value: Double(Int.random(in: 0..<4, using: &generator)))
            versions.append(version)
            last[[version.start, version.length, Int64(version.source)]] = version
        }
        for order in [versions, versions.reversed(), versions.shuffled(using: &generator)] {
            let directory = try TemporaryDirectory()
            for store in try Self.stores(directory, seed: seed) {
                for first in stride(from: 0, to: order.count, by: 17) {
                    _ = try store.write(batch(Array(order[first..<min(first + 17, order.count)]), of: metric))
                }
                var found: Set<Version> = []
                var count = 0
                try store.read { view in
                    let names = try view.sources()
                    try view.scan(metric, from: .min, through: .max, columns: [.values, .sources, .created]) { rows in
                        count += rows.count
                        for row in 0..<rows.count {
                            found.insert(
                                Version(
                                    start: rows.starts[row], length: rows.ends[row] - rows.starts[row],
                                    source: names[rows.sources[row]]?.name == "A" ? 0 : 1, created: rows.created[row],
                                    value: rows.values[row]))
                        }
                        return true
                    }
                }
                #expect(count == last.count && found == Set(last.values), "seed \(seed)")
            }
        }
    }

    @Test("Stores follow the identity rule for any order and any batches", arguments: 0..<18 as Range<UInt64>)
    func matchesNaiveModel(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let batches = (0..<6).map { _ in
            RandomBatch.make(
                count: Int.random(in: 0...150, using: &generator), span: [5, 40, 4000].randomElement(using: &generator) ?? 5,
                using: &generator)
        }
        var model = NaiveModel()
        for batch in batches { model.add(batch) }
        for order in [batches, batches.shuffled(using: &generator)] {
            let directory = try TemporaryDirectory()
            for store in try Self.stores(directory, seed: seed) {
                for batch in order {
                    let outcomes = try store.write(batch)
                    for (metric, rows) in batch.samples {
                        let outcome = outcomes[metric] ?? WriteOutcome()
                        #expect(outcome.added + outcome.alreadyThere == rows.count, "seed \(seed)")
                    }
                }
                try expectEqual(store, model, seed)
                let change = try store.read { $0.changeNumber }
                for batch in order { _ = try store.write(batch) }
                #expect(try store.read { $0.changeNumber } == change, "writing again changed something, seed \(seed)")
            }
        }
    }

    @Test("Deleted samples are removed, and the others keep their numbers", arguments: 0..<6 as Range<UInt64>)
    func deletes(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let directory = try TemporaryDirectory()
        for store in try Self.stores(directory, seed: seed) {
            _ = try store.write(RandomBatch.make(count: 200, span: 150, using: &generator))
            _ = try store.write(RandomBatch.make(count: 100, span: 1000, using: &generator))
            for metric in RandomBatch.metrics {
                let before = try store.read { try $0.plainSamples(metric) }
                let doomed = Set(before.map(\.number).filter { _ in Int.random(in: 0..<3, using: &generator) == 0 })
                let deleted = try store.delete(metric, numbers: doomed.union([999_999_999]))
                #expect(deleted == doomed.count, "seed \(seed)")
                let after = try store.read { try $0.plainSamples(metric) }
                let expected = before.filter { !doomed.contains($0.number) }
                #expect(after.map(\.number) == expected.map(\.number), "seed \(seed)")
                #expect(after.map(\.sample) == expected.map(\.sample), "seed \(seed)")
                try expectSummary(store, metric, seed)
            }
        }
    }

    private func expectEqual(_ store: any SampleStorage, _ model: NaiveModel, _ seed: UInt64) throws {
        for metric in RandomBatch.metrics {
            let found = try store.read { try $0.plainSamples(metric) }
            let samples = found.map(\.sample)
            let expected = model.samples(metric)
            #expect(samples.count == expected.count, "seed \(seed)")
            #expect(Set(samples).symmetricDifference(expected).isEmpty, "seed \(seed)")
            #expect(Set(found.map(\.number)).count == found.count, "numbers are unique, seed \(seed)")
            for (a, b) in zip(samples, samples.dropFirst()) {
                #expect((a.start, a.end) <= (b.start, b.end), "seed \(seed)")
                if (a.start, a.end) == (b.start, b.end) {
                    let (left, right) = (Double(bitPattern: a.value), Double(bitPattern: b.value))
                    #expect(left <= right && (left < right || a.sourceKey <= b.sourceKey || a.value != b.value), "seed \(seed)")
                }
            }
            try expectSummary(store, metric, seed)
            try expectRanges(store, metric, seed)
        }
    }

    private func expectSummary(_ store: any SampleStorage, _ metric: MetricID, _ seed: UInt64) throws {
        let (summary, samples, sources) = try store.read {
            (try $0.metricSummary(of: metric), try $0.plainSamples(metric).map(\.sample), try $0.sources())
        }
        #expect((summary?.count ?? 0) == samples.count, "seed \(seed)")
        #expect(summary?.firstStart.milliseconds == samples.map(\.start).min(), "seed \(seed)")
        #expect(summary?.lastStart.milliseconds == samples.map(\.start).max(), "seed \(seed)")
        #expect(summary?.lastEnd.milliseconds == samples.map(\.end).max(), "seed \(seed)")
        let bySource = Dictionary(grouping: samples, by: \.sourceKey)
        #expect(summary?.sources.count ?? 0 == bySource.count, "seed \(seed)")
        for entry in summary?.sources ?? [] {
            let own = bySource[sources[entry.source]?.key ?? "?"] ?? []
            #expect(entry.count == own.count, "seed \(seed)")
            #expect(entry.firstStart.milliseconds == own.map(\.start).min(), "seed \(seed)")
            #expect(entry.lastEnd.milliseconds == own.map(\.end).max(), "seed \(seed)")
        }
    }

    private func expectRanges(_ store: any SampleStorage, _ metric: MetricID, _ seed: UInt64) throws {
        try store.read { view throws in
            let all = try view.plainSamples(metric).map(\.sample)
            for (from, through) in [(0, 0), (3000, 9000), (10_000, 10_000), (50_000, 2_000_000), (-5, -1)] as [(Int64, Int64)] {
                func inRange(_ sample: PlainSample) -> Bool { sample.start <= through && sample.end >= from }
                let found = try view.plainSamples(metric, from: from, through: through).map(\.sample).filter(inRange)
                #expect(found == all.filter(inRange), "range \(from)...\(through), seed \(seed)")
            }
        }
    }
}
