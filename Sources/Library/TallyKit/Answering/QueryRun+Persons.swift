import CalendarIntervals
import HealthModel
import QueryCompiler
import QueryDiagnostics
import QueryEngine
import QueryPlan
import QuerySyntax
import QueryVocabulary
import SampleStore
import TerminalText

/// Queries over a store of several people.
///
/// A query about one person is compiled and run on the view of this person, as if the store had nobody else. A query about several is
/// compiled once for each of their time zones.
extension QueryRun {
    func compiled(
        for persons: [Person], in context: CompilationContext, lastRows: BoundRows?
    ) throws -> CompiledQuery {
        // The conditions tell which people the query concerns.
        var context = context
        let probe = try compiledWithNames(&context, over: persons.map { try reader.view(of: $0.id) }, lastRows: lastRows)
        guard case .plan(let rows) = probe.outcome else { return refusingPlans(probe) }
        let plans = rows.pipeline.all.map(\.plan)
        let chosen = persons.filter { person in plans.contains { $0.concerns(person) } }
        let zones = QueryZones(persons, rows.zoneChoice, session: context.zone)
        if chosen.count == 1 {
            let view = try reader.view(of: chosen[0].id)
            var own = context
            own.zone = zones.zone(of: chosen[0])
            own.contents = try StoreContents(reading: view)
            (own.contents.mayGrow, own.contents.knownPersons) = (context.contents.mayGrow, context.contents.knownPersons)
            var run = self
            run.reader = view
            var compiled = try run.compiled(in: own, lastRows: lastRows)
            compiled.person = chosen[0].id
            return compiled
        }
        if let refusal = refusal(of: rows.pipeline.plan) { return refusing(probe, refusal) }
        let group = CohortCompiler(run: self, chosen.isEmpty ? persons : chosen, of: persons, zones: zones, lastRows: lastRows)
        var compiled = try group.compiled(in: context, metrics: Set(plans.flatMap(\.metrics)))
        guard case .plan(let bound) = compiled.outcome else { return compiled }
        compiled.diagnostics += infos(about: bound.pipeline.plan, zones)
        if chosen.isEmpty {
            compiled.diagnostics.append(
                Diagnostic(
                    .noPersonMatches, "no person matches the condition", at: conditionRange,
                    help: reader is AppView ? nil : "`show persons` lists the persons"))
        }
        return compiled
    }

    private var conditionRange: SourceRange {
        query.clauses.first { if case .predicate = $0.kind { true } else { false } }?.range ?? query.range
    }

    /// Returns what a query can do only for one person, as an error.
    private func refusal(of plan: Plan) -> Diagnostic? {
        let help = "choose one person with `where person is …`"
        if case .progress = query.source {
            return Diagnostic(
                .severalPersons, "`progress` shows the day of one person, but the store has several", at: query.range, help: help)
        }
        if let events = plan.events, !plan.splits.contains(.person(.id)) {
            let by = query.clauses.last { $0.kind.word == .by }
            // The rows of a list of times and of a record are not written as a key.
            if by == nil { return refusal(ofRows: events.words) }
            return Diagnostic(
                .severalPersons, "the rows of `\(events.words)` are intervals of one person, but the store has several",
                at: by?.range ?? query.range, help: "add `and person`, or \(help)",
                fix: by.map { Diagnostic.Fix([.init(SourceRange(at: $0.range.end), " and person")], keepsQuestion: false) })
        }
        return nil
    }

    private func refusal(ofRows words: String) -> Diagnostic {
        let isList = if case .times = query.source { true } else { false }
        return Diagnostic(
            .severalPersons, "the rows of `\(words)` are intervals of one person, but the store has several", at: query.range,
            help: "add `by person`, or choose one person with \(isList ? "`set person = …`" : "`where person is …`")")
    }

    private func refusing(_ compiled: CompiledQuery, _ refusal: Diagnostic) -> CompiledQuery {
        var refused = CompiledQuery()
        refused.diagnostics = compiled.diagnostics + [refusal]
        return refused
    }

    /// Refuses stages after `_` that ask the store again, because the last rows lack the plans of people.
    private func refusingPlans(_ compiled: CompiledQuery) -> CompiledQuery {
        guard case .continuation = compiled.outcome,
            let index = compiled.stages.firstIndex(where: { Pipeline(plan: .nothing, stages: [$0]).all.count > 1 })
        else { return compiled }
        let stage = compiled.stages[index]
        let offset = compiled.stageRanges.count - compiled.stages.count + index
        return refusing(
            compiled,
            Diagnostic(
                .severalPersons, "`\(stage.text)` can't follow `_` in a store of several persons",
                at: compiled.stageRanges.indices.contains(offset) ? compiled.stageRanges[offset] : query.range,
                help: "write the whole query, with this stage after it"))
    }

    // MARK: Infos

    private func infos(about plan: Plan, _ zones: QueryZones) -> [Diagnostic] {
        var infos: [Diagnostic] = []
        let count = plan.askedMembers.count
        let days = plan.cohort?.hasOwnDays == true ? Self.days(plan.cohort?.plans.count ?? 0) : nil
        if case .statistics = plan.subject, plan.events == nil, !plan.splits.contains(.person(.id)) {
            if count > 1 {
                infos.append(
                    Diagnostic(
                        .personsPooled, "the answer combines the samples of \(count) persons", at: query.range,
                        help: "for a row for each person, add `by person`", note: days))
            }
        } else if let days, zones.choice == .open {
            infos.append(Diagnostic(.daysOfPersons, days, at: query.range, help: "for the days of one zone, add `zone …`"))
        }
        return infos
    }

    private static func days(_ count: Int) -> String { "days are each person's own, in \(count) time zones" }

    /// Returns the finding about people without rows.
    func personFindings(about table: ResultTable) -> [Diagnostic] {
        table.header.findings.filter(\.isOfPeople).compactMap { $0.diagnostic(on: query, of: table.header.persons) }
    }
}

/// The time zones of people in a query.
struct QueryZones {
    let choice: BoundRows.ZoneChoice
    /// The zone of the session.
    private let session: Zone
    /// True if days are those of each person's zone.
    let areOwn: Bool

    /// - Parameter persons: all persons of the store.
    init(_ persons: [Person], _ choice: BoundRows.ZoneChoice, session: Zone) {
        (self.choice, self.session) = (choice, session)
        areOwn =
            switch choice {
            case .written: false
            case .persons: true
            case .open: Set(persons.map { $0.zone ?? session.identifier }).count > 1
            }
    }

    func zone(of person: Person) -> Zone { areOwn ? person.zone.flatMap(Zone.named) ?? session : session }
}

/// Compiles a query about several people.
struct CohortCompiler {
    private let run: QueryRun
    private let persons: [Person]
    private let isWholeStore: Bool
    private let lastRows: BoundRows?
    /// The distinct zones, and the zone of each person by its number.
    private let zones: [Zone]
    private let numbers: [Int]

    init(run: QueryRun, _ persons: [Person], of all: [Person], zones: QueryZones, lastRows: BoundRows?) {
        (self.run, self.persons, self.lastRows) = (run, persons, lastRows)
        isWholeStore = persons.count == all.count
        var known: [Zone] = []
        numbers = persons.map { person in
            let zone = zones.zone(of: person)
            if let number = known.firstIndex(of: zone) { return number }
            known.append(zone)
            return known.count - 1
        }
        self.zones = known
    }

    private var members: [Cohort.Member] { zip(persons, numbers).map { Cohort.Member($0, plan: $1) } }

    func compiled(in context: CompilationContext, metrics: Set<MetricID>) throws -> CompiledQuery {
        var context = context
        if !isWholeStore {
            context.contents.metrics = try summaries()
            context.contents.persons = persons
        }
        guard zones.count > 1 else {
            context.zone = zones[0]
            return joined(try settled(context, for: persons), [])
        }
        // Ranges without a start begin at the earliest local time of all people.
        let times = try localTimes(of: metrics, default: context.zone)
        let parts = try zones.enumerated().map { number, zone in
            var own = context
            own.zone = zone
            for (metric, local) in times {
                own.contents.metrics[metric] = local.moved { zone.instant(ofLocalMilliseconds: $0.milliseconds) }
            }
            return try settled(own, for: zip(persons, numbers).filter { $0.1 == number }.map(\.0))
        }
        if let failed = parts.first(where: \.hasFailed) { return failed }
        var whole = context
        // Rows are listed as soon as they have begun for the first person.
        whole.zone = zones.max { $0.localMilliseconds(at: context.now) < $1.localMilliseconds(at: context.now) } ?? context.zone
        whole.hasDaysOfPersons = true
        whole.contents.recordedTimes = times
        for (metric, local) in times { whole.contents.metrics[metric] = local }
        var compiled = run.compile(whole, lastRows)
        for question in compiled.wantsLaterSamples { whole.contents.laterSamples[question] = LaterSamples() }
        if !compiled.wantsLaterSamples.isEmpty { compiled = run.compile(whole, lastRows) }
        return joined(compiled, parts)
    }

    private func settled(_ context: CompilationContext, for persons: [Person]) throws -> CompiledQuery {
        try run.settled(context, over: persons.map { try run.reader.view(of: $0.id) }, lastRows: lastRows)
    }

    /// Returns the compiled query with the people in its plans.
    ///
    /// - Parameter parts: The query in each zone; empty if all people have the same days.
    private func joined(_ whole: CompiledQuery, _ parts: [CompiledQuery]) -> CompiledQuery {
        guard case .plan(let rows) = whole.outcome else { return whole }
        let zones = parts.isEmpty ? [rows.pipeline] : parts.compactMap(\.pipeline)
        var compiled = whole
        let pipeline = rows.pipeline.of(members, zones: zones)
        compiled.outcome = .plan(rows.with(pipeline))
        compiled.stages = pipeline.stages
        return compiled
    }

    // MARK: Contents

    /// Returns the summaries of all metrics over all people.
    private func summaries() throws -> [MetricID: MetricSummary] {
        var all: [MetricID: MetricSummary] = [:]
        for person in persons {
            for summary in try run.reader.view(of: person.id).metricSummaries() {
                all[summary.metric] = all[summary.metric]?.united(with: summary) ?? summary
            }
        }
        return all
    }

    /// Returns the local times of the samples of some metrics, as if in UTC.
    private func localTimes(of metrics: Set<MetricID>, default zone: Zone) throws -> [MetricID: MetricSummary] {
        var all: [MetricID: MetricSummary] = [:]
        for (person, number) in zip(persons, numbers) {
            let view = try run.reader.view(of: person.id)
            for metric in metrics {
                guard let summary = try view.metricSummary(of: metric) else { continue }
                let local = summary.moved { Instant(milliseconds: zones[number].localMilliseconds(at: $0)) }
                all[metric] = all[metric]?.united(with: local) ?? local
            }
        }
        return all
    }
}

extension MetricSummary {
    fileprivate func moved(_ move: (Instant) -> Instant) -> MetricSummary {
        var summary = self
        (summary.firstStart, summary.lastStart, summary.lastEnd) = (move(firstStart), move(lastStart), move(lastEnd))
        summary.sources = sources.map {
            BySource(source: $0.source, count: $0.count, firstStart: move($0.firstStart), lastEnd: move($0.lastEnd))
        }
        return summary
    }

    func united(with other: MetricSummary) -> MetricSummary {
        var summary = self
        summary.count += other.count
        summary.firstStart = min(firstStart, other.firstStart)
        summary.lastStart = max(lastStart, other.lastStart)
        summary.lastEnd = max(lastEnd, other.lastEnd)
        for part in other.sources {
            if let index = summary.sources.firstIndex(where: { $0.source == part.source }) {
                let known = summary.sources[index]
                summary.sources[index] = BySource(
                    source: part.source, count: known.count + part.count, firstStart: min(known.firstStart, part.firstStart),
                    lastEnd: max(known.lastEnd, part.lastEnd))
            } else {
                summary.sources.append(part)
            }
        }
        summary.sources.sort { $0.source < $1.source }
        return summary
    }
}

extension Plan {
    /// A plan without samples.
    fileprivate static var nothing: Plan {
        Plan(
            subject: .statistics([]), range: .unknown, grid: TimeGrid(whole: .unknown), zone: .utc, now: Instant(milliseconds: 0), text: "")
    }
}
