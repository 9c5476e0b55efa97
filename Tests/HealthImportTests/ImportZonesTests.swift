import HealthImport
import HealthModel
import Testing

/// Zones in the elements of workouts, as exports of iOS 27 have them: `WorkoutZoneGroup` with `WorkoutZone`.
@Suite("Zones of workouts in exports")
struct ImportZonesTests {
    private static let times = #"startDate="2026-10-08 16:00:00 +0100" endDate="2026-10-08 16:30:00 +0100""#
    private static let three = [
        #"<WorkoutZone maximum="130" duration="20" durationUnit="min"/>"#,
        #"<WorkoutZone minimum="130" maximum="150" duration="8" durationUnit="min"/>"#,
        #"<WorkoutZone minimum="150" duration="90" durationUnit="s"/>"#,
    ]

    private func group(
        _ zones: [String] = three, type: String = "HeartRate", attributes: String = #"source="system" unit="count/min""#
    ) -> String {
        #"<WorkoutZoneGroup type="HKQuantityTypeIdentifier\#(type)" \#(attributes)>"# + zones.joined() + "</WorkoutZoneGroup>\n"
    }

    private func workout(_ content: String) -> String {
        #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" sourceName="W" \#(Self.times)>"# + content
            + "</Workout>\n"
    }

    @Test("S7.7 Each zone is a sample with the times and the source of the workout, in minutes")
    func samples() throws {
        let found = try importExport(workout(group()))
        #expect(found.issues.isEmpty && found.sink.workouts.count == 1 && found.report.findings.unreadElements.isEmpty)
        #expect(found.rows.map(\.value) == [20, 8, 1.5] && found.rows.allSatisfy { $0.metric == "heartRateZones" && $0.source == "W" })
        #expect(found.rows.allSatisfy { $0.end - $0.start == 1_800_000 && $0.unit == "s" })
        #expect(found.rows.map { $0.metadata["zone"] } == ["1 of 3", "2 of 3", "3 of 3"])
        #expect(found.rows.map { $0.metadata["limits"] } == ["to 130 count/min", "130 to 150 count/min", "from 150 count/min"])
        #expect(found.rows.allSatisfy { $0.metadata["zoneSource"] == "system" })
    }

    @Test("S7.7 Limits of power are in watts, and other units are converted")
    func units() throws {
        let zones = [
            #"<WorkoutZone maximum="0.15" duration="10"/>"#, #"<WorkoutZone minimum="0.15" maximum="0.2" duration="5"/>"#,
            #"<WorkoutZone minimum="0.2" duration="0"/>"#,
        ]
        let found = try importExport(workout(group(zones, type: "CyclingPower", attributes: #"unit="kW""#)))
        #expect(found.issues.isEmpty && found.rows.map(\.metric) == Array(repeating: "cyclingPowerZones", count: 3))
        #expect(found.rows.map { $0.metadata["limits"] } == ["to 150 W", "150 to 200 W", "from 200 W"])
        #expect(found.rows.map(\.value) == [10, 5, 0] && found.rows.allSatisfy { $0.metadata["zoneSource"] == nil })
    }

    private static let flawed: [(String, [String])] = [
        ("two zones", Array(three.prefix(2))),
        ("no zones", []),
        ("out of order", [three[1], three[0], three[2]]),
        ("no duration", [#"<WorkoutZone maximum="130"/>"#, three[1], three[2]]),
        ("a negative duration", [#"<WorkoutZone maximum="130" duration="-1" durationUnit="min"/>"#, three[1], three[2]]),
        ("too long", [#"<WorkoutZone maximum="130" duration="21" durationUnit="min"/>"#, three[1], three[2]]),
        ("not a number", [#"<WorkoutZone maximum="many" duration="1"/>"#, three[1], three[2]]),
        ("a space between zones", [#"<WorkoutZone maximum="129" duration="1"/>"#, three[1], three[2]]),
    ]

    @Test("S7.7 Zones that are not one set are left out and counted, and the workout stays", arguments: flawed)
    func flaws(name: String, zones: [String]) throws {
        let found = try importExport(workout(group(zones)))
        #expect(found.issues.keys.map(\.rawValue) == ["badZones"], "\(name)")
        #expect(found.rows.isEmpty && found.sink.workouts.count == 1 && found.report.findings.skippedRows == 1)
    }

    @Test("S7.7 Zones without a unit, or in one that does not fit, are left out")
    func wrongUnits() throws {
        for attributes in [#"source="user""#, #"unit="W""#, #"unit="""#] {
            let found = try importExport(workout(group(attributes: attributes)))
            #expect(found.issues.keys.map(\.rawValue) == ["badZones"] && found.rows.isEmpty)
        }
    }

    @Test("S7.7 Zones of an activity count only if the workout has none of the same kind")
    func activities() throws {
        let activity =
            #"<WorkoutActivity uuid="1" startDate="2026-10-08 16:00:00 +0100" endDate="2026-10-08 16:29:30 +0100">"# + group()
            + group(type: "CyclingPower", attributes: #"unit="W""#) + "</WorkoutActivity>\n"
        for content in [activity + group(), group() + activity] {
            let found = try importExport(workout(content))
            #expect(found.issues.isEmpty && found.rows.count { $0.metric == "heartRateZones" } == 3)
            #expect(found.rows.count { $0.metric == "cyclingPowerZones" && $0.end - $0.start == 1_770_000 } == 3)
        }
        let alone = try importExport(workout(activity))
        #expect(alone.rows.count == 6 && alone.rows.allSatisfy { $0.end - $0.start == 1_770_000 })
        #expect(alone.sink.workouts.first?.activities.count == 1)
    }

    @Test("S7.7 A second set of a workout is left out")
    func second() throws {
        let found = try importExport(workout(group() + group()))
        #expect(found.rows.count == 3 && found.issues.keys.map(\.rawValue) == ["badZones"])
    }

    @Test("S7.7 A second import changes nothing")
    func again() throws {
        var store = RecordingImport()
        let document = Array("<HealthData>\(workout(group()))</HealthData>".utf8)
        #expect(try store.add(document).added == 4)
        #expect(try store.add(document).added == 0)
    }
}
