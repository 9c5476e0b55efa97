import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import SampleStore
import SessionTesting
import StorageModel
import TallyKit
import Testing
import Workbench

/// Stores with exports of an iPhone and of Android that were filled before Tally kept the sources of Android (S15.15).
@Suite("Older stores of two phones")
struct OlderStoreTests {
    private let session: Session

    init() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Field/TwoPhones")
        let store = MemoryStore()
        session = Session(HealthStore(store, surroundings: Surroundings(at: Instant(seconds: 1_790_000_000))), named: "memory")
        _ = codes("set zone = UTC")
        for file in ["iphone.xml", "android.zip"] { _ = codes("import \"\(folder.appending(path: file).path)\"") }
        try store.setSetting("sources of android", to: nil)
    }

    private func codes(_ statement: String) -> [String] {
        let output = RecordingOutput(isInterruptible: false)
        _ = session.run(SourceText(statement), output: output)
        return output.findings.map(\.code.rawValue)
    }

    @Test(
        "S15.15 a source with a metric that only Android has is one of Android",
        arguments: ["average hrv", "samples of hrv", "describe hrv", "sum activeEnergy", "sum basalEnergy", "sum distance"])
    func said(statement: String) {
        #expect(codes(statement).contains("I486"))
    }

    @Test(
        "S15.15 nothing is said to be of the iPhone, because other sources can be of Android, too",
        arguments: ["average rmssd", "sum totalEnergyBurned", "samples of rmssd", "average hrv during 2026-03"])
    func unsaid(statement: String) {
        #expect(!codes(statement).contains("I486"))
    }

    @Test("S15 rules of Apple are named for each metric that both have, as before", arguments: ["sum totalEnergyBurned", "sum distance"])
    func rules(statement: String) {
        #expect(codes(statement).contains("I469"))
    }
}
