package import QueryVocabulary

/// A kind of thing that may stand at a place in a text.
package enum CompletionItem: Sendable, Hashable {
    /// What a text between quotes is about.
    package enum TextRole: Sendable, Hashable {
        case source, file, metadataKey, summary
    }

    /// The entries of the grammar that begin here
    case entries(Grammar.Place)
    /// One word or phrase of the grammar
    case keyword(String)
    /// `|`, `,`, `(`, `=`, `>` …
    case symbol(String)
    case aggregate
    /// A metric, or a `let` or function in its place
    case metric
    /// The next word of a metric that begins with these
    case metricWord(after: String)
    case unit
    case zone
    case when
    case span
    case period
    case profile
    case duration
    case date
    case time
    case weekday
    case number
    /// Any literal
    case value
    /// A value of this field: a source's name, a category value
    case fieldValue(String)
    case text(TextRole)
    /// What `where` can test
    case field
    /// A column of the result
    case column
    /// A name that the statement defines
    case newName
    /// A `let`, `def` or saved name
    case variable
    case setting
    /// A value of this setting
    case settingValue(String)
    case code
    case topic
    case lesson
}
