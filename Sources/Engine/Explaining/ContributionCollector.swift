import HealthModel

/// A sample that takes part in a cell, before it is known what that makes of the cell.
struct Participant {
    var start: Int64
    var end: Int64
    var value: Double
    var source: Int32
    var created: Int64
    var number: Int64
    /// How long it is active in the cell, in milliseconds.
    var active: Int64
    /// How long nothing before it covered the same time.
    var fresh: Int64
    /// Whether it starts in the cell.
    var startsHere = false
    var suppressed: [Timeline.Segment] = []
    /// Whether it is an instant that a better source holds.
    var isDropped = false

    var length: Int64 { end - start }
    var recency: Recency { Recency(start: start, end: end, created: created, number: number) }
}

/// Collects the samples of one group of the result, by key.
final class ContributionCollector: PlacementObserver {
    private let groupCount: Int
    private let group: Int
    private(set) var participants: [Int: [Participant]] = [:]
    /// By key, the greatest end so far.
    private var covered: [Int: Int64] = [:]

    init(group: Int, of groupCount: Int) {
        self.group = group
        self.groupCount = groupCount
    }

    func observe(_ placements: [Placement], of batch: borrowing SampleBatch, better: Timeline) {
        for placement in placements {
            switch placement {
            case .run(let run) where run.cell % groupCount == group:
                for row in run.rows {
                    var participant = Participant(row, of: batch)
                    participant.active = participant.length
                    add(participant, from: participant.start, to: participant.end, key: run.cell / groupCount)
                }
            case .piece(let piece) where piece.cell % groupCount == group:
                var participant = Participant(piece.row, of: batch)
                participant.active = piece.active
                participant.suppressed = better.parts(from: piece.from, to: piece.to, notOf: participant.source)
                add(participant, from: piece.from, to: piece.to, key: piece.cell / groupCount)
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

    private func add(_ participant: Participant, from: Int64, to: Int64, key: Int) {
        var participant = participant
        participant.startsHere = from == participant.start
        participant.fresh = Union.milliseconds(from: from, to: to, covered: covered[key] ?? .min)
        covered[key] = max(covered[key] ?? .min, to)
        add(participant, key: key)
    }

    private func add(_ participant: Participant, key: Int) {
        // A sample that meets several buckets of the group comes in pieces, one after another.
        if let last = participants[key]?.last, last.number == participant.number {
            let index = (participants[key]?.count ?? 1) - 1
            participants[key]?[index].active += participant.active
            participants[key]?[index].fresh += participant.fresh
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
            created: batch.created[row], number: batch.numbers[row], active: 0, fresh: 0)
    }
}
