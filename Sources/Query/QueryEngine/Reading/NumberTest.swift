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

    /// Returns for each number whether it passes.
    func matches(_ numbers: Span<Double>) -> [Bool] {
        loop { test in [Bool](count: numbers.count, filler: false) { test(numbers[$0]) } }
    }

    /// Returns the places of the numbers that pass.
    func places(in numbers: Span<Double>) -> ArraySlice<Int32> {
        loop { test in
            // Each place is written, and only one that passes is kept. A branch would cost more, because values are almost random.
            var places = [Int32](repeating: 0, count: numbers.count + 1)
            var count = 0
            var target = places.mutableSpan
            for index in numbers.indices {
                target[count] = Int32(truncatingIfNeeded: index)
                count &+= Int(truncatingIfNeeded: (test(numbers[index]) ? 2.0 : 0).bitPattern >> 62)
            }
            return places[..<count]
        }
    }

    /// Returns whether a number passes.
    func matches(_ number: Double) -> Bool { loop { test in test(number) } }

    /// The range of numbers that pass; nil if none does, or if they are not one range.
    var numbers: ClosedRange<Double>? {
        func range(_ low: Double, _ high: Double) -> ClosedRange<Double>? { low <= high ? low...high : nil }
        return switch self {
        case .less(let literal): range(-.infinity, literal.nextDown)
        case .lessOrEqual(let literal): range(-.infinity, literal)
        case .greater(let literal): range(literal.nextUp, .infinity)
        case .greaterOrEqual(let literal): range(literal, .infinity)
        case .equal(let literal): range(literal, literal)
        case .between(let low, let high): range(low, high)
        case .notEqual, .among: nil
        }
    }

    /// The range of whole numbers of at most 52 bits that pass; nil if none does, or if they are not one range.
    var wholeNumbers: ClosedRange<Int64>? {
        guard let numbers else { return nil }
        let low = max(numbers.lowerBound.rounded(.up), -0x1p52)
        let high = min(numbers.upperBound.rounded(.down), 0x1p52)
        return low <= high ? Int64(low)...Int64(high) : nil
    }

    /// Sets numbers that do not pass to 0. Returns how many pass.
    func clearOthers(of numbers: inout [Double], _ rows: Range<Int>) -> Int {
        loop { test in
            var column = numbers.mutableSpan
            var part = column._mutatingExtracting(rows)
            var count: UInt64 = 0
            for row in 0..<part.count {
                let number = part[row]
                // 1 or 0: the only bit of 2 that stays. Without numbers of Bool and branches, the compiler uses vectors.
                let step = (test(number) ? 2.0 : 0).bitPattern >> 62
                part[row] = Double(bitPattern: number.bitPattern & (0 &- step))
                count &+= step
            }
            return Int(count)
        }
    }

    /// Calls `body` with the test. Each case has one comparison, so that the compiler can use vectors.
    @inline(__always)
    private func loop<Result>(_ body: ((Double) -> Bool) -> Result) -> Result {
        switch self {
        case .less(let literal): body { $0 < literal }
        case .lessOrEqual(let literal): body { $0 <= literal }
        case .greater(let literal): body { $0 > literal }
        case .greaterOrEqual(let literal): body { $0 >= literal }
        case .equal(let literal): body { $0 == literal }
        // Less or greater, and not only different, because NaN is different from all numbers.
        case .notEqual(let literal): body { ($0 < literal) != ($0 > literal) }
        case .between(let low, let high): body { low <= $0 && $0 <= high }
        case .among(let set): body { set.contains($0) }
        }
    }
}
