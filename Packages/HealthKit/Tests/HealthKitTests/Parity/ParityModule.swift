import Foundation
import HealthKit
import ReferenceEngine

/// Asks the module and compares its answer with the reference's.
struct ParityModule {
    let store: ParityStore
    let question: ParityQuestion
    let reference: ParityReference

    private var metric: ParityMetric { question.metric }
    private var predicate: NSPredicate? { question.condition?.predicate(metric, store) }

    /// Returns the first difference; nil if there is none.
    func difference(_ buckets: [ParityBucket]) async -> String? {
        switch question.kind {
        case .statistics: await differenceOfStatistics(buckets)
        case .collection: await differenceOfCollection(buckets)
        case .samples: await differenceOfSamples()
        }
    }

    // MARK: Statistics

    private func differenceOfStatistics(_ buckets: [ParityBucket]) async -> String? {
        let (found, code) = await statistics()
        guard var expected = buckets.first, let extent = reference.extent else {
            return found == nil && code == 11 ? nil : "error 11 expected, \(code ?? 0) found with \(found?.description ?? "nothing")"
        }
        guard let found else { return "statistics expected, error \(code ?? 0) found" }
        expected.range = extent.start..<extent.end
        return difference(found, expected)
    }

    private func statistics() async -> (HKStatistics?, Int?) {
        if question.isAsync {
            let descriptor = HKStatisticsQueryDescriptor(
                predicate: .quantitySample(type: metric.type, predicate: predicate), options: question.options)
            do { return (try await descriptor.result(for: store.module), nil) } catch { return (nil, (error as? HKError)?.code.rawValue) }
        }
        return await answer { (done: @escaping @Sendable ((HKStatistics?, Int?)) -> Void) in
            store.module.execute(
                HKStatisticsQuery(quantityType: metric.type, quantitySamplePredicate: predicate, options: question.options) {
                    done(($1, ($2 as? HKError)?.code.rawValue))
                })
        }
    }

    private func collection() async -> HKStatisticsCollection? {
        let anchor = Date(moment: question.anchor) + (question.hasFraction ? 0.0004 : 0)
        if question.isAsync {
            let descriptor = HKStatisticsCollectionQueryDescriptor(
                predicate: .quantitySample(type: metric.type, predicate: predicate), options: question.options, anchorDate: anchor,
                intervalComponents: question.components)
            return try? await descriptor.result(for: store.module)
        }
        return await answer { (done: @escaping @Sendable (HKStatisticsCollection?) -> Void) in
            let query = HKStatisticsCollectionQuery(
                quantityType: metric.type, quantitySamplePredicate: predicate, options: question.options, anchorDate: anchor,
                intervalComponents: question.components)
            query.initialResultsHandler = { _, collection, _ in done(collection) }
            store.module.execute(query)
        }
    }

    private func differenceOfCollection(_ buckets: [ParityBucket]) async -> String? {
        guard let found = await collection() else { return "a collection expected, an error found" }
        let listed = found.statistics()
        let ranges = (expected: buckets.map(\.range), found: listed.map { $0.startDate.moment..<$0.endDate.moment })
        if ranges.expected != ranges.found { return "buckets: \(ranges.expected) expected, \(ranges.found) found" }
        for (statistics, bucket) in zip(listed, buckets) {
            if let difference = difference(statistics, bucket) { return difference }
        }
        let sources = Set(reference.chosen.map(\.source))
        let foundSources = Set(found.sources().map(\.name))
        if sources != foundSources { return "sources: \(sources) expected, \(foundSources) found" }
        return differenceOfEnumeration(found, buckets) ?? differenceOfPlaces(found, buckets)
    }

    private func differenceOfEnumeration(_ found: HKStatisticsCollection, _ buckets: [ParityBucket]) -> String? {
        let visited = Visited()
        unsafe found.enumerateStatistics(from: Date(moment: question.from), to: Date(moment: question.to)) { statistics, _ in
            visited.statistics.append(statistics)
        }
        let expected = CivilCalendar(question.zone).buckets(
            from: question.from, through: question.to, of: question.interval, anchor: question.anchor)
        let ranges = visited.statistics.map { $0.startDate.moment..<$0.endDate.moment }
        if ranges != expected {
            return "enumeration from \(question.from) to \(question.to): \(expected) expected, \(ranges) found"
        }
        let stopped = Visited()
        unsafe found.enumerateStatistics(from: Date(moment: question.from), to: Date(moment: question.to)) { statistics, stop in
            stopped.statistics.append(statistics)
            if stopped.statistics.count == 3 { unsafe stop.pointee = true }
        }
        if stopped.statistics.count != min(3, expected.count) { return "\(stopped.statistics.count) buckets visited before stopping" }
        let known = Dictionary(uniqueKeysWithValues: buckets.map { ($0.range, $0) })
        for (statistics, range) in zip(visited.statistics, ranges) {
            if let bucket = known[range] {
                if let difference = difference(statistics, bucket) { return "enumerated \(difference)" }
            } else if HKStatisticsOptions.numbers.contains(where: { value(statistics, $0.aggregate, nil) != nil }) {
                return "enumerated \(range): no numbers expected, \(statistics) found"
            }
        }
        return nil
    }

    /// Compares the bucket that holds the first moment of the enumeration, and that of a chosen sample.
    private func differenceOfPlaces(_ found: HKStatisticsCollection, _ buckets: [ParityBucket]) -> String? {
        for moment in [question.from, question.to, reference.chosen.first?.start ?? question.anchor] {
            let expected = buckets.first { $0.range.contains(moment) }
            let statistics = found.statistics(for: Date(moment: moment))
            guard let expected else {
                if let statistics { return "at \(moment): nothing expected, \(statistics) found" }
                continue
            }
            guard let statistics else { return "at \(moment): \(expected.range) expected, nothing found" }
            if let difference = difference(statistics, expected) { return "at \(moment): \(difference)" }
        }
        return nil
    }

    private final class Visited { var statistics: [HKStatistics] = [] }

    // MARK: Numbers

    private func difference(_ found: HKStatistics, _ expected: ParityBucket) -> String? {
        let range = expected.range
        let dates = (found.startDate.moment, found.endDate.moment)
        if dates != (range.lowerBound, range.upperBound) { return "\(range) expected, \(dates.0)..<\(dates.1) found" }
        if let difference = difference(found, expected.numbers, nil) { return "\(range): \(difference)" }
        guard reference.isSeparate else {
            return found.sources == nil ? nil : "\(range): no sources expected, \(found.sources ?? []) found"
        }
        let names = (found.sources ?? []).map(\.name)
        if names.sorted() != expected.bySource.keys.sorted() {
            return "\(range): sources \(expected.bySource.keys.sorted()) expected, \(names) found"
        }
        for source in store.sources.values {
            let numbers = expected.bySource[source.name] ?? ParityNumbers()
            if let difference = difference(found, numbers, source) { return "\(range), \(source.name): \(difference)" }
        }
        return nil
    }

    private func difference(_ found: HKStatistics, _ expected: ParityNumbers, _ source: HKSource?) -> String? {
        for (option, aggregate, name) in HKStatisticsOptions.numbers {
            let number = value(found, aggregate, source)
            let wanted = question.options.contains(option) ? expected.values[aggregate] : nil
            let isExact = [.min, .max, .latest].contains(aggregate)
            if isExact ? number != wanted : !agree(number, wanted) {
                return "\(name): \(wanted.map { "\($0)" } ?? "nil") expected, \(number.map { "\($0)" } ?? "nil") found"
            }
        }
        let interval = source.map(found.mostRecentQuantityDateInterval(for:)) ?? found.mostRecentQuantityDateInterval()
        let moments = interval.map { [$0.start.moment, $0.end.moment] }
        let wanted = expected.mostRecent.map { [$0.start, $0.end] }
        return moments == wanted ? nil : "most recent: \(wanted ?? []) expected, \(moments ?? []) found"
    }

    private func value(_ statistics: HKStatistics, _ aggregate: ReferenceAggregate, _ source: HKSource?) -> Double? {
        let quantity =
            switch (aggregate, source) {
            case (.sum, let source?): statistics.sumQuantity(for: source)
            case (.sum, nil): statistics.sumQuantity()
            case (.average, let source?): statistics.averageQuantity(for: source)
            case (.average, nil): statistics.averageQuantity()
            case (.min, let source?): statistics.minimumQuantity(for: source)
            case (.min, nil): statistics.minimumQuantity()
            case (.max, let source?): statistics.maximumQuantity(for: source)
            case (.max, nil): statistics.maximumQuantity()
            case (.latest, let source?): statistics.mostRecentQuantity(for: source)
            case (.latest, nil): statistics.mostRecentQuantity()
            case (_, let source?): statistics.duration(for: source)
            case (_, nil): statistics.duration()
            }
        return quantity?.doubleValue(for: aggregate == .duration ? .second() : metric.hkUnit)
    }

    // MARK: Samples

    private func differenceOfSamples() async -> String? {
        let sort: [NSSortDescriptor]? =
            switch question.order {
            case 1: [NSSortDescriptor(keyPath: \HKSample.startDate, ascending: true)]
            case 2: [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)]
            case 3: [NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: true)]
            case 4: [NSSortDescriptor(keyPath: \HKSample.endDate, ascending: false)]
            case 5: [NSSortDescriptor(keyPath: \HKQuantitySample.quantity, ascending: true)]
            case 6:
                [NSSortDescriptor(key: "startDate", ascending: false), NSSortDescriptor(keyPath: \HKSample.endDate, ascending: true)]
            default: nil
            }
        let found = await store.samples(metric, predicate, limit: question.limit, sort: sort).map {
            Line($0.startDate.moment, $0.endDate.moment, $0.quantity.doubleValue(for: metric.hkUnit), $0.sourceRevision.source.name)
        }
        let expected = reference.list().map { Line($0.start, $0.end, $0.value, $0.source) }
        return found == expected ? nil : "samples: \(expected) expected, \(found) found"
    }

    private struct Line: Equatable {
        var start: Int64
        var end: Int64
        var value: Double
        var source: String

        init(_ start: Int64, _ end: Int64, _ value: Double, _ source: String) {
            (self.start, self.end, self.value, self.source) = (start, end, value, source)
        }
    }
}
