import Foundation
import Testing

/// A picture after the command that draws it: `<!-- drawn by: tally … -->`, then a line with `![alt text](FILE.svg)`.
@Suite("Pictures in documents are up to date")
struct PictureTests {
    private static let isRecording = ProcessInfo.processInfo.environment["TALLY_RECORD"] == "1"

    @Test("A picture matches the output of its command", arguments: try Repository.documents())
    func picturesAreDrawn(document: String) throws {
        let folder = Repository.root.appending(path: document).deletingLastPathComponent()
        let lines = try Repository.lines(of: document)
        for (index, line) in lines.enumerated() {
            guard let command = line.wholeMatch(of: /<!-- drawn by: (tally .*) -->/)?.1 else { continue }
            let below = index + 1 < lines.count ? lines[index + 1] : ""
            let path = try #require(below.firstMatch(of: /!\[.+\]\((.+\.svg)\)/)?.1, "\(document):\(index + 2): no picture")
            let file = folder.appending(path: String(path))
            let drawn = try TranscriptRunner().output(of: String(command)).joined(separator: "\n") + "\n"
            #expect(drawn.hasPrefix("<svg"), "\(document):\(index + 1): \(drawn.prefix(200))")
            if Self.isRecording { try Data(drawn.utf8).write(to: file) }
            let kept = try String(contentsOf: file, encoding: .utf8)
            #expect(kept == drawn, "\(document):\(index + 1): run `make transcripts` to draw \(path) again")
        }
    }
}
