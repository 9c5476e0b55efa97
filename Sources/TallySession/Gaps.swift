package import Diagnostics
package import QuerySyntax

package enum Formatter {
    package static func text(of query: Query, in source: SourceText) -> String { source[query.range] }
    package static func text(of parsed: ParseResult) -> String { parsed.source[parsed.source.fullRange] }
}

package enum DiagnosticCatalog {
    package struct Entry {
        package var title: String
        package var explanation: String
        package var example: String
    }
    package static func entry(_ code: DiagnosticCode) -> Entry { Entry(title: "\(code)", explanation: "", example: "") }
}

package struct DiagnosticRenderer {
    let source: SourceText
    package init(source: SourceText, usesColor: Bool, width: Int) { self.source = source }
    package func text(of diagnostic: Diagnostic) -> String {
        let place = source.position(at: diagnostic.range.start)
        return
            "\(diagnostic.severity.rawValue) \(diagnostic.code.rawValue): \(diagnostic.message)\n  at \(source.file):\(place.line):\(place.column)\n"
            + (diagnostic.help.map { "  help: \($0)\n" } ?? "")
    }
    package static func json(of diagnostic: Diagnostic, in source: SourceText) -> String { "{}" }
}
