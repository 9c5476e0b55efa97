/// Guesses at what a misspelt word was meant to be.
package enum Suggestion {
    /// Returns the candidate nearest to `word` without regard to case, or nil where none is near.
    ///
    /// Near means at most one edit for three letters; a transposition is one edit. `weight` breaks ties, the greater the better, and must lie
    /// between 0 and 1: give what the store holds more.
    ///
    /// - Complexity: O(candidates × word length × candidate length) for candidates of about the same length.
    package static func best(for word: String, among candidates: some Sequence<String>, weight: (String) -> Double = { _ in 0 }) -> String?
    {
        let letters = Array(word.lowercased().unicodeScalars.prefix(maximumLength + 1))
        guard !letters.isEmpty, letters.count <= maximumLength else { return nil }
        var best: (candidate: String, score: Double)?
        for candidate in candidates {
            guard let distance = distance(letters, to: candidate) else { continue }
            let score = Double(distance) - 0.9 * weight(candidate)
            if score < best?.score ?? .infinity { best = (candidate, score) }
        }
        return best?.candidate
    }

    /// Returns the candidates near to `word` without regard to case, the nearest first.
    package static func near(_ word: String, among candidates: some Sequence<String>) -> [(candidate: String, distance: Int)] {
        let letters = Array(word.lowercased().unicodeScalars.prefix(maximumLength + 1))
        guard !letters.isEmpty, letters.count <= maximumLength else { return [] }
        let found = candidates.compactMap { candidate in
            distance(letters, to: candidate).map { (candidate: candidate, distance: $0) }
        }
        return found.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }.map(\.element)
    }

    /// Returns how many letters of `word` are wrong if it was meant as `expected`, without regard to case; nil if too many are.
    ///
    /// Words of one and two letters, such as `by`, may lack a letter or have one too many, or two swapped.
    package static func slip(from word: String, to expected: String) -> Int? {
        let (letters, other) = (Array(word.lowercased().unicodeScalars), Array(expected.lowercased().unicodeScalars))
        guard letters.count <= maximumLength, let distance = distance(letters, to: expected) else { return nil }
        guard min(letters.count, other.count) <= 2, letters.count == other.count else { return distance }
        return letters.sorted { $0.value < $1.value } == other.sorted { $0.value < $1.value } ? distance : nil
    }

    /// Returns how far `candidate` is from `letters`, nil where it is not near.
    private static func distance(_ letters: [Unicode.Scalar], to candidate: String) -> Int? {
        let other = Array(candidate.lowercased().unicodeScalars)
        return distance(letters, other, bound: max(1, min(letters.count, other.count) / 3))
    }

    private static let maximumLength = 64

    /// Returns the number of insertions, deletions, replacements and swaps of neighbours (optimal string alignment) between two words, or nil
    /// where it exceeds `bound`.
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
