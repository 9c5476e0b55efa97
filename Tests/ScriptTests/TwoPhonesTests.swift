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
        ])
    func unsaid(statement: String) {
        #expect(!Self.codes(statement, Self.session("iphone.xml", "android.zip")).contains("I486"))
    }

    @Test(
        "S15.15 people with one phone get no message",
        arguments: ["iphone.xml", "iphone-with-both.xml", "android.zip"],
        ["average hrv", "average rmssd", "sum activeEnergy", "sum distance", "sum workout energy"])
    func onePhone(file: String, statement: String) {
        #expect(!Self.codes(statement, Self.session(file)).contains("I486"))
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
