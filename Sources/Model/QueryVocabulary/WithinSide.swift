/// The side of an interval that `within` means: `within 2h after sleep`.
package enum WithinSide: String, Sendable, CaseIterable {
    /// The time before and after the interval, and the interval itself.
    case of
    case before, after
}
