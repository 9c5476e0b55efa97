import Foundation
import HealthKit
import RandomTesting
import ReferenceEngine
@_spi(Guests) import TallyKit

/// A store with random samples of all types, as the module, the language and the reference see it.
struct ParityStore {
    /// Zones with a moment at which something happens: a clock change, a skipped day, a leap day, the end of a year.
    static let places: [(zone: String, year: Int, month: Int, day: Int)] = [
        ("Europe/Berlin", 2024, 3, 31), ("Europe/Berlin", 2024, 10, 27), ("America/New_York", 2024, 3, 10),
        ("America/New_York", 2024, 11, 3), ("Australia/Lord_Howe", 2024, 4, 7), ("Australia/Lord_Howe", 2024, 10, 6),
        ("Asia/Kathmandu", 2024, 2, 29), ("Pacific/Apia", 2011, 12, 30), ("UTC", 2023, 12, 31),
        ("GMT+0545", 2024, 2, 29),
    ]
    private static let pool: [(name: String, device: String?)] = [
        ("Apple Watch", nil), ("iPhone", nil), ("Ring", nil), ("Scale", nil), ("Strap", "Apple Watch Series 9"), ("Health", nil),
    ]

    let zone: String
    /// The local midnight of the place.
    let middle: Int64
    /// True for samples of three years, false for those of two weeks.
    let isWide: Bool
    let health: HealthStore
    let module: HKHealthStore
    /// The file of the store; nil for a store in memory.
    let file: URL?
    /// The app without permissions that asks; nil for the owner.
    let app: String?
    /// True if samples were deleted.
    let hasDeletions: Bool
    /// The stored samples of each type.
    private(set) var samples: [HKQuantityTypeIdentifier: [ReferenceSample]] = [:]
    private(set) var sources: [String: HKSource] = [:]
    private(set) var identifiers: [Int: UUID] = [:]
    /// The owner's order of all sources, for each type; empty for the usual one.
    private(set) var priorities: [HKQuantityTypeIdentifier: [String]] = [:]

    init(_ random: inout SplitMix64) async throws {
        let place = random.pick(Self.places)
        zone = place.zone
        middle = CivilCalendar(zone).instant(place.year, place.month, place.day)
        isWide = random.chance(30)
        file = random.chance(10) ? FileManager.default.temporaryDirectory.appending(path: "tally-\(UUID().uuidString)") : nil
        let owned = try file.map { try HealthStore(at: $0) } ?? .inMemory()
        let filled = HKHealthStore(over: owned)
        let apps = Array(Self.pool.shuffled(using: &random).prefix(random.pick(1...4)))
        app = random.chance(6) ? apps.randomElement(using: &random)?.name : nil
        hasDeletions = random.chance(25)
        health = app.map(owned.acting) ?? owned
        module = try app.map { try filled.acting(as: $0) } ?? filled
        for metric in ParityMetric.all {
            try await fill(metric, apps, owned, filled, &random)
            if hasDeletions { try await delete(metric, filled, &random) }
            let stored = try stored(metric)
            samples[metric.identifier] = stored
            guard random.chance(20) else { continue }
            let order = Set(stored.map(\.source)).sorted().shuffled(using: &random)
            try owned.setOwnersPriority(of: metric.id, to: order)
            priorities[metric.identifier] = order
        }
        await readNames()
    }

    func removeFile() {
        guard let path = file?.path else { return }
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    // MARK: Samples

    private func fill(
        _ metric: ParityMetric, _ apps: [(name: String, device: String?)], _ owned: HealthStore, _ filled: HKHealthStore,
        _ random: inout SplitMix64
    ) async throws {
        var notable = [middle]
        var last = (middle, middle)
        var batches: [[HealthSample]] = [[]]
        var saved: [HKQuantitySample] = []
        for _ in 0..<random.pick(random.chance(10) ? 0...2 : 3...24) {
            // Several samples have the same time.
            let (start, end) = random.chance(8) ? last : time(&notable, &random)
            last = (start, end)
            let value = random.chance(60) ? Double(random.pick(1...200)) / 4 : Double(Int.random(in: 0...20_000, using: &random)) / 100
            let isEntered = random.chance(15)
            if random.chance(20) {
                saved.append(
                    HKQuantitySample(
                        type: metric.type, quantity: HKQuantity(unit: metric.hkUnit, doubleValue: value), start: Date(moment: start),
                        end: Date(moment: end), metadata: isEntered ? [HKMetadataKeyWasUserEntered: true] : nil))
                continue
            }
            let app = random.pick(apps)
            if random.chance(20) { batches.append([]) }
            batches[batches.count - 1].append(
                HealthSample(
                    metric.id, from: Date(moment: start), to: Date(moment: end), value: value, unit: metric.unit, source: app.name,
                    device: app.device, metadata: isEntered ? [HKMetadataKeyWasUserEntered: "1"] : [:]))
        }
        for (index, batch) in batches.enumerated() {
            if index == 1, !saved.isEmpty { try await filled.save(saved) }
            try await owned.add(batch)
        }
        if batches.count == 1, !saved.isEmpty { try await filled.save(saved) }
    }

    private func delete(_ metric: ParityMetric, _ filled: HKHealthStore, _ random: inout SplitMix64) async throws {
        let all = await Self.samples(filled, metric, nil, limit: HKObjectQueryNoLimit, sort: nil)
        guard let first = all.min(by: { $0.startDate < $1.startDate }) else { return }
        try await filled.delete(first)
        let value = HKQuantity(unit: metric.hkUnit, doubleValue: random.pick([25, 45, 100, 150]))
        try await filled.deleteObjects(
            of: metric.type, predicate: HKQuery.predicateForQuantitySamples(with: .greaterThan, quantity: value))
    }

    private func time(_ notable: inout [Int64], _ random: inout SplitMix64) -> (Int64, Int64) {
        let hour: Int64 = 3_600_000
        let reach = (isWide ? 540 : 6) * 24 * hour
        let grain: Int64 = random.pick([hour, 900_000, 60_000, 1000, 1])
        let civil = CivilCalendar(zone)
        let wall = civil.wall(at: Int64.random(in: middle - reach...middle + reach, using: &random))
        let start = random.chance(25) ? random.pick(notable) : civil.instant(ofWall: wall / grain * grain)
        var end = start
        switch random.pick(0..<100) {
        case 0..<25: break
        case 25..<30: end += Int64.random(in: 1..<1000, using: &random)
        case 30..<50: end += Int64.random(in: 1...600, using: &random) * 1000
        case 50..<65: end += Int64.random(in: 1...(3 * hour), using: &random)
        case 65..<75: end += Int64.random(in: 1...24, using: &random) * hour
        // Over several days, to the end of an hour or of a day of the clock.
        case 75..<80: end = max(start, civil.instant(ofWall: (wall / (24 * hour) + Int64(random.pick(1...4))) * 24 * hour))
        case 80..<83: end += Int64.random(in: 1...(isWide ? 60 : 4), using: &random) * 24 * hour
        default: end = max(start, random.pick(notable))
        }
        notable += [start, end]
        return (start, end)
    }

    private func stored(_ metric: ParityMetric) throws -> [ReferenceSample] {
        try health.answering { view in
            let (names, origins) = (try view.sources(), try view.origins())
            var samples: [ReferenceSample] = []
            try view.scan(metric.id, from: .min, through: .max, values: nil, columns: .all) { batch in
                let sets = try view.metadataSets(Set(batch.metadata))
                for row in 0..<batch.count {
                    samples.append(
                        ReferenceSample(
                            start: batch.starts[row], end: batch.ends[row], value: batch.values[row],
                            source: names[batch.sources[row]]?.name ?? "", device: origins[batch.origins[row]]?.device?.name,
                            isHandEntered: sets[batch.metadata[row]]?.isHandEntered ?? false,
                            created: batch.created[row] == SampleBatch.unknownTime ? nil : batch.created[row],
                            number: Int(batch.numbers[row])))
                }
                return true
            }
            return samples
        }
    }

    /// Notes the sources and the identifiers that the module gives to the samples.
    private mutating func readNames() async {
        for metric in ParityMetric.all {
            var stored = samples[metric.identifier] ?? []
            for sample in await samples(metric, nil, limit: HKObjectQueryNoLimit, sort: nil) {
                let source = sample.sourceRevision.source
                sources[source.name] = source
                let isEntered = sample.metadata?[HKMetadataKeyWasUserEntered] != nil
                let (start, end, value) = (sample.startDate.moment, sample.endDate.moment, sample.quantity.doubleValue(for: metric.hkUnit))
                let place = stored.firstIndex {
                    ($0.start, $0.end, $0.value) == (start, end, value) && ($0.source, $0.isHandEntered) == (source.name, isEntered)
                }
                if let place { identifiers[stored.remove(at: place).number] = sample.uuid }
            }
        }
    }

    func samples(_ metric: ParityMetric, _ predicate: NSPredicate?, limit: Int, sort: [NSSortDescriptor]?) async -> [HKQuantitySample] {
        await Self.samples(module, metric, predicate, limit: limit, sort: sort)
    }

    private static func samples(
        _ store: HKHealthStore, _ metric: ParityMetric, _ predicate: NSPredicate?, limit: Int, sort: [NSSortDescriptor]?
    ) async -> [HKQuantitySample] {
        await answer { done in
            store.execute(
                HKSampleQuery(sampleType: metric.type, predicate: predicate, limit: limit, sortDescriptors: sort) { _, samples, _ in
                    done((samples ?? []).compactMap { $0 as? HKQuantitySample })
                })
        }
    }
}
