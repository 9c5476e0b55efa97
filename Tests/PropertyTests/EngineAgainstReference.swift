import HealthModel
import QueryEngine
import QueryPlan
import RandomTesting
import ReferenceEngine
import RowStages
import SampleStore
import StorageModel
import Testing

@Suite("The engine against the reference engine")
struct EngineAgainstReference {
    @Test("Every statistic of a random query agrees with the reference (S2–S6)")
    func everyStatistic() throws {
        for seed in seeds(100) {
            let random = RandomCase(seed: seed)
            let difference = try Comparison(random).difference()
            let smallest = difference == nil ? random : try random.shrunk { try Comparison($0).difference() != nil }
            let smallestDifference = difference == nil ? nil : try Comparison(smallest).difference()
            #expect(difference == nil, "smallest: \(smallestDifference ?? "none")\n\(smallest)")
        }
    }

    @Test("The answer does not depend on the division of samples into batches (S6.7)")
    func batches() throws {
        for seed in seeds(30) {
            let comparison = try Comparison(RandomCase(seed: seed))
            let whole = try comparison.table()
            for size in [1, 7, 16_384] {
                let cut = try comparison.table(batchSize: size)
                #expect("\(cut)" == "\(whole)", "batches of \(size): \(comparison.random)")
            }
        }
    }

    @Test("The answer does not depend on the order of import (S6.7)")
    func order() throws {
        for seed in seeds(30) {
            var random = RandomCase(seed: seed)
            // S5.3 uses the last inserted sample of those with equal start and end.
            random.aggregates.removeAll { $0 == .latest || $0 == .first }
            // S2.8 extends the last inserted reading of those at the same time.
            (random.query.holding, random.times) = (nil, random.times.map(\.withoutHolding))
            random.events = random.events.map(\.withoutHolding)
            var generator = SplitMix64(seed: seed)
            let table = try Comparison(random).table()
            for _ in 0..<2 {
                random.samples.shuffle(using: &generator)
                let shuffled = try Comparison(random, importBatchSize: generator.pick([1, 3, 1000])).table()
                #expect("\(shuffled)" == "\(table)", "\(random)")
            }
        }
    }
}

/// One case in its own store.
private struct Comparison {
    var random: RandomCase
    let store: any SampleStorage

    init(_ random: RandomCase, store: any SampleStorage = MemoryStore(), importBatchSize: Int = 5) throws {
        (self.random, self.store) = (random, store)
        try random.write(to: store, batchesOf: importBatchSize)
    }

    func table(batchSize: Int? = nil) throws -> ResultTable {
        try store.read { source in
            try QueryEngine.run(random.plan(), over: batchSize.map { RebatchedSource(base: source, batchSize: $0) } ?? source)
        }
    }

    /// Compares the engine's answer with the reference's. Returns the difference, or `nil`.
    func difference() throws -> String? {
        let table = try table(batchSize: [1, 7, 16_384][Int(random.seed % 3)])
        let stored = try stored()
        var seen: [String?: Int] = [:]
        let places = (0..<table.rowCount).map { row -> Place in
            let key = table.reference(keyOfRow: row)
            defer { seen[key, default: 0] += 1 }
            return Place(key: key, bucket: seen[key, default: 0])
        }
        if let difference = try differenceOfTimes(table, places) { return difference }
        let scale = random.samples.map { abs($0.value) }.max() ?? 0
        for (aggregate, column) in zip(random.aggregates, table.columns) {
            let expected = random.rows(aggregate, stored: stored)
            if expected.count != table.rowCount { return "\(expected.count) rows expected, \(table.rowCount) found" }
            let found = Dictionary(zip(places, column.values)) { first, _ in first }
            for row in expected {
                guard let value = found[Place(key: row.key, bucket: row.bucket)] else { return "no row for \(row)" }
                // A deviation loses the digits that the values have in common.
                let isSame = aggregate.isTime ? value == row.value : isClose(value, row.value, scale: aggregate == .stddev ? scale : 0)
                if !isSame {
                    return "\(aggregate): \(row) expected, \(value.map { "\($0)" } ?? "nil") found"
                }
            }
        }
        return nil
    }

    private struct Place: Hashable {
        var key: String?
        var bucket: Int
    }

    /// Compares start, end and partial of the rows, and returns the difference. Profiles and a single row for the range have none.
    private func differenceOfTimes(_ table: ResultTable, _ places: [Place]) throws -> String? {
        if let events = random.eventRows(stored: try stored()) {
            for (row, place) in places.enumerated() {
                let event = events[place.bucket]
                let found = ReferenceInterval(table.starts[row], table.ends[row])
                if event.interval != found { return "row \(row): \(event.interval) expected, \(found) found" }
                if table.partial[row] != event.isPartial { return "row \(row): \(event.isPartial ? "partial" : "whole") expected" }
            }
            return nil
        }
        guard let grid = random.grid, grid.groups == nil else { return nil }
        // The current time on the time line of the buckets. With `zone sample`, this is a local time.
        let now = random.usesSampleZones ? ReferenceCalendar(zone: random.zone)?.wallTime(at: random.now) ?? 0 : random.now
        for (row, place) in places.enumerated() {
            let bucket = grid.buckets[place.bucket]
            let isPartial = bucket.isPartial(in: random.query.window.interval, now: now)
            let found = ReferenceInterval(table.starts[row], table.ends[row])
            if bucket.pieces != [found] { return "row \(row): \(bucket) expected, \(found) found" }
            if table.partial[row] != isPartial { return "row \(row): \(isPartial ? "partial" : "whole") expected" }
        }
        return nil
    }

    private func isClose(_ a: Double?, _ b: Double?, scale: Double) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return abs(a - b) <= 1e-9 * max(abs(a), abs(b), scale)
    }

    /// Returns the samples as stored.
    private func stored() throws -> [ReferenceSample] {
        try store.read { source in
            let (names, origins) = (try source.sources(), try source.origins())
            var samples: [ReferenceSample] = []
            try source.scan(random.metric, from: .min, through: .max, columns: .all) { batch in
                let sets = try source.metadataSets(Set(batch.metadata))
                for row in 0..<batch.count {
                    let set = sets[batch.metadata[row]]
                    samples.append(
                        ReferenceSample(
                            start: batch.starts[row], end: batch.ends[row], value: batch.values[row],
                            source: names[batch.sources[row]]?.name ?? "", device: origins[batch.origins[row]]?.device?.name,
                            isHandEntered: set?.isHandEntered ?? false, zone: set?.zoneIdentifier,
                            created: batch.created[row] == SampleBatch.unknownTime ? nil : batch.created[row],
                            number: Int(batch.numbers[row])))
                }
                return true
            }
            return samples
        }
    }
}

extension ResultTable {
    /// Returns the keys of a row other than time in the notation of the reference.
    fileprivate func reference(keyOfRow row: Int) -> String? {
        func text(_ value: KeyValue?) -> String? {
            switch value {
            case .text(let text)?: text
            case .integer(let number)?: "\(number)"
            case .number(let number)?: "\(number)"
            case .flag(let answer)?: "\(answer)"
            case nil: nil
            }
        }
        let columns = keys.filter { !$0.replacesTime && !$0.describesRow }
        let texts = columns.indices.compactMap { index -> String?? in
            guard columns[index].isEdge else { return .some(text(columns[index].values[row])) }
            guard columns[index].name == "from" else { return nil }
            return .some((text(columns[index].values[row]) ?? "") + "|" + (text(columns[index + 1].values[row]) ?? ""))
        }
        return ReferenceSplit.joined(texts)
    }
}
