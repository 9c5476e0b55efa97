import HealthModel

/// A sample in a cell, before its contribution is known.
struct Participant {
    var start: Int64
    var end: Int64
    var value: Double
    var source: Int32
    var created: Int64
    var number: Int64
    /// The id of its metadata.
    var metadata: Int32 = 0
    /// The time for which it is active in the cell, in milliseconds.
    var active: Int64
    /// The time in the cell, whether or not it is active, in milliseconds.
    var inside: Int64 = 0
    /// The time spans for which it is active, in time order.
    var stretches: [Stretch] = []
    /// The time that no earlier sample covers.
    var fresh: Int64 = 0
    /// The seconds of a workout without its pauses: those that it adds to the cell, and all of them. Nil if other times count.
    var activeSeconds: (added: Double, all: Double)?
    /// The amounts of a workout in the cell, each at its time. Nil if its value is shared by time.
    var amount: Double?
    /// True if it starts in the cell.
    var startsHere = false
    var suppressed: [Timeline.Segment] = []
    /// True if it is an instant that a better source suppresses.
    var isDropped = false
    /// The UTC offset of its clock in milliseconds; 0 except with `zone sample`.
    var clock: Int64 = 0

    /// Returns true if it counts from that time on.
    func hasStretch(from moment: Int64) -> Bool { !isDropped && stretches.contains { $0.from + clock == moment } }

    /// Returns true if it counts up to that time.
    func hasStretch(to moment: Int64) -> Bool { !isDropped && stretches.contains { $0.to + clock == moment } }

    var length: Int64 { end - start }
    /// True if better sources cover all of its time in the cell.
    var isSuppressed: Bool { isDropped || (active == 0 && !suppressed.isEmpty) }
    var recency: Recency { Recency(start: start, end: end, created: created, number: number) }
}

/// Collects the samples of one group of the result by key.
final class ContributionCollector: PlacementObserver {
    private let groupCount: Int
    private let group: Int
    private var participants: [Int: [Participant]] = [:]
    private let activeTime: (workouts: WorkoutTimes, addsAll: Bool)?
    private let workouts: [Int64: WholeWorkout]

    /// A workout whose amounts are samples.
    struct WholeWorkout {
        var start: Int64
        var end: Int64
        var value: Double
    }

    /// - Parameters:
    ///   - activeTime: The times of workouts, and whether those that overlap are added; nil if other times count.
    ///   - workouts: The workouts whose amounts are samples, by number.
    init(
        group: Int, of groupCount: Int, activeTime: (workouts: WorkoutTimes, addsAll: Bool)? = nil, workouts: [Int64: WholeWorkout] = [:]
    ) {
        self.workouts = workouts
        self.group = group
        self.groupCount = groupCount
        self.activeTime = activeTime
    }

    /// Returns the samples of a key in time order.
    func participants(ofKey key: Int) -> [Participant]? {
        guard var sorted = participants[key] else { return nil }
        sorted.sort { ($0.start, $0.end, $0.value, $0.number) < ($1.start, $1.end, $1.value, $1.number) }
        var covered = Int64.min
        let stretches = sorted.indices.flatMap { index in sorted[index].stretches.map { (index, $0) } }
        for (index, stretch) in stretches.sorted(by: { ($0.1.from, $0.0) < ($1.1.from, $1.0) }) {
            sorted[index].fresh += Union.milliseconds(from: stretch.from, to: stretch.to, covered: covered)
            covered = max(covered, stretch.to)
        }
        addActiveSeconds(to: &sorted)
        return sorted
    }

    /// Finds the time that each workout adds to those before it (S7.1).
    private func addActiveSeconds(to sorted: inout [Participant]) {
        guard let activeTime else { return }
        var earlier: [ActivePart] = []
        for index in sorted.indices {
            let participant = sorted[index]
            let whole = activeTime.workouts.parts(ofNumber: participant.number, from: participant.start, to: participant.end)
            let parts = participant.stretches.flatMap { stretch in whole.compactMap { $0.clipped(from: stretch.from, to: stretch.to) } }
            var added = WorkoutTimes.sum(parts)
            if !activeTime.addsAll {
                earlier.removeAll { $0.to <= participant.start }
                if !earlier.isEmpty { added = WorkoutTimes.union(earlier + parts) - WorkoutTimes.union(earlier) }
                earlier += parts
            }
            sorted[index].activeSeconds = (added, WorkoutTimes.sum(whole))
        }
    }

    func observe(_ placements: [Placement], of batch: borrowing SampleBatch, better: Timeline) {
        for placement in placements {
            switch placement {
            case .run(let run) where run.cell % groupCount == group:
                for row in run.rows {
                    var participant = Participant(row, of: batch)
                    participant.active = participant.length
                    participant.inside = participant.length
                    participant.stretches = [Stretch(from: participant.start, to: participant.end)]
                    participant.clock = Int64(run.clock) * 1000
                    add(participant, from: participant.start, key: run.cell / groupCount)
                }
            case .piece(let piece) where piece.cell % groupCount == group:
                var participant = Participant(piece.row, of: batch)
                participant.active = piece.active
                participant.inside = piece.to - piece.from
                participant.clock = Int64(piece.clock) * 1000
                participant.suppressed = better.parts(from: piece.from, to: piece.to, suppressing: participant.source)
                var free = piece.from
                for held in participant.suppressed {
                    if held.from > free { participant.stretches.append(Stretch(from: free, to: held.from)) }
                    free = held.to
                }
                if free < piece.to { participant.stretches.append(Stretch(from: free, to: piece.to)) }
                add(participant, from: piece.from, key: piece.cell / groupCount)
            default: break
            }
        }
    }

    func observeDropped(_ row: Int, of batch: borrowing SampleBatch, cell: Int?, holder: Int32) {
        guard let cell, cell % groupCount == group else { return }
        var participant = Participant(row, of: batch)
        participant.isDropped = true
        participant.suppressed = [Timeline.Segment(from: participant.start, to: participant.start, owner: holder)]
        participants[cell / groupCount, default: []].append(participant)
    }

    private func add(_ participant: Participant, from: Int64, key: Int) {
        var participant = participant
        participant.startsHere = from == participant.start
        if let workout = workouts[participant.number] { return add(participant, of: workout, key: key) }
        add(participant, key: key)
    }

    /// Adds an amount to its workout. An amount of 0 has the whole time of the workout, so the others add no time.
    private func add(_ amount: Participant, of workout: WholeWorkout, key: Int) {
        var whole = amount
        whole.amount = amount.value * (amount.length == 0 ? 1 : Double(amount.active) / Double(amount.length))
        if (amount.start, amount.end) != (workout.start, workout.end) { (whole.active, whole.inside, whole.stretches) = (0, 0, []) }
        (whole.start, whole.end, whole.value) = (workout.start, workout.end, workout.value)
        guard let known = participants[key]?.lastIndex(where: { $0.number == whole.number }) else {
            participants[key, default: []].append(whole)
            return
        }
        participants[key]?[known].amount? += whole.amount ?? 0
        participants[key]?[known].active += whole.active
        participants[key]?[known].inside += whole.inside
        participants[key]?[known].stretches += whole.stretches
    }

    private func add(_ participant: Participant, key: Int) {
        // A sample in several buckets of the group arrives in consecutive pieces.
        if let last = participants[key]?.last, last.number == participant.number {
            let index = (participants[key]?.count ?? 1) - 1
            participants[key]?[index].active += participant.active
            participants[key]?[index].inside += participant.inside
            participants[key]?[index].stretches += participant.stretches
            participants[key]?[index].startsHere = last.startsHere || participant.startsHere
            participants[key]?[index].suppressed += participant.suppressed
        } else {
            participants[key, default: []].append(participant)
        }
    }
}

extension Participant {
    init(_ row: Int, of batch: borrowing SampleBatch) {
        self.init(
            start: batch.starts[row], end: batch.ends[row], value: batch.values[row], source: batch.sources[row],
            created: batch.created[row], number: batch.numbers[row], metadata: batch.metadata[row], active: 0)
    }
}
