/// The verbs that print a line of text and divide a report.
///
/// Each is a verb only before text, so it can also be a name.
package enum ReportWord: String, Sendable, CaseIterable {
    case title, section, text

    /// A text as people write it after the verb, for examples and corrections.
    package var sample: String {
        switch self {
        case .title: "My week"
        case .section: "Sleep"
        case .text: "Only whole nights count."
        }
    }

    /// A whole statement.
    package var example: String { "\(rawValue) \"\(sample)\"" }

    package var summary: String {
        switch self {
        case .title: "names a report, or prints a line"
        case .section: "starts a section of a report, or prints a line"
        case .text: "adds a paragraph to a report, or prints a line"
        }
    }
}
