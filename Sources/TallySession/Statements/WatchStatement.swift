import Diagnostics
import Foundation
import HealthModel
import QueryCompiler
import QuerySyntax
import Rendering
import Results

/// `watch`: an answer that is given again whenever the store changes (S10.1).
extension StatementRunner {
    /// The store is asked this often whether it changed, which reads one number.
    private static var pollSeconds: Double { 0.1 }

    func watch(_ query: Query, until condition: Condition?, at range: SourceRange) throws -> Outcome {
        var change = try session.store.read(\.changeNumber)
        guard var shown = try answer(query) else { return .wrong }
        if let condition, shown.table.rowCount != 1 || shown.table.columns.count != 1 {
            output.report(
                Diagnostic(
                    .watchShape,
                    "`until` compares one value; this has \(shown.table.rowCount) rows and \(shown.table.columns.count) columns",
                    at: condition.literal.range, help: "leave `by` out, and ask for one measure"), in: source)
            return .wrong
        }
        guard try show(shown, of: query) else { return .wrong }
        while true {
            if let condition {
                guard let holds = try self.holds(condition, for: shown.table) else { return .wrong }
                if holds { return .fine }
            }
            guard output.isInterruptible else { return condition == nil ? .fine : .failed }
            change = try nextChange(after: change)
            guard change >= 0 else {
                output.note("interrupted")
                return .interrupted
            }
            guard let next = try answer(query) else { return .wrong }
            let changed = next.table.rows(changedSince: shown.table)
            shown = next
            guard changed.rowCount > 0 else { continue }
            var changes = next
            changes.table = changed
            output.note("\(changed.rowCount) \(changed.rowCount == 1 ? "row" : "rows") changed")
            guard try show(changes, of: query), try show(next, of: query) else { return .wrong }
        }
    }

    private func show(_ answer: Answer, of query: Query) throws -> Bool {
        session.keep(answer, of: query)
        var answer = answer
        return try render(&answer)
    }

    /// Waits for a write, of this process or another, and returns the number that it left; -1 where the wait was given up.
    private func nextChange(after number: Int64) throws -> Int64 {
        while true {
            if output.isCancelled { return -1 }
            let now = try session.store.read(\.changeNumber)
            if now != number { return now }
            Thread.sleep(forTimeInterval: Self.pollSeconds)
        }
    }

    /// Whether the one value of `table` is what is waited for; nil after a report. No data is nothing to compare.
    private func holds(_ condition: Condition, for table: ResultTable) throws -> Bool? {
        guard let column = table.columns.first, let expected = try amount(of: condition.literal, for: column) else { return nil }
        guard let value = column.values.first, let value else { return false }
        return condition.comparison.holds(value, expected, tolerance: 0)
    }
}

extension ResultTable {
    /// Returns the rows whose values are other than in `earlier`, and those that are there no more, with nulls.
    func rows(changedSince earlier: ResultTable) -> ResultTable {
        let before = earlier.rowsByIdentity
        let now = rowsByIdentity
        var changed = rows(
            rowIdentities.enumerated().compactMap { row, identity in
                guard let old = before[identity] else { return isEmpty(row) ? nil : row }
                return values(row) == earlier.values(old) ? nil : row
            })
        let gone = earlier.rows(
            earlier.rowIdentities.enumerated().compactMap { row, identity in now[identity] == nil && !earlier.isEmpty(row) ? row : nil })
        guard gone.columns.count == changed.columns.count, gone.keys.count == changed.keys.count else { return changed }
        changed.starts += gone.starts
        changed.ends += gone.ends
        changed.partial += gone.partial
        changed.rowCount += gone.rowCount
        for index in changed.keys.indices { changed.keys[index].values += gone.keys[index].values }
        for index in changed.columns.indices {
            changed.columns[index].values += gone.columns[index].values.map { _ in nil }
            changed.columns[index].texts? += gone.columns[index].values.map { _ in nil }
        }
        return changed
    }

    /// What a row is about: its time and its keys, and for samples their place among equal ones.
    private struct RowIdentity: Hashable {
        var start: Int64
        var end: Int64
        var keys: [KeyValue?]
        var place: Int
    }

    private var rowIdentities: [RowIdentity] {
        var counts: [RowIdentity: Int] = [:]
        return (0..<rowCount).map { row in
            var identity = RowIdentity(
                start: starts.isEmpty ? 0 : starts[row], end: ends.isEmpty ? 0 : ends[row], keys: keys.map { $0.values[row] }, place: 0)
            let place = counts[identity, default: 0]
            counts[identity] = place + 1
            identity.place = place
            return identity
        }
    }

    private var rowsByIdentity: [RowIdentity: Int] {
        Dictionary(rowIdentities.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func isEmpty(_ row: Int) -> Bool { columns.allSatisfy { $0.values[row] == nil && $0.texts?[row] == nil } }

    private func values(_ row: Int) -> [Double?] { columns.map { $0.values[row] } }

    /// The rows with these numbers.
    private func rows(_ rows: [Int]) -> ResultTable {
        var table = self
        table.rowCount = rows.count
        table.starts = starts.isEmpty ? [] : rows.map { starts[$0] }
        table.ends = ends.isEmpty ? [] : rows.map { ends[$0] }
        table.partial = partial.isEmpty ? [] : rows.map { partial[$0] }
        for index in keys.indices { table.keys[index].values = rows.map { keys[index].values[$0] } }
        for index in columns.indices {
            table.columns[index].values = rows.map { columns[index].values[$0] }
            if let texts = columns[index].texts { table.columns[index].texts = rows.map { texts[$0] } }
        }
        return table
    }
}
