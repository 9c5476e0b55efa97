import QueryVocabulary
import QueryPlan

/// Which rows take part in aggregates: partial ones not where they have only a part of an amount (S9.1).
extension ResultTable {
    /// Returns what each row gives to an aggregate, nil where it takes no part: for `duration` its length in minutes.
    func participants(_ rows: [Int], _ aggregate: RowAggregate) -> [Double?] {
        let values = columns[aggregate.column].values
        let takesPartial = takesPartialRows(aggregate)
        return rows.map { row in
            guard let value = values[row], takesPartial || !partial[row] else { return nil }
            return aggregate.aggregate == .duration ? Double(ends[row] - starts[row]) / 60_000 : value
        }
    }

    func takesPartialRows(_ aggregate: RowAggregate) -> Bool {
        countsPartial || aggregate.aggregate.takesPartialRows(accumulates: columns[aggregate.column].accumulates)
    }

    /// Returns how many rows some aggregates of a column leave out that others of it see; empty where all see the same.
    func partialRowsLeftOut(of aggregates: [RowAggregate], _ context: StageContext) -> [PartialRowsLeftOut] {
        partialRowsLeftOut(of: aggregates, isOfTotals: false, context) { column in
            let known = columns[column].values.indices.filter { columns[column].values[$0] != nil }
            return (known.count, known.count { !partial[$0] })
        }
    }

    /// - Parameter counts: what a column has in all, and of whole rows.
    func partialRowsLeftOut(
        of aggregates: [RowAggregate], isOfTotals: Bool, _ context: StageContext, counts: (Int) -> (all: Int, whole: Int)
    ) -> [PartialRowsLeftOut] {
        for column in columns.indices {
            let own = aggregates.filter { $0.column == column }
            let (ofAll, ofWhole) = (own.filter(takesPartialRows), own.filter { !takesPartialRows($0) })
            guard !ofAll.isEmpty, !ofWhole.isEmpty else { continue }
            let counts = counts(column)
            guard counts.whole < counts.all else { continue }
            // What is so in one column is so in the others, nearly always.
            return [
                PartialRowsLeftOut(
                    stage: context.stage, ofAll: ofAll.map(\.aggregate.name), ofWhole: ofWhole.map(\.aggregate.name),
                    allCount: counts.all, wholeCount: counts.whole, isOfTotals: isOfTotals)
            ]
        }
        return []
    }
}
