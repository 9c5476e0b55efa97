import Foundation
import Testing

@Suite("Query examples in documents are valid")
struct ExampleTests {
    @Test("Every `tally` block passes `tally check`", arguments: try Repository.documents())
    func examplesCheck(document: String) throws {
        let runner = try TranscriptRunner()
        var block: [String]?
        for (index, line) in try Repository.lines(of: document).enumerated() {
            if line == "```tally" {
                block = []
            } else if line == "```", let statements = block {
                let found = try runner.output(of: "tally --store :memory: check -", input: statements.joined(separator: "\n"))
                let errors = found.filter { $0.hasPrefix("error") }
                #expect(errors.isEmpty, "\(document):\(index + 1): \(found.joined(separator: "\n"))")
                block = nil
            } else {
                block?.append(line)
            }
        }
    }
}
