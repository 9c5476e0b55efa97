import Testing

@Suite("Text is laid out in one place")
struct TextWorkTests {
    /// What functions that do such work are called, by the words of their names: `paddedToTwo`, `isVisible`.
    private static let work: [(does: String, words: Set<String>)] = [
        ("wraps", ["wrap", "wraps", "wrapped", "wrapping"]), ("pads", ["pad", "pads", "padded", "padding"]),
        ("shortens", ["truncate", "truncates", "truncated", "clipped", "shortened", "fitted", "ellipsis"]),
        ("shows", ["visible", "control", "controls"]),
    ]
    /// What functions that measure are called, where their result is a number.
    private static let measures: Set<String> = ["width", "cells"]
    private static let numbers: Set<Substring> = ["Int", "Double"]
    /// What such a function takes.
    private static let texts: Set<Substring> = ["String", "Substring", "StringProtocol", "Character", "Scalar"]

    @Test("Only TerminalText measures, wraps, pads, cuts and shows text; charts do so by the metrics of fonts")
    func declarations() throws {
        let others = try Repository.sources().filter { !["TerminalText", "TallyCharts"].contains($0.module) }
        #expect(others.flatMap(Self.declarations) == [])
    }

    @Test("Only TerminalText repeats blanks, and writes the sequences that select a style")
    func blanksAndStyles() throws {
        let others = try Repository.sources().filter { $0.module != "TerminalText" }
        #expect(others.flatMap(Self.blanks) == [])
        #expect(others.flatMap(Self.styles) == [])
    }

    // MARK: The rules themselves

    @Test("They find TerminalText's own work, which is right there")
    func ownWorkIsFound() throws {
        let own = try Repository.sources().filter { $0.module == "TerminalText" }
        let found = own.flatMap(Self.declarations)
        for work in ["measures", "wraps", "pads", "shortens", "shows"] { #expect(found.contains { $0.contains(work) }, "\(work)") }
        #expect(own.flatMap(Self.blanks).count == 1)
        #expect(own.flatMap(Self.styles).count == 2)
    }

    @Test("A function that does such work is found by its name and by what it takes, and nothing else is")
    func declarationsAreFound() {
        let planted = """
            func wrapped(_ text: String) -> [String] {
            private static func paddedToTwo(
                _ text: some StringProtocol
            ) -> String {
            extension String { var truncatedName: String { self } }
            func isVisible(_ scalar: Unicode.Scalar) -> Bool {
            func cells(of text: Substring) -> Int {
            func wrapped(_ index: Int, _ count: Int) -> Int {
            let padding = width - text.count
            var wrapped = "text"
            func invisible(_ text: String) -> Bool {
            func cells(of row: Int) -> [String] {
            // func padded(_ text: String) -> String {
            endRow(wrapped: true)
            """
        #expect(Self.lines(of: Self.declarations(in: file(planted))) == [1, 2, 5, 6, 7])
    }

    @Test("Blanks and styles that are made by hand are found")
    func textsAreFound() {
        let planted = #"""
            let a = String(repeating: " ", count: 3)
            let b = String(repeating: "    ", count: depth)
            let c = String(repeating: "─", count: 3)
            let d = "\u{1B}[1;31m\(text)"
            let e = "\u{1B}[\(style)m\(text)"
            let f = "\u{1B}[K\r\n" + "\u{1B}[\(rows)A" + name
            """#
        #expect(Self.lines(of: Self.blanks(in: file(planted))) == [1, 2])
        #expect(Self.lines(of: Self.styles(in: file(planted))) == [4, 5])
    }

    private func file(_ text: String) -> SwiftFile { SwiftFile(path: "Sources/Query/QueryEngine/Planted.swift", text: text) }

    private static func lines(of findings: [String]) -> [Int] { findings.compactMap { Int($0.split(separator: ":")[1]) } }

    private static func declarations(in file: SwiftFile) -> [String] {
        file.lines.indices.compactMap { place in
            let line = file.lines[place]
            guard let index = line.words.firstIndex(where: { $0 == "func" || $0 == "var" }), index + 1 < line.words.count else {
                return nil
            }
            // Up to the body; a variable without one on its line is stored.
            var declaration = String(line.code[line.words[index].endIndex...])
            if line.words[index] == "func" { declaration += file.lines[(place + 1)...].prefix(7).map { " " + $0.code }.joined() }
            guard let body = declaration.firstIndex(of: "{"), line.words[index] == "func" || !declaration[..<body].contains("=") else {
                return nil
            }
            let parts = declaration[..<body].split(separator: "->", maxSplits: 1).map { $0.split { !$0.isLetter && !$0.isNumber } }
            guard let taken = parts.first, !texts.isDisjoint(with: taken) else { return nil }
            let words = words(of: line.words[index + 1])
            var found = work.first { !$0.words.isDisjoint(with: words) }?.does
            if parts.count > 1, !numbers.isDisjoint(with: parts[1]), !measures.isDisjoint(with: words) { found = "measures" }
            return found.map { file.finding("\(line.words[index + 1]) \($0) text: use ScreenText", at: line) }
        }
    }

    /// The words of a name in camel case, in lower case.
    private static func words(of name: Substring) -> [String] {
        name.reduce(into: [""]) { words, letter in
            if letter.isUppercase { words.append("") }
            words[words.count - 1] += letter.lowercased()
        }
    }

    private static func blanks(in file: SwiftFile) -> [String] {
        file.lines.filter { $0.words.contains("repeating") && $0.text.contains(/repeating: " +"/) }.map {
            file.finding("blanks by hand: use ScreenText.padded", at: $0)
        }
    }

    private static func styles(in file: SwiftFile) -> [String] {
        let escape = UInt8(ascii: "\\")
        return file.lines.filter { $0.text.utf8.contains(escape) && $0.text.contains(/\\u\{1B\}\[(?:[0-9;]|\\\([^)]*\))*m/) }
            .map { file.finding("a style by hand: use ScreenText.styled or TextStyle", at: $0) }
    }
}
