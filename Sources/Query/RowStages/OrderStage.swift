import CalendarIntervals
import QueryEngine
import QueryPlan

/// `sort`, `top 3` and similar: orders rows by a column. Missing values come last in either direction. Rows that tie keep their order.
struct OrderStage: RowStage {
    let column: RowColumn
    let descending: Bool
    /// True if rows without the value are removed, because a missing value is neither among the greatest nor among the smallest.
    var knownOnly = false
    var limit: Int?

    func apply(to table: inout ResultTable, _ context: StageContext) throws {
        var order: [Int]
        switch column {
        case .value(let index):
            let column = table.columns[index]
            if let texts = column.texts {
                order = try sorted(texts, context)
            } else {
                order = try sorted(column.values, context)
            }
        case .key(let index):
            let places = KeyOrder(table.keys[index])
            order = try sorted(table.keys[index].values.map { $0.map(places.place) }, context)
        case .clock(let index, let day): order = try sorted(table.timesOfDay(index, of: day), context)
        case .start: order = try sorted(table.starts, context)
        case .end: order = try sorted(table.ends, context)
        }
        if let limit {
            order = Array(order.prefix(limit))
            table.hasGaps = true
        }
        table = table.keeping(order)
    }

    private func sorted<Value: Comparable>(_ values: [Value?], _ context: StageContext) throws -> [Int] {
        let known = values.indices.filter { values[$0] != nil }
        var comparisons = 0
        let order = try known.sorted { a, b in
            comparisons += 1
            try context.poll(at: comparisons)
            guard let first = values[a], let second = values[b], first != second else { return a < b }
            return (first < second) != descending
        }
        return knownOnly ? order : order + values.indices.filter { values[$0] == nil }
    }
}
