import Explanations
import HealthModel
import QueryPlan
import QueryVocabulary

/// Builds the tables that turn a metric's samples into cells. Measures that treat samples in the same way share a pass.
struct SQLPass {
    let plan: Plan
    let facts: SQLStoreFacts
    let samples: SQLSamples
    /// True if only time that no better source covers counts.
    let isMerged: Bool
    /// True if instants last until the next sample.
    let holdsInstants: Bool
    /// True if the parts of a sample stay separate when a row consists of several time spans.
    let usesPieces: Bool
    private let isDiscrete: Bool
    /// True if only starts and ends of samples count.
    private let findsMoments: Bool
    /// True if only quarter hours with samples count.
    private let countsQuarters: Bool
    /// True if the time of workouts counts without their pauses.
    private let countsActiveTime: Bool

    /// The table with the time spans of buckets.
    private let slices: String

    init(plan: Plan, facts: SQLStoreFacts, samples: SQLSamples, measure: Measure, slices: String) {
        self.slices = slices
        self.plan = plan
        self.facts = facts
        self.samples = samples
        isDiscrete = measure.style != nil && measure.style != .cumulative
        holdsInstants = measure.holdsInstants(in: plan)
        findsMoments = measure.aggregate.definition.result == .clock
        countsQuarters = measure.aggregate.countsQuarters
        countsActiveTime = measure.countsActiveTime && facts.workoutsPause
        usesPieces = measure.aggregate == .duration && SQLBuckets(plan: plan).areDivided
        isMerged = measure.addsFreeTime(in: plan)
    }

    /// The prefix of the names of its tables.
    var name: String {
        samples.prefix + (isMerged ? "_merged" : "") + (holdsInstants ? "_held" : "") + (usesPieces ? "_time" : "")
            + (findsMoments ? "_clock" : "") + (countsQuarters ? "_coverage" : "")
            + (countsActiveTime ? "_active" : "")
    }

    var cells: String { "\(name)_cells" }

    private var keys: SQLKeys { SQLKeys(plan) }
    /// The columns that identify a row of the answer.
    private var cell: String { "bucket\(keys.list)" }
    private var persons: SQLPersons { SQLPersons(plan) }
    private var order: String { samples.keepsOrder ? ", inserted" : "" }
    /// The columns of a sample that its parts keep.
    private var sample: String { "\(persons.person())source, start_ms, end_ms, value\(order)\(keys.computed.map { ", \($0)" }.joined())" }

    /// Adds all tables up to ``cells``, which has a column for each measure.
    func add(_ measures: [(column: String, measure: Measure)], to query: inout SQLQuery) throws(SQLRefusal) {
        if findsMoments {
            let moments = SQLMoments(
                plan: plan, pass: name, samples: samples, ranks: facts.ranks[samples.metric] ?? [], slices: slices)
            return try moments.add(measures, cells: cells, to: &query)
        }
        if countsQuarters {
            return SQLCoverage(plan: plan, pass: name, samples: samples).add(measures.map(\.column), cells: cells, to: &query)
        }
        var from = samples.chosen
        if holdsInstants { from = addHeld(to: &query) }
        from = addPieces(of: from, to: &query)
        if countsActiveTime {
            let (bucket, pieces) = addRowNumbers(of: from, to: &query)
            let time = SQLActiveTime(pass: name, pieces: pieces, bucket: bucket, keys: keys, addsAll: plan.rules.duration == .sum)
            return time.add(facts.workoutParts ?? [], columns: measures.map(\.column), cells: cells, to: &query)
        }
        from = try addMerged(from, to: &query)
        var active = isMerged ? "active_ms" : "(to_ms - from_ms)"
        if SQLBuckets(plan: plan).areDivided, !usesPieces {
            query.add(
                "\(name)_joined", "A sample counts once in each row, with its total time in the row's time spans.",
                """
                SELECT bucket, \(sample), MIN(from_ms) AS from_ms, MAX(to_ms) AS to_ms, SUM(\(active)) AS active_ms
                FROM \(from)
                GROUP BY bucket, \(sample)
                """)
            from = "\(name)_joined"
            active = "active_ms"
        }
        addAggregates(measures, of: from, active: active, to: &query)
    }

    /// Adds the parts that remain after better sources, or better values, have taken their time.
    private func addMerged(_ parts: String, to query: inout SQLQuery) throws(SQLRefusal) -> String {
        var from = parts
        let ranks = facts.ranks[samples.metric] ?? []
        if let values = samples.exclusiveValues {
            let decision = SQLDecision(
                name: name, samples: samples, values: values, mergesSources: plan.mergesSources, ranks: ranks, persons: persons)
            try decision.addRanked(of: samples.chosen, to: &query)
            let columns = "bucket, \(sample)".split(separator: ", ").map(String.init)
            from = decision.addDecided(from, identity: columns, columns: columns, to: &query)
        }
        guard isMerged else { return from }
        let merging = SQLMerging(
            pass: name, samples: samples, pieces: from, sample: sample, holdsInstants: holdsInstants, isSum: !isDiscrete,
            persons: persons)
        return try merging.add(ranks, to: &query)
    }

    /// Adds ``cells``: the aggregates of the parts in each row.
    private func addAggregates(
        _ measures: [(column: String, measure: Measure)], of parts: String, active: String, to query: inout SQLQuery
    ) {
        let aggregates = measures.map {
            $0.measure.aggregate.sql(style: $0.measure.style, rules: plan.rules, active: active)
        }
        let (bucket, placed) = addRowNumbers(of: parts, to: &query)
        var from = placed
        let rowCell = "\(bucket)\(keys.list)"
        let windows = Set(aggregates.flatMap(\.windows)).sorted { "\($0)" < "\($1)" }
        if !windows.isEmpty {
            let series = keys.columns.contains("person") ? cell : "\(persons.person())\(cell)"
            let columns = windows.map { $0.text(cell: rowCell, series: series) }
            query.add(
                "\(name)_numbered", windows.map(\.purpose).joined(separator: "\n"),
                "SELECT p.*,\n  \(columns.joined(separator: ",\n  "))\nFROM \(from) AS p")
            from = "\(name)_numbered"
        }
        let columns = zip(measures, aggregates).map { "\($1.text) AS \($0.column)" }
        let purposes = aggregates.map(\.purpose).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        query.add(
            cells, purposes.joined(separator: "\n"),
            "SELECT \(bucket == "bucket" ? cell : "\(bucket) AS \(cell)"),\n  \(columns.joined(separator: ",\n  "))\nFROM \(from)\nGROUP BY \(rowCell)"
        )
    }

    /// Adds the row of each bucket, if an hour that the clocks repeat is two buckets of a row. Returns its column and the table.
    private func addRowNumbers(of table: String, to query: inout SQLQuery) -> (bucket: String, table: String) {
        guard let count = SQLBuckets(plan: plan).days?.repeatedRowCount else { return ("bucket", table) }
        query.add(
            "\(name)_rows", "The row of each bucket. An hour that the clocks repeat is two buckets of a row.",
            "SELECT p.*, p.bucket % \(count) AS row_number\nFROM \(table) AS p")
        return ("row_number", "\(name)_rows")
    }

    private func addHeld(to query: inout SQLQuery) -> String {
        let next =
            "MIN(start_ms) OVER (\(persons.partition(keys.columns))ORDER BY start_ms RANGE BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)"
        query.add(
            "\(name)_samples", "An instant lasts until the next sample that starts later. The last one remains an instant.",
            """
            SELECT \(persons.zone())\(sample), from_ms,
              CASE WHEN start_ms < end_ms THEN to_ms ELSE COALESCE(\(next), to_ms) END AS to_ms
            FROM \(samples.chosen)
            """)
        return "\(name)_samples"
    }

    /// Adds the parts of samples in buckets: the columns of a sample, `bucket`, `from_ms` and `to_ms`.
    private func addPieces(of table: String, to query: inout SQLQuery) -> String {
        let bucket = slices
        // The times that count are those of a person. All others are those of a zone.
        let same = samples.times != nil && !persons.isEmpty ? "b.person = s.person AND " : persons.sameZone("b", "s")
        let columns = sample.split(separator: ", ").map { "s.\($0)" }.joined(separator: ", ")
        let purpose: String
        let bounds: String
        let condition: String
        // An instant is inside if it is at the start of a time span.
        let overlaps = "s.from_ms < b.to_ms AND (s.to_ms > b.from_ms OR s.from_ms = b.from_ms)"
        switch plan.assignment {
        case .start, .end:
            let isStart = plan.assignment == .start
            let moment = isStart ? "s.from_ms" : "CASE WHEN s.from_ms < s.to_ms THEN s.to_ms - 1 ELSE s.from_ms END"
            purpose = "Each sample counts in full in the bucket of its \(isStart ? "start" : "last moment")."
            bounds = "s.from_ms, s.to_ms"
            condition = "b.from_ms <= \(moment) AND \(moment) < b.to_ms"
        case .share where isDiscrete && plan.rules.span == .start:
            purpose = "Each sample counts in the bucket in which it starts, with its time in that bucket."
            bounds = """
                CASE WHEN s.start_ms < b.from_ms THEN b.from_ms ELSE s.start_ms END AS from_ms,
                  CASE WHEN s.to_ms > b.to_ms THEN b.to_ms ELSE s.to_ms END AS to_ms
                """
            let (from, to) = plan.intervals == nil ? ("from_ms", "to_ms") : ("bucket_from_ms", "bucket_to_ms")
            condition = "b.\(from) <= s.start_ms AND s.start_ms < b.\(to) AND \(overlaps)"
        case .share:
            purpose = "Each sample counts in every bucket that it overlaps. An instant counts in the bucket that contains it."
            bounds = """
                CASE WHEN s.from_ms < b.from_ms THEN b.from_ms ELSE s.from_ms END AS from_ms,
                  CASE WHEN s.to_ms > b.to_ms THEN b.to_ms ELSE s.to_ms END AS to_ms
                """
            condition = overlaps
        }
        query.add(
            "\(name)_pieces", purpose,
            """
            SELECT b.bucket, \(columns), \(bounds)
            FROM \(table) AS s
            JOIN \(bucket) AS b ON \(same)\(condition)\(samples.joinOwn("s", "b"))\(samples.hasCounts ? "\nWHERE s.counts = 1" : "")
            """)
        return "\(name)_pieces"
    }
}

extension Measure {
    /// True if only time that no better source covers counts (S6.1, S6.5).
    func addsFreeTime(in plan: Plan) -> Bool {
        guard plan.mergesSources, let style else { return false }
        if style == .cumulative { return aggregate == .sum }
        return plan.rules.discreteMerge == .priority && aggregate.keepsUnit
    }

    /// True if samples outside the times of `while` decide between sources: they cover time of samples that are assigned in full, or a
    /// clock time that the set contains.
    func letsOthersDecide(in plan: Plan) -> Bool {
        let isExclusive = exclusiveValues(in: plan) != nil
        return plan.assignment != .share && (isExclusive || addsFreeTime(in: plan)) || isExclusive && aggregate.definition.result == .clock
    }

    /// True if instants last until the next sample (`weighting hold`).
    func holdsInstants(in plan: Plan) -> Bool {
        let isTemporal = style == .discreteTemporallyWeighted || style == .discreteEquivalentContinuousLevel
        return aggregate == .average && isTemporal && plan.rules.weighting == .hold && plan.holding == nil
    }
}
