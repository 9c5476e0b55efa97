import HealthModel
import RandomTesting

extension TestSample {
    static let seeds: [UInt64] = Array(1...6)

    /// Returns samples of several sources over two days: instants, short and day-long samples, ties, and manual entries.
    static func random(_ count: Int, using generator: inout SplitMix64) -> [TestSample] {
        let sources = ["Watch", "iPhone", "Band", "Diary"]
        return (0..<count).map { index in
            // Whole minutes make ties and adjacent samples likely.
            let start = clock(0, Int.random(in: 0..<2880, using: &generator))
            let lengths = [0, 0, 1, 5, 30, 90, 1500]
            let end = start + Int64(lengths.randomElement(using: &generator) ?? 0) * minuteMilliseconds
            let value = Bool.random(using: &generator) ? Double.random(in: 0..<100, using: &generator) : Double(index % 7)
            let isHandEntered = Int.random(in: 0..<8, using: &generator) == 0
            return TestSample(
                start: start, end: end, value: value, source: sources.randomElement(using: &generator) ?? "Watch",
                device: ["A", "B", nil].randomElement(using: &generator) ?? nil, metadata: isHandEntered ? ["HKWasUserEntered": "1"] : [:],
                // Otherwise, insertion order would follow the order of import.
                created: clock(60) + Int64(index))
        }
    }
}
