import HealthImport
import HealthModel
import Testing

/// Workouts, correlations and activity summaries.
@Suite struct ImportGroupTests {
    private let times = #"startDate="2024-03-10 12:00:00 +0000" endDate="2024-03-10 12:30:00 +0000""#

    private func sums(_ workout: Workout?) -> [String: Double] {
        var sums: [String: Double] = [:]
        for statistic in workout?.statistics ?? [] { sums[statistic.metric.shortName] = statistic.sum }
        return sums
    }

    @Test("Statistics elements have priority over old totals, and those inside an activity repeat them")
    func statisticsWin() throws {
        let imported = try importExport(
            """
            <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="25" durationUnit="min" totalDistance="2.0" totalDistanceUnit="km" \
            totalEnergyBurned="100" totalEnergyBurnedUnit="kcal" sourceName="W" \(times)>
              <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="2500" unit="m"/>
              <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="140" minimum="90" maximum="171" unit="count/min"/>
              <WorkoutActivity uuid="A" \(times)>
                <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="9" unit="km"/>
                <MetadataEntry key="Inner" value="1"/>
              </WorkoutActivity>
              <MetadataEntry key="HKIndoorWorkout" value="0"/>
              <WorkoutRoute sourceName="W"><MetadataEntry key="Route" value="1"/><FileReference path="/workout-routes/a.gpx"/></WorkoutRoute>
            </Workout>
            """)
        let workout = try #require(imported.sink.workouts.first)
        #expect(imported.sink.workouts.count == 1)
        #expect(sums(workout) == ["distanceWalkingRunning": 2.5, "activeEnergyBurned": 100])
        let heartRate = workout.statistics.first { $0.metric.shortName == "heartRate" }
        #expect([heartRate?.average, heartRate?.minimum, heartRate?.maximum] == [140, 90, 171])
        #expect(workout.activeSeconds == 1500)
        #expect(workout.routes == ["/workout-routes/a.gpx"])
        let metadata = imported.sink.batches.first?.metadata[Int(workout.metadata)]
        #expect(metadata?.entries == [MetadataSet.Entry(key: "HKIndoorWorkout", value: "0")])
        #expect(workout.activities.map { $0.statistics.map(\.sum) } == [[9]])
        #expect(imported.report.findings.unreadElements.isEmpty)
    }

    @Test("The old total distance is stored under the activity's distance metric, in the storage unit")
    func totalDistance() throws {
        let imported = try importExport(
            ["Cycling", "Swimming", "Yoga"].map { activity in
                #"<Workout workoutActivityType="HKWorkoutActivityType\#(activity)" totalDistance="1" totalDistanceUnit="mi" sourceName="W" \#(times)/>"#
            }.joined(separator: "\n"))
        #expect(
            imported.sink.workouts.map(sums) == [
                ["distanceCycling": 1.609344], ["distanceSwimming": 1609.344], ["distanceOther": 1.609344],
            ])
    }

    @Test("Workout events keep their type, start and duration")
    func events() throws {
        let imported = try importExport(
            """
            <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="W" \(times)>
              <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-03-10 12:10:00 +0000"/>
              <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-03-10 12:20:00 +0000" duration="1.5" durationUnit="min"/>
            </Workout>
            """)
        let at = { (text: String) in Instant(milliseconds: milliseconds(text)) }
        #expect(
            imported.sink.workouts.first?.events == [
                Workout.Event(type: "HKWorkoutEventTypePause", start: at("2024-03-10T12:10:00Z"), end: at("2024-03-10T12:10:00Z")),
                Workout.Event(type: "HKWorkoutEventTypeLap", start: at("2024-03-10T12:20:00Z"), end: at("2024-03-10T12:21:30Z")),
            ])
    }

    @Test("A correlation keeps its members, and nested members are also samples")
    func correlation() throws {
        let member = { (kind: String, value: Int) in
            #"<Record type="HKQuantityTypeIdentifierBloodPressure\#(kind)" sourceName="Cuff" unit="mmHg" \#(times) value="\#(value)"/>"#
        }
        let imported = try importExport(
            """
            \(member("Systolic", 120))
            <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Cuff" \(times)>
              <MetadataEntry key="HKWasUserEntered" value="1"/>
              \(member("Systolic", 120))
              \(member("Diastolic", 80))
            </Correlation>
            \(member("Diastolic", 80))
            """)
        let correlation = try #require(imported.sink.correlations.first)
        #expect(correlation.members.map(\.metric.shortName) == ["bloodPressureSystolic", "bloodPressureDiastolic"])
        #expect(correlation.members.map(\.value) == [120, 80])
        #expect(imported.sink.batches.first?.metadata[Int(correlation.metadata)].isHandEntered == true)
        // By the identity rule, the store makes one sample of two equal rows.
        #expect(imported.rows.count == 4)
        #expect(imported.report.findings.correlations == 1)
    }

    @Test("A correlation that fills a batch is ended, and its remaining rows become plain samples")
    func hugeCorrelation() throws {
        var options = ImportOptions()
        options.batchRows = 10
        let member = #"<Record type="HKQuantityTypeIdentifierDietarySugar" sourceName="F" unit="g" \#(times) value="1"/>"#
        let imported = try importExport(
            #"<Correlation type="HKCorrelationTypeIdentifierFood" sourceName="F" \#(times)>"# + String(repeating: member + "\n", count: 25)
                + "</Correlation>",
            options: options)
        #expect(imported.rows.count == 25)
        #expect(imported.sink.correlations.map(\.members.count) == [10])
        #expect(imported.issues == [.tooManyParts: [12]])
    }

    @Test("An activity summary has goals, and its energy is in kilocalories")
    func summaries() throws {
        let imported = try importExport(
            """
            <ActivitySummary dateComponents="2024-03-10" activeEnergyBurned="418.4" activeEnergyBurnedGoal="836.8" activeEnergyBurnedUnit="kJ" \
            appleMoveTime="0" appleMoveTimeGoal="0" appleExerciseTime="31" appleExerciseTimeGoal="30" appleStandHours="11" appleStandHoursGoal="12"/>
            <ActivitySummary dateComponents="0000-00-00" activeEnergyBurned="1"/>
            """)
        var summary = ActivitySummary(day: "2024-03-10")
        summary.activeEnergy = 100
        summary.activeEnergyGoal = 200
        summary.moveTime = 0
        summary.moveTimeGoal = 0
        summary.exerciseTime = 31
        summary.exerciseTimeGoal = 30
        summary.standHours = 11
        summary.standHoursGoal = 12
        #expect(imported.sink.summaries == [summary])
        #expect(imported.issues == [.badDay: [3]])
    }
}
