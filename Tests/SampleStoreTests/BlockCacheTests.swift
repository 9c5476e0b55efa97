import HealthModel
import RandomTesting
import SQLiteStorage
import SampleStore
import StorageModel
import Testing

@Suite("Blocks that are kept in memory")
struct BlockCacheTests {
    private static func block(_ byte: UInt8, size: Int = 10) -> BlockCache.Block {
        BlockCache.Block(bytes: Array(repeating: byte, count: size), isWhole: false)
    }

    @Test("A series is kept from its second read on")
    func secondRead() {
        let cache = BlockCache()
        #expect(cache.begin(1, at: 5) == nil)
        #expect(cache.begin(1, at: 5)?.count == 0)
        cache.keep(Self.block(7), 3, of: 1, at: 5)
        #expect(cache.begin(1, at: 5)?[3]?.bytes.first == 7)
        #expect(cache.begin(2, at: 5) == nil, "another series")
    }

    @Test("A write of samples empties the cache, and blocks of another state are not kept")
    func state() {
        let cache = BlockCache()
        for _ in 0..<2 { _ = cache.begin(1, at: 5) }
        cache.keep(Self.block(7), 3, of: 1, at: 5)
        #expect(cache.begin(1, at: 6) == nil)
        cache.keep(Self.block(7), 3, of: 1, at: 5)
        #expect(cache.begin(1, at: 6)?.isEmpty == true)
    }

    @Test("A full cache drops the series that was not read for longest, and keeps no more of the only one")
    func limit() {
        let cache = BlockCache(greatestByteCount: 100)
        for series in [1, 2, 3] as [Int64] { for _ in 0..<2 { _ = cache.begin(series, at: 5) } }
        for number in 0..<5 as Range<Int64> {
            cache.keep(Self.block(1), number, of: 1, at: 5)
            cache.keep(Self.block(2), number, of: 2, at: 5)
        }
        cache.keep(Self.block(3, size: 60), 9, of: 3, at: 5)
        #expect(cache.begin(1, at: 5)?.isEmpty == true)
        #expect(cache.begin(3, at: 5)?.count == 1)
        // 60 bytes are of the third series, and another 60 would not fit even without the second one.
        cache.keep(Self.block(3, size: 60), 10, of: 3, at: 5)
        #expect(cache.begin(3, at: 5)?.count == 1)
    }

    @Test("A block that is folded with fresh rows is read again, though no sample changed", arguments: 0..<4 as Range<UInt64>)
    func folding(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let directory = try TemporaryDirectory()
        var options = StoreOptions()
        (options.blockRows, options.smallWriteRows, options.rowTableRows) = (1000, 512, 4096)
        let store = try SQLiteStore.open(path: directory.path("store"), mode: .create, options: options)
        _ = try store.write(RandomBatch.make(count: 800, span: 4000, using: &generator))
        try store.foldFreshRows()
        // Samples of the series with the last block, all newer than it: then they are fresh rows, and folding reuses its number.
        var later = RandomBatch.make(count: 60, span: 4000, using: &generator)
        let metric = RandomBatch.metrics[0]
        later.samples = later.samples.filter { $0.key == metric }
        for row in 0..<(later.samples[metric]?.count ?? 0) {
            later.samples[metric]?.starts[row] += 10_000_000_000
            later.samples[metric]?.ends[row] += 10_000_000_000
        }
        _ = try store.write(later)
        func samples() throws -> [PlainSample] {
            try store.read { source in try RandomBatch.metrics.flatMap { try source.plainSamples($0).map(\.sample) } }
        }
        let expected = try samples()
        for _ in 0..<3 { #expect(try samples() == expected, "seed \(seed)") }
        try store.foldFreshRows()
        for _ in 0..<3 { #expect(try samples() == expected, "seed \(seed)") }
    }

    @Test("A store that answers from kept blocks has the samples of its latest state", arguments: 0..<6 as Range<UInt64>)
    func states(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let directory = try TemporaryDirectory()
        var options = StoreOptions()
        (options.blockRows, options.smallWriteRows) = (40, 0)
        let store = try SQLiteStore.open(path: directory.path("store"), mode: .create, options: options)
        let memory = MemoryStore()
        let metric = try #require(RandomBatch.metrics.first)
        for _ in 0..<6 {
            let batch = RandomBatch.make(count: 60, span: 4000, using: &generator)
            for one in [store, memory] as [any SampleStorage] { _ = try one.write(batch) }
            let numbers = try Set(store.read { try $0.plainSamples(metric) }.map(\.number).prefix(3))
            for one in [store, memory] as [any SampleStorage] { _ = try one.delete(metric, numbers: numbers) }
            let expected = try memory.read { try $0.plainSamples(metric).map(\.sample) }
            for columns in [SampleColumns.values, .all, .values, .all] {
                var values: [Double] = []
                try store.read { source in
                    try source.scan(metric, from: .min, through: .max, values: nil, columns: columns) { batch in
                        values += batch.values
                        return true
                    }
                }
                #expect(values.map(\.bitPattern) == expected.map(\.value), "seed \(seed)")
                #expect(try store.read { try $0.plainSamples(metric).map(\.sample) } == expected, "seed \(seed)")
            }
        }
    }
}
