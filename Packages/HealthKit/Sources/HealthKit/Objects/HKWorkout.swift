public import Foundation
@_spi(Guests) import TallyKit

/// A pause, a lap or a segment of a workout.
public final class HKWorkoutEvent: NSObject, Sendable {
    /// The kind of event.
    public let type: HKWorkoutEventType
    /// The time of the event.
    public let dateInterval: DateInterval
    /// Nothing: stores do not keep the metadata of events.
    public var metadata: [String: Any]? { nil }

    /// Creates an event. Metadata are not kept.
    public init(type: HKWorkoutEventType, dateInterval: DateInterval, metadata: [String: Any]?) {
        self.type = type
        self.dateInterval = dateInterval
    }

    /// The start of the event.
    public var date: Date { dateInterval.start }
}

/// A workout with its activity, duration, totals and events.
public final class HKWorkout: HKSample, @unchecked Sendable {
    /// The activity.
    public let workoutActivityType: HKWorkoutActivityType
    /// The seconds without pauses.
    public let duration: TimeInterval
    /// The events in order of time; nil if there are none.
    public let workoutEvents: [HKWorkoutEvent]?
    /// The statistics that the workout keeps, by type.
    public let allStatistics: [HKQuantityType: HKStatistics]
    private let parts: [HKWorkoutActivity]
    private let zoneGroups: [HKQuantityType: HKWorkoutZoneGroup]

    init(
        _ activity: HKWorkoutActivityType, _ start: Date, _ end: Date, duration: TimeInterval?, events: [HKWorkoutEvent]?,
        statistics: [HKQuantityType: HKStatistics], parts: [HKWorkoutActivity] = [],
        zones: [HKQuantityType: HKWorkoutZoneGroup] = [:], _ origin: ObjectOrigin
    ) {
        self.parts = parts
        zoneGroups = zones
        workoutActivityType = activity
        workoutEvents = events?.isEmpty == false ? events : nil
        self.duration = duration ?? end.timeIntervalSince(start) - HKWorkout.pausedSeconds(events ?? [], from: start, to: end)
        allStatistics = statistics
        super.init(.workoutType(), start, end, origin)
    }

    /// Creates a workout.
    public convenience init(activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date) {
        self.init(workoutActivityType, startDate, endDate, duration: nil, events: nil, statistics: [:], ObjectOrigin())
    }

    /// Creates a workout with events, from which the time of pauses follows, and with totals.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date,
        workoutEvents: [HKWorkoutEvent]?, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, metadata: [String: Any]?
    ) {
        self.init(
            activityType: workoutActivityType, start: startDate, end: endDate, workoutEvents: workoutEvents,
            totalEnergyBurned: totalEnergyBurned, totalDistance: totalDistance, device: nil, metadata: metadata)
    }

    /// Creates a workout with events, totals and a device.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date,
        workoutEvents: [HKWorkoutEvent]?, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, device: HKDevice?,
        metadata: [String: Any]?
    ) {
        self.init(
            workoutActivityType, startDate, endDate, duration: nil, events: workoutEvents,
            statistics: Self.totals(
                energy: totalEnergyBurned, distance: totalDistance, of: workoutActivityType, startDate, endDate),
            ObjectOrigin(device: device, metadata: metadata))
    }

    /// Creates a workout with events, totals, the number of strokes and a device.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date,
        workoutEvents: [HKWorkoutEvent]?, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?,
        totalSwimmingStrokeCount: HKQuantity?, device: HKDevice?, metadata: [String: Any]?
    ) {
        self.init(
            workoutActivityType, startDate, endDate, duration: nil, events: workoutEvents,
            statistics: Self.totals(
                energy: totalEnergyBurned, distance: totalDistance, strokes: totalSwimmingStrokeCount, of: workoutActivityType,
                startDate, endDate),
            ObjectOrigin(device: device, metadata: metadata))
    }

    /// Creates a workout with events, totals, the number of flights of stairs and a device.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date,
        workoutEvents: [HKWorkoutEvent]?, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?,
        totalFlightsClimbed: HKQuantity?, device: HKDevice?, metadata: [String: Any]?
    ) {
        self.init(
            workoutActivityType, startDate, endDate, duration: nil, events: workoutEvents,
            statistics: Self.totals(
                energy: totalEnergyBurned, distance: totalDistance, flights: totalFlightsClimbed, of: workoutActivityType,
                startDate, endDate),
            ObjectOrigin(device: device, metadata: metadata))
    }

    /// Creates a workout with a duration in seconds and totals.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date, duration: TimeInterval,
        totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, metadata: [String: Any]?
    ) {
        self.init(
            activityType: workoutActivityType, start: startDate, end: endDate, duration: duration,
            totalEnergyBurned: totalEnergyBurned, totalDistance: totalDistance, device: nil, metadata: metadata)
    }

    /// Creates a workout with a duration in seconds, totals and a device.
    public convenience init(
        activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date, duration: TimeInterval,
        totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, device: HKDevice?, metadata: [String: Any]?
    ) {
        self.init(
            workoutActivityType, startDate, endDate, duration: duration, events: nil,
            statistics: Self.totals(
                energy: totalEnergyBurned, distance: totalDistance, of: workoutActivityType, startDate, endDate),
            ObjectOrigin(device: device, metadata: metadata))
    }

    /// The parts of the workout in order of time. A workout without parts is one part.
    public var workoutActivities: [HKWorkoutActivity] {
        guard parts.isEmpty else { return parts }
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = workoutActivityType
        return [
            HKWorkoutActivity(
                uuid: uuid, configuration, startDate, endDate, duration: duration, events: workoutEvents ?? [], statistics: allStatistics,
                zones: zoneGroups, metadata: nil)
        ]
    }

    /// Returns the statistics that the workout keeps for a type; nil if there are none.
    public func statistics(for quantityType: HKQuantityType) -> HKStatistics? { allStatistics[quantityType] }

    /// The time in zones of heart rate and of cycling power; nil if it is not known.
    public var zoneGroupsByType: [HKQuantityType: HKWorkoutZoneGroup]? { zoneGroups.isEmpty ? nil : zoneGroups }

    /// Returns the time in zones of a type; nil if the workout does not have one.
    public func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? { zoneGroups[quantityType] }

    /// The active energy; nil if the workout does not keep it.
    public var totalEnergyBurned: HKQuantity? { sum(.activeEnergyBurned) }
    /// The distance of the activity, as the sum of all types of distance; nil if the workout does not keep it.
    public var totalDistance: HKQuantity? {
        let distances = allStatistics.filter { $0.key.identifier.hasPrefix("HKQuantityTypeIdentifierDistance") }
            .compactMap { $0.value.sumQuantity() }
        guard !distances.isEmpty else { return nil }
        let meters = distances.map { $0.doubleValue(for: .meter()) }.sorted().reduce(0, +)
        return HKQuantity(unit: .meter(), doubleValue: meters)
    }
    /// The number of strokes; nil if the workout does not keep it.
    public var totalSwimmingStrokeCount: HKQuantity? { sum(.swimmingStrokeCount) }
    /// The number of flights of stairs; nil if the workout does not keep it.
    public var totalFlightsClimbed: HKQuantity? { sum(.flightsClimbed) }

    private func sum(_ identifier: HKQuantityTypeIdentifier) -> HKQuantity? {
        allStatistics[HKQuantityType(identifier)]?.sumQuantity()
    }

    private static func totals(
        energy: HKQuantity?, distance: HKQuantity?, strokes: HKQuantity? = nil, flights: HKQuantity? = nil,
        of activity: HKWorkoutActivityType, _ start: Date, _ end: Date
    ) -> [HKQuantityType: HKStatistics] {
        var totals: [HKQuantityType: HKStatistics] = [:]
        let given: [(HKQuantityTypeIdentifier, HKQuantity?)] = [
            (.activeEnergyBurned, energy), (distanceType(of: activity), distance), (.swimmingStrokeCount, strokes),
            (.flightsClimbed, flights),
        ]
        for (identifier, quantity) in given {
            guard let quantity else { continue }
            let type = HKQuantityType(identifier)
            precondition(
                type.isMeasured(in: quantity),
                "HKWorkout requires unit of type \(type.dimensionName) for \(type.identifier). Incompatible unit: \(quantity.unitString)")
            var values = StatisticsValues()
            values.quantities[.sum] = quantity
            totals[type] = HKStatistics(type, start, end, values)
        }
        return totals
    }

    /// The type of distance that an activity covers.
    private static func distanceType(of activity: HKWorkoutActivityType) -> HKQuantityTypeIdentifier {
        switch activity {
        case .cycling, .handCycling: .distanceCycling
        case .swimming: .distanceSwimming
        case .wheelchairRunPace, .wheelchairWalkPace: .distanceWheelchair
        case .downhillSkiing, .snowboarding: .distanceDownhillSnowSports
        default: .distanceWalkingRunning
        }
    }

    /// Returns the seconds of the pauses among the events (S7.1).
    private static func pausedSeconds(_ events: [HKWorkoutEvent], from start: Date, to end: Date) -> TimeInterval {
        guard !events.isEmpty else { return 0 }
        let workout = Workout(
            activity: "", start: Instant(start), end: Instant(end), source: 0, events: events.map(\.stored))
        return Double(workout.end.milliseconds - workout.start.milliseconds) / 1000 - workout.secondsWithoutPauses
    }
}

extension HKWorkoutEvent {
    /// The event as stores keep it.
    var stored: Workout.Event {
        Workout.Event(type: type.exportName, start: Instant(dateInterval.start), end: Instant(dateInterval.end))
    }
}
