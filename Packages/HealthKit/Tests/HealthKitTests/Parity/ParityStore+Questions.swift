import Foundation
import HealthKit
import RandomTesting
import ReferenceEngine

// Random questions.
extension ParityStore {
    func question(_ seed: UInt64, _ random: inout SplitMix64) -> ParityQuestion {
        let metric = random.pick(ParityMetric.all)
        let samples = samples[metric.identifier] ?? []
        let zone = random.chance(80) ? zone : random.pick(Self.places).zone
        let kind: ParityQuestion.Kind = random.chance(65) ? .collection : random.chance(60) ? .statistics : .samples
        let interval = interval(&random)
        let civil = CivilCalendar(zone)
        let anchor = anchor(civil, samples, interval, &random)
        let from = moment(samples, &random)
        let edge = civil.edge(
            civil.place(of: from, of: interval, anchor: anchor) + random.pick(0...12), of: interval, anchor: anchor)
        let to = random.chance(40) ? edge : from + Int64(interval.usualLength * Double.random(in: -0.5...12, using: &random))
        return ParityQuestion(
            seed: seed, kind: kind, metric: metric, zone: zone, condition: random.chance(12) ? nil : condition(samples, &random),
            options: options(metric, &random), interval: interval, anchor: anchor, from: random.chance(20) ? min(from, edge) : from, to: to,
            order: random.pick(0...6), limit: random.chance(70) ? HKObjectQueryNoLimit : random.pick(1...5),
            calendar: isCurrent(zone) ? .none : random.chance(60) ? .calendar : .zone, hasFraction: random.chance(20),
            isAsync: random.chance(25))
    }

    /// True for the zone of this machine, which questions without a calendar have. Set `TZ` for other zones than UTC.
    private func isCurrent(_ zone: String) -> Bool {
        let current = TimeZone.current.identifier
        return zone == (["GMT", "Etc/UTC"].contains(current) ? "UTC" : current)
    }

    private func interval(_ random: inout SplitMix64) -> ParityInterval {
        typealias I = ParityInterval
        let long = [
            I(weeks: 1), I(weeks: 2), I(plainMonths: 1), I(plainMonths: 2), I(quarters: 1), I(years: 1), I(years: 1, plainMonths: 2),
            I(plainMonths: 1, days: 1), I(weeks: 1, days: 2), I(plainMonths: 1, hours: 12), I(years: 1, days: 1),
            I(plainMonths: 1, weeks: 1, days: 1, hours: 1), I(quarters: 1, days: 10, minutes: 30), I(days: 30), I(days: 5, hours: 7),
        ]
        let short = [
            I(minutes: 15), I(minutes: 30), I(hours: 1), I(hours: 1, minutes: 30), I(hours: 6), I(days: 1), I(days: 2), I(days: 1),
            I(days: 1, hours: 6), I(days: 1, minutes: 45), I(hours: 24), I(days: 1, hours: 1), I(days: 3),
        ]
        if isWide { return random.pick(random.chance(90) ? long : [I(days: 1), I(days: 2), I(days: 1, hours: 6)]) }
        return random.pick(random.chance(70) ? short : long)
    }

    private func anchor(
        _ civil: CivilCalendar, _ samples: [ReferenceSample], _ interval: ParityInterval, _ random: inout SplitMix64
    ) -> Int64 {
        let hour: Int64 = 3_600_000
        let year = random.pick([1999, 2004, 2011, 2012, 2023, 2024, 2025, 2031, 2036])
        // Edges that begin where samples begin and end, also from an anchor far away.
        let exact = civil.edge(random.pick([0, 0, 1, -1, 7, -12, 20]), of: interval, anchor: moment(samples, &random))
        switch random.pick(0..<10) {
        case 0, 1, 2: return exact
        case 3: return civil.instant(random.pick([2004, 2012, 2024, 2028]), 2, 29, milliseconds: random.pick([0, 9_000_000]))
        case 4: return civil.instant(year, random.pick([1, 3, 5, 7, 8, 10, 12]), 31, milliseconds: random.pick([0, 18 * hour]))
        // A time that the clocks skip or show twice in spring and in autumn.
        case 5: return civil.instant(ofWall: civil.wall(at: middle) + 9_000_000) + random.pick([0, 0, hour / 2, hour])
        case 6: return civil.instant(year, 1, 1, milliseconds: 9_000_000)
        case 7:
            let time = Int64.random(in: 0..<24 * hour, using: &random)
            return civil.instant(year, random.pick(1...12), random.pick(1...28), milliseconds: time)
        default: return civil.instant(year, random.pick(1...12), random.pick(1...28))
        }
    }

    /// Returns a start or an end of a sample, or a moment nearby.
    private func moment(_ samples: [ReferenceSample], _ random: inout SplitMix64) -> Int64 {
        let notable = samples.flatMap { [$0.start, $0.end] }
        let base = notable.randomElement(using: &random) ?? middle
        if random.chance(60) { return base }
        return base + Int64.random(in: -1...1, using: &random) * random.pick([1, 60_000, 3_600_000, 86_400_000, 40 * 86_400_000])
    }

    private func options(_ metric: ParityMetric, _ random: inout SplitMix64) -> HKStatisticsOptions {
        var options: HKStatisticsOptions = []
        let own: [HKStatisticsOptions] =
            metric.style == .cumulative ? [.cumulativeSum] : [.discreteAverage, .discreteMin, .discreteMax]
        for option in own where random.chance(75) { options.insert(option) }
        if random.chance(40) { options.insert(.mostRecent) }
        if random.chance(40) { options.insert(.duration) }
        if random.chance(40) { options.insert(.separateBySource) }
        return options
    }

    private func condition(_ samples: [ReferenceSample], _ random: inout SplitMix64) -> ParityCondition {
        let dates = self.dates(samples, &random)
        switch random.pick(0..<10) {
        case 0..<4: return dates
        case 4..<7: return .all([part(samples, depth: 1, &random), dates])
        default: return part(samples, depth: 2, &random)
        }
    }

    private func dates(_ samples: [ReferenceSample], _ random: inout SplitMix64) -> ParityCondition {
        var moments = [moment(samples, &random), moment(samples, &random)].sorted()
        if random.chance(50) { moments[1] += random.pick([3_600_000, 86_400_000, 20 * 86_400_000]) }
        let options: HKQueryOptions = random.pick([[], [.strictStartDate], [.strictEndDate], [.strictStartDate, .strictEndDate]])
        return .dates(
            random.chance(12) ? nil : moments[0], random.chance(12) ? nil : moments[1], options, hasFraction: random.chance(15))
    }

    private func part(_ samples: [ReferenceSample], depth: Int, _ random: inout SplitMix64) -> ParityCondition {
        switch depth == 0 ? random.pick(0..<9) : random.pick(0..<15) {
        case 0: return dates(samples, &random)
        case 1, 2: return .sources(Array(sources.keys.sorted().filter { _ in random.chance(60) }))
        case 3, 4:
            let value = samples.randomElement(using: &random)?.value ?? 10
            return .value(
                random.pick([.lessThan, .lessThanOrEqualTo, .lessThan, .greaterThan, .greaterThanOrEqualTo, .notEqualTo, .equalTo]), value)
        case 5: return .entered(random.chance(50))
        case 6: return .device(random.pick(["Apple Watch Series 9", "Treadmill"]))
        case 7: return .objects(samples.map(\.number).filter { _ in random.chance(50) })
        case 8: return random.chance(80) ? dates(samples, &random) : .constant(random.chance(50))
        case 9, 10: return .not(part(samples, depth: depth - 1, &random))
        default:
            let parts = (0..<random.pick([0, 1, 2, 2, 2, 2, 3])).map { _ in part(samples, depth: depth - 1, &random) }
            return random.chance(50) ? .all(parts) : .any(parts)
        }
    }
}
