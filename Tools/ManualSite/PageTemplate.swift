import MarkdownPages
import TallyCharts

/// The frame of all pages: search, the list of pages, and the way to the next page. Its ids start with a capital, unlike those of headings.
struct PageTemplate {
    /// The name by which a site is recognized as one that may be replaced.
    static let generator = "<meta name=\"generator\" content=\"make pages\">"

    private let groups: [SiteMap.Group]

    init(_ groups: [SiteMap.Group]) { self.groups = groups }

    /// Returns a page.
    ///
    /// - Parameters:
    ///   - markup: the text of the page without its title.
    ///   - file: the name of its file.
    func text(of markup: String, title: String, file: String, headings: [MarkdownMarkup.Heading]) -> String {
        let heading = "<h1>\(MarkupText.escaped(title))</h1>\n"
        let isIndex = file == "index.html"
        return document(
            title: isIndex ? "Tally: statistics of your health data" : "\(title) · Tally", file: file,
            main: heading + (isIndex ? "" : contents(headings, of: markup)) + markup + turn(from: file))
    }

    var searchPage: String {
        document(
            title: "Search · Tally", file: "search.html",
            main: """
                <h1>Search</h1>
                <noscript><p>Search needs JavaScript. The list of pages names all pages, and your browser can search in each.</p></noscript>
                <form role="search" class="wide-search">
                <label for="Words">Words or code</label>
                <input id="Words" name="q" type="search" autocomplete="off" spellcheck="false" autocapitalize="off">
                </form>
                <p id="Status" role="status" class="soft"></p>
                <ol id="Results" class="results"></ol>

                """, scripts: ["search-index.js"])
    }

    private func document(title: String, file: String, main: String, scripts: [String] = []) -> String {
        let scripts = (scripts + ["site.js"]).map { "<script src=\"\($0)\" defer></script>\n" }.joined()
        // Browsers differ in whether a page that is opened as a file is the origin of its other files.
        let policy =
            "default-src 'none';style-src 'self' file: 'unsafe-inline';script-src 'self' file:;img-src 'self' file:;base-uri 'none'"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width,initial-scale=1">
            <meta name="color-scheme" content="light dark">
            \(Self.generator)
            <title>\(MarkupText.escaped(title))</title>
            <link rel="stylesheet" href="site.css">
            \(scripts)</head>
            <body>
            <a class="skip" href="#Main">Skip to the text</a>
            <header class="top">
            <a class="home" href="index.html">Tally</a>
            <a class="menu" href="#Pages">Pages</a>
            <form role="search" action="search.html" aria-label="All pages">
            <input name="q" type="search" aria-label="Search all pages" placeholder="Search" autocomplete="off" spellcheck="false" autocapitalize="off">
            <button>Search</button>
            </form>
            </header>
            <div class="frame">
            <main id="Main" tabindex="-1">
            \(main)</main>
            <nav id="Pages" aria-label="Pages">
            \(list(current: file))</nav>
            </div>
            <footer class="end">
            <p>The manual of Tally. Its text has the license of Tally, Apache-2.0. Press <kbd>/</kbd> to search.</p>
            </footer>
            </body>
            </html>

            """
    }

    // MARK: Lists of links

    private func list(current file: String) -> String {
        groups.enumerated().map { index, group in
            let isOpen = index < 2 || group.entries.contains { $0.file == file }
            let items = group.entries.map { entry in
                let mark = entry.file == file ? " aria-current=\"page\"" : ""
                return "<li><a href=\"\(entry.file)\"\(mark)>\(MarkupText.escaped(entry.label ?? ""))</a></li>\n"
            }
            let title = MarkupText.escaped(group.title)
            return "<details\(isOpen ? " open" : "")>\n<summary>\(title)</summary>\n<ul>\n\(items.joined())</ul>\n</details>\n"
        }.joined()
    }

    /// Returns the list of sections. Some documents have one themselves.
    private func contents(_ headings: [MarkdownMarkup.Heading], of markup: String) -> String {
        let sections = headings.filter { $0.level == 2 }
        let start = markup.firstRange(of: "<h2").map { markup[..<$0.lowerBound] } ?? markup[...]
        guard sections.count > 2, !start.contains("href=\"#\(sections[0].anchor)\"") else { return "" }
        let items = sections.map { "<li><a href=\"#\(MarkupText.escaped($0.anchor))\">\(MarkupText.escaped($0.title))</a></li>\n" }
        return """
            <nav class="contents" aria-label="On this page">
            <details>
            <summary>On this page</summary>
            <ul>
            \(items.joined())</ul>
            </details>
            </nav>

            """
    }

    /// Returns links to the pages before and after this one.
    private func turn(from file: String) -> String {
        let entries = groups.flatMap(\.entries)
        guard let index = entries.firstIndex(where: { $0.file == file }), file != "index.html" else { return "" }
        let links = [(index - 1, "prev", "Previous"), (index + 1, "next", "Next")].compactMap { place, relation, word -> String? in
            guard entries.indices.contains(place) else { return nil }
            let title = MarkupText.escaped(entries[place].label ?? "")
            return "<a rel=\"\(relation)\" href=\"\(entries[place].file)\"><span>\(word)</span> \(title)</a>\n"
        }
        return "<nav class=\"turn\" aria-label=\"Next and previous page\">\n\(links.joined())</nav>\n"
    }
}
