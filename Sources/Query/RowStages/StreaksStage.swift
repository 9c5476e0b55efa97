import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
import QueryVocabulary

/// `streaks where sum > 10000`: one row for each run of successive rows that meet a condition (S9.12).
///
/// A row without an answer and a missing row end a streak, unless they are skipped. A row that is not over yet ends none: it counts if it
/// meets the condition already, and otherwise the streak stays open without it.
struct StreaksStage: RowStage {
    let streaks: Streaks

    /// A run of rows of a series.
    private struct Run {
        var series: Int
        /// The first and the last row that meet the condition; nil for a run without rows.
        var rows: (first: Int, last: Int)?
        var length = 0
        var isOpen = false
    }

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        let answers = try DeriveStage(expression: streaks.condition, column: 0).values(for: table).map { $0.map { $0 != 0 } }
        let places = table.numbers(by: streaks.places)
        // A range without an end goes on until now, even if the last sample is older.
        let knownEnd = min(table.header.range.cutEnd ?? .max, context.earliestNow)
        var series = RowSeries(table).rows
        // Without keys there is one series, even without rows.
        if series.isEmpty, streaks.keys.isEmpty { series = [[]] }
        var runs: [Run] = []
        var beginsWithRange = false
        for (number, rows) in series.enumerated() {
            try context.poll()
            let shown = chosen(self.runs(of: rows, answers, places, table, knownEnd: knownEnd), of: number)
            beginsWithRange = beginsWithRange || shown.contains { $0.rows != nil && $0.rows?.first == rows.first }
            runs += shown
        }
        var result = rows(of: runs, in: table)
        if beginsWithRange, table.header.range.cutStart != nil { result.note(.streakFromFirstRow, context) }
        table = result
    }

    private func runs(of rows: [Int], _ answers: [Bool?], _ places: [Int?], _ table: ResultTable, knownEnd: Instant) -> [Run] {
        var runs: [Run] = []
        // True if the next row can continue the last run.
        var goesOn = false
        var before: Int?
        for row in rows {
            if let before, let place = places[row], place > before + 1, !streaks.skipsMissing { goesOn = false }
            before = places[row] ?? before
            switch answers[row] {
            case true? where goesOn:
                runs[runs.count - 1].rows?.last = row
                runs[runs.count - 1].length += 1
            case true?:
                runs.append(Run(series: 0, rows: (row, row), length: 1))
                goesOn = true
            case false?:
                goesOn = goesOn && isUnfinished(row, table, knownEnd)
            case nil:
                goesOn = goesOn && (streaks.skipsMissing || isUnfinished(row, table, knownEnd))
            }
        }
        // The last period that is over can be missing, too.
        if let before, let places = streaks.places, before < places.index(of: knownEnd) - 1, !streaks.skipsMissing { goesOn = false }
        if goesOn { runs[runs.count - 1].isOpen = true }
        return runs
    }

    /// Returns true for a row that is not over yet, or that the end of the range cuts off.
    private func isUnfinished(_ row: Int, _ table: ResultTable, _ knownEnd: Instant) -> Bool {
        table.partial[row] && !table.countsPartial && table.ends[row] > knownEnd.milliseconds
    }

    /// Returns the runs of a series that the stage shows.
    private func chosen(_ runs: [Run], of series: Int) -> [Run] {
        let found: [Run]
        switch streaks.choice {
        case .all: found = runs
        case .longest:
            let greatest = runs.map(\.length).max()
            found = [runs.last { $0.length == greatest } ?? Run(series: series)]
        case .current: found = [runs.last { $0.isOpen } ?? Run(series: series)]
        }
        return found.map { run in
            var run = run
            run.series = series
            return run
        }
    }

    /// Returns a row for each run, in order of time.
    private func rows(of runs: [Run], in table: ResultTable) -> ResultTable {
        func start(_ run: Run) -> Int64 { run.rows.map { table.starts[$0.first] } ?? ResultTable.unknownTime }
        let runs = runs.enumerated().sorted { (start($0.element), $0.offset) < (start($1.element), $1.offset) }.map(\.element)
        let series = RowSeries(table)
        var result = ResultTable(
            kind: .statistics, header: table.header, rowCount: runs.count, starts: runs.map(start),
            ends: runs.map { $0.rows.map { table.ends[$0.last] } ?? ResultTable.unknownTime },
            partial: Array(repeating: false, count: runs.count),
            keys: table.keysOfSeries.enumerated().map { index, key in key.with(runs.map { series.keys[$0.series][index] }) },
            columns: Streaks.Column.allCases.map { column in
                ValueColumn(
                    computed: runs.map { run in
                        switch column {
                        case .length: Double(run.length)
                        case .open: run.isOpen ? 1 : 0
                        }
                    })
            })
        result.offsets = table.offsets.map { offsets in
            runs.map { run in
                guard let (first, last) = run.rows else { return RowOffsets(start: 0, end: 0) }
                return RowOffsets(start: offsets[first].start, end: offsets[last].end)
            }
        }
        result.countsPartial = table.countsPartial
        result.header.intervalText = nil
        result.header.rowsAreEvents = true
        result.header.clockDay.rows = .own
        return result
    }
}
