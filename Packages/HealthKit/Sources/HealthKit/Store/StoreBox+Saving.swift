import Foundation
@_spi(Guests) import TallyKit

extension StoreBox {
    /// Saves all objects, or none if there is an error.
    func save(_ objects: [HKObject]) throws(HKError) {
        let store = try store(isSaving: true)
        try saves.save { () throws(HKError) in
            let synchronized = try synchronized(objects, in: store)
            var writing = ObjectWriting(source: sourceName)
            for object in synchronized.kept { try writing.add(object) }
            try write(&writing, to: store)
            do {
                for (metric, numbers) in synchronized.replaced { _ = try store.delete(metric, numbers: numbers) }
            } catch {
                throw HKError(mapping: error)
            }
        }
    }

    private func synchronized(_ objects: [HKObject], in store: HealthStore) throws(HKError) -> SynchronizedObjects {
        do {
            return try store.readingToWrite { view in
                try SynchronizedObjects(objects, source: sourceName) { ObjectReader(view, SampleIdentity()) }
            }
        } catch {
            throw HKError(mapping: error)
        }
    }

    private func write(_ writing: inout ObjectWriting, to store: HealthStore) throws(HKError) {
        do {
            let before = try store.readingToWrite { try NumberedChanges(of: $0)?.last ?? 0 }
            let outcome = try store.write(writing.samples)
            guard outcome.kept == 0 else { return }
            let identity = outcome.alreadyThere > 0 ? try identity(of: store) : SampleIdentity()
            let identifiers = try store.readingToWrite { try writing.identifiers(in: $0, addedAfter: before, identity) }
            if let first = identifiers.first {
                try store.setOwnersSetting("\(SampleIdentity.setting)\(first.number)", to: SampleIdentity.text(of: identifiers))
            }
        } catch {
            throw HKError(mapping: error)
        }
    }

    /// Deletes objects. It is an error if the app did not save all of them.
    func delete(_ objects: [HKObject]) throws(HKError) {
        for object in objects {
            guard let sample = object as? HKSample, !(object is HKCorrelation) else {
                throw HKError(.errorInvalidArgument, "a \(Swift.type(of: object)) cannot be deleted; delete its samples")
            }
            let chosen = ChosenObjects(type: sample.sampleType, predicate: HKQuery.predicateForObject(with: sample.storedUUID))
            guard try delete(chosen) == 1 else {
                throw HKError(
                    .errorInvalidArgument, "the store does not have this sample of \(sample.sampleType.identifier), or another app saved it"
                )
            }
        }
    }

    /// Deletes the chosen objects that the app saved, and returns their number.
    func delete(_ chosen: ChosenObjects) throws(HKError) -> Int {
        guard let type = chosen.type as? HKSampleType, !(type is HKCorrelationType) else {
            throw HKError(.errorInvalidArgument, "objects of \(chosen.type.identifier) cannot be deleted; delete their samples")
        }
        guard !type.isPart else {
            throw HKError(
                .errorInvalidArgument,
                "objects of \(type.identifier) cannot be deleted; delete the samples of \(type.storedMetric.identifier) that have them")
        }
        let selection = Selection(type, chosen.predicate)
        let numbers = try read { reader in
            var numbers: Set<Int64> = []
            try selection.read(in: reader, columns: .all) { batch in
                numbers.formUnion(batch.numbers)
                return true
            }
            return numbers
        }
        let store = try store()
        do { return try store.delete(type.metric, numbers: numbers) } catch { throw HKError(mapping: error) }
    }
}

/// Objects on their way into a store.
private struct ObjectWriting {
    private(set) var samples: NewSamples
    /// The saved objects by what identifies them in a store.
    private var objects: [SampleKey: [HKObject]] = [:]
    private var correlations: [HKCorrelation] = []
    private let saved = Instant(Date())

    private struct SampleKey: Hashable {
        var metric: MetricID
        var start: Int64
        var end: Int64
        var value: Double
    }

    init(source: String) { samples = NewSamples(source: Source(name: source)) }

    mutating func add(_ object: HKObject) throws(HKError) {
        switch object {
        case let sample as HKQuantitySample:
            try demandWritable(sample.sampleType)
            add(sample, value: sample.quantityType.storedValue(of: sample.quantity))
        case let sample as HKCategorySample:
            try demandMoment(sample)
            add(sample, value: Double(sample.value))
        case let audiogram as HKAudiogramSample: add(audiogram, value: 0, facts: audiogram.sensitivityPoints.flatMap(\.entries))
        case let mind as HKStateOfMind: add(mind, value: mind.valence, facts: mind.entries)
        case let assessment as HKScoredAssessment: add(assessment, value: Double(assessment.score), facts: assessment.entries)
        case let workout as HKWorkout: add(workout)
        case let correlation as HKCorrelation:
            for member in correlation.objects { try add(member) }
            correlations.append(correlation)
            let (origin, metadata) = ids(of: correlation)
            samples.append(
                Correlation(
                    type: correlation.correlationType.identifier, start: Instant(correlation.startDate), end: Instant(correlation.endDate),
                    source: 0, origin: origin, metadata: metadata,
                    members: correlation.objects.compactMap(Self.member).sorted {
                        ($0.metric.identifier, $0.start) < ($1.metric.identifier, $1.start)
                    }))
        default: throw HKError(.errorInvalidArgument, "a \(type(of: object)) cannot be saved")
        }
    }

    private func demandWritable(_ type: HKSampleType) throws(HKError) {
        guard let type = type as? HKQuantityType, !type.kind.isWritable else { return }
        throw HKError(.errorAuthorizationDenied, "apps cannot save samples of \(type.identifier)")
    }

    /// A menopausal state holds from a moment on, until the next one.
    private func demandMoment(_ sample: HKCategorySample) throws(HKError) {
        guard sample.sampleType == HKCategoryType(.menopausalState), sample.startDate != sample.endDate else { return }
        throw HKError(.errorInvalidArgument, "a menopausal state starts and ends at the same time")
    }

    private static func member(_ sample: HKSample) -> Correlation.Member? {
        let value: Double
        switch sample {
        case let sample as HKQuantitySample: value = sample.quantityType.storedValue(of: sample.quantity)
        case let sample as HKCategorySample: value = Double(sample.value)
        default: return nil
        }
        return Correlation.Member(
            metric: sample.sampleType.metric, start: Instant(sample.startDate), end: Instant(sample.endDate), value: value)
    }

    /// - Parameter facts: Parts of the sample that a store keeps as metadata.
    private mutating func add(_ sample: HKSample, value: Double, facts: [MetadataSet.Entry] = []) {
        let (origin, metadata) = ids(of: sample, facts: facts)
        let (start, end) = (Instant(sample.startDate), Instant(sample.endDate))
        samples.append(
            sample.sampleType.metric, start: start, end: end, value: value, origin: origin, metadata: metadata, created: saved)
        objects[SampleKey(metric: sample.sampleType.metric, start: start.milliseconds, end: end.milliseconds, value: value), default: []]
            .append(sample)
    }

    private mutating func add(_ workout: HKWorkout) {
        let (origin, metadata) = ids(of: workout)
        let (start, end) = (Instant(workout.startDate), Instant(workout.endDate))
        let statistics = workout.allStatistics.map { type, statistics in
            func value(_ quantity: HKQuantity?) -> Double? { quantity.map(type.storedValue) }
            return Workout.Statistic(
                metric: type.metric, sum: value(statistics.sumQuantity()), average: value(statistics.averageQuantity()),
                minimum: value(statistics.minimumQuantity()), maximum: value(statistics.maximumQuantity()),
                unit: type.storageUnit.unit.symbol)
        }.sorted { $0.metric.identifier < $1.metric.identifier }
        let events = (workout.workoutEvents ?? []).map(\.stored)
        let stored = Workout(
            activity: workout.workoutActivityType.exportName, start: start, end: end, activeSeconds: workout.duration, source: 0,
            origin: origin, metadata: metadata, created: saved, statistics: statistics, events: events)
        samples.append(stored)
        objects[SampleKey(metric: .workouts, start: start.milliseconds, end: end.milliseconds, value: 0), default: []].append(workout)
    }

    private mutating func ids(of object: HKObject, facts: [MetadataSet.Entry] = []) -> (origin: Int32, metadata: Int32) {
        var originID: Int32 = 0
        if object.device != nil || object.sourceRevision.version != nil {
            originID = samples.id(
                of: Origin(source: 0, sourceVersion: object.sourceRevision.version, device: object.device?.stored))
        }
        return (originID, samples.id(of: MetadataSet(StoredMetadata.stored(object.metadata).entries + facts)))
    }

    /// Gives the saved objects the identifiers that their numbers derive. Returns those that somebody has already read.
    func identifiers(
        in view: any SampleSource, addedAfter change: Int64, _ identity: SampleIdentity
    ) throws -> [(number: Int64, uuid: UUID)] {
        guard let changes = NumberedChanges(of: view) else { return [] }
        let key = samples.source.key
        let source = try view.sources().first { $0.value.key == key }?.key
        var found: [(number: Int64, uuid: UUID)] = []
        /// The objects without an identifier, and the identifiers of the samples that equal objects have.
        var rest = objects
        var identifiers: [SampleKey: UUID] = [:]
        func adopt(_ metric: MetricID, _ batch: borrowing SampleBatch, from first: Int64) {
            for row in 0..<batch.count where batch.numbers[row] >= first && batch.sources[row] == source {
                // The value of a workout is the store's number of its activity.
                let value = metric == .workouts ? 0 : batch.values[row]
                let key = SampleKey(metric: metric, start: batch.starts[row], end: batch.ends[row], value: value)
                guard let object = rest[key]?.first else { continue }
                let (number, isNew) = (batch.numbers[row], batch.numbers[row] > change)
                let uuid = identity.uuid(of: number)
                identifiers[key] = uuid
                if let name = object.adopt(uuid, isNew: isNew) {
                    found.append((number, name))
                    identifiers[key] = name
                }
                rest[key]?.removeFirst()
            }
            // Equal objects are one sample.
            for (key, uuid) in identifiers {
                for object in rest.removeValue(forKey: key) ?? [] { _ = object.adopt(uuid, isNew: false) }
            }
            identifiers = [:]
        }
        for metric in Set(objects.keys.map(\.metric)) {
            try changes.scan(metric, addedAfter: change) { batch in
                adopt(metric, batch, from: change + 1)
                return true
            }
        }
        // The store had the others before.
        for (metric, keys) in Dictionary(grouping: rest.keys, by: \.metric) {
            let starts = keys.map(\.start)
            guard let first = starts.min(), let last = starts.max() else { continue }
            try view.scan(
                metric, from: Instant(milliseconds: first), through: Instant(milliseconds: last), values: nil,
                columns: [.values, .sources, .numbers]
            ) { batch in
                adopt(metric, batch, from: 0)
                return !rest.isEmpty
            }
        }
        for type in Set(correlations.map(\.correlationType.identifier)) {
            for stored in try changes.correlations(of: type) where stored.number > change && stored.correlation.source == source {
                guard let object = correlations.first(where: { Self.isSame($0, stored.correlation) }) else { continue }
                if let known = object.adopt(SampleIdentity.derived(stored.number), isNew: true) { found.append((stored.number, known)) }
            }
        }
        return found.sorted { $0.number < $1.number }
    }

    private static func isSame(_ object: HKCorrelation, _ stored: Correlation) -> Bool {
        object.correlationType.identifier == stored.type && Instant(object.startDate) == stored.start
            && Instant(object.endDate) == stored.end && Set(object.objects.compactMap(member)) == Set(stored.members)
    }
}
