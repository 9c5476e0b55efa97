import HealthModel
import RandomTesting
import Testing

@Suite("S13.11 Rises and descents of routes")
struct ClimbTests {
    /// Returns a route with a point each second.
    private func route(_ altitudes: [Double]) throws -> TimeSeries {
        let kind = TimeSeries.Kind.route
        let values = kind.columns.map { $0 == .altitude ? altitudes : [] }
        return try #require(TimeSeries(kind, name: "", times: altitudes.indices.map { Int64($0) * 1000 }, values: values))
    }

    private func sums(_ climbs: [(start: Int64, end: Int64, meters: Double)]) -> [Double] {
        climbs.reduce(into: [0, 0]) { sums, climb in sums[climb.meters > 0 ? 0 : 1] += abs(climb.meters) }
    }

    /// The definition of decision 0217: the smallest change between turning points is removed until none is less than 3 m.
    private func changes(_ altitudes: [Double]) -> [Double] {
        var turns = altitudes.filter(\.isFinite)
        func reduce() {
            var index = 1
            while index < turns.count - 1 {
                let isTurn = (turns[index] - turns[index - 1]) * (turns[index + 1] - turns[index]) < 0
                if isTurn { index += 1 } else { turns.remove(at: turns[index] == turns[index - 1] ? index - 1 : index) }
            }
        }
        while true {
            reduce()
            let sizes = zip(turns, turns.dropFirst()).map { abs($1 - $0) }
            guard let least = sizes.min(), least < TimeSeries.leastClimb, let place = sizes.firstIndex(of: least) else { break }
            if place > 0, place < sizes.count - 1 {
                turns.removeSubrange(place...place + 1)
            } else {
                turns.remove(at: place == 0 ? 0 : turns.count - 1)
            }
        }
        let all = zip(turns, turns.dropFirst()).map { $1 - $0 }
        return [all.filter { $0 > 0 }.reduce(0, +), -all.filter { $0 < 0 }.reduce(0, +)]
    }

    @Test("Hills of 5 m count in full, also with a point each half meter, and changes of less than 3 m count nothing")
    func hills() throws {
        let hill: [Double] = (0..<20).map { 100 + Double(min($0, 20 - $0)) / 2 }
        let dense: [Double] = Array(repeating: hill, count: 10).joined() + [100]
        #expect(sums(try #require(try route(dense).turns).climbs) == [50, 50])
        let flat = try #require(try route([100, 102.9, 100.1, 102, 100]).turns)
        #expect(flat.climbs.isEmpty)
        #expect(flat[.altitude] == [100])
        #expect(try route([.nan, .nan]).turns == nil)
    }

    @Test("Random routes have the changes that remain after the smallest ones are removed", arguments: 0..<200)
    func random(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        var altitude = 500.0
        let altitudes = (0..<Int.random(in: 1...80, using: &random)).map { _ -> Double in
            // Halves add up exactly.
            altitude += Double(Int.random(in: -6...6, using: &random)) / 2
            return Int.random(in: 0..<10, using: &random) == 0 ? .nan : altitude
        }
        guard altitudes.contains(where: \.isFinite) else { return }
        let climbs = try #require(try route(altitudes).turns).climbs
        #expect(sums(climbs) == changes(altitudes), "\(altitudes)")
        // The steps follow each other, and each is within the time of the points around it.
        for (before, after) in zip(climbs, climbs.dropFirst()) { #expect(before.end <= after.start) }
    }
}
