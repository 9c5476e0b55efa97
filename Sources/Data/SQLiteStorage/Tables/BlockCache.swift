import HealthModel
import Synchronization

/// Keeps the bytes of blocks that are read again and again, for the latest requested state of the store.
///
/// A scan spends a third of its time reading bytes from the file. Bytes are kept from the second read of a series on: in a process that
/// asks one question, they would only cost memory. A series is a metric of one person.
package final class BlockCache: Sendable {
    /// A block that `BlockCodec.check` has accepted.
    package struct Block {
        package var bytes: [UInt8]
        /// The entry in the store. A block that is written again without a change of samples can have the same number.
        var entry: BlockTable.Entry?
        /// False if the bytes end before the columns that few queries read.
        package var isWhole: Bool

        package init(bytes: [UInt8], isWhole: Bool) { (self.bytes, self.isWhole) = (bytes, isWhole) }
    }

    private struct Series {
        var blocks: [Int64: Block] = [:]
        var byteCount = 0
        var lastUse = 0
    }

    private struct Content {
        var changeNumber: Int64 = -1
        var series: [Int64: Series] = [:]
        var byteCount = 0
        var useCount = 0
    }

    private let greatestByteCount: Int
    private let content = Mutex(Content())

    /// - Parameter greatestByteCount: The maximum size. The default holds about 20 million samples.
    package init(greatestByteCount: Int = 48 << 20) { self.greatestByteCount = greatestByteCount }

    /// Notes a read of a series. Returns its known blocks by number, or nil if the blocks of this read are not kept.
    package func begin(_ series: Int64, at changeNumber: Int64) -> [Int64: Block]? {
        content.withLock { content in
            if content.changeNumber != changeNumber {
                content = Content()
                content.changeNumber = changeNumber
            }
            content.useCount += 1
            let known = content.series[series]?.blocks
            content.series[series, default: Series()].lastUse = content.useCount
            return known
        }
    }

    /// True if a block of a series can still be kept, if necessary instead of other series.
    package func hasRoom(for byteCount: Int, of series: Int64) -> Bool {
        content.withLock { ($0.series[series]?.byteCount ?? 0) + byteCount <= greatestByteCount }
    }

    /// Keeps a block, if necessary instead of other series.
    package func keep(_ block: Block, _ number: Int64, of series: Int64, at changeNumber: Int64) {
        content.withLock { content in
            guard content.changeNumber == changeNumber, var target = content.series.removeValue(forKey: series) else { return }
            defer { content.series[series] = target }
            let growth = block.bytes.count - (target.blocks[number]?.bytes.count ?? 0)
            while content.byteCount + growth > greatestByteCount,
                let oldest = content.series.filter({ $0.value.byteCount > 0 }).min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                content.byteCount -= oldest.value.byteCount
                content.series[oldest.key] = Series()
            }
            guard content.byteCount + growth <= greatestByteCount else { return }
            target.blocks[number] = block
            target.byteCount += growth
            content.byteCount += growth
        }
    }
}

/// The part of the cache for one read of a series.
struct KeptBlocks {
    /// The columns that are last in a block. They take half of its bytes, and few queries read them.
    private static let lastColumns: SampleColumns = [.created, .numbers]

    /// The columns of the blocks that are kept.
    let columns: SampleColumns
    private let cache: BlockCache
    private let series: Int64
    private let changeNumber: Int64
    private let known: [Int64: BlockCache.Block]

    private var isWhole: Bool { columns == .all }

    /// Notes the read. Nil if its blocks are not kept.
    init?(_ cache: BlockCache, series: Int64, changeNumber: Int64, columns: SampleColumns) {
        guard let known = cache.begin(series, at: changeNumber) else { return nil }
        (self.cache, self.series, self.changeNumber, self.known) = (cache, series, changeNumber, known)
        self.columns = columns.isDisjoint(with: Self.lastColumns) ? .all.subtracting(Self.lastColumns) : .all
    }

    /// Returns the bytes of a block with the columns of this read, which `BlockCodec.check` has accepted.
    func bytes(of entry: BlockTable.Entry) -> [UInt8]? {
        guard let block = known[entry.id], block.entry == entry, block.isWhole || !isWhole else { return nil }
        return block.bytes
    }

    func hasRoom(for byteCount: Int) -> Bool { cache.hasRoom(for: byteCount, of: series) }

    /// Keeps the bytes of a block, which end after `columns`. Does nothing if they are damaged, which their reader reports.
    func keep(_ bytes: [UInt8], of entry: BlockTable.Entry) {
        guard (try? BlockCodec.check(bytes.span, count: entry.count, columns: columns)) != nil else { return }
        var block = BlockCache.Block(bytes: bytes, isWhole: isWhole)
        block.entry = entry
        cache.keep(block, entry.id, of: series, at: changeNumber)
    }
}
