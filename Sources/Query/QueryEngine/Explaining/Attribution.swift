import HealthModel
import QueryPlan
import QueryVocabulary

/// Computes the contribution of each sample to a cell.
struct Attribution {
    let measure: Measure
    let rules: StatisticRules
    /// The time in the cell, if its column has times.
    private var moment: Int64?
    /// The first quarter hour that has not begun.
    private let laterQuarter: Int64

    init(measure: Measure, plan: Plan) {
        self.measure = measure
        rules = plan.rules
        laterQuarter = plan.firstLaterQuarter
    }

    /// Returns the share of each participant and its contribution to `cell`. The contributions add up to the cell.
    func attribute(_ participants: [Participant], cell: Double) -> [(share: Double, contribution: Double)] {
        var attribution = self
        if measure.result == .clock { attribution.moment = Int64(cell) }
        let shares = attribution.shares(of: participants)
        var contributions = participants.indices.map { contribution(of: participants[$0], share: shares[$0], cell: cell) }
        settle(&contributions, to: cell)
        return zip(shares, contributions).map { ($0, $1) }
    }

    /// Returns the share of each participant and its contribution to `cell`, a share of a condition (S2.9).
    ///
    /// - Parameter count: The number of participants that meet the condition. They are the first ones.
    func attribute(_ participants: [Participant], matching count: Int, cell: Double) -> [(share: Double, contribution: Double)] {
        let shares = shares(of: participants)
        let amounts = participants.indices.map { contribution(of: participants[$0], share: shares[$0], cell: cell) }
        let total = amounts.reduce(0, +)
        var contributions = amounts.indices.map { $0 < count && total > 0 ? amounts[$0] / total : 0 }
        settle(&contributions, to: cell)
        return zip(shares, contributions).map { ($0, $1) }
    }

    private func contribution(of participant: Participant, share: Double, cell: Double) -> Double {
        switch measure.share {
        case .number: share
        case .time: measure.conversion(participant.activeSeconds?.added ?? Double(milliseconds(of: participant)) / 1000)
        // Levels and deviations are not sums of values, so each sample gets a part of the result.
        case .weight where measure.style == .discreteEquivalentContinuousLevel: cell * share
        case _ where [.difference, .clock].contains(measure.result): cell * share
        case .quarters, .stretch: cell * share
        default: share == 0 ? 0 : measure.valueConversion(participant.value) * share
        }
    }

    /// Returns the part of each sample that counts for a sum, count or duration, or its relative weight for other aggregates.
    private func shares(of participants: [Participant]) -> [Double] {
        if measure.countsActiveTime {
            return participants.map { participant in
                guard let seconds = participant.activeSeconds, seconds.all > 0 else { return 0 }
                return seconds.added / seconds.all
            }
        }
        return switch measure.share {
        case .amount: participants.map(shareOfAmount)
        case .time: participants.map { $0.length == 0 ? 0 : ratio(milliseconds(of: $0), $0.length) }
        case .number: participants.map { rules.count == .overlap || $0.startsHere ? 1 : 0 }
        case .weight: normalized(participants.map(weight))
        case .chosen(let choices): chosen(choices.compactMap { index(of: $0, among: participants) }, participants.count)
        case .rank(let rank): orderStatistics(participants, at: rank)
        case .square: squares(participants)
        case .quarters: normalized(freshQuarters(participants))
        case .stretch(let amount): shares(of: amounts(of: participants, inFastest: amount))
        }
    }

    private func shareOfAmount(of participant: Participant) -> Double {
        if participant.isDropped { return 0 }
        guard let amount = participant.amount else { return ratio(participant.active, participant.length) }
        return participant.value == 0 ? 0 : amount / participant.value
    }

    private func ratio(_ part: Int64, _ whole: Int64) -> Double { whole == 0 ? 1 : Double(part) / Double(whole) }

    private func milliseconds(of participant: Participant) -> Int64 {
        rules.duration == .union ? participant.fresh : participant.active
    }

    /// Returns true if merging leaves any part of a sample for a discrete statistic.
    private func counts(_ participant: Participant) -> Bool {
        !participant.isDropped && (participant.active > 0 || participant.length == 0)
    }

    private func weight(_ participant: Participant) -> Double {
        guard counts(participant) else { return 0 }
        let isTemporal = measure.style == .discreteTemporallyWeighted || measure.style == .discreteEquivalentContinuousLevel
        let weight = isTemporal && rules.weighting != .equal ? ByTime.weight(milliseconds: participant.active) : 1
        return measure.style == .discreteEquivalentContinuousLevel ? weight * SoundEnergy.encode(participant.value) : weight
    }

    private func normalized(_ weights: [Double]) -> [Double] {
        let total = weights.reduce(0, +)
        return total > 0 ? weights.map { $0 / total } : weights
    }

    private func chosen(_ chosen: [Int], _ count: Int) -> [Double] {
        (0..<count).map { index in chosen.isEmpty ? 0 : Double(chosen.count { $0 == index }) / Double(chosen.count) }
    }

    private func index(of choice: SampleChoice, among participants: [Participant]) -> Int? {
        switch choice {
        case .least: best(of: participants) { $0.value < $1.value }
        case .greatest: best(of: participants) { $0.value > $1.value }
        case .latest: best(of: participants) { $0.recency > $1.recency }
        case .first: best(of: participants) { $0.recency < $1.recency }
        case .firstStart: moment.flatMap { moment in participants.firstIndex { $0.hasStretch(from: moment) } }
        case .lastEnd: moment.flatMap { moment in participants.firstIndex { $0.hasStretch(to: moment) } }
        }
    }

    private func best(of participants: [Participant], _ isBetter: (Participant, Participant) -> Bool) -> Int? {
        participants.indices.filter { counts(participants[$0]) }.reduce(nil) { best, index in
            guard let best else { return index }
            return isBetter(participants[index], participants[best]) ? index : best
        }
    }

    /// The two samples next to the rank, weighted by distance, or the one at the nearest rank.
    private func orderStatistics(_ participants: [Participant], at rank: RankFraction) -> [Double] {
        var shares = [Double](repeating: 0, count: participants.count)
        let order = participants.indices.filter { counts(participants[$0]) }.sorted { participants[$0].value < participants[$1].value }
        guard !order.isEmpty else { return shares }
        if rules.percentile == .nearest {
            shares[order[rank.nearestRank(of: order.count)]] = 1
            return shares
        }
        let (below, part) = rank.linearRank(of: order.count)
        shares[order[below]] = 1 - part
        if below + 1 < order.count { shares[order[below + 1]] += part }
        return shares
    }

    /// The number of quarter hours of each sample that no earlier sample meets.
    private func freshQuarters(_ participants: [Participant]) -> [Double] {
        var covered = Set<Int64>()
        return participants.map { participant in
            var count = 0
            for stretch in participant.stretches {
                for quarter in QuarterHour.meeting(from: stretch.from + participant.clock, to: stretch.to + participant.clock)
                where quarter < laterQuarter && covered.insert(quarter).inserted {
                    count += 1
                }
            }
            return Double(count)
        }
    }

    /// The share of each sample in the length of a stretch. Its start is that of the first sample in it.
    private func shares(of amounts: [Double]) -> [Double] {
        guard measure.result == .clock else { return normalized(amounts) }
        return chosen([amounts.firstIndex { $0 > 0 }].compactMap(\.self), amounts.count)
    }

    /// The amount of each sample in the fastest stretch of the cell (S2.14).
    private func amounts(of participants: [Participant], inFastest amount: Double) -> [Double] {
        func parts(_ participant: Participant) -> [AmountPart] {
            guard !participant.isDropped else { return [] }
            let (start, end, value) = (participant.start, participant.end, participant.value)
            if start == end { return [AmountPart(from: start, to: end, amount: value, clock: 0)] }
            return participant.stretches.map {
                AmountPart(from: $0.from, to: $0.to, amount: value * Double($0.to - $0.from) / Double(end - start), clock: 0)
            }
        }
        let all = participants.map(parts)
        guard let best = FastestStretch(of: amount, in: all.flatMap { $0 }) else { return participants.map { _ in 0 } }
        let (low, high) = (best.start, best.start + best.milliseconds)
        return all.map { parts in
            parts.reduce(0) { sum, part in
                guard part.from < part.to else { return sum + (low <= part.from && part.from <= high ? part.amount : 0) }
                let inside = max(min(part.to, high) - max(part.from, low), 0)
                return sum + part.amount * Double(inside) / Double(part.to - part.from)
            }
        }
    }

    /// The part of each sample in the sum of squared differences from the mean.
    private func squares(_ participants: [Participant]) -> [Double] {
        let values = participants.filter(counts).map(\.value)
        let mean = values.reduce(0, +) / Double(max(values.count, 1))
        return normalized(participants.map { counts($0) ? ($0.value - mean) * ($0.value - mean) : 0 })
    }

    /// Adds the rounding error between the contributions and the cell to one contribution. A very large contribution has too few digits for
    /// the error, and a very small one would change noticeably.
    private func settle(_ contributions: inout [Double], to cell: Double) {
        let able = contributions.indices.filter { abs(contributions[$0]) > abs(cell) * 1e-9 }
        guard let chosen = able.min(by: { abs(contributions[$0]) < abs(contributions[$1]) }) else { return }
        for _ in 0..<2 {
            var total = CompensatedSum()
            for contribution in contributions { total.add(contribution) }
            let rest = (cell - total.high) - total.low
            guard rest.isFinite, rest != 0 else { return }
            contributions[chosen] += rest
        }
    }
}
