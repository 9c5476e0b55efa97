import LineHelp
import RandomTesting
import TallyShell
import Testing
import Workbench

@Suite("The statement on the screen")
struct LineScreenTests {
    private let prompts = LineLayout.Prompts(first: "tally> ", continuation: "  ...> ")

    private func layout(_ text: String, cursor: Int? = nil, columns: Int, spans: [HighlightSpan] = []) -> LineLayout {
        LineLayout(
            text: text, cursorOffset: cursor ?? text.utf8.count, prompts: prompts, spans: spans, columns: columns, usesColor: !spans.isEmpty
        )
    }

    private func drawn(_ text: String, cursor: Int? = nil, columns: Int, rows: Int = 6, footer: [String] = []) -> CellGrid {
        var grid = CellGrid(columns: columns, rows: rows)
        var screen = LineScreen()
        grid.feed(screen.redraw(layout(text, cursor: cursor, columns: columns), footer: footer, rows: rows))
        return grid
    }

    @Test("The second line follows the continuation prompt")
    func continuation() {
        let grid = drawn("sum steps,\nmax heartRate", columns: 40)
        #expect(grid.text == ["tally> sum steps,", "  ...> max heartRate", "", "", "", ""])
        #expect(grid.cursor == (1, 20))
    }

    @Test("After a line that fills its row, the cursor is on the next row")
    func fullRow() {
        let grid = drawn("abc", columns: 10)
        #expect(grid.text == ["tally> abc", "", "", "", "", ""])
        #expect(grid.cursor == (1, 0))
    }

    @Test("A wide character that does not fit moves to the next row")
    func wideCharacters() {
        let grid = drawn("ab日本", columns: 10)
        #expect(grid.text == ["tally> ab", "日本", "", "", "", ""])
        #expect(grid.cursor == (1, 4))
    }

    @Test(
        "Control characters are visible and have their width",
        arguments: [("a\u{1B}b", "tally> a^[b"), ("\tx", "tally>     x"), ("\u{202E}", "tally> \u{FFFD}")])
    func controls(text: String, row: String) {
        let grid = drawn(text, columns: 40)
        #expect(grid.text[0] == row)
    }

    @Test("A statement that is taller than the screen shows the rows up to the cursor")
    func tallStatement() {
        let text = (1...9).map { "line\($0)," }.joined(separator: "\n")
        let bottom = drawn(text, columns: 40, rows: 4)
        #expect(bottom.text == (6...9).map { "  ...> line\($0)," })
        let top = drawn(text, cursor: 0, columns: 40, rows: 4)
        #expect(top.text == ["tally> line1,"] + (2...4).map { "  ...> line\($0)," })
        #expect(top.cursor == (0, 7))
    }

    @Test("The next redraw removes the footer")
    func footer() {
        var grid = CellGrid(columns: 40, rows: 4)
        var screen = LineScreen()
        grid.feed(screen.redraw(layout("s", columns: 40), footer: ["steps", "sum"], rows: 4))
        #expect(grid.text == ["tally> s", "steps", "sum", ""])
        #expect(grid.cursor == (0, 8))
        grid.feed(screen.redraw(layout("su", columns: 40), rows: 4))
        #expect(grid.text == ["tally> su", "", "", ""])
    }

    @Test("Leaving a statement moves the cursor below its last row")
    func leaving() {
        var grid = CellGrid(columns: 40, rows: 5)
        var screen = LineScreen()
        grid.feed(screen.redraw(layout("a,\nb,\nc", cursor: 0, columns: 40), rows: 5))
        grid.feed(screen.leave())
        #expect(grid.cursor == (3, 0))
    }

    @Test("Styles end with their span and at the end of a row")
    func styles() {
        let rows = layout("sum steps", columns: 12, spans: [HighlightSpan(4..<9, .metric)]).rows.map(\.text)
        #expect(rows == ["\u{1B}[1mtally> \u{1B}[0msum \u{1B}[36ms\u{1B}[0m", "\u{1B}[36mteps\u{1B}[0m"])
    }

    @Test("A hint is dim, has one line, and ends before the last cell of the row")
    func hints() {
        func row(_ hint: String, columns: Int = 40, cursor: Int = 3, usesColor: Bool = true) -> String {
            LineLayout(
                text: "sum", cursorOffset: cursor, prompts: prompts, hint: hint, columns: columns, usesColor: usesColor
            ).rows[0].text
        }
        #expect(row(" steps").hasSuffix("sum\u{1B}[2m steps\u{1B}[0m"))
        #expect(row(" steps\nby day").hasSuffix("sum\u{1B}[2m steps …\u{1B}[0m"))
        #expect(row(" steps by day", columns: 20).hasSuffix("sum\u{1B}[2m steps b…\u{1B}[0m"))
        #expect(row(" steps", cursor: 2).hasSuffix("sum"))
        #expect(row(" steps", usesColor: false) == "tally> sum")
    }

    @Test("Text that a prompt marks as invisible goes to the terminal unchanged")
    func rawPrompt() {
        let prompts = LineLayout.Prompts(first: "\u{1}\u{1B}[5 q\u{2}(ins)", continuation: "")
        let layout = LineLayout(text: "a", cursorOffset: 1, prompts: prompts, columns: 40)
        #expect(layout.rows[0].text == "\u{1B}[5 q(ins)a")
        #expect(layout.cursor.column == 6)
    }

    @Test("Redrawing over an earlier statement looks like drawing on an empty screen", arguments: [1, 2, 3])
    func redrawLeavesNothingBehind(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<300 {
            let (columns, rows) = (Int.random(in: 9...30, using: &random), Int.random(in: 1...6, using: &random))
            var (grid, screen) = (CellGrid(columns: columns, rows: rows), LineScreen())
            for _ in 0..<4 {
                let text = randomStatement(&random)
                let cursor = text.utf8.indices.randomElement(using: &random).map { text.utf8.distance(from: text.startIndex, to: $0) } ?? 0
                let layout = layout(text, cursor: cursor, columns: columns)
                grid.feed(screen.redraw(layout, rows: rows))
                var (fresh, freshScreen) = (CellGrid(columns: columns, rows: rows), LineScreen())
                fresh.feed(freshScreen.redraw(layout, rows: rows))
                // The statement may be lower than on an empty screen, below rows that have scrolled.
                let shift = grid.cursor.row - fresh.cursor.row
                let visible = Array(grid.text[shift...])
                #expect(visible == Array(fresh.text.dropLast(shift)), "seed \(seed): \(text.debugDescription)")
                #expect(grid.cursor.column == fresh.cursor.column, "seed \(seed): \(text.debugDescription)")
            }
        }
    }

    private func randomStatement(_ random: inout SplitMix64) -> String {
        let pieces = ["a", "b", " ", "\n", "日", "é", "e\u{301}", "\u{7}", "sum ", "steps"]
        return (0..<Int.random(in: 0...25, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }
}
