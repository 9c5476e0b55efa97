// The variability of the heartbeats in a sample (S2.15), after the Task Force of ESC and NASPE (1996).
//
//     beats        |     |      |     |            |     |  |      |
//     intervals      820   840    810      gap       830  400 ...
//     pairs             ✓      ✓                       ✗ (more than 20 %)
//
// A list has clock times to hundredths of a second, without a date, in the format of the owner's region. The times are compared on a
// clock face of 12 hours, so midnight, noon and the marks for them do not matter. Rates are whole numbers, and they only show where a beat
// is missing.
//
// Decision 0164.

import QueryVocabulary

/// Three measures of the intervals between heartbeats.
package struct BeatVariability {
    /// The root mean square of successive differences, in milliseconds.
    package var rmssd: Double
    /// The sample standard deviation of intervals, in milliseconds.
    package var sdnn: Double
    /// The share of successive differences of more than 50 ms, from 0 to 1.
    package var pnn50: Double

    func value(of aggregate: Aggregate) -> Double {
        switch aggregate {
        case .rmssd: rmssd
        case .sdnn: sdnn
        case .pnn50: pnn50
        default: preconditionFailure("`\(aggregate.name)` is not computed from heartbeats")
        }
    }
}

/// The heartbeats of a list in order of time.
package struct BeatTimes {
    /// The time of the first beat in milliseconds after 12 o'clock, on a clock face of 12 hours.
    package var clockTime: Int64
    /// The milliseconds from the first beat to each beat, in ascending order. Two entries with the same time are one beat.
    package var times: [Int64]
    /// True for each beat with a beat missing before it. The first beat has false.
    package var isAfterGap: [Bool]
}

/// Reads lists of heartbeats. It keeps its memory from list to list.
package struct BeatReader {
    /// The time of a beat in milliseconds from the first entry of the list, and its rate; 0 if the rate is unknown.
    private struct Beat {
        var time: Int64
        var rate: Int64
    }

    /// The clock time from which the times of beats count, which is that of the first entry.
    private var origin: Int64 = 0
    private var beats: [Beat] = []
    /// The intervals in order. A missing beat, which ends a series of intervals, is a nil.
    private var intervals: [Int64?] = []

    /// The time after which the hour hand points to the same number again.
    private static let clockFace: Int64 = 12 * 3_600_000
    /// A longer interval is not one between two adjacent beats: it would be a rate below 30.
    private static let longest: Int64 = 2_000

    package init() {}

    /// Returns the variability of a list of `bpm@time` pairs; nil if it has no two successive intervals that count.
    package mutating func variability(of text: String) -> BeatVariability? {
        read(text)
        findIntervals()
        return measure()
    }

    /// Returns the beats of a list of `bpm@time` pairs; nil if it has no time.
    package mutating func times(of text: String) -> BeatTimes? {
        read(text)
        guard let first = beats.first?.time else { return nil }
        findIntervals()
        var found = BeatTimes(clockTime: (origin + first + Self.clockFace) % Self.clockFace, times: [0], isAfterGap: [false])
        for beat in beats where beat.time - first > found.times[found.times.count - 1] {
            found.isAfterGap.append(intervals[found.times.count - 1] == nil)
            found.times.append(beat.time - first)
        }
        return found
    }

    private mutating func read(_ text: String) {
        beats.removeAll(keepingCapacity: true)
        for pair in text.unicodeScalars.split(separator: " ") {
            guard let sign = pair.firstIndex(of: "@"), let time = Self.time(pair[pair.index(after: sign)...]) else { continue }
            let rate = Self.number(pair[..<sign])
            if beats.isEmpty { origin = time }
            // The shorter way around the clock face, forward or back.
            let turn = (time - origin + Self.clockFace * 3 / 2) % Self.clockFace - Self.clockFace / 2
            beats.append(Beat(time: turn, rate: rate))
        }
        beats.sort { ($0.time, $0.rate) < ($1.time, $1.rate) }
    }

    private mutating func findIntervals() {
        intervals.removeAll(keepingCapacity: true)
        for (beat, next) in zip(beats, beats.dropFirst()) where beat.time < next.time {
            let length = next.time - beat.time
            // More than one and a half of the interval that the slower rate says.
            let slowest = min(beat.rate, next.rate)
            let isGap = length > Self.longest || slowest > 0 && length * slowest * 2 > 60_000 * 3
            intervals.append(isGap ? nil : length)
        }
    }

    private func measure() -> BeatVariability? {
        var (pairCount, squares, largeCount) = (0, 0.0, 0)
        var (count, sum, sumOfSquares) = (0, 0.0, 0.0)
        var lastCounts = false
        func add(_ interval: Int64) {
            count += 1
            sum += Double(interval)
            sumOfSquares += Double(interval) * Double(interval)
        }
        for (earlier, later) in zip(intervals, intervals.dropFirst()) {
            guard let earlier, let later, abs(later - earlier) * 5 <= earlier else {
                lastCounts = false
                continue
            }
            let difference = later - earlier
            pairCount += 1
            squares += Double(difference * difference)
            if abs(difference) > 50 { largeCount += 1 }
            if !lastCounts { add(earlier) }
            add(later)
            lastCounts = true
        }
        guard pairCount > 0 else { return nil }
        // Whole milliseconds, so both sums are exact.
        let variance = max((sumOfSquares - sum * sum / Double(count)) / Double(count - 1), 0)
        return BeatVariability(
            rmssd: (squares / Double(pairCount)).squareRoot(), sdnn: variance.squareRoot(),
            pnn50: Double(largeCount) / Double(pairCount))
    }

    /// Returns the milliseconds after 12 o'clock of a time such as `6:14:48.94PM` or `18.14.48,94`; nil without hour, minute and second.
    private static func time(_ text: Substring.UnicodeScalarView) -> Int64? {
        var numbers = (hour: Int64(0), minute: Int64(0), second: Int64(0), fraction: Int64(0))
        var (place, digits, isInNumber) = (-1, 0, false)
        for scalar in text {
            guard let digit = digit(scalar) else {
                isInNumber = false
                continue
            }
            if !isInNumber { (place, digits, isInNumber) = (place + 1, 0, true) }
            digits += 1
            switch place {
            case 0 where digits <= 2: numbers.hour = numbers.hour * 10 + digit
            case 1 where digits <= 2: numbers.minute = numbers.minute * 10 + digit
            case 2 where digits <= 2: numbers.second = numbers.second * 10 + digit
            case 3 where digits <= 3: numbers.fraction += digit * (digits == 1 ? 100 : digits == 2 ? 10 : 1)
            case 3: break
            default: return nil
            }
        }
        guard place >= 2, numbers.minute < 60, numbers.second < 60 else { return nil }
        let minutes = numbers.hour % 12 * 60 + numbers.minute
        return (minutes * 60 + numbers.second) * 1000 + numbers.fraction
    }

    /// Returns the whole number at the start of a text; 0 if it is not a usual rate.
    private static func number(_ text: Substring.UnicodeScalarView) -> Int64 {
        var number: Int64 = 0
        for scalar in text {
            guard let digit = digit(scalar), number < 1000 else { break }
            number = number * 10 + digit
        }
        return number
    }

    /// Returns the value of a decimal digit of any script.
    private static func digit(_ scalar: Unicode.Scalar) -> Int64? {
        if scalar.isASCII { return ("0"..."9").contains(scalar) ? Int64(scalar.value) - 48 : nil }
        guard scalar.properties.numericType == .decimal else { return nil }
        return scalar.properties.numericValue.map { Int64($0) }
    }
}
