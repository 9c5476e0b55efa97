import QueryVocabulary
import CalendarIntervals
package import HealthModel
package import QueryPlan

/// Translates a query to Swift code for HealthKit, with one complete function for each metric.
///
/// If HealthKit can compute the result, the code uses `HKStatisticsCollectionQuery`, or `HKStatisticsQuery` if there is no `by`. Otherwise
/// it reads samples and computes in Swift, and a comment names the clauses that require this.
package struct HealthKitCode: Sendable {
    private let plan: Plan
    private let stages: [PlanStage]
    /// The sources of each merged metric, best first.
    private let ranks: [MetricID: [SourceRank]]

    package init(_ pipeline: Pipeline, ranks: [MetricID: [SourceRank]]) {
        plan = pipeline.plan
        stages = pipeline.stages
        self.ranks = ranks
    }

    /// True if the code can't exist, because it needs a calendar and the plan has several zones.
    package var needsSeveralZones: Bool { plan.zone.history != nil && text.contains("TimeZone(") }

    /// A complete source file. Every line ends with a newline.
    package var text: String {
        var code = SwiftWriter()
        code.add("import Foundation")
        code.add("import HealthKit")
        code.add("")
        code.comment(plan.text.isEmpty ? "A Tally query." : plan.text)
        if !stages.isEmpty {
            code.add("//")
            code.comment("HealthKit has no equivalent of `\(stages[0].text)`: apply it to the rows that the function returns.")
        }
        switch plan.subject {
        case .statistics(let measures):
            for (part, places) in plan.parts {
                let measures = places.map { measures[$0] }
                let groups = measures.map { [$0.metric.identifier, $0.part?.name] }
                for group in groups.uniqued {
                    let own = zip(measures, groups).filter { $0.1 == group }.map(\.0)
                    code.add("")
                    let ranks = (ranks[own[0].metric] ?? []).preferring(part.preferredSources)
                    MetricFunction(part, own, ranks: ranks).write(&code)
                }
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
    /// The distinct elements, in order of first occurrence.
    var uniqued: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

/// Writes the function for the measures of one metric.
struct MetricFunction {
    let plan: Plan
    let measures: [Measure]
    /// The metric's sources, best first.
    let ranks: [SourceRank]
    let kind: SampleKind
    let predicate: HealthKitPredicate
    /// The values that exclude each other, so that the best source decides (S6.6); nil if all samples count.
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
        let aggregates = measures.map { $0.aggregate.columnName }.uniqued
        title = SwiftText.identifier(
            measures[0].aggregate.columnName
                + (aggregates.dropFirst() + [measures[0].part?.name ?? metric.shortName]
                + (measures[0].own == nil ? [] : [measures[0].name]))
                .map(\.capitalizedFirst).joined())
        var taken = Set(["start", "end"]).union(plan.grid.profiles.map(\.rawValue)).union(plan.splits.map(SplitCode.field))
            .union(plan.splits.flatMap(\.names))
        fields = measures.map { measure in
            var field = SwiftText.identifier(measure.name)
            while !taken.insert(field).inserted { field += "_" }
            return field
        }
    }

    var rowType: String { title.capitalizedFirst + "Row" }

    /// The code of the keys other than time.
    var splits: [SplitCode] {
        plan.splits.map { SplitCode(split: $0, kind: kind, predicate: predicate, workoutField: measures[0].workoutField) }
    }

    /// The clauses that HealthKit's statistics cannot handle, each with its reason.
    var obstacles: [String] {
        var found: [String] = []
        if !kind.isQuantity { found.append("\(measures[0].metric.shortName): statistics exist only for quantity types") }
        for aggregate in measures.map(\.aggregate).uniqued where aggregate.statisticsOption == nil {
            found.append("`\(aggregate.name)`: HealthKit does not compute it")
        }
        if !plan.grid.profiles.isEmpty {
            found.append("`by \(plan.grid.profiles.map(\.phrase).joined(separator: ", "))`: HealthKit can group only by intervals")
        }
        for split in plan.splits where split != .source { found.append("`by \(split.words)`: HealthKit can only separate sources") }
        if plan.grid.schedule.map(buckets.keepsClock) == true {
            found.append("`grid clock`: HealthKit counts hours as elapsed time")
        }
        if plan.usesSampleZones { found.append("`zone sample`: a HealthKit query has a single time zone") }
        if plan.assignment != .share, plan.grid.intervalText != nil {
            found.append("`assign by \(plan.assignment.rawValue)`: HealthKit always divides samples among intervals")
        }
        let isMerged = measures.contains { $0.aggregate == .sum }
        if plan.sourceRule == .raw, isMerged { found.append("`sources raw`: HealthKit always merges or separates sources") }
        if !plan.preferredSources.isEmpty, isMerged { found.append("`prefer`: the order of sources is set in the Health app") }
        return found + predicate.reasons
    }

    /// Explains how HealthKit's numbers for the same query can differ from Tally's.
    private var differences: [String] {
        var found: [String] = []
        let hasRaggedEnds = plan.grid.intervalText == nil || isRagged
        if plan.edges == .clip, hasRaggedEnds, !plan.range.isUnknown {
            found.append(
                plan.grid.intervalText == nil
                    ? "HealthKit counts samples that cross the start or end of the range in full. Tally counts only the part inside, "
                        + "unless you use `edges overlap`."
                    : "The range starts or ends inside an interval. There, if a sample crosses the edge of the range, "
                        + "HealthKit also counts the rest of it in that interval. Tally counts only the part inside, "
                        + "unless you use `edges overlap`.")
        }
        if measures.contains(where: { $0.aggregate == .sum }), plan.sourceRule == .merged {
            found.append("HealthKit merges sources in the order set in the Health app, which may differ from Tally's.")
        }
        switch plan.fill {
        case .previous: found.append("This code does not apply `fill previous`.")
        case .linear: found.append("This code does not apply `fill linear`.")
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
            code.comment("Passes the rows, or an error, to `completion`. HealthKit computes the rows with \(query).", marker: "///")
            for difference in differences {
                code.add("///")
                code.comment(difference, marker: "///")
            }
        } else {
            code.comment(
                "Passes the rows, or an error, to `completion`. The rows are computed from samples, because HealthKit's statistics "
                    + "cannot do this:", marker: "///")
            for obstacle in obstacles { code.comment("- \(obstacle)", marker: "///") }
        }
        code.add("///")
        code.comment("Request permission to read \(measures[0].metric.identifier) first.", marker: "///")
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
            for declaration in splits.flatMap(\.declarations) { body.add(declaration) }
            for (measure, field) in zip(measures, fields) {
                let isClock = measure.aggregate.definition.result == .clock
                let value = measure.unit.map { "The value in \($0.symbol)" } ?? (isClock ? "The time" : "The value")
                let absence = measure.aggregate == .count ? "It is never nil." : "It is nil if the interval has no samples."
                body.comment("\(value). \(absence)", marker: "///")
                body.add("let \(field): \(isClock ? "Date" : "Double")?")
            }
        }
    }

    /// Wraps the body in a query for sources if a condition needs them. HealthKit compares sources by identity, not by name.
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
            code.add("// Apple does not document which calendar counts the days, so the components specify one.")
            code.add("let interval = DateComponents(calendar: calendar, timeZone: timeZone, \(component): \(count))")
            code.add("let query = HKStatisticsCollectionQuery(")
            code.add("    quantityType: \(kind.type), quantitySamplePredicate: predicate, options: options,")
            code.add("    anchorDate: anchorDate, intervalComponents: interval)")
            code.block("query.initialResultsHandler = { _, collection, error in") { handler in
                handler.add("guard let collection else { return completion(nil, error) }")
                handler.add("var rows: [\(rowType)] = []")
                if buckets.mayBeLater {
                    handler.add(
                        "// The interval that contains the last date is enumerated, too. Future ones are included up to the last sample.")
                    handler.add("let reached = max(Date(), collection.statistics().last?.startDate ?? start)")
                } else {
                    handler.add("// The interval that contains the last date is enumerated, too. Future ones are not included.")
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
                handler.add("// If there are no samples, HealthKit reports this as an error.")
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
            code.add("// HealthKit returns no quantity for an interval without samples.")
            code.block("rows.append(\(rowType)(", closing: "))") { $0.add(arguments.joined(separator: ",\n")) }
        }
        guard isSeparate else { return row(&code) }
        code.block("for source in (\(sources)).sorted(by: { $0.name < $1.name }) {") { row(&$0) }
    }

    /// An expression for the rows that are passed to `completion`.
    var answer: String {
        guard plan.fill == .omit else { return "rows" }
        let tests = zip(measures, fields).map { $0.aggregate == .count ? "($0.\($1) ?? 0) != 0" : "$0.\($1) != nil" }
        return "rows.filter { \(tests.joined(separator: " || ")) }"
    }

    /// The value that replaces nil.
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

/// Writes the range of a plan and further conditions as a predicate.
struct RangePredicate {
    private let options: [String]
    private let note: String
    /// The number of seconds by which local times can differ from UTC, so that the predicate misses no sample.
    private let slack: String
    private let isUnknown: Bool

    init(_ plan: Plan) {
        switch plan.edges {
        case .clip, .overlap, .outward: (options, note) = ([], "Samples that overlap the range")
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
