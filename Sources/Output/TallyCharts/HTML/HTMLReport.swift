/// A web page of many answers, one after another, with one head and a list of contents. The page needs no other files.
package struct HTMLReport {
    /// Markup after the head.
    private var body = ""
    private var sections: [(title: String, anchor: String)] = []
    private var takenAnchors = 0
    private var chartCount = 0

    package init() {}

    /// Starts a section, which the list of contents names.
    package mutating func addSection(_ title: String) {
        takenAnchors += 1
        sections.append((title, "s\(takenAnchors)"))
        body += "<h2 id=\"s\(takenAnchors)\">\(MarkupText.escaped(title))</h2>\n"
    }

    /// Adds markup that was made of other text, with its sections. Everything from outside in it must be escaped.
    package mutating func addMarkup(_ markup: String, sections: [(title: String, anchor: String)]) {
        body += markup
        self.sections += sections
    }

    /// Returns the markup of all parts so far, and removes them. The names of later anchors and drawings differ from theirs.
    package mutating func takeParts() -> String {
        defer { (body, sections) = ("", []) }
        return body
    }

    package mutating func addParagraph(_ text: String) { body += Self.paragraph(text) }

    /// Adds a remark such as a warning, after its label.
    package mutating func addRemark(_ label: String, _ sentences: [String]) {
        let name = label.isEmpty ? "" : "<b>\(MarkupText.escaped(label))</b> "
        body += "<p class=\"remark\">\(name)\(sentences.map(Self.sentence).joined(separator: "<br>"))</p>\n"
    }

    /// Returns a sentence in which the words between backquotes are code.
    private static func sentence(_ text: String) -> String {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false).map { MarkupText.escaped(String($0)) }
        guard parts.count % 2 == 1 else { return MarkupText.escaped(text) }
        return parts.enumerated().map { $0 % 2 == 1 ? "<code>\($1)</code>" : $1 }.joined()
    }

    /// Adds lines of fixed width.
    package mutating func addLines(_ lines: some Sequence<String>) {
        let text = lines.map(MarkupText.escaped).joined(separator: "\n")
        body += MarkupText.scrolling("pre", class: "printed", label: "Output", "<code>\(text)</code>")
    }

    /// Adds a table below its heading and the lines of its settings.
    ///
    /// - Parameter wrapsCells: true for cells with sentences, which wrap on narrow screens.
    package mutating func addTable(_ table: PageTable, heading: String, lines: [String], notes: [String], wrapsCells: Bool = false) {
        // On paper, short tables stay on one page, and short cells on one line.
        let isShort = table.rows.count <= 20
        let hasShortCells = table.rows.allSatisfy { $0.allSatisfy { $0.count <= 24 } }
        let name = "answer" + (isShort ? " short" : "") + (hasShortCells ? " narrow-cells" : "") + (wrapsCells ? " wrapped" : "")
        body += "<div class=\"\(name)\">\n\(Self.head(heading, lines))"
        if !table.rows.isEmpty { body += table.markup(marksNumbers: true, label: heading.isEmpty ? "Values" : "Values: \(heading)") }
        body += notes.map(Self.note).joined() + "</div>\n"
    }

    /// Adds charts one after another, and the table of their values, if there is one.
    package mutating func addCharts(_ charts: [LayeredChart], options: SVGOptions, table: PageTable?) {
        for chart in charts.aligned({ ChartDrawing.layout(of: $0, options: options, place: .page) }) {
            chartCount += 1
            var own = options
            own.id = "c\(chartCount)"
            body += HTMLPage.figure(of: chart, heading: Self.head(chart.title, chart.subtitle), options: own)
        }
        if let table { body += table.markup(marksNumbers: true) }
    }

    /// Returns the page.
    package func text(title: String, lines: [String]) -> String { text(title: title, lines: lines, generator: nil) }

    /// Returns the page.
    ///
    /// - Parameter generator: the program that made the page, which can then recognize it.
    package func text(title: String, lines: [String], generator: String?) -> String {
        let name = MarkupText.escaped(title)
        let head = "<header>\n<h1>\(name)</h1>\n\(lines.map(Self.note).joined())</header>\n"
        return HTMLPage.document(
            title: name, style: PageStyle.answers, body: "\(head)\(contents)<main>\n\(body)</main>\n", generator: generator)
    }

    /// The list of sections; empty if there are fewer than two.
    private var contents: String {
        guard sections.count > 1 else { return "" }
        let items = sections.map { "<li><a href=\"#\(MarkupText.escaped($0.anchor))\">\(MarkupText.escaped($0.title))</a></li>\n" }
        return "<nav aria-label=\"Contents\">\n<ol>\n\(items.joined())</ol>\n</nav>\n"
    }

    private static func head(_ heading: String, _ lines: [String]) -> String {
        let name = heading.isEmpty ? "" : "<h3>\(MarkupText.escaped(heading))</h3>\n"
        return name + lines.map(note).joined()
    }

    private static func paragraph(_ text: String) -> String { "<p>\(MarkupText.escaped(text))</p>\n" }

    private static func note(_ text: String) -> String { "<p class=\"soft\">\(MarkupText.escaped(text))</p>\n" }
}
