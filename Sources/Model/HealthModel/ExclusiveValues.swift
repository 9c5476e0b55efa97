/// The values of a category of which a person has one at a time, so that samples can contradict each other (S6.6).
package struct ExclusiveValues: Hashable, Sendable {
    /// The raw values between which the best source decides.
    package let decided: ClosedRange<Int>
    /// The least exact of them. Within one source, every other decided value replaces it.
    package let inexact: Int
    /// A value that the decided values of the same source replace. Other sources do not, because it contradicts nothing.
    package let background: Int
    /// The value that takes time out of a session (S15.6).
    package let excluded: Int

    /// Sleep: stages and awake, unspecified sleep, and in bed.
    static let sleep = ExclusiveValues(decided: 1...5, inexact: 1, background: 0, excluded: 2)

    /// All raw values that can be replaced.
    package var all: [Int] { [background] + decided }

    /// Returns how exact a stored value is: 0 for the background, 1, or 2. Nil if the value excludes nothing, like a number without a name.
    package func exactness(of value: Double) -> Int? {
        guard let raw = Int(exactly: value) else { return nil }
        if raw == background { return 0 }
        guard decided.contains(raw) else { return nil }
        return raw == inexact ? 1 : 2
    }
}
