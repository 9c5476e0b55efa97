import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import Scripts
import SessionTesting
import StoreCommands
import TallyKit
import Testing
import Workbench

/// Scripts that run others have limits, so that text of somebody else ends.
@Suite("Chains of scripts")
struct ScriptChainTests {
    /// Writes scripts 0 to `count`, of which each runs the next one `times` times, and the last one has `end`. Returns the errors of the first.
    private static func errors(of count: Int, times: Int, end: String) throws -> [Diagnostic] {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        for number in 0..<count {
            let text = String(repeating: "run \"\(number + 1).tally\"\n", count: times)
            try text.write(to: folder.appending(path: "\(number).tally"), atomically: false, encoding: .utf8)
        }
        try end.write(to: folder.appending(path: "\(count).tally"), atomically: false, encoding: .utf8)
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 1_767_225_600))), named: "memory")
        let script = try ParsedScript(at: folder.appending(path: "0.tally").path)
        #expect(!script.writes)
        let errors = session.findings(in: script, limit: ShownErrors.forPrograms).filter(\.isError).map(\.diagnostic)
        let output = RecordingOutput()
        #expect(session.run(script, output: output) == (errors.isEmpty ? .fine : .wrong))
        return errors
    }

    @Test("A chain has at most 32 scripts", arguments: [(31, true), (32, false), (300, false)])
    func long(count: Int, isFine: Bool) throws {
        let errors = try Self.errors(of: count, times: 1, end: "let a = 1\n")
        #expect(errors.isEmpty == isFine, "\(errors.map(\.message))")
        #expect(isFine || errors.first?.message.contains("a chain has at most 32") == true)
    }

    @Test("A script runs at most 1,000 others, counting those that they run")
    func doubling() throws {
        #expect(try Self.errors(of: 8, times: 2, end: "let a = 1\n") == [])
        let errors = try Self.errors(of: 25, times: 2, end: "let a = 1\n")
        #expect(errors.contains { $0.message.contains("more than 1000 scripts") }, "\(errors.map(\.message))")
    }

    @Test("An error at the end of a long chain is found once at each level")
    func deepError() throws {
        let errors = try Self.errors(of: 24, times: 1, end: "sum stepz\n")
        #expect(errors.count == 1 && errors.first?.message.contains("24.tally:1:5") == true, "\(errors.map(\.message))")
    }
}
