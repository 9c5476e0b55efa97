import QueryVocabulary
import CalendarIntervals
package import HealthModel
package import QueryPlan

/// A query as Swift code for HealthKit: one complete function for each metric.
///
/// What HealthKit can compute itself is an `HKStatisticsCollectionQuery`, or an `HKStatisticsQuery` where there is no `by`. Where the query
/// goes beyond it, the code reads samples and computes in Swift, and a comment names the clauses responsible.
package struct HealthKitCode: Sendable {
    private let plan: Plan
    private let stages: [PlanStage]
    /// The sources of each metric that is merged, best first.
    private let ranks: [MetricID: [SourceRank]]

    package init(_ pipeline: Pipeline, ranks: [MetricID: [SourceRank]]) {
        plan = pipeline.plan
        stages = pipeline.stages
        self.ranks = ranks
    }

    /// Source text that compiles by itself; every line ends in a newline.
    package var text: String {
        var code = SwiftWriter()
        code.add("import Foundation")
        code.add("import HealthKit")
        code.add("")
        code.comment(plan.text.isEmpty ? "A query of Tally." : plan.text)
        if !stages.isEmpty {
            code.add("//")
            code.comment("HealthKit has nothing like `\(stages[0].text)`: go on with the rows that come back.")
        }
        switch plan.subject {
        case .statistics(let measures):
            let groups = measures.map { [$0.metric.identifier, $0.part?.name] }
            for group in groups.uniqued {
                let own = zip(measures, groups).filter { $0.1 == group }.map(\.0)
                code.add("")
                MetricFunction(plan, own, ranks: ranks[own[0].metric] ?? []).write(&code)
            }
        case .samples(let listing):
            code.add("")
            ListingFunction(plan, listing).write(&code)
        case .summaries:
            code.add("")
            SummariesFunction(plan).write(&code)
        }
        return code.text
    }
}

extension Sequence where Element: Hashable {
    /// Each element once, in the order of its first occurrence.
    var uniqued: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

/// The function for the measures of one metric.
struct MetricFunction {
    let plan: Plan
    let measures: [Measure]
    /// The metric's sources, best first.
    let ranks: [SourceRank]
    let kind: SampleKind
    let predicate: HealthKitPredicate
    /// The values that sources can contradict each other about (S6.6); nil where samples are taken as they are.
    let exclusiveValues: ClosedRange<Int>?
    let buckets: HealthKitBuckets
    let title: String
    /// The fields of a row that hold the measures.
    let fields: [String]

    init(_ plan: Plan, _ measures: [Measure], ranks: [SourceRank]) {
        self.plan = plan
        self.measures = measures
        self.ranks = ranks
        let metric = measures[0].metric
        kind = SampleKind(metric, storageUnit: measures.compactMap(\.storageUnit).first)
        exclusiveValues = measures.compactMap { $0.exclusiveValues(in: plan) }.first
        let condition = plan.predicate(for: measures[0].part)
        predicate = HealthKitPredicate(exclusiveValues.flatMap { condition?.orHasSay(of: $0) } ?? condition, kind: kind)
        buckets = HealthKitBuckets(plan: plan)
        let aggregates = measures.map { $0.aggregate.name }.uniqued
        title = SwiftText.identifier(
            aggregates[0] + (aggregates.dropFirst() + [measures[0].part?.name ?? metric.shortName]).map(\.capitalizedFirst).joined())
        var taken = Set(["start", "end"]).union(plan.grid.profiles.map(\.rawValue)).union(plan.splits.map(Self.field))
        fields = measures.map { measure in
            var field = SwiftText.identifier(measure.name)
            while !taken.insert(field).inserted { field += "_" }
            return field
        }
    }

    var rowType: String { title.capitalizedFirst + "Row" }

    static func field(_ split: SplitKey) -> String {
        switch split {
        case .source: "source"
        case .device: "device"
        case .metadata(let key): SwiftText.identifier("metadata_" + key)
        }
    }

    /// What HealthKit's statistics cannot do, each clause with its reason; empty where they can do all of it.
    var obstacles: [String] {
        var found: [String] = []
        if !kind.isQuantity { found.append("\(measures[0].metric.shortName): statistics are for quantity types only") }
        for aggregate in measures.map(\.aggregate).uniqued where aggregate.statisticsOption == nil {
            found.append("`\(aggregate.name)`: HealthKit does not compute it")
        }
        if !plan.grid.profiles.isEmpty {
            found.append("`by \(plan.grid.profiles.map(\.phrase).joined(separator: ", "))`: only intervals are known")
        }
        for split in plan.splits where split != .source { found.append("`by \(split.name)`: only sources are kept apart") }
        if plan.grid.schedule.map(buckets.keepsClock) == true {
            found.append("`grid clock`: hours are elapsed time there")
        }
        if plan.usesSampleZones { found.append("`zone sample`: a query has one time zone") }
        if plan.assignment != .share, plan.grid.intervalText != nil {
            found.append("`assign by \(plan.assignment.rawValue)`: samples are always shared")
        }
        let isMerged = measures.contains { $0.aggregate == .sum }
        if plan.sourceRule == .raw, isMerged { found.append("`sources raw`: HealthKit always merges, or separates") }
        if !plan.preferredSources.isEmpty, isMerged { found.append("`prefer`: the order of sources is set in the Health app") }
        return found + predicate.reasons
    }

    /// What HealthKit's numbers differ in from Tally's although the query is the same.
    private var differences: [String] {
        var found: [String] = []
        let hasRaggedEnds = plan.grid.intervalText == nil || isRagged
        if plan.edges == .clip, hasRaggedEnds, !plan.range.isUnknown {
            found.append(
                plan.grid.intervalText == nil
                    ? "HealthKit counts samples that cross an end of the range whole; Tally counts the part inside, unless `edges overlap` says so."
                    : "The range begins or ends inside an interval: there HealthKit counts whole samples that cross the end, and what they "
                        + "left in the rest of the interval; Tally counts the part inside, unless `edges overlap` says so.")
        }
        if measures.contains(where: { $0.aggregate == .sum }), plan.sourceRule == .merged {
            found.append("Sources are merged in the order that the Health app has, which may differ from Tally's.")
        }
        switch plan.fill {
        case .previous: found.append("`fill previous` is left to you.")
        case .linear: found.append("`fill linear` is left to you.")
        case .none, .null, .omit, .zero, .number: break
        }
        return found
    }

    private var isRagged: Bool {
        guard let first = plan.grid.edges.first, let last = plan.grid.edges.last else { return false }
        return plan.range.start.milliseconds != first || plan.range.end.milliseconds < last
    }

    func write(_ code: inout SwiftWriter) {
        let obstacles = obstacles
        writeRow(&code)
        code.add("")
        if obstacles.isEmpty {
            let query = plan.grid.intervalText == nil ? "HKStatisticsQuery" : "HKStatisticsCollectionQuery"
            code.comment("Passes the rows on, or the error. HealthKit computes them: \(query).", marker: "///")
            for difference in differences {
                code.add("///")
                code.comment(difference, marker: "///")
            }
        } else {
            code.comment(
                "Passes the rows on, or the error. They are computed of samples, as HealthKit's statistics cannot do this:", marker: "///")
            for obstacle in obstacles { code.comment("- \(obstacle)", marker: "///") }
        }
        code.add("///")
        code.comment("Ask for permission to read \(measures[0].metric.identifier) before.", marker: "///")
        writeSignature(named: title, row: rowType, &code) { body in
            buckets.declareRange(needsCalendar: predicate.needsCalendar, &body)
            if let schedule = plan.grid.schedule { buckets.declareAnchor(of: schedule, &body) }
            body.add("")
            writeWithSources(&body) { inner in
                writePredicate(&inner)
                obstacles.isEmpty ? writeStatistics(&inner) : SampleFunction(self).write(&inner)
            }
        }
    }

    private func writeRow(_ code: inout SwiftWriter) {
        code.block("struct \(rowType): Sendable {") { body in
            if plan.grid.hasTimeKey || plan.grid.profiles.isEmpty { body.add("let start: Date\nlet end: Date") }
            for profile in plan.grid.profiles {
                if profile == .weekday { body.add("/// 0 is Monday.") }
                body.add("let \(profile.rawValue): Int")
            }
            for split in plan.splits { body.add("let \(Self.field(split)): String") }
            for (measure, field) in zip(measures, fields) {
                let unit = measure.unit.map { "In \($0.symbol). " } ?? ""
                body.comment("\(unit)\(measure.aggregate == .count ? "Never nil." : "Nil without samples, which is not 0.")", marker: "///")
                body.add("let \(field): Double?")
            }
        }
    }

    /// HealthKit tests sources by what they are, not by their names: these are looked up first where a condition asks for them.
    private func writeWithSources(_ code: inout SwiftWriter, _ body: (inout SwiftWriter) -> Void) {
        guard predicate.usesSources else { return body(&code) }
        code.block(
            "let sourceQuery = HKSourceQuery(sampleType: \(kind.type), samplePredicate: nil) { _, sources, error in"
        ) {
            $0.add("guard let sources else { return completion(nil, error) }")
            body(&$0)
        }
        code.add("store.execute(sourceQuery)")
    }

    private func writePredicate(_ code: inout SwiftWriter) { RangePredicate(plan).write(predicate.store, &code) }

    // MARK: Statistics

    private func writeStatistics(_ code: inout SwiftWriter) {
        var options = measures.map(\.aggregate).uniqued.compactMap(\.statisticsOption?.option)
        let isSeparate = plan.splits.contains(.source)
        if isSeparate { options.append(".separateBySource") }
        code.add("let options: HKStatisticsOptions = [\(options.joined(separator: ", "))]")
        if let schedule = plan.grid.schedule {
            let (component, count) = HealthKitBuckets.step(schedule.interval)
            code.add("// Apple does not say whose calendar counts the days: the components carry theirs.")
            code.add("let interval = DateComponents(calendar: calendar, timeZone: timeZone, \(component): \(count))")
            code.add("let query = HKStatisticsCollectionQuery(")
            code.add("    quantityType: \(kind.type), quantitySamplePredicate: predicate, options: options,")
            code.add("    anchorDate: anchorDate, intervalComponents: interval)")
            code.block("query.initialResultsHandler = { _, collection, error in") { handler in
                handler.add("guard let collection else { return completion(nil, error) }")
                handler.add("var rows: [\(rowType)] = []")
                if buckets.mayBeLater {
                    handler.add(
                        "// The interval that holds the last date is enumerated too. Those to come are wanted up to the last sample.")
                    handler.add("let reached = max(Date(), collection.statistics().last?.startDate ?? start)")
                } else {
                    handler.add("// The interval that holds the last date is enumerated too, and those to come are not wanted.")
                }
                let reached = buckets.mayBeLater ? "reached" : "Date()"
                handler.add("let last = min(end.addingTimeInterval(-0.001), \(reached))")
                handler.block("collection.enumerateStatistics(from: start, to: last) { statistics, _ in") {
                    if plan.partial == .drop {
                        $0.add("guard statistics.startDate >= start, statistics.endDate <= min(end, Date()) else { return }")
                    }
                    writeRows(from: "statistics.startDate", to: "statistics.endDate", sources: "collection.sources()", &$0)
                }
                handler.add("completion(\(answer), nil)")
            }
        } else {
            code.add("let query = HKStatisticsQuery(")
            code.block(
                "    quantityType: \(kind.type), quantitySamplePredicate: predicate, options: options\n) { _, statistics, error in"
            ) { handler in
                handler.add("// Without samples there is an error of its own, and no statistics.")
                handler.add("let isEmpty = (error as? HKError)?.code == .errorNoData")
                handler.add("guard statistics != nil || isEmpty else { return completion(nil, error) }")
                buckets.dropRunningRange(&handler)
                handler.add("var rows: [\(rowType)] = []")
                writeRows(from: "start", to: "end", sources: "statistics?.sources ?? []", optional: "?", &handler)
                handler.add("completion(\(answer), nil)")
            }
        }
        code.add("store.execute(query)")
    }

    private func writeRows(from start: String, to end: String, sources: String, optional: String = "", _ code: inout SwiftWriter) {
        let isSeparate = plan.splits.contains(.source)
        func row(_ code: inout SwiftWriter) {
            var arguments = ["start: \(start)", "end: \(end)"]
            if isSeparate { arguments.append("source: source.name") }
            for (measure, field) in zip(measures, fields) {
                let method = measure.aggregate.statisticsOption?.method ?? ""
                let unit = HealthKitPredicate.unit(measure.unit?.symbol ?? "count")
                let quantity = "statistics\(optional).\(method)(\(isSeparate ? "for: source" : ""))"
                arguments.append("\(field): \(quantity)?.doubleValue(for: \(unit))\(fallback)")
            }
            code.add("// No samples, no quantity: nil is not 0.")
            code.block("rows.append(\(rowType)(", closing: "))") { $0.add(arguments.joined(separator: ",\n")) }
        }
        guard isSeparate else { return row(&code) }
        code.block("for source in (\(sources)).sorted(by: { $0.name < $1.name }) {") { row(&$0) }
    }

    /// The rows that are passed on.
    var answer: String {
        guard plan.fill == .omit else { return "rows" }
        let tests = zip(measures, fields).map { $0.aggregate == .count ? "($0.\($1) ?? 0) != 0" : "$0.\($1) != nil" }
        return "rows.filter { \(tests.joined(separator: " || ")) }"
    }

    /// What stands in place of nil.
    var fallback: String {
        switch plan.fill {
        case .zero: " ?? 0"
        case .number(let number): " ?? \(SwiftText.number(number))"
        case .none, .null, .omit, .previous, .linear: ""
        }
    }
}

/// Writes `func NAME(in store:completion:)` around a body.
func writeSignature(named name: String, row: String, _ code: inout SwiftWriter, _ body: (inout SwiftWriter) -> Void) {
    code.block("func \(name)(", closing: ") {") {
        $0.add("in store: HKHealthStore,")
        $0.add("completion: @escaping @Sendable ([\(row)]?, (any Error)?) -> Void")
    }
    code.indented(body)
    code.add("}")
}

/// The range of a plan as a predicate, with further ones beside it.
struct RangePredicate {
    private let options: [String]
    private let note: String
    /// How far the times of samples may lie from the clock they are counted by.
    private let slack: String
    private let isUnknown: Bool

    init(_ plan: Plan) {
        switch plan.edges {
        case .clip, .overlap: (options, note) = ([], "Samples that overlap the range")
        case .strictStart: (options, note) = ([".strictStartDate"], "Samples that start in the range")
        case .strictEnd: (options, note) = ([".strictEndDate"], "Samples that end in the range")
        case .strict: (options, note) = ([".strictStartDate", ".strictEndDate"], "Samples that start and end in the range")
        }
        slack = plan.usesSampleZones ? "86_400" : ""
        isUnknown = plan.range.isUnknown
    }

    /// Declares `predicate`.
    func write(_ further: [String], _ code: inout SwiftWriter) {
        let start = slack.isEmpty ? "start" : "start.addingTimeInterval(-\(slack))"
        let end = slack.isEmpty ? "end" : "end.addingTimeInterval(\(slack))"
        let range = "HKQuery.predicateForSamples(withStart: \(start), end: \(end), options: [\(options.joined(separator: ", "))])"
        code.add("// \(note).")
        guard !further.isEmpty else {
            code.add("let predicate = \(range)")
            return
        }
        code.block("let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [", closing: "])") {
            $0.add(([range] + further).joined(separator: ",\n"))
        }
    }
}
