import Foundation
import QueryEngine
import RandomTesting
import Testing

/// Lists of heartbeats (S2.15), compared with the definitions, and hostile lists.
@Suite("S2.15: heartbeats")
struct BeatTests {
    /// The seed: `TALLY_SEED`, or else the same in every run.
    private static let seed = ProcessInfo.processInfo.environment["TALLY_SEED"].flatMap(UInt64.init) ?? 1

    private static func below(_ random: inout SplitMix64, _ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    /// The definition of the three measures, over series of intervals without gaps.
    private static func defined(_ series: [[Int]]) -> (rmssd: Double, sdnn: Double, pnn50: Double)? {
        var differences: [Double] = []
        var normal: [Double] = []
        for run in series {
            let counts = zip(run, run.dropFirst()).map { Double(abs($1 - $0)) <= 0.2 * Double($0) + 1e-9 }
            for (index, count) in counts.enumerated() where count { differences.append(Double(run[index + 1] - run[index])) }
            for index in run.indices where index < counts.count && counts[index] || index > 0 && counts[index - 1] {
                normal.append(Double(run[index]))
            }
        }
        guard !differences.isEmpty else { return nil }
        let mean = normal.reduce(0, +) / Double(normal.count)
        let squares = normal.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
        return (
            (differences.map { $0 * $0 }.reduce(0, +) / Double(differences.count)).squareRoot(),
            (squares / Double(normal.count - 1)).squareRoot(),
            Double(differences.count { abs($0) > 50 }) / Double(differences.count)
        )
    }

    private static func text(_ time: Int) -> String {
        let day = (time % 86_400_000 + 86_400_000) % 86_400_000
        let parts = [day / 3_600_000, day / 60_000 % 60, day / 1000 % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let hundredths = day % 1000 / 10
        return parts.joined(separator: ":") + (hundredths < 10 ? ".0" : ".") + "\(hundredths)"
    }

    @Test("S2.15 random lists have the values of the definition")
    func randomListsHaveTheValuesOfTheDefinition() throws {
        let seed = Self.seed
        var random = SplitMix64(seed: seed)
        var reader = BeatReader()
        for _ in 0..<2000 {
            var time = Self.below(&random, 8_640_000) * 10
            var beats = [time]
            var series: [[Int]] = [[]]
            for _ in 0..<Self.below(&random, 40) {
                if Self.below(&random, 10) == 0 {
                    // Longer than any interval.
                    time += 2010 + Self.below(&random, 50) * 10
                    series.append([])
                } else {
                    let interval = 600 + Self.below(&random, 90) * 10
                    time += interval
                    series[series.count - 1].append(interval)
                }
                beats.append(time)
            }
            // A rate of 40 alone would make an interval of more than 2.25 s a gap.
            let list = beats.map { "40@\(Self.text($0))" }.shuffled(using: &random).joined(separator: " ")
            let found = reader.variability(of: list)
            let expected = Self.defined(series)
            #expect((found == nil) == (expected == nil), "seed \(seed): \(list)")
            guard let found, let expected else { continue }
            #expect(abs(found.rmssd - expected.rmssd) < 1e-9, "seed \(seed): \(list)")
            #expect(abs(found.sdnn - expected.sdnn) < 1e-6, "seed \(seed): \(list)")
            #expect(found.pnn50 == expected.pnn50, "seed \(seed): \(list)")
        }
    }

    @Test("S2.15 the beats of random lists have their times and gaps, in any order and also across midnight")
    func theBeatsOfRandomListsHaveTheirTimesAndGaps() {
        let seed = Self.seed
        var random = SplitMix64(seed: seed)
        var reader = BeatReader()
        for _ in 0..<2000 {
            let start = Self.below(&random, 8_640_000) * 10
            var (times, gaps) = ([Int64(0)], [false])
            for _ in 0..<Self.below(&random, 40) {
                let isGap = Self.below(&random, 10) == 0
                times.append((times.last ?? 0) + Int64(isGap ? 2010 + Self.below(&random, 50) * 10 : 300 + Self.below(&random, 120) * 10))
                gaps.append(isGap)
            }
            // Some beats are listed twice.
            let listed = times + times.filter { _ in Self.below(&random, 8) == 0 }
            let list = listed.map { "40@\(Self.text(start + Int($0)))" }.shuffled(using: &random).joined(separator: " ")
            let found = reader.times(of: list)
            #expect(found?.clockTime == Int64(start % 43_200_000), "seed \(seed): \(list)")
            #expect(found?.times == times && found?.isAfterGap == gaps, "seed \(seed): \(list)")
        }
    }

    @Test("hostile lists have finite values or none")
    func hostileListsHaveFiniteValuesOrNone() {
        let seed = Self.seed
        var random = SplitMix64(seed: seed)
        var reader = BeatReader()
        let pieces = [
            "60", "@", " ", ":", "12", "59", "00", ".", ",", "999999999999999999999", "-1", "PM", "é", "٣", "⅓", "𝟗", "\u{0}",
            "08:00:01.00",
        ]
        for _ in 0..<5000 {
            let list = (0..<Self.below(&random, 60)).map { _ in pieces[Self.below(&random, pieces.count)] }.joined()
            let times = reader.times(of: list)
            #expect(times.map { $0.times.count == $0.isAfterGap.count && $0.times == Set($0.times).sorted() } ?? true)
            guard let found = reader.variability(of: list) else { continue }
            #expect(found.rmssd.isFinite && found.sdnn.isFinite && (0...1).contains(found.pnn50), "seed \(seed): \(list)")
        }
    }
}
