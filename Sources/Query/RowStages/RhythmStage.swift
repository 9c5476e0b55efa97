import CalendarIntervals
import Foundation
import HealthModel
import QueryEngine
import QueryPlan

/// `rhythm`: describes the daily rhythm of hours (S9.10).
struct RhythmStage: RowStage {
    let study: DayStudy

    /// The least number of values: those of two days.
    private static let leastCount = 48

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        let fields = DayStudy.Rhythm.allCases
        let keepsUnit = study.units.isEmpty
        table = try study.table(of: table, fields: fields.count, context) { rows, keys, place in
            let column = table.columns[study.columns[place]]
            let hours = try self.hours(of: rows, keys, place, in: table, context)
            let days = Set(hours.map { study.days.index(of: Instant(milliseconds: $0.start)) }).count
            let all = rowCount(of: rows, column, in: table)
            let rhythm = hours.count < Self.leastCount ? nil : DailyRhythm(hours)
            // Without a common unit, percentages are in hundredths.
            let scale = keepsUnit || column.unit != "%" || column.isInHundredths ? 1.0 : 100.0
            return fields.map { field in
                switch field {
                case .n: return Double(hours.count)
                case .dayCount: return Double(days)
                case .missingHours: return Double(all - hours.count)
                default:
                    guard let value = rhythm?[field] else { return nil }
                    return field.isTimeOfDay ? timeOfDay(value) : field.hasUnitOfRows ? value * scale : value
                }
            }
        }
    }

    /// Returns the hours with a value. Leaves out partial amounts, and hours that have not begun.
    private func hours(
        of rows: [Int], _ keys: [KeyValue?], _ place: Int, in table: ResultTable, _ context: StageContext
    ) throws -> [DailyRhythm.Hour] {
        let column = table.columns[study.columns[place]]
        var hours: [DailyRhythm.Hour] = []
        for (position, row) in rows.enumerated() where table.isKnown(row, column) {
            try context.poll(at: position)
            guard let value = column.values[row] else { continue }
            hours.append(DailyRhythm.Hour(slot: slot(at: table.starts[row]), start: table.starts[row], value: value))
        }
        let all = rowCount(of: rows, column, in: table)
        let missing = all - hours.count
        guard hours.isEmpty || missing * 10 <= all else {
            throw EngineError.missingHours(
                MissingHours(
                    missing: missing, all: all, column: study.names.isEmpty ? nil : study.names[place], keys: keys.compactMap { $0?.text },
                    isAmount: column.accumulates))
        }
        return hours
    }

    /// Returns the number of hours from the first to the last known row, including those that stages removed because they were empty.
    private func rowCount(of rows: [Int], _ column: ValueColumn, in table: ResultTable) -> Int {
        let known = rows.filter { table.isKnown($0, column) }
        guard let first = known.first, let last = known.last else { return 0 }
        return max(Int((Double(table.ends[last] - table.starts[first]) / Double(DailyRhythm.hour)).rounded()), known.count)
    }

    /// The minutes by which rows start after the full hour, in milliseconds.
    private var offset: Int64 { Int64(study.days.anchor.millisecondOfDay) % DailyRhythm.hour }

    /// Returns the hour of the local day that starts at an instant.
    private func slot(at start: Int64) -> Int {
        let time = Int64(study.days.zone.civil(at: Instant(milliseconds: start)).millisecondOfDay)
        return Int((time - offset + ClockDay.milliseconds) % ClockDay.milliseconds / DailyRhythm.hour)
    }

    /// Returns a time since the start of the first slot as a time of day.
    private func timeOfDay(_ hours: Double) -> Double {
        (hours * Double(DailyRhythm.hour) + Double(offset)).truncatingRemainder(dividingBy: Double(ClockDay.milliseconds))
    }
}

extension ResultTable {
    /// Returns false for the incomplete amount of a partial row, and for a partial row without a value.
    fileprivate func isKnown(_ row: Int, _ column: ValueColumn) -> Bool {
        let isPartial = column.partial?[row] ?? partial[row]
        return !isPartial || column.values[row] != nil && (countsPartial || !column.info.accumulates)
    }
}

/// The daily rhythm of hourly values: a fitted cosine wave (Cornelissen 2014), and the nonparametric measures of Witting (1990) and
/// Van Someren (1999).
struct DailyRhythm {
    struct Hour {
        /// The hour of the local day: 0 to 23.
        var slot: Int
        var start: Int64
        var value: Double
    }

    static let hour: Int64 = 3_600_000
    private static let slotCount = 24

    private var values: [DayStudy.Rhythm: Double] = [:]

    subscript(field: DayStudy.Rhythm) -> Double? { values[field] }

    /// - Parameter hours: the hours with a value, in time order. Returns nil unless each hour of the day has one.
    init?(_ hours: [Hour]) {
        var sums = [Double](repeating: 0, count: Self.slotCount)
        var counts = sums
        for hour in hours {
            sums[hour.slot] += hour.value
            counts[hour.slot] += 1
        }
        guard !counts.contains(0) else { return nil }
        let n = Double(hours.count)
        let mean = sums.reduce(0, +) / n
        let profile = zip(sums, counts).map { $0 / $1 }
        fitWave(sums, counts)

        let spread = hours.reduce(0) { $0 + ($1.value - mean) * ($1.value - mean) }
        // Rounding alone can make equal values differ in their last digits.
        let scale = hours.reduce(0) { max($0, abs($1.value)) }
        if spread > n * scale * scale * 1e-24 {
            // The share that the hour of the day explains. Equal days give exactly 1.
            let rest = hours.reduce(0) { $0 + ($1.value - profile[$1.slot]) * ($1.value - profile[$1.slot]) }
            values[.stability] = max(1 - rest / spread, 0)
            let steps = zip(hours, hours.dropFirst()).filter { $1.start - $0.start == Self.hour }.map { $1.value - $0.value }
            if !steps.isEmpty {
                values[.variability] = n * steps.reduce(0) { $0 + $1 * $1 } / (Double(steps.count) * spread)
            }
        }
        let most = Self.extreme(of: profile, length: 10, sign: 1, scale: scale)
        let least = Self.extreme(of: profile, length: 5, sign: -1, scale: scale)
        values[.mostActive] = most.mean
        values[.mostActiveStart] = Double(most.start)
        values[.leastActive] = least.mean
        values[.leastActiveStart] = Double(least.start)
        if most.mean + least.mean != 0 { values[.relativeAmplitude] = (most.mean - least.mean) / (most.mean + least.mean) }
    }

    /// Fits `mesor + b cos(ωt) + g sin(ωt)` by least squares, where t is the middle of each hour.
    private mutating func fitWave(_ sums: [Double], _ counts: [Double]) {
        var rows = [[Double]](repeating: [Double](repeating: 0, count: 4), count: 3)
        let step = 2 * Double.pi / Double(Self.slotCount)
        for slot in 0..<Self.slotCount {
            let angle = (Double(slot) + 0.5) * step
            let terms = [1, cos(angle), sin(angle)]
            for row in 0..<3 {
                for column in 0..<3 { rows[row][column] += counts[slot] * terms[row] * terms[column] }
                rows[row][3] += sums[slot] * terms[row]
            }
        }
        // Every hour of the day has a value, so the matrix is positive definite.
        for pivot in 0..<3 {
            for row in 0..<3 where row != pivot {
                let factor = rows[row][pivot] / rows[pivot][pivot]
                for column in pivot..<4 { rows[row][column] -= factor * rows[pivot][column] }
            }
        }
        let fit = (0..<3).map { rows[$0][3] / rows[$0][$0] }
        let amplitude = (fit[1] * fit[1] + fit[2] * fit[2]).squareRoot()
        values[.mesor] = fit[0]
        values[.amplitude] = amplitude
        let scale = zip(sums, counts).reduce(0) { max($0, abs($1.0 / $1.1)) }
        // A wave without height has no peak.
        guard amplitude > scale * 1e-12 else { return }
        let peak = atan2(fit[2], fit[1]) / step
        values[.acrophase] = peak < 0 ? peak + Double(Self.slotCount) : peak
    }

    /// Returns the consecutive hours with the greatest mean (sign 1) or the smallest (−1). Windows continue after midnight. Of equal
    /// windows, returns the one that starts first after 00:00.
    private static func extreme(of profile: [Double], length: Int, sign: Double, scale: Double) -> (start: Int, mean: Double) {
        var best: (start: Int, mean: Double)?
        for start in 0..<slotCount {
            let mean = (start..<start + length).reduce(0) { $0 + profile[$1 % slotCount] } / Double(length)
            // Sums in another order differ in their last digits.
            if let best, sign * (mean - best.mean) <= scale * 1e-12 { continue }
            best = (start, mean)
        }
        return best ?? (0, 0)
    }
}
