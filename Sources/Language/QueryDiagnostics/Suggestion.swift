/// Finds the intended word for a misspelled one.
package enum Suggestion {
    /// Returns the candidate nearest to `word`, ignoring case, or nil if none is near.
    ///
    /// A near candidate has at most one edit per three letters. A transposition is one edit. `weight` breaks ties: the greatest value wins.
    /// It must be between 0 and 1. Give greater weights to words with more samples in the store. Among equals, the one with the fewest
    /// other letters wins.
    ///
    /// - Complexity: O(candidates × word length × candidate length) for candidates of about the same length.
    package static func best(for word: String, among candidates: some Sequence<String>, weight: (String) -> Double = { _ in 0 }) -> String?
    {
        guard let word = Word(word) else { return nil }
        var best: (candidate: String, score: Double)?
        for candidate in candidates {
            guard let distance = word.distance(to: candidate), !word.differsOnlyInNumber(from: candidate) else { continue }
            let score = Double(distance) - 0.9 * weight(candidate) + 0.01 * Double(min(otherLetters(in: candidate, than: word.letters), 9))
            if score < best?.score ?? .infinity { best = (candidate, score) }
        }
        return best?.candidate
    }

    /// Returns the choice nearest to `word` in a short list that has everything that is allowed, or nil if none is near.
    ///
    /// In such a list, half of the letters may be wrong: `shair` can only mean `share`.
    package static func choice(for word: String, among choices: [String]) -> String? {
        if let best = best(for: word, among: choices) { return best }
        let letters = Array(word.lowercased().unicodeScalars.prefix(maximumLength))
        let found = choices.compactMap { choice -> (choice: String, distance: Int)? in
            let other = Array(choice.lowercased().unicodeScalars)
            guard letters.first == other.first, Word(word)?.differsOnlyInNumber(from: choice) != true else { return nil }
            return distance(letters, other, bound: min(letters.count, other.count) / 2).map { (choice, $0) }
        }
        return found.min { $0.distance < $1.distance }?.choice
    }

    /// Returns all candidates near `word`, ignoring case, nearest first.
    package static func near(_ word: String, among candidates: some Sequence<String>) -> [(candidate: String, distance: Int)] {
        guard let word = Word(word) else { return [] }
        let found = candidates.compactMap { candidate in
            word.distance(to: candidate).map { (candidate: candidate, distance: $0) }
        }
        return found.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }.map(\.element)
    }

    /// Returns the number of wrong letters if `word` was meant as `expected`, ignoring case, or nil if too many are wrong.
    ///
    /// In words of one or two letters, such as `by`, a letter can be missing or extra, or two can be swapped. No letter can be replaced.
    package static func slip(from word: String, to expected: String) -> Int? {
        guard let word = Word(word), let distance = word.distance(to: expected) else { return nil }
        let (letters, other) = (word.letters, Array(expected.lowercased().unicodeScalars))
        guard min(letters.count, other.count) <= 2, letters.count == other.count else { return distance }
        return letters.sorted { $0.value < $1.value } == other.sorted { $0.value < $1.value } ? distance : nil
    }

    /// Returns the number of letters that only one of two words has, ignoring case.
    ///
    /// People leave letters out, double or swap them more often than they write wrong ones: `tursday` means `thursday`, not `tuesday`.
    package static func otherLetters(in word: String, than other: String) -> Int {
        otherLetters(in: word, than: Array(other.lowercased().unicodeScalars))
    }

    private static func otherLetters(in word: String, than other: [Unicode.Scalar]) -> Int {
        let changes = word.lowercased().unicodeScalars.sorted().difference(from: other.sorted())
        return changes.insertions.count + changes.removals.count
    }

    /// A word that is compared with many candidates.
    private struct Word {
        let letters: [Unicode.Scalar]
        private let signs: UInt32

        /// Returns nil for an empty word, and for one that is too long to be a slip.
        init?(_ text: String) {
            guard !text.isEmpty, text.utf8.count <= 4 * Suggestion.maximumLength else { return nil }
            letters = Array(text.lowercased().unicodeScalars)
            guard letters.count <= Suggestion.maximumLength else { return nil }
            signs = Self.signs(of: text)
        }

        /// Returns the edit distance to `candidate`, or nil if it is not near.
        func distance(to candidate: String) -> Int? {
            let count = candidate.unicodeScalars.count
            let bound = max(1, min(letters.count, count) / 3)
            // Most candidates have another length or other letters, and are not copied. An edit changes at most two letters.
            guard abs(count - letters.count) <= bound, (Self.signs(of: candidate) ^ signs).nonzeroBitCount <= 2 * bound else { return nil }
            return Suggestion.distance(letters, Array(candidate.lowercased().unicodeScalars), bound: bound)
        }

        /// True for `ios27` and `ios26`: another number is meant as written. Digits that are swapped, missing or too many are a slip.
        func differsOnlyInNumber(from candidate: String) -> Bool {
            guard letters.contains(where: \.isDigit) else { return false }
            let other = Array(candidate.lowercased().unicodeScalars)
            guard letters.count == other.count, letters.map({ $0.isDigit ? "0" : $0 }) == other.map({ $0.isDigit ? "0" : $0 }) else {
                return false
            }
            return letters.sorted() != other.sorted()
        }

        /// A bit for each letter and a few for digits, in both cases. Other characters have none.
        private static func signs(of text: String) -> UInt32 {
            text.utf8.reduce(0) { signs, byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"): signs | 1 << UInt32(byte - UInt8(ascii: "a"))
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): signs | 1 << UInt32(byte - UInt8(ascii: "A"))
                case UInt8(ascii: "0")...UInt8(ascii: "9"): signs | 1 << UInt32(26 + (byte - UInt8(ascii: "0")) / 2)
                default: signs
                }
            }
        }
    }

    private static let maximumLength = 64

    /// Returns the edit distance between two words, or nil if it exceeds `bound`.
    ///
    /// Counts insertions, deletions, replacements and swaps of neighbors (optimal string alignment).
    package static func distance<Element: Equatable>(_ a: [Element], _ b: [Element], bound: Int) -> Int? {
        guard abs(a.count - b.count) <= bound else { return nil }
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for (i, element) in a.enumerated() {
            var row = [i + 1]
            row.reserveCapacity(b.count + 1)
            for (j, other) in b.enumerated() {
                var cost = min(last[j + 1], row[j]) + 1
                cost = min(cost, last[j] + (element == other ? 0 : 1))
                if i > 0, j > 0, element == b[j - 1], a[i - 1] == other { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            if row.allSatisfy({ $0 > bound }) { return nil }
            (beforeLast, last) = (last, row)
        }
        return last[b.count] <= bound ? last[b.count] : nil
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
