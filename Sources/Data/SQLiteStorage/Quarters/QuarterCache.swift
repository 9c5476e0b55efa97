import HealthModel
import StorageModel
import Synchronization

/// Caches quarter hours that were read recently, for the latest requested state of the store. A series is a metric of one person.
final class QuarterCache: Sendable {
    /// The counters that each write of samples or quarter hours increases.
    struct State: Hashable {
        var changeNumber: Int64
        var quarterNumber: Int64
    }

    private struct Key: Hashable {
        var series: Int64
        var chunk: Int64
        var part: QuarterPart
        var source: Int32
    }

    private struct Content {
        var state = State(changeNumber: -1, quarterNumber: -1)
        var directories: [Int64: QuarterDirectory?] = [:]
        var columns: [Key: QuarterColumns] = [:]
        var crossing: [Key: SampleBatch] = [:]
        var byteCount = 0
    }

    /// The maximum size: about ten years of four metrics. The cache is emptied when it is full.
    private static let greatestByteCount = 64 << 20
    private let content = Mutex(Content())

    func directory(of series: Int64, at state: State, orElse make: () throws -> QuarterDirectory?) rethrows -> QuarterDirectory? {
        if let known = content.withLock({ $0.state == state ? $0.directories[series] : nil }) { return known }
        let made = try make()
        content.withLock { content in
            // Chunks change only with a write of quarter hours. A write of samples only marks some of them as stale.
            if content.state.quarterNumber != state.quarterNumber { content = Content() }
            if content.state != state { content.directories = [:] }
            content.state = state
            content.directories[series] = .some(made)
        }
        return made
    }

    func columns(
        _ part: QuarterPart, source: Int32, chunk: Int64, of series: Int64, at state: State, orElse make: () throws -> QuarterColumns?
    ) rethrows -> QuarterColumns? {
        let key = Key(series: series, chunk: chunk, part: part, source: source)
        if let known = content.withLock({ $0.state.quarterNumber == state.quarterNumber ? $0.columns[key] : nil }) { return known }
        let made = try make()
        if let made { keep(made.columns.count * Int(QuarterHour.chunkSize) * 8, at: state) { $0.columns[key] = made } }
        return made
    }

    func crossing(
        chunk: Int64, of series: Int64, at state: State, orElse make: () throws -> SampleBatch?
    ) rethrows -> SampleBatch? {
        let key = Key(series: series, chunk: chunk, part: .crossing, source: 0)
        if let known = content.withLock({ $0.state.quarterNumber == state.quarterNumber ? $0.crossing[key] : nil }) { return known }
        let made = try make()
        if let made { keep(made.count * 28, at: state) { $0.crossing[key] = made } }
        return made
    }

    private func keep(_ byteCount: Int, at state: State, _ put: (inout Content) -> Void) {
        content.withLock { content in
            guard content.state.quarterNumber == state.quarterNumber else { return }
            if content.byteCount + byteCount > QuarterCache.greatestByteCount {
                (content.columns, content.crossing, content.byteCount) = ([:], [:], 0)
            }
            content.byteCount += byteCount
            put(&content)
        }
    }
}
