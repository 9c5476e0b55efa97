import HealthModel
import QueryPlan
import QueryVocabulary

/// Runs `samples of heartRate`: one row per sample, in time order.
final class SampleListingQuery {
    private let plan: Plan
    private let listing: SampleListing
    private let context: ReadContext
    private let sources: [Int32: Source]
    private let times: IntervalList?
    private var rows = SampleBatch()
    private var facts = RowFacts()

    init(_ plan: Plan, _ listing: SampleListing, source: any SampleSource, options: EngineOptions) throws {
        self.plan = plan
        self.listing = listing
        let keys = plan.metadataKeys.union([MetadataKey.categoryValueName]).union(listing.isOfLabs ? Self.labKeys : [])
        context = ReadContext(source, metadataKeys: keys, options: options)
        times = try IntervalSearch.times(of: plan, source: source, options: options)
        sources = try source.sources()
    }

    func run() throws -> ResultTable {
        let limit = plan.limit ?? .max
        guard limit > 0 else { return try table([]) }
        var request = ReadRequest(plan, listing.metric, part: listing.part, times: times)
        request.columns = [.values, .sources, .metadata, .numbers]
        try SampleReader(request, in: context).read { batch, facts in
            rows.append((0..<Int32(batch.count)).map { $0 }, of: batch)
            self.facts.clocks += facts.clocks
            guard rows.count > limit else { return true }
            if !listing.isNewestFirst { return isTied(limit - 1, rows.count - 1) }
            // Only the last rows can be the newest. Rows that tie with the first of them are kept until they are sorted.
            if rows.count - limit > limit { removeFirst(startOfTies(rows.count - limit)) }
            return true
        }
        var order = Array(0..<rows.count)
        order.sort { precedes($0, $1) }
        if listing.isNewestFirst { order.reverse() }
        return try table(order.prefix(limit))
    }

    /// Returns the rows of the given samples, in their order.
    func table(of samples: SampleBatch) throws -> ResultTable {
        rows = samples
        return try table(0..<samples.count)
    }

    private func removeFirst(_ count: Int) {
        rows.removeFirst(count)
        facts.clocks.removeFirst(min(count, facts.clocks.count))
    }

    /// Returns true if two rows are equal in all fields by which stores sort.
    private func isTied(_ a: Int, _ b: Int) -> Bool {
        a >= 0 && rows.starts[a] == rows.starts[b] && rows.ends[a] == rows.ends[b] && rows.values[a] == rows.values[b]
    }

    private func startOfTies(_ row: Int) -> Int {
        var row = row
        while row > 0, isTied(row - 1, row) { row -= 1 }
        return row
    }

    /// Orders rows that tie by their printed fields, because stores may keep them in import order.
    private func precedes(_ a: Int, _ b: Int) -> Bool {
        let (first, second) = (place(a), place(b))
        return first != second ? first < second : name(a) < name(b)
    }

    private func place(_ row: Int) -> (Int64, Int64, Double) { (rows.starts[row], rows.ends[row], rows.values[row]) }
    private func name(_ row: Int) -> String { sources[rows.sources[row]]?.name ?? "" }

    private func table(_ order: some Collection<Int>) throws -> ResultTable {
        let conversion = listing.unit.flatMap { unit in listing.storageUnit?.conversion(to: unit) }
        let window = SampleWindow(plan.range, rule: plan.edges)
        let workouts = listing.metric == .workouts ? try context.source.workouts(near: window) : [:]
        let names = try names(of: workouts)
        let infos = listing.columns
        let ownCount = infos.count - listing.fields.count
        let values = order.map { row in conversion.map { $0(rows.values[row]) } ?? rows.values[row] }
        let texts = names.map { names in order.map { names($0).shown } }
        let appleNames = names.map { names in order.map { names($0).apple } }
        var columns = infos.prefix(ownCount).map { info in
            var column = ValueColumn(info, values: values, texts: texts)
            column.appleNames = appleNames
            return column
        }
        columns += zip(infos.dropFirst(ownCount), listing.fields).map { info, field in
            let conversion = field.storageUnit.conversion(to: field.unit)
            return ValueColumn(
                info,
                values: order.map { row in
                    workouts[rows.numbers[row]]?.value(of: field.field).map { value in conversion.map { $0(value) } ?? value }
                })
        }
        let unit: KeyValue? = listing.unit.map { .text($0.symbol) }
        let source = KeyColumn(name: "source", values: order.map { sources[rows.sources[$0]].map { .text($0.name) } })
        let keys = (try labKeys(of: order) ?? [KeyColumn(name: "unit", values: order.map { _ in unit })]) + [source]
        var header = ResultHeader(plan)
        if times?.stretches.isEmpty ?? false { header.findings.append(.noTimeCounts) }
        return ResultTable(
            kind: .samples, header: header, rowCount: order.count, starts: order.map { rows.starts[$0] + facts.shift($0) },
            ends: order.map { rows.ends[$0] + facts.shift($0) }, partial: order.map { _ in false }, keys: keys, columns: columns)
    }

    /// The metadata of laboratory results that rows show.
    private static let labKeys: Set<String> = [LabResult.test, LabResult.unit, LabResult.interpretation]

    /// Returns the columns with the test, the unit and the interpretation of laboratory results; nil for other metrics.
    private func labKeys(of order: some Collection<Int>) throws -> [KeyColumn]? {
        guard listing.isOfLabs else { return nil }
        try context.metadata.load(rows.metadata)
        return listing.keyNames.dropLast().map { key in
            let texts = order.map { context.metadata.value(key, in: rows.metadata[$0]) }
            var column = KeyColumn(name: key, values: texts.map { $0.map { .text($0) } })
            column.describesRow = true
            return column
        }
    }

    /// Returns a function for the names of the values of rows. Nil if values are numbers.
    private func names(of workouts: [Int64: Workout]) throws -> ((Int) -> (shown: String?, apple: String?))? {
        guard let names = SampleNames(of: listing.metric, metadata: context.metadata, workouts: workouts) else { return nil }
        try context.metadata.load(rows.metadata)
        return { [rows] row in names.names(of: rows.values[row], number: rows.numbers[row], metadata: rows.metadata[row]) }
    }
}
