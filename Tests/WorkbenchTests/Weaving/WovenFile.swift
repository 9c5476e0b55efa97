import CalendarIntervals
import Foundation
import QueryDiagnostics
import QueryVocabulary
import Scripts
import SessionTesting
import StoreCommands
import TallyKit
import Testing
import Workbench

/// A Markdown file that is woven on three days of steps: 100, 200 and 300 on 1, 2 and 3 January 2025.
struct WovenFile {
    let outcome: Outcome
    /// The woven file; empty if nothing was written.
    let text: String
    let findings: [String]
    let notes: [String]

    init(_ markdown: String, as format: OutputFormat = .markdown, file: String = "week.md", answer: Bool? = nil) throws {
        let output = RecordingOutput(answer: answer)
        let session = try Self.session()
        let source = SourceText(bytes: Array(markdown.utf8), file: file)
        outcome = try session.weave(WovenText(source), to: WeaveTarget(printing: format), output: output)
        text = output.text
        notes = output.notes
        findings = output.findings.map { finding in
            let position = source.position(at: finding.range.start)
            return "\(position.line):\(position.column) \(finding.code.rawValue)"
        }
    }

    static func session() throws -> Session {
        var settings = SessionSettings()
        settings.queries.namedZone = Zone.named("UTC")
        settings.queries.moment = Instant(seconds: 1_736_510_400)
        let session = Session(.inMemory(in: Surroundings(at: Instant(seconds: 0))), named: "test", settings: settings)
        let steps = SourceText("load steps from \"Watch\" at 2025-01-01 every 1d: 100 200 300")
        try #require(session.run(steps, output: RecordingOutput()) == .fine)
        return session
    }

    /// Returns a block, and its answer of one paragraph, as they are in a file.
    static func block(_ code: String, answer: String? = nil, fence: String = "```tally") -> String {
        let block = "\(fence)\n\(code)\n\(fence.prefix { $0 == fence.first })\n"
        return answer.map { block + "\n<!-- tally: answer -->\n\n\($0)\n\n<!-- /tally -->\n" } ?? block
    }
}
