import HealthModel
import QueryPlan

/// Writes the function for `samples of METRIC`.
struct ListingFunction {
    private let plan: Plan
    private let listing: SampleListing
    private let kind: SampleKind

    init(_ plan: Plan, _ listing: SampleListing) {
        self.plan = plan
        self.listing = listing
        kind = SampleKind(listing.metric, storageUnit: listing.storageUnit)
    }

    func write(_ code: inout SwiftWriter) {
        let predicate = HealthKitPredicate(plan.predicate(for: listing.part), kind: kind)
        code.comment("Passes the samples, or an error, to `completion`.", marker: "///")
        for reason in predicate.reasons { code.comment("- \(reason), so the Swift code does.", marker: "///") }
        code.add("///")
        code.comment("Request permission to read \(listing.metric.identifier) first.", marker: "///")
        writeSignature(
            named: SwiftText.identifier("samplesOf" + (listing.part?.name ?? listing.metric.shortName).capitalizedFirst),
            row: kind.sampleClass, &code
        ) {
            body in
            HealthKitBuckets(plan: plan).declareRange(needsCalendar: predicate.needsCalendar, &body)
            body.add("")
            if predicate.usesSources {
                body.block("let sourceQuery = HKSourceQuery(sampleType: \(kind.type), samplePredicate: nil) { _, sources, error in") {
                    $0.add("guard let sources else { return completion(nil, error) }")
                    writeQuery(predicate, &$0)
                }
                body.add("store.execute(sourceQuery)")
            } else {
                writeQuery(predicate, &body)
            }
        }
    }

    private func writeQuery(_ predicate: HealthKitPredicate, _ code: inout SwiftWriter) {
        RangePredicate(plan).write(predicate.store, &code)
        // A limit counts the samples that pass the Swift filters.
        let limit = predicate.filters.isEmpty ? plan.limit.map(String.init) : nil
        code.add("let order = [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: \(!listing.isNewestFirst))]")
        code.add("let query = HKSampleQuery(")
        code.block(
            "    sampleType: \(kind.type), predicate: predicate, limit: \(limit ?? "HKObjectQueryNoLimit"), sortDescriptors: order\n"
                + ") { _, results, error in"
        ) { handler in
            handler.add("guard let results else { return completion(nil, error) }")
            ProfileCode.declareWeeks(plan, filters: predicate.filters, &handler)
            handler.add("let samples = results.compactMap { $0 as? \(kind.sampleClass) }")
            for filter in predicate.filters { handler.add("    .filter { sample in \(filter) }") }
            if let unit = listing.unit, kind.isQuantity {
                handler.add("// For values in \(SwiftText.oneLine(unit.symbol)), use")
                handler.add("// sample.quantity.doubleValue(for: \(HealthKitPredicate.unit(unit.symbol))).")
            }
            let isCut = !predicate.filters.isEmpty && plan.limit != nil
            handler.add("completion(\(isCut ? "Array(samples.prefix(\(plan.limit ?? 0)))" : "samples"), nil)")
        }
        code.add("store.execute(query)")
    }
}

/// Writes the function for `summaries`.
struct SummariesFunction {
    private let plan: Plan

    init(_ plan: Plan) { self.plan = plan }

    func write(_ code: inout SwiftWriter) {
        code.comment("Passes the activity summaries, or an error, to `completion`. A goal of 0 means that no goal is set.", marker: "///")
        code.add("///")
        code.comment("Request permission to read HKObjectType.activitySummaryType() first.", marker: "///")
        writeSignature(named: "activitySummaries", row: "HKActivitySummary", &code) { body in
            HealthKitBuckets(plan: plan).declareRange(needsCalendar: true, &body)
            body.add("")
            body.add("let days: Set<Calendar.Component> = [.calendar, .era, .year, .month, .day]")
            body.add("let predicate = HKQuery.predicate(")
            body.add("    forActivitySummariesBetweenStart: calendar.dateComponents(days, from: start),")
            body.add("    end: calendar.dateComponents(days, from: end.addingTimeInterval(-0.001)))")
            body.block("let query = HKActivitySummaryQuery(predicate: predicate) { _, summaries, error in") {
                $0.add("guard let summaries else { return completion(nil, error) }")
                $0.add("completion(\(plan.limit.map { "Array(summaries.prefix(\($0)))" } ?? "summaries"), nil)")
            }
            body.add("store.execute(query)")
        }
    }
}
