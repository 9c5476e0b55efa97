import ChartCode
import Explanations
package import HealthModel
package import QueryDiagnostics
import QueryEngine
package import QueryPlan
package import QuerySyntax
import QueryVocabulary
package import ResultRendering
import SQLCode
import SwiftCode
import TerminalText

/// Explains a query for the samples of a store. Only code of a chart runs it.
package struct PipelineExplanation {
    private let pipeline: Pipeline
    private let query: Query
    private let reader: any SampleSource
    /// The only person whom the query concerns, if the store has several.
    private let person: String?
    /// Runs the query, and draws its answer.
    private let drawing: () throws -> ResultDrawing

    package init(
        _ pipeline: Pipeline, of query: Query, reader: any SampleSource, person: String?, drawing: @escaping () throws -> ResultDrawing
    ) {
        self.pipeline = pipeline
        self.query = query
        self.reader = reader
        self.person = person
        self.drawing = drawing
    }

    /// The reason why a query cannot be explained in this form.
    package struct Refusal: Error {
        package let finding: Diagnostic
    }

    /// Returns lines, each with a line feed. Control characters in the data are made visible.
    package func text(as kind: QueryExplanation, width: Int) throws -> String {
        if let refusal = beyondOnePerson(kind) { throw Refusal(finding: refusal) }
        return switch kind {
        case .words: Self.text(ScreenText.wrapped(PlanWords(pipeline, sources: try sourceNames()).paragraph, to: width, keepsWords: true))
        case .buckets: Self.text(BucketTimeline(try QueryEngine.withEvents(pipeline.plan, over: reader)).lines(width: width))
        case .swift: try swift(.handler)
        case .swiftAsync: try swift(.async)
        case .swiftUpdates: try swift(.updates)
        case .chart: try chart()
        case .sql: try sql(.portable)
        case .sqlite: try sql(.sqlite)
        case .duckdb: try sql(.duckdb)
        case .clickhouse: try sql(.clickhouse)
        case .sparkSQL: try sql(.sparkSQL)
        }
    }

    /// The reason why a query about several people cannot be explained in this form; nil if it can.
    private func beyondOnePerson(_ kind: QueryExplanation) -> Diagnostic? {
        if kind.isSQL || kind == .chart { return nil }
        let isOfPersons = pipeline.plan.splits.contains(where: \.isOfPerson)
        guard let cohort = pipeline.plan.cohort else {
            guard isOfPersons, kind != .words, kind != .buckets else { return nil }
            return Diagnostic(
                .beyondHealthKit, "this form has the samples of one person, so it can't group by persons",
                at: query.clauses.first { $0.kind.word == .by }?.range ?? query.range, help: "leave out the key of persons")
        }
        switch kind {
        case .words: return nil
        case .buckets where !cohort.hasOwnDays: return nil
        default:
            return Diagnostic(
                .severalPersons, "this form explains a query about one person, but this query concerns \(cohort.members.count)",
                at: query.range, help: "choose one person with `where person is …`")
        }
    }

    private static func text(_ lines: [String]) -> String { lines.map { ScreenText.visible($0) + "\n" }.joined() }

    private func swift(_ form: HealthKitForm) throws -> String { Self.code(try healthKitCode(form).text) }

    private static func code(_ text: String) -> String {
        Self.text(text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init))
    }

    private func healthKitCode(_ form: HealthKitForm) throws -> HealthKitCode {
        if let refusal = beyondHealthKit { throw Refusal(finding: refusal) }
        let code = HealthKitCode(pipeline, ranks: try ranks(), form: form)
        guard !code.needsSeveralZones else {
            let zone = query.clauses.first { $0.kind.word == .zone }
            throw Refusal(
                finding: Diagnostic(
                    .zonesBeyondHealthKit, "HealthKit can't use a history of zones, because a `Calendar` has one time zone",
                    at: zone?.range ?? query.range, help: "explain the query with one zone, as in `zone Europe/Berlin`"))
        }
        return code
    }

    /// Returns the view that draws the answer. If HealthKit has no query for the rows, a comment says why.
    private func chart() throws -> String {
        let drawing = try drawing()
        let source: ChartCode.Source
        do {
            if let refusal = beyondOnePerson(.swiftAsync) { throw Refusal(finding: refusal) }
            let code = try healthKitCode(.async)
            let function = code.rows.map { rows in
                RowFunction(
                    name: rows.name, rowType: rows.rowType,
                    fields: rows.fields.map { measure, field in
                        ShownField(
                            column: measure.name, aggregate: measure.aggregate.name, field: field,
                            scale: drawing.scale(ofColumn: measure.name))
                    },
                    slots: rows.profile.map { RowFunction.Slots(field: $0.rawValue, names: drawing.slots(of: $0)) }, series: rows.source)
            }
            source = .healthKit(code, function)
        } catch let refusal as Refusal {
            source = .answer(reason: refusal.finding.message)
        }
        let code = ChartCode(drawing.drawn, size: drawing.size, of: pipeline.plan.text, source: source, hidesAxes: drawing.isSpark)
        let count = code.valueCount
        guard count <= ChartCode.greatestCount else {
            throw Refusal(
                finding: Diagnostic(
                    .tooManyChartRows, "code of a chart has up to \(ChartCode.greatestCount) values, and this chart has \(count)",
                    at: query.range, help: "use longer rows, such as `by day`, or a shorter range"))
        }
        return Self.code(code.text)
    }

    private var helpOnShares: String {
        pipeline.plan.countsSchedule
            ? "explain the number of doses: `explain swift count medicationDoses`"
            : "explain its two parts: `explain swift count …`, with and without the condition"
    }

    /// The reason why HealthKit has no query for times in zones and for laboratory results; nil for other metrics.
    private var recordsBeyondHealthKit: Diagnostic? {
        if let zones = pipeline.plan.metrics.first(where: { SampleField.all(of: $0).contains(.zone) }) {
            return Diagnostic(
                .beyondHealthKit,
                "`\(zones.shortName)` cannot be translated to HealthKit code: times in zones are in workouts, not in samples",
                at: query.range, help: "read `zoneGroupsByType` of each `HKWorkout`")
        }
        guard pipeline.plan.metrics.contains(where: { $0 == .labs || $0 == .textsOfLabs }) else { return nil }
        return Diagnostic(
            .beyondHealthKit,
            "HealthKit has laboratory results as clinical records, which are files in FHIR, and computes no statistics of them",
            at: query.range, help: "run the query in Tally, after `tally import` of an export of Health")
    }

    /// The clause that HealthKit's queries cannot express; nil if there is none.
    private var beyondHealthKit: Diagnostic? {
        func refusal(_ word: ClauseWord, _ reason: String) -> Diagnostic {
            Diagnostic(
                .beyondHealthKit, "`\(word.keyword)` cannot be translated to HealthKit code: \(reason)",
                at: query.clauses.first { $0.kind.word == word }?.range ?? query.range,
                help: "use `explain sql`, or explain the query without `\(word.keyword)`")
        }
        if let own = pipeline.plan.metrics.lazy.compactMap(OwnMetric.init).first {
            return Diagnostic(
                .beyondHealthKit, "HealthKit has no type for `\(own.name)`, because it is a metric of your own", at: query.range,
                help: "use `explain sql`")
        }
        if let refusal = recordsBeyondHealthKit { return refusal }
        if case .statistics(let measures) = pipeline.plan.subject, let share = measures.first(where: { $0.condition != nil }) {
            return Diagnostic(
                .beyondHealthKit, "`\(share.name)` cannot be translated to HealthKit code: HealthKit does not compute shares",
                at: query.range,
                help: helpOnShares)
        }
        if case .statistics(let measures) = pipeline.plan.subject,
            let other = measures.first(where: { $0.dependsOnPlatform(in: pipeline.plan.following($0)) }),
            pipeline.plan.rules.merging == .android
        {
            return Diagnostic(
                .beyondHealthKit, "`\(other.name)` cannot be translated to HealthKit code: HealthKit does not have the rules of Android",
                at: query.range, help: "use `set merging = apple` to explain the query by Apple's rules")
        }
        if case .statistics(let measures) = pipeline.plan.subject, let other = measures.first(where: \.readsParts) {
            return Diagnostic(
                .beyondHealthKit,
                "`\(other.name)` cannot be translated to HealthKit code: a HealthKit statistic does not read parts of samples",
                at: query.range, help: "explain another number of the samples: `explain swift \(other.wholeMeasure)`")
        }
        if case .statistics(let measures) = pipeline.plan.subject,
            let other = measures.first(where: { ![.value, .rowLength, .splitSpeed].contains($0.form) })
        {
            return Diagnostic(
                .beyondHealthKit, "`\(other.name)` cannot be translated to HealthKit code: a HealthKit statistic has no times of values",
                at: query.range,
                help: "explain the value alone: `explain swift \(other.aggregate.name) \(other.metric.shortName)`")
        }
        if let events = pipeline.plan.events {
            return Diagnostic(
                .beyondHealthKit,
                "`\(events.words)` cannot be translated to HealthKit code: HealthKit can group only by dates and sources",
                at: query.clauses.first { [.by, .window].contains($0.kind.word) }?.range ?? query.range,
                help: "explain the query with a period, as in `by day`")
        }
        if pipeline.plan.allRules.contains(where: { $0.intervals != nil }) {
            return refusal(.intervals, "a HealthKit query reads one type, and a predicate chooses whole samples without clipping them")
        }
        if let reason = pipeline.plan.nameBeyondHealthKit {
            return Diagnostic(
                .beyondHealthKit, "`where` cannot be translated to HealthKit code: \(reason)",
                at: query.clauses.first { $0.kind.word == .condition }?.range ?? query.range,
                help: "explain the query without this name")
        }
        let holds = pipeline.plan.allRules.contains { $0.holding != nil }
        return holds ? refusal(.holding, "HealthKit does not extend samples to the next one") : nil
    }

    private func sql(_ dialect: SQLDialect) throws -> String {
        let pipeline = try QueryEngine.withEvents(pipeline, over: reader)
        var facts = try SQLStoreFacts(for: pipeline, in: reader) { metric, plan, source in
            try SourceRanking.presentRanks(of: metric, in: source, preferred: plan.preferredSources)
                .map { SourceRank(source: $0.source, isHandEntered: $0.isHandEntered) }
        }
        if reader.head != nil {
            facts.takeRowsAsSamples()
        } else {
            try facts.addFactsAboutSamples(for: pipeline, in: reader)
        }
        if let person { facts.persons = [person] }
        do {
            return try SQLText(pipeline, facts: facts, dialect: dialect).text()
        } catch let refusal {
            throw Refusal(finding: Diagnostic(refusal.code, refusal.reason, at: refusal.range(in: query), help: refusal.help))
        }
    }

    /// Returns the names of the sources of each metric, with the highest priority first.
    private func sourceNames() throws -> [MetricID: [String]] {
        guard case .statistics(let measures) = pipeline.plan.subject else { return [:] }
        guard pipeline.plan.cohort == nil else { return [:] }
        let all = try reader.sources()
        var names: [MetricID: [String]] = [:]
        for metric in Set(measures.map(\.metric)) {
            names[metric] = try SourceRanking(of: metric, in: reader, preferred: pipeline.plan.preferredSources).entries
                .filter { $0.firstStart != nil }.map { all[$0.id]?.name ?? "" }
        }
        return names
    }

    /// Returns the ranks of the sources of each merged metric, with the highest priority first.
    private func ranks() throws -> [MetricID: [SourceRank]] {
        let plan = pipeline.plan
        guard case .statistics(let measures) = plan.subject else { return [:] }
        var ranks: [MetricID: [SourceRank]] = [:]
        let merged = measures.filter { measure in
            let plan = plan.following(measure)
            return plan.sourceRule == .merged && measure.aggregate == .sum
        }
        for metric in plan.decidedMetrics.union(merged.map(\.metric)) {
            ranks[metric] = try SourceRanking.presentRanks(of: metric, in: reader, preferred: plan.preferredSources)
                .map { SourceRank(source: $0.source, isHandEntered: $0.isHandEntered) }
        }
        return ranks
    }
}

extension SQLRefusal {
    fileprivate var code: DiagnosticCode {
        switch part {
        case .stage: .stageBeyondSQL
        case .length: .statementTooLong
        case .subject, .by, .zone, .condition, .sources: .beyondSQLTable
        }
    }

    /// Returns the source range of the affected clause, or of the whole query if the clause is from a name.
    fileprivate func range(in query: Query) -> SourceRange {
        let clause = query.clauses.first { clause in
            switch (part, clause.kind.word) {
            case (.by, .by), (.zone, .zone), (.condition, .condition), (.sources, .choice(.sources)), (.sources, .prefer): true
            default: false
            }
        }
        if case .stage(let index) = part, query.stages.indices.contains(index) { return query.stages[index].range }
        return clause?.range ?? query.range
    }
}

extension QueryPlan.Measure {
    /// True if it reads parts of samples: heartbeats, or the points of routes.
    fileprivate var readsParts: Bool { aggregate.needsBeats || climb != nil }
    /// A measure of the same samples without their parts.
    fileprivate var wholeMeasure: String { climb == nil ? "average \(metric.shortName)" : "duration workouts" }
}
