import CalendarIntervals
import HealthModel
import StorageModel

/// Places doses at the times for which they were scheduled (S2.16).
///
/// Exports of different days can have a dose with different statuses, and times when it was taken. It counts once: what the person did
/// decides, and otherwise what the phone wrote. Doses as needed, those whose time has not come, and those whose status is not known do not
/// count.
struct ScheduledDoses {
    /// The columns of samples that it reads.
    static let columns: SampleColumns = [.values, .metadata]
    /// The metadata that it reads.
    static let keys: Set<String> = [
        MedicationDose.medication, MedicationDose.identifier, MedicationDose.codings, MedicationDose.scheduledDate,
        MedicationDose.scheduleType,
    ]

    private struct Dose: Hashable {
        var time: Int64
        var medication: String
    }

    private let metadata: MetadataCache
    private let zone: Zone
    private let now: Int64
    private var samples = SampleBatch()
    /// The row of the sample that decides about a dose, and the rank of its status.
    private var deciding: [Dose: (row: Int32, rank: Int)] = [:]

    init(of request: ReadRequest, _ metadata: MetadataCache) {
        (self.metadata, zone, now) = (metadata, request.zone, request.now.milliseconds)
    }

    /// Adds samples in the order of the store.
    mutating func add(_ batch: borrowing SampleBatch) throws {
        try metadata.load(batch.metadata)
        for row in 0..<batch.count {
            let set = batch.metadata[row]
            guard let time = metadata.scheduledTime(of: set, in: zone), time <= now else { continue }
            let names = [MedicationDose.medication, MedicationDose.identifier, MedicationDose.codings]
            let medication = names.lazy.compactMap { [metadata] in metadata.value($0, in: set) }.first ?? ""
            let dose = Dose(time: time, medication: medication)
            let raw = Int(exactly: batch.values[row]) ?? CategoryType.unlistedRaw
            // A word in another language can mean that the dose was taken.
            guard raw != CategoryType.unlistedRaw else { continue }
            let rank = MedicationDose.rank(ofStatus: raw)
            if let known = deciding[dose], known.rank <= rank { continue }
            deciding[dose] = (Int32(samples.count), rank)
            samples.append(row..<row + 1, of: batch)
        }
    }

    /// Returns the doses at the times for which they were scheduled, in their order.
    func placed() -> SampleBatch {
        let doses = deciding.sorted { ($0.key.time, $0.key.medication) < ($1.key.time, $1.key.medication) }
        var batch = SampleBatch()
        batch.append(doses.map(\.value.row)[...], of: samples)
        batch.starts = doses.map(\.key.time)
        batch.ends = batch.starts
        return batch
    }
}

extension MetadataCache {
    /// Returns the time for which a dose with this set was scheduled; nil for a dose as needed. A date without an offset is in `zone`.
    func scheduledTime(of set: Int32, in zone: Zone) -> Int64? {
        guard value(MedicationDose.scheduleType, in: set) != MedicationDose.asNeeded else { return nil }
        return value(MedicationDose.scheduledDate, in: set).flatMap { ISO8601.read($0)?.instant(in: zone).milliseconds }
    }
}
