import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import SessionTesting
import StoreCommands
import TallyKit
import Testing
import Workbench

/// Stores with exports of an iPhone and of Android, and what their answers say about it (S15.15).
@Suite("Two phones")
struct TwoPhonesTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Field/TwoPhones")

    /// Returns a session whose store has these exports. The iPhone's is of March, that of Android of April.
    private static func session(_ files: String...) -> Session {
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_790_000_000))), named: "memory")
        _ = codes("set zone = UTC", session)
        for file in files { _ = codes("import \"\(folder.appending(path: file).path)\"", session) }
        return session
    }

    private static func codes(_ statement: String, _ session: Session) -> [String] {
        let output = RecordingOutput(isInterruptible: false)
        _ = session.run(SourceText(statement), output: output)
        return output.findings.map(\.code.rawValue)
    }

    @Test(
        "S15.15 an answer that leaves out what the other phone has says so",
        arguments: [
            "average hrv", "average rmssd", "sum activeEnergy", "sum basalEnergy by day", "sum totalEnergyBurned",
            "sum distance", "sum distanceCycling by month", "average cyclingSpeed", "average speed", "sum exerciseTime",
            "average wristTemperature", "average hrv during 2026-04", "sum workout energy", "sum workout distance during 2026",
            "average rmssd during 2026-04 | compare to previous month",
            // Lists, descriptions and files have one metric.
            "latest hrv", "samples of hrv", "samples of hrv newest first limit 1", "samples of totalEnergyBurned", "samples of distance",
            "describe hrv", "describe rmssd",
        ])
    func said(statement: String) {
        #expect(Self.codes(statement, Self.session("iphone.xml", "android.zip")).contains("I486"))
    }

    @Test(
        "S15.15 an answer that leaves nothing out does not say so",
        arguments: [
            // A time before the change, or after it, has one phone.
            "average hrv during 2026-03", "average rmssd during 2026-04", "sum distance during 2026-03", "sum activeEnergy on 2026-04-01",
            "sum workout energy during 2026-03", "average hrv during 2026-03 | compare to previous month",
            // Both are in the query, or a source is chosen.
            "average hrv, average rmssd", "sum activeEnergy, sum basalEnergy, sum totalEnergyBurned",
            "average hrv where source = \"Watch\"",
            // These mean the same.
            "sum steps", "average restingHeartRate", "count workouts", "duration workouts",
            "samples of hrv during 2026-03", "latest hrv during 2026-03", "samples of hrv where source = \"Watch\"", "describe steps",
            "samples of restingHeartRate",
        ])
    func unsaid(statement: String) {
        #expect(!Self.codes(statement, Self.session("iphone.xml", "android.zip")).contains("I486"))
    }

    @Test("S15.15 an export of one metric names the other one, and a deletion does not")
    func files() {
        let session = Self.session("iphone.xml", "android.zip")
        let path = FileManager.default.temporaryDirectory.appending(path: "tally-\(UUID().uuidString).csv").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(Self.codes("export hrv to \"\(path)\"", session).contains("I486"))
        #expect(!Self.codes("delete samples of hrv confirmed", session).contains("I486"))
    }

    @Test("S15.15 the help has the aggregate of the query if it fits, and a list names the other metric")
    func help() {
        let session = Self.session("iphone.xml", "android.zip")
        func finding(_ statement: String) -> Diagnostic? {
            let output = RecordingOutput(isInterruptible: false)
            _ = session.run(SourceText(statement), output: output)
            return output.findings.first { $0.code == .metricsOfPlatforms }
        }
        #expect(finding("latest hrv")?.help?.contains("`latest heartRateVariabilityRMSSD`") == true)
        #expect(finding("max hrv")?.help?.contains("`average heartRateVariabilityRMSSD`") == true)
        #expect(
            finding("samples of hrv")?.message
                == "Android has heartRateVariabilityRMSSD in place of heartRateVariabilitySDNN, from 2026-04-01 to 2026-04-02")
        #expect(finding("describe totalEnergyBurned")?.message.contains("iPhone has activeEnergyBurned and basalEnergyBurned") == true)
    }

    @Test(
        "S15.15 sum all energy is the total energy of Android, as sum total energy is",
        arguments: ["all energy", "all calories", "total energy"])
    func allEnergy(words: String) {
        #expect(Self.codes("assert sum \(words) = 4500", Self.session("iphone.xml", "android.zip")).allSatisfy { !$0.hasPrefix("E") })
        let alone = Self.session("iphone.xml")
        let output = RecordingOutput(isInterruptible: false)
        _ = alone.run(SourceText("sum \(words)"), output: output)
        let offer = "`sum activeEnergy called active, sum restingEnergy called resting | derive total = active + resting`"
        #expect(output.findings.first?.help?.contains(offer) == true)
    }

    @Test(
        "S15.15 people with one phone get no message",
        arguments: ["iphone.xml", "iphone-with-both.xml", "android.zip"],
        ["average hrv", "average rmssd", "sum activeEnergy", "sum distance"])
    func onePhone(file: String, statement: String) {
        #expect(!Self.codes(statement, Self.session(file)).contains("I486"))
    }

    @Test(
        "S15.15 people with one phone learn where the energy of workouts is only if that phone keeps it apart from them",
        arguments: ["iphone.xml": false, "iphone-with-both.xml": false, "android.zip": true])
    func workoutsOfOnePhone(file: String, isApart: Bool) {
        #expect(Self.codes("sum workout energy", Self.session(file)).contains("I486") == isApart)
    }

    @Test("Exports of Android have each of its metrics that differ, and no metric is on both sides")
    func metricsOfAndroid() throws {
        let output = RecordingOutput(isInterruptible: false)
        let session = Self.session("android.zip")
        _ = session.run(SourceText("show metrics"), output: output)
        for difference in PlatformDifference.all {
            #expect(Set(difference.apple).isDisjoint(with: difference.android))
            for metric in difference.android {
                #expect(output.text.contains("\n\(metric.shortName) "), "\(metric.shortName) is not in an export of Android")
            }
            for metric in difference.apple { #expect(MetricCatalog.metric(metric) != nil, "\(metric.shortName) is not in the catalog") }
            // The line of `help android` has 8 columns before it.
            #expect(difference.meaning.utf8.count <= 72)
        }
    }
}
