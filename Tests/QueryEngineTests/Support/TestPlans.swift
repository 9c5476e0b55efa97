import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary
import RowStages

/// Returns the milliseconds of a time of day on 10 March 2024 in UTC. Hours above 23 are on the next day.
func clock(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) -> Int64 {
    1_710_028_800_000 + Int64((hour * 60 + minute) * 60 + second) * 1000
}

let minuteMilliseconds: Int64 = 60_000
let hourMilliseconds: Int64 = 3_600_000

extension Measure {
    static func of(
        _ aggregate: Aggregate, _ metric: MetricID = .steps, style: AggregationStyle? = .cumulative, field: WorkoutField? = nil,
        storageUnit: HealthUnit? = nil, unit: HealthUnit? = nil
    ) -> Measure {
        Measure(
            metric: metric, aggregate: aggregate, style: style, workoutField: field, storageUnit: storageUnit, unit: unit,
            name: aggregate.name)
    }
}

extension Plan {
    /// Returns a plan in UTC over `[from, to)`, with buckets of a fixed length from `anchor`, or with one bucket.
    static func inUTC(
        _ measures: [Measure], from: Int64, to: Int64, bucket: Int64? = nil, anchor: Int64 = clock(0), now: Int64 = clock(480),
        _ change: (inout Plan) -> Void = { _ in }
    ) -> Plan {
        let range = PlanRange(start: Instant(milliseconds: from), end: Instant(milliseconds: to))
        var grid = TimeGrid(whole: range)
        if let bucket {
            let first = anchor + (from - anchor).flooredQuotient(by: bucket) * bucket
            grid = TimeGrid(edges: Array(stride(from: first, to: to + bucket, by: Int(bucket))), intervalText: "interval")
        }
        var plan = Plan(
            subject: .statistics(measures), range: range, grid: grid, zone: .utc, now: Instant(milliseconds: now), text: "test")
        change(&plan)
        return plan
    }

    func run(_ source: some SampleSource) throws -> ResultTable { try QueryEngine.run(self, over: source) }

    /// Returns the values of the first column.
    func values(_ source: some SampleSource) throws -> [Double?] { try run(source).columns[0].values }
}
