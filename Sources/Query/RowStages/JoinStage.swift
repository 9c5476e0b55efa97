import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan

/// `join (average restingHeartRate by day)`: appends the columns of the row that matches each row, or null without one.
///
/// Two matching rows for one row are an error. A row is partial if its match is.
struct JoinStage: RowStage {
    let joined: JoinedRows

    /// The time and the keys by which rows match.
    private struct Place: Hashable {
        var time: Int64
        var keys: [KeyValue?]
    }

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        let others = try context.rows(of: joined.rows)
        let matches = try matches(of: table, others, context)
        let isPartial = matches.map { $0.map { others.partial.indices.contains($0) && others.partial[$0] } ?? false }
        if !table.partial.isEmpty {
            for index in table.columns.indices where table.columns[index].partial == nil { table.columns[index].partial = table.partial }
        }
        for other in others.columns {
            var column = other
            column.values = matches.map { $0.flatMap { other.values[$0] } }
            column.texts = other.texts.map { texts in matches.map { $0.flatMap { texts[$0] } } }
            column.partial = isPartial
            // The total of a day is not a total at the end of each of its hours.
            if case .day = joined.match { column.runningTotal = nil }
            table.columns.append(column)
        }
        for row in isPartial.indices where isPartial[row] && !table.partial.isEmpty { table.partial[row] = true }
        for source in others.header.mergedSources where !table.header.mergedSources.contains(source) {
            table.header.mergedSources.append(source)
        }
    }

    /// Returns the index of the match of each row.
    private func matches(of table: ResultTable, _ others: ResultTable, _ context: StageContext) throws -> [Int?] {
        var rows: [Place: Int] = [:]
        for row in 0..<others.rowCount {
            try context.poll(at: row)
            guard let time = time(of: row, in: others) else { continue }
            let place = Place(time: time, keys: others.groupKeys.map { $0.values[row] })
            if rows.updateValue(row, forKey: place) != nil {
                throw EngineError.joinedTwice(time: joined.match == .keys ? nil : text(of: row, in: others), query: joined.text)
            }
        }
        return try (0..<table.rowCount).map { row in
            try context.poll(at: row)
            guard let time = time(of: row, in: table) else { return nil }
            return rows[Place(time: time, keys: joined.keys.map { table.keys[$0].values[row] })]
        }
    }

    /// Returns the start, or the number of the day; 0 for rows without time, and nil if the time of the row is unknown.
    private func time(of row: Int, in table: ResultTable) -> Int64? {
        guard joined.match != .keys, !table.starts.isEmpty else { return 0 }
        switch joined.match {
        case .keys: return 0
        case .start: return table.starts[row]
        case .day(let zone):
            let place = table.places[row]
            return place == ResultTable.unknownTime ? nil : Int64(zone.civil(at: Instant(milliseconds: place)).date.dayNumber)
        }
    }

    private func text(of row: Int, in table: ResultTable) -> String {
        switch joined.match {
        case .start, .keys: ISO8601.text(of: Instant(milliseconds: table.starts[row]), in: joined.rows.plan.zone)
        case .day(let zone): ISO8601.text(of: zone.civil(at: Instant(milliseconds: table.places[row])).date)
        }
    }
}

extension ResultTable {
    /// The keys that distinguish rows of the same time.
    fileprivate var groupKeys: [KeyColumn] { kind == .statistics ? keys.filter { !$0.describesRow } : [] }
}
