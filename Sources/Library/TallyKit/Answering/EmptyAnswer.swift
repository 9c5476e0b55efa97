package import CalendarIntervals
import Explanations
package import HealthModel
import QueryDiagnostics
package import QueryEngine
package import QueryPlan
package import QuerySyntax
import QueryVocabulary
import ResultRendering
import RowStages

/// Explains why an answer has no values.
package struct EmptyAnswer {
    /// The query as written. Nil if it is unknown.
    let query: Query?
    let plan: Plan
    let zone: Zone
    let units: UnitPreference
    let source: any SampleSource
    let options: EngineOptions

    /// - Parameter query: nil if it is unknown.
    package init(query: Query?, plan: Plan, zone: Zone, units: UnitPreference, source: any SampleSource, options: EngineOptions) {
        self.query = query
        self.plan = plan
        self.zone = zone
        self.units = units
        self.source = source
        self.options = options
    }

    /// Returns one finding that explains the missing values. Empty if `table` has a value or if the reason is unknown.
    ///
    /// - Parameters:
    ///   - stages: the stages that created `table`.
    ///   - rows: the rows before `stages`. Nil for the rows of the plan.
    ///   - told: the findings before the query ran. If one reports a source without samples, that is the reason.
    func findings(
        for table: ResultTable, after stages: [PlanStage], of rows: ResultTable? = nil, told: [Diagnostic]
    ) throws -> [Diagnostic] {
        if table.countsNoTime, plan.cohort != nil { return [info("the set of `while` is empty for all persons")] }
        if table.countsNoTime {
            guard plan.hasOwnRules else { return [try emptySet()] }
            return try plan.parts.filter { try QueryEngine.run($0.plan, over: source, options: options).countsNoTime }.map {
                try EmptyAnswer(query: nil, plan: $0.plan, zone: zone, units: units, source: source, options: options).emptySet()
            }
        }
        guard table.hasNoValue, table.dayProgress == nil, !table.header.findings.contains(where: \.isOfMixedLabs) else { return [] }
        guard !told.contains(where: { $0.code == .unknownSource || $0.code == .sourceWithoutSamples }) else { return [] }
        if !stages.isEmpty || rows != nil {
            var rows = try rows ?? QueryEngine.run(plan, over: source, options: options)
            if !rows.hasNoValue {
                for stage in stages {
                    let next = try QueryEngine.run([stage], on: rows, of: plan, over: source, options: options)
                    // `where count = 0` keeps rows without a value on purpose.
                    if next.hasNoValue, case .filter = stage.kind, next.rowCount > 0 { return [] }
                    if next.hasNoValue { return [info(text(of: stage, on: rows))] }
                    rows = next
                }
                return []
            }
        }
        if plan.cohort != nil {
            let count = plan.askedMembers.count
            if count == 0 { return [] }
            return [
                info(
                    count == 1
                        ? "the person has no sample in the range that counts"
                        : "none of the \(count) persons has a sample in the range that counts")
            ]
        }
        switch plan.subject {
        case .summaries: return try summaries()
        case .samples(let listing): return try info([reason(of: Subject(listing.metric, listing.part), measures: [])].compactMap(\.self))
        case .statistics where plan.hasOwnRules:
            let reasons = try plan.parts.flatMap { part -> [String] in
                guard case .statistics(let measures) = part.plan.subject else { return [] }
                let answer = EmptyAnswer(query: nil, plan: part.plan, zone: zone, units: units, source: source, options: options)
                return try Self.subjects(of: measures).compactMap { try answer.reason(of: $0, measures: measures) }
            }
            return info(reasons.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
        case .statistics(let measures):
            return try info(
                Self.subjects(of: measures).compactMap { subject in
                    try reason(of: subject, measures: measures.filter { Subject($0.metric, $0.part) == subject })
                })
        }
    }

    /// The subject of a query: a metric, or a part of it such as `sleep`.
    private struct Subject: Hashable {
        var metric: MetricID
        var part: MetricPart?

        init(_ metric: MetricID, _ part: MetricPart?) { (self.metric, self.part) = (metric, part) }

        var name: String { part?.title ?? metric.shortName }
    }

    private static func subjects(of measures: [QueryPlan.Measure]) -> [Subject] {
        measures.map { Subject($0.metric, $0.part) }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private func info(_ texts: [String]) -> [Diagnostic] { texts.isEmpty ? [] : [info(texts.joined(separator: "; "))] }

    private func info(_ text: String) -> Diagnostic { Diagnostic(.noValue, text, at: query?.range ?? SourceRange(at: 0)) }

    // MARK: Stages

    private func text(of stage: PlanStage, on rows: ResultTable) -> String {
        let count = Self.count(rows.rowCount, "row")
        switch stage.kind {
        case .filter, .streaks: break
        case .project: return "`\(stage.text)` needs at least one complete day before today, and the rows before it have none"
        case .rhythm: return "`rhythm` needs two days of hours with a value, and a value for each hour of the day"
        case .regularity: return "`regularity` needs two consecutive days with sleep"
        case .aggregate where rows.rowCount > 0 && rows.partial.allSatisfy(\.self),
            .share where rows.rowCount > 0 && rows.partial.allSatisfy(\.self):
            let partial = rows.rowCount == 1 ? "the only row before it is partial" : "all \(count) before it are partial"
            return "`\(stage.text)` ignores partial rows, and \(partial); to include them, use `partial keep`"
        default: return "`\(stage.text)` returns no value for the \(rows.rowCount == 1 ? "only row" : count) before it"
        }
        let extents = rows.columns.compactMap { column -> String? in
            let values = column.values.compactMap { $0 }
            guard column.texts == nil, !column.isFlag, column.clock == nil, let least = values.min(), let greatest = values.max() else {
                return nil
            }
            let extent = Self.extent(least...greatest, unit: column.unit, isInHundredths: column.isInHundredths)
            return "\(column.name) \(least == greatest ? "is" : "ranges") \(extent)"
        }
        let known = extents.isEmpty || extents.count > 3 ? "" : "; " + extents.joined(separator: ", ")
        if case .streaks = stage.kind {
            let none = rows.rowCount == 1 ? "the only row before it doesn't meet" : "none of the \(count) before it meets"
            return "\(none) the condition of `\(stage.text)`\(known)"
        }
        return "`\(stage.text)` \(rows.rowCount == 1 ? "drops the only row" : "keeps none of the \(count)") before it\(known)"
    }

    // MARK: Samples

    /// Returns the reason why no sample of `subject` counts. Nil if it is unknown, or if the store has no samples (reported elsewhere).
    private func reason(of subject: Subject, measures: [QueryPlan.Measure]) throws -> String? {
        let metric = subject.metric
        let conditions = conditions(of: subject.part)
        let steps = try QueryEngine.sampleSteps(
            of: metric, in: plan, conditions: conditions.map(\.predicate), over: source, options: options)
        guard let stored = steps.stored else { return nil }
        guard steps.inRange.count > 0 else {
            if plan.range.start > plan.nowOfRows {
                return "the range starts at \(text(of: plan.range.start)), which is after now (\(text(of: plan.now)))"
            }
            return "the range has no \(metric.shortName) samples; the store has \(Self.number(stored.count)), "
                + Self.days(date(of: stored.firstStart), date(of: stored.lastEnd))
        }
        guard let blocking = steps.blocking else {
            if let inside = steps.insideTimes, inside.count == 0 {
                let count = (steps.afterConditions.last ?? steps.inRange).count
                return count == 1
                    ? "the only matching sample of \(metric.shortName) is outside of `\(whileText)`"
                    : "none of the \(Self.number(count)) matching samples of \(metric.shortName) has a part in `\(whileText)`"
            }
            return try unused(metric, measures, steps)
        }
        let before = conditions[..<blocking.condition].map { "`\($0.text)`" }
        let condition = conditions[blocking.condition]
        let isOne = blocking.asked.count == 1
        let place = before.isEmpty ? "in the range" : "that \(isOne ? "matches" : "match") \(before.joined(separator: " and "))"
        return
            (isOne
            ? "the only sample \(place) does not match `\(condition.text)`"
            : "none of the \(Self.number(blocking.asked.count)) samples \(place) match `\(condition.text)`")
            + (try found(blocking.asked, of: metric, stored, for: condition.predicate, in: unit(of: measures, metric)).map { "; \($0)" }
                ?? "")
    }

    /// Returns the values or sources that the samples have instead of the one in the condition.
    private func found(
        _ step: SampleSteps.Step, of metric: MetricID, _ stored: MetricSummary, for predicate: QueryPlan.Predicate,
        in unit: HealthUnit?
    ) throws -> String? {
        if predicate.asks(.source) {
            let sources = try source.sources()
            let names = stored.sources.compactMap { sources[$0.source]?.name }.sorted()
            return "\(metric.shortName) samples are from \(names.joined(separator: ", "))"
        }
        guard predicate.asksForValue, let values = step.values, case .quantity(let type)? = MetricCatalog.metric(metric)?.kind
        else { return nil }
        let unit = unit ?? type.displayUnit(units)
        let shown = type.storageUnit.conversion(to: unit)
        let (low, high) = (shown?(values.lowerBound) ?? values.lowerBound, shown?(values.upperBound) ?? values.upperBound)
        let verb = step.count == 1 ? "it is" : low == high ? "they are all" : "they range"
        return "\(verb) \(Self.extent(min(low, high)...max(low, high), unit: unit.symbol))"
    }

    /// Returns the unit in which the query shows values of `metric`; nil if it shows none.
    private func unit(of measures: [QueryPlan.Measure], _ metric: MetricID) -> HealthUnit? {
        if case .samples(let listing) = plan.subject { return listing.unit }
        let values = measures.filter { $0.metric == metric && $0.result == .value && $0.workoutField == nil }
        return values.lazy.compactMap(\.unit).first
    }

    /// Returns the reason why the matching samples give no value.
    private func unused(_ metric: MetricID, _ measures: [QueryPlan.Measure], _ steps: SampleSteps) throws -> String? {
        if plan.partial == .drop, plan.partialGroups.allSatisfy({ $0 }) {
            return "every row is partial, and `partial drop` removes partial rows"
        }
        let number = (steps.afterConditions.last ?? steps.inRange).count
        let count = Self.count(number, "sample")
        if let first = measures.first?.aggregate, first.definition.leastSampleCount > 1, measures.allSatisfy({ $0.aggregate == first }) {
            return "`\(first.name)` needs at least two samples per row, and the range has \(count) of \(metric.shortName)"
        }
        if let reason = try replaced(measures, count: number) { return reason }
        if let reason = try cut(metric, measures, count: number) { return reason }
        if let field = measures.first(where: { $0.workoutField != nil }) {
            return number == 1
                ? "the only sample of \(metric.shortName) in the range has no value for `\(field.name)`"
                : "none of the \(count) of \(metric.shortName) in the range has a value for `\(field.name)`"
        }
        return nil
    }

    /// Returns the reason that other samples replace all samples (S6.6), if the query has a value without that rule.
    private func replaced(_ measures: [QueryPlan.Measure], count: Int) throws -> String? {
        guard let values = measures.lazy.compactMap({ $0.exclusiveValues(in: plan) }).first else { return nil }
        guard try !QueryEngine.run(plan.changing { $0.sourceRule = .raw }, over: source, options: options).hasNoValue else { return nil }
        let all = count == 1 ? "the only sample" : "all \(Self.count(count, "sample"))"
        let list = "`why 1` lists \(count == 1 ? "it" : "them")"
        // Under the rules of Android, a time with a record that counts has a value, which may be 0.
        if measures.allSatisfy({ $0.ranksRecords(in: plan) }) {
            return "\(all) \(count == 1 ? "is of an app that is" : "are of apps that are") not in the owner's list"
        }
        if plan.predicate?.isOnlyValue(Double(values.background)) == true {
            return "time asleep or awake of the same or a better source replaces \(all); \(list)"
        }
        if let metric = measures.first?.metric, try source.metricSummary(of: metric)?.sources.count == 1 {
            return "samples of the same source with other values replace \(all); \(list)"
        }
        return "\(count == 1 ? "a source with a higher priority replaces" : "sources with a higher priority replace") \(all); \(list)"
    }

    /// Returns the reason that the samples start before the range, or end after it, so that no row has a first start or a last end (S2.6).
    private func cut(_ metric: MetricID, _ measures: [QueryPlan.Measure], count: Int) throws -> String? {
        let aggregates = Set(measures.map(\.aggregate))
        guard aggregates.isSubset(of: [.firstStart, .lastEnd]), plan.events == nil, plan.intervals == nil else { return nil }
        var (starts, ends) = (false, false)
        for part in Set(measures.map(\.part)) {
            var listed = plan
            listed.subject = .samples(SampleListing(metric: metric, part: part, storageUnit: nil, unit: nil))
            let range = (start: plan.range.start.milliseconds, end: plan.range.end.milliseconds)
            try QueryEngine.read(listed, over: source, columns: [], options: options) { batch in
                for index in 0..<batch.count {
                    let (start, end) = (batch.starts[index], batch.ends[index])
                    starts = starts || start >= range.start
                    ends = ends || end <= range.end && (end > range.start || start == end)
                }
                return !starts || !ends
            }
        }
        let all = count == 1 ? "the only sample" : "all \(Self.count(count, "sample"))"
        let (start, end) = (count == 1 ? "starts" : "start", count == 1 ? "ends" : "end")
        var reasons: [String] = []
        if aggregates.contains(.firstStart), !starts { reasons.append("\(start) before the range") }
        if aggregates.contains(.lastEnd), !ends { reasons.append("\(end) after the range") }
        guard reasons.count == aggregates.count else { return nil }
        return "\(all) of \(metric.shortName) \(reasons.joined(separator: " and "))"
    }

    // MARK: Sets of times

    /// The `while` clause as written, or else in words.
    private var whileText: String {
        for clause in query?.clauses ?? [] where clause.kind.mayBeSet { return QueryFormatter.text(of: [clause]) }
        return plan.intervals.map { "while \(IntervalText.of($0, in: plan))" } ?? "while"
    }

    /// Reports that the set of `while` has no time in the range, and what the store has of its metrics (S11.4).
    private func emptySet() throws -> Diagnostic {
        let metrics = (plan.intervals?.samples ?? []).map(\.metric).reduce(into: [MetricID]()) { if !$0.contains($1) { $0.append($1) } }
        let known = try metrics.map { metric in
            guard let stored = try source.metricSummary(of: metric) else { return "the store has no \(metric.shortName) samples" }
            return "the store has \(Self.count(stored.count, "\(metric.shortName) sample")), "
                + Self.days(date(of: stored.firstStart), date(of: stored.lastEnd))
        }
        let range = query?.clauses.first(where: \.kind.mayBeSet)?.range ?? query?.range ?? SourceRange(at: 0)
        return Diagnostic(
            .emptySetOfTimes, "`\(whileText)` has no time in the range: \(known.joined(separator: "; "))", at: range,
            help: "samples without a duration have no time; extend readings with `holding`, as in `heartRate > 90 holding 5min`")
    }

    private func summaries() throws -> [Diagnostic] {
        let all = try source.activitySummaries(from: "0000-01-01", through: "9999-12-31")
        guard let first = all.first, let last = all.last else { return [info("the store has no activity summaries")] }
        return [info("the range has no activity summaries; the store has \(Self.number(all.count)), \(Self.days(first.day, last.day))")]
    }

    // MARK: Conditions

    /// A condition on samples, with its text for people.
    private struct Condition {
        var text: String
        var predicate: QueryPlan.Predicate
    }

    /// Returns the conditions in order: those of a part such as `sleep`, then those of the query.
    private func conditions(of part: MetricPart?) -> [Condition] {
        let ofPart = plan.condition(of: part).map { Condition(text: ConditionText.of($0, in: plan), predicate: $0) }
        let bound = plan.predicate?.conjuncts ?? []
        let written = (query?.clauses ?? []).flatMap { clause -> [QuerySyntax.Predicate] in
            if case .predicate(let predicate) = clause.kind { predicate.conjuncts } else { [] }
        }
        // A `between` is bound to two comparisons, which are one condition for people.
        var rest = bound[...]
        let joined = written.map { condition in
            let parts = rest.prefix(condition.isRangeOfNumbers ? 2 : 1)
            rest = rest.dropFirst(parts.count)
            return parts.count == 1 ? parts[parts.startIndex] : QueryPlan.Predicate.all(Array(parts))
        }
        let predicates = rest.isEmpty && !joined.contains(.all([])) ? joined : bound
        // Names and metrics can add conditions that are not in a clause.
        let texts =
            written.count == predicates.count
            ? written.map { QueryFormatter.text(of: $0) } : predicates.map { ConditionText.of($0, in: plan) }
        return [ofPart].compactMap(\.self) + zip(texts, predicates).map { Condition(text: $0, predicate: $1) }
    }

    // MARK: One row

    /// A step toward an empty row, with the number of samples that remain after it.
    package struct StepToRow {
        /// The name of the metric or of its part.
        package var metric: String
        package var text: String
        package var count: Int
    }

    /// Returns the steps to a row of the plan's own table: in the store, in the range, in the row, and after each condition.
    ///
    /// - Parameter row: nil for all rows, if there is more than one.
    package func steps(toRow row: Int?, of table: ResultTable) throws -> [StepToRow] {
        guard case .statistics(let measures) = plan.subject else { return [] }
        let keys = row.map { keyConditions(ofRow: $0, in: table) } ?? []
        var plan = plan
        let range = plan.range
        if let row, !table.starts.isEmpty, table.starts[row] != ResultTable.unknownTime {
            let (start, end) = (Instant(milliseconds: table.starts[row]), Instant(milliseconds: table.ends[row]))
            plan.range = PlanRange(
                start: max(start, range.start), end: min(end, range.end), includesEnd: range.includesEnd && end >= range.end)
        }
        return try Self.subjects(of: measures).flatMap { subject in
            let metric = subject.name
            let all = keys + conditions(of: subject.part)
            let steps = try QueryEngine.sampleSteps(
                of: subject.metric, in: plan, conditions: all.map(\.predicate), over: source, options: options)
            var lines = [StepToRow(metric: metric, text: "in the store", count: steps.stored?.count ?? 0)]
            if plan.range != range {
                let whole = try QueryEngine.sampleSteps(of: subject.metric, in: self.plan, conditions: [], over: source, options: options)
                lines.append(StepToRow(metric: metric, text: "in the range", count: whole.inRange.count))
                lines.append(StepToRow(metric: metric, text: "in the time of the row", count: steps.inRange.count))
            } else {
                lines.append(StepToRow(metric: metric, text: "in the range", count: steps.inRange.count))
            }
            lines += zip(all, steps.afterConditions).map { StepToRow(metric: metric, text: $0.text, count: $1.count) }
            if let inside = steps.insideTimes { lines.append(StepToRow(metric: metric, text: whileText, count: inside.count)) }
            return lines
        }
    }

    /// Returns the keys of a row other than time as conditions on its samples.
    private func keyConditions(ofRow row: Int, in table: ResultTable) -> [Condition] {
        let profiles = plan.grid.profiles.enumerated().compactMap { index, profile -> Condition? in
            guard let slot = slot(ofRow: row, profile: index, in: table) else { return nil }
            let predicate =
                profile == .partOfDay
                ? QueryPlan.Predicate.timeOfDay(plan.dayParts[DayPart.inOrderOfDay[Int(slot)]]) : .profile(profile, slots: [slot])
            return Condition(text: ConditionText.of(predicate, in: plan), predicate: predicate)
        }
        var columns = table.keys.suffix(plan.splitColumnCount)
        let splits = plan.splits.compactMap { split -> Condition? in
            let values = columns.prefix(split.names.count).map { $0.values[row] }
            columns = columns.dropFirst(split.names.count)
            guard let predicate = split.predicate(of: values) else { return nil }
            return Condition(text: text(of: split, values) ?? ConditionText.of(predicate, in: plan), predicate: predicate)
        }
        return profiles + splits
    }

    /// Returns a key with a text as a condition in words; nil for other keys.
    private func text(of split: SplitKey, _ values: [KeyValue?]) -> String? {
        switch split {
        case .source, .device, .product, .metadata, .field, .activity, .category, .person:
            guard let value = values[0] else { return "\(split.words) is missing" }
            return split.valueNames == nil ? "\(split.words) is \"\(value.text)\"" : "\(split.words) is \(value.text)"
        case .value, .condition, .ranges: return nil
        }
    }

    /// Returns the slot of a profile for a row.
    private func slot(ofRow row: Int, profile index: Int, in table: ResultTable) -> Int32? {
        let profile = plan.grid.profiles[index]
        return switch table.keys[index].values[row] {
        case .integer(let number): Int32(number - profile.firstNumber)
        case .text(let label): (0..<profile.slotCount).first { profile.label(ofSlot: $0) == label }.map { Int32($0) }
        case .number, .flag, nil: nil
        }
    }

    // MARK: Text

    private func text(of instant: Instant) -> String {
        let text = ISO8601.text(of: zone.civil(at: instant))
        return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
    }
    private func date(of instant: Instant) -> String { ISO8601.text(of: zone.date(at: instant)) }
    private static func number(_ count: Int) -> String { NumberText.rounded(Double(count), decimals: 0) }
    private static func count(_ number: Int, _ noun: String) -> String { "\(self.number(number)) \(noun)\(number == 1 ? "" : "s")" }

    private static func days(_ first: String, _ last: String) -> String { first == last ? "on \(first)" : "from \(first) to \(last)" }

    private static func extent(_ values: ClosedRange<Double>, unit: String?, isInHundredths: Bool = false) -> String {
        // Percent values are stored as fractions.
        let scale = unit == "%" && !isInHundredths ? 100.0 : 1
        let values = values.lowerBound * scale...values.upperBound * scale
        let decimals = NumberText.decimals(for: [values.lowerBound, values.upperBound])
        func text(_ value: Double) -> String { NumberText.rounded(value, decimals: decimals) }
        let isOne = values.lowerBound == values.upperBound
        return (isOne ? text(values.lowerBound) : "from \(text(values.lowerBound)) to \(text(values.upperBound))")
            + (unit.map { " \($0)" } ?? "")
    }
}

extension ResultTable {
    fileprivate var countsNoTime: Bool { header.findings.contains(.noTimeCounts) }

    /// True if no cell has a value. A count of 0 is not a value.
    var hasNoValue: Bool {
        switch kind {
        case .samples, .summaries: rowCount == 0
        case .statistics:
            columns.allSatisfy { column in
                column.aggregate == ColumnInfo.basis
                    || column.values.allSatisfy { $0 == nil || (["count", "coverage"].contains(column.info.aggregate) && $0 == 0) }
            }
        case .list: false
        }
    }
}

extension QuerySyntax.Predicate {
    /// The conditions of an `and`, or only the condition itself.
    fileprivate var conjuncts: [QuerySyntax.Predicate] {
        if case .and(let parts) = self { return parts.flatMap(\.conjuncts) }
        return [self]
    }

    /// True for a `between` of numbers or times. One of a profile, such as `hour of day between 22 and 5`, can wrap around.
    fileprivate var isRangeOfNumbers: Bool {
        guard case .between(let field, _, _) = self else { return false }
        return switch field.kind {
        case .profile, .timeOfDay: false
        default: true
        }
    }
}
