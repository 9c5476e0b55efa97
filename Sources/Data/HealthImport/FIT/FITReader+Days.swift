/// The counters of a watch that runs all day.
///
///     midnight            9:00                 9:15                      midnight
///     walking 0 ────────► 1,200 ─────────────► 2,900 ──────────────────► 0
///                            1,700 steps from 9:00 to 9:15
///
/// The numbers of an activity type grow from midnight on. A file can start in the middle of a day. Then its first numbers are those of an
/// earlier file, and only what follows counts.
struct FITDays {
    struct Key: Hashable {
        var field: Field
        var activity: Int64
    }

    enum Field { case steps, distance, energy }

    /// The start of the file, if that is midnight for the watch.
    var midnight: Int64?
    /// The last time with all of its bits, in seconds of FIT.
    var time: Int64?
    /// The last two times at which a counter was written, in milliseconds.
    private var last: Int64?
    private var before: Int64?
    private var totals: [Key: Double] = [:]
    /// An amount with its times.
    struct Amount: Hashable {
        var field: Field
        var start: Int64
        var end: Int64
    }

    /// The places of the amounts among the samples of the file.
    var places: [Amount: Int] = [:]

    /// Returns what was added to a counter since it was last written, with the start of the time. Nil if nothing counts.
    mutating func amount(_ key: Key, _ total: Double, at time: Int64, midnight today: Int64?) -> (start: Int64, amount: Double)? {
        if last != time { (before, last) = (last, time) }
        let known = totals[key]
        // On the same day, a number that is a little smaller is a correction.
        let isNewDay = today.map { $0 > before ?? time } ?? false
        if let known, !isNewDay, total < known, total >= known / 2 { return nil }
        totals[key] = total
        guard let known else {
            guard let midnight, midnight < time, total > 0 else { return nil }
            return (max(midnight, before ?? midnight), total)
        }
        if total < known {
            // A new day began.
            let start = max(today ?? .min, before ?? time)
            return total > 0 ? (min(start, time), total) : nil
        }
        return total > known ? (min(before ?? time, time), total - known) : nil
    }
}

// Measurements of watches, scales and cuffs outside of activities.
extension FITReader {
    private static let kinds: [FITDays.Field: SampleKind] = [
        .steps: SportKinds.steps, .distance: SampleKind("DistanceWalkingRunning", "m"), .energy: SportKinds.energy,
    ]
    private static let restingHeartRate = SampleKind("RestingHeartRate", "count/min")
    private static let oxygen = SampleKind("OxygenSaturation", "%")
    private static let stress = SampleKind("stress from 0 to 100", "count")
    private static let weight = SampleKind("BodyMass", "kg")
    private static let fat = SampleKind("BodyFatPercentage", "%")
    private static let index = SampleKind("BodyMassIndex", "count")
    private static let bone = SampleKind("boneMass in kg", "kg")
    private static let muscle = SampleKind("muscleMass in kg", "kg")

    private mutating func add(_ value: Double, _ kind: SampleKind, from start: Int64, to end: Int64) {
        guard content.samples.count < Self.sampleLimit else { return writer.note(.tooManyParts, detail: "samples") }
        content.samples.append(Sample(kind: kind, start: start, end: end, value: value))
    }

    // MARK: - Days

    mutating func readMonitoringInfo() {
        content.isMonitoring = true
        readOffset(local: 0)
        days.time = scanner.timestamp
        guard let offset = content.offset, let time = scanner.timestamp, let milliseconds = FITScanner.milliseconds(time) else { return }
        let second = (time + FITScanner.epoch + offset) % 86_400
        // A watch starts a file a moment after midnight.
        days.midnight = second < 60 ? milliseconds - second * 1000 : nil
    }

    mutating func readMonitoring() {
        content.isMonitoring = true
        if scanner.integer(FITScanner.timestampField) != nil {
            days.time = scanner.timestamp
        } else if let bits = scanner.integer(26), let last = days.time {
            // The last 16 bits of the time.
            days.time = last + (bits - last & 0xFFFF) & 0xFFFF
        }
        guard let time = days.time.flatMap(FITScanner.milliseconds) else { return writer.note(.missingDate, detail: "monitoring") }
        content.lastTime = max(content.lastTime ?? time, time)
        if let rate = scanner.number(27), rate > 0 { add(rate, SportKinds.heartRate, from: time, to: time) }
        let activity = scanner.integer(5) ?? scanner.integer(24).map { $0 & 0x1F } ?? 0
        // Running and walking count steps. Other types count turns or strokes.
        if activity == 1 || activity == 6 {
            if let steps = scanner.number(3) ?? scanner.number(9) { add(.steps, activity, steps, at: time) }
            if let distance = scanner.number(2) ?? scanner.number(8) { add(.distance, activity, distance / 100, at: time) }
        }
        if let energy = scanner.number(19) { add(.energy, activity, energy, at: time) }
    }

    private mutating func add(_ field: FITDays.Field, _ activity: Int64, _ total: Double, at time: Int64) {
        let offset = (content.offset ?? 0) * 1000
        let local = time + offset
        let today = content.offset == nil ? nil : time - ((local % 86_400_000) + 86_400_000) % 86_400_000
        guard let found = days.amount(FITDays.Key(field: field, activity: activity), total, at: time, midnight: today),
            let kind = Self.kinds[field]
        else { return }
        let amount = FITDays.Amount(field: field, start: found.start, end: time)
        if let place = days.places[amount] {
            // Two equal samples, of running and of walking, would count once.
            content.samples[place].value += found.amount
        } else {
            days.places[amount] = content.samples.count
            add(found.amount, kind, from: found.start, to: time)
        }
    }

    // MARK: - Single measurements

    mutating func readMeasurement() {
        let message = scanner.message
        if let name = FITMessage.unread[message] { ImportFindings.count(of: name, in: &writer.builder.findings.unreadElements) }
        guard let time = message == FITMessage.stress ? scanner.time(1) : scanner.timestamp.flatMap(FITScanner.milliseconds) else { return }
        func measured(_ field: UInt8, _ kind: SampleKind, scale: Double = 1, above least: Double = 0) -> Sample? {
            scanner.number(field).flatMap { $0 > least ? Sample(kind: kind, start: time, end: time, value: $0 / scale) : nil }
        }
        var found: [Sample?] = []
        switch message {
        case FITMessage.weightScale: found = weights(measured)
        case FITMessage.bloodPressure:
            if let systolic = scanner.number(0), let diastolic = scanner.number(1) {
                if content.pressures.count < Self.sampleLimit { content.pressures.append((time, systolic, diastolic)) }
            }
            found = [measured(6, SportKinds.heartRate)]
        case FITMessage.monitoringHeartRate: found = [measured(1, Self.restingHeartRate) ?? measured(0, Self.restingHeartRate)]
        case FITMessage.stress: found = [measured(0, Self.stress, above: -0.5)]
        case FITMessage.oxygen: found = [measured(0, Self.oxygen)]
        case FITMessage.respiration: found = [measured(0, SportKinds.breathing, scale: 100)]
        case FITMessage.sleepLevel:
            // 0 means that nothing could be measured.
            let raws = [1: 2, 2: 3, 3: 4, 4: 5]
            if content.stages.count < Self.sampleLimit {
                content.stages.append((time, scanner.integer(0).flatMap { raws[Int(clamping: $0)] }))
            }
        default: return
        }
        if [FITMessage.monitoringHeartRate, FITMessage.stress, FITMessage.oxygen, FITMessage.respiration].contains(message) {
            content.isMonitoring = true
        }
        for case let sample? in found { add(sample.value, sample.kind, from: time, to: time) }
    }

    /// Returns the numbers of a scale. 65534 means that it is still calculating.
    private func weights(_ measured: (UInt8, SampleKind, Double, Double) -> Sample?) -> [Sample?] {
        guard let weight = scanner.number(0), weight < 65_534 else { return [] }
        return [
            measured(0, Self.weight, 100, 0), measured(1, Self.fat, 100, 0), measured(13, Self.index, 10, 0),
            measured(4, Self.bone, 100, 0), measured(5, Self.muscle, 100, 0),
        ]
    }
}
