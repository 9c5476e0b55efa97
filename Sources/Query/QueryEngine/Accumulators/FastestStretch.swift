// The shortest time in which amounts add up to a given one (S2.14).
//
// The amount of a sample grows evenly from its start to its end, and at once if it is an instant. So the total is a rising line:
//
//     total            .───────.
//                     ╱        ╎
//                   ╱          │  an instant
//     ────────────.            .      corners are where samples start and end
//
// While a stretch moves between corners, its length changes evenly. So it is shortest where its start or its end is at a corner. Two
// pointers find, for each corner, the stretch that starts there and the one that ends there. It runs once for each cell of a result, and
// takes as long as sorting its samples.
//
// Invariant: `before` and `after` never fall from one corner to the next.

import HealthModel

/// The part of a sample in a cell, whose amount is spread evenly over its time.
struct AmountPart {
    var from: Int64
    var to: Int64
    var amount: Double
    /// The UTC offset of the sample's clock in seconds; 0 except with `zone sample`.
    var clock: Int32
}

/// The shortest time in which parts add up to an amount; of equally short ones the first.
struct FastestStretch {
    /// The start in milliseconds, as rows show it.
    var start: Int64
    var milliseconds: Int64

    /// Returns nil if the parts add up to less than the amount.
    init?(of amount: Double, in parts: [AmountPart]) {
        let parts = parts.filter { $0.amount > 0 }
        guard amount > 0, let origin = parts.lazy.map(\.from).min() else { return nil }
        let total = RisingTotal(parts, from: origin)
        guard let best = total.shortest(amount) else { return nil }
        let from = origin + Int64(best.from.rounded())
        let clock = parts.first { $0.from <= from && from <= $0.to }?.clock ?? parts[0].clock
        start = from + Int64(clock) * 1000
        milliseconds = max(Int64((best.to - best.from).rounded()), 0)
    }
}

/// The times at which the total of parts passes the multiples of an amount (S13.9).
struct AmountBorders {
    /// The times of the multiples in milliseconds, in order. Several are equal if an instant passes them.
    var times: [Int64] = []
    /// True if the total is more than the last multiple.
    var hasRest = false
    private var total: RisingTotal?
    private var origin: Int64 = 0

    /// - Parameter limit: The maximum number of times.
    /// - Throws: `EngineError.tooManyRows`.
    init(of amount: Double, in parts: [AmountPart], limit: Int) throws {
        let parts = parts.filter { $0.amount > 0 }
        guard let origin = parts.lazy.map(\.from).min() else { return }
        let total = RisingTotal(parts, from: origin)
        guard total.amount / amount < Double(limit) else { throw EngineError.tooManyRows(limit) }
        times = total.times(ofMultiplesOf: amount).map { origin + Int64($0.rounded()) }
        hasRest = total.amount > Double(times.count) * amount * (1 + RisingTotal.tolerance)
        (self.total, self.origin) = (total, origin)
    }

    /// Returns the amount between two times. An instant at the second one is after it.
    func amount(from: Int64, to: Int64) -> Double {
        guard from < to, let total else { return 0 }
        return total.amount(before: Double(to - origin)) - total.amount(before: Double(from - origin))
    }
}

/// The total of amounts over time.
private struct RisingTotal {
    /// A time at which a part starts or ends, in milliseconds from the origin, with the total up to it and with its instants.
    private struct Corner {
        var time: Double
        var before: Double
        var after: Double
    }

    private var corners: [Corner] = []

    /// Amounts that differ by less than this part are equal, because sums are rounded.
    static let tolerance = 1e-9
    /// Lengths that differ by less are equal, in milliseconds.
    private static let slack = 1e-3

    init(_ parts: [AmountPart], from origin: Int64) {
        var events: [(time: Int64, rate: Double, jump: Double)] = []
        events.reserveCapacity(parts.count * 2)
        for part in parts {
            guard part.from < part.to else {
                events.append((part.from, 0, part.amount))
                continue
            }
            let rate = part.amount / Double(part.to - part.from)
            events.append((part.from, rate, 0))
            events.append((part.to, -rate, 0))
        }
        events.sort { $0.time < $1.time }
        var (rate, open, sum, last) = (0.0, 0, 0.0, origin)
        var next = 0
        while next < events.count {
            let time = events[next].time
            sum += rate * Double(time - last)
            let before = sum
            while next < events.count, events[next].time == time {
                rate += events[next].rate
                open += events[next].rate > 0 ? 1 : events[next].rate < 0 ? -1 : 0
                sum += events[next].jump
                next += 1
            }
            // Without an open part nothing grows. Rounded rates might not cancel out.
            if open == 0 { rate = 0 }
            corners.append(Corner(time: Double(time - origin), before: before, after: sum))
            last = time
        }
    }

    /// The whole amount.
    var amount: Double { corners.last?.after ?? 0 }

    /// Returns the total before a time, without its instants.
    func amount(before time: Double) -> Double {
        let index = corners.partitioningIndex { $0.time >= time }
        guard index < corners.count else { return amount }
        let corner = corners[index]
        guard index > 0, corner.time > time else { return corner.time > time ? 0 : corner.before }
        let previous = corners[index - 1]
        return previous.after + (corner.before - previous.after) * (time - previous.time) / (corner.time - previous.time)
    }

    /// Returns the first times at which the total is `amount`, twice as much, and so on.
    func times(ofMultiplesOf amount: Double) -> [Double] {
        var times: [Double] = []
        var index = 0
        while let time = firstTime(with: Double(times.count + 1) * amount, from: &index) { times.append(time) }
        return times
    }

    /// Returns the shortest time in which the total grows by `amount`; nil if it never does.
    func shortest(_ amount: Double) -> (from: Double, to: Double)? {
        guard let total = corners.last?.after, total >= amount * (1 - Self.tolerance) else { return nil }
        var best: (from: Double, to: Double)?
        func consider(_ from: Double, _ to: Double) {
            if let known = best {
                let gain = (known.to - known.from) - (to - from)
                guard gain > Self.slack || gain > -Self.slack && from < known.from - Self.slack else { return }
            }
            best = (from, to)
        }
        var (ahead, behind) = (0, 0)
        for corner in corners {
            // An instant at the start of a stretch counts, and so does one at its end.
            if let end = firstTime(with: corner.before + amount, from: &ahead) { consider(corner.time, end) }
            if let start = lastTime(with: corner.after - amount, from: &behind) { consider(start, corner.time) }
        }
        return best
    }

    /// Returns the first time at which the total with its instants is at least `target`; nil if there is none.
    private func firstTime(with target: Double, from index: inout Int) -> Double? {
        let slack = target * Self.tolerance
        while index < corners.count, corners[index].after < target - slack { index += 1 }
        guard index < corners.count else { return nil }
        let corner = corners[index]
        guard index > 0, corner.before > target + slack else { return corner.time }
        let previous = corners[index - 1]
        return previous.time + (corner.time - previous.time) * max(target - previous.after, 0) / (corner.before - previous.after)
    }

    /// Returns the last time before which the total is at most `target`; nil if there is none.
    private func lastTime(with target: Double, from index: inout Int) -> Double? {
        let slack = max(abs(target), corners.last?.after ?? 0) * Self.tolerance
        while index + 1 < corners.count, corners[index + 1].before <= target + slack { index += 1 }
        let corner = corners[index]
        guard corner.before <= target + slack else { return nil }
        guard corner.after < target - slack, index + 1 < corners.count else { return corner.time }
        let next = corners[index + 1]
        return corner.time + (next.time - corner.time) * (target - corner.after) / (next.before - corner.after)
    }
}
