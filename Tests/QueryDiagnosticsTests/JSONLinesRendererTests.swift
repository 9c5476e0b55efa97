import QueryDiagnostics
import Testing

@Suite("Diagnostics as JSON")
struct JSONLinesRendererTests {
    @Test("An object has the documented keys in order, on one line")
    func shape() {
        let diagnostic = Diagnostic(
            .missingPipe, "a \"pipe\"", at: SourceRange(2, 4), help: "x\ty", fix: [.init(SourceRange(at: 2), "| ")])
        let text = JSONLinesRenderer.render(diagnostic, in: SourceText("é ab\n", file: "a\\b.tally"))
        #expect(
            text
                == #"{"code":"E152","severity":"error","message":"a \"pipe\"","file":"a\\b.tally","line":1,"column":2,"endLine":1,"endColumn":4,"#
                + #""help":"x\ty","fix":[{"line":1,"column":2,"endLine":1,"endColumn":2,"replacement":"| "}],"fixKeepsQuestion":true}"#
                + "\n")
    }

    @Test("fixKeepsQuestion is false if the fix changes the meaning")
    func question() {
        let fix = Diagnostic.Fix(SourceRange(0, 3), "average", keepsQuestion: false)
        let text = JSONLinesRenderer.render(Diagnostic(.sumOfDiscrete, "no", at: SourceRange(0, 3), fix: fix), in: SourceText("sum"))
        #expect(text.hasSuffix(#""replacement":"average"}],"fixKeepsQuestion":false}"# + "\n"))
    }

    @Test("Missing help and fix are null, and control characters are escaped")
    func nulls() {
        let text = JSONLinesRenderer.render(Diagnostic(.driftingGrid, "\u{0}\u{1B}\r\n", at: SourceRange(0, 0)), in: SourceText(""))
        #expect(text.contains(#""message":"\u0000\u001b\r\n""#))
        #expect(text.hasSuffix(#""help":null,"fix":null,"fixKeepsQuestion":null}"# + "\n"))
        #expect(text.contains(#""severity":"warning""#))
    }
}
