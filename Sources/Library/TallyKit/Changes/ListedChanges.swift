import HealthModel
package import QueryCompiler
import QueryEngine
package import QueryPlan
import StorageModel

/// The changes of the samples that a query lists, for `changes`.
package struct ListedChanges {
    package let table: ResultTable
    /// The anchor for the changes after these.
    package let anchor: Int64
    /// True if the store no longer knows all deletions.
    package let lacksDeletions: Bool
}

extension QueryRun {
    /// Returns the number of the last change of the store.
    ///
    /// - Throws: `HealthStoreError` if the source does not number its changes.
    package func lastChange() throws -> Int64 { try Self.changes(of: reader).lastChange }

    /// Returns the changes of the samples that a compiled query lists; nil if it does not list samples.
    ///
    /// - Parameters:
    ///   - anchor: the number of the last change before them.
    ///   - limit: the greatest number of rows; nil for all.
    package func changes(of compiled: CompiledQuery, after anchor: Int64, limit: Int?) throws -> ListedChanges? {
        guard case .plan(let rows) = compiled.outcome, case .samples(let listing) = rows.pipeline.plan.subject else { return nil }
        let plan = rows.pipeline.plan
        let options = EngineOptions(isCancelled: isCancelled)
        let list = ChangeListing(after: anchor, limit: limit)
        let found =
            if let cohort = plan.cohort {
                try list.run(plan, cohort, listing, options: options) { try Self.changes(of: reader.view(of: $0)) }
            } else {
                try list.run(plan, listing, over: Self.changes(of: reader), options: options)
            }
        return ListedChanges(table: found.table, anchor: found.anchor, lacksDeletions: found.lacksDeletions)
    }

    private static func changes(of reader: any SampleSource) throws -> any ChangeSource {
        guard let changes = reader.capabilities.changes else {
            throw HealthStoreError(.other, "this source of samples doesn't number its changes")
        }
        return changes
    }
}
