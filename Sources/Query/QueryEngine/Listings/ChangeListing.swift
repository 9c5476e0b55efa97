import CalendarIntervals
package import HealthModel
package import QueryPlan
package import StorageModel

/// Runs `changes of steps`: one row for each sample that was added or deleted after an anchor, in the order of the changes (S10.2).
///
/// A sample that was added and deleted since the anchor is only listed as deleted.
package struct ChangeListing {
    /// The number of the last change that the reader knows.
    package var anchor: Int64
    package var limit: Int?

    package init(after anchor: Int64, limit: Int?) {
        (self.anchor, self.limit) = (anchor, limit)
    }

    package struct Answer {
        package var table: ResultTable
        /// The number of the last change that the answer covers.
        package var anchor: Int64
        /// True if there were deletions after the given anchor that the store no longer knows.
        package var lacksDeletions: Bool
    }

    /// One row of the answer.
    private struct Entry {
        var change: Int64
        /// The row of the added sample; nil for a deletion.
        var row: Int?
        /// The number of the sample.
        var sample: Int64
    }

    /// - Parameter plan: The plan of `samples of` the metric over all time.
    package func run(
        _ plan: Plan, _ listing: SampleListing, over changes: any ChangeSource, options: EngineOptions = EngineOptions()
    ) throws -> Answer {
        let values = listing.part?.values.map { Set($0.map(Double.init)) }
        let added = try added(of: listing.metric, values: values, in: changes, isCancelled: options.isCancelled)
        var entries = added.numbers.enumerated().map { Entry(change: $1, row: $0, sample: $1) }
        entries += try changes.deletions(of: listing.metric, after: anchor).map { Entry(change: $0.change, row: nil, sample: $0.number) }
        entries.sort { $0.change < $1.change }
        var last = try changes.lastChange
        if let limit, entries.count > limit {
            entries.removeLast(entries.count - limit)
            last = entries.last?.change ?? anchor
        }
        let samples = try SampleListingQuery(plan, listing, source: changes, options: options).table(of: added)
        let lacks = try lacksDeletions(in: changes)
        var table = Self.table(of: entries, in: samples)
        table.header.anchor = .change(last)
        return Answer(table: table, anchor: last, lacksDeletions: lacks)
    }

    /// Lists the changes of several people, with a column for the person.
    ///
    /// - Parameter view: Returns the view of a person.
    package func run(
        _ plan: Plan, _ cohort: Cohort, _ listing: SampleListing, options: EngineOptions, view: (String) throws -> any ChangeSource
    ) throws -> Answer {
        var rows = PersonRows(plan, cohort)
        var (last, lacks) = (Int64(0), false)
        for member in plan.askedMembers {
            let changes = try view(member.person.id)
            let own = try run(cohort.plans[member.plan], listing, over: changes, options: options)
            try rows.add(own.table, of: member)
            (last, lacks) = (try max(last, changes.lastChange), lacks || own.lacksDeletions)
        }
        var table = try rows.table { ResultTable(kind: .samples, header: ResultHeader(plan), rowCount: 0) }
        let numbers = table.keys.first { $0.name == "change" }?.values.map { $0?.number ?? 0 } ?? []
        let order = numbers.indices.sorted { numbers[$0] < numbers[$1] }
        table = table.keeping(Array(order.prefix(limit ?? .max)))
        if table.rowCount < order.count { last = Int64(numbers[order[max(table.rowCount - 1, 0)]]) }
        (table.header.range.start, table.header.range.end, table.header.anchor) = (nil, nil, .change(last))
        return Answer(table: table, anchor: last, lacksDeletions: lacks)
    }

    /// Returns true if there were deletions after the anchor that the store no longer knows.
    package func lacksDeletions(in changes: any ChangeSource) throws -> Bool { try anchor > 0 && anchor < changes.lastForgottenDeletion }

    /// Returns the samples that were added after the anchor, at least one more than `limit` of them if there are as many, in any order.
    ///
    /// - Parameter values: The values of the samples; nil for all.
    package func added(
        of metric: MetricID, values: Set<Double>? = nil, in changes: any ChangeSource, isCancelled: () -> Bool
    ) throws -> SampleBatch {
        var found = SampleBatch()
        try changes.scan(metric, addedAfter: anchor) { batch in
            if isCancelled() { throw EngineError.cancelled }
            let rows = (0..<batch.count).filter { batch.numbers[$0] > anchor && values?.contains(batch.values[$0]) ?? true }
            found.append(rows.map(Int32.init), of: batch)
            // One more, because it tells that the answer does not reach the last change.
            if let limit, found.count > 2 * limit + 16_384 { found = Self.first(limit + 1, of: found) }
            return true
        }
        return found
    }

    /// Returns the samples with the smallest numbers.
    private static func first(_ limit: Int, of samples: SampleBatch) -> SampleBatch {
        let order = (0..<samples.count).sorted { samples.numbers[$0] < samples.numbers[$1] }.prefix(limit)
        var first = SampleBatch()
        first.append(order.map(Int32.init), of: samples)
        return first
    }

    /// Returns the rows of `samples` in the order of the changes, with an empty row for each deletion.
    private static func table(of entries: [Entry], in samples: ResultTable) -> ResultTable {
        func spread<Value>(_ values: [Value]) -> [Value?] { entries.map { $0.row.map { values[$0] } } }
        func time(_ times: [Int64]) -> [Int64] { spread(times).map { $0 ?? ResultTable.unknownTime } }
        let keys =
            [
                KeyColumn(name: "change", values: entries.map { .integer(Int($0.change)) }),
                KeyColumn(name: "event", values: entries.map { .text($0.row == nil ? "deleted" : "added") }),
                KeyColumn(name: "sample", values: entries.map { .integer(Int($0.sample)) }),
            ] + samples.keys.map { $0.with(spread($0.values).map { $0 ?? nil }) }
        let columns = samples.columns.map { column in
            var spreadOut = column
            spreadOut.values = spread(column.values).map { $0 ?? nil }
            spreadOut.texts = column.texts.map { spread($0).map { $0 ?? nil } }
            spreadOut.appleNames = column.appleNames.map { spread($0).map { $0 ?? nil } }
            return spreadOut
        }
        var header = samples.header
        (header.range.start, header.range.end) = (nil, nil)
        return ResultTable(
            kind: .samples, header: header, rowCount: entries.count, starts: time(samples.starts), ends: time(samples.ends),
            partial: entries.map { _ in false }, keys: keys, columns: columns)
    }
}
