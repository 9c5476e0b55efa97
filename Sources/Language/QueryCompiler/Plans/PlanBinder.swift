import QueryVocabulary
import CalendarIntervals
import QueryDiagnostics
import HealthModel
import QueryPlan
import QuerySyntax

/// The plan of a query, and what it was laid out by.
struct BoundQuery {
    var plan: Plan
    var frame: QueryFrame
    /// What `progress` makes of the rows of the plan.
    var dayView: DayView?
}

/// Makes the plan of one query from its source and its clauses.
struct PlanBinder {
    let context: CompilationContext
    let clauses: [Clause]
    /// Whether samples after now are left out: a stage asks how things stand now.
    var leavesOutLater = false

    func clause(_ word: ClauseWord) -> Clause? { clauses.last { $0.kind.word == word } }

    func bind(_ source: QuerySource, _ binder: inout Binder) -> BoundQuery? {
        switch source {
        case .measures(let measures): return bindStatistics(measures, &binder)
        case .samples(let reference): return bindSamples(reference, &binder)
        case .progress(let measure, let word): return bindProgress(measure, at: word, &binder)
        case .summaries(let range): return bindSummaries(range, &binder)
        case .lastResult: return nil
        }
    }

    /// The sum of a cumulative metric in one bucket.
    func bind(sumOf reference: MetricReference, _ binder: inout Binder) -> BoundQuery? {
        guard let metric = binder.metric(reference) else { return nil }
        let measured = MeasuredMetric(info: metric)
        refuse([.sources, .assign, .fill, .partial], because: "an overlap is what merging shares out", &binder)
        if case .by(let keys)? = clause(.by)?.kind {
            for key in keys {
                switch key.kind {
                case .interval, .profile, .source: break
                case .device, .metadata:
                    binder.report(
                        .misplacedClause, "an overlap is between sources, so it has no rows by device or metadata", at: key.range,
                        help: "write a period, a profile or `source` after `by`")
                }
            }
        }
        guard measured.nature(binder.context.styles) == .cumulative else {
            binder.report(
                .sumOfDiscrete, "`show overlap` needs a metric with a total, and \(metric.shortName) has none", at: reference.range,
                help: "ask for a cumulative metric, such as steps")
            return nil
        }
        let column = QueryPlan.Measure(
            metric: metric.id, aggregate: .sum, style: .cumulative, storageUnit: metric.storageUnit, unit: binder.displayUnit(of: metric),
            name: "sum")
        return bindStatistics([BoundColumn(measure: column, metric: metric, range: reference.range)], &binder)
    }

    // MARK: The three kinds of query

    private func bindStatistics(_ measures: [QuerySyntax.Measure], _ binder: inout Binder) -> BoundQuery? {
        bindStatistics(MeasureBinder().bind(measures, &binder), &binder)
    }

    private func bindStatistics(_ columns: [BoundColumn]?, _ binder: inout Binder) -> BoundQuery? {
        refuseClauses(foreignTo: .statistics, &binder) {
            $0 == .against ? "only `progress` has a typical day" : "only `samples of …` has one"
        }
        guard var frame = frame(for: (columns ?? []).map(\.metric), &binder) else { return nil }
        guard let columns, !refuseKeyNames(columns, frame.keys, &binder) else { return nil }
        // Bare numbers in conditions are in the unit that the values are shown in.
        let single = Set(columns.map(\.metric)).count == 1 ? columns.first : nil
        let shown = columns.first { $0.measure.aggregate != .count && $0.measure.aggregate != .duration }?.measure.unit
        let predicate = predicate(
            metric: single?.metric, unit: single.flatMap { shown ?? binder.displayUnit(of: $0.metric) }, frame, &binder)
        frame.later.predicate = predicate
        guard let grid = frame.grid(&binder) else { return nil }
        var plan = Plan(
            subject: .statistics(columns.map(\.measure)), range: frame.bound.range, grid: grid, zone: frame.zone,
            now: context.now, text: "")
        plan.splits = frame.keys.splits
        plan.predicate = predicate
        apply(to: &plan, frame, &binder)
        noteSources(columns, &plan, &binder)
        noteLaterSamples(columns.map(\.metric), frame, &binder)
        noteFirstSamples(columns, plan, frame, &binder)
        return BoundQuery(plan: plan, frame: frame)
    }

    /// Reports the columns that have the name of a key, and returns whether there are any.
    private func refuseKeyNames(_ columns: [BoundColumn], _ keys: BoundKeys, _ binder: inout Binder) -> Bool {
        let names = Set(keys.splits.map(\.name) + keys.profiles.map(\.rawValue))
        let taken = columns.filter { names.contains($0.measure.name) }
        for column in taken {
            binder.report(
                .duplicateColumn, "a key and a column would both be named `\(column.measure.name)`", at: column.range,
                help: "name the column: `called otherName`")
        }
        return !taken.isEmpty
    }

    private func bindSamples(_ reference: MetricReference, _ binder: inout Binder) -> BoundQuery? {
        refuseClauses(foreignTo: .samples, &binder) { _ in "samples are listed, not computed" }
        guard let metric = binder.metric(reference) else { return nil }
        binder.noteMissing(metric, at: reference.range)
        guard var frame = frame(for: [metric], &binder) else { return nil }
        let unit = binder.displayUnit(of: metric)
        var listing = SampleListing(metric: metric.id, part: metric.part, storageUnit: metric.storageUnit, unit: unit)
        if case .order(let order)? = clause(.order)?.kind { listing.isNewestFirst = order == .newest }
        var plan = Plan(
            subject: .samples(listing), range: frame.bound.range, grid: TimeGrid(whole: frame.bound.range), zone: frame.zone,
            now: context.now, text: "")
        plan.predicate = predicate(metric: metric, unit: unit, frame, &binder)
        frame.later.predicate = plan.predicate
        if case .limit(let count)? = clause(.limit)?.kind { plan.limit = binder.integer(count) }
        apply(to: &plan, frame, &binder)
        noteLaterSamples([metric], frame, &binder)
        return BoundQuery(plan: plan, frame: frame)
    }

    private func bindSummaries(_ range: SourceRange, _ binder: inout Binder) -> BoundQuery? {
        refuseClauses(foreignTo: .summaries, &binder) { _ in "summaries are one row a day as they were recorded" }
        guard let frame = frame(for: [], &binder) else { return nil }
        var plan = Plan(
            subject: .summaries, range: frame.bound.range, grid: TimeGrid(whole: frame.bound.range), zone: frame.zone,
            now: context.now, text: "")
        if case .limit(let count)? = clause(.limit)?.kind { plan.limit = binder.integer(count) }
        return BoundQuery(plan: plan, frame: frame)
    }

    func refuse(_ words: [ClauseWord], because reason: String, _ binder: inout Binder) {
        for clause in clauses where words.contains(clause.kind.word) { refuse(clause, because: reason, &binder) }
    }

    /// Refuses the clauses that a query of this kind does not take.
    func refuseClauses(foreignTo kind: QueryKind, _ binder: inout Binder, because reason: (ClauseWord) -> String) {
        for clause in clauses where !clause.kind.word.belongs(to: kind) { refuse(clause, because: reason(clause.kind.word), &binder) }
    }

    private func refuse(_ clause: Clause, because reason: String, _ binder: inout Binder) {
        binder.report(
            .misplacedClause, "`\(clause.kind.word.keyword)` has no place here: \(reason)", at: clause.keywordRange,
            help: clause.kind.word == .limit ? "limit the rows with a stage: `| limit 5`" : "leave the clause out")
    }

    // MARK: Time

    func frame(for metrics: [MetricInfo], _ binder: inout Binder) -> QueryFrame? {
        guard let (zone, usesSampleZones) = zone(&binder) else { return nil }
        let floatingZone = usesSampleZones ? zone : nil
        let now = floatingZone.map { Instant(milliseconds: $0.localMilliseconds(at: context.now)) } ?? context.now
        var calendar = PeriodCalendar(
            zone: usesSampleZones ? .utc : zone, now: now, rule: AnchorRule(weekStart: context.weekStart))
        // The first look at the keys only serves `starting monday`, which the anchor may overrule.
        let by = clause(.by)
        let keys = BoundKeys(by, times: TimeResolver(calendar: calendar, floatingZone: floatingZone), &binder)
        if let weekStart = keys.weekStart { calendar.rule.weekStart = weekStart }
        calendar.interval = keys.interval
        var written: AnchorBinder.Written?
        let anchor = clause(.anchor)
        if case .anchor(let phrase)? = anchor?.kind {
            guard let applied = AnchorBinder().apply(phrase, to: &calendar, floatingZone: floatingZone, &binder) else { return nil }
            written = applied
        }
        let times = TimeResolver(calendar: calendar, floatingZone: floatingZone)
        let ranges: [(clause: RangeClause, range: SourceRange)] = clauses.compactMap {
            guard case .range(let range) = $0.kind else { return nil }
            return (range, $0.range)
        }
        let held = Set(metrics.map(\.id)).filter { context.contents.metrics[$0] != nil }
        if usesSampleZones, !ranges.contains(where: { $0.clause.hasStart }) {
            binder.wantsRecordedTimes = Set(held).subtracting(context.contents.recordedTimes.keys)
        }
        let summaries = held.compactMap { (usesSampleZones ? context.contents.recordedTimes[$0] : nil) ?? context.contents.metrics[$0] }
        let extent = RangeBinder.DataExtent(summaries)
        guard var bound = RangeBinder(times: times, extent: extent).bind(ranges, &binder) else { return nil }
        var edges = EdgeRule.clip
        if case .edges(let rule)? = clause(.edges)?.kind { edges = rule }
        let later = LaterSampleFinder(
            metrics: Array(Set(metrics)), edges: edges, zone: zone, weekStart: calendar.rule.weekStart,
            usesSampleZones: usesSampleZones, now: now)
        if leavesOutLater, bound.range.limit > now, later.mayFindAny(binder) { bound.endAtNow(now) }
        if let written, let anchor {
            AnchorBinder().reportIdleFields(
                of: written, interval: keys.interval, millisecondOfDay: calendar.rule.millisecondOfDay,
                hasProfiles: !keys.profiles.isEmpty, rangeNeeds: bound.anchorFields, at: anchor.range, &binder)
        }
        var grid = BucketGrid.elapsed
        if case .grid(let rule)? = clause(.grid)?.kind { grid = rule }
        var weekdayRange: SourceRange?
        if case .weekday? = written { weekdayRange = anchor?.range } else if keys.interval?.period == .week { weekdayRange = by?.range }
        return QueryFrame(
            zone: zone, usesSampleZones: usesSampleZones, times: times, keys: keys, bound: bound,
            asked: bound.range, rangePhrase: RangePhrase(ranges.map(\.clause), &binder), bucketGrid: grid,
            anchorText: anchor.flatMap(anchorText),
            byRange: by?.range ?? clauses.first?.range ?? SourceRange(at: 0), weekdayRange: weekdayRange,
            firstSample: extent?.firstStart,
            firstSamples: Dictionary(
                uniqueKeysWithValues: held.compactMap { metric in
                    let recorded = context.contents.recordedTimes[metric]?.firstStart
                    let first = context.contents.metrics[metric].map { times.place($0.firstStart) }
                    return ((usesSampleZones ? recorded : nil) ?? first).map { (metric, $0) }
                }), later: later)
    }

    private func anchorText(_ clause: Clause) -> String? {
        guard case .anchor(let anchor) = clause.kind else { return nil }
        return QueryFormatter.text(of: anchor)
    }

    /// Returns the query's zone, and whether samples stand in their own; nil after a report.
    private func zone(_ binder: inout Binder) -> (Zone, Bool)? {
        guard case .zone(let phrase)? = clause(.zone)?.kind else { return (context.zone, false) }
        switch phrase {
        case .local: return (context.zone, false)
        case .utc: return (.utc, false)
        case .sample: return (context.zone, true)
        case .named(let written):
            let range = written.range
            let followed: String? = binder.following(written) { _, value in
                switch value {
                case .literal(.texts(let texts)): texts.first?.value
                case .unit(let written): written.text
                case .query(let query): query.aliasedName?.text
                default: nil
                }
            }
            let name = followed ?? written.text
            if let zone = Zone.named(name) { return (zone, false) }
            let suggestion = ZoneSuggestion.best(for: name)
            binder.report(
                .unknownZone, "there is no time zone `\(name)`", at: range,
                help: "zones are named Area/City, as in Europe/Berlin; see `show zones`", fix: .spelling(suggestion, at: range))
            return nil
        }
    }

    // MARK: The other clauses

    func predicate(metric: MetricInfo?, unit: HealthUnit?, _ frame: QueryFrame, _ binder: inout Binder) -> QueryPlan.Predicate? {
        let predicates = PredicateBinder(
            times: frame.times, weekStart: frame.times.calendar.rule.weekStart, metric: metric, unit: unit)
        let bound = clauses.compactMap { clause -> QueryPlan.Predicate? in
            guard case .predicate(let predicate) = clause.kind else { return nil }
            return predicates.bind(predicate, &binder)
        }
        return bound.count > 1 ? .all(bound) : bound.first
    }

    func apply(to plan: inout Plan, _ frame: QueryFrame, _ binder: inout Binder) {
        plan.usesSampleZones = frame.usesSampleZones
        plan.weekStart = frame.times.calendar.rule.weekStart
        plan.rules = context.rules
        if case .open = frame.rangePhrase {} else { plan.cutsStart = true }
        for clause in clauses {
            switch clause.kind {
            case .range(.span(let span)) where span.isAllTime: break
            case .range: plan.cutsEnd = true
            case .edges(let rule): plan.edges = rule
            case .assign(let rule): plan.assignment = rule
            case .sources(let rule): plan.sourceRule = rule
            case .prefer(let operands):
                let names = operands.compactMap { operand in
                    let name = binder.text(operand)
                    if let name { binder.noteUnknownSources([name], of: nil, at: operand.range) }
                    return name
                }
                plan.preferredSources = names.map(Source.fold)
            case .partial(let rule): plan.partial = rule
            case .fill(let rule): plan.fill = fill(rule, plan, at: clause.range, &binder)
            case .by, .anchor, .zone, .predicate, .grid, .against, .limit, .order: break
            }
        }
        if plan.sourceRule == .separate, !plan.splits.contains(.source) { plan.splits.append(.source) }
        if plan.splits.contains(.source) { plan.sourceRule = .separate }
    }

    private func fill(_ rule: FillRule, _ plan: Plan, at range: SourceRange, _ binder: inout Binder) -> Fill {
        guard let fill = binder.fill(rule) else { return .none }
        guard case .statistics(let measures) = plan.subject, fill == .zero || fill == .number(0) else { return fill }
        let readings = measures.filter { $0.style != nil && $0.style != .cumulative && $0.aggregate != .count && $0.aggregate != .duration }
        if let reading = readings.first { binder.reportZero(of: reading.metric.shortName, at: range) }
        return fill
    }

    /// Says what the choice of sources does, or that it does nothing.
    func noteSources(_ columns: [BoundColumn], _ plan: inout Plan, _ binder: inout Binder) {
        let sums = columns.filter { $0.measure.aggregate == .sum && $0.measure.style == .cumulative }
        let isDiscreteMerged = context.rules.discreteMerge == .priority
        var merging = plan
        (merging.sourceRule, merging.splits) = (.merged, [])
        let isDecided = columns.contains { $0.measure.exclusiveValues(in: merging) != nil }
        if sums.isEmpty, !isDiscreteMerged, !isDecided {
            for clause in clauses {
                switch clause.kind {
                case .sources(.raw), .prefer:
                    binder.report(
                        .sourceChoiceWithoutEffect,
                        "`\(clause.kind.word == .prefer ? "prefer" : "sources raw")` has no effect without a sum",
                        at: clause.range, help: "leave it out",
                        note: "only sums and the duration of sleep are merged; everything else uses all samples of all sources")
                default: break
                }
            }
        }
    }

    /// What to say where the sums of `plan`, which adds all sources, turn out greater than merged ones; nil where no two sources meet.
    func overlapWarning(for plan: Plan) -> Diagnostic? {
        guard plan.sourceRule == .raw, let clause = clause(.sources), case .statistics(let measures) = plan.subject else { return nil }
        for measure in measures where measure.aggregate == .sum {
            guard let summary = context.contents.metrics[measure.metric], Self.hasOverlap(summary, in: plan.range) else { continue }
            let names = summary.sources.compactMap { context.contents.sources[$0.source]?.name }.sorted()
            return Diagnostic(
                .overlappingRawSources,
                "\(measure.metric.shortName) comes from several sources at once (\(names.joined(separator: ", "))): what two of them recorded counts twice",
                at: clause.range, help: "leave `sources raw` out to merge them")
        }
        return nil
    }

    /// Whether two sources have samples in the same stretch of the range.
    private static func hasOverlap(_ summary: MetricSummary, in range: PlanRange) -> Bool {
        let spans = summary.sources.map { (max($0.firstStart, range.start), min($0.lastEnd, range.end)) }
            .filter { $0.0 < $0.1 }.sorted { $0.0 < $1.0 }
        return zip(spans, spans.dropFirst()).contains { $1.0 < $0.1 }
    }
}
