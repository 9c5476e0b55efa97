import Foundation
import QueryVocabulary
import Testing
import Workbench

@Suite("Charts of partial buckets")
struct PartialPictureTests {
    /// 2025-06-11T12:00:00Z, a Wednesday.
    private static let now = Date(timeIntervalSince1970: 1_749_643_200)

    /// Returns the tooltips that mark a value as partial.
    private func partialValues(_ query: String) throws -> [Substring] {
        let session = try ScriptedSession(store: .memory, zone: "UTC", now: Self.now)
        _ = try session.answer("load steps at 2025-06-01 every 1h: 100x252")
        let path = FileManager.default.temporaryDirectory.appending(path: "tally-\(UUID().uuidString).svg").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try session.answer("\(query) to \"\(path)\"")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        // The description names the partial values, too.
        let marks = text.split(separator: "\n").filter { !$0.hasPrefix("<desc") }
        return marks.filter { $0.contains("(so far)") || $0.contains("(partial)") }
    }

    @Test("S9.1: days of an earlier period are not partial next to a partial day")
    func comparison() throws {
        let values = try partialValues("sum steps by day last 2 days | compare to previous week as bars")
        #expect(values.count == 1)
        #expect(values.allSatisfy { !$0.contains("previous") })
        #expect(try partialValues("sum steps by day last 2 days | compare to previous week | where sum > 2000 as bars").isEmpty)
    }

    @Test("S9.3: a typical day is not partial, although today is")
    func typical() throws {
        let values = try partialValues("progress steps as bars")
        #expect(!values.isEmpty)
        #expect(values.allSatisfy { !$0.contains("typical") })
    }
}
