import Foundation
import Lessons

/// The pages of a site: where each comes from, its file, and its place in the list of pages.
struct SiteMap {
    enum Source {
        /// A Markdown file, by its path in the repository.
        case document(String)
        /// A script, by its path in the repository.
        case script(String)
        case lesson(Lesson)
    }

    struct Entry {
        var source: Source
        /// The name of the file in the site.
        var file: String
        /// The title in the list of pages; nil for pages that are only linked.
        var label: String?
        /// Where search finds its sections.
        var rank = SearchRank.other
        /// The words of the index about its contents.
        var summary = ""
    }

    struct Group {
        var title: String
        var entries: [Entry]
    }

    let groups: [Group]
    let unlisted: [Entry]
    private let files: [String: String]

    var entries: [Entry] { groups.flatMap(\.entries) + unlisted }

    /// Reads the groups from the tables of `Documentation/README.md`.
    init(repository: URL) throws {
        let index = "Documentation/README.md"
        let text = try String(contentsOf: repository.appending(path: index), encoding: .utf8)
        var groups = [
            Group(
                title: "Start",
                entries: [
                    Entry(source: .document(index), file: "index.html", label: "Overview"),
                    Entry(source: .document("README.md"), file: "about.html", label: "About Tally", rank: .guide),
                ])
        ]
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## ") {
                groups.append(Group(title: String(line.dropFirst(3).prefix { $0 != ":" }), entries: []))
            } else if groups.count > 1, let match = line.firstMatch(of: /^\| \[([^\]]+)\]\(([^)#]+)\) \| (.*) \|$/) {
                let path = Self.path(String(match.2), from: index)
                groups[groups.count - 1].entries.append(
                    Entry(
                        source: .document(path), file: Self.file(of: path), label: String(match.1), rank: Self.rank(of: path),
                        summary: String(match.3).replacing("`", with: "")))
            }
        }
        groups.removeAll { $0.entries.isEmpty }
        let lessons = LessonCatalog.all.map {
            Entry(source: .lesson($0), file: "lesson-\($0.name).html", label: $0.title, rank: .lesson, summary: $0.name)
        }
        groups.insert(Group(title: "Lessons", entries: lessons), at: min(2, groups.count))
        self.groups = groups
        let listed = Set(groups.flatMap(\.entries).map(\.path))
        unlisted = try Self.others(in: repository).filter { !listed.contains($0) }.map { path in
            Entry(source: path.hasSuffix(".md") ? .document(path) : .script(path), file: Self.file(of: path))
        }
        files = Dictionary(uniqueKeysWithValues: (groups.flatMap(\.entries) + unlisted).map { ($0.path, $0.file) })
    }

    /// Returns the file of the page of a path in the repository; nil if the site does not have it.
    func file(of path: String) -> String? { files[path] }

    /// Returns the documents and the scripts that a page can link to, in order.
    private static func others(in repository: URL) throws -> [String] {
        let manager = FileManager.default
        let top = try manager.contentsOfDirectory(atPath: repository.path).filter { $0.hasSuffix(".md") }
        let documents = try manager.subpathsOfDirectory(atPath: repository.appending(path: "Documentation").path)
            .filter { $0.hasSuffix(".md") }.map { "Documentation/" + $0 }
        let examples = try manager.contentsOfDirectory(atPath: repository.appending(path: "Examples").path)
            .filter { $0.hasSuffix(".tally") || $0.hasSuffix(".md") }.map { "Examples/" + $0 }
        return (top + documents + examples).sorted()
    }

    /// Returns the path that an address means in the repository.
    static func path(_ address: String, from document: String) -> String {
        var parts = document.split(separator: "/").dropLast().map(String.init)
        for part in address.split(separator: "/") {
            if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(String(part)) }
        }
        return parts.joined(separator: "/")
    }

    private static func rank(of path: String) -> SearchRank {
        if ["/Codes.md", "/Messages.md", "/Questions.md"].contains(where: path.hasSuffix) { return .list }
        return path.contains("/Guide/") ? .guide : path.contains("/Reference/") ? .reference : .other
    }

    /// The name of the page of a file: `Documentation/Guide/Queries.md` is `queries.html`.
    private static func file(of path: String) -> String {
        let parts = path.split(separator: "/")
        let name = (parts.last ?? "").prefix { $0 != "." }.lowercased()
        let folder = parts.dropLast().last?.lowercased() ?? ""
        if name == "readme" { return folder + ".html" }
        switch folder {
        case "decisions": return "decision-\(name).html"
        case "examples": return "example-\(name).html"
        default: return name + ".html"
        }
    }
}

extension SiteMap.Entry {
    /// The path in the repository.
    var path: String {
        switch source {
        case .document(let path), .script(let path): path
        case .lesson(let lesson): "Sources/Library/Lessons/Texts/\(lesson.name).md"
        }
    }
}
