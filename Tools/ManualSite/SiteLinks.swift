import Foundation
import MarkdownPages

/// The links of all documents: their places in the site, and those that lead nowhere.
final class SiteLinks {
    private let repository: URL
    private let map: SiteMap
    /// The links to headings of pages, to check when all pages are made.
    private var anchored: [(document: String, address: String, file: String, anchor: String)] = []
    /// The paths of the pictures in pages.
    private(set) var pictures: Set<String> = []
    private(set) var mistakes: [String] = []

    init(repository: URL, map: SiteMap) { (self.repository, self.map) = (repository, map) }

    /// Returns the place of an address in a document.
    func place(of address: String, in document: String) -> MarkdownMarkup.Place {
        guard !address.contains(":") else { return .address(address) }
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let anchor = parts.count > 1 ? parts[1] : nil
        let target = parts[0].isEmpty ? document : SiteMap.path(parts[0].removingPercentEncoding ?? parts[0], from: document)
        if let file = map.file(of: target) {
            if let anchor { anchored.append((document, address, file, anchor)) }
            let isHere = map.file(of: document) == file && anchor != nil
            return .address((isHere ? "" : file) + (anchor.map { "#" + $0 } ?? ""))
        }
        guard FileManager.default.fileExists(atPath: repository.appending(path: target).path) else {
            report("\(target) does not exist", address, in: document)
            return .nowhere
        }
        guard target.hasSuffix(".svg") else { return .nowhere }
        pictures.insert(target)
        return .picture(Self.file(ofPicture: target))
    }

    static func file(ofPicture path: String) -> String { "picture-" + (path.split(separator: "/").last ?? "") }

    /// Checks that each link to a heading has one.
    ///
    /// - Parameter anchors: the anchors of each file.
    func check(anchors: [String: Set<String>]) {
        for link in anchored where !(anchors[link.file]?.contains(link.anchor) ?? false) {
            report("\(link.file) has no heading #\(link.anchor)", link.address, in: link.document)
        }
    }

    /// Checks that a page has one title, and that the levels of its headings have no gaps.
    func check(headings: [MarkdownMarkup.Heading], in document: String) {
        var level = 1
        for (index, heading) in headings.enumerated() {
            if index > 0, heading.level == 1 { mistakes.append("\(document):\(heading.line + 1): a page has only one title") }
            if heading.level > level + 1 {
                mistakes.append("\(document):\(heading.line + 1): a heading of level \(heading.level) follows one of level \(level)")
            }
            level = heading.level
        }
        if headings.first?.level != 1 { mistakes.append("\(document):1: the first heading must be the title") }
    }

    private func report(_ message: String, _ address: String, in document: String) {
        let text = (try? String(contentsOf: repository.appending(path: document), encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("](\(address)") } ?? 0
        mistakes.append("\(document):\(line + 1): \(message)")
    }
}
