import HealthModel
import SampleStore

/// A block as it is in the store.
struct PackedBlock: PackedSamples {
    let path: String
    let metric: MetricID
    let entry: BlockTable.Entry
    let bytes: [UInt8]

    var count: Int { entry.count }
    var firstStart: Int64 { entry.firstStart }
    var lastStart: Int64 { entry.lastStart }
    var latestEnd: Int64 { entry.greatestEnd }

    func unpack(_ columns: SampleColumns, times: UnpackedTimes, into rows: inout SampleBatch) throws {
        do {
            try BlockCodec.decode(bytes.span, count: count, columns: columns, times: times, into: &rows)
        } catch {
            throw damage(error.explanation)
        }
        if times == .count { return }
        guard rows.starts.first == entry.firstStart, rows.starts.last == entry.lastStart else {
            throw damage("it does not match its entry")
        }
    }

    func damage(_ reason: String) -> StoreError {
        .corruptBlock(
            path: path, metric: metric, block: entry.id, from: Instant(milliseconds: entry.firstStart),
            through: Instant(milliseconds: entry.lastStart), reason: reason)
    }
}
