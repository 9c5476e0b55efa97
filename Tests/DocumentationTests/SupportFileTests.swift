import Foundation
import Testing

@Suite("Generated support files")
struct SupportFileTests {
    private static let isRecording = ProcessInfo.processInfo.environment["TALLY_RECORD"] == "1"

    @Test("The manual page, the completions and the editor grammars are up to date")
    func filesAreCurrent() throws {
        let runner = try TranscriptRunner()
        let committed = Repository.root.appending(path: "Support")
        if Self.isRecording { _ = try runner.output(of: "SupportFiles \"$(command -v tally)\" '\(committed.path)'") }
        let names = try runner.output(of: "SupportFiles \"$(command -v tally)\" made && cd made && find . -type f | sort")
        #expect(names.count == 7)
        for name in names {
            let made = try runner.output(of: "cat 'made/\(name)'")
            let kept = (try? String(contentsOf: committed.appending(path: name), encoding: .utf8)) ?? ""
            #expect(
                made == kept.components(separatedBy: "\n").trimmed, "Support/\(name) is outdated: run `make transcripts`")
        }
    }
}
