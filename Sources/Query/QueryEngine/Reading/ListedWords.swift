import HealthModel
import QueryPlan

/// The words of the keys that can have several of them, such as labels. A sample belongs to the row of each of its words (S12.5).
struct ListedWords {
    private let splits: [SplitKey]
    /// All words, in order of occurrence.
    private(set) var words: [String] = []
    private var indices: [String: Int64] = [:]
    /// For each key, the codes of the words of each set of metadata. A set without words has the code −1.
    private var known: [[Int32: [Int64]]]
    /// For each key, the codes of the rows of the current batch.
    private(set) var codes: [[Int64]] = []
    /// True if a sample belongs to several rows.
    private(set) var hasRepeatedRows = false

    init(_ splits: [SplitKey]) {
        self.splits = splits
        known = splits.map { _ in [:] }
    }

    var isEmpty: Bool { !splits.contains(where: \.isOfWords) }

    /// Returns each row of a batch as often as it has combinations of words. Its metadata must be loaded.
    mutating func rows(of sets: [Int32], _ metadata: MetadataCache) -> [Int32] {
        var rows: [Int32] = []
        codes = splits.map { _ in [] }
        for (row, set) in sets.enumerated() {
            var combinations: [[Int64]] = [[]]
            for index in splits.indices {
                let own = codes(of: set, index, metadata)
                combinations = combinations.flatMap { combination in own.map { combination + [$0] } }
            }
            if combinations.count > 1 { hasRepeatedRows = true }
            for combination in combinations {
                rows.append(Int32(row))
                for index in splits.indices { codes[index].append(combination[index]) }
            }
        }
        return rows
    }

    private mutating func codes(of set: Int32, _ index: Int, _ metadata: MetadataCache) -> [Int64] {
        guard case .field(let field) = splits[index], case .words(let key) = field.content else { return [-1] }
        if let known = known[index][set] { return known }
        let found = SampleField.words(of: metadata.value(key, in: set) ?? "").map { code(of: $0) }
        let distinct = found.enumerated().filter { found.firstIndex(of: $0.element) == $0.offset }.map(\.element)
        known[index][set] = distinct.isEmpty ? [-1] : distinct
        return distinct.isEmpty ? [-1] : distinct
    }

    private mutating func code(of word: String) -> Int64 {
        if let known = indices[word] { return known }
        words.append(word)
        indices[word] = Int64(words.count - 1)
        return Int64(words.count - 1)
    }
}

extension RowFacts {
    /// Returns the facts about the given rows.
    func of(_ rows: [Int32]) -> RowFacts {
        RowFacts(clocks: clocks.isEmpty ? [] : rows.map { clocks[Int($0)] }, counts: counts.map { counts in rows.map { counts[Int($0)] } })
    }
}
