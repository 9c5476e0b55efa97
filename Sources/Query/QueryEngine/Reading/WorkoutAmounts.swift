// Finds when the amounts of workouts were covered or burned (S7.1).
//
//     distance of the workout   |---------------- 12 km ----------------|
//     parts with own numbers    |- 1 km -|            |---- 10 km ------|
//     the rest                           |-- 1 km ----|                     at the samples of its source, or else by active time
//
// The amounts of a workout add up to its number, so the rows that divide it do, too. Most workouts are in one row. Then nothing is read.
//
// Decision 0216.

import CalendarIntervals
import HealthModel
import QueryPlan

/// An amount that grows evenly over a time, or at once if the time has no length.
struct TimedAmount {
    var from: Int64
    var to: Int64
    var amount: Double

    /// Returns the share in a time; nil if the amount has no part in it.
    func clipped(to span: Range<Int64>) -> TimedAmount? {
        if from == to { return span.contains(from) ? self : nil }
        let (low, high) = (max(from, span.lowerBound), min(to, span.upperBound))
        if low == from, high == to { return self }
        return low < high ? TimedAmount(from: low, to: high, amount: amount * Double(high - low) / Double(to - from)) : nil
    }
}

/// The times at which numbers of workouts count.
enum WorkoutPlacement {
    /// The number of the whole workout counts as a sample with the times of the workout.
    case whole
    /// Each amount counts at its own time.
    case byTime
    /// Each part counts as a workout.
    case byPart
}

/// Finds the times of the amounts of workouts.
final class WorkoutAmounts {
    private let field: WorkoutField
    private let request: ReadRequest
    private let source: any SampleSource
    /// For each metric, whether there are samples.
    private var hasSamples: [MetricID: Bool] = [:]

    /// Samples with at least this share of a number are the times of all of it. The totals of devices differ a little from the sums of
    /// their samples.
    private static let leastShare = 0.9
    /// Numbers that differ by less than this share are equal.
    private static let precision = 1e-9

    init(_ field: WorkoutField, _ request: ReadRequest, _ source: any SampleSource) {
        (self.field, self.request, self.source) = (field, request, source)
    }

    /// Returns the amounts of a workout and 0 for its whole time, so that each row with a part of it has a number. Empty if it has none.
    func amounts(of workout: Workout) throws -> [TimedAmount] {
        guard let total = workout.value(of: field) else { return [] }
        let (from, to) = (workout.start.milliseconds, workout.end.milliseconds)
        if case .climb(let climb) = field { return [TimedAmount(from: from, to: to, amount: 0)] + (workout.climbs(climb) ?? []) }
        guard total > 0, from < to, request.mayCut(from, to) else { return [TimedAmount(from: from, to: to, amount: total)] }
        return [TimedAmount(from: from, to: to, amount: 0)] + (try divided(total, of: workout))
    }

    /// Returns the number of each part of a workout, as far as it is known.
    func parts(of workout: Workout) throws -> [TimedAmount] {
        let parts = workout.parts
        let numbers = try parts.count == 1 ? parts.map { _ in workout.value(of: field) } : self.numbers(of: parts, in: workout)
        return zip(parts, numbers).compactMap { part, number in
            number.map { TimedAmount(from: part.from, to: part.to, amount: $0) }
        }
    }

    private func numbers(of parts: [WorkoutPart], in workout: Workout) throws -> [Double?] {
        switch field {
        case .reading: return parts.map { $0.statistics.value(of: field) }
        case .activeDuration:
            let active = workout.activeParts
            return parts.map { part in active.compactMap { $0.clipped(from: part.from, to: part.to)?.seconds }.reduce(0, +) }
        case .climb(let climb):
            guard let climbs = workout.climbs(climb) else { return parts.map { _ in nil } }
            return Self.sums(of: climbs, in: parts.map { $0.from..<$0.to })
        case .statistic, .distance:
            guard let total = workout.value(of: field) else { return parts.map { $0.statistics.value(of: field) } }
            guard total > 0 else { return parts.map { _ in total } }
            let sums = Self.sums(of: try divided(total, of: workout), in: parts.map { $0.from..<$0.to })
            // Adding up the samples of a part can change the last digit.
            return zip(parts, sums).map { part, sum in
                part.statistics.value(of: field).flatMap { abs($0 - sum) <= $0 * Self.precision ? $0 : nil } ?? sum
            }
        }
    }

    /// Returns the sums of amounts in spans, which are in order and do not overlap.
    private static func sums(of amounts: [TimedAmount], in spans: [Range<Int64>]) -> [Double] {
        var sums = spans.map { _ in CompensatedSum() }
        for (index, amount) in shares(of: amounts, in: spans) { sums[index].add(amount.amount) }
        return sums.map(\.value)
    }

    /// Returns the share of each amount in each span that it meets, with the index of the span.
    private static func shares(of amounts: [TimedAmount], in spans: [Range<Int64>]) -> [(index: Int, amount: TimedAmount)] {
        amounts.flatMap { amount in
            var found: [(index: Int, amount: TimedAmount)] = []
            var index = spans.partitioningIndex { $0.upperBound > amount.from }
            while index < spans.count, spans[index].lowerBound <= amount.to {
                if let share = amount.clipped(to: spans[index]) { found.append((index, share)) }
                index += 1
            }
            return found
        }
    }

    // MARK: - The amounts of a workout

    /// Divides the number of a workout: parts have their own numbers, and the rest is in the time of the others.
    private func divided(_ total: Double, of workout: Workout) throws -> [TimedAmount] {
        let whole = workout.start.milliseconds..<workout.end.milliseconds
        let clock = ActiveClock(workout.activeParts)
        let samples = try samples(of: workout)
        let parts = workout.parts
        let own =
            parts.count < 2 ? [] : parts.compactMap { part in part.statistics.value(of: field).map { (part.from..<part.to, max($0, 0)) } }
        let known = own.reduce(0) { $0 + $1.1 }
        guard known > 0 else { return Self.fill([whole], total, samples, clock) }
        let free = Self.time(in: whole, without: own.map(\.0))
        let hasRoom = free.contains { clock.seconds(in: $0) > 0 }
        // A workout has its number, also if its parts have more.
        let isScaled = known > total || !hasRoom
        let factor = isScaled && abs(total - known) > total * Self.precision ? total / known : 1
        var found = own.flatMap { span, number in Self.fill([span], number * factor, samples, clock) }
        let rest = total - known
        if !isScaled, rest > total * Self.precision { found += Self.fill(free, rest, samples, clock) }
        return found
    }

    /// Returns the times of `whole` that are in none of the spans, which are in order and do not overlap.
    private static func time(in whole: Range<Int64>, without spans: [Range<Int64>]) -> [Range<Int64>] {
        let edges = [whole.lowerBound] + spans.flatMap { [$0.lowerBound, $0.upperBound] } + [whole.upperBound]
        return stride(from: 0, to: edges.count, by: 2).compactMap { edges[$0] < edges[$0 + 1] ? edges[$0]..<edges[$0 + 1] : nil }
    }

    /// Divides an amount among spans of time: as the samples there, or else by active time.
    private static func fill(_ spans: [Range<Int64>], _ amount: Double, _ samples: [TimedAmount], _ clock: ActiveClock) -> [TimedAmount] {
        guard amount > 0 else { return [] }
        let own = shares(of: samples, in: spans).map(\.amount)
        let known = own.reduce(0) { $0 + $1.amount }
        guard known > 0 else { return clock.spread(amount, over: spans) }
        let covered = IntervalList(own.map { Stretch(from: $0.from, to: $0.to) })
        let unsampled = spans.flatMap { time(in: $0, without: covered.spans(in: $0)) }
        let hasRoom = unsampled.contains { clock.seconds(in: $0) > 0 }
        let isScaled = known >= amount * leastShare || !hasRoom
        let factor = isScaled && abs(amount - known) > amount * precision ? amount / known : 1
        var found = own.flatMap { sample in
            sample.from == sample.to
                ? [TimedAmount(from: sample.from, to: sample.to, amount: sample.amount * factor)]
                : clock.spread(sample.amount * factor, over: [sample.from..<sample.to])
        }
        if !isScaled { found += clock.spread(amount - known, over: unsampled) }
        return found
    }

    // MARK: - Samples

    /// Returns the samples of the workout's source in its time.
    private func samples(of workout: Workout) throws -> [TimedAmount] {
        let metrics = workout.statistics.filter { statistic in
            if case .statistic(let metric) = field { statistic.metric == metric } else { statistic.isDistance }
        }
        let span = workout.start.milliseconds..<workout.end.milliseconds
        var found: [TimedAmount] = []
        for statistic in metrics where try isRecorded(statistic.metric) {
            // Samples have the unit of the statistic.
            let factor = field == .distance ? statistic.kilometres(1) ?? 0 : 1
            try source.scan(statistic.metric, from: workout.start, through: workout.end, columns: [.values, .sources]) { batch in
                for row in 0..<batch.count where batch.sources[row] == workout.source && batch.values[row] > 0 {
                    let sample = TimedAmount(from: batch.starts[row], to: batch.ends[row], amount: batch.values[row] * factor)
                    if let part = sample.clipped(to: span) { found.append(part) }
                }
                return true
            }
        }
        return found
    }

    private func isRecorded(_ metric: MetricID) throws -> Bool {
        if let known = hasSamples[metric] { return known }
        let isRecorded = try source.metricSummary(of: metric) != nil
        hasSamples[metric] = isRecorded
        return isRecorded
    }
}

extension IntervalList {
    /// Returns the parts with a length in a span.
    fileprivate func spans(in span: Range<Int64>) -> [Range<Int64>] {
        let first = stretches.partitioningIndex { $0.to > span.lowerBound }
        return stretches[first...].prefix { $0.from < span.upperBound }.compactMap { stretch in
            let (low, high) = (max(stretch.from, span.lowerBound), min(stretch.to, span.upperBound))
            return low < high ? low..<high : nil
        }
    }
}

/// The active time of a workout, to share amounts by it.
private struct ActiveClock {
    private let parts: [ActivePart]

    /// - Parameter parts: The parts of the time that count, in order.
    init(_ parts: [ActivePart]) { self.parts = parts }

    private func parts(in span: Range<Int64>) -> [ActivePart] {
        var found: [ActivePart] = []
        var index = parts.partitioningIndex { $0.to > span.lowerBound }
        while index < parts.count, parts[index].from < span.upperBound {
            if let part = parts[index].clipped(from: span.lowerBound, to: span.upperBound) { found.append(part) }
            index += 1
        }
        return found
    }

    func seconds(in span: Range<Int64>) -> Double { parts(in: span).reduce(0) { $0 + $1.seconds } }

    /// Shares an amount by active time. Time without any is a pause, and all of it counts evenly.
    func spread(_ amount: Double, over spans: [Range<Int64>]) -> [TimedAmount] {
        let active = spans.flatMap { parts(in: $0) }.filter { $0.seconds > 0 }
        let seconds = active.reduce(0) { $0 + $1.seconds }
        guard seconds > 0 else {
            let length = Double(spans.reduce(0) { $0 + $1.count })
            return spans.map { TimedAmount(from: $0.lowerBound, to: $0.upperBound, amount: amount * Double($0.count) / length) }
        }
        // A product before a division keeps whole numbers whole.
        return active.map { part in
            TimedAmount(from: part.from, to: part.to, amount: active.count == 1 ? amount : amount * part.seconds / seconds)
        }
    }
}

/// Puts the amounts of workouts in order of time, a batch at a time.
struct AmountQueue {
    private let workouts: SampleBatch
    private var waiting: [(row: Int32, amount: TimedAmount)] = []
    private static let least = 4096

    /// - Parameter workouts: The workouts as samples, in order of their starts.
    init(_ workouts: SampleBatch) { self.workouts = workouts }

    mutating func add(_ amounts: [TimedAmount], ofRow row: Int) { waiting += amounts.map { (Int32(row), $0) } }

    /// Returns the amounts before a time as samples; nil if it is better to wait for more.
    ///
    /// - Parameter time: The start of the next workout; nil after the last one.
    mutating func take(before time: Int64?) -> SampleBatch? {
        guard !waiting.isEmpty, time == nil || waiting.count >= Self.least else { return nil }
        waiting.sort { ($0.amount.from, $0.amount.to, $0.row) < ($1.amount.from, $1.amount.to, $1.row) }
        let count = time.map { time in waiting.partitioningIndex { $0.amount.from >= time } } ?? waiting.count
        guard count > 0 else { return nil }
        let taken = waiting[..<count]
        var batch = SampleBatch()
        batch.append(taken.map(\.row), of: workouts)
        (batch.starts, batch.ends, batch.values) = (taken.map(\.amount.from), taken.map(\.amount.to), taken.map(\.amount.amount))
        waiting.removeFirst(count)
        return batch
    }
}
