/// The types that a file declares and uses, found by the words in its code. This is enough to find dependencies between folders.
struct TypeUses {
    /// The top-level types, which other files can use.
    let declared: Set<String>
    /// All types that the file declares, including nested types.
    let own: Set<String>
    /// The words that do not follow a dot, each with its first line.
    let used: [String: SwiftFile.Line]

    init(of file: SwiftFile) {
        var declared: Set<String> = []
        var own: Set<String> = []
        var used: [String: SwiftFile.Line] = [:]
        for (line, depth) in file.linesWithDepth {
            if let (name, isPrivate) = Self.declaration(in: line) {
                own.insert(name)
                if depth == 0, !isPrivate { declared.insert(name) }
            }
            for word in line.words where used[String(word)] == nil && Self.isFree(word, in: line.code) { used[String(word)] = line }
        }
        (self.declared, self.own, self.used) = (declared, own, used)
    }

    /// Returns true if the word in `code` does not follow a dot.
    private static func isFree(_ word: Substring, in code: String) -> Bool {
        word.startIndex == code.startIndex || code[code.index(before: word.startIndex)] != "."
    }

    private static func declaration(in line: SwiftFile.Line) -> (name: String, isPrivate: Bool)? {
        guard let place = line.words.firstIndex(where: kinds.contains), place + 1 < line.words.count else { return nil }
        let modifiers = line.words[..<place]
        let name = line.words[place + 1]
        guard modifiers.allSatisfy(SwiftFile.modifiers.contains), name.first?.isUppercase == true else { return nil }
        return (String(name), modifiers.contains("private") || modifiers.contains("fileprivate"))
    }

    private static let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
}
