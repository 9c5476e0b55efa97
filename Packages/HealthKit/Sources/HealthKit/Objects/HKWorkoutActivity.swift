public import Foundation

// Sendable: nothing changes after the creation. The configuration is copied on the way in and out.
/// A part of a workout: a sport of a triathlon, or an interval of a planned run.
public final class HKWorkoutActivity: NSObject, @unchecked Sendable {
    /// The identifier of the part.
    public let uuid: UUID
    /// The start of the part.
    public let startDate: Date
    /// The end of the part; nil if it is not known.
    public let endDate: Date?
    /// Further facts by key, or nil.
    public let metadata: [String: Any]?
    /// The seconds without pauses.
    public let duration: TimeInterval
    /// The events of the part in order of time.
    public let workoutEvents: [HKWorkoutEvent]
    /// The statistics that the part keeps, by type. Those of the workout contain them.
    public let allStatistics: [HKQuantityType: HKStatistics]
    private let configuration: HKWorkoutConfiguration
    private let zoneGroups: [HKQuantityType: HKWorkoutZoneGroup]

    init(
        uuid: UUID, _ configuration: HKWorkoutConfiguration, _ start: Date, _ end: Date?, duration: TimeInterval?,
        events: [HKWorkoutEvent], statistics: [HKQuantityType: HKStatistics], zones: [HKQuantityType: HKWorkoutZoneGroup] = [:],
        metadata: [String: Any]?
    ) {
        zoneGroups = zones
        self.uuid = uuid
        self.configuration = configuration
        (startDate, endDate) = (start, end)
        self.duration = duration ?? end.map { $0.timeIntervalSince(start) } ?? 0
        (workoutEvents, allStatistics) = (events, statistics)
        self.metadata = metadata?.isEmpty == false ? metadata : nil
    }

    /// Creates a part of a workout.
    public convenience init(
        workoutConfiguration: HKWorkoutConfiguration, startDate: Date, endDate: Date?, metadata: [String: Any]?
    ) {
        let copy = workoutConfiguration.copy() as? HKWorkoutConfiguration ?? HKWorkoutConfiguration()
        self.init(uuid: UUID(), copy, startDate, endDate, duration: nil, events: [], statistics: [:], metadata: metadata)
    }

    /// The activity and the place.
    public var workoutConfiguration: HKWorkoutConfiguration {
        configuration.copy() as? HKWorkoutConfiguration ?? HKWorkoutConfiguration()
    }

    /// The time in zones of heart rate and of cycling power; nil if it is not known. Stores have it for parts
    /// of workouts that do not have zones themselves.
    public var zoneGroupsByType: [HKQuantityType: HKWorkoutZoneGroup]? { zoneGroups.isEmpty ? nil : zoneGroups }

    /// Returns the time in zones of a type; nil if the part does not have it.
    public func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? { zoneGroups[quantityType] }

    /// Returns the statistics of a type in this part, or nil.
    public func statistics(for quantityType: HKQuantityType) -> HKStatistics? { allStatistics[quantityType] }
}
