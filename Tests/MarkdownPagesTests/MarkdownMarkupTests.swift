import MarkdownPages
import Testing

/// The expected markup follows the specification of CommonMark 0.31, and that of GitHub for tables.
@Suite("Markdown as HTML")
struct MarkdownMarkupTests {
    /// The start of code, which can be scrolled with keys.
    private static let code = "<pre class=\"code\" role=\"group\" aria-label=\"Code\" tabindex=\"0\"><code>"

    private func markup(_ text: String) -> String {
        var markup = MarkdownMarkup(MarkdownDocument(Array(text.utf8)))
        return markup.text()
    }

    @Test(
        "Blocks have their elements",
        arguments: [
            ("a\nb\n\nc", "<p>a\nb</p>\n<p>c</p>\n"),
            ("x\n\n## Two words\n\n## Two words", "<p>x</p>\n<h2 id=\"two-words\">Two words</h2>\n<h2 id=\"two-words-1\">Two words</h2>\n"),
            ("x\n\n## A\n## A\n## A 1", "<p>x</p>\n<h2 id=\"a\">A</h2>\n<h2 id=\"a-1\">A</h2>\n<h2 id=\"a-1-1\">A 1</h2>\n"),
            ("x\n\n# One #\nText\n===\n# #5", "<p>x</p>\n<h1 id=\"one\">One</h1>\n<h1 id=\"text\">Text</h1>\n<h1 id=\"5\">#5</h1>\n"),
            ("#5 is text", "<p>#5 is text</p>\n"), ("a\n***\nb", "<p>a</p>\n<hr>\n<p>b</p>\n"),
            ("> a\nb\n>\n> c", "<blockquote>\n<p>a\nb</p>\n<p>c</p>\n</blockquote>\n"),
            ("    a\n\n\tb\n\nc", Self.code + "a\n\nb\n</code></pre>\n<p>c</p>\n"),
            ("~~~ swift\n<a\n~~~", Self.code + "&lt;a\n</code></pre>\n"),
            ("````\n```\n````", Self.code + "```\n</code></pre>\n"),
        ])
    func blocks(text: String, expected: String) { #expect(markup(text) == expected) }

    @Test("Twenty thousand equal headings, and a paragraph with as many marks, take linear time")
    func manyParts() {
        let start = ContinuousClock.now
        let page = markup(String(repeating: "# A\n", count: 20_000) + String(repeating: "_ a* ", count: 20_000))
        #expect(page.contains("<h1 id=\"a-19998\">A</h1>"))
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test(
        "Lists are tight or loose, nested and numbered",
        arguments: [
            ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
            ("- a\n\n- b", "<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>\n"),
            ("3. a\n4. b", "<ol start=\"3\">\n<li>a</li>\n<li>b</li>\n</ol>\n"),
            ("- a\n  - b\n- c", "<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ul>\n"),
            ("- a\n+ b", "<ul>\n<li>a</li>\n</ul>\n<ul>\n<li>b</li>\n</ul>\n"),
            ("10. a\n\n    b", "<ol start=\"10\">\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n</ol>\n"),
            ("in\n2026. a year", "<p>in\n2026. a year</p>\n"),
        ])
    func lists(text: String, expected: String) { #expect(markup(text) == expected) }

    @Test(
        "Text has emphasis, code, links and line breaks",
        arguments: [
            ("*a* **b** _c_ __d__ ~~e~~", "<em>a</em> <strong>b</strong> <em>c</em> <strong>d</strong> <del>e</del>"),
            ("***a** b*", "<em><strong>a</strong> b</em>"), ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
            ("`a*b*` ``c`d``", "<code>a*b*</code> <code>c`d</code>"), ("\\*a\\* &copy; &#65;", "*a* © A"),
            ("[a *b*](c.md \"d\")", "<a href=\"c.md\" title=\"d\">a <em>b</em></a>"),
            ("<https://a.example> x@y.example", "<a href=\"https://a.example\">https://a.example</a> x@y.example"),
            ("see https://a.example/b(c).", "see <a href=\"https://a.example/b(c)\">https://a.example/b(c)</a>."),
            ("https:// and x+https://a.example", "https:// and x+https://a.example"),
            ("a  \nb\\\nc", "a<br>\nb<br>\nc"), ("[a] and [a](", "[a] and [a]("), ("![chart](a.svg)", "<a href=\"a.svg\">chart</a>"),
            ("[![chart](a.svg)](b.md)", "<a href=\"b.md\">chart</a>"), ("a<br>b<!-- c -->d", "a<br>\nbd"),
        ])
    func inlines(text: String, expected: String) { #expect(markup(text) == "<p>\(expected)</p>\n") }

    @Test("Links can be defined elsewhere")
    func definitions() {
        #expect(
            markup("[One][a], [a], [b][]\n\n[A]: x.md \"t\"\n[b]: <y z.md>") == """
                <p><a href="x.md" title="t">One</a>, <a href="x.md" title="t">a</a>, <a href="y z.md">b</a></p>

                """)
    }

    @Test("Tables have headers and alignments, and end with a quote or an empty line")
    func tables() {
        #expect(
            markup("| a | b\\|c |\n|:-:|--:|\n| `d` |\n> e") == """
                <div class="scroll" role="group" aria-label="Table" tabindex="0">
                <table>
                <thead>
                <tr><th scope="col" class="middle">a</th><th scope="col" class="num">b|c</th></tr>
                </thead>
                <tbody>
                <tr><td class="middle"><code>d</code></td><td class="num"></td></tr>
                </tbody>
                </table>
                </div>
                <blockquote>
                <p>e</p>
                </blockquote>

                """)
    }

    @Test("A table has the name of its section, and a header without words is not a header")
    func labels() {
        let text = markup("x\n\n## Keys\n\n| key | |\n|---|---|\n| a | b |")
        #expect(text.contains("aria-label=\"Table: Keys\""))
        #expect(text.contains("<tr><th scope=\"col\">key</th><td></td></tr>"))
    }

    @Test("A site decides about links and pictures")
    func places() {
        let document = MarkdownDocument(Array("x [a](a.md#b) [c](c.swift) ![d](d.svg) ![e](e.png)".utf8))
        var markup = MarkdownMarkup(
            document,
            linking: { address in
                switch address {
                case "a.md#b": .address("a.html#b")
                case "d.svg": .picture("pictures/d.svg")
                case "e.png": .address(address)
                default: .nowhere
                }
            })
        let expected = "x <a href=\"a.html#b\">a</a> c <img src=\"pictures/d.svg\" alt=\"d\"> <a href=\"e.png\">e</a>"
        #expect(markup.text() == "<p>\(expected)</p>\n")
    }

    @Test(
        "Text doesn't become scripts, attributes or dangerous links",
        arguments: [
            "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[a](javascript:alert(1))", "[a](JaVa\u{1}Script:alert(1))",
            "[a](<java\tscript:alert(1)>)", "[a](data:text/html,x)", "[a](vbscript:x)", "[a](file:///etc/passwd)", "<javascript:alert(1)>",
            "[a]\n\n[a]: javascript:alert(1)", "![a](javascript:alert(1))", "[a](x \"\\\"onclick=alert(1)\")", "[a](x\"onclick=alert(1))",
            "## \"onclick=alert(1)", "| <script> |\n|---|\n| <script> |", "```\"><script>\nx\n```", "&lt;script&gt;",
            "[a](&#106;avascript:x)",
        ])
    func safety(text: String) {
        let page = markup("x\n\n" + text)
        let tags = page.split(separator: "<").dropFirst().map { $0.prefix { $0 != ">" } }
        let known = [
            "tr", "/tr", "th", "/th", "td", "/td", "div", "/div",
            "p", "/p", "h2", "/h2", "a", "/a", "pre", "/pre", "code", "/code", "table", "/table", "thead", "/thead",
            "tbody", "/tbody",
        ]
        for tag in tags {
            let name = String(tag.prefix { $0 != " " })
            #expect(known.contains(name), "\(tag)")
            #expect(!tag.contains("onclick=alert") || tag.contains("&quot;"), "\(tag)")
            #expect(!tag.contains("script:") && !tag.contains("data:") && !tag.contains("file:"), "\(tag)")
        }
    }

    @Test("The title is that of the front matter, or the first heading, which the page shows only once")
    func title() {
        let document = MarkdownDocument(Array("---\ntitle: \"A: b\"\n---\n# C\n".utf8))
        #expect(document.title == "A: b" && document.frontMatter == ["title: \"A: b\""])
        #expect(markup("---\ntitle: \"A: b\"\n---\n# C\n") == "<h1 id=\"c\">C</h1>\n")
        #expect(MarkdownDocument(Array("# The *C*\n\nd".utf8)).title == "The C" && markup("# C\n\nd") == "<p>d</p>\n")
        #expect(MarkdownDocument(Array("---\nno end".utf8)).frontMatter.isEmpty)
    }

    @Test(
        "Hostile texts end soon, without a crash",
        arguments: [
            (">", 20_000), ("- ", 10_000), ("[", 20_000), ("![", 10_000), ("*a ", 10_000), ("**a_ ", 10_000), ("`a``", 4_000),
            ("[a](", 10_000), ("&#", 10_000),
            ("<!--", 10_000), ("|-", 10_000), ("1. ", 6_000), ("a\n\n> - ", 4_000), ("_", 20_000),
            ("![a](", 4_000), ("[a]: b\n", 4_000), ("\t", 20_000), ("[a][b", 4_000), ("~~", 10_000), ("<a@b", 6_000),
        ])
    func hostile(part: String, count: Int) {
        let started = ContinuousClock.now
        let text = String(repeating: part, count: count)
        for whole in [text, "x\n\n" + text + "\n```\n" + text] { #expect(!markup(whole).contains("<script")) }
        // A debug build on a busy machine is tens of times slower than a release build.
        #expect(ContinuousClock.now - started < .seconds(60))
    }
}
