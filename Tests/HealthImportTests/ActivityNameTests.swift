import HealthImport
import HealthModel
import Testing

/// The words for activities in files.
@Suite("Names of activities")
struct ActivityNameTests {
    /// Imports a track with a type, and returns the activity of its workout.
    private func activity(of type: String) throws -> (activity: String?, distance: String?, issues: [ImportIssue: [Int]]) {
        let point = { (lon: String, minute: Int) in
            "<trkpt lat=\"0\" lon=\"\(lon)\"><time>2026-09-01T07:0\(minute):00Z</time></trkpt>"
        }
        let text =
            "<gpx creator=\"x\"><trk><type>\(type)</type><trkseg>\(point("0", 0))\(point("0.01", 5))</trkseg></trk></gpx>"
        let found = try importBytes(text.utf8)
        let workout = found.sink.workouts.first
        return (
            workout?.activity, workout?.statistics.first { $0.metric.shortName.hasPrefix("distance") }?.metric.shortName, found.issues
        )
    }

    @Test(
        "A word for a vehicle decides against a word for a sport",
        arguments: [
            "driving", "Motorcycle ride", "motor cycling", "Car", "boat ride", "Train", "snowmobiling", "Jet ski", "paragliding", "flight",
        ])
    func vehicles(word: String) throws {
        let found = try activity(of: word)
        #expect(found.activity == "HKWorkoutActivityTypeOther" && found.distance == "distanceOther" && found.issues.isEmpty)
    }

    @Test(
        "Words of sports are known",
        arguments: [
            ("trail_running", "Running"), ("E-Bike Ride", "Cycling"), ("Horseback riding", "EquestrianSports"),
            ("Water skiing", "WaterSports"), ("Kitesurfing", "WaterSports"), ("Alpine Ski", "DownhillSkiing"), ("Training", "Other"),
            ("Cardio training", "Other"),
            ("9", "Running"), ("1", "Cycling"), ("Rowing machine", "Rowing"),
        ])
    func sports(word: String, activity name: String) throws {
        let found = try activity(of: word)
        #expect(found.activity == "HKWorkoutActivityType" + name && found.issues.isEmpty)
    }

    @Test("An unknown word is another sport, and the report names the word")
    func unknown() throws {
        let found = try activity(of: "Frolicking 10")
        #expect(found.activity == "HKWorkoutActivityTypeOther" && found.issues == [.unknownActivity: [1]])
    }
}
