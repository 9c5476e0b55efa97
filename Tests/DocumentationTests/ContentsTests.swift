import Testing

@Suite("Lists of contents in documents")
struct ContentsTests {
    @Test("A list of contents has every heading of the second level, in order", arguments: try Repository.documents())
    func contentsAreComplete(document: String) throws {
        let lines = try Repository.lines(of: document)
        guard let start = lines.firstIndex(of: "Contents:") else { return }
        let listed = lines[(start + 1)...].drop { $0.isEmpty }.prefix { $0.hasPrefix("- ") }
        let headings = lines[start...].filter { $0.hasPrefix("## ") }.map { $0.dropFirst(3) }
        #expect(Array(listed) == headings.map { "- [\($0)](#\(Self.anchor(of: $0)))" })
    }

    /// Returns the anchor of a heading as GitHub makes it.
    private static func anchor(of heading: Substring) -> String {
        heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == " " }.map { $0 == " " ? "-" : String($0) }.joined()
    }
}
