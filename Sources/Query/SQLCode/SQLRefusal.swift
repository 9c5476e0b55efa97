/// The reason why a query cannot be translated to SQL over a table of samples.
package struct SQLRefusal: Error, Hashable, Sendable {
    /// The part of the query that cannot be translated.
    package enum Part: Hashable, Sendable {
        case subject, by, zone, condition, sources
        /// The length of the statement.
        case length
        /// A stage, by its index in the pipeline.
        case stage(Int)
    }

    package var part: Part
    /// A property that the query needs and the table lacks.
    package var reason: String
    /// An alternative that can be translated.
    package var help: String

    init(_ part: Part, _ reason: String, help: String) {
        self.part = part
        self.reason = reason
        self.help = help
    }
}
