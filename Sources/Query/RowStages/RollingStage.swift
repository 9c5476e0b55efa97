import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary

/// `rolling 7 days average`: aggregates over the rows that end in a calendar time span before the end of each row.
///
/// A row is in the window if its end is after the window's start and not after the window's end. A window that is not full contains the
/// rows that exist.
struct RollingStage: RowStage {
    let window: RollingWindow
    let aggregates: [RowAggregate]
    /// The minimum number of values. With fewer, the result is null.
    let atLeast: Int

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        var shortCount = 0
        var results = aggregates.map { _ in [Double?](repeating: nil, count: table.rowCount) }
        for series in RowSeries(table).rows {
            let rows = series.sorted { table.ends[$0] < table.ends[$1] }
            let windows = try windows(rows.map { table.ends[$0] }, context)
            if let first = rows.first {
                shortCount += rows.prefix { isShort(windowTo: table.ends[$0], after: table.starts[first]) }.count
            }
            for (index, aggregate) in aggregates.enumerated() {
                let values = table.participants(rows, aggregate)
                for (row, value) in zip(rows, try slide(aggregate.aggregate, over: values, windows, context)) {
                    results[index][row] = value
                }
            }
        }
        // With `at least`, the query says what short windows are.
        if atLeast <= 1, shortCount > 0 { table.note(.shortWindows(shortCount), context) }
        if let leftOut = table.partialRowsLeftOut(of: aggregates) { table.note(.partialRowsLeftOut(leftOut), context) }
        table.columns = results.map { ValueColumn(computed: $0) }
    }

    /// Returns the positions of the rows in each row's window, from the ends of the rows.
    private func windows(_ ends: [Int64], _ context: StageContext) throws -> [Range<Int>] {
        var (low, high) = (0, 0)
        return try ends.enumerated().map { position, end in
            try context.poll(at: position)
            // The single row of an aggregate without data has no time.
            guard end != ResultTable.unknownTime else { return 0..<0 }
            let start = self.start(ofWindowTo: end)
            // When clocks go forward, the window of a later row can start earlier.
            while low > 0, ends[low - 1] > start { low -= 1 }
            while ends[low] <= start { low += 1 }
            while high < ends.count, ends[high] <= end { high += 1 }
            return low..<high
        }
    }

    /// Returns true if the window to `end` starts before `start`, the first row's.
    private func isShort(windowTo end: Int64, after start: Int64) -> Bool {
        end != ResultTable.unknownTime && self.start(ofWindowTo: end) < start
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
            // Without values, a count is 0, not null (S2.5).
            let least = aggregate.definition.result == .count && atLeast == 1 ? 0 : atLeast
            return try slide(SummaryQueue(finalize), over: values, windows, least, context)
        case .choice(let choose): return try slide(ValueQueue(choose), over: values, windows, atLeast, context)
        case .rank(let rank):
            return try slide(OrderedWindow(rank, context.percentileRule), over: values, windows, atLeast, context)
        }
    }

    /// Slides a window over the values. Each value is added once and removed once.
    private func slide<Statistic: WindowStatistic>(
        _ empty: Statistic, over values: [Double?], _ windows: [Range<Int>], _ least: Int, _ context: StageContext
    ) throws -> [Double?] {
        var statistic = empty
        var held = 0..<0
        var count = 0
        var results: [Double?] = []
        results.reserveCapacity(windows.count)
        for (position, window) in windows.enumerated() {
            // A step for percentiles costs as much as the length of the window.
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
