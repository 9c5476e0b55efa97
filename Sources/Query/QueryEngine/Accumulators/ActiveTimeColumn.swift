import HealthModel
import QueryPlan
import QueryVocabulary

/// The duration of workouts in each cell, without their pauses (S7.1).
///
/// If workouts overlap, the time that counts is that of the one that counts most of each moment, as in a union. The sum adds all of them.
final class ActiveTimeColumn: AggregateColumn {
    private let workouts: WorkoutTimes
    private let addsAll: Bool
    private var cells: [[ActivePart]] = []
    /// The seconds of the people whose samples are complete; nil if there are none.
    private var closed: [Double?] = []

    /// - Parameter addsAll: True to add the durations of workouts that overlap.
    init(_ workouts: WorkoutTimes, addsAll: Bool) {
        self.workouts = workouts
        self.addsAll = addsAll
    }

    func reserve(cellCount: Int, level: Int) {
        if cells.count < cellCount { cells.append(contentsOf: repeatElement([], count: cellCount - cells.count)) }
    }

    func update(_ placements: [Placement], of batch: borrowing SampleBatch, level: Int) {
        for placement in placements {
            switch placement {
            case .run(let run):
                for row in run.rows { cells[run.cell] += workouts.parts(of: row, in: batch) }
            case .piece(let piece):
                cells[piece.cell] += workouts.parts(of: piece.row, in: batch, from: piece.from, to: piece.to)
            }
        }
    }

    /// Adds the seconds of another person. Any column of durations has them: that of a person without a range reads no workouts.
    func add(_ other: any AggregateColumn, to map: CellMap) {
        closed += repeatElement(nil, count: max(map.count - closed.count, 0))
        let values = other.finalize(cellCount: map.cells.count)
        for (index, cell) in map.cells.enumerated() {
            guard let seconds = values[index] else { continue }
            closed[cell] = (closed[cell] ?? 0) + seconds
        }
    }

    /// Returns the seconds of each cell.
    func finalize(cellCount: Int) -> [Double?] {
        (0..<cellCount).map { cell in
            let known = cell < closed.count ? closed[cell] : nil
            guard cell < cells.count, !cells[cell].isEmpty else { return known }
            return (known ?? 0) + (addsAll ? WorkoutTimes.sum(cells[cell]) : WorkoutTimes.union(cells[cell]))
        }
    }
}

/// The times of the workouts in the range of a query.
final class WorkoutTimes {
    private let workouts: [Int64: Workout]
    private var partsOfWorkout: [Int64: [ActivePart]] = [:]

    /// No workouts, for a column to which those of people are added.
    init() { workouts = [:] }

    /// Reads the workouts in the range of a plan. Returns nil if no measure needs them.
    init?(for measures: [Measure], in plan: Plan, of source: any SampleSource) throws {
        guard !plan.range.isUnknown, measures.contains(where: \.countsActiveTime) else { return nil }
        workouts = try source.workouts(near: SampleWindow(plan.range, rule: plan.edges))
    }

    /// Returns the parts of a workout's sample that count as duration.
    func parts(of row: Int, in batch: borrowing SampleBatch) -> [ActivePart] {
        parts(ofNumber: batch.numbers[row], from: batch.starts[row], to: batch.ends[row])
    }

    /// Returns the parts between two times. If none of them counts, the result is an empty part, because the cell has a workout.
    func parts(of row: Int, in batch: borrowing SampleBatch, from: Int64, to: Int64) -> [ActivePart] {
        let parts = parts(of: row, in: batch).compactMap { $0.clipped(from: from, to: to) }
        return parts.isEmpty ? [ActivePart(from: from, to: from, seconds: 0)] : parts
    }

    /// Returns the parts of a sample that count as duration. A sample whose times are not those of its workout counts in full.
    func parts(ofNumber number: Int64, from: Int64, to: Int64) -> [ActivePart] {
        if let parts = partsOfWorkout[number] { return parts }
        var parts = [ActivePart(from: from, to: to, seconds: Double(to - from) / 1000)]
        if let workout = workouts[number], (workout.start.milliseconds, workout.end.milliseconds) == (from, to) {
            parts = workout.activeParts
        }
        partsOfWorkout[number] = parts
        return parts
    }

    /// Returns the seconds of parts that may overlap, with each moment once.
    static func union(_ parts: [ActivePart]) -> Double {
        var total = CompensatedSum()
        var group: [ActivePart] = []
        var end = Int64.min
        for part in parts.sorted(by: { ($0.from, $0.to, $0.seconds) < ($1.from, $1.to, $1.seconds) }) {
            if part.from >= end {
                total.add(greatest(group))
                group.removeAll()
            }
            if part.from == part.to { total.add(part.seconds) } else { group.append(part) }
            end = max(end, part.to)
        }
        total.add(greatest(group))
        return total.value
    }

    /// Returns the seconds of all parts.
    static func sum(_ parts: [ActivePart]) -> Double {
        var total = CompensatedSum()
        for part in parts.sorted(by: { ($0.from, $0.to, $0.seconds) < ($1.from, $1.to, $1.seconds) }) { total.add(part.seconds) }
        return total.value
    }

    /// Returns the seconds of parts that overlap, with the part that counts most at each moment.
    private static func greatest(_ parts: [ActivePart]) -> Double {
        guard parts.count > 1 else { return parts.first?.seconds ?? 0 }
        let edges = Set(parts.flatMap { [$0.from, $0.to] }).sorted()
        var total = CompensatedSum()
        var next = 0
        var open: [ActivePart] = []
        for (low, high) in zip(edges, edges.dropFirst()) {
            open.removeAll { $0.to <= low }
            while next < parts.count, parts[next].from == low {
                open.append(parts[next])
                next += 1
            }
            let best = open.max { $0.density < $1.density }
            if let part = best?.clipped(from: low, to: high) { total.add(part.seconds) }
        }
        return total.value
    }
}
