/// One code's title, explanation and example, shown by `help CODE` and in the manual.
package struct CatalogEntry: Sendable {
    package var code: DiagnosticCode
    /// A noun phrase for lists.
    package var title: String
    /// Two or three sentences: the meaning, the reason and the remedy.
    package var explanation: String
    /// The smallest script that causes the code on an empty store, unless the explanation gives other conditions.
    package var example: String

    init(_ code: DiagnosticCode, _ title: String, _ explanation: String, example: String) {
        self.code = code
        self.title = title
        self.explanation = explanation
        self.example = example
    }
}

/// All codes with their pages, sorted by number.
package enum DiagnosticCatalog {
    package static let entries: [CatalogEntry] = (syntax + binding).sorted { $0.code.rawValue < $1.code.rawValue }

    /// The codes that the parser reports.
    package static let syntax: [CatalogEntry] = characters + statements + literals + clauses + otherLanguages + names

    /// The codes that the compiler and running statements report.
    package static let binding: [CatalogEntry] =
        metrics + meanings + stages + definitions + charts + running + tests + warnings + answers + sql + progress + access + watches
        + persons + ownMetrics + platforms

    private static let entriesByCode = Dictionary(uniqueKeysWithValues: entries.map { ($0.code, $0) })

    /// Returns the entry of a code. A test ensures that each code has one.
    package static func entry(for code: DiagnosticCode) -> CatalogEntry {
        guard let entry = entriesByCode[code] else { preconditionFailure("\(code.rawValue) has no entry in Codes/") }
        return entry
    }

    /// Returns the page that `help CODE` prints, or nil if the code is unknown. Ignores case.
    package static func page(for code: String) -> String? {
        guard let known = DiagnosticCode(rawValue: code.uppercased()) else { return nil }
        let entry = entry(for: known)
        let example = entry.example.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }.joined(separator: "\n")
        return "\(known.rawValue)  \(entry.title) (\(known.severity.rawValue))\n\n\(entry.explanation)\n\nCaused by:\n\n\(example)\n"
    }
}
