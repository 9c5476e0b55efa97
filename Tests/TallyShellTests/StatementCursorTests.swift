import TallyShell
import Testing

@Suite("Moving between the lines of a statement")
struct StatementCursorTests {
    private let text = "sum é,\nmax heartRate\nb"

    @Test("The cursor can't move above the first line or below the last")
    func ends() {
        #expect(StatementCursor.above(3, in: text) == nil)
        #expect(StatementCursor.below(text.utf8.count, in: text) == nil)
        #expect(StatementCursor.above(0, in: "") == nil)
    }

    @Test("The column counts characters, not bytes")
    func column() {
        // The first five characters of the first line have six bytes.
        let below = StatementCursor.below(6, in: text)
        #expect(below == 8 + 5)
        let above = StatementCursor.above(8 + 5, in: text)
        #expect(above == 6)
    }

    @Test("On a shorter line, the cursor moves to the end")
    func shorterLine() {
        let below = StatementCursor.below(8 + 10, in: text)
        #expect(below == text.utf8.count)
    }
}
