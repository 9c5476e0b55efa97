/// Why a query cannot be said in SQL over a table of samples.
package struct SQLRefusal: Error, Hashable, Sendable {
    /// What of the query asks for more.
    package enum Part: Hashable, Sendable {
        case subject, by, zone, condition, sources
        /// By its place in the pipeline.
        case stage(Int)
    }

    package var part: Part
    /// What is asked for, and what the table lacks of it.
    package var reason: String
    /// What to write instead.
    package var help: String

    init(_ part: Part, _ reason: String, help: String) {
        self.part = part
        self.reason = reason
        self.help = help
    }
}
