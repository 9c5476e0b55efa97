import QueryVocabulary
import CalendarIntervals
import HealthModel
import QueryPlan

/// `rolling 7 days average`: aggregates over the rows that end in the time before the end of each row, in calendar time.
///
/// A row is in the window where its end is after the window's start and not after its end. Before the window is full it holds what there is.
struct RollingStage: RowStage {
    let window: RollingWindow
    let aggregates: [RowAggregate]
    /// Fewer values than this give null.
    let atLeast: Int

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        var results = aggregates.map { _ in [Double?](repeating: nil, count: table.rowCount) }
        for series in RowSeries(table).rows {
            let rows = series.sorted { table.ends[$0] < table.ends[$1] }
            let windows = try windows(rows.map { table.ends[$0] }, context)
            for (index, aggregate) in aggregates.enumerated() {
                let values = table.participants(rows, aggregate)
                for (row, value) in zip(rows, try slide(aggregate.aggregate, over: values, windows, context)) {
                    results[index][row] = value
                }
            }
        }
        table.header.partialRowsLeftOut += table.partialRowsLeftOut(of: aggregates, context)
        table.columns = zip(aggregates, results).map { aggregate, values in
            var column = ValueColumn(computed: values)
            column.isInHundredths = table.columns[aggregate.column].isInHundredths && aggregate.aggregate.keepsUnit
            return column
        }
    }

    /// The positions in each row's window, by the ends of the rows.
    private func windows(_ ends: [Int64], _ context: StageContext) throws -> [Range<Int>] {
        var (low, high) = (0, 0)
        return try ends.enumerated().map { position, end in
            try context.poll(at: position)
            // The one row over no data at all stands at no time.
            guard end != ResultTable.unknownTime else { return 0..<0 }
            let start = self.start(ofWindowTo: end)
            // Where clocks are put forward, a later row may look back to an earlier time.
            while low > 0, ends[low - 1] > start { low -= 1 }
            while ends[low] <= start { low += 1 }
            while high < ends.count, ends[high] <= end { high += 1 }
            return low..<high
        }
    }

    private func start(ofWindowTo end: Int64) -> Int64 {
        switch window {
        case .elapsed(let length): end - length
        case .calendar(let length, let zone): zone.moving(Instant(milliseconds: end), by: -length.count, length.period).milliseconds
        }
    }

    private func slide(
        _ aggregate: Aggregate, over values: [Double?], _ windows: [Range<Int>], _ context: StageContext
    ) throws -> [Double?] {
        switch aggregate.rowStatistic {
        case .summary(let finalize):
            // A count of nothing is known (S2.5).
            let least = aggregate.definition.result == .count && atLeast == 1 ? 0 : atLeast
            return try slide(SummaryQueue(finalize), over: values, windows, least, context)
        case .choice(let choose): return try slide(ValueQueue(choose), over: values, windows, atLeast, context)
        case .rank(let fraction):
            return try slide(OrderedWindow(fraction: fraction, context.percentileRule), over: values, windows, atLeast, context)
        }
    }

    /// Moves one window over the values: each is taken in once and let go once.
    private func slide<Statistic: WindowStatistic>(
        _ empty: Statistic, over values: [Double?], _ windows: [Range<Int>], _ least: Int, _ context: StageContext
    ) throws -> [Double?] {
        var statistic = empty
        var held = 0..<0
        var count = 0
        var results: [Double?] = []
        results.reserveCapacity(windows.count)
        for (position, window) in windows.enumerated() {
            // A step of percentiles costs as much as the window is long.
            if position % 64 == 0 { try context.poll() }
            if window.lowerBound < held.lowerBound {
                (statistic, held, count) = (empty, window.lowerBound..<window.lowerBound, 0)
            }
            for value in values[held.upperBound..<window.upperBound] {
                guard let value else { continue }
                statistic.append(value)
                count += 1
            }
            for value in values[held.lowerBound..<window.lowerBound] {
                guard let value else { continue }
                statistic.removeFirst(value)
                count -= 1
            }
            held = window
            results.append(count < least ? nil : statistic.result)
        }
        return results
    }
}
