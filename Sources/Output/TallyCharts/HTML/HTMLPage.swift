/// A web page with a chart and its numbers. The page needs no other files.
public enum HTMLPage {
    /// Returns a page with the chart as SVG, its table, the query and its resolved settings (`header`, one line each).
    ///
    /// The page has no script and does not use the network. Its policy forbids both. It contains two drawings: one of the size of `options`
    /// for wide windows, and one with its own labels for narrow windows. Style rules show one of them.
    public static func text(
        of chart: LayeredChart, table: PageTable, query: String, header: [String] = [], options: SVGOptions = SVGOptions()
    ) -> String {
        text(of: [chart], table: table, query: query, header: header, options: options)
    }

    /// Returns a page with `charts` one after another, and one table.
    public static func text(
        of charts: [LayeredChart], table: PageTable, query: String, header: [String] = [], options: SVGOptions = SVGOptions()
    ) -> String {
        let titles = charts.map(\.title).filter { !$0.isEmpty }.joined(separator: ", ")
        let title = MarkupText.escaped(titles.isEmpty ? "Chart" : titles)
        let lines = (header.isEmpty ? charts.first?.subtitle ?? [] : header).map { "<p>\(MarkupText.escaped($0))</p>\n" }.joined()
        let codeLines = query.split(separator: "\n", omittingEmptySubsequences: false).map { MarkupText.escaped(String($0)) }
        let code = query.isEmpty ? "" : "<pre><code>\(codeLines.joined(separator: "\n"))</code></pre>\n"
        let aligned = charts.aligned { ChartDrawing.layout(of: $0, options: options, place: .page) }
        let figures = aligned.enumerated().map { index, chart in
            var own = options
            if charts.count > 1 { own.id += "-\(index + 1)" }
            return figure(of: chart, title: charts.count > 1 ? chart.title : "", options: own)
        }
        let body = "<header>\n<h1>\(title)</h1>\n\(lines)\(code)</header>\n\(figures.joined())\(table.markup())"
        return document(title: title, style: PageStyle.text(alignsRight: table.alignsRight, width: options.width), body: body)
    }

    /// Returns a page. Its policy forbids scripts and connections. `title` and `body` are markup.
    ///
    /// - Parameter generator: the program that made the page; nil does not name it.
    static func document(
        title: String, style: String, body: String, scheme: Drawing.Scheme = .automatic, generator: String? = nil
    ) -> String {
        let made = generator.map { "<meta name=\"generator\" content=\"\(MarkupText.escaped($0))\">\n" } ?? ""
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none';style-src 'unsafe-inline';base-uri 'none';form-action 'none'">
            <meta name="viewport" content="width=device-width,initial-scale=1">
            <meta name="color-scheme" content="\(scheme == .automatic ? "light dark" : "\(scheme)")">
            \(made)<title>\(title)</title>
            <style>
            \(style)</style>
            </head>
            <body>
            \(body)</body>
            </html>

            """
    }

    private static func figure(of chart: LayeredChart, title: String, options: SVGOptions) -> String {
        let heading = title.isEmpty ? "" : "<h2>\(MarkupText.escaped(title))</h2>\n"
        return figure(of: chart, heading: heading, options: options)
    }

    /// Returns the drawings of a chart and its notes, after a heading in HTML.
    static func figure(of chart: LayeredChart, heading: String, options: SVGOptions) -> String {
        let notes = chart.notesOfDrawing.map { "<p>\(MarkupText.escaped($0))</p>\n" }.joined()
        return "<figure>\n\(heading)\(drawings(of: chart, options: options))<figcaption>\n\(notes)</figcaption>\n</figure>\n"
    }

    private static func drawings(of chart: LayeredChart, options: SVGOptions) -> String {
        var narrow = options
        narrow.width = PageStyle.narrowWidth
        narrow.height = max(options.height * 3 / 4, 240)
        narrow.id += "-narrow"
        return [("wide", options), ("narrow", narrow)].map { name, options in
            "<div class=\"\(name)\">\n\(SVGChart.text(of: chart, options: options, place: .page))</div>\n"
        }.joined()
    }
}
