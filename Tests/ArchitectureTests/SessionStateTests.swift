import Testing

@Suite("Session state")
struct SessionStateTests {
    @Test("A session has at most ten stored properties")
    func sessionIsSmall() throws {
        let declarations = try Repository.sources().compactMap { file in
            file.linesWithDepth.firstIndex { $0.depth == 0 && $0.line.declares("Session") }.map { (file, $0) }
        }
        try #require(declarations.count == 1, "which type is the session?")
        let (file, start) = declarations[0]
        let body = Array(file.linesWithDepth[(start + 1)...].prefix { $0.depth > 0 })
        let stored = body.indices.filter { body[$0].depth == 1 }.flatMap { place in
            let next = place + 1 < body.count ? body[place + 1].line : body[place].line
            return body[place].line.storedProperties(before: next)
        }
        // If the scan found no properties, the rule would hold for any code.
        #expect(stored.contains("settings") && stored.contains("names"))
        #expect(stored.count <= 10, "\(file.finding(stored.joined(separator: ", "), at: file.linesWithDepth[start].line))")
    }
}

extension SwiftFile.Line {
    fileprivate func declares(_ type: Substring) -> Bool {
        zip(words, words.dropFirst()).contains { ["class", "struct", "actor"].contains($0) && $1 == type }
    }

    /// Returns the names of the stored properties in a line. `next` is the line after it.
    fileprivate func storedProperties(before next: Self) -> [String] {
        guard let place = words.firstIndex(where: { $0 == "var" || $0 == "let" }), words[..<place].allSatisfy(SwiftFile.modifiers.contains)
        else { return [] }
        let declaration = code.prefix { $0 != "=" }
        let isObserved = [words, next.words].joined().contains { $0 == "didSet" || $0 == "willSet" }
        guard isObserved || !declaration.contains("{") else { return [] }
        let list = code[words[place].endIndex...].prefix { $0 != ":" && $0 != "=" && $0 != "{" }
        return list.split(separator: ",").map { $0.filter { $0 != " " } }
    }
}
