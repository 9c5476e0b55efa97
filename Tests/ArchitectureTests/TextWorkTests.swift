import Testing

@Suite("Only one module lays out text")
struct TextWorkTests {
    /// Words in the names of functions that lay out text, as in `paddedToTwo` and `isVisible`.
    private static let work: [(does: String, words: Set<String>)] = [
        ("wraps", ["wrap", "wraps", "wrapped", "wrapping"]), ("pads", ["pad", "pads", "padded", "padding"]),
        ("shortens", ["truncate", "truncates", "truncated", "clipped", "shortened", "fitted", "ellipsis"]),
        ("shows", ["visible", "control", "controls"]),
    ]
    /// Words in the names of functions that measure text, if their result is a number.
    private static let measures: Set<String> = ["width", "cells"]
    private static let numbers: Set<Substring> = ["Int", "Double"]
    /// The parameter types of such functions.
    private static let texts: Set<Substring> = ["String", "Substring", "StringProtocol", "Character", "Scalar"]

    @Test("Only TerminalText measures, wraps, pads and truncates text; charts use font metrics")
    func declarations() throws {
        let others = try Repository.sources().filter { !["TerminalText", "TallyCharts"].contains($0.module) }
        #expect(others.flatMap(Self.declarations) == [])
    }

    @Test("Only TerminalText repeats spaces and writes style sequences")
    func blanksAndStyles() throws {
        let others = try Repository.sources().filter { $0.module != "TerminalText" }
        #expect(others.flatMap(Self.blanks) == [])
        #expect(others.flatMap(Self.styles) == [])
    }

    // MARK: Tests of the rules

    @Test("The rules find the functions of TerminalText, where they are allowed")
    func ownWorkIsFound() throws {
        let own = try Repository.sources().filter { $0.module == "TerminalText" }
        let found = own.flatMap(Self.declarations)
        for work in ["measures", "wraps", "pads", "shortens", "shows"] { #expect(found.contains { $0.contains(work) }, "\(work)") }
        #expect(own.flatMap(Self.blanks).count == 1)
        #expect(own.flatMap(Self.styles).count == 2)
    }

    @Test("Finds layout functions by their name and parameters, but no other functions")
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

    @Test("Finds repeated spaces and style sequences")
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
            // Reads up to the body. A variable without a body on its line is stored.
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

    /// Splits a camel-case name into lowercase words.
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
