import HealthImport
import HealthModel
import SampleStore
import StorageModel

/// The samples of versions of records, in a store or a batch.
struct RecordRows {
    private struct Place: Hashable {
        var start: Int64
        var end: Int64
        var source: String
    }

    private struct Member: Hashable {
        var metric: MetricID
        var place: Place
        var value: UInt64
    }

    private let shape: RecordShape
    /// For records with one sample, the versions at each place that are not found yet.
    private var single: [Place: [RecordVersion]] = [:]
    /// For records with many samples, the versions of each source by start, and the greatest end until each of them.
    private var spans: [String: [(version: RecordVersion, greatestEnd: Int64)]] = [:]
    /// The members of the correlations that were found, with their numbers.
    private var members: [Member: Int] = [:]
    /// The times that have samples, in order. Those that are near each other are one.
    private let times: [ClosedRange<Int64>]

    /// Times whose distance is at most this are read at once.
    private static let nearness: Int64 = 10 * 86_400_000

    /// - Parameter keys: the keys of sources by their place.
    init(_ versions: [RecordVersion], _ keys: [String], _ shape: RecordShape) {
        self.shape = shape
        let versions = versions.sorted { ($0.start, $0.end, $0.created) < ($1.start, $1.end, $1.created) }
        var times: [ClosedRange<Int64>] = []
        for version in versions {
            let key = keys[Int(version.source)]
            if shape.isSpan {
                let greatest = max(spans[key]?.last?.greatestEnd ?? version.end, version.end)
                spans[key, default: []].append((version, greatest))
            } else {
                single[Place(start: version.start, end: version.end, source: key), default: []].append(version)
            }
            if let last = times.last, version.start - last.upperBound <= Self.nearness {
                times[times.count - 1] = last.lowerBound...max(last.upperBound, version.end)
            } else {
                times.append(version.start...version.end)
            }
        }
        self.times = times
    }

    /// Returns true if a sample belongs to one of the versions.
    private mutating func takes(_ metric: MetricID, _ rows: borrowing SampleBatch, _ row: Int, of source: String) -> Bool {
        let place = Place(start: rows.starts[row], end: rows.ends[row], source: source)
        let value = rows.values[row]
        if shape.correlation != nil {
            let member = Member(metric: metric, place: place, value: value.bitPattern)
            guard let count = members[member], count > 0 else { return false }
            members[member] = count - 1
            return true
        }
        if shape.isSpan { return isInSpan(place, created: rows.created[row]) }
        let found = single[place]?.firstIndex { version in
            (version.firstCreated...version.created).contains(rows.created[row])
                && (shape.isRevised || version.content == 0 || version.content == RecordMark.hash(of: CollectionOfOne(value)))
        }
        guard let found else { return false }
        single[place]?.remove(at: found)
        return true
    }

    private func isInSpan(_ place: Place, created: Int64) -> Bool {
        guard let all = spans[place.source] else { return false }
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].version.start <= place.start { low = middle + 1 } else { high = middle }
        }
        while low > 0, all[low - 1].greatestEnd >= place.start {
            low -= 1
            let version = all[low].version
            if version.end >= place.start, (version.firstCreated...version.created).contains(created) { return true }
        }
        return false
    }

    /// Returns true for a correlation of one of the versions, and adds its members to those that are sought.
    private mutating func takes(_ correlation: Correlation, of source: String) -> Bool {
        let place = Place(start: correlation.start.milliseconds, end: correlation.end.milliseconds, source: source)
        let content = RecordMark.hash(of: correlation.members.map(\.value).sorted())
        guard let found = single[place]?.firstIndex(where: { $0.content == content }) else { return false }
        single[place]?.remove(at: found)
        for member in correlation.members {
            let own = Place(start: member.start.milliseconds, end: member.end.milliseconds, source: source)
            members[Member(metric: member.metric, place: own, value: member.value.bitPattern), default: 0] += 1
        }
        return true
    }

    // MARK: - A store

    /// Returns the numbers of the samples and correlations of a view, with their starts.
    mutating func find(in view: any SampleSource) throws -> [MetricID: [Int64: Int64]] {
        var found: [MetricID: [Int64: Int64]] = [:]
        let sources = try view.sources().mapValues(\.key)
        if let type = shape.correlation {
            for entry in try view.capabilities.changes?.numberedCorrelations(of: type) ?? []
            where takes(entry.correlation, of: sources[entry.correlation.source] ?? "") {
                found[MetricID(type), default: [:]][entry.number] = entry.correlation.start.milliseconds
            }
        }
        let metrics = shape.correlation == nil ? shape.metrics : Set(members.keys.map(\.metric)).sorted { $0.identifier < $1.identifier }
        for metric in metrics {
            for time in times {
                try view.scan(
                    metric, from: Instant(milliseconds: time.lowerBound), through: Instant(milliseconds: time.upperBound),
                    columns: [.values, .sources, .created, .numbers]
                ) { batch in
                    let end = batch.firstRow(startingAt: time.upperBound + 1)
                    for row in min(batch.firstRow(startingAt: time.lowerBound), end)..<end
                    where takes(metric, batch, row, of: sources[batch.sources[row]] ?? "") {
                        found[metric, default: [:]][batch.numbers[row]] = batch.starts[row]
                    }
                    return true
                }
            }
        }
        return found
    }

    // MARK: - A batch

    /// Removes the samples from a batch.
    mutating func remove(from batch: inout ImportBatch) {
        let sources = batch.sources.map(\.key)
        if shape.correlation != nil { batch.correlations.removeAll { takes($0, of: sources[Int($0.source)]) } }
        if shape.metrics == [.workouts] {
            batch.workouts.removeAll { takes(.workouts, SampleBatch([$0]), 0, of: sources[Int($0.source)]) }
        }
        for metric in shape.metrics {
            guard let rows = batch.samples[metric] else { continue }
            let kept = rows.starts.indices.filter { !takes(metric, rows, $0, of: sources[Int(rows.sources[$0])]) }
            if kept.count < rows.count { batch.samples[metric] = rows.rows(Array(kept)) }
        }
    }
}
