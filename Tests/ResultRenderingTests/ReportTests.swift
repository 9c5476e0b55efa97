import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary
import ResultRendering
import TallyCharts
import Testing

@Suite("Reports")
struct ReportTests {
    /// A list with texts that look like markup.
    private static func list(_ name: String = "a|b <script> & `c`") -> ResultTable {
        var table = ResultTable(kind: .list, header: ResultHeader(query: "", zone: .utc), rowCount: 1)
        table.keys = [KeyColumn(name: "name", values: [.text(name)])]
        table.columns = [ValueColumn(ColumnInfo(name: "amount", metric: "", aggregate: "", unit: "kg", isAdditive: false), values: [5])]
        return table
    }

    private static func report(_ form: ReportForm, _ fill: (inout any ReportDocument) -> Void) -> String {
        var document = form.document
        fill(&document)
        return document.text(title: "My *week*", lines: ["made now"])
    }

    @Test("The extension of a file chooses the form")
    func extensions() {
        #expect(ReportForm(path: "a/week.html") == .html && ReportForm(path: "WEEK.HTM") == .html)
        #expect(ReportForm(path: "week.md") == .markdown && ReportForm(path: "week.markdown") == .markdown)
        for path in ["week", "week.pdf", "html", ".md.txt", ""] { #expect(ReportForm(path: path) == nil, "\(path)") }
    }

    @Test("Markdown has headings, paragraphs and quotations, and no text is read as markup")
    func markdown() {
        let text = Self.report(.markdown) {
            $0.add(section: "<b>Sleep</b>")
            $0.add(paragraph: "# not a heading")
            $0.add(paragraph: "1. not a list")
            $0.add(paragraph: "- not a list")
            $0.add(remark: ["few days", "help: write `x`"], label: "info I413")
        }
        #expect(
            text == """
                # My \\*week\\*

                made now

                ## &lt;b>Sleep&lt;/b>

                \\# not a heading

                1\\. not a list

                \\- not a list

                > **info I413** few days\u{20}\u{20}
                > help: write \\`x\\`

                """)
    }

    @Test(
        "An address in the data is code, because readers of Markdown make links of addresses",
        arguments: [
            ("see http://evil.example/x now", "see `http://evil.example/x` now"), ("WWW.evil.example", "`WWW.evil.example`"),
            ("me@evil.example", "`me@evil.example`"), ("xmpp:a", "`xmpp:a`"), ("a|http://b", "a\\|`http://b`"),
            ("`http://b`", "\\``http://b`\\`"), ("http://<b>&c", "`http://<b>&c`"),
            // These are not addresses.
            ("a @ b.c", "a @ b.c"), ("12:30", "12:30"), ("me@home", "me@home"), ("v1.2", "v1.2"),
            // Marks of some readers: struck text, fences and formulas.
            ("~~~ a", "\\~\\~~ a"), ("~~x~~", "\\~\\~x\\~~"), ("$x$", "\\$x$"), ("5 ~ 6", "5 ~ 6"),
        ])
    func addresses(text: String, expected: String) {
        #expect(Self.report(.markdown) { $0.add(paragraph: text) }.hasSuffix("\n\(expected)\n"))
    }

    @Test("The fence of printed text is longer than the fences in it, and control characters are visible")
    func fence() {
        let text = Self.report(.markdown) { $0.add(printed: "\n````\nname \u{1B}[1m\n\n") }
        #expect(text.hasSuffix("\n`````text\n````\nname ␛[1m\n`````\n"))
    }

    @Test("Tables are pipe tables in Markdown, and their cells are escaped")
    func table() {
        let text = Self.report(.markdown) { $0.add(Self.list(), as: .table, drawing: nil, options: RenderOptions()) }
        #expect(text.hasSuffix("\n| name | amount (kg) |\n| --- | ---: |\n| a\\|b &lt;script> &amp; \\`c\\` | 5 |\n"))
    }

    @Test("Tables are elements in HTML, and formats of programs are printed as they are")
    func html() {
        let text = Self.report(.html) {
            $0.add(Self.list(), as: .table, drawing: nil, options: RenderOptions())
            $0.add(Self.list("x"), as: .csv, drawing: nil, options: RenderOptions())
        }
        #expect(text.contains("<h1>My *week*</h1>"))
        #expect(text.contains(#"<th scope="row">a|b &lt;script&gt; &amp; `c`</th><td class="num">5</td>"#))
        #expect(text.contains("aria-label=\"Output\" tabindex=\"0\"><code>name,amount"))
    }

    @Test("A page lists at most 1,000 rows, the first and the last")
    func manyRows() throws {
        var table = ResultTable(kind: .list, header: ResultHeader(query: "", zone: .utc), rowCount: 5000)
        table.keys = [KeyColumn(name: "name", values: (0..<5000).map { .text("row \($0)") })]
        let text = Self.report(.html) { $0.add(table, as: .table, drawing: nil, options: RenderOptions()) }
        #expect(text.contains(">row 499<") && !text.contains(">row 500<"))
        #expect(!text.contains(">row 4499<") && text.contains(">row 4500<"))
        #expect(text.contains("Values, 1,000 of 5,000 rows"))
    }
}
