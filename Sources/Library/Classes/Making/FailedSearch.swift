/// The lives of a student for which a question had no clear numbers.
package struct FailedSearch {
    /// A question that could not be asked about a life.
    struct UnclearQuestion: Error {
        let index: Int
        /// True if two numbers were the same in all variants.
        let isAlwaysEqual: Bool
    }

    private static let greatestCount = 20
    private var questions: [UnclearQuestion] = []

    package init() {}

    /// Adds a life for which the numbers of a question were too close.
    ///
    /// - Parameter isAlwaysEqual: true if two numbers were the same in all variants.
    package mutating func add(_ index: Int, isAlwaysEqual: Bool) {
        add(UnclearQuestion(index: index, isAlwaysEqual: isAlwaysEqual))
    }

    mutating func add(_ question: UnclearQuestion) { questions.append(question) }

    /// True if other data don't help: the same question had equal numbers in all variants with the last three lives.
    package var isHopeless: Bool {
        let last = questions.suffix(3)
        return last.count == 3 && last.allSatisfy { $0.isAlwaysEqual && $0.index == questions[questions.count - 1].index }
    }

    package var isOver: Bool { isHopeless || questions.count >= Self.greatestCount }

    /// The question that failed most often, or the one without hope; nil before the first failure.
    package var question: Int? {
        if isHopeless { return questions.last?.index }
        var counts: [Int: Int] = [:]
        for question in questions { counts[question.index, default: 0] += 1 }
        return counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
    }
}
