/// The completion candidates for a place in a text.
package struct CompletionSet: Sendable, Hashable {
    package struct Candidate: Sendable, Hashable {
        /// The text that replaces everything from `start` to the cursor, including quotes.
        package var text: String
        /// The text in the list.
        package var display: String
        /// A short description, such as the number of samples; empty for none.
        package var detail: String
        /// True if a space is added after the candidate when it is the only one.
        package var appendsSpace: Bool
        /// True if the detail is important: the list is then shortened before details are dropped.
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

    /// The offset of the first byte that a candidate replaces; at most the cursor's offset.
    package var start: Int
    /// The candidates in the order of the list, most likely first.
    package var candidates: [Candidate]
    /// Descriptions of what can be typed here, if there are no candidates to list.
    package var notes: [String]

    package init(start: Int, candidates: [Candidate], notes: [String] = []) {
        self.start = start
        self.candidates = candidates
        self.notes = notes
    }
}
