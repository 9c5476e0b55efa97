/// The candidates for one place in a text.
package struct CompletionSet: Sendable, Hashable {
    package struct Candidate: Sendable, Hashable {
        /// What replaces the text from `start` to the cursor, quotes included.
        package var text: String
        /// What the list shows for it.
        package var display: String
        /// A few words about it, such as the unit and the number of samples; empty for none.
        package var detail: String
        /// A space follows it when it is the only one.
        package var appendsSpace: Bool
        /// The detail says more than the name, so that a list is cut before it goes without.
        package var isDetailVital: Bool

        package init(
            _ text: String, display: String? = nil, detail: String = "", appendsSpace: Bool = true, isDetailVital: Bool = false
        ) {
            self.text = text
            self.display = display ?? text
            self.detail = detail
            self.appendsSpace = appendsSpace
            self.isDetailVital = isDetailVital
        }
    }

    /// The first byte that a candidate replaces; at most the cursor's offset.
    package var start: Int
    /// In the order in which they are shown, the likeliest first.
    package var candidates: [Candidate]
    /// What may stand there that cannot be listed, in words; where there are no candidates.
    package var notes: [String]

    package init(start: Int, candidates: [Candidate], notes: [String] = []) {
        self.start = start
        self.candidates = candidates
        self.notes = notes
    }
}
