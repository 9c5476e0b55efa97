package import HealthModel

/// The content of a generated file, counted while it is written.
package struct ExportManifest: Hashable, Sendable {
    /// The size of the data file before compression.
    package var byteCount = 0
    /// The number of complete `Record` elements, including repeated ones, those in correlations and unreadable ones.
    package var recordCount = 0
    /// The number of different samples by type, without workouts. A store has these samples after an import.
    package var sampleCounts: [MetricID: Int] = [:]
    package var workoutCount = 0
    /// The time of workouts in each zone of heart rate, from the lowest, in seconds.
    package var zoneSeconds: [Double] = []
    package var summaryCount = 0
    package var correlationCount = 0
    /// The number of elements that Tally counts by name but does not read yet.
    package var uninterpreted: [String: Int] = [:]
    /// The keys of all sources.
    package var sourceKeys: Set<String> = []
    package var trapCounts: [ExportTrap: Int] = [:]
    /// The positions of traps: the line where their element starts, from 1. At most a hundred of each.
    package var trapLines: [ExportTrap: [Int]] = [:]
    /// The workouts' routes.
    package var routes: [LifeRoute] = []

    package init() {}

    package var sampleCount: Int { sampleCounts.values.reduce(0, +) }

    mutating func count(_ trap: ExportTrap, atLine line: Int) {
        trapCounts[trap, default: 0] += 1
        if trapLines[trap, default: []].count < 100 { trapLines[trap, default: []].append(line) }
    }
}
