import CalendarIntervals
import HealthModel
import QueryPlan
import QueryVocabulary
import RandomTesting
import ReferenceEngine

/// A stage for both the engine and the reference.
struct RandomStep {
    let kind: PlanStage.Kind
    let text: String
    /// The reset period of running totals after the step; nil if there are none.
    var reset: ReferencePeriod??
    let reference: (ReferenceRows) -> ReferenceRows
    /// True if the stage only adds and selects.
    var keepsExact: Bool {
        switch kind {
        case .runningTotal, .filter, .partial, .sort, .ranking, .limit: true
        case .fill(let fills): fills.values.allSatisfy { $0 == .omit }
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

    /// Returns a random stage that can follow `rows`.
    init(_ rows: RandomRows, using random: inout SplitMix64) {
        let columns = 0..<rows.columnCount
        let number = Double(random.pick(-20..<200))
        let (aggregate, planned) = random.pick(Self.aggregates)
        // Averages may differ in their last digits, so selection by size could select different rows.
        switch random.pick(rows.isExact ? 0..<18 : 0..<12) {
        case 0:
            self = Self.runningTotal(reset: random.pick([nil, .day, .day, .week]), of: rows)
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
        case 7: self = Self.dropPartial(rows)
        case 8:
            self.init(.partial(.keep), "partial keep", reset: rows.reset) { rows in
                var rows = rows
                rows.countsPartial = true
                return rows
            }
        case 9: self = Self.fillNone(rows)
        case 10 where rows.reset != nil:
            self = random.chance(50) ? Self.multiple(rows, using: &random) : Self.rest(rows, of: number)
        case 12, 13: self = Self.choice(rows, using: &random)
        case 14:
            self.init(.filter(.number(.value(0), .greater, number)), "where > \(number)", reset: rows.reset) { rows in
                rows.filter { $0.values[0].map { $0 > number } ?? false }
            }
        case 15:
            self.init(.filter(.any([.missing(.value(0)), .not(.number(.value(0), .notEqual, 0))])), "where missing", reset: rows.reset) {
                $0.filter { $0.values[0] == nil || $0.values[0] == 0 }
            }
        case 16:
            let isDescending = random.chance(50)
            self.init(.sort(.value(0), descending: isDescending), "sort \(isDescending)", reset: rows.reset) {
                $0.sorted(descending: isDescending)
            }
        default:
            guard let reset = rows.reset else {
                self.init(.derive(.divide(.column(0), .add(.column(0), .number(number))), column: 0), "derive") {
                    $0.quotient(with: number)
                }
                return
            }
            // Includes the night, when a time can occur twice or never.
            let minute = random.pick([random.pick(0..<1440), random.pick(0..<240)])
            let range = rows.reference.range
            let instant = random.pick([rows.reference.now, Int64.random(in: range.start..<range.end, using: &random) / 60_000 * 60_000])
            let (moment, reading): (RowMoment, ReferenceRows.Reading) =
                random.chance(70)
                ? (.timeOfDay(minute * 60_000), .timeOfDay(Int64(minute) * 60_000))
                : (.sameTime(Instant(milliseconds: instant)), .sameTime(instant))
            self.init(.valueAt(moment, days: rows.schedule(.day)), "value at \(reading)") { $0.value(at: reading, reset: reset) }
        }
    }

    // MARK: Single kinds

    static func runningTotal(reset: ReferencePeriod?, of rows: RandomRows) -> RandomStep {
        let schedule = units.first { $0.0 == reset }.map { rows.schedule($0.1) }
        return RandomStep(.runningTotal(reset: schedule), "running total \(reset.map { "\($0)" } ?? "")", reset: .some(reset)) {
            $0.runningTotal(reset: reset)
        }
    }

    static func dropPartial(_ rows: RandomRows) -> RandomStep {
        RandomStep(.partial(.drop), "partial drop", reset: rows.reset) { $0.dropPartial() }
    }

    static func fillNone(_ rows: RandomRows) -> RandomStep {
        let fills = Dictionary(uniqueKeysWithValues: (0..<rows.columnCount).map { ($0, Fill.omit) })
        return RandomStep(.fill(fills), "fill none", reset: rows.reset) { $0.fillNone() }
    }

    static func fillZero(_ rows: RandomRows) -> RandomStep {
        let fills = Dictionary(uniqueKeysWithValues: (0..<rows.columnCount).map { ($0, Fill.zero) })
        return RandomStep(.fill(fills), "fill zero", reset: rows.reset) { $0.fill(.zero) }
    }

    /// Returns a stage that keeps only some rows. It selects by size only if both have computed the same digits.
    static func choice(_ rows: RandomRows, using random: inout SplitMix64) -> RandomStep {
        let count = random.pick(0..<40)
        let number = Double(random.pick(-20..<200))
        switch random.pick(0..<6) {
        case 0: return fillNone(rows)
        case 1: return dropPartial(rows)
        case 2 where rows.isExact:
            return RandomStep(.ranking(.top, count, by: .value(0)), "top \(count)", reset: rows.reset) { $0.top(count) }
        case 3 where rows.isExact:
            return RandomStep(.ranking(.bottom, count, by: .value(0)), "bottom \(count)", reset: rows.reset) {
                $0.top(count, smallest: true)
            }
        case 4 where rows.isExact:
            return RandomStep(.filter(.number(.value(0), .greater, number)), "where > \(number)", reset: rows.reset) { rows in
                rows.filter { $0.values[0].map { $0 > number } ?? false }
            }
        default: return RandomStep(.limit(count), "limit \(count)", reset: rows.reset) { $0.limit(count) }
        }
    }

    /// Returns a stage that multiplies a total, which gives another total.
    static func multiple(_ rows: RandomRows, using random: inout SplitMix64) -> RandomStep {
        let factor = random.pick([2, 0.5, -1])
        return RandomStep(.derive(.multiply(.column(0), .number(factor)), column: 0), "derive * \(factor)", reset: rows.reset) {
            $0.multiplied(by: factor)
        }
    }

    private static func rest(_ rows: RandomRows, of number: Double) -> RandomStep {
        RandomStep(.derive(.subtract(.number(number), .column(0)), column: 0), "derive \(number) -", reset: rows.reset) {
            $0.subtracted(from: number)
        }
    }

    private init(
        _ kind: PlanStage.Kind, _ text: String, reset: ReferencePeriod?? = nil, _ reference: @escaping (ReferenceRows) -> ReferenceRows
    ) {
        (self.kind, self.text, self.reset, self.reference) = (kind, text, reset, reference)
    }
}
