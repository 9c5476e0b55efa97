import HouseRules
import Testing

@Suite("Only one module lays out text")
struct TextWorkTests {
    @Test("Only TerminalText measures, wraps, pads and truncates text; charts and views use font metrics")
    func declarations() throws {
        let others = try Repository.sources().filter { !["TerminalText", "TallyCharts", "SwiftUI"].contains($0.module) }
        #expect(others.flatMap(TextWork.declarations) == [])
    }

    @Test("Only TerminalText repeats spaces and writes style sequences")
    func blanksAndStyles() throws {
        let others = try Repository.sources().filter { $0.module != "TerminalText" }
        #expect(others.flatMap(TextWork.blanks) == [])
        #expect(others.flatMap(TextWork.styles) == [])
    }

    // MARK: Tests of the rules

    @Test("The rules find the functions of TerminalText, where they are allowed")
    func ownWorkIsFound() throws {
        let own = try Repository.sources().filter { $0.module == "TerminalText" }
        let found = own.flatMap(TextWork.declarations)
        for work in ["measures", "wraps", "pads", "shortens", "shows"] { #expect(found.contains { $0.contains(work) }, "\(work)") }
        #expect(own.flatMap(TextWork.blanks).count == 1)
        #expect(own.flatMap(TextWork.styles).count == 2)
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
        #expect(Self.lines(of: TextWork.declarations(in: file(planted))) == [1, 2, 5, 6, 7])
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
        #expect(Self.lines(of: TextWork.blanks(in: file(planted))) == [1, 2])
        #expect(Self.lines(of: TextWork.styles(in: file(planted))) == [4, 5])
    }

    private func file(_ text: String) -> SourceFile { SourceFile(path: "Sources/Query/QueryEngine/Planted.swift", text: text) }

    private static func lines(of findings: [String]) -> [Int] { findings.compactMap { Int($0.split(separator: ":")[1]) } }
}
