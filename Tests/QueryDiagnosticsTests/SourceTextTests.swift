import QueryDiagnostics
import Testing

@Suite("Source text")
struct SourceTextTests {
    @Test("Lines end with LF, CR LF or CR")
    func lineEndings() {
        let source = SourceText("a\nb\r\nc\rd")
        #expect(source.lineStarts == [0, 2, 5, 7])
        #expect((0..<4).map { source[source.lineRange($0)] } == ["a", "b", "c", "d"])
    }

    @Test("Columns count user-perceived characters")
    func columns() {
        let source = SourceText("é👨‍👩‍👧x\nz")
        let x = "é👨‍👩‍👧".utf8.count
        #expect(source.position(at: x) == SourcePosition(line: 1, column: 3))
        #expect(source.position(at: source.bytes.count) == SourcePosition(line: 2, column: 2))
    }

    @Test("Offsets after the text are clamped to its end")
    func clamping() {
        let source = SourceText("ab")
        #expect(source.position(at: 99) == SourcePosition(line: 1, column: 3))
        #expect(source[SourceRange(1, 99)] == "b")
    }

    @Test("Invalid UTF-8 reads as replacement characters")
    func invalidBytes() {
        let source = SourceText(bytes: [0x61, 0xFF, 0x62])
        #expect(source[source.fullRange] == "a\u{FFFD}b")
        #expect(source.position(at: 2) == SourcePosition(line: 1, column: 3))
    }

    @Test("Edits are applied in order")
    func edits() {
        let edits: [Diagnostic.Edit] = [.init(SourceRange(0, 1), "xy"), .init(SourceRange(at: 2), "-"), .init(SourceRange(3, 4), "")]
        let text = edits.applied(to: SourceText("abcd"))
        #expect(text == "xyb-c")
    }
}
