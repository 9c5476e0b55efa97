import CalendarIntervals
import Explanations
import HealthModel
import QueryPlan
import QueryVocabulary

/// Translates `sum steps, average heartRate by day` to SQL: the samples that count, their parts in buckets, and a row per bucket.
struct SQLStatistics {
    let plan: Plan
    let measures: [Measure]
    let facts: SQLStoreFacts
    let stages: [PlanStage]
    let dialect: SQLDialect
    /// True if `join` reads the rows.
    var isJoined = false
    /// True if a program reads the rows, which needs no texts of times.
    var isHead = false

    init(_ plan: Plan, measures: [Measure], stages: [PlanStage], facts: SQLStoreFacts, dialect: SQLDialect) {
        self.plan = plan
        self.stages = stages
        self.measures = measures
        self.facts = facts
        self.dialect = dialect
    }

    private var buckets: SQLBuckets { SQLBuckets(plan: plan, hasInstants: !stages.isEmpty || isJoined || isHead, hasTexts: !isHead) }
    private var keys: SQLKeys { SQLKeys(plan) }

    func text() throws(SQLRefusal) -> String {
        var query = SQLQuery(dialect)
        let answer = try addAnswer(to: &query)
        guard !stages.isEmpty else { return query.text(ending: ending(answer)) }
        let rows = try addStages(to: answer, &query)
        return query.text(ending: rows.ending(columns: stages.last?.columns ?? []))
    }

    /// Returns the statement as a table for `join`, and its rows.
    func joined() throws(SQLRefusal) -> (text: String, rows: SQLRows) {
        var query = SQLQuery(dialect)
        var statistics = self
        statistics.isJoined = true
        let answer = try statistics.addAnswer(to: &query)
        let rows = try statistics.addStages(to: answer, &query)
        let text = query.text(ending: "SELECT \((rows.rowColumns + rows.columns).joined(separator: ", ")), partial\nFROM \(rows.table)")
        return (text, rows)
    }

    /// Adds the tables of the query before its stages, and returns the rest of its statement and the columns.
    func head(in query: inout SQLQuery) throws(SQLRefusal) -> (text: String, columns: [SQLHead.Column]) {
        var statistics = self
        statistics.isHead = true
        let answer = try statistics.addAnswer(to: &query)
        let rows = SQLRows(plan, columns: measures.indices.map(name), facts: facts)
        var shown: [(text: String, column: SQLHead.Column)] = []
        func show(_ text: String, _ name: String, _ role: SQLHead.Role, _ type: SQLHead.ValueType) {
            let name = SQLLiteral.identifier(name)
            shown.append((text == name ? name : "\(text) AS \(name)", .init(name: name.filter { $0 != "\"" }, role: role, type: type)))
        }
        if buckets.hasRowsOfZones { show("zone_number", "zone_number", .zone, .integer) }
        if buckets.hasTime {
            show("start_ms", "start_ms", .start, .integer)
            show("end_ms", "end_ms", .end, .integer)
        }
        let labels = keys.labels(facts).map(\.text)
        for (index, key) in rows.keys.enumerated() {
            let label = index - (rows.keys.count - labels.count)
            show(label < 0 ? key.column : labels[label], key.name, .key(index), key.type)
        }
        // Aliases of measures can be equal to the names of keys.
        for (index, measure) in measures.enumerated() {
            show(name(of: index), "c\(index + 1)", .measure(index), [.count].contains(measure.aggregate) ? .integer : .number)
        }
        show("partial", "partial", .partial, .answer)
        let text = query.text(
            ending: "SELECT \(shown.map(\.text).joined(separator: ", "))\nFROM \(answer) AS r\nORDER BY \(order(in: "r."))")
        return (text, shown.map(\.column))
    }

    /// The columns that order the rows.
    private var order: String { order(in: "") }

    private func order(in table: String) -> String {
        let columns = buckets.orderColumns + keys.columns + (buckets.hasRowsOfZones ? ["bucket"] : [])
        return columns.map { "\(table)\($0)" }.joined(separator: ", ")
    }

    private func addStages(to answer: String, _ query: inout SQLQuery) throws(SQLRefusal) -> SQLRows {
        var rows = SQLRows(plan, columns: measures.indices.map(name), facts: facts)
        rows.begin(with: answer, orderedBy: order, labels: keys.labels(facts).map(\.text), in: &query)
        for (index, stage) in stages.enumerated() { try rows.add(stage, number: index, to: &query) }
        return rows
    }

    /// Adds the tables of the query before its stages, and returns the name of the last one.
    private func addAnswer(to query: inout SQLQuery) throws(SQLRefusal) -> String {
        try SQLPersons(plan).add(facts, to: &query)
        buckets.add(to: &query)
        if measures.contains(where: plan.countsOwnWorkout) { try buckets.addOwnWorkouts(facts, to: &query) }
        try refuseSeveralOrders()
        try addTimes(to: &query)
        let samples = try addSamples(to: &query)
        let tables = measures.compactMap { samples[set(of: $0)] }
        if keys.areFactsAboutPersons { try SQLNearPersons(plan: plan, facts: facts, samples: tables).add(to: &query) }
        keys.addAll(of: tables, to: &query)
        let passes = passes(over: samples)
        for (pass, columns) in passes { try pass.add(columns.map { (name(of: $0), measures[$0]) }, to: &query) }
        if measures.contains(where: \.aggregate.countsQuarters) {
            try refuseCoverageOfPersons()
            SQLCoverage.addCounts(plan, to: &query)
        }
        addRows(cells: passes.map(\.pass), to: &query)
        return addFill(to: &query)
    }

    /// Adds the tables with the time spans of buckets: those of measures with other rows, and those inside the times that count.
    private func addTimes(to query: inout SQLQuery) throws(SQLRefusal) {
        for table in measures.map(wholeSlices).uniqued.sorted() where table != buckets.slices {
            guard let measure = measures.first(where: { wholeSlices(of: $0) == table }) else { continue }
            SQLBuckets(plan: rules(of: measure)).addSlices(named: table, to: &query)
        }
        for (index, set) in sets.enumerated() {
            var times = SQLTimes(plan: plan, facts: facts, number: index + 1)
            try times.add(set, to: &query)
        }
        for measure in measures {
            let own = rules(of: measure)
            guard let times = timesTable(of: own) else { continue }
            SQLBuckets(plan: own).addTimes(times, of: wholeSlices(of: measure), named: slices(of: measure), to: &query)
        }
    }

    /// Adds the tables with the samples of each set.
    private func addSamples(to query: inout SQLQuery) throws(SQLRefusal) -> [SampleSet: SQLSamples] {
        var samples: [SampleSet: SQLSamples] = [:]
        for measure in measures where samples[set(of: measure)] == nil {
            try refuseFieldsOfWorkouts(measure)
            let table = samplesTable(of: measure, besides: samples.values.map(\.prefix))
            try table.add(to: &query)
            samples[set(of: measure)] = table
        }
        return samples
    }

    private func refuseFieldsOfWorkouts(_ measure: Measure) throws(SQLRefusal) {
        if measure.workoutField != nil {
            throw SQLRefusal(
                .subject, "the table has no columns for the fields of workouts", help: "use `count` of workouts")
        }
        if measure.countsActiveTime, facts.workoutsPause, facts.workoutParts == nil {
            throw SQLRefusal(
                .subject, "a duration leaves out the pauses of workouts, and these can't be written out for this table",
                help: "use `count` of workouts, or ask for one person")
        }
    }

    private func samplesTable(of measure: Measure, besides prefixes: [String]) -> SQLSamples {
        let plan = rules(of: measure)
        let sharing = measures.filter { set(of: $0) == set(of: measure) }
        var table = SQLSamples(
            plan: plan, facts: facts, metric: measure.metric, part: measure.part, exclusiveValues: measure.exclusiveValues(in: plan),
            storageUnit: measure.storageUnit, prefix: prefix(of: measure.metric, besides: prefixes))
        table.keys = keys
        table.countsOwnWorkouts = plan.countsOwnWorkout(measure)
        table.keepsEqualRows = facts.hasEqualRows(of: measure.metric)
        table.keepsOrder =
            plan.holding != nil || table.keepsEqualRows || sharing.contains { [.latest, .first].contains($0.aggregate) }
        table.times = timesTable(of: plan)
        table.keepsAllSamples = measures.contains { $0.own == measure.own && $0.holdsInstants(in: plan) }
        table.othersDecide = sharing.contains { $0.letsOthersDecide(in: plan) }
        return table
    }

    /// Returns the passes over the samples, with the indices of the measures that share each.
    private func passes(over samples: [SampleSet: SQLSamples]) -> [(pass: SQLPass, columns: [Int])] {
        var passes: [(pass: SQLPass, columns: [Int])] = []
        for (index, measure) in measures.enumerated() {
            guard let samples = samples[set(of: measure)] else { continue }
            var facts = facts
            let plan = rules(of: measure)
            if measure.own != nil { facts.ranks = facts.ranks.mapValues { $0.preferring(plan.preferredSources) } }
            let pass = SQLPass(plan: plan, facts: facts, samples: samples, measure: measure, slices: slices(of: measure))
            if let known = passes.firstIndex(where: { $0.pass.name == pass.name }) {
                passes[known].columns.append(index)
            } else {
                passes.append((pass, [index]))
            }
        }
        return passes
    }

    /// Identifies the samples that measures read. Measures with equal sets share tables.
    private struct SampleSet: Hashable {
        var metric: MetricID
        var part: MetricPart?
        var exclusiveValues: ExclusiveValues?
        var own: MeasureRules?
    }

    private func set(of measure: Measure) -> SampleSet {
        SampleSet(
            metric: measure.metric, part: measure.part, exclusiveValues: measure.exclusiveValues(in: rules(of: measure)),
            own: measure.own)
    }

    /// Returns the plan with the rules of a measure, for all time zones.
    private func rules(of measure: Measure) -> Plan {
        var rules = plan.following(measure).withRows(of: measure)
        guard measure.own != nil, let index = measures.firstIndex(where: { $0.name == measure.name }) else { return rules }
        rules.cohort = plan.cohort?.mapping { own in
            guard case .statistics(let measures) = own.subject else { return own }
            return own.following(measures[index])
        }
        return rules
    }

    /// The tables with the time spans of buckets. They differ if only some measures are clipped to the range.
    private var sliceTables: [Bool: String] {
        let other = plan.grid.groupOfBucket == nil ? "other_buckets" : "other_slices"
        return [plan.edges == .clip: buckets.slices, plan.edges != .clip: other]
    }

    private func wholeSlices(of measure: Measure) -> String {
        let table = sliceTables[rules(of: measure).edges == .clip] ?? buckets.slices
        // Measures of whole stays in bed have longer rows.
        return plan.usesStays(measure) ? "stay_\(table)" : table
    }

    private func slices(of measure: Measure) -> String {
        let whole = wholeSlices(of: measure)
        return timesTable(of: rules(of: measure)).map { "\(whole)_in_\($0)" } ?? whole
    }

    /// The different sets of times that count for measures (`while`).
    private var sets: [IntervalExpression] { measures.compactMap { rules(of: $0).intervals }.uniqued }

    /// Returns the table with the times that count in a plan; nil if all do.
    private func timesTable(of plan: Plan) -> String? {
        plan.intervals.flatMap { sets.firstIndex(of: $0) }.map { SQLTimes.name(ofNumber: $0 + 1) }
    }

    /// Refuses different preferences of sources for the same metric, because the order of the store is not known then.
    private func refuseSeveralOrders() throws(SQLRefusal) {
        guard !plan.preferredSources.isEmpty else { return }
        for measure in measures where rules(of: measure).preferredSources != plan.preferredSources {
            throw SQLRefusal(.sources, "the measures prefer different sources", help: "use `prefer` only in parentheses")
        }
    }

    /// Returns the column of a measure in the tables: `c1` and so on. Keys never have such names.
    private func name(of index: Int) -> String { "c\(index + 1)" }

    private func prefix(of metric: MetricID, besides others: [String]) -> String {
        let prefix = SQLName.prefix(of: metric)
        return others.contains { $0.lowercased() == prefix.lowercased() } ? "\(prefix)\(others.count + 1)" : prefix
    }

    /// Refuses coverage of rows that combine people, because the quarter hours depend on the people whom each row has.
    private func refuseCoverageOfPersons() throws(SQLRefusal) {
        guard plan.cohort == nil || plan.hasRowsOfPersons else {
            throw SQLRefusal(
                .subject, "`coverage` of several persons together depends on the persons of each row",
                help: "add `by person`, and a stage such as `| average by day`")
        }
    }

    private func addRows(cells: [SQLPass], to query: inout SQLQuery) {
        let groups = buckets.groups
        let columns = measures.indices.map { index in
            let measure = measures[index]
            var column = name(of: index)
            if measure.aggregate.countsFromZero { column = "COALESCE(\(column), 0)" }
            if measure.aggregate.countsQuarters { column = "CASE WHEN q.quarters > 0 THEN \(column) * 1.0 / q.quarters END" }
            let outside = groups.enumerated().filter { plan.isOutside(measure, ofGroup: $0.element) }.map { "\($0.offset)" }
            if !outside.isEmpty {
                return "CASE WHEN b.bucket NOT IN (\(outside.joined(separator: ", "))) THEN \(column) END AS \(name(of: index))"
            }
            return "\(measure.sqlConversion(column)) AS \(name(of: index))"
        }
        let persons = SQLPersons(plan)
        let shown = (buckets.zoneColumns + buckets.tableColumns).map { "b.\($0)" } + keys.columns.map { "k.\($0)" }
        let rows =
            buckets.hasRowsOfZones
            ? """
            keys AS k
            JOIN \(SQLPersons.table) AS p ON p.person = k.person
            JOIN buckets AS b ON \(persons.sameZone("b", "p").dropLast(5))
            """ : "buckets AS b\(keys.isEmpty ? "" : "\nCROSS JOIN keys AS k")"
        // Samples of a person can be in the range, but outside of the times that count.
        let isOfTimes = plan.cohort != nil && plan.hasRowsOfPersons && measures.contains { rules(of: $0).intervals != nil }
        // Cells have no samples of dropped rows, which count in the range, too.
        let hasAll = plan.partial == .drop
        let counted = cells.map { pass in
            hasAll && !pass.samples.keepsAllSamples ? pass.samples.countedPersons : "SELECT person FROM \(pass.cells)"
        }.uniqued.joined(separator: " UNION ")
        let rest = isOfTimes ? "\nWHERE k.person IN (\(counted))" : ""
        let quarters =
            measures.contains(where: \.aggregate.countsQuarters) ? "\nLEFT JOIN \(SQLCoverage.counts) AS q ON q.bucket = b.bucket" : ""
        let joins = cells.enumerated().map { index, pass in
            let table = "t\(index + 1)"
            return "\nLEFT JOIN \(pass.cells) AS \(table) ON \(table).bucket = b.bucket"
                + keys.equal(table, "k")
        }
        query.add(
            "answer", "Every bucket is a row, even without samples: its counts are 0, all other values are NULL.",
            """
            SELECT \((["b.bucket"] + shown + columns + ["b.partial"]).joined(separator: ", "))
            FROM \(rows)\(quarters)\(joins.joined())\(rest)
            """)
    }

    /// Fills gaps in time order, separately for each key.
    private func addFill(to query: inout SQLQuery) -> String {
        var table = "answer"
        let groups = Dictionary(grouping: measures.indices) { rules(of: measures[$0]).fill }
        let fills = groups.sorted { $0.value[0] < $1.value[0] }
        for (number, (fill, places)) in fills.filter({ ![.none, .null, .omit].contains($0.key) }).enumerated() {
            table = add(fill, to: Set(places.map(name)), of: table, suffix: number == 0 ? "" : "_\(number + 1)", &query)
        }
        guard plan.fill == .omit else { return table }
        let names = measures.indices.map(name)
        query.add(
            "kept", "Rows without a value are left out.",
            "SELECT *\nFROM \(table)\nWHERE \(SQLRows.hasValue(names, isCount: measures.map { $0.aggregate == .count }))")
        return "kept"
    }

    /// Fills some columns of a table, and returns the name of the filled table.
    private func add(_ fill: Fill, to filledNames: Set<String>, of table: String, suffix: String, _ query: inout SQLQuery) -> String {
        let rows =
            "SELECT bucket, \((buckets.zoneColumns + buckets.tableColumns + keys.columns).joined(separator: ", "))"
        let series = keys.isEmpty ? "" : "PARTITION BY \(keys.columns.joined(separator: ", ")) "
        let names = measures.indices.map(name)
        // Times are not filled.
        let times = Set(measures.indices.filter { measures[$0].aggregate.definition.result == .clock }.map(name))
        func filled(_ expression: (String) -> String) -> String {
            names.map { times.contains($0) || !filledNames.contains($0) ? $0 : "\(expression($0)) AS \($0)" }.joined(separator: ", ")
        }
        switch fill {
        case .none, .null, .omit: return table
        case .zero, .number:
            let number = if case .number(let number) = fill { SQLLiteral.number(number) } else { "0" }
            query.add(
                "filled\(suffix)", "Missing values become \(number).",
                "\(rows), \(filled { "COALESCE(\($0), \(number))" }), partial\nFROM \(table)")
        case .previous:
            query.add(
                "gaps\(suffix)", "Rows up to the next known value share a number: the count of known values so far.",
                "SELECT a.*, \(names.map { "COUNT(\($0)) OVER (\(series)ORDER BY bucket) AS known_\($0)" }.joined(separator: ", "))\nFROM \(table) AS a"
            )
            let same = keys.columns.map { "\($0), " }.joined()
            query.add(
                "filled\(suffix)", "Missing values repeat the last known value.",
                "\(rows), \(filled { "MAX(\($0)) OVER (PARTITION BY \(same)known_\($0))" }), partial\nFROM gaps\(suffix)")
        case .linear:
            query.add(
                "gaps\(suffix)", "Rows up to the next known value share a number, and so do rows back to the last one.",
                "SELECT a.*, \(names.map { "COUNT(\($0)) OVER (\(series)ORDER BY bucket) AS before_\($0), COUNT(\($0)) OVER (\(series)ORDER BY bucket DESC) AS after_\($0)" }.joined(separator: ", "))\nFROM \(table) AS a"
            )
            let same = keys.columns.map { "\($0), " }.joined()
            query.add(
                "ends\(suffix)", "The known values on both sides of each row, and their buckets.",
                "SELECT g.*, \(names.map { name in ["before", "after"].map { "MAX(\(name)) OVER (PARTITION BY \(same)\($0)_\(name)) AS \($0)_value_\(name), MAX(CASE WHEN \(name) IS NOT NULL THEN bucket END) OVER (PARTITION BY \(same)\($0)_\(name)) AS \($0)_bucket_\(name)" }.joined(separator: ", ") }.joined(separator: ", "))\nFROM gaps\(suffix) AS g"
            )
            query.add(
                "filled\(suffix)", "Missing values are interpolated between them.",
                "\(rows), \(filled { "COALESCE(\($0), before_value_\($0) + (after_value_\($0) - before_value_\($0)) * (bucket - before_bucket_\($0)) / (1.0 * (after_bucket_\($0) - before_bucket_\($0))))" }), partial\nFROM ends\(suffix)"
            )
        }
        return "filled\(suffix)"
    }

    private func ending(_ rowsTable: String) -> String {
        let shown =
            buckets.keyColumns.map(SQLLiteral.identifier)
            + keys.labels(facts).map { $0.name == $0.text ? $0.name : "\($0.text) AS \(SQLLiteral.identifier($0.name))" }
        let columns = measures.indices.map { "\(name(of: $0)) AS \(SQLLiteral.identifier(measures[$0].name))" }
        let names = [plan.activities].compactMap(\.self) + keys.labels(facts).compactMap(\.apple)
        let apple = names.prefix(1).map { "\($0) AS \(SQLLiteral.identifier(ResultTable.appleValue))" }
        return """
            SELECT \((shown + columns + ["partial"] + apple).joined(separator: ", "))
            FROM \(rowsTable)\(plan.cohort == nil ? "" : " AS r")
            ORDER BY \(plan.cohort == nil ? order : order(in: "r."))
            """
    }
}

extension Plan {
    /// An expression for Apple's names of the activities that describe rows; nil if the rows are not workouts.
    var activities: String? {
        guard let columns = events?.keyColumns, let index = columns.firstIndex(where: { $0.valueNames != nil }),
            let names = columns[index].valueNames
        else { return nil }
        let key = columns[index]
        let cases = eventTexts(ofColumn: index).compactMap { text in
            names.appleName(of: .text(text)).map { "WHEN \(SQLLiteral.text(text)) THEN \(SQLLiteral.text($0))" }
        }
        return cases.isEmpty ? "NULL" : "CASE \(SQLLiteral.identifier(key.name)) \(cases.joined(separator: " ")) END"
    }
}

extension Plan {
    /// The texts in a column that describes events.
    func eventTexts(ofColumn index: Int) -> [String] {
        let texts = (grid.events?.labels ?? []).compactMap { labels in if case .text(let text)? = labels[index] { text } else { nil } }
        return Set(texts).sorted()
    }
}

extension Measure {
    /// Converts a result from the unit of the samples, or from seconds, to the unit of the column.
    fileprivate func sqlConversion(_ expression: String) -> String {
        unitConversion?.sql(expression) ?? expression
    }
}
