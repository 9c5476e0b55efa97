/// A source in the priority order of a metric, as named in explanations.
package struct SourceRank: Hashable, Sendable {
    /// The displayed name.
    package var source: String
    /// True for the samples that the source's user entered by hand.
    package var isHandEntered: Bool

    package init(source: String, isHandEntered: Bool) {
        self.source = source
        self.isHandEntered = isHandEntered
    }
}
