import QueryEngine
import QueryPlan
import QueryVocabulary

/// Determines which rows aggregates use. Partial rows with an incomplete amount are excluded (S9.1).
extension ResultTable {
    /// Returns the value of each row for an aggregate, or nil if the row is excluded. For `duration`, this is its length in minutes.
    func participants(_ rows: [Int], _ aggregate: RowAggregate) -> [Double?] {
        let values = columns[aggregate.column].values
        let takesPartial = takesPartialRows(aggregate)
        return rows.map { row in
            guard let value = values[row], takesPartial || !partial[row] else { return nil }
            return aggregate.aggregate == .duration ? Double(ends[row] - starts[row]) / 60_000 : value
        }
    }

    func takesPartialRows(_ aggregate: RowAggregate) -> Bool {
        countsPartial || columns[aggregate.column].info.takesPartialRows(aggregate.basis ?? aggregate.aggregate)
    }

    /// Returns the number of rows that only some aggregates of a column exclude; nil if all use the same rows.
    func partialRowsLeftOut(of aggregates: [RowAggregate]) -> PartialRowsLeftOut? {
        partialRowsLeftOut(of: aggregates, isOfTotals: false) { column in
            let known = columns[column].values.indices.filter { columns[column].values[$0] != nil }
            return (known.count, known.count { !partial[$0] })
        }
    }

    /// - Parameter counts: The number of values of a column in all rows, and in complete rows.
    func partialRowsLeftOut(
        of aggregates: [RowAggregate], isOfTotals: Bool, counts: (Int) -> (all: Int, whole: Int)
    ) -> PartialRowsLeftOut? {
        for column in columns.indices {
            let own = aggregates.filter { $0.column == column }
            let (ofAll, ofWhole) = (own.filter(takesPartialRows), own.filter { !takesPartialRows($0) })
            guard !ofAll.isEmpty, !ofWhole.isEmpty else { continue }
            let counts = counts(column)
            guard counts.whole < counts.all else { continue }
            // The numbers are nearly always the same for all columns.
            return PartialRowsLeftOut(
                ofAll: ofAll.map(\.aggregate.name), ofWhole: ofWhole.map(\.aggregate.name), allCount: counts.all,
                wholeCount: counts.whole, isOfTotals: isOfTotals)
        }
        return nil
    }
}
