/// A ring of an activity summary.
package enum ActivityRing: String, Hashable, Sendable, CaseIterable {
    case move
    /// The move ring of owners under 18, which is in minutes. People write `move` and minutes for it.
    case moveTime
    case exercise, stand

    /// The words for rings in `add summary`.
    package static let words: [String] = allCases.filter { $0 != .moveTime }.map(\.rawValue)

    /// Returns the ring with a word of `words`, in lower case.
    package init?(word: String) {
        guard ActivityRing.words.contains(word) else { return nil }
        self.init(rawValue: word)
    }
}
