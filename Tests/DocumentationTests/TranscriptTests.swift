import Foundation
import Testing

@Suite("Documents are up to date")
struct TranscriptTests {
    /// With `TALLY_RECORD=1`, updates the documents with the program's output. Review the changes before you commit them.
    private static let isRecording = ProcessInfo.processInfo.environment["TALLY_RECORD"] == "1"

    @Test("Transcripts match the program's output", arguments: try Repository.documents())
    func transcriptsRun(document: String) throws {
        let lines = try Repository.lines(of: document)
        var recorded = lines
        // Goes from the last to the first, so that recording does not move lines that are processed later.
        for transcript in Transcript.all(in: lines).reversed() {
            let runner = try TranscriptRunner()
            #expect(!transcript.steps.isEmpty, "\(document): a runnable block without a command")
            let outputs = try transcript.steps.map { try runner.output(of: $0.command) }
            for (step, printed) in zip(transcript.steps, outputs).reversed() {
                #expect(step.command.hasPrefix("tally "), "\(document):\(step.line + 1): only tally is run")
                let shown = Array(lines[step.output]).trimmed
                if Self.isRecording {
                    recorded.replaceSubrange(step.output, with: printed + (step.line == transcript.steps.last?.line ? [] : [""]))
                } else {
                    #expect(printed.joined(separator: "\n") == shown.joined(separator: "\n"), "\(document):\(step.line + 1)")
                }
            }
        }
        if recorded != lines { try Repository.write(recorded, to: document) }
    }

    @Test("The README starts with a transcript")
    func readmeHasTranscript() throws {
        let transcripts = Transcript.all(in: try Repository.lines(of: "README.md"))
        #expect(!transcripts.isEmpty)
    }

    @Test("Links between documents point to existing files", arguments: try Repository.documents())
    func linksLead(document: String) throws {
        let folder = Repository.root.appending(path: document).deletingLastPathComponent()
        for (index, line) in try Repository.lines(of: document).enumerated() {
            for match in line.matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
                let exists = FileManager.default.fileExists(atPath: folder.appending(path: String(match.1)).path)
                #expect(exists, "\(document):\(index + 1): there is no \(match.1)")
            }
        }
    }
}
