/// A help page about an idea that several words of the language share.
struct HelpConcept: Sendable {
    /// The names that lead to the page. The first name is its title.
    let names: [String]
    /// A few lines of at most 76 columns.
    let text: String
    let examples: [String]
    /// The lesson about it.
    var lesson: String?

    /// Returns the page that has `topic` among its names.
    static func about(_ topic: String) -> HelpConcept? { all.first { $0.names.contains(topic) } }

    static let all = language + work + everyday + healthKit + more
}
