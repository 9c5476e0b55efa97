import Foundation
import TallyCharts
import Testing

@Suite("Reports as web pages")
struct HTMLReportTests {
    private static let hostile = "</h2><script>alert(1)</script>\u{1B}]0;x\u{7}\u{202E}"

    private static func page(_ fill: (inout HTMLReport) throws -> Void) rethrows -> String {
        var report = HTMLReport()
        try fill(&report)
        return report.text(title: "Week", lines: ["made now"])
    }

    @Test("Sections are listed with links to their headings")
    func contents() throws {
        let page = Self.page { report in
            for name in ["Steps", "Sleep"] { report.addSection(name) }
        }
        let document = try HTMLPageTests.markup(page)
        #expect(document.text(of: "h1") == ["Week"])
        #expect(document.text(of: "a") == ["Steps", "Sleep"])
        #expect(page.contains("<a href=\"#s2\">Sleep</a>") && page.contains("<h2 id=\"s2\">Sleep</h2>"))
    }

    @Test("A single section needs no list")
    func single() { #expect(!Self.page { $0.addSection("Steps") }.contains("<nav")) }

    @Test("Hundreds of sections have different identifiers")
    func many() throws {
        let document = try HTMLPageTests.markup(
            Self.page { report in
                for index in 0..<500 { report.addSection("day \(index)") }
            })
        #expect(document.text(of: "a").count == 500)
        #expect(Set(document.identifiers).count == document.identifiers.count)
    }

    @Test("Texts of every kind are escaped, and control characters are visible")
    func hostile() throws {
        let chart = try SVGChartTests.chart("hostile")
        let page = Self.page { report in
            report.addSection(Self.hostile)
            report.addParagraph(Self.hostile)
            report.addRemark(Self.hostile, [Self.hostile, "a `\(Self.hostile)` b", "one ` backquote"])
            report.addLines([Self.hostile])
            let table = PageTable(titles: [Self.hostile], alignsRight: [true], rows: [[Self.hostile]], totals: [Self.hostile])
            report.addTable(table, heading: Self.hostile, lines: [Self.hostile], notes: [Self.hostile])
            report.addCharts([chart, chart], options: SVGOptions(), table: table)
        }
        let document = try HTMLPageTests.markup(page)
        #expect(document.elements.isDisjoint(with: ["script", "link", "img", "iframe", "object", "form"]))
        #expect(document.attributes.allSatisfy { !$0.hasPrefix("on") })
        #expect(page.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 && $0.value != 0x7F && $0.value != 0x202E })
        #expect(Set(document.identifiers).count == document.identifiers.count, "an id twice")
        for style in document.text(of: "style") { #expect(!style.contains("@import") && !style.contains("url(h")) }
    }

    @Test("A table that leaves out rows says how many, where, and how to get all")
    func omission() throws {
        let table = PageTable(
            titles: ["start", "value"], alignsRight: [false, true], rows: [["a", "1"], ["z", "9"]],
            omission: .init(after: 1, count: 773_998, advice: "Write CSV."))
        let page = Self.page { $0.addTable(table, heading: "", lines: [], notes: []) }
        #expect(page.contains("Values, 2 of 774,000 rows: the first and the last. Write CSV."))
        let first = try #require(page.range(of: ">a<"))
        let gap = try #require(page.range(of: "… 773,998 rows left out …"))
        let last = try #require(page.range(of: ">z<"))
        #expect(first.upperBound < gap.lowerBound && gap.upperBound < last.lowerBound)
    }

    @Test("Paper has no list of contents, and charts and rows are not cut")
    func paper() throws {
        let style = try #require(HTMLPageTests.markup(Self.page { _ in }).text(of: "style").first)
        #expect(style.contains("nav{display:none}"))
        #expect(style.contains("header,figure,tr,pre{break-inside:avoid}"))
    }
}
