import Foundation

/// The words of all pages as a script, which also works in pages that are opened as files.
enum SearchIndex {
    static func text(of pages: [(entry: SiteMap.Entry, title: String, sections: [SearchSection])]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        var names: [[String]] = []
        var lines: [String] = []
        for page in pages where page.entry.label != nil {
            names.append([page.entry.file, page.title])
            for section in page.sections {
                let isWhole = page.entry.rank != .other
                let fields = [
                    section.heading, section.anchor, isWhole ? section.terms.joined(separator: "\n") : "", isWhole ? section.text : "",
                ]
                let texts = String(decoding: try encoder.encode(fields), as: UTF8.self)
                lines.append("[\(names.count - 1),\(page.entry.rank.rawValue),\(texts.dropFirst())")
            }
        }
        let pages = String(decoding: try encoder.encode(names), as: UTF8.self)
        return Data("var tallyPages=\(pages);\nvar tallySections=[\n\(lines.joined(separator: ",\n"))\n];\n".utf8)
    }
}
