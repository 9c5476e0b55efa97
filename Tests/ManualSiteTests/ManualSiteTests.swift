import Foundation
import ManualSite
import Testing

@Suite("The site of the manual")
struct ManualSiteTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the site of a repository with these documents, and with the style and the script of this one.
    private func site(_ documents: [String: String]) throws -> Site {
        let folder = FileManager.default.temporaryDirectory.appending(path: "site-\(UUID().uuidString)")
        var files = ["README.md": "# A", "Documentation/README.md": "# B\n", "Examples/README.md": "# C", "Examples/d.tally": "sum steps"]
        for name in ["site.css", "site.js"] {
            let path = "Tools/ManualSite/Files/\(name)"
            files[path] = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
        }
        files.merge(documents) { $1 }
        for (path, text) in files {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return try Site(repository: folder)
    }

    private func pages(_ site: Site) throws -> [String: String] {
        Dictionary(uniqueKeysWithValues: try site.files().map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) })
    }

    @Test("The documents of this repository have no mistakes, and give the same bytes twice")
    func repository() throws {
        let site = try Site(repository: Self.root)
        let files = try site.files()
        #expect(site.mistakes.isEmpty, "\(site.mistakes.joined(separator: "\n"))")
        #expect(files.count > 200)
        let again = try Site(repository: Self.root).files()
        #expect(files.map(\.name) == again.map(\.name) && files.map(\.bytes) == again.map(\.bytes))
    }

    @Test("Links lead to pages and headings, and links to other files are words")
    func links() throws {
        let document = """
            # E

            [b](../README.md) [f](F.md#two-words-1) [here](#g) [self](E.md#g) [code](../../Package.swift) [web](https://a.example/x#y)

            ## G
            """
        let site = try site([
            "Documentation/Guide/E.md": document, "Documentation/Guide/F.md": "# F\n\n## Two words\n\n## Two *words*\n",
            "Package.swift": "",
        ])
        let page = try #require(pages(site)["e.html"])
        #expect(site.mistakes.isEmpty)
        #expect(
            page.contains(
                "<p><a href=\"index.html\">b</a> <a href=\"f.html#two-words-1\">f</a> <a href=\"#g\">here</a> <a href=\"#g\">self</a> code "
                    + "<a href=\"https://a.example/x#y\">web</a></p>"))
    }

    @Test(
        "A mistake has the file and the line",
        arguments: [
            ("# E\n\nx [a](F.md)", "3: Documentation/Guide/F.md does not exist"),
            ("# E\n\nx\n\n[a](../README.md#c)", "5: index.html has no heading #c"), ("# E\n\n[a](#E)", "3: e.html has no heading #E"),
            ("# E\n\n### a", "3: a heading of level 3 follows one of level 1"), ("# E\n\n# F", "3: a page has only one title"),
            ("E\n\n## F", "1: the first heading must be the title"),
        ])
    func mistakes(document: String, message: String) throws {
        let site = try site(["Documentation/Guide/E.md": document])
        _ = try site.files()
        #expect(site.mistakes == ["Documentation/Guide/E.md:" + message])
    }

    @Test("Search has the headings, the terms that rows and items define, and the code of a page")
    func search() throws {
        let document = """
            # E

            Start.

            ## Keys

            | word | meaning |
            |---|---|
            | `anchor` | the *start* |
            | bucket | a row |

            - `zone` is a place
            - **Grid.** lines

            ```
            $ tally 'sum steps'
            42
            ```
            """
        let index = "# B\n\n## Guide: x\n\n| document | contents |\n|---|---|\n| [E](Guide/E.md) | e |\n"
        let script = try #require(pages(site(["Documentation/README.md": index, "Documentation/Guide/E.md": document]))["search-index.js"])
        #expect(script.contains("[\"e.html\",\"E\"]"))
        let text = "word meaning anchor the start bucket a row zone is a place Grid. lines $ tally 'sum steps'"
        #expect(script.contains("\"Keys\",\"keys\",\"anchor\\nbucket\\nzone\\nGrid.\",\"\(text)\"]"))
    }

    @Test("Text of documents does not become elements or scripts")
    func safety() throws {
        let document = "# <i>E</i>\n\n<script>x</script>\n\n## <b> & </script>\n\n```tally\nsum steps # <u>\n```\n"
        let files = try pages(site(["Documentation/Guide/E.md": document]))
        let page = try #require(files["e.html"])
        #expect(!page.contains("<i>") && !page.contains("<script>") && !page.contains("<b>") && !page.contains("<u>"))
        #expect(page.contains("<h1>&lt;i&gt;E&lt;/i&gt;</h1>"))
    }
}
