import Explanations
import HealthModel
import QueryPlan
import TerminalText

/// Writes the function for `samples of METRIC`.
struct ListingFunction {
    private let plan: Plan
    private let listing: SampleListing
    private let kind: SampleKind
    private let form: HealthKitForm
    /// True if the function asks again after each change.
    private let isFollowed: Bool

    init(_ plan: Plan, _ listing: SampleListing, _ form: HealthKitForm) {
        self.plan = plan
        self.listing = listing
        isFollowed = form == .updates
        self.form = isFollowed ? .handler : form
        kind = SampleKind(listing.metric, storageUnit: listing.storageUnit)
    }

    func write(_ code: inout SwiftWriter) {
        let predicate = HealthKitPredicate(plan.predicate(for: listing.part), kind: kind, hasSampleZones: plan.usesSampleZones)
        code.comment(form.summary("samples"), marker: "///")
        for reason in predicate.reasons { code.comment("- \(reason), so the Swift code does.", marker: "///") }
        let function = HealthKitFunction(
            name: SwiftText.identifier("samplesOf" + (listing.part?.name ?? listing.metric.shortName).capitalizedFirst),
            row: kind.sampleClass, type: kind.type, form: form)
        function.write(permission: listing.metric.identifier, &code) { body in
            HealthKitBuckets(plan: plan).declareRange(needsCalendar: predicate.needsCalendar, &body)
            body.add("")
            function.writeSources(if: predicate.usesSources, &body) { writeQuery(predicate, &$0) }
        }
        if isFollowed { function.writeObserver(&code) }
    }

    private func writeQuery(_ predicate: HealthKitPredicate, _ code: inout SwiftWriter) {
        RangePredicate(plan).write(predicate.store, isExact: true, &code)
        // A limit counts the samples that pass the Swift filters.
        let limit = predicate.filters.isEmpty && !plan.usesSampleZones ? plan.limit.map(String.init) : nil
        if form == .async {
            let order = listing.isNewestFirst ? ", order: .reverse" : ""
            code.add("let query = HKSampleQueryDescriptor(")
            code.add("    predicates: [\(kind.samplePredicate)],")
            code.add("    sortDescriptors: [SortDescriptor(\\.startDate\(order))]\(limit.map { ", limit: \($0)" } ?? ""))")
            return writeSamples("try await query.result(for: store)\(kind.conversion)", predicate, &code)
        }
        code.add("let order = [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: \(!listing.isNewestFirst))]")
        code.add("let query = HKSampleQuery(")
        code.block(
            "    sampleType: \(kind.type), predicate: predicate, limit: \(limit ?? "HKObjectQueryNoLimit"), sortDescriptors: order\n"
                + ") { _, results, error in"
        ) {
            $0.add("guard let results else { return completion(nil, error) }")
            writeSamples("results.compactMap { $0 as? \(kind.sampleClass) }", predicate, &$0)
        }
        code.add("store.execute(query)")
    }

    private func writeSamples(_ samples: String, _ predicate: HealthKitPredicate, _ code: inout SwiftWriter) {
        ProfileCode.declareWeeks(plan, filters: predicate.filters, &code)
        let zones = SampleZoneCode(plan)
        zones?.declare(&code)
        code.add("let samples = \(samples)")
        if let zones { code.add("    .filter { \(zones.isInRange) }") }
        for filter in predicate.filters { code.add("    .filter { sample in \(filter) }") }
        if let unit = listing.unit, kind.isQuantity {
            code.add("// For values in \(SwiftText.oneLine(unit.symbol)), use")
            code.add("// sample.quantity.doubleValue(for: \(HealthKitPredicate.unit(unit.symbol))).")
        }
        let isCut = (!predicate.filters.isEmpty || plan.usesSampleZones) && plan.limit != nil
        code.add(form.handOver(isCut ? "Array(samples.prefix(\(plan.limit ?? 0)))" : "samples"))
    }
}

/// Writes the function for `summaries`.
struct SummariesFunction {
    private let plan: Plan
    private let form: HealthKitForm

    init(_ plan: Plan, _ form: HealthKitForm) {
        self.plan = plan
        self.form = form
    }

    func write(_ code: inout SwiftWriter) {
        code.comment("\(form.summary("activity summaries")) A goal of 0 means that no goal is set.", marker: "///")
        let function = HealthKitFunction(
            name: "activitySummaries", row: "HKActivitySummary", type: "HKObjectType.activitySummaryType()", form: form)
        function.write(permission: "HKObjectType.activitySummaryType()", &code) { body in
            HealthKitBuckets(plan: plan).declareRange(needsCalendar: true, &body)
            body.add("")
            body.add("let days: Set<Calendar.Component> = [.calendar, .era, .year, .month, .day]")
            body.add("let predicate = HKQuery.predicate(")
            body.add("    forActivitySummariesBetweenStart: calendar.dateComponents(days, from: start),")
            body.add("    end: calendar.dateComponents(days, from: end.addingTimeInterval(-0.001)))")
            writeQuery(&body)
        }
    }

    private func writeQuery(_ code: inout SwiftWriter) {
        let summaries = plan.limit.map { "Array(summaries.prefix(\($0)))" } ?? "summaries"
        switch form {
        case .async:
            code.add("let query = HKActivitySummaryQueryDescriptor(predicate: predicate)")
            code.add("let summaries = try await query.result(for: store)")
            code.add(form.handOver(summaries))
        case .handler:
            code.block("let query = HKActivitySummaryQuery(predicate: predicate) { _, summaries, error in") {
                writeHandler(summaries, &$0)
            }
            code.add("store.execute(query)")
        case .updates:
            code.block(
                "let handOver: @Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void = { _, summaries, error in"
            ) {
                writeHandler(summaries, &$0)
            }
            code.add("let query = HKActivitySummaryQuery(predicate: predicate, resultsHandler: handOver)")
            code.add("query.updateHandler = handOver")
            code.add("store.execute(query)")
            code.add("return query")
        }
    }

    private func writeHandler(_ summaries: String, _ code: inout SwiftWriter) {
        code.add("guard let summaries else { return completion(nil, error) }")
        code.add(form.handOver(summaries))
    }
}
