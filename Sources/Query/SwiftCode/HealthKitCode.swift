package import CalendarIntervals
package import Explanations
package import HealthModel
package import QueryPlan
import QueryVocabulary
import TerminalText

/// Translates a query to Swift code for HealthKit, with one complete function for each metric.
///
/// If HealthKit can compute the result, the code uses `HKStatisticsCollectionQuery`, or `HKStatisticsQuery` if there is no `by`. Otherwise
/// it reads samples and computes in Swift, and a comment names the clauses that require this.
package struct HealthKitCode: Sendable {
    private let plan: Plan
    private let stages: [PlanStage]
    /// The sources of each merged metric, best first.
    private let ranks: [MetricID: [SourceRank]]
    private let form: HealthKitForm

    package init(_ pipeline: Pipeline, ranks: [MetricID: [SourceRank]], form: HealthKitForm = .handler) {
        plan = pipeline.plan
        stages = pipeline.stages
        self.ranks = ranks
        self.form = form
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
        writeFunctions(&code)
        return code.text
    }

    /// Writes everything but the imports and the query.
    package func writeFunctions(_ code: inout SwiftWriter) {
        if !stages.isEmpty {
            code.add("//")
            code.comment("HealthKit has no equivalent of `\(stages[0].text)`: apply it to the rows that the function returns.")
        }
        switch plan.subject {
        case .statistics:
            for function in functions {
                code.add("")
                function.write(&code)
            }
        case .samples(let listing):
            code.add("")
            ListingFunction(plan, listing, form).write(&code)
        case .summaries:
            code.add("")
            SummariesFunction(plan, form).write(&code)
        }
    }

    /// The functions that compute statistics, in the order of the code.
    private var functions: [MetricFunction] {
        guard case .statistics(let measures) = plan.subject else { return [] }
        return plan.parts.flatMap { part, places in
            let measures = places.map { measures[$0] }
            let groups = measures.map { [$0.metric.identifier, $0.part?.name] }
            return groups.uniqued.map { group in
                let own = zip(measures, groups).filter { $0.1 == group }.map(\.0)
                return MetricFunction(part, own, ranks: (ranks[own[0].metric] ?? []).preferring(part.preferredSources), form: form)
            }
        }
    }

    /// A function whose rows have numbers, and an interval or a slot of the calendar.
    package struct Rows {
        package var name: String
        package var rowType: String
        /// The field of each measure.
        package var fields: [(measure: Measure, field: String)]
        /// The profile whose slots the rows are; nil if they are intervals.
        package var profile: Profile?
        /// The field with the name of the source; nil if rows are not separated by sources.
        package var source: String?
    }

    /// The rows of the only function. Nil if there are several, if stages or other keys change the rows, or if the values are times.
    package var rows: Rows? {
        let functions = functions
        let (grid, splits) = (plan.grid, plan.splits)
        guard functions.count == 1, stages.isEmpty, splits.isEmpty || splits == [.source],
            grid.schedule != nil ? grid.profiles.isEmpty : grid.profiles.count == 1
        else { return nil }
        let function = functions[0]
        guard function.measures.allSatisfy({ $0.aggregate.definition.result != .clock }) else { return nil }
        return Rows(
            name: function.title, rowType: function.rowType, fields: Array(zip(function.measures, function.fields)),
            profile: grid.profiles.first, source: splits.isEmpty ? nil : SplitCode.field(splits[0]))
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
    /// The values that exclude each other (S6.6); nil if all samples count.
    let exclusiveValues: ExclusiveValues?
    let buckets: HealthKitBuckets
    let title: String
    /// The fields of a row that hold the measures.
    let fields: [String]
    private let asked: HealthKitForm

    init(_ plan: Plan, _ measures: [Measure], ranks: [SourceRank], form: HealthKitForm) {
        self.plan = plan
        asked = form
        self.measures = measures
        self.ranks = ranks
        let metric = measures[0].metric
        kind = SampleKind(metric, storageUnit: measures.compactMap(\.storageUnit).first)
        exclusiveValues = measures.compactMap { $0.exclusiveValues(in: plan) }.first
        let condition = plan.predicate(for: measures[0].part)
        predicate = HealthKitPredicate(
            exclusiveValues.flatMap { condition?.orHasSay(of: $0) } ?? condition, kind: kind, hasSampleZones: plan.usesSampleZones)
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
        return found
    }

    /// True if rows divide workouts, whose numbers the code does not find in activities and samples (S7.1).
    private var sharesWorkoutsEvenly: Bool {
        plan.grid.intervalText != nil
            && measures.contains { measure in
                switch measure.workoutField {
                case .statistic, .distance: measure.aggregate == .sum
                case .activeDuration, .reading, .climb, nil: false
                }
            }
    }

    private var isRagged: Bool {
        guard let first = plan.grid.edges.first, let last = plan.grid.edges.last else { return false }
        return plan.range.start.milliseconds != first || plan.range.end.milliseconds < last
    }

    /// The form of the function that asks. HealthKit updates collections; an observer asks all other queries again.
    var form: HealthKitForm {
        asked == .updates && (!obstacles.isEmpty || plan.grid.schedule == nil || predicate.usesSources) ? .handler : asked
    }

    func write(_ code: inout SwiftWriter) {
        let obstacles = obstacles
        writeRow(&code)
        code.add("")
        if obstacles.isEmpty {
            let query = (plan.grid.schedule == nil ? "HKStatisticsQuery" : "HKStatisticsCollectionQuery") + form.suffix
            code.comment("\(form.summary("rows")) HealthKit computes the rows with \(query).", marker: "///")
            for difference in differences {
                code.add("///")
                code.comment(difference, marker: "///")
            }
        } else {
            code.comment(
                "\(form.summary("rows")) The rows are computed from samples, because HealthKit's statistics cannot do this:",
                marker: "///")
            for obstacle in obstacles { code.comment("- \(obstacle)", marker: "///") }
            if sharesWorkoutsEvenly {
                code.add("///")
                code.comment(
                    "This code shares the number of a workout evenly over its time. Tally uses those of its activities, its samples, and "
                        + "its time without pauses.", marker: "///")
            }
        }
        let function = HealthKitFunction(name: title, row: rowType, type: kind.type, form: form)
        function.write(permission: measures[0].metric.identifier, &code) { body in
            buckets.declareRange(needsCalendar: predicate.needsCalendar, &body)
            if let schedule = plan.grid.schedule { buckets.declareAnchor(of: schedule, &body) }
            body.add("")
            function.writeSources(if: predicate.usesSources, &body) { inner in
                RangePredicate(plan).write(predicate.store, &inner)
                obstacles.isEmpty ? StatisticsFunction(self).write(&inner) : SampleFunction(self).write(&inner)
            }
        }
        if asked == .updates, form == .handler { function.writeObserver(&code) }
    }

    private func writeRow(_ code: inout SwiftWriter) {
        let isFilled = FillCode(self) != nil
        code.block("struct \(rowType): Sendable {") { body in
            if plan.grid.hasTimeKey || plan.grid.profiles.isEmpty { body.add("let start: Date\nlet end: Date") }
            for profile in plan.grid.profiles {
                if let names = profile.slotNames { body.add("/// 0 is \(profile == .weekday ? "Monday" : names[0]).") }
                body.add("let \(profile.rawValue): Int")
            }
            for declaration in splits.flatMap(\.declarations) { body.add(declaration) }
            for (measure, field) in zip(measures, fields) {
                let isClock = measure.aggregate.definition.result == .clock
                let value = measure.unit.map { "The value in \($0.symbol)" } ?? (isClock ? "The time" : "The value")
                let absence = measure.aggregate == .count ? "It is never nil." : "It is nil if the interval has no samples."
                body.comment("\(value). \(absence)", marker: "///")
                body.add("\(isFilled ? "var" : "let") \(field): \(isClock ? "Date" : "Double")?")
            }
        }
    }

    /// An expression for the rows that are handed over.
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
