package import HealthModel

/// What a generated file holds, counted while it was written.
package struct ExportManifest: Hashable, Sendable {
    /// Bytes of the data file, before compression.
    package var byteCount = 0
    /// Complete `Record` elements: repeated ones, those in correlations and those that cannot be understood too.
    package var recordCount = 0
    /// Samples that differ, by type: what a store holds after an import, workouts aside.
    package var sampleCounts: [MetricID: Int] = [:]
    package var workoutCount = 0
    package var summaryCount = 0
    package var correlationCount = 0
    /// Elements of kinds that Tally counts and names, but does not interpret yet.
    package var uninterpreted: [String: Int] = [:]
    /// The keys of all sources that occur.
    package var sourceKeys: Set<String> = []
    package var trapCounts: [ExportTrap: Int] = [:]
    /// Where traps are: the line at which their element starts, from 1; at most a hundred of each.
    package var trapLines: [ExportTrap: [Int]] = [:]
    /// Files that workouts name as their routes, as `/workout-routes/….gpx`.
    package var routes: [String] = []

    package init() {}

    package var sampleCount: Int { sampleCounts.values.reduce(0, +) }

    mutating func count(_ trap: ExportTrap, atLine line: Int) {
        trapCounts[trap, default: 0] += 1
        if trapLines[trap, default: []].count < 100 { trapLines[trap, default: []].append(line) }
    }
}
