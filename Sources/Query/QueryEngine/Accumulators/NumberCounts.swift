/// How often each whole number of a range occurs, as in a day of heart rates.
struct NumberCounts {
    /// The length of the range.
    static let width = NumberPlaces.width

    /// The least number of the range. The first number that is counted decides it.
    private var base = 0
    private var counts: [Int32] = []
    private(set) var total = 0

    init() {}

    /// Counts all numbers. Nil if any is not a whole number of the range.
    init?(counting numbers: Span<Double>) {
        start(numbers)
        var isComplete = true
        total = Self.add(numbers, to: &counts, from: base) { _ in
            isComplete = false
            return false
        }
        if !isComplete { return nil }
    }

    /// Counts numbers of the range, and appends all others to `others`.
    mutating func add(_ numbers: Span<Double>, others: inout [Double]) {
        start(numbers)
        total += Self.add(numbers, to: &counts, from: base) {
            others.append($0)
            return true
        }
    }

    private mutating func start(_ numbers: Span<Double>) {
        guard counts.isEmpty, !numbers.isEmpty, abs(numbers[0]) < 1e9 else { return }
        // Ranges of numbers close to each other are often the same.
        base = (Int(numbers[0]) & ~511) - Self.width / 4
        counts = [Int32](repeating: 0, count: Self.width)
    }

    /// Passes numbers outside the range to `other`, which returns whether to go on. Returns how many are inside.
    private static func add(_ numbers: Span<Double>, to counts: inout [Int32], from base: Int, _ other: (Double) -> Bool) -> Int {
        if counts.isEmpty {
            for index in numbers.indices where !other(numbers[index]) { break }
            return 0
        }
        var places = NumberPlaces(from: base)
        // Each number has four counts that take turns. The same number often follows, and would wait for its count.
        var four = [Int32](repeating: 0, count: 4 * width)
        var counted = 0
        var row = 0
        while row < numbers.count {
            let part = numbers.extracting(row..<min(row + NumberPlaces.portion, numbers.count))
            if places.find(part) {
                count(places.found.span.extracting(0..<part.count), in: &four)
                counted += part.count
            } else {
                for index in part.indices {
                    if let place = places.place(of: part[index]) {
                        four[place] &+= 1
                        counted += 1
                    } else if !other(part[index]) {
                        return counted
                    }
                }
            }
            row += part.count
        }
        var target = counts.mutableSpan
        for place in 0..<width {
            target[place] &+= four[place] &+ four[width + place] &+ four[2 * width + place] &+ four[3 * width + place]
        }
        return counted
    }

    /// Counts places, which are less than `width`.
    private static func count(_ places: Span<UInt32>, in four: inout [Int32]) {
        var target = four.mutableSpan
        var row = 0
        while row + 4 <= places.count {
            target[Int(places[row])] &+= 1
            target[width &+ Int(places[row &+ 1])] &+= 1
            target[2 &* width &+ Int(places[row &+ 2])] &+= 1
            target[3 &* width &+ Int(places[row &+ 3])] &+= 1
            row &+= 4
        }
        while row < places.count {
            target[Int(places[row])] &+= 1
            row &+= 1
        }
    }

    /// Adds the counts of `other`, and appends the numbers outside this range to `others`.
    mutating func merge(_ other: NumberCounts, others: inout [Double]) {
        guard other.total > 0 else { return }
        if counts.isEmpty {
            self = other
            return
        }
        for (index, count) in other.counts.enumerated() where count > 0 {
            let place = other.base + index - base
            if counts.indices.contains(place) {
                counts[place] += count
                total += Int(count)
            } else {
                others.append(contentsOf: repeatElement(Double(other.base + index), count: Int(count)))
            }
        }
    }

    /// Appends each number as often as it was counted.
    func append(to numbers: inout [Double]) {
        for (index, count) in counts.enumerated() where count > 0 {
            numbers.append(contentsOf: repeatElement(Double(base + index), count: Int(count)))
        }
    }

    /// Returns the number that sorting would put at `rank`, and the one after it; nil after the last.
    func neighbors(atRank rank: Int) -> (element: Double, next: Double?) {
        precondition(rank < total)
        var before = 0
        var index = 0
        while before + Int(counts[index]) <= rank {
            before += Int(counts[index])
            index += 1
        }
        let element = Double(base + index)
        if before + Int(counts[index]) > rank + 1 { return (element, element) }
        return (element, counts[(index + 1)...].firstIndex { $0 > 0 }.map { Double(base + $0) })
    }
}
