/// A source in its place in the priority of a metric, as explanations speak of it.
package struct SourceRank: Hashable, Sendable {
    /// Its printed name.
    package var source: String
    /// Whether it stands for what the source's user entered by hand.
    package var isHandEntered: Bool

    package init(source: String, isHandEntered: Bool) {
        self.source = source
        self.isHandEntered = isHandEntered
    }
}
