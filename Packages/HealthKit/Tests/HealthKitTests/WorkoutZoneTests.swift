import Foundation
import HealthKit
@_spi(Guests) import TallyKit
import Testing

/// Time in zones of workouts in the module HealthKit, as iOS 27 has it.
@Suite("HealthKit's zones of workouts")
struct WorkoutZoneTests {
    private let perMinute = HKUnit.count().unitDivided(by: .minute())

    private static let times = #"startDate="2026-01-01 08:00:00 +0000" endDate="2026-01-01 09:00:00 +0000""#

    /// Returns a store with a run of an hour, and a zone of 20 min, one of 30 min and one without time.
    private func store(maker: String = "system", inActivity: Bool = false, minutes: Int = 30) async throws -> HKHealthStore {
        let zones = """
            <WorkoutZoneGroup type="HKQuantityTypeIdentifierHeartRate" source="\(maker)" unit="count/min">
            <WorkoutZone maximum="118" duration="20" durationUnit="min"/>
            <WorkoutZone minimum="118" maximum="130.5" duration="\(minutes)" durationUnit="min"/>
            <WorkoutZone minimum="130.5" duration="0" durationUnit="min"/>
            </WorkoutZoneGroup>
            """
        let part = #"<WorkoutActivity uuid="00000000-0000-4000-8000-000000000001" \#(Self.times)>\#(zones)</WorkoutActivity>"#
        let export = """
            <HealthData><Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" \(Self.times)>
            \(inActivity ? part : zones)
            </Workout></HealthData>
            """
        return try await HKHealthStore.holding(export)
    }

    private func workouts(_ store: HKHealthStore) async throws -> [HKWorkout] {
        try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: [SortDescriptor<HKWorkout>(\.startDate)]).result(
            for: store)
    }

    @Test("S7.7 A workout has its zones with limits, seconds and source")
    func groups() async throws {
        let store = try await store()
        let workout = try #require(try await workouts(store).first)
        let group = try #require(workout.zoneGroupsByType?[HKQuantityType(.heartRate)])
        #expect(group.zoneDurations.map(\.duration) == [1200, 1800, 0] && group.zoneDurations.map(\.zone.index) == [0, 1, 2])
        #expect(group.configuration.zones == group.zoneDurations.map(\.zone) && group.configuration.source == .system)
        #expect(group.configuration.zones.map { $0.minimum?.doubleValue(for: perMinute) } == [nil, 118, 130.5])
        #expect(group.configuration.zones.map { $0.maximum?.doubleValue(for: perMinute) } == [118, 130.5, nil])
        #expect(workout.zoneGroup(for: HKQuantityType(.cyclingPower)) == nil && workout.workoutActivities.first?.zoneGroupsByType != nil)
        let preferred = try await store.preferredWorkoutZoneConfiguration(for: HKQuantityType(.heartRate))
        #expect(preferred == group.configuration)
    }

    @Test("S7.7 Zones of an activity are those of the part, and zones that are not one set are nobody's")
    func parts() async throws {
        let workout = try #require(try await workouts(store(inActivity: true)).first)
        #expect(
            workout.workoutActivities.first?.zoneGroup(for: HKQuantityType(.heartRate))?.zoneDurations.map(\.duration) == [1200, 1800, 0])
        let long = try await store(minutes: 50)
        #expect(try await workouts(long).first?.zoneGroupsByType == nil)
    }

    @Test("A set that an app made is not the preferred one")
    func preferred() async throws {
        let store = try await store(maker: "app")
        #expect(try await workouts(store).first?.zoneGroup(for: HKQuantityType(.heartRate))?.configuration.source == .app)
        #expect(try await store.preferredWorkoutZoneConfiguration(for: HKQuantityType(.heartRate)) == nil)
    }

    @Test("A set of an app has three to nine zones with ascending limits")
    func created() throws {
        let type = HKQuantityType(.heartRate)
        func limits(_ numbers: [Double]) -> [HKQuantity] { numbers.map { HKQuantity(unit: perMinute, doubleValue: $0) } }
        let made = try HKWorkoutZoneConfiguration(quantityType: type, zoneBoundaries: limits([136.8, 147.6, 158.4, 169.2]))
        #expect(made.zones.count == 5 && made.source == .app && made.quantityType == type)
        #expect(made.zones.first?.minimum == nil && made.zones.last?.maximum == nil)
        #expect(made.zones[1].minimum?.doubleValue(for: perMinute) == 136.8 && made.zones[1].maximum?.doubleValue(for: perMinute) == 147.6)
        for wrong in [[120], [130, 120], [1, 2, 3, 4, 5, 6, 7, 8, 9]] as [[Double]] {
            #expect(throws: HKError.self) { try HKWorkoutZoneConfiguration(quantityType: type, zoneBoundaries: limits(wrong)) }
        }
        let watts = [100, 200].map { HKQuantity(unit: .watt(), doubleValue: $0) }
        #expect(throws: HKError.self) { try HKWorkoutZoneConfiguration(quantityType: type, zoneBoundaries: watts) }
        #expect(throws: HKError.self) { try HKWorkoutZoneConfiguration(quantityType: HKQuantityType(.stepCount), zoneBoundaries: watts) }
        #expect(try HKWorkoutZoneConfiguration(quantityType: HKQuantityType(.cyclingPower), zoneBoundaries: watts).zones.count == 3)
    }
}
