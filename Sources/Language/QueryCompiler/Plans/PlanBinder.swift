import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// The plan of a query, with the time frame that it is based on.
struct BoundQuery {
    var plan: Plan
    var frame: QueryFrame
    /// The view of the rows for `progress`; nil for other queries.
    var dayView: DayView?
    /// True if rows are samples or days of several people, so that they have a column for the person.
    var hasPersons = false
}

/// Builds the plan of one query from its source and clauses.
struct PlanBinder {
    let binder: Binder
    let clauses: [Clause]
    /// The stages of the query, which can depend on this moment or on the periods of an anchor.
    let stages: [QuerySyntax.Stage]
    /// True for `progress`, whose hours divide the anchored day.
    let dividesDay: Bool
    /// How long readings last if all measures are times in a range and no clause says it, in milliseconds; nil otherwise.
    var impliedHolding: Int64?
    /// True if the range covers the times for which doses were scheduled.
    var countsSchedule = false
    /// True for a list of times, whose range covers the samples of the set.
    var listsTimes = false

    init(_ binder: Binder, clauses: [Clause], stages: [QuerySyntax.Stage] = [], dividesDay: Bool = false) {
        self.binder = binder
        self.clauses = clauses
        self.stages = stages
        self.dividesDay = dividesDay
    }

    var context: CompilationContext { binder.context }

    func clause(_ word: ClauseWord) -> Clause? { clauses.last { $0.kind.word == word } }

    /// Returns the plan of a query; nil for the last result, which is already computed.
    func bind(_ source: QuerySource) throws(Reported) -> BoundQuery? {
        switch source {
        case .measures(let measures):
            try implyingHolding(of: measures).coveringSchedule(of: measures).bindStatistics(
                binder.collect(try MeasureBinder(binder, clauses: clauses).bind(measures)))
        case .samples(let reference, let unit): try bindSamples(reference, in: unit)
        case .progress(let measure, let word): try bindProgress(measure, at: word)
        case .summaries: try bindSummaries()
        case .times(let set): try listingTimes().bindTimes(set)
        case .record, .lastResult: nil
        }
    }

    /// Returns the plan for the sum of a cumulative metric, for `show overlap`.
    func bind(sumOf reference: MetricReference) throws(Reported) -> BoundQuery {
        let metric = try binder.metric(reference)
        let measured = MeasuredMetric(info: metric)
        for clause in clauses where clause.kind.word.belongs(to: .statistics) && !clause.kind.word.belongs(to: .overlaps) {
            refuse(clause, because: "`show overlap` always compares all sources")
        }
        if case .by(let keys)? = clause(.by)?.kind {
            for key in keys {
                switch key.kind {
                case .interval where !binder.isEvent(key), .profile, .source: break
                default:
                    binder.report(
                        .misplacedClause, "`show overlap` can't group by \(QueryFormatter.text(of: key))", at: key.range,
                        help: "use a period, a profile or `source` after `by`")
                }
            }
        }
        guard measured.nature(binder.context.styles) == .cumulative else {
            throw binder.report(
                .sumOfDiscrete, "`show overlap` needs a cumulative metric, but \(metric.shortName) isn't one", at: reference.range,
                help: "write for example `show overlap of steps`")
        }
        let column = QueryPlan.Measure(
            metric: metric.id, aggregate: .sum, style: .cumulative, storageUnit: metric.storageUnit, unit: binder.displayUnit(of: metric),
            name: "sum")
        return try bindStatistics(.success([BoundColumn(measure: column, metric: metric, range: reference.range)]))
    }

    // MARK: Kinds of queries

    func bindStatistics(_ measured: Result<[BoundColumn], Reported>) throws(Reported) -> BoundQuery {
        refuseClauses(foreignTo: .statistics) {
            switch $0 {
            case .against: "only `progress` has a typical day"
            case .goal: "only `progress` has a goal"
            default: "it works only with `samples of …`"
            }
        }
        var frame = try frame(for: (measured.value ?? []).map(\.metric))
        let columns = try measured.get()
        // Numbers without a unit in conditions are in the display unit of the values.
        let single = Set(columns.map(\.metric)).count == 1 ? columns.first : nil
        let shown = columns.first { [.value, .difference].contains($0.measure.result) }?.measure.unit
        let unit = single.flatMap { shown ?? $0.countedUnit ?? binder.displayUnit(of: $0.metric) }
        let predicates = predicates(metric: single?.metric, unit: unit, frame)
        let splits = SampleKeyBinder(binder: binder, columns: columns, predicates: predicates, unit: unit).bind(frame.keys.others)
        try refuseKeyNames(columns, splits, frame.keys)
        let predicate = predicate(predicates)
        frame.later.predicate = predicate
        if let holding = clause(.holding) { try binder.refuseHolding(of: columns.map(\.metric), at: holding.range, isClause: true) }
        let grid = try frame.grid(binder)
        try refuseShortRows(columns, frame)
        var plan = Plan(
            subject: .statistics(columns.map(\.measure)), range: frame.bound.range, grid: grid, zone: frame.zone,
            now: context.now, text: "")
        plan.asksForConsensus = binder.asksForConsensus
        plan.splits = splits
        plan.predicate = predicate
        plan.holding = frame.holding
        plan.intervals = try intervals(frame)
        plan.events = try events(frame)
        apply(to: &plan, frame)
        if hasWholeRows(plan, frame.bound) { plan.wholeRows = plan.range }
        plan.subject = .statistics(columns.map { measure(of: $0, in: plan, frame) })
        try bindWindows(of: columns, in: &plan, frame)
        noteSources(columns, plan)
        applyPlatform(to: &plan, columns)
        noteDifferences(columns, plan)
        noteLaterSamples(columns.map(\.metric), frame)
        noteFirstSamples(columns, plan, frame)
        return BoundQuery(plan: plan, frame: frame)
    }

    /// Returns true if the range cuts no row that is an interval (decision 0107): its ends are only implied, or it names the days of nights.
    private func hasWholeRows(_ plan: Plan, _ bound: BoundRange) -> Bool {
        guard let events = plan.events, plan.cutsStart else { return false }
        return bound.snapsStart && bound.snapsEnd || bound.namesDays && events.isByEnd
    }

    /// Reports coverage of rows that are shorter than a quarter hour.
    private func refuseShortRows(_ columns: [BoundColumn], _ frame: QueryFrame) throws(Reported) {
        guard let column = columns.first(where: { $0.measure.aggregate.countsQuarters }) else { return }
        let range = frame.asked
        let isWritten = clauses.contains { if case .range = $0.kind { true } else { false } }
        let length =
            frame.keys.interval?.approximateMilliseconds
            ?? (isWritten && frame.keys.profiles.isEmpty ? range.end.milliseconds - range.start.milliseconds : .max)
        guard length < QuarterHour.milliseconds else { return }
        throw binder.report(
            .coverageOfShortRows,
            "`\(column.measure.aggregate.name)` counts quarter hours, but \(frame.keys.interval.map { "rows of \($0.inWords) are" } ?? "the range is") shorter",
            at: column.range, help: "use rows of at least 15 minutes: `by 15min`",
            fix: frame.keys.interval == nil ? nil : .init(frame.byRange, "by 15min", keepsQuestion: false))
    }

    /// Reports columns that have the name of a key.
    private func refuseKeyNames(_ columns: [BoundColumn], _ splits: [SplitKey], _ keys: BoundKeys) throws(Reported) {
        let own = keys.eventKey?.columnNames ?? []
        let names = Set(splits.flatMap(\.names) + keys.profiles.map(\.rawValue) + own)
        _ = try binder.collect(each: columns.filter { names.contains($0.measure.name) }) { (column) throws(Reported) -> Void in
            throw binder.report(
                .duplicateColumn, "a key and a column would both have the name `\(column.measure.name)`", at: column.range,
                help: "rename the column with `called otherName`")
        }
    }

    private func bindSamples(_ reference: MetricReference, in written: UnitText?) throws(Reported) -> BoundQuery {
        refuseClauses(foreignTo: .samples) { _ in "`samples of …` lists samples without computing anything" }
        let metric = try binder.metric(reference)
        binder.noteMissing(metric, at: reference.range)
        var frame = try frame(for: [metric])
        let unit = try binder.unit(ofListed: metric, in: written)
        var listing = SampleListing(metric: metric.id, part: metric.part, storageUnit: metric.storageUnit, unit: unit)
        if metric.kind == .workouts { listing.fields = WorkoutColumn.listed(context.units) }
        if case .order(let order)? = clause(.order)?.kind { listing.isNewestFirst = order == .newest }
        var plan = Plan(
            subject: .samples(listing), range: frame.bound.range, grid: TimeGrid(whole: frame.bound.range), zone: frame.zone,
            now: context.now, text: "")
        plan.predicate = predicate(metric: metric, unit: unit, frame)
        frame.later.predicate = plan.predicate
        plan.intervals = try intervals(frame)
        if case .limit(let count)? = clause(.limit)?.kind { plan.limit = binder.collect(try binder.integer(count)).value }
        apply(to: &plan, frame)
        // Without samples, W201 names the other metric.
        if context.contents.metrics[metric.id] != nil { noteDifferences(ofListed: metric, at: reference.range, plan) }
        noteLaterSamples([metric], frame)
        return BoundQuery(plan: plan, frame: frame, hasPersons: context.contents.isCohort)
    }

    private func bindSummaries() throws(Reported) -> BoundQuery {
        refuseClauses(foreignTo: .summaries) { _ in "summaries always have one row for each day" }
        let frame = try frame(for: [])
        var plan = Plan(
            subject: .summaries, range: frame.bound.range, grid: TimeGrid(whole: frame.bound.range), zone: frame.zone,
            now: context.now, text: "")
        plan.usesSampleZones = context.hasDaysOfPersons
        if case .limit(let count)? = clause(.limit)?.kind { plan.limit = binder.collect(try binder.integer(count)).value }
        return BoundQuery(plan: plan, frame: frame, hasPersons: context.contents.isCohort)
    }

    /// Reports the clauses that a query of this kind can't have.
    func refuseClauses(foreignTo kind: QueryKind, because reason: (ClauseWord) -> String) {
        for clause in clauses where !clause.kind.word.belongs(to: kind) { refuse(clause, because: reason(clause.kind.word)) }
    }

    private func refuse(_ clause: Clause, because reason: String) {
        binder.report(
            .misplacedClause, "`\(clause.kind.word.keyword)` can't be used here: \(reason)", at: clause.keywordRange,
            help: clause.kind.word == .limit ? "limit the rows with a stage: `| limit 5`" : "remove the clause")
    }

    // MARK: Time

    func frame(for metrics: [MetricInfo]) throws(Reported) -> QueryFrame {
        let days = try days()
        let (calendar, times, keys) = (days.calendar, days.times, days.keys)
        let ranges: [(clause: RangeClause, range: SourceRange)] = clauses.compactMap {
            guard case .range(let range) = $0.kind else { return nil }
            return (range, $0.range)
        }
        let held = Set(metrics.map(\.id)).filter { context.contents.metrics[$0] != nil }
        let needsTimes = days.usesSampleZones || countsSchedule
        if needsTimes, !ranges.contains(where: { $0.clause.hasStart }) {
            binder.wantsRecordedTimes = Set(held).subtracting(context.contents.recordedTimes.keys)
        }
        let later = LaterSampleFinder(
            metrics: Array(Set(metrics)), edges: clauses.choices.edges.ofSamples, zone: days.zone, weekStart: calendar.rule.weekStart,
            usesSampleZones: days.usesSampleZones, now: days.now)
        let holding = binder.collect(try holding(times))
        let events = binder.collect(
            try days.keys.eventKey.map { (key) throws(Reported) in try EventBinder(binder: binder, times: days.times).bind(key) })
        // Events near which values are taken can be before and after all of them.
        let rows = events.value.flatMap { $0 }
        let near = rows.map { $0.isNear || listsTimes ? $0.metrics : [] } ?? []
        var extent = RangeBinder.DataExtent(
            held.union(near.filter { context.contents.metrics[$0] != nil }).compactMap {
                (needsTimes ? context.contents.recordedTimes[$0] : nil) ?? context.contents.metrics[$0]
            })
        if let longest = holding.value ?? nil, let known = extent, let end = later.heldEnd(longest: longest, after: known, binder) {
            extent?.extend(to: end)
        }
        if case .intervals(let set)? = rows?.kind, set.hasGaps, let last = extent?.lastEnd, last < days.now { extent?.extend(to: days.now) }
        let ends = RangeBinder(binder: binder, times: times, extent: extent)
        var (bound, phrase) = try range(ranges, ends, keys, keepsEnds: days.isPhase && days.written != nil)
        // A stage that depends on the state at this moment leaves out samples after now.
        if stages.contains(where: \.asksAboutNow), bound.range.limit > days.now, later.mayFindAny(binder) { bound.endAtNow(days.now) }
        let anchor = clause(.anchor)
        if let written = days.written, let anchor {
            AnchorBinder(binder: binder).reportIdleFields(
                of: written, interval: keys.interval, millisecondOfDay: calendar.rule.millisecondOfDay,
                hasProfiles: !keys.profiles.isEmpty, rangeNeeds: bound.anchorFields, at: anchor.range)
        }
        var grid = BucketGrid.elapsed
        if case .grid(let rule)? = clause(.grid)?.kind { grid = rule }
        return QueryFrame(
            zone: days.zone, usesSampleZones: days.usesSampleZones, calendar: calendar, times: times, keys: keys, bound: bound,
            asked: bound.range, rangePhrase: phrase, bucketGrid: grid,
            anchorText: anchor.flatMap(anchorText),
            byRange: clause(.by)?.range ?? clauses.first?.range ?? SourceRange(at: 0), weekdayRange: weekdayRange(days),
            firstSample: extent?.firstStart, firstSamples: firstSamples(of: held, days), later: later, events: events,
            holding: try holding.get())
    }

    /// The zone, the calendar and the keys of a query, which its range depends on.
    struct QueryDays {
        let zone: Zone
        let usesSampleZones: Bool
        /// With `zone sample`, the local time as if it were UTC.
        let now: Instant
        var calendar: PeriodCalendar
        let times: TimeResolver
        let keys: BoundKeys
        /// The anchor; nil without the clause.
        let written: AnchorBinder.Written?
        /// S3.5: the anchor of buckets shorter than a day is a phase, which moves no end of a range.
        let isPhase: Bool
    }

    func days() throws(Reported) -> QueryDays {
        let (zone, usesSampleZones) = try zone()
        let floatingZone = usesSampleZones ? zone : nil
        let now = floatingZone.map { Instant(milliseconds: $0.localMilliseconds(at: context.now)) } ?? context.now
        var calendar = PeriodCalendar(
            zone: usesSampleZones ? .utc : zone, now: now, rule: AnchorRule(weekStart: context.weekStart))
        calendar.dayParts = context.dayParts
        // Bind the keys first to find `starting monday`, which the anchor can override.
        let keys = BoundKeys(clause(.by), times: TimeResolver(calendar: calendar, floatingZone: floatingZone), binder)
        if let weekStart = keys.weekStart { calendar.rule.weekStart = weekStart.weekday }
        calendar.interval = keys.interval
        let plain = calendar
        var written: AnchorBinder.Written?
        if let anchor = clause(.anchor), case .anchor(let phrase) = anchor.kind {
            written = try AnchorBinder(binder: binder).apply(phrase, to: &calendar, floatingZone: floatingZone)
            if let weekStart = keys.weekStart { try AnchorBinder(binder: binder).refuse(weekStart, unlike: calendar, at: anchor.range) }
        }
        let isPhase = !dividesDay && keys.interval?.isShorterThanDay == true
        return QueryDays(
            zone: zone, usesSampleZones: usesSampleZones, now: now, calendar: calendar,
            times: TimeResolver(calendar: isPhase ? plain : calendar, floatingZone: floatingZone), keys: keys, written: written,
            isPhase: isPhase)
    }

    /// Returns where the query says on which day its weeks start; nil if it does not.
    private func weekdayRange(_ days: QueryDays) -> SourceRange? {
        if case .weekday? = days.written { return clause(.anchor)?.range }
        return days.keys.interval?.period == .week ? clause(.by)?.range : nil
    }

    /// Returns the start of each metric's first sample, in the times of the query.
    private func firstSamples(of metrics: Set<MetricID>, _ days: QueryDays) -> [MetricID: Instant] {
        let starts = metrics.compactMap { metric -> (MetricID, Instant)? in
            let recorded = context.contents.recordedTimes[metric]
            if days.usesSampleZones, let recorded { return (metric, recorded.firstStart) }
            let known = countsSchedule ? recorded ?? context.contents.metrics[metric] : context.contents.metrics[metric]
            return known.map { (metric, days.times.place($0.firstStart)) }
        }
        return Dictionary(uniqueKeysWithValues: starts)
    }

    /// Returns the range before it is divided into buckets, and its form.
    ///
    /// - Parameter keepsEnds: True if the anchor is only a phase, so that it moves no end.
    private func range(
        _ clauses: [(clause: RangeClause, range: SourceRange)], _ ends: RangeBinder, _ keys: BoundKeys, keepsEnds: Bool
    ) throws(Reported) -> (BoundRange, RangePhrase) {
        var bound = try ends.bind(clauses)
        let phrase = try RangePhrase(clauses.map(\.clause), binder)
        if keepsEnds {
            bound.anchorFields = []
            if case .periods = phrase { (bound.snapsStart, bound.snapsEnd) = (false, false) }
        }
        if stages.contains(where: \.usesPeriods) { bound.anchorFields.formUnion([.time, .weekday, .dayOfMonth]) }
        if let outward {
            if keys.interval == nil { throw reportOutward(outward, keys) }
            bound.moveOutward()
        }
        return (bound, phrase)
    }

    private func anchorText(_ clause: Clause) -> String? {
        guard case .anchor(let anchor) = clause.kind else { return nil }
        return QueryFormatter.text(of: anchor)
    }

    /// Returns the zone of the query, and true if each sample uses its own zone.
    private func zone() throws(Reported) -> (Zone, Bool) {
        guard case .zone(let phrase)? = clause(.zone)?.kind else { return (context.zone, context.hasDaysOfPersons) }
        switch phrase {
        case .person:
            // The zone of several people is that of the person whose plan this is.
            let own = context.contents.isCohort ? nil : context.contents.persons.first?.zone
            return (own.flatMap(Zone.named) ?? context.zone, context.hasDaysOfPersons)
        case .local: return (context.zone, false)
        case .utc: return (.utc, false)
        case .sample: return (context.zone, true)
        case .named(let written): return (try binder.zone(written), false)
        case .history(let history): return (try binder.zone(of: history), false)
        }
    }

    // MARK: The other clauses

    func predicates(metric: MetricInfo?, unit: HealthUnit?, _ frame: QueryFrame) -> PredicateBinder {
        PredicateBinder(binder: binder, times: frame.times, weekStart: frame.calendar.rule.weekStart, metric: metric, unit: unit)
    }

    func predicate(metric: MetricInfo?, unit: HealthUnit?, _ frame: QueryFrame) -> QueryPlan.Predicate? {
        predicate(predicates(metric: metric, unit: unit, frame))
    }

    private func predicate(_ predicates: PredicateBinder) -> QueryPlan.Predicate? {
        var bound: [QueryPlan.Predicate] = []
        for case .predicate(let predicate) in clauses.map(\.kind) {
            guard var predicate = binder.collect(try predicates.bind(predicate)).value else { continue }
            // In a store of one person, the answers to questions about the person are known.
            if predicate.asksAboutPersons, !context.contents.isCohort {
                predicate = predicate.asked(of: context.contents.persons.first ?? .unnamed)
                if predicate == .constant(true) { continue }
            }
            bound.append(predicate)
        }
        return bound.count > 1 ? .all(bound) : bound.first
    }

    /// Returns the times of all `while` clauses together; nil without one.
    func intervals(_ frame: QueryFrame) throws(Reported) -> IntervalExpression? {
        let sets = clauses.compactMap { clause in if case .intervals(let set, _) = clause.kind { set } else { nil } }
        let bound = try binder.collect(each: sets) { (set) throws(Reported) in
            try IntervalBinder(binder: binder, times: frame.times).bind(set)
        }
        return bound.count > 1 ? .intersection(bound) : bound.first
    }

    /// Returns the key whose rows are intervals; nil without one.
    private func events(_ frame: QueryFrame) throws(Reported) -> EventRows? {
        guard let key = frame.keys.eventKey else { return nil }
        let what = "`\(key.words)`"
        if frame.usesSampleZones, let zone = clause(.zone), case .zone(.sample) = zone.kind {
            throw binder.report(
                .misplacedClause, "\(what) can't be used with `zone sample`", at: zone.range, help: "remove the clause or choose one zone",
                note: "its rows are intervals of real time, but `zone sample` uses the clock of each sample")
        }
        if let clause = clause(.fill), case .fill(let rule) = clause.kind, rule.needsNeighbors {
            throw binder.report(
                .misplacedClause, "\(what) can't be used with `fill previous` or `fill linear`", at: clause.range,
                help: "remove the clause",
                note: "its rows are separate intervals, with gaps between them")
        }
        return try frame.events.get()
    }

    func holding(_ times: TimeResolver) throws(Reported) -> Int64? {
        guard case .holding(let amount)? = clause(.holding)?.kind else { return impliedHolding }
        return try times.length(ofHolding: amount, binder)
    }

    func apply(to plan: inout Plan, _ frame: QueryFrame) {
        plan.usesSampleZones = frame.usesSampleZones
        plan.weekStart = frame.calendar.rule.weekStart
        plan.dayParts = frame.calendar.dayParts
        plan.rules = context.rules
        plan.rules.merging = context.merging
        plan.choices = clauses.choices
        plan.endsOutward = plan.edges == .outward
        plan.edges = plan.edges.ofSamples
        if case .open = frame.rangePhrase {} else { plan.cutsStart = true }
        for clause in clauses {
            switch clause.kind {
            case .range(.span(let span)) where span.isAllTime: break
            case .range: plan.cutsEnd = true
            case .prefer(let operands):
                plan.preferredSources = []
                for operand in operands {
                    guard let name = binder.collect(try binder.text(operand)).value else { continue }
                    binder.noteUnknownSources([name], of: nil, at: operand.range)
                    plan.preferredSources.append(Source.fold(name))
                }
            case .fill(let rule): plan.fill = fill(rule, plan, at: clause.range)
            case .window(let phrase): plan.window = binder.collect(try window(phrase, frame.times)).value
            case .by, .versus, .anchor, .zone, .predicate, .holding, .intervals, .choice, .grid, .against, .goal, .limit, .order: break
            }
        }
        if plan.sourceRule == .separate, !plan.splits.contains(.source) { plan.splits.append(.source) }
        if plan.splits.contains(.source) { plan.sourceRule = .separate }
    }

    private func fill(_ rule: FillRule, _ plan: Plan, at range: SourceRange) -> Fill {
        guard case .statistics(let measures) = plan.subject else {
            return binder.collect(try binder.fill(rule, in: nil, of: nil, named: nil)).value ?? .none
        }
        var fills: [Fill] = []
        for measure in measures where ![.clock, .count].contains(measure.result) {
            let metric = MetricCatalog.metric(measure.metric)
            guard
                let fill = binder.collect(
                    try binder.fill(rule, in: measure.columnUnit, of: metric, named: metric?.name ?? measure.name)
                ).value
            else { return .none }
            fills.append(fill)
        }
        let fill: Fill
        if let first = fills.first {
            fill = first
        } else {
            guard let only = binder.collect(try binder.fill(rule, in: nil, of: nil, named: nil)).value else { return .none }
            fill = only
        }
        if fills.contains(where: { $0 != fill }) {
            binder.report(
                .unevenFill, "the number after `fill` would be a different amount in each column", at: range,
                help: "give each measure its own clause, as in `(average spo2 fill 95%), (average heartRate fill 60)`")
        }
        guard fill == .zero || fill == .number(0) else { return fill }
        let readings = measures.filter { $0.style != nil && $0.style != .cumulative && $0.aggregate != .count && $0.aggregate != .duration }
        if let reading = readings.first { binder.reportZero(of: reading.metric.shortName, at: range) }
        return fill
    }

    /// Reports clauses about sources that have no effect.
    func noteSources(_ columns: [BoundColumn], _ plan: Plan) {
        let sums = columns.filter { $0.measure.aggregate == .sum && $0.measure.style == .cumulative }
        let isDiscreteMerged = context.rules.discreteMerge == .priority
        var merging = plan
        (merging.sourceRule, merging.splits) = (.merged, [])
        let isDecided = columns.contains { $0.measure.exclusiveValues(in: merging) != nil }
        if sums.isEmpty, !isDiscreteMerged, !isDecided {
            let raw = clauses.choices.sourceRule == .raw ? clause(.choice(.sources)) : nil
            for clause in clauses where clause.kind.word == .prefer || clause.range == raw?.range {
                binder.report(
                    .sourceChoiceWithoutEffect,
                    "`\(clause.kind.word == .prefer ? "prefer" : SourceRule.raw.phrase)` has no effect without a sum",
                    at: clause.range, help: "remove it",
                    note: "only sums and the duration of sleep merge sources; all other aggregates use all samples of all sources")
            }
        }
    }

    /// Returns the warning for a plan that adds all sources and whose sums turn out greater than merged ones.
    ///
    /// Nil if no two sources have samples at the same time.
    func overlapWarning(for plan: Plan) -> Diagnostic? {
        guard plan.sourceRule == .raw, let clause = clause(.choice(.sources)), case .statistics(let measures) = plan.subject else {
            return nil
        }
        for measure in measures where measure.aggregate == .sum {
            guard let summary = context.contents.metrics[measure.metric], Self.hasOverlap(summary, in: plan.range) else { continue }
            let names = summary.sources.compactMap { context.contents.sources[$0.source]?.name }.sorted()
            return Diagnostic(
                .overlappingRawSources,
                "several sources recorded \(measure.metric.shortName) at the same time (\(names.joined(separator: ", "))), "
                    + "so some samples count twice",
                at: clause.range, help: "remove `sources raw` to merge the sources")
        }
        return nil
    }

    /// Returns true if the time ranges of two sources overlap inside the range.
    private static func hasOverlap(_ summary: MetricSummary, in range: PlanRange) -> Bool {
        let spans = summary.sources.map { (max($0.firstStart, range.start), min($0.lastEnd, range.end)) }
            .filter { $0.0 < $0.1 }.sorted { $0.0 < $1.0 }
        return zip(spans, spans.dropFirst()).contains { $1.0 < $0.1 }
    }
}
