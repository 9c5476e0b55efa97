/// The number of the last change of a store that a reader knows (S10.2).
///
/// A store numbers its changes: each sample that is added or deleted has the next number, in one count for all metrics. Keep an anchor to
/// get only later changes next time, also after a restart. An anchor belongs to one store.
public struct ChangeAnchor: Hashable, Comparable, Codable, Sendable {
    /// The number of the change, from 1. 0 is the anchor before all changes.
    public let change: Int64

    /// Creates the anchor after a change.
    public init(change: Int64) { self.change = change }

    /// The anchor before all changes.
    public static let beginning = ChangeAnchor(change: 0)

    /// Returns true if `a` is before `b`.
    public static func < (a: ChangeAnchor, b: ChangeAnchor) -> Bool { a.change < b.change }
}
