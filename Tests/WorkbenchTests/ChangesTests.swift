import CalendarIntervals
import HealthModel
import QueryDiagnostics
import SessionTesting
import StoreCommands
import TallyKit
import Testing
import Workbench

@Suite("Changes since an anchor")
struct ChangesTests {
    @Test("S10.2 Pages of any size list each change once, in order, and the anchor of the last one is that of the store")
    func pages() throws {
        let session = Session(.inMemory(in: Surroundings(at: Instant(milliseconds: 1_800_000_000_000))), named: "memory")
        run("load steps at 2025-01-01 every 1min: 1x20000", in: session)
        run("delete samples of steps where start < 2025-01-01 02:00 confirmed", in: session)
        run("load heartRate at 2025-01-01 every 1min: 60x10", in: session)
        run("load steps at 2024-12-01 every 1min: 2x30", in: session)
        // The numbers of the samples that are left, and of the deletions after them.
        let expected = Array(121...20_120) + Array(20_131...20_160)
        for limit in [1_000_000, 20_030, 20_029, 7000, 19_990] {
            var found: [Int] = []
            var anchor = 0
            repeat {
                let text = run("changes of steps since anchor \(anchor) limit \(limit) as json", in: session)
                let changes = text.matches(of: /"change":(\d+)/).compactMap { Int($0.1) }
                found += changes
                let next = try #require(text.firstMatch(of: /"anchor":(\d+)/).flatMap { Int($0.1) })
                #expect(next == (changes.count < limit || found.count == expected.count ? 20_160 : changes.last))
                if next == anchor { break }
                anchor = next
            } while anchor < 20_160
            #expect(found == expected, "limit \(limit)")
        }
    }

    @discardableResult
    private func run(_ statement: String, in session: Session) -> String {
        let output = RecordingOutput()
        #expect(session.run(SourceText(statement), output: output) == .fine, "\(statement): \(output.findings.map(\.message))")
        return output.text
    }
}
