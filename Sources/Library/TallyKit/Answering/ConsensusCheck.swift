import CalendarIntervals
import QueryDiagnostics
import QueryPlan
import QuerySyntax

/// Checks whether `glucose ranges` has the days and the readings that the consensus asks for (S2.12).
struct ConsensusCheck {
    private static let leastDayCount = 14
    /// A day of a clock change can be an hour shorter.
    private static let leastLength: Int64 = (24 * Int64(leastDayCount) - 1) * 3_600_000
    private static let leastCoverage = 0.7

    private let table: ResultTable
    private let plan: Plan
    private let query: Query

    /// - Parameter table: the answer to the plan, after the stages.
    init(_ table: ResultTable, _ plan: Plan, _ query: Query) {
        (self.table, self.plan, self.query) = (table, plan, query)
    }

    /// Returns a finding about rows with values but too little data; nil if there are none.
    var finding: Diagnostic? {
        guard let coverage = table.columns.first(where: { $0.info.aggregate == "coverage" })?.values else { return nil }
        let rows = coverage.indices.filter { coverage[$0] ?? 0 > 0 }
        let short = rows.filter { length(ofRow: $0) < Self.leastLength }
        let sparse = rows.filter { coverage[$0] ?? 0 < Self.leastCoverage }
        let count = Set(short + sparse).count
        guard count > 0 else { return nil }
        let reasons = [
            short.isEmpty ? nil : "fewer than \(Self.leastDayCount) days", sparse.isEmpty ? nil : "data for less than 70% of the time",
        ].compactMap(\.self)
        let which = rows.count == 1 ? "the answer has" : "\(count) of \(rows.count) rows have"
        return Diagnostic(
            .tooLittleGlucoseData, "\(which) \(reasons.joined(separator: " or "))", at: query.measureRange,
            help: short.isEmpty
                ? "to find the days without readings, use `coverage bloodGlucose by day`"
                : "use a longer range, such as `last 14 full days`",
            note: "the consensus asks for 14 days with data for 70% of the time; a shorter time can differ from the usual one by chance")
    }

    /// The milliseconds of a row that are over.
    private func length(ofRow row: Int) -> Int64 {
        let (start, end) =
            table.starts.indices.contains(row)
            ? (table.starts[row], table.ends[row]) : (plan.range.start.milliseconds, plan.range.end.milliseconds)
        return max(0, min(end, plan.now.milliseconds, plan.range.limit.milliseconds) - max(start, plan.range.start.milliseconds))
    }
}

extension Query {
    /// The text of the first measure.
    fileprivate var measureRange: SourceRange {
        if case .measures(let measures) = source, let first = measures.first { first.range } else { range }
    }
}
