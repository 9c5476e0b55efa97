/// A chart with its numbers as a web page that needs nothing but itself.
public enum HTMLPage {
    /// Returns a page with the chart as SVG, its table, the query and what was resolved of it (`header`, a line each).
    ///
    /// The page has no script and reaches no network; its policy forbids both. The chart is drawn twice, for wide windows in the size of
    /// `options` and for narrow ones with labels of their own, and a window shows one of them.
    public static func text(
        of chart: Chart, table: PageTable, query: String, header: [String] = [], options: SVGOptions = SVGOptions()
    ) -> String {
        let title = MarkupText.escaped(chart.title.isEmpty ? "Chart" : chart.title)
        let lines = (header.isEmpty ? chart.subtitle : header).map { "<p>\(MarkupText.escaped($0))</p>\n" }.joined()
        let codeLines = query.split(separator: "\n", omittingEmptySubsequences: false).map { MarkupText.escaped(String($0)) }
        let code = query.isEmpty ? "" : "<pre><code>\(codeLines.joined(separator: "\n"))</code></pre>\n"
        let notes = chart.notes.map { "<p>\(MarkupText.escaped($0))</p>\n" }.joined()
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none';style-src 'unsafe-inline';base-uri 'none';form-action 'none'">
            <meta name="viewport" content="width=device-width,initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <style>
            \(PageStyle.text(alignsRight: table.alignsRight, width: options.width))</style>
            </head>
            <body>
            <header>
            <h1>\(title)</h1>
            \(lines)\(code)</header>
            <figure>
            \(drawings(of: chart, options: options))<figcaption>
            \(notes)</figcaption>
            </figure>
            \(table.markup)</body>
            </html>

            """
    }

    private static func drawings(of chart: Chart, options: SVGOptions) -> String {
        var narrow = options
        narrow.width = PageStyle.narrowWidth
        narrow.height = max(options.height * 3 / 4, 240)
        narrow.id += "-narrow"
        return [("wide", options), ("narrow", narrow)].map { name, options in
            "<div class=\"\(name)\">\n\(SVGDrawing.text(of: chart, options: options, place: .page))</div>\n"
        }.joined()
    }
}
