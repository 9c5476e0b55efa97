import Foundation
import QueryVocabulary
import Testing

@Suite("Workouts of several people")
struct PersonWorkoutTests {
    @Test("S14 The duration of workouts of several people is the sum of theirs")
    func duration() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tally-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let session = try ScriptedSession(store: .memory, zone: "UTC", now: Date(timeIntervalSince1970: 1_738_368_000))
        for (person, minutes) in [("P1", 30), ("P2", 20)] {
            let file = folder.appending(path: "\(person).xml")
            try Data(Self.export(minutes: minutes).utf8).write(to: file)
            _ = try session.answer("import \"\(file.path)\" for person \(person)")
        }
        let answer = try session.answer("duration workouts on 2025-01-10", as: .csv)
        #expect(answer.contains("2025-01-10T00:00:00Z,2025-01-11T00:00:00Z,50,false"))
    }

    private static func export(minutes: Int) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <HealthData locale="en_US">
         <ExportDate value="2025-02-01 00:00:00 +0000"/>
         <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="\(minutes)" durationUnit="min" sourceName="W" \
        creationDate="2025-01-10 09:00:00 +0000" startDate="2025-01-10 08:00:00 +0000" endDate="2025-01-10 08:\(minutes):00 +0000"/>
        </HealthData>
        """
    }
}
