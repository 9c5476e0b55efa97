import MarkdownPages
import Testing

@Suite("Fences of Markdown")
struct MarkdownFenceTests {
    private func fences(_ text: String) -> [MarkdownFence] {
        var fences: [MarkdownFence] = []
        MarkdownDocument(Array(text.utf8)).visit { if let fence = $0.fence { fences.append(fence) } }
        return fences
    }

    @Test(
        "A fence knows its lines, and the marks before a line of its block",
        arguments: [
            ("```a b\nx\ny\n```", "a b", 0, [1, 2], 3, ""), ("t\n~~~a\n~~~~", "a", 1, [], 2, ""), ("```a\nx", "a", 0, [1], nil, ""),
            ("> ```a\n> x\n> ```", "a", 0, [1], 2, "> "), ("- t\n\n  ```a\n  x\n  ```", "a", 2, [3], 4, "  "),
            ("10. ```a\n    x\n    ```", "a", 0, [1], 2, "    "), ("> - ```a\n>   x\n>   ```", "a", 0, [1], 2, ">   "),
            ("```a\r\nx\r\n```\r\n", "a", 0, [1], 2, ""), ("\u{FEFF}```a\nx\n```", "a", 0, [1], 2, ""),
            ("  ```a\n  x\n  ```", "a", 0, [1], 2, ""),
        ] as [(String, String, Int, [Int], Int?, String)])
    func places(text: String, info: String, first: Int, lines: [Int], last: Int?, prefix: String) throws {
        let found = fences(text)
        #expect(found.count == 1)
        let fence = try #require(found.first)
        #expect(fence.info == info && fence.firstLine == first && fence.lines.map(\.index) == lines)
        #expect(fence.lastLine == last && fence.linePrefix == prefix)
        let bytes = Array(text.utf8)
        for line in fence.lines { #expect(bytes[line.start] == UInt8(ascii: "x") || bytes[line.start] == UInt8(ascii: "y")) }
    }

    @Test(
        "Other rows of backquotes are not fences",
        arguments: ["a ``` b\n```", "``` a ``` b", "    ```\n    x\n    ```", "``\nx\n``", "````\n```a\n```\n````"])
    func others(text: String) {
        let own = fences(text).filter { $0.info.hasPrefix("a") }
        #expect(own.isEmpty)
    }

    @Test("A fence in a quote ends with the quote")
    func endOfQuote() {
        let found = fences("> ```a\n> x\n\n```b\ny\n```")
        #expect(found.map(\.info) == ["a", "b"] && found.map(\.lastLine) == [nil, 5])
    }
}
