import HealthImport
import HealthModel
import Testing

/// Efforts in the elements of their workouts, as iOS 27 writes them.
@Suite("Efforts of workouts in exports")
struct ImportEffortTests {
    private static let times = #"startDate="2026-10-08 16:05:00 +0100" endDate="2026-10-08 16:35:00 +0100""#

    private func effort(_ type: String = "Workout", _ value: Int = 6) -> String {
        #"<Record type="HKQuantityTypeIdentifier\#(type)EffortScore" sourceName="P" unit="appleEffortScore" \#(Self.times) value="\#(value)"/>"#
    }

    private func workout(_ content: String, isClosed: Bool = true) -> String {
        #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" sourceName="W" \#(Self.times)>"#
            + "\n\(content)\n" + (isClosed ? "</Workout>" : "")
    }

    @Test("An effort in a workout is a sample, and what follows it in the workout is kept")
    func nested() throws {
        let found = try importExport(
            workout(
                effort() + "\n" + effort("EstimatedWorkout", 4) + #"<MetadataEntry key="a" value="1"/>"#
                    + #"<WorkoutEvent type="HKWorkoutEventTypeLap" date="2026-10-08 16:10:00 +0100"/>"#))
        #expect(found.issues.isEmpty)
        #expect(found.rows.map(\.metric).sorted() == ["estimatedWorkoutEffortScore", "workoutEffortScore"])
        let workout = try #require(found.sink.workouts.first)
        #expect(found.sink.workouts.count == 1 && workout.events.count == 1 && workout.metadata != 0)
    }

    @Test("Metadata of an effort is not that of its workout")
    func metadata() throws {
        let record = effort().replacing("/>", with: ">") + #"<MetadataEntry key="b" value="2"/></Record>"#
        let found = try importExport(workout(record + #"<MetadataEntry key="a" value="1"/>"#))
        #expect(found.issues.isEmpty && found.rows.map(\.metadata) == [["b": "2"]])
    }

    @Test("An effort in a workout and the same one outside are one sample")
    func twice() throws {
        var store = RecordingImport()
        let document = Array("<HealthData>\(workout(effort()))\n\(effort())</HealthData>".utf8)
        #expect(try store.add(document).added == 2)
        #expect(try store.add(document).added == 0)
    }

    @Test("Another record in a workout that is not closed ends the workout")
    func unclosed() throws {
        let record = #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="P" unit="count" \#(Self.times) value="7"/>"#
        let found = try importExport(workout(effort(), isClosed: false) + "\n" + record + "\n" + effort("EstimatedWorkout"))
        #expect(found.issues.map(\.key) == [.unclosedElement])
        #expect(found.rows.count == 3 && found.sink.workouts.count == 1)
    }

    @Test("Zones of a quantity that has none in Health are counted")
    func zones() throws {
        let zones = #"<WorkoutZoneGroup type="a" unit="b"><WorkoutZone minimum="1"/><WorkoutZone maximum="2"/></WorkoutZoneGroup>"#
        let found = try importExport(workout(zones + effort()))
        #expect(found.report.findings.unreadElements == ["WorkoutZoneGroup": 1] && found.rows.count == 1 && found.issues.isEmpty)
    }
}
