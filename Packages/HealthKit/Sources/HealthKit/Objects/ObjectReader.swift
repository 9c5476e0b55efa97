import Foundation
@_spi(Guests) import TallyKit

/// Makes objects of the samples in one view of a store.
final class ObjectReader {
    let view: any SampleSource
    let identity: SampleIdentity
    private lazy var sources = ((try? view.sources()) ?? [:]).mapValues { HKSource(name: $0.name) }
    private lazy var origins = (try? view.origins()) ?? [:]
    private var sets: [Int32: [String: Any]] = [:]
    /// The numbers of heartbeats in sets of metadata.
    private var beatCounts: [Int32: Int] = [:]
    private var revisions: [Int64: (HKSourceRevision, HKDevice?)] = [:]
    private var workouts: [Int64: Workout]?
    private var storedZones: StoredZones?

    init(_ view: any SampleSource, _ identity: SampleIdentity) {
        self.view = view
        self.identity = identity
    }

    func source(_ id: Int32) -> HKSource { sources[id] ?? HKSource(name: "") }

    /// Returns the object of a row of a batch with all columns. Nil for a workout that no longer exists, and for a series if the sample of
    /// the row has no heartbeats.
    func sample(_ type: HKSampleType, _ batch: borrowing SampleBatch, _ row: Int) throws -> HKSample? {
        if type is HKSeriesType { return try heartbeats(batch, row) }
        let origin = try origin(
            batch.sources[row], batch.origins[row], batch.metadata[row], uuid: identity.uuid(of: batch.numbers[row]))
        let start = Instant(milliseconds: batch.starts[row]).date
        let end = Instant(milliseconds: batch.ends[row]).date
        // The value of a type whose values are numbered. A damaged store can have others.
        let raw = Int(exactly: batch.values[row]) ?? -1
        switch type {
        case let type as HKQuantityType:
            return HKQuantitySample.make(
                type, HKQuantity(unit: type.storageUnit, doubleValue: batch.values[row]), start, end, origin)
        case let type as HKCategoryType: return HKCategorySample(type, raw, start, end, origin)
        case is HKElectrocardiogramType:
            let number = batch.numbers[row]
            let facts = try facts(batch.metadata[row])
            let count = try view.series(.electrocardiogram, of: number).first?.count ?? 0
            return HKElectrocardiogram(number, raw, start, end, count: count, facts: facts, origin)
        case is HKAudiogramSampleType: return HKAudiogramSample(facts: try facts(batch.metadata[row]), start, end, origin)
        case is HKPrescriptionType:
            return HKVisionPrescription.make(raw, facts: try facts(batch.metadata[row]), start, origin)
        case is HKMedicationDoseEventType:
            return HKMedicationDoseEvent(raw, facts: try facts(batch.metadata[row]), start, end, origin)
        case is HKStateOfMindType: return HKStateOfMind(batch.values[row], facts: try facts(batch.metadata[row]), start, end, origin)
        case HKScoredAssessmentType(.GAD7):
            return HKGAD7Assessment(raw, facts: try facts(batch.metadata[row]), start, end, origin)
        case HKScoredAssessmentType(.PHQ9):
            return HKPHQ9Assessment(raw, facts: try facts(batch.metadata[row]), start, end, origin)
        case is HKWorkoutType: return try workout(batch.numbers[row]).map { try workout($0, origin) }
        default: return nil
        }
    }

    private func origin(_ source: Int32, _ origin: Int32, _ metadata: Int32, uuid: UUID?) throws -> ObjectOrigin {
        let key = Int64(source) << 32 | Int64(origin)
        let known: (HKSourceRevision, HKDevice?)
        if let found = revisions[key] {
            known = found
        } else {
            let stored = origins[origin]
            let revision = HKSourceRevision(
                source: self.source(source), version: stored?.sourceVersion, productType: stored?.device?.hardware,
                operatingSystemVersion: OperatingSystemVersion())
            known = (revision, stored?.device.map { HKDevice($0) })
            revisions[key] = known
        }
        return ObjectOrigin(revision: known.0, device: known.1, metadata: try self.metadata(metadata), uuid: uuid)
    }

    private func facts(_ id: Int32) throws -> MetadataSet { try view.metadataSets([id])[id] ?? MetadataSet() }

    private func metadata(_ id: Int32) throws -> [String: Any]? {
        guard id != 0 else { return nil }
        if let known = sets[id] { return known }
        let set = try view.metadataSets([id])[id].flatMap { StoredMetadata.values(of: $0) } ?? [:]
        sets[id] = set
        return set
    }

    // MARK: Workouts

    private func workout(_ number: Int64) throws -> Workout? {
        if workouts == nil {
            workouts = Dictionary(
                try view.workouts(from: .min, through: .max).map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
        }
        return workouts?[number]
    }

    private func zones() throws -> StoredZones {
        if let storedZones { return storedZones }
        let zones = try StoredZones(view)
        storedZones = zones
        return zones
    }

    private func workout(_ workout: Workout, _ origin: ObjectOrigin) throws -> HKWorkout {
        let zones = try zones()
        let parts = try workout.activities.enumerated().map { place, part in
            let configuration = HKWorkoutConfiguration()
            configuration.activityType = HKWorkoutActivityType(exportName: part.activity)
            let uuid = UUID(uuidString: part.uuid) ?? SampleIdentity.derived(workout.number, isRoute: false, place: place)
            return HKWorkoutActivity(
                uuid: uuid, configuration, part.start.date, part.end.date, duration: part.activeSeconds, events: events(part.events),
                statistics: statistics(part.statistics, part.start.date, part.end.date),
                zones: zones.groups(from: part.start, to: part.end, source: workout.source), metadata: try metadata(part.metadata))
        }
        let (start, end) = (workout.start.date, workout.end.date)
        return HKWorkout(
            HKWorkoutActivityType(exportName: workout.activity), start, end, duration: workout.secondsWithoutPauses,
            events: events(workout.events), statistics: statistics(workout.statistics, start, end), parts: parts,
            zones: zones.groups(from: workout.start, to: workout.end, source: workout.source), origin)
    }

    private func events(_ stored: [Workout.Event]) -> [HKWorkoutEvent] {
        stored.compactMap { event in
            HKWorkoutEventType(exportName: event.type).map {
                HKWorkoutEvent(type: $0, dateInterval: DateInterval(start: event.start.date, end: event.end.date), metadata: nil)
            }
        }
    }

    private func statistics(_ stored: [Workout.Statistic], _ start: Date, _ end: Date) -> [HKQuantityType: HKStatistics] {
        var statistics: [HKQuantityType: HKStatistics] = [:]
        for kept in stored {
            guard let type = HKObjectType.quantityType(forIdentifier: HKQuantityTypeIdentifier(rawValue: kept.metric.identifier)),
                let unit = try? UnitOfMeasure(parsing: kept.unit)
            else { continue }
            func quantity(_ value: Double?) -> HKQuantity? { value.map { HKQuantity(unit: HKUnit(unit), doubleValue: $0) } }
            var values = StatisticsValues()
            values.quantities[.sum] = quantity(kept.sum)
            values.quantities[.average] = quantity(kept.average)
            values.quantities[.min] = quantity(kept.minimum)
            values.quantities[.max] = quantity(kept.maximum)
            statistics[type] = HKStatistics(type, start, end, values)
        }
        return statistics
    }

    /// Returns the routes of all workouts, with the numbers of the workouts.
    func routes() throws -> [(number: Int64, route: HKWorkoutRoute)] {
        try view.workouts(from: .min, through: .max).flatMap { workout in
            try view.series(.route, of: workout.number).enumerated().map { place, series in
                let uuid = SampleIdentity.derived(workout.number, isRoute: true, place: place)
                let origin = try origin(workout.source, workout.origin, 0, uuid: uuid)
                return (workout.number, HKWorkoutRoute(of: workout.number, series, origin))
            }
        }
    }

    // MARK: Heartbeats

    private func heartbeats(_ batch: borrowing SampleBatch, _ row: Int) throws -> HKHeartbeatSeriesSample? {
        let (start, end) = (Instant(milliseconds: batch.starts[row]), Instant(milliseconds: batch.ends[row]))
        let set = batch.metadata[row]
        let count = try beatCounts[set] ?? Heartbeat.beats(in: facts(set), from: start, to: end).count
        beatCounts[set] = count
        guard count > 0 else { return nil }
        let number = batch.numbers[row]
        let origin = try origin(batch.sources[row], batch.origins[row], 0, uuid: SampleIdentity.derived(heartbeatsOf: number))
        return HKHeartbeatSeriesSample(number, from: start, to: end, count: count, origin)
    }

    /// Returns the beats of a sample of heart-rate variability; none if it was deleted.
    func heartbeats(inSample number: Int64, at start: Instant) throws -> [Heartbeat] {
        var beats: [Heartbeat] = []
        try view.scan(HKSeriesType.heartbeat().storedMetric, from: start, through: start, values: nil, columns: .all) { batch in
            guard let row = batch.numbers.indices.first(where: { batch.numbers[$0] == number }) else { return true }
            beats = Heartbeat.beats(in: try facts(batch.metadata[row]), from: start, to: Instant(milliseconds: batch.ends[row]))
            return false
        }
        return beats
    }

    // MARK: Objects that are not rows

    /// Returns the objects of a type that a store does not keep as samples of a metric, with their numbers: correlations and routes. Nil
    /// for other types.
    func wholes(_ type: HKSampleType) throws -> [(number: Int64, object: HKSample)]? {
        if let type = type as? HKCorrelationType { return try correlations(type).map { ($0.number, $0.correlation) } }
        return type.identifier == HKWorkoutRouteTypeIdentifier ? try routes().map { ($0.number, $0.route) } : nil
    }

    // MARK: Correlations

    /// Returns the correlations of a type with their samples and numbers. One that lost a sample is left out.
    func correlations(_ type: HKCorrelationType) throws -> [(number: Int64, correlation: HKCorrelation)] {
        try storedCorrelations(type).compactMap { stored in try correlation(type, stored).map { (stored.number, $0) } }
    }

    /// Returns the correlations of a type as the store keeps them, in the order in which they were saved.
    func storedCorrelations(_ type: HKCorrelationType) throws -> [(number: Int64, correlation: Correlation)] {
        try NumberedChanges(of: view)?.correlations(of: type.identifier) ?? []
    }

    private func correlation(_ type: HKCorrelationType, _ stored: (number: Int64, correlation: Correlation)) throws -> HKCorrelation? {
        let correlation = stored.correlation
        var objects: Set<HKSample> = []
        for member in correlation.members {
            guard let sample = try sample(of: member, source: correlation.source) else { return nil }
            objects.insert(sample)
        }
        guard !objects.isEmpty else { return nil }
        let origin = try origin(
            correlation.source, correlation.origin, correlation.metadata, uuid: identity.uuid(of: stored.number))
        return HKCorrelation(type, objects, correlation.start.date, correlation.end.date, origin)
    }

    /// Returns the metrics of the samples that a correlation has lost.
    func lostMembers(of correlation: Correlation) throws -> Set<MetricID> {
        Set(try correlation.members.filter { try sample(of: $0, source: correlation.source) == nil }.map(\.metric))
    }

    private func sample(of member: Correlation.Member, source: Int32) throws -> HKSample? {
        guard let type = HKSampleType.named(member.metric) else { return nil }
        var found: HKSample?
        try view.scan(member.metric, from: member.start, through: member.start, values: nil, columns: .all) { batch in
            for row in 0..<batch.count
            where batch.starts[row] == member.start.milliseconds && batch.ends[row] == member.end.milliseconds
                && batch.values[row] == member.value && batch.sources[row] == source
            {
                found = try sample(type, batch, row)
                return false
            }
            return true
        }
        return found
    }
}
