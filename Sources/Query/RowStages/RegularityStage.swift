import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan

/// `regularity`: the Sleep Regularity Index (Phillips 2017), from −100 to 100 (S9.11).
///
/// It compares each minute with the same wall-clock minute of the next day.
struct RegularityStage: RowStage {
    let study: DayStudy

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        let fields = DayStudy.Regularity.allCases
        table = try study.table(of: table, fields: fields.count, context) { rows, _, place in
            var days = SleepDays(study.days)
            try days.add(rows, table.columns[study.columns[place]], longerThan: study.halves[place], in: table, context)
            days.finish()
            return fields.map { field in
                switch field {
                case .regularity: days.index
                case .dayCount: Double(days.dayCount)
                case .pairs: Double(days.pairCount)
                case .daysWithoutSleep: Double(days.daysWithoutSleep)
                }
            }
        }
    }
}

/// Compares the minutes of consecutive days. It keeps only two days in memory.
private struct SleepDays {
    private enum State: UInt8 {
        case unknown, awake, asleep
    }

    private(set) var dayCount = 0
    private(set) var daysWithoutSleep = 0
    private(set) var pairCount = 0
    private var equalCount = 0

    private let schedule: BucketSchedule
    private static let minute: Int64 = 60_000
    private static let minutesPerDay = 1440
    /// The states of the minutes of the current day.
    private var day = [State](repeating: .unknown, count: minutesPerDay)
    /// The states of the day before. Nil if it has no sleep.
    private var previous: [State]?
    private var end = Int64.min

    init(_ schedule: BucketSchedule) { self.schedule = schedule }

    /// 100 if all pairs are equal, −100 if all differ. Nil without pairs.
    var index: Double? { pairCount == 0 ? nil : 200 * Double(equalCount) / Double(pairCount) - 100 }

    /// Adds the minutes of a series. Minutes without a row are awake if the query knows their time.
    mutating func add(
        _ rows: [Int], _ column: ValueColumn, longerThan half: Double, in table: ResultTable, _ context: StageContext
    ) throws {
        guard let first = rows.first.map({ table.starts[$0] }), let last = rows.last, first != ResultTable.unknownTime else { return }
        // Stages can have removed empty minutes, at the start of the range, too.
        let earlier = max(first - (table.header.range.start?.milliseconds ?? first), 0) / Self.minute
        let limit = min(table.header.range.end?.milliseconds ?? table.ends[last], context.now.milliseconds)
        // Rounding must not turn exactly half a minute into more.
        let threshold = half * (1 + 1e-9)
        var time = first - earlier * Self.minute
        var (next, step) = (0, 0)
        while time + Self.minute <= limit {
            try context.poll(at: step)
            step += 1
            while next < rows.count, table.starts[rows[next]] < time { next += 1 }
            var state = State.awake
            if next < rows.count, table.starts[rows[next]] == time {
                let row = rows[next]
                state = table.partial[row] ? .unknown : column.values[row] ?? 0 > threshold ? .asleep : .awake
            }
            set(state, at: time)
            time += Self.minute
        }
    }

    private mutating func set(_ state: State, at time: Int64) {
        if time >= end { startDay(at: time) }
        let local = Int64(schedule.zone.civil(at: Instant(milliseconds: time)).millisecondOfDay - schedule.anchor.millisecondOfDay)
        let minute = Int((local + ClockDay.milliseconds) % ClockDay.milliseconds / Self.minute)
        // If clocks show a minute twice, the first one counts.
        if day[minute] == .unknown { day[minute] = state }
    }

    private mutating func startDay(at time: Int64) {
        finish()
        let bucket = schedule.bucket(holding: Instant(milliseconds: time))
        // After a day without rows, there is nothing to compare with.
        if bucket.lowerBound.milliseconds != end { previous = nil }
        end = bucket.upperBound.milliseconds
    }

    /// Ends the current day and compares it with the day before.
    mutating func finish() {
        guard day.contains(where: { $0 != .unknown }) else { return }
        let current = day
        day = [State](repeating: .unknown, count: Self.minutesPerDay)
        guard current.contains(.asleep) else {
            daysWithoutSleep += 1
            previous = nil
            return
        }
        dayCount += 1
        if let previous {
            for minute in 0..<Self.minutesPerDay where previous[minute] != .unknown && current[minute] != .unknown {
                pairCount += 1
                if previous[minute] == current[minute] { equalCount += 1 }
            }
        }
        previous = current
    }
}
