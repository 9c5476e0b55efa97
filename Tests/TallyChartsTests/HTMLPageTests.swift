import Foundation
import TallyCharts
import Testing

@Suite("Charts as web pages")
struct HTMLPageTests {
    private static func page(_ name: String, rows: Int = 12) throws -> String {
        let noise = ChartGallery.noise(rows * 3)
        let table = PageTable(
            titles: ["day", "steps", "activeEnergy kcal", "note"], alignsRight: [false, true, true, false],
            rows: (0..<rows).map { row in
                [
                    "2025-06-\(row % 30 + 1)", "\(Int(noise[row] * 12_000))", "\(Int(noise[rows + row] * 800))",
                    noise[row] > 0.8 ? "a good day" : "",
                ]
            }, totals: ["total", "212,345", "18,204", ""])
        return HTMLPage.text(
            of: try SVGChartTests.chart(name), table: table, query: "sum steps, activeEnergy\n  by day since -12d as html",
            header: ["2025-06-01 – 2025-06-12, Europe/Berlin", "2 sources, 12 days"])
    }

    /// Returns the page as XML, with empty elements closed and parts removed that are not XML.
    static func markup(_ page: String) throws -> Markup {
        let parts = page.split(separator: "</head>", maxSplits: 1)
        guard parts.count == 2 else { return try Markup(xml: page) }
        let head = parts[0].replacing(/<meta [^>]*>/) { "\($0.output.dropLast())/>" }.replacing("<!DOCTYPE html>", with: "")
        return try Markup(xml: "\(head)</head>\(parts[1])")
    }

    @Test("Pages match their recordings", arguments: ["bars", "day", "heatmap", "line-band", "hostile", "empty"])
    func golden(name: String) throws {
        try GoldenFile("HTML/\(name).html").expect(Self.page(name))
    }

    @Test("A page has no script, loads nothing, and its policy forbids both", arguments: SVGChartTests.names)
    func strict(name: String) throws {
        let page = try Self.page(name)
        let document = try Self.markup(page)
        #expect(
            document.elements.isDisjoint(with: ["script", "link", "img", "image", "iframe", "object", "embed", "base", "form", "a", "use"]))
        #expect(document.attributes.isDisjoint(with: ["src", "href", "xlink:href", "action", "srcset"]))
        #expect(document.attributes.allSatisfy { !$0.hasPrefix("on") })
        #expect(page.contains(#"content="default-src 'none';style-src 'unsafe-inline';base-uri 'none';form-action 'none'""#))
        for style in document.text(of: "style") { #expect(!style.contains("@import") && !style.contains("http") && !style.contains("//")) }
        let names = document.identifiers
        #expect(Set(names).count == names.count, "an id twice")
        for reference in document.references { #expect(names.contains(reference)) }
    }

    @Test("The table has a caption and column and row headers, and numbers are right-aligned")
    func table() throws {
        let page = try Self.page("bars", rows: 3)
        #expect(page.contains("<caption>Values, 3 rows</caption>"))
        #expect(page.contains(#"<th scope="col">activeEnergy kcal</th>"#))
        #expect(page.contains(#"<tr><th scope="row">2025-06-1</th><td>"#))
        #expect(page.contains("tr>:nth-child(2),tr>:nth-child(3){text-align:right}"))
        let document = try Self.markup(page)
        #expect(document.text(of: "td").count == 3 * 3 + 3)
    }

    @Test("Cells, header and query are text for any content")
    func escaped() throws {
        let evil = "</td><script>\u{0}\"'&"
        let table = PageTable(titles: [evil], alignsRight: [false], rows: [[evil]], totals: [evil])
        let page = HTMLPage.text(of: try SVGChartTests.chart("empty"), table: table, query: evil, header: [evil])
        let document = try Self.markup(page)
        #expect(!document.elements.contains("script"))
        #expect(document.text(of: "code") == ["</td><script>\u{2400}\"'&"])
        #expect(document.text(of: "th").allSatisfy { $0 == "</td><script>\u{2400}\"'&" })
    }

    @Test("A table of thousands of rows needs only a few bytes more than its text")
    func longTable() throws {
        let rows = (0..<5000).map { ["2025-01-01 row \($0)", "\($0)"] }
        let table = PageTable(titles: ["day", "steps"], alignsRight: [false, true], rows: rows)
        let page = HTMLPage.text(of: try SVGChartTests.chart("bars"), table: table, query: "")
        #expect(page.utf8.count < 5000 * 80 + 60_000)
        #expect(try Self.markup(page).text(of: "td").count == 5000)
    }

    @Test("Values are visible without a script: each bar has a box that is hidden until the pointer is there")
    func hover() throws {
        let page = try Self.page("bars")
        #expect(page.contains("<text class=\"t3 b\""))
        #expect(page.contains(">Sat 1 Mar 2025</text>"))
        #expect(page.contains("(so far)"))
    }
}
