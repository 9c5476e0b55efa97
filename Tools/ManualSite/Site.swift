package import Foundation
import Lessons
import MarkdownPages
import Workbench

/// The pages of a site, their checks, and the files.
package final class Site {
    /// A page before it has its frame.
    private struct Page {
        var entry: SiteMap.Entry
        var title: String
        var markup: String
        var headings: [MarkdownMarkup.Heading]
        var sections: [SearchSection]
    }

    private let repository: URL
    private let map: SiteMap
    private let links: SiteLinks

    /// The errors in the documents, each with its file and line.
    package var mistakes: [String] { links.mistakes }

    package init(repository: URL) throws {
        self.repository = repository
        map = try SiteMap(repository: repository)
        links = SiteLinks(repository: repository, map: map)
    }

    /// Returns the names and the bytes of all files, in order.
    package func files() throws -> [(name: String, bytes: Data)] {
        let pages = try map.entries.map { entry in
            var page = try page(of: entry)
            // The index says what a page has.
            if !page.sections.isEmpty { page.sections[0].terms.append(entry.summary) }
            return page
        }
        links.check(anchors: Dictionary(uniqueKeysWithValues: pages.map { ($0.entry.file, Set($0.headings.map(\.anchor))) }))
        let template = PageTemplate(map.groups)
        var files = pages.map { page in
            (page.entry.file, Data(template.text(of: page.markup, title: page.title, file: page.entry.file, headings: page.headings).utf8))
        }
        files.append(("search.html", Data(template.searchPage.utf8)))
        files.append(("search-index.js", try SearchIndex.text(of: pages.map { ($0.entry, $0.title, $0.sections) })))
        files.append(("site.css", Data((SiteStyle.shared + (try text(of: "Tools/ManualSite/Files/site.css"))).utf8)))
        files.append(("site.js", Data(try text(of: "Tools/ManualSite/Files/site.js").utf8)))
        for picture in links.pictures.sorted() {
            files.append((SiteLinks.file(ofPicture: picture), try Data(contentsOf: repository.appending(path: picture))))
        }
        return files.sorted { $0.0 < $1.0 }
    }

    private func text(of path: String) throws -> String { try String(contentsOf: repository.appending(path: path), encoding: .utf8) }

    private func page(of entry: SiteMap.Entry) throws -> Page {
        switch entry.source {
        case .document(let path): try document(path, entry)
        case .script(let path):
            Page(
                entry: entry, title: path.split(separator: "/").last.map(String.init) ?? path,
                markup: "<p>A script of the <a href=\"examples.html\">examples</a>.</p>\n" + CodeColors.statements(try text(of: path)),
                headings: [], sections: [])
        case .lesson(let lesson):
            lessonPage(lesson, entry)
        }
    }

    private func document(_ path: String, _ entry: SiteMap.Entry) throws -> Page {
        let document = MarkdownDocument(Array(try text(of: path).utf8))
        var markup = MarkdownMarkup(document, replacing: CodeColors.markup, linking: { self.links.place(of: $0, in: path) })
        let text = markup.text()
        links.check(headings: markup.headings, in: path)
        return Page(
            entry: entry, title: document.title ?? path, markup: text, headings: markup.headings,
            sections: SearchSection.all(in: document, headings: markup.headings))
    }

    private func lessonPage(_ lesson: Lesson, _ entry: SiteMap.Entry) -> Page {
        let page = LessonPage(lesson, code: CodeColors.statements)
        let (text, headings) = page.markup()
        links.check(headings: headings, in: entry.path)
        let hint = "<p class=\"soft\">Take this lesson in the shell with <code>learn \(lesson.name)</code>.</p>\n"
        return Page(
            entry: entry, title: page.title, markup: hint + text, headings: headings,
            sections: SearchSection.all(in: page.document, headings: headings))
    }
}
