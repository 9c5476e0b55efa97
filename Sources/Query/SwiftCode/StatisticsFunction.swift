import CalendarIntervals
import Explanations
import HealthModel
import QueryPlan
import QueryVocabulary

/// Writes the body of a function whose rows HealthKit's statistics compute.
struct StatisticsFunction {
    private let function: MetricFunction
    private var plan: Plan { function.plan }
    private var buckets: HealthKitBuckets { function.buckets }
    private var form: HealthKitForm { function.form }
    private var rowType: String { function.rowType }
    private var isSeparate: Bool { plan.splits.contains(.source) }

    init(_ function: MetricFunction) { self.function = function }

    func write(_ code: inout SwiftWriter) {
        var options = function.measures.map(\.aggregate).uniqued.compactMap(\.statisticsOption?.option)
        if isSeparate { options.append(".separateBySource") }
        code.add("let options: HKStatisticsOptions = [\(options.joined(separator: ", "))]")
        if let schedule = plan.grid.schedule { writeCollection(by: schedule, &code) } else { writeSingle(&code) }
    }

    // MARK: Many rows

    private func writeCollection(by schedule: BucketSchedule, _ code: inout SwiftWriter) {
        let (component, count) = HealthKitBuckets.step(schedule.interval)
        code.add("// Apple does not document which calendar counts the days, so the components specify one.")
        code.add("let interval = DateComponents(calendar: calendar, timeZone: timeZone, \(component): \(count))")
        if form == .async {
            code.add("let query = HKStatisticsCollectionQueryDescriptor(")
            code.add("    predicate: .quantitySample(type: \(function.kind.type), predicate: predicate), options: options,")
            code.add("    anchorDate: anchorDate, intervalComponents: interval)")
            code.add("let collection = try await query.result(for: store)")
            return writeEnumeration(&code)
        }
        code.add("let query = HKStatisticsCollectionQuery(")
        code.add("    quantityType: \(function.kind.type), quantitySamplePredicate: predicate, options: options,")
        code.add("    anchorDate: anchorDate, intervalComponents: interval)")
        if form == .handler {
            code.block("query.initialResultsHandler = { _, collection, error in") { writeHandler(&$0) }
            code.add("store.execute(query)")
        } else {
            code.block("let handOver: @Sendable (HKStatisticsCollection?, (any Error)?) -> Void = { collection, error in") {
                writeHandler(&$0)
            }
            code.add("query.initialResultsHandler = { _, collection, error in handOver(collection, error) }")
            code.add("// HealthKit calls this once for each interval that changed, each time with the whole collection.")
            code.add("query.statisticsUpdateHandler = { _, _, collection, error in handOver(collection, error) }")
            code.add("store.execute(query)")
            code.add("return query")
        }
    }

    private func writeHandler(_ code: inout SwiftWriter) {
        code.add("guard let collection else { return completion(nil, error) }")
        writeEnumeration(&code)
    }

    private func writeEnumeration(_ code: inout SwiftWriter) {
        code.add("var rows: [\(rowType)] = []")
        code.add("// Intervals that have not begun are not included\(buckets.mayBeLater ? ", except up to the last sample" : "").")
        let reached =
            buckets.mayBeLater ? "max(Date().addingTimeInterval(0.001), collection.statistics().last?.endDate ?? .distantPast)" : "Date()"
        code.add("let reached = min(end, \(reached))")
        code.add("// The interval that contains the last date is enumerated, too.")
        code.add("let last = reached.addingTimeInterval(-0.001)")
        func enumerate(_ code: inout SwiftWriter) {
            code.block("collection.enumerateStatistics(from: start, to: last) { statistics, _ in") {
                if plan.partial == .drop {
                    $0.add("guard statistics.startDate >= start, statistics.endDate <= min(end, Date()) else { return }")
                }
                writeRows(from: "statistics.startDate", to: "statistics.endDate", sources: "collection.sources()", &$0)
            }
        }
        if buckets.mayBeLater { code.block("if start < reached {", enumerate) } else { enumerate(&code) }
        FillCode(function)?.write(&code)
        code.add(form.handOver(function.answer))
    }

    // MARK: One row

    private func writeSingle(_ code: inout SwiftWriter) {
        if form == .async {
            code.add("let query = HKStatisticsQueryDescriptor(")
            code.add("    predicate: .quantitySample(type: \(function.kind.type), predicate: predicate), options: options)")
            code.add("let statistics: HKStatistics?")
            code.add("do {")
            code.indented { $0.add("statistics = try await query.result(for: store)") }
            code.block("} catch let error as HKError where error.code == .errorNoData {") {
                $0.add("// If there are no samples, HealthKit reports this as an error.")
                $0.add("statistics = nil")
            }
            return writeRow(&code)
        }
        code.add("let query = HKStatisticsQuery(")
        code.block(
            "    quantityType: \(function.kind.type), quantitySamplePredicate: predicate, options: options\n) { _, statistics, error in"
        ) {
            $0.add("// If there are no samples, HealthKit reports this as an error.")
            $0.add("let isEmpty = (error as? HKError)?.code == .errorNoData")
            $0.add("guard statistics != nil || isEmpty else { return completion(nil, error) }")
            writeRow(&$0)
        }
        code.add("store.execute(query)")
    }

    private func writeRow(_ code: inout SwiftWriter) {
        buckets.dropRunningRange(form, &code)
        code.add("var rows: [\(rowType)] = []")
        writeRows(from: "start", to: "end", sources: "statistics?.sources ?? []", optional: "?", &code)
        FillCode(function)?.write(&code)
        code.add(form.handOver(function.answer))
    }

    // MARK: Rows

    private func writeRows(from start: String, to end: String, sources: String, optional: String = "", _ code: inout SwiftWriter) {
        func row(_ code: inout SwiftWriter) {
            var arguments = ["start: \(start)", "end: \(end)"]
            if isSeparate { arguments.append("source: source.name") }
            for (measure, field) in zip(function.measures, function.fields) {
                let method = measure.aggregate.statisticsOption?.method ?? ""
                let unit = HealthKitPredicate.unit(measure.unit?.symbol ?? "count")
                let quantity = "statistics\(optional).\(method)(\(isSeparate ? "for: source" : ""))"
                arguments.append("\(field): \(quantity)?.doubleValue(for: \(unit))\(function.fallback)")
            }
            code.add("// HealthKit returns no quantity for an interval without samples.")
            code.block("rows.append(\(rowType)(", closing: "))") { $0.add(arguments.joined(separator: ",\n")) }
        }
        guard isSeparate else { return row(&code) }
        code.block("for source in (\(sources)).sorted(by: { $0.name < $1.name }) {") { row(&$0) }
    }
}
