import HealthModel
import Testing

@Suite("Workout activities")
struct WorkoutActivityTypeTests {
    @Test("The header has 84 activities with distinct numbers")
    func count() {
        let raws = WorkoutActivityType.all.compactMap(\.rawValue)
        #expect(raws.count == 84)
        #expect(raws == Set(raws).sorted())
    }

    @Test(
        "Numbers in the header",
        arguments: [
            (1, "americanFootball"), (13, "cycling"), (24, "hiking"), (37, "running"), (46, "swimming"), (52, "walking"), (57, "yoga"),
            (58, "barre"), (63, "highIntensityIntervalTraining"), (72, "taiChi"), (80, "cooldown"), (82, "swimBikeRun"), (83, "transition"),
            (84, "underwaterDiving"), (3000, "other"),
        ])
    func numbers(raw: Int, shortName: String) {
        let activity = WorkoutActivityType.numbered(raw)
        #expect(activity?.shortName == shortName)
        #expect(activity?.rawValue == raw)
        #expect(WorkoutActivityType.named(shortName) == activity)
    }

    @Test("Names fold, and export names are accepted")
    func names() {
        let running = WorkoutActivityType(exportName: "HKWorkoutActivityTypeRunning")
        #expect(WorkoutActivityType.named("RUNNING") == running)
        #expect(WorkoutActivityType.named("HKWorkoutActivityTypeRunning") == running)
        #expect(WorkoutActivityType.named("gardening") == nil)
    }

    @Test("An unlisted activity keeps its text")
    func unlisted() {
        let activity = WorkoutActivityType(exportName: "HKWorkoutActivityTypeTeaDrinking")
        #expect(activity.shortName == "teaDrinking")
        #expect(activity.rawValue == nil)
        #expect(WorkoutActivityType(exportName: "Gartenarbeit").shortName == "Gartenarbeit")
    }

    @Test(
        "Only activities on foot have the distance of walks and runs",
        arguments: [
            ("Running", "distanceWalkingRunning"), ("Golf", "distanceWalkingRunning"), ("HandCycling", "distanceCycling"),
            ("Swimming", "distanceSwimming"), ("WheelchairRunPace", "distanceWheelchair"), ("Snowboarding", "distanceDownhillSnowSports"),
            ("CrossCountrySkiing", "distanceCrossCountrySkiing"), ("PaddleSports", "distancePaddleSports"), ("Rowing", "distanceRowing"),
            ("SkatingSports", "distanceSkatingSports"), ("Sailing", "distanceOther"), ("WaterSports", "distanceOther"),
            ("EquestrianSports", "distanceOther"), ("Other", "distanceOther"), ("Teleportation", "distanceOther"),
        ])
    func distances(activity: String, metric: String) {
        #expect(WorkoutActivityType(exportName: "HKWorkoutActivityType" + activity).distanceMetric.shortName == metric)
    }

    @Test("Each activity has a distance that adds up, in a unit of length")
    func eachDistance() throws {
        let meter = try #require(HealthUnit("m"))
        for activity in WorkoutActivityType.all {
            let metric = activity.distanceMetric
            let info = OwnMetric(metric)?.info ?? MetricCatalog.metric(metric)
            guard case .quantity(let type)? = info?.kind else {
                Issue.record("\(activity.shortName) has no distance")
                continue
            }
            #expect(type.style == .cumulative && type.storageUnit.isCompatible(with: meter))
        }
    }
}
