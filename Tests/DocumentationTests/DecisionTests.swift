import Foundation
import Testing

@Suite("Decisions")
struct DecisionTests {
    private static let folder = "Documentation/Design/Decisions"

    @Test("Each decision has a number, a status and at most 200 words, and the index lists it", arguments: try decisions())
    func form(file: String) throws {
        let lines = try Repository.lines(of: "\(Self.folder)/\(file)")
        let number = file.prefix(4)
        #expect(lines.first?.hasPrefix("# \(number) ") == true, "the title starts with \(number)")
        let status = lines.first { $0.hasPrefix("Status: ") } ?? ""
        #expect(status.wholeMatch(of: /Status: (accepted, \d{4}-\d{2}|superseded by \d{4})/) != nil, "\(status)")
        let words = lines.joined(separator: " ").split(separator: " ").count
        #expect(words <= 200, "\(words) words")
        let index = try Repository.lines(of: "\(Self.folder)/README.md")
        #expect(index.contains { $0.contains("(\(file))") }, "the index lists \(file)")
    }

    @Test("Numbers are unique and without gaps")
    func numbers() throws {
        let numbers = try Self.decisions().compactMap { Int($0.prefix(4)) }
        #expect(numbers.count > 30)
        #expect(numbers == Array(1...numbers.count))
    }

    /// The heads of files cite decisions: `Decisions 0065 (blocks on threads), 0079 (parts of blocks).`
    @Test("Decisions that comments cite exist and are not superseded")
    func citations() throws {
        var count = 0
        let decisions = try Self.decisions()
        for file in try FileManager.default.subpathsOfDirectory(atPath: Repository.root.appending(path: "Sources").path)
        where file.hasSuffix(".swift") {
            // A search for a word is much faster than the expression, which few lines need.
            let lines = try Repository.lines(of: "Sources/\(file)").filter { $0.contains("ecision") }
            for line in lines where line.contains(/\/\/.*\b[Dd]ecisions? \d{4}\b/) {
                for citation in line.matches(of: /\b\d{4}\b/) {
                    count += 1
                    let decision = decisions.first { $0.hasPrefix(citation.output) }
                    let status = try decision.map { try Repository.lines(of: "\(Self.folder)/\($0)") }?.first { $0.hasPrefix("Status: ") }
                    #expect(status?.hasPrefix("Status: accepted") == true, "\(file) cites \(citation.output)")
                }
            }
        }
        #expect(count > 30)
    }

    private static func decisions() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Repository.root.appending(path: folder).path)
            .filter { $0.hasSuffix(".md") && $0 != "README.md" }.sorted()
    }
}
