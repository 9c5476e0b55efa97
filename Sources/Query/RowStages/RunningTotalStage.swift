import CalendarIntervals
import QueryEngine
import QueryPlan

/// `running total reset each day`: the total at the end of each row.
///
/// A period with any value starts at 0, and rows without a value keep the total. A period without values is null (S9.2).
struct RunningTotalStage: RowStage {
    let reset: BucketSchedule?

    func apply(to table: inout ResultTable, _ context: StageContext) {
        for series in RowSeries(table).rows {
            for run in table.runs(of: series, per: reset) {
                for index in table.columns.indices where !table.columns[index].isFlag { Self.addUp(&table.columns[index].values, run.rows) }
            }
        }
        for index in table.columns.indices where !table.columns[index].isFlag {
            table.columns[index].runningTotal = RunningTotal(reset: reset)
            table.columns[index].texts = nil
        }
    }

    private static func addUp(_ values: inout [Double?], _ rows: ArraySlice<Int>) {
        guard rows.contains(where: { values[$0] != nil }) else { return }
        var total = 0.0
        for row in rows {
            total += values[row] ?? 0
            values[row] = total
        }
    }
}
