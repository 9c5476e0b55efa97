import HealthModel

/// Decides how the columns of a table in percent are read: as fractions, unless one value of the metric in the file is above 1.
///
/// Samples wait until this is decided: at the first value above 1, or at the end of the file.
struct ShareColumns {
    /// The number of samples that wait at most. If none of them is above 1, all are fractions.
    private static let rowLimit = 1 << 20

    private(set) var readings: [MetricID: ShareReading] = [:]
    private var waiting: [String: WaitingShares] = [:]
    private var rowCount = 0

    var isEmpty: Bool { rowCount == 0 }

    /// Removes the samples that are not decided yet from `batches`, and adds those that now are.
    mutating func settle(_ batches: inout [ImportBatch], isAtEnd: Bool) {
        var released: [ImportBatch] = []
        for index in batches.indices {
            for metric in batches[index].samples.keys where metric.isShare {
                let isNew = note(metric, in: batches[index])
                if isNew { released += release(metric) }
                switch readings[metric]?.isPercent {
                case true?: ShareColumns.scale(metric, in: &batches[index])
                case false?: break
                case nil: hold(metric, of: &batches[index])
                }
            }
        }
        if isAtEnd || rowCount > ShareColumns.rowLimit {
            for metric in readings.keys where readings[metric]?.isPercent == nil {
                readings[metric]?.isPercent = false
                released += release(metric)
            }
        }
        // A batch with the same metric and person must come first, so that the order of the file decides between equal samples.
        batches = released + batches
    }

    /// True for rows in percent or without a unit, and false for those that are fractions by their unit.
    private static func isPercent(_ unit: Int32, in batch: ImportBatch) -> Bool {
        unit == 0 || batch.units[Int(unit)] == HealthUnit.percent.symbol
    }

    /// Notes the values of a metric. Returns true if they decide that its numbers are percent.
    private mutating func note(_ metric: MetricID, in batch: ImportBatch) -> Bool {
        guard let samples = batch.samples[metric] else { return false }
        var reading = readings[metric, default: ShareReading()]
        var greatest = -Double.infinity
        for (value, unit) in zip(samples.values, samples.units) where ShareColumns.isPercent(unit, in: batch) {
            greatest = max(greatest, value)
            reading.count += 1
            if value <= 1 { reading.smallCount += 1 }
            if value > 100 || (reading.isPercent == false && value > 1) { reading.excessCount += 1 }
        }
        reading.greatest = max(reading.greatest, greatest)
        let isNew = reading.isPercent == nil && greatest > 1
        if isNew { reading.isPercent = true }
        readings[metric] = reading
        return isNew
    }

    private static func scale(_ metric: MetricID, in batch: inout ImportBatch) {
        guard var samples = batch.samples.removeValue(forKey: metric) else { return }
        for row in 0..<samples.count where isPercent(samples.units[row], in: batch) {
            samples.values[row] = hundredth(samples.values[row])
        }
        batch.samples[metric] = samples
    }

    /// Moves the decimal point, so that 19.4 % is exactly the number that 0.194 is.
    static func hundredth(_ value: Double) -> Double {
        let text = value.description
        return text.utf8.contains(UInt8(ascii: "e")) ? value / 100 : Double(text + "e-2") ?? value / 100
    }

    private mutating func hold(_ metric: MetricID, of batch: inout ImportBatch) {
        guard let samples = batch.samples.removeValue(forKey: metric) else { return }
        rowCount += samples.count
        waiting[batch.person, default: WaitingShares()].add(samples, of: metric, from: batch)
    }

    /// Returns the waiting samples of a metric, which is now decided.
    private mutating func release(_ metric: MetricID) -> [ImportBatch] {
        waiting.keys.sorted().compactMap { person in
            guard var batch = waiting[person]?.take(metric) else { return nil }
            batch.person = person
            rowCount -= batch.samples[metric]?.count ?? 0
            if readings[metric]?.isPercent == true { ShareColumns.scale(metric, in: &batch) }
            return batch
        }
    }
}

extension MetricID {
    /// True for a metric of the catalog that is stored as fractions and shown in percent.
    var isShare: Bool {
        guard case .quantity(let type)? = MetricCatalog.metric(self)?.kind else { return false }
        return type.storageUnit.symbol == HealthUnit.percent.symbol
    }
}

/// The samples of one person that wait, with only the texts that they use.
private struct WaitingShares {
    private var batch = ImportBatch()
    private var sources: [Source: Int32] = [:]
    private var origins: [Origin: Int32] = [Origin(source: 0): 0]
    private var metadata: [MetadataSet: Int32] = [MetadataSet(): 0]
    private var units: [String: Int32] = ["": 0]

    mutating func add(_ samples: SampleBatch, of metric: MetricID, from other: ImportBatch) {
        var known = batch.samples.removeValue(forKey: metric) ?? SampleBatch()
        var sourceIDs: [Int32: Int32] = [:]
        func id<Text: Hashable>(_ text: Text, in ids: inout [Text: Int32], _ list: inout [Text]) -> Int32 {
            if let id = ids[text] { return id }
            let id = Int32(list.count)
            list.append(text)
            ids[text] = id
            return id
        }
        known.starts += samples.starts
        known.ends += samples.ends
        known.values += samples.values
        known.created += samples.created
        for row in 0..<samples.count {
            let source = samples.sources[row]
            let newSource = sourceIDs[source] ?? id(other.sources[Int(source)], in: &sources, &batch.sources)
            sourceIDs[source] = newSource
            known.sources.append(newSource)
            if samples.origins[row] == 0 {
                known.origins.append(0)
            } else {
                var origin = other.origins[Int(samples.origins[row])]
                origin.source = newSource
                known.origins.append(id(origin, in: &origins, &batch.origins))
            }
            let set = samples.metadata[row]
            known.metadata.append(set == 0 ? 0 : id(other.metadata[Int(set)], in: &metadata, &batch.metadata))
            let unit = samples.units[row]
            known.units.append(unit == 0 ? 0 : id(other.units[Int(unit)], in: &units, &batch.units))
        }
        batch.samples[metric] = known
    }

    /// Removes the samples of a metric and returns them as a batch. Nil if there are none.
    mutating func take(_ metric: MetricID) -> ImportBatch? {
        guard let samples = batch.samples.removeValue(forKey: metric) else { return nil }
        var taken = batch
        taken.samples = [metric: samples]
        return taken
    }
}
