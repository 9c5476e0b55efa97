package import HealthModel
package import QueryPlan

/// Facts about samples that the table of samples does not show.
extension SQLStoreFacts {
    /// Searches the samples that `pipeline` reads for equal ones, and for values of categories that are not in the tables.
    package mutating func addFactsAboutSamples(for pipeline: Pipeline, in source: any SampleSource) throws {
        let views = try pipeline.plan.cohort?.members.map { try source.view(of: $0.person.id) } ?? (members.count > 1 ? [] : [source])
        var equal: Set<MetricID> = []
        let parts = pipeline.plan.subjectParts
        for metric in Set(parts.map(\.metric)) {
            let canBeUnlisted = parts.contains { $0.metric == metric && $0.part?.values == nil }
            for view in views {
                let found = try Self.search(metric, in: view)
                if found.hasEqual { equal.insert(metric) }
                if found.hasUnlisted, canBeUnlisted { unlisted.insert(metric) }
            }
        }
        equalRows = .oneSample(except: equal)
        let joins = pipeline.stages.compactMap { if case .join(let rows) = $0.kind { rows.rows } else { nil } }
        for (index, rows) in joins.enumerated() { try joined[index].addFactsAboutSamples(for: rows, in: source) }
    }

    /// Says that the table has one row for each sample of a store.
    package mutating func takeRowsAsSamples() {
        equalRows = .samples
        for index in joined.indices { joined[index].takeRowsAsSamples() }
    }

    /// True if equal rows of a metric are different samples.
    func hasEqualRows(of metric: MetricID) -> Bool {
        switch equalRows {
        case .oneSample(let others): others.contains(metric)
        case .samples: true
        }
    }

    /// Refuses names of values that the table does not have.
    func checkNames(of type: CategoryType, in part: SQLRefusal.Part) throws(SQLRefusal) {
        guard unlisted.contains(type.id) else { return }
        throw SQLRefusal(
            part, "the store has values of \(type.id.shortName) from a newer system, and the table has no column for their names",
            help: part == .by ? "leave `value` out of the keys" : "use statistics, such as `count \(type.id.shortName)`")
    }

    private static func search(_ metric: MetricID, in view: any SampleSource) throws -> (hasEqual: Bool, hasUnlisted: Bool) {
        guard let summary = try view.metricSummary(of: metric) else { return (false, false) }
        let isCategory = if case .category? = MetricCatalog.metric(metric)?.kind { true } else { false }
        var (hasEqual, hasUnlisted) = (false, false)
        // The samples of the time and the value before, which come one after the other.
        var sources: [Int32] = []
        var last: (start: Int64, end: Int64, value: Double)?
        try view.scan(metric, from: summary.firstStart, through: summary.lastEnd, columns: [.values, .sources]) { batch in
            let (starts, ends, values, ids) = (batch.starts.span, batch.ends.span, batch.values.span, batch.sources.span)
            for row in starts.indices {
                if isCategory, values[row] == Double(CategoryType.unlistedRaw) { hasUnlisted = true }
                if let known = last, known.start == starts[row], known.end == ends[row], known.value == values[row] {
                    hasEqual = hasEqual || sources.contains(ids[row])
                    sources.append(ids[row])
                } else {
                    last = (starts[row], ends[row], values[row])
                    sources.removeAll(keepingCapacity: true)
                    sources.append(ids[row])
                }
            }
            return !hasEqual || isCategory && !hasUnlisted
        }
        return (hasEqual, hasUnlisted)
    }
}

extension Plan {
    /// The metrics of the measures or of the list, with the parts that are used.
    fileprivate var subjectParts: [(metric: MetricID, part: MetricPart?)] {
        switch subject {
        case .statistics(let measures): measures.map { ($0.metric, $0.part) }
        case .samples(let listing): [(listing.metric, listing.part)]
        case .summaries: []
        }
    }
}
