import RandomTesting
import CalendarIntervals
import QueryPlan
import ReferenceEngine
import Results

/// One stage in both words: what the engine is told, and what the reference does.
struct RandomStep {
    let kind: PlanStage.Kind
    let text: String
    /// What running totals are reset with after it; nil where there are none.
    var reset: ReferencePeriod??
    let reference: (ReferenceRows) -> ReferenceRows
    /// Whether it only adds up and chooses.
    var keepsExact: Bool {
        switch kind {
        case .runningTotal, .filter, .partial, .sort, .top, .bottom, .limit: true
        default: false
        }
    }

    static let units: [(ReferencePeriod, CalendarPeriod)] = [
        (.hour, .hour), (.day, .day), (.week, .week), (.month, .month), (.quarter, .quarter), (.year, .year),
    ]

    private static let aggregates: [(ReferenceAggregate, Aggregate)] = [
        (.sum, .sum), (.average, .average), (.min, .min), (.max, .max), (.latest, .latest), (.first, .first), (.count, .count),
        (.duration, .duration), (.median, .median), (.percentile(0.9), .percentile(90)), (.stddev, .stddev),
    ]

    /// A stage that may follow `rows`.
    init(_ rows: RandomRows, using random: inout SplitMix64) {
        let columns = 0..<rows.columnCount
        let number = Double(random.pick(-20..<200))
        let count = random.pick(0..<20)
        let (aggregate, planned) = random.pick(Self.aggregates)
        // Averages may differ in their last digits, and a choice by size would then choose other rows.
        switch random.pick(rows.isExact ? 0..<14 : 0..<9) {
        case 0:
            let reset = random.pick([nil, ReferencePeriod.day, .day, .week])
            let schedule = Self.units.first { $0.0 == reset }.map { rows.schedule($0.1) }
            self.init(.runningTotal(reset: schedule), "running total \(reset.map { "\($0)" } ?? "")", reset: .some(reset)) {
                $0.runningTotal(reset: reset)
            }
        case 1, 2:
            let (unit, period) = random.pick(Array(Self.units.prefix(4)))
            let length = random.pick([1, 2, 3, 7])
            let atLeast = random.pick([1, 1, 3])
            self.init(
                .rolling(
                    .calendar(IntervalComponents(length, period), zone: rows.zone), columns.map { RowAggregate(planned, of: $0) },
                    atLeast: atLeast), "rolling \(length) \(period) \(aggregate) at least \(atLeast)"
            ) { $0.rolling(length, unit, aggregate, atLeast: atLeast) }
        case 3, 4:
            let (unit, period) = random.pick(Array(Self.units.dropFirst()))
            let keys = RowKeys(schedule: rows.schedule(period), zone: rows.zone, columns: rows.table.keys.isEmpty ? [] : [0])
            self.init(.aggregate(columns.map { RowAggregate(planned, of: $0) }, by: keys), "\(aggregate) by \(period)") {
                $0.aggregate(aggregate, by: unit)
            }
        case 5 where random.chance(50):
            let isPercent = random.chance(50)
            self.init(.change(columns.map { ColumnChange($0, against: nil) }, percent: isPercent), "change \(isPercent)") {
                $0.change(percent: isPercent)
            }
        case 6:
            let (fill, planned): (ReferenceRows.Fill, Fill) = random.pick([
                (.zero, .zero), (.previous, .previous), (.linear, .linear), (.number(7.5), .number(7.5)),
            ])
            self.init(
                .fill(Dictionary(uniqueKeysWithValues: columns.map { ($0, planned) })), "fill \(fill)", reset: rows.reset
            ) { $0.fill(fill) }
        case 7: self.init(.partial(.drop), "partial drop", reset: rows.reset) { $0.dropPartial() }
        case 8:
            self.init(.partial(.keep), "partial keep", reset: rows.reset) { rows in
                var rows = rows
                rows.countsPartial = true
                return rows
            }
        case 9:
            self.init(.filter(.number(.value(0), .greater, number)), "where > \(number)", reset: rows.reset) { rows in
                rows.filter { $0.values[0].map { $0 > number } ?? false }
            }
        case 10:
            self.init(.filter(.any([.missing(.value(0)), .not(.number(.value(0), .notEqual, 0))])), "where missing", reset: rows.reset) {
                $0.filter { $0.values[0] == nil || $0.values[0] == 0 }
            }
        case 11:
            let isDescending = random.chance(50)
            self.init(.sort(.value(0), descending: isDescending), "sort \(isDescending)", reset: rows.reset) {
                $0.sorted(descending: isDescending)
            }
        case 12:
            let kind: PlanStage.Kind
            let rule: (ReferenceRows) -> ReferenceRows
            (kind, rule) = random.pick([
                (.top(count, by: .value(0)), { $0.top(count) }), (.bottom(count, by: .value(0)), { $0.top(count, smallest: true) }),
                (.limit(count), { $0.limit(count) }),
            ])
            self.init(kind, "\(kind)", reset: rows.reset, rule)
        default:
            guard let reset = rows.reset else {
                self.init(.derive(.divide(.column(0), .add(.column(0), .number(number))), column: 0), "derive") { rows in
                    var rows = rows
                    for row in rows.rows.indices {
                        let value = rows.rows[row].values[0]
                        rows.rows[row].values[0] = value.flatMap { $0 + number == 0 ? nil : $0 / ($0 + number) }
                    }
                    return rows
                }
                return
            }
            // Not at night, where a time may occur twice or never.
            let minute = random.pick(300..<1440)
            self.init(.valueAt(.timeOfDay(minute * 60_000), days: rows.schedule(.day)), "value at minute \(minute)") {
                $0.value(atMillisecondOfDay: Int64(minute) * 60_000, reset: reset)
            }
        }
    }

    private init(
        _ kind: PlanStage.Kind, _ text: String, reset: ReferencePeriod?? = nil, _ reference: @escaping (ReferenceRows) -> ReferenceRows
    ) {
        (self.kind, self.text, self.reset, self.reference) = (kind, text, reset, reference)
    }
}
