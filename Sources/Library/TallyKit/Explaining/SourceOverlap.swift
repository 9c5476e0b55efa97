import CalendarIntervals
package import HealthModel
import QueryEngine
package import QueryPlan

/// The amounts that merging suppresses in each source, because another source recorded the same time.
package struct SourceOverlap {
    /// The sum of all sources, in the unit of the measure, and how much of it is suppressed.
    package let rawAmount: Double
    package let suppressedAmount: Double
    /// The measure.
    package let measure: QueryPlan.Measure
    /// One row for each source and each source that suppressed it, or for each row of the plan.
    package let table: ResultTable

    /// - Parameters:
    ///   - plan: The plan of a sum.
    ///   - isByRow: False for one row for each source over the whole range.
    /// - Returns: nil if the plan computes no statistics.
    package init?(in plan: Plan, isByRow: Bool, over reader: any SampleSource, isCancelled: @escaping () -> Bool) throws {
        guard case .statistics(let measures) = plan.subject, let measure = measures.first else { return nil }
        let options = EngineOptions(isCancelled: isCancelled)
        let whole = try QueryEngine.overlap(in: plan, over: reader, options: options)
        (rawAmount, suppressedAmount, self.measure) = (whole.rawAmount, whole.suppressedAmount, measure)
        guard isByRow, plan.grid.schedule != nil || !plan.grid.profiles.isEmpty else {
            table = OverlapRows(measure).sources(of: whole, zone: plan.zone)
            return
        }
        let reports = try QueryEngine.overlaps(in: plan, over: reader, options: options)
        var rows = plan
        rows.splits = []
        rows.sourceRule = .merged
        table = OverlapRows(measure).groups(
            of: reports, as: try QueryEngine.run(rows, over: reader, options: options), bySource: plan.splits.contains(.source))
    }
}

/// Turns overlap reports into rows.
private struct OverlapRows {
    let measure: QueryPlan.Measure

    init(_ measure: QueryPlan.Measure) { self.measure = measure }

    /// One row of a report: a source, and one of the sources that suppressed it.
    private struct Line {
        var source: String
        var holder: String?
        var recorded: Double
        var suppressed: Double
        var seconds: Double
    }

    private func lines(of report: OverlapReport) -> [Line] {
        report.entries.flatMap { entry in
            entry.losses.isEmpty
                ? [Line(source: entry.source, recorded: entry.amount, suppressed: 0, seconds: 0)]
                : entry.losses.map {
                    Line(source: entry.source, holder: $0.holder, recorded: entry.amount, suppressed: $0.amount, seconds: $0.seconds)
                }
        }
    }

    /// Returns one row for each source and each source that suppressed it, over the whole range.
    func sources(of report: OverlapReport, zone: Zone) -> ResultTable {
        let lines = lines(of: report)
        return ResultTable(
            kind: .list, header: ResultHeader(query: "", zone: zone), rowCount: lines.count, keys: keys(of: lines),
            columns: columns(lines.map { ($0.recorded, $0.suppressed, $0.seconds) }, isAdditive: false))
    }

    /// Returns one row for each row of `table`. With `bySource`, each row is split by source.
    func groups(of reports: [OverlapReport], as table: ResultTable, bySource: Bool) -> ResultTable {
        var table = table
        table.canEndInFormat = false
        guard bySource else {
            table.columns = columns(
                reports.map { $0.entries.isEmpty ? nil : ($0.rawAmount, $0.suppressedAmount, $0.suppressedSeconds) }, isAdditive: true)
            return table
        }
        let lines = reports.map(lines)
        var repeated = table.keeping(lines.indices.flatMap { Array(repeating: $0, count: lines[$0].count) })
        repeated.keys += keys(of: lines.flatMap(\.self))
        // If two sources suppressed a source, it has two rows, and both show the full recorded amount.
        repeated.columns = columns(lines.flatMap(\.self).map { ($0.recorded, $0.suppressed, $0.seconds) }, isAdditive: false)
        return repeated
    }

    private func keys(of lines: [Line]) -> [KeyColumn] {
        [
            KeyColumn(name: "source", values: lines.map { .text($0.source) }),
            KeyColumn(name: "suppressedBy", values: lines.map { $0.holder.map { .text($0) } }),
        ]
    }

    private func columns(_ rows: [(recorded: Double, suppressed: Double, seconds: Double)?], isAdditive: Bool) -> [ValueColumn] {
        func column(_ name: String, _ unit: String?, _ values: [Double?]) -> ValueColumn {
            ValueColumn(
                ColumnInfo(
                    name: name, metric: measure.metric.shortName, aggregate: "sum", unit: unit, isAdditive: isAdditive),
                values: values)
        }
        return [
            column("recorded", measure.unit?.symbol, rows.map { $0?.recorded }),
            column("suppressed", measure.unit?.symbol, rows.map { $0?.suppressed }),
            column("overlap", "hr", rows.map { $0.map { $0.seconds / 3600 } }),
        ]
    }
}
