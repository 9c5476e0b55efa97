import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// A document as read by an XML parser.
struct Markup {
    private struct Element {
        var name: String
        var attributes: [String: String]
        var text = ""
    }

    private let all: [Element]

    /// - Throws: the parser's error for text that is not well-formed.
    init(xml text: String) throws {
        let reader = Reader()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = reader
        parser.shouldResolveExternalEntities = false
        guard parser.parse() else {
            throw parser.parserError.map { Malformed(reason: "line \(parser.lineNumber): \($0)") } ?? Malformed(reason: "no document")
        }
        all = reader.all
    }

    struct Malformed: Error { var reason: String }

    var root: [String: String] { all.first?.attributes ?? [:] }
    var elements: Set<String> { Set(all.map(\.name)) }
    var attributes: Set<String> { Set(all.flatMap(\.attributes.keys)) }
    var identifiers: [String] { all.compactMap { $0.attributes["id"] } }

    /// The ids that attributes refer to.
    var references: [String] {
        all.flatMap { element -> [String] in
            let urls = element.attributes.values.flatMap { $0.matches(of: /url\(#([^)]*)\)/).map { String($0.output.1) } }
            let names = ["aria-labelledby", "aria-describedby"].flatMap {
                (element.attributes[$0] ?? "").split(separator: " ").map(String.init)
            }
            return urls + names
        }
    }

    /// Returns the texts of all elements with this name, in order.
    func text(of name: String) -> [String] { all.filter { $0.name == name }.map(\.text) }

    /// The data of all paths.
    var paths: [String] { all.filter { $0.name == "path" }.compactMap { $0.attributes["d"] } }

    /// Returns the data of all paths with these classes.
    func paths(withClasses classes: String) -> [String] {
        all.filter { $0.name == "path" && $0.attributes["class"] == classes }.compactMap { $0.attributes["d"] }
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var all: [Element] = []
        private var open: [Int] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String] = [:]
        ) {
            open.append(all.count)
            all.append(Element(name: name, attributes: attributes))
        }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) { open.removeLast() }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            if let last = open.last { all[last].text += text }
        }
    }
}
