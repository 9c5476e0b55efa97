import QueryVocabulary

/// A test of a number, for a whole column at once. A number that is missing (NaN) never passes.
enum NumberTest {
    case less(Double)
    case lessOrEqual(Double)
    case greater(Double)
    case greaterOrEqual(Double)
    case equal(Double)
    case notEqual(Double)
    case between(Double, Double)
    case among(Set<Double>)

    init(_ comparison: Comparison, _ literal: Double) {
        switch comparison {
        case .less: self = .less(literal)
        case .lessOrEqual: self = .lessOrEqual(literal)
        case .greater: self = .greater(literal)
        case .greaterOrEqual: self = .greaterOrEqual(literal)
        case .equal: self = .equal(literal)
        case .notEqual: self = .notEqual(literal)
        }
    }

    /// Returns for each number whether it passes. Each loop has one comparison, so that the compiler can use vectors.
    func matches(_ numbers: Span<Double>) -> [Bool] {
        switch self {
        case .less(let literal): Self.column(numbers) { $0 < literal }
        case .lessOrEqual(let literal): Self.column(numbers) { $0 <= literal }
        case .greater(let literal): Self.column(numbers) { $0 > literal }
        case .greaterOrEqual(let literal): Self.column(numbers) { $0 >= literal }
        case .equal(let literal): Self.column(numbers) { $0 == literal }
        // Less or greater, and not only different, because NaN is different from all numbers.
        case .notEqual(let literal): Self.column(numbers) { ($0 < literal) != ($0 > literal) }
        case .between(let low, let high): Self.column(numbers) { low <= $0 && $0 <= high }
        case .among(let set): Self.column(numbers) { set.contains($0) }
        }
    }

    @inline(__always)
    private static func column(_ numbers: Span<Double>, _ test: (Double) -> Bool) -> [Bool] {
        [Bool](count: numbers.count, filler: false) { test(numbers[$0]) }
    }
}
