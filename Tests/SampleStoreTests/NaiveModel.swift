import HealthModel
import RandomTesting

/// A sample with texts instead of ids.
struct PlainSample: Hashable, CustomStringConvertible {
    var start: Int64
    var end: Int64
    var value: UInt64
    var sourceKey: String
    var metadata: [MetadataSet.Entry]
    var created: Int64
    var unit: String
    var version: String?

    var description: String {
        "\(start)..\(end) \(Double(bitPattern: value)) \(sourceKey) \(metadata.map { "\($0.key)=\($0.value)" }) created \(created) \(unit) \(version ?? "-")"
    }
}

/// The identity rule S1.2 for one sample at a time, in dictionaries. Both stores are compared with it.
struct NaiveModel {
    struct Identity: Hashable {
        var metric: MetricID
        var start: Int64
        var end: Int64
        var value: UInt64
        var sourceKey: String
    }

    var groups: [Identity: [MetadataSet: PlainSample]] = [:]

    mutating func add(_ batch: ImportBatch) {
        for (metric, rows) in batch.samples {
            for row in 0..<rows.count {
                let sample = PlainSample(
                    start: rows.starts[row], end: rows.ends[row], value: rows.values[row].bitPattern,
                    sourceKey: batch.sources[Int(rows.sources[row])].key, metadata: batch.metadata[Int(rows.metadata[row])].entries,
                    created: rows.created[row], unit: batch.units[Int(rows.units[row])],
                    version: batch.origins[Int(rows.origins[row])].sourceVersion)
                let identity = Identity(
                    metric: metric, start: sample.start, end: sample.end, value: sample.value, sourceKey: sample.sourceKey)
                let set = batch.metadata[Int(rows.metadata[row])]
                if var known = groups[identity]?[set] {
                    if sample.created != SampleBatch.unknownTime, known.created == SampleBatch.unknownTime || sample.created < known.created
                    {
                        known.created = sample.created
                    }
                    known.unit = min(known.unit, sample.unit)
                    known.version = [known.version, sample.version].compactMap(\.self).min()
                    groups[identity]?[set] = known
                } else {
                    groups[identity, default: [:]][set] = sample
                }
            }
        }
    }

    func samples(_ metric: MetricID) -> Set<PlainSample> {
        var result: Set<PlainSample> = []
        for (identity, variants) in groups where identity.metric == metric {
            // The variant without metadata only counts if there is no other.
            for (set, sample) in variants where !set.isEmpty || variants.count == 1 { result.insert(sample) }
        }
        return result
    }
}

extension SampleSource {
    /// Returns all samples of `metric` in the order of a scan, with their numbers.
    func plainSamples(
        _ metric: MetricID, from: Int64 = .min, through: Int64 = .max
    ) throws -> [(sample: PlainSample, number: Int64)] {
        let (sources, origins, units) = try (sources(), origins(), units())
        var result: [(PlainSample, Int64)] = []
        try scan(metric, from: Instant(milliseconds: from), through: Instant(milliseconds: through), columns: .all) { batch in
            let sets = try metadataSets(Set(batch.metadata))
            for row in 0..<batch.count {
                let sample = PlainSample(
                    start: batch.starts[row], end: batch.ends[row], value: batch.values[row].bitPattern,
                    sourceKey: sources[batch.sources[row]]?.key ?? "?", metadata: sets[batch.metadata[row]]?.entries ?? [],
                    created: batch.created[row], unit: units[batch.units[row]] ?? "",
                    version: origins[batch.origins[row]]?.sourceVersion)
                result.append((sample, batch.numbers[row]))
            }
            return true
        }
        return result
    }
}

enum RandomBatch {
    static let metrics = [MetricID("HKQuantityTypeIdentifierStepCount"), MetricID("HKQuantityTypeIdentifierHeartRate")]

    /// Returns a batch of `count` samples from a small set, so that many are partly or completely equal.
    static func make(count: Int, span: Int64, using generator: inout SplitMix64) -> ImportBatch {
        var batch = ImportBatch()
        batch.sources = [Source(name: "Watch"), Source(name: "  wATCH "), Source(name: "iPhone"), Source(name: "Andere")].shuffled(
            using: &generator)
        batch.origins += [
            Origin(source: 1, sourceVersion: "10.1"), Origin(source: 1, sourceVersion: "9.4", device: Device(name: "W")), Origin(source: 2),
        ]
        batch.metadata += [
            MetadataSet([.init(key: "HKWasUserEntered", value: "1")]), MetadataSet([.init(key: "HKTimeZone", value: "Europe/Berlin")]),
        ]
        if Bool.random(using: &generator) { batch.metadata[1...].reverse() }
        batch.units += ["kcal", "kJ"]
        for _ in 0..<count {
            let metric = metrics.randomElement(using: &generator) ?? metrics[0]
            let start = Int64.random(in: 0..<span, using: &generator) * 1000
            let lengths: [Int64] = [0, 0, 1000, 60_000, span * 500]
            // Taken out meanwhile: a second reference would make each append copy the column.
            var rows = batch.samples.removeValue(forKey: metric) ?? SampleBatch()
            rows.starts.append(start)
            rows.ends.append(start + (lengths.randomElement(using: &generator) ?? 0))
            rows.values.append([1, 2, -0.0, 0.1, 1e-9].randomElement(using: &generator) ?? 0)
            rows.sources.append(Int32.random(in: 0..<4, using: &generator))
            // Versions, like devices, depend on the source. 0 means unknown.
            rows.origins.append(Int32.random(in: 0..<4, using: &generator))
            rows.metadata.append([0, 0, 1, 2].randomElement(using: &generator) ?? 0)
            rows.units.append(Int32.random(in: 0..<3, using: &generator))
            rows.created.append([SampleBatch.unknownTime, start, start + 5].randomElement(using: &generator) ?? 0)
            batch.samples[metric] = rows
        }
        return batch
    }
}
