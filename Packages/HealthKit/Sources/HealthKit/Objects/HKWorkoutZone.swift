public import Foundation
@_spi(Guests) import TallyKit

/// A zone of heart rate or cycling power.
public struct HKWorkoutZone: Sendable, Equatable {
    /// The position of the zone in its set, from 0.
    public let index: Int
    private let low: HKQuantity?
    private let high: HKQuantity?

    init(_ index: Int, from minimum: HKQuantity?, to maximum: HKQuantity?) {
        (self.index, low, high) = (index, minimum, maximum)
    }

    /// The lower limit; nil if the zone is open downward.
    public var minimum: HKQuantity? { low }
    /// The upper limit; nil if the zone is open upward.
    public var maximum: HKQuantity? { high }
}

/// A set of zones: three to nine, from the lowest to the highest, that meet at their limits.
public struct HKWorkoutZoneConfiguration: Sendable, Equatable {
    /// The maker of a set of zones.
    public enum Source: Sendable, Hashable {
        /// The system. A set without a known maker counts as one of the system.
        case system
        /// The person, in the settings of Health.
        case user
        /// An app, for one workout.
        case app
    }

    private let type: HKQuantityType
    /// The zones from the lowest to the highest.
    public let zones: [HKWorkoutZone]
    /// The maker of the set.
    public let source: Source

    init(_ type: HKQuantityType, _ zones: [HKWorkoutZone], _ source: Source) {
        (self.type, self.zones, self.source) = (type, zones, source)
    }

    /// Creates a set of an app from the upper limits of all zones but the last one. Throws error 3 for other types than heart rate and
    /// cycling power, for units that do not fit, and for limits that do not ascend or make fewer than three or more than nine zones.
    public init(quantityType: HKQuantityType, zoneBoundaries: [HKQuantity]) throws {
        guard let unit = Self.unit(of: quantityType) else {
            throw HKError(.errorInvalidArgument, "zones are of heart rate or cycling power, not of \(quantityType.identifier)")
        }
        guard zoneBoundaries.allSatisfy({ $0.is(compatibleWith: unit) }) else {
            throw HKError(.errorInvalidArgument, "the limits of zones of \(quantityType.identifier) are in \(unit)")
        }
        let limits = zoneBoundaries.map { $0.doubleValue(for: unit) }
        guard WorkoutZones.counts.contains(limits.count + 1) else {
            throw HKError(.errorInvalidArgument, "a set has three to nine zones, so it has two to eight limits, not \(limits.count)")
        }
        guard zip(limits, limits.dropFirst()).allSatisfy(<) else {
            throw HKError(.errorInvalidArgument, "the limits of zones ascend")
        }
        let borders = [nil] + zoneBoundaries.map(Optional.some) + [nil]
        self.init(quantityType, borders.indices.dropLast().map { HKWorkoutZone($0, from: borders[$0], to: borders[$0 + 1]) }, .app)
    }

    /// The type of the limits: heart rate or cycling power.
    public var quantityType: HKQuantityType { type }

    static func unit(of type: HKQuantityType) -> HKUnit? {
        switch type {
        case HKQuantityType(.heartRate): HKUnit.count().unitDivided(by: .minute())
        case HKQuantityType(.cyclingPower): .watt()
        default: nil
        }
    }
}

/// A zone with the time in it.
public struct HKWorkoutZoneDuration: Sendable {
    /// The zone.
    public let zone: HKWorkoutZone
    /// The time in the zone, in seconds.
    public let duration: TimeInterval
}

/// The time of a workout, or of a part of it, in each zone of a set.
public struct HKWorkoutZoneGroup: Sendable {
    /// The set of zones.
    public let configuration: HKWorkoutZoneConfiguration
    /// The times from the lowest to the highest zone.
    public let zoneDurations: [HKWorkoutZoneDuration]
}

/// The zones of all workouts in a view of a store.
struct StoredZones {
    /// The time and the source of a workout or a part of it. Samples of zones have the same ones.
    private struct Place: Hashable {
        var start: Int64
        var end: Int64
        var source: Int32
    }

    private var groups: [Place: [HKQuantityType: HKWorkoutZoneGroup]] = [:]

    init(_ view: any SampleSource) throws {
        for (metric, type) in [(MetricID.heartRateZones, HKQuantityType(.heartRate)), (.cyclingPowerZones, HKQuantityType(.cyclingPower))] {
            var found: [Place: [(zone: Int32, minutes: Double)]] = [:]
            let columns: SampleColumns = [.values, .sources, .metadata]
            try view.scan(metric, from: .min, through: .max, values: nil, columns: columns) { batch in
                for row in 0..<batch.count {
                    let place = Place(start: batch.starts[row], end: batch.ends[row], source: batch.sources[row])
                    found[place, default: []].append((batch.metadata[row], batch.values[row]))
                }
                return true
            }
            let sets = try view.metadataSets(Set(found.values.flatMap { $0.map(\.zone) }))
            for (place, rows) in found {
                groups[place, default: [:]][type] = Self.group(type, rows.map { (sets[$0.zone] ?? MetadataSet(), $0.minutes) })
            }
        }
    }

    func groups(from start: Instant, to end: Instant, source: Int32) -> [HKQuantityType: HKWorkoutZoneGroup] {
        groups[Place(start: start.milliseconds, end: end.milliseconds, source: source)] ?? [:]
    }

    /// Returns the set that the samples of one workout make; nil if they are not one whole set.
    private static func group(_ type: HKQuantityType, _ samples: [(facts: MetadataSet, minutes: Double)]) -> HKWorkoutZoneGroup? {
        let places = samples.compactMap { sample in WorkoutZones.Place(sample.facts).map { ($0, sample.minutes) } }
            .sorted { $0.0.number < $1.0.number }
        guard let count = places.first?.0.count, places.map(\.0.number) == Array(1...count),
            let unit = HKWorkoutZoneConfiguration.unit(of: type)
        else { return nil }
        func quantity(_ limit: Double?) -> HKQuantity? { limit.map { HKQuantity(unit: unit, doubleValue: $0) } }
        let zones = places.map { HKWorkoutZone($0.0.number - 1, from: quantity($0.0.minimum), to: quantity($0.0.maximum)) }
        let source: HKWorkoutZoneConfiguration.Source =
            switch samples.first?.facts[WorkoutZones.makerKey] {
            case "user": .user
            case "app": .app
            default: .system
            }
        return HKWorkoutZoneGroup(
            configuration: HKWorkoutZoneConfiguration(type, zones, source),
            zoneDurations: zip(zones, places).map { HKWorkoutZoneDuration(zone: $0, duration: $1.1 * 60) })
    }
}
