package import QueryPlan
import QueryVocabulary

extension ResultTable {
    /// Removes columns and keys of summaries that only few people have, if they are empty.
    package mutating func dropEmptyParts() {
        columns.removeAll { $0.isOptional && $0.values.allSatisfy { ($0 ?? 0) == 0 } }
        keys.removeAll { $0.name == "paused" && $0.values.allSatisfy { $0 == nil } }
    }

    /// Removes the rows in which every column is null or a count of 0.
    package mutating func dropEmptyRows() {
        let count = Aggregate.count.name
        self = keeping(
            (0..<rowCount).filter { row in
                columns.contains { column in
                    if let texts = column.texts { return texts[row] != nil }
                    guard let value = column.values[row] else { return false }
                    return column.info.aggregate != count || value != 0
                }
            })
    }
}

extension Fill {
    /// Replaces nil by the rule's value.
    ///
    /// - Parameter seriesCount: The number of series whose values alternate. Each series is filled separately.
    package func apply(to values: inout [Double?], seriesCount: Int = 1) {
        switch self {
        case .none, .null, .omit: return
        case .zero: Fill.number(0).apply(to: &values, seriesCount: seriesCount)
        case .number(let number): for index in values.indices where values[index] == nil { values[index] = number }
        case .previous:
            for index in values.indices.dropFirst(seriesCount) where values[index] == nil { values[index] = values[index - seriesCount] }
        case .linear: for series in 0..<seriesCount { Fill.interpolate(&values, from: series, step: seriesCount) }
        }
    }

    /// Fills gaps between two values by linear interpolation over rows at equal distances, but not before the first or after the last
    /// value.
    private static func interpolate(_ values: inout [Double?], from first: Int, step: Int) {
        var known: Int?
        for index in stride(from: first, to: values.count, by: step) {
            guard let value = values[index] else { continue }
            if let known, let before = values[known] {
                for gap in stride(from: known + step, to: index, by: step) {
                    values[gap] = before + (value - before) * Double(gap - known) / Double(index - known)
                }
            }
            known = index
        }
    }
}
