package import QueryVocabulary

/// A kind of text that can appear at a position.
package enum CompletionItem: Sendable, Hashable {
    /// The meaning of text in quotes.
    package enum TextRole: Sendable, Hashable {
        case source, file, metadataKey, summary
    }

    /// The entries of the grammar for a place
    case entries(Grammar.Place)
    /// One word or phrase of the grammar
    case keyword(String)
    /// `|`, `,`, `(`, `=`, `>` …
    case symbol(String)
    case aggregate
    /// A metric, or a `let` or function in its place
    case metric
    /// A `let` with a set of times
    case intervals
    /// The next word of a metric that starts with these words
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
    case month
    case number
    /// Any literal
    case value
    /// A value of this field: the name of a source, a category value
    case fieldValue(String)
    case text(TextRole)
    /// A field that `where` can test
    case field
    /// A column of the result
    case column
    /// A name that the statement defines
    case newName
    /// A `let`, `def` or saved name
    case variable
    /// The name of a running watch
    case watch
    case setting
    /// A value of this setting
    case settingValue(String)
    case code
    case topic
    case lesson
}
