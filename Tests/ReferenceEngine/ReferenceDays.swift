import Foundation

/// The daily rhythm of hours (S9.10) and the regularity of minutes (S9.11), from their definitions, one row at a time.
extension ReferenceRows {
    /// The row of a stage that describes whole days.
    package struct Days: Sendable {
        package var key: String?
        package var column: Int
        package var values: [Double?]
    }

    private func known(_ key: String?, _ column: Int) -> [Row] {
        rows.filter { row in
            guard row.key == key else { return false }
            if !row.partial { return true }
            return row.values[column] != nil && (countsPartial || !columns[column].isAmount)
        }.sorted { $0.start < $1.start }
    }

    private func describe(_ values: (String?, Int) -> [Double?]) -> [Days] {
        Set(rows.map(\.key)).sorted { ($0 ?? "") < ($1 ?? "") }.flatMap { key in
            columns.indices.map { Days(key: key, column: $0, values: values(key, $0)) }
        }
    }

    // MARK: Rhythm

    /// Returns true if more than a tenth of the hours has no value, but some do.
    package var lacksHours: Bool {
        Set(rows.map(\.key)).contains { key in
            columns.indices.contains { column in
                let known = known(key, column)
                let count = known.count { $0.values[column] != nil }
                return count > 0 && Double(hourCount(known) - count) > 0.1 * Double(hourCount(known)) + 1e-9
            }
        }
    }

    private func hourCount(_ known: [Row]) -> Int {
        guard let first = known.first, let last = known.last else { return 0 }
        return Int((last.end - first.start) / 3_600_000)
    }

    package func rhythm() -> [Days] {
        describe { key, column in
            let known = known(key, column)
            let hours = known.compactMap { row in
                row.values[column].map { (slot: calendar.slot(.hourOfDay, at: row.start), start: row.start, value: $0) }
            }
            let days = Set(hours.map { calendar.wallTime(at: $0.start) / 86_400_000 })
            let basis = [Double(hours.count), Double(days.count), Double(hourCount(known) - hours.count)]
            guard hours.count >= 48, Set(hours.map(\.slot)).count == 24 else { return Array(repeating: nil, count: 10) + basis }
            return wave(hours.map { ($0.slot, $0.value) }) + shape(hours) + basis
        }
    }

    /// Returns mesor, amplitude and acrophase by Cramer's rule.
    private func wave(_ hours: [(slot: Int, value: Double)]) -> [Double?] {
        let terms = hours.map { hour in
            let angle = (Double(hour.slot) + 0.5) / 24 * 2 * Double.pi
            return [1, cos(angle), sin(angle), hour.value]
        }
        func dot(_ a: Int, _ b: Int) -> Double { terms.reduce(0) { $0 + $1[a] * $1[b] } }
        func determinant(replacing column: Int?) -> Double {
            let m = (0..<3).map { row in (0..<3).map { dot(row, $0 == column ? 3 : $0) } }
            return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
                + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
        }
        let whole = determinant(replacing: nil)
        let (mesor, b, g) = (
            determinant(replacing: 0) / whole, determinant(replacing: 1) / whole, determinant(replacing: 2) / whole
        )
        let amplitude = (b * b + g * g).squareRoot()
        guard amplitude > 1e-9 else { return [mesor, amplitude, nil] }
        let peak = atan2(g, b) / (2 * Double.pi)
        return [mesor, amplitude, (peak < 0 ? peak + 1 : peak) * 86_400_000]
    }

    /// Returns stability, variability, the most and least active hours, and the relative amplitude.
    private func shape(_ hours: [(slot: Int, start: Int64, value: Double)]) -> [Double?] {
        let values = hours.map(\.value)
        let profile = (0..<24).map { slot in ReferenceSeries.value(.average, of: hours.filter { $0.slot == slot }.map(\.value)) ?? 0 }
        func square(_ number: Double) -> Double { number * number }
        let mean = ReferenceSeries.value(.average, of: values) ?? 0
        let total = values.reduce(0) { $0 + square($1 - mean) }
        let within = hours.reduce(0) { $0 + square($1.value - profile[$1.slot]) }
        let pairs = hours.flatMap { a in hours.filter { $0.start == a.start + 3_600_000 }.map { square($0.value - a.value) } }
        func best(_ length: Int, _ isBetter: (Double, Double) -> Bool) -> (Double, Int) {
            let means = (0..<24).map { start in (0..<length).reduce(0) { $0 + profile[(start + $1) % 24] } / Double(length) }
            let limit = means.reduce(means[0]) { isBetter($1, $0) ? $1 : $0 }
            // Sums differ in their last digits, so several windows can be the best one.
            let first = means.indices.first { abs(means[$0] - limit) <= 1e-9 * max(abs(limit), 1) } ?? 0
            return (limit, first)
        }
        let (most, least) = (best(10, >), best(5, <))
        let varies = total > 1e-12
        return [
            varies ? 1 - within / total : nil,
            varies && !pairs.isEmpty ? pairs.reduce(0, +) / Double(pairs.count) / (total / Double(values.count)) : nil, most.0,
            Double(most.1) * 3_600_000, least.0, Double(least.1) * 3_600_000,
            abs(most.0 + least.0) > 1e-12 ? (most.0 - least.0) / (most.0 + least.0) : nil,
        ]
    }

    // MARK: Regularity

    /// - Parameter half: half a minute in the unit of the values.
    package func regularity(moreThan half: Double) -> [Days] {
        struct Minute: Hashable {
            var day: Int64
            var minute: Int64
        }
        return describe { key, column in
            let own = Dictionary(rows.filter { $0.key == key }.map { ($0.start, $0) }) { first, _ in first }
            guard let some = own.keys.min(), let last = own.keys.max().flatMap({ own[$0]?.end }) else { return [] }
            var isAsleep: [Minute: Bool] = [:]
            var time = some
            while time - 60_000 >= range.start { time -= 60_000 }
            while time + 60_000 <= min(max(range.end, last), range.end, now) {
                let wall = calendar.wallTime(at: time)
                let minute = Minute(day: wall / 86_400_000, minute: wall % 86_400_000 / 60_000)
                let row = own[time]
                if row?.partial != true, isAsleep[minute] == nil { isAsleep[minute] = row?.values[column].map { $0 > half } ?? false }
                time += 60_000
            }
            let all = Set(isAsleep.keys.map(\.day))
            let days = Set(isAsleep.filter(\.value).keys.map(\.day))
            var (pairs, equal) = (0, 0)
            for (minute, asleep) in isAsleep where days.contains(minute.day) && days.contains(minute.day + 1) {
                guard let next = isAsleep[Minute(day: minute.day + 1, minute: minute.minute)] else { continue }
                pairs += 1
                equal += asleep == next ? 1 : 0
            }
            let index = pairs == 0 ? nil : 100 * (2 * Double(equal) / Double(pairs) - 1)
            return [index, Double(days.count), Double(pairs), Double(all.subtracting(days).count)]
        }
    }
}
