package import HealthModel
package import QueryPlan
import QueryVocabulary

/// The rows of the head of a query, as a warehouse computed them.
package struct HeadRows {
    /// The start and the end of each row; empty if a profile replaces time.
    package var starts: [Int64] = []
    package var ends: [Int64] = []
    package var offsets: [RowOffsets]?
    package var partial: [Bool] = []
    /// The values of each key column, and of each measure in the unit of its column.
    package var keys: [[KeyValue?]]
    package var columns: [[Double?]]

    /// - Parameter plan: The plan of the rows.
    package init(_ plan: Plan) {
        let shape = Self.shape(of: plan)
        keys = shape.keys.map { _ in [] }
        columns = shape.columns.map { _ in [] }
    }

    /// The table of a plan without any row.
    private static func shape(of plan: Plan) -> ResultTable {
        guard case .statistics(let measures) = plan.subject else {
            return ResultTable(kind: .statistics, header: ResultHeader(plan), rowCount: 0)
        }
        return StatisticsTable(plan.withSplitOfSeparateSources, measures: measures, keys: []).table(
            measures.map { _ in [] }, mergedSources: [])
    }

    package func table(of plan: Plan, mergedSources: [String]) -> ResultTable {
        let shape = Self.shape(of: plan)
        var table = ResultTable(
            kind: .statistics, header: QueryEngine.header(of: plan), rowCount: partial.count, starts: starts, ends: ends, partial: partial,
            keys: zip(shape.keys, keys).map { $0.with($1, replacesTime: $0.replacesTime, describesRow: $0.describesRow) },
            columns: zip(shape.columns, columns).map { column, values in
                var column = column
                column.values = values.map { $0.flatMap { $0.isFinite ? $0 : nil } }
                return column
            })
        table.header.mergedSources = mergedSources
        table.header.persons?.count = plan.askedMembers.count
        table.offsets = offsets
        table.countsPartial = shape.countsPartial
        table.hasGaps = shape.hasGaps
        return table
    }
}

extension QueryEngine {
    /// Returns the header of the rows of a plan.
    package static func header(of plan: Plan) -> ResultHeader {
        guard let cohort = plan.cohort else { return ResultHeader(plan) }
        var whole = plan
        whole.range = CohortGrid(plan, cohort).range
        return ResultHeader(whole)
    }

    /// Returns the rows of a plan that has no samples.
    ///
    /// - Parameter facts: What is known of the people.
    package static func rowsWithoutSamples(of plan: Plan, facts: any SampleSource, options: EngineOptions) throws -> ResultTable {
        let empty = AddedQuarters([:], facts: facts) { _ in nil }
        let source: any SampleSource = plan.cohort == nil ? empty : AddedCohort(empty: empty, all: facts)
        var own = options
        own.trace = nil
        return try run(plan, over: source, options: own)
    }
}
