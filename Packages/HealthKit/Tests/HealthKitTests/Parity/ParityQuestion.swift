import Foundation
import HealthKit
import ReferenceEngine
@_spi(Guests) import TallyKit

/// A quantity type of the questions.
struct ParityMetric: Sendable {
    var identifier: HKQuantityTypeIdentifier
    /// The name in the language.
    var name: String
    var style: ReferenceStyle

    static let all = [
        ParityMetric(identifier: .stepCount, name: "steps", style: .cumulative),
        ParityMetric(identifier: .activeEnergyBurned, name: "activeEnergy", style: .cumulative),
        ParityMetric(identifier: .heartRate, name: "heartRate", style: .discreteTemporallyWeighted),
        ParityMetric(identifier: .bodyMass, name: "bodyMass", style: .discreteArithmetic),
        ParityMetric(
            identifier: .environmentalAudioExposure, name: "environmentalAudioExposure", style: .discreteEquivalentContinuousLevel),
    ]

    var type: HKQuantityType { HKQuantityType(identifier) }
    var id: MetricID { MetricID(identifier.rawValue) }
    /// The unit in which a store keeps values.
    var unit: String {
        guard let type = ListedMetric(id)?.quantity else { preconditionFailure("no unit of \(name)") }
        return type.storageUnit.symbol
    }
    var hkUnit: HKUnit { HKUnit(from: unit) }
}

/// A condition on samples, in three languages: a predicate, a text, and a test of plain records.
indirect enum ParityCondition {
    /// Moments of whole milliseconds. With a fraction, the predicate has dates a bit before them, which choose the same samples.
    case dates(Int64?, Int64?, HKQueryOptions, hasFraction: Bool = false)
    case constant(Bool)
    case sources([String])
    case device(String)
    /// The samples with these numbers in the store.
    case objects([Int])
    case value(PredicateOperator, Double)
    case entered(Bool)
    case all([ParityCondition])
    case any([ParityCondition])
    case not(ParityCondition)

    func holds(_ sample: ReferenceSample) -> Bool {
        switch self {
        case .constant(let holds): return holds
        case .dates(let first, let last, let options, _):
            let start = options.contains(.strictStartDate) ? [sample.start] : []
            let moments = options.contains(.strictEndDate) ? start + [sample.end] : start
            // Without options, a sample overlaps the time.
            let late = moments.isEmpty ? [sample.end] : moments
            let early = moments.isEmpty ? [sample.start] : moments
            return late.allSatisfy { $0 >= first ?? .min } && early.allSatisfy { $0 < last ?? .max }
        case .sources(let names): return names.contains(sample.source)
        case .device(let name): return sample.device == name
        case .objects(let numbers): return numbers.contains(sample.number)
        case .value(let test, let value):
            switch test {
            case .lessThan: return sample.value < value
            case .lessThanOrEqualTo: return sample.value <= value
            case .greaterThan: return sample.value > value
            case .greaterThanOrEqualTo: return sample.value >= value
            case .equalTo: return sample.value == value
            default: return sample.value != value
            }
        case .entered(let wanted): return sample.isHandEntered == wanted
        case .all(let parts): return parts.allSatisfy { $0.holds(sample) }
        case .any(let parts): return parts.contains { $0.holds(sample) }
        case .not(let part): return !part.holds(sample)
        }
    }

    func predicate(_ metric: ParityMetric, _ store: ParityStore) -> NSPredicate {
        switch self {
        case .constant(let holds): return NSPredicate(value: holds)
        case .dates(let first, let last, let options, let hasFraction):
            func date(_ moment: Int64) -> Date { Date(moment: moment) - (hasFraction ? 0.0004 : 0) }
            return HKQuery.predicateForSamples(withStart: first.map(date), end: last.map(date), options: options)
        case .sources(let names): return HKQuery.predicateForObjects(from: Set(names.compactMap { store.sources[$0] }))
        case .device(let name):
            return HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyName, allowedValues: [name])
        case .objects(let numbers): return HKQuery.predicateForObjects(with: Set(numbers.compactMap { store.identifiers[$0] }))
        case .value(let test, let value):
            return HKQuery.predicateForQuantitySamples(with: test, quantity: HKQuantity(unit: metric.hkUnit, doubleValue: value))
        case .entered(let wanted):
            return HKQuery.predicateForObjects(
                withMetadataKey: HKMetadataKeyWasUserEntered, operatorType: wanted ? .equalTo : .notEqualTo, value: true)
        case .all(let parts): return NSCompoundPredicate(andPredicateWithSubpredicates: parts.map { $0.predicate(metric, store) })
        case .any(let parts): return NSCompoundPredicate(orPredicateWithSubpredicates: parts.map { $0.predicate(metric, store) })
        case .not(let part): return NSCompoundPredicate(notPredicateWithSubpredicate: part.predicate(metric, store))
        }
    }

    /// The condition after `where`; nil if the language has none.
    func words(_ metric: ParityMetric) -> String? {
        switch self {
        case .constant, .objects: return nil
        case .device(let name): return "device = \"\(name)\""
        case .dates(let first, let last, let options, _):
            let moments = [(HKQueryOptions.strictStartDate, "start"), (.strictEndDate, "end")].filter { options.contains($0.0) }.map(\.1)
            let lower = first.map { first in (moments.isEmpty ? ["end"] : moments).map { "\($0) >= \(first.words)" } } ?? []
            let upper = last.map { last in (moments.isEmpty ? ["start"] : moments).map { "\($0) < \(last.words)" } } ?? []
            return lower + upper == [] ? nil : "(" + (lower + upper).joined(separator: " and ") + ")"
        case .sources(let names): return names.isEmpty ? nil : "source in (" + names.map { "\"\($0)\"" }.joined(separator: ", ") + ")"
        case .value(let test, let value): return "value \(["<", "<=", ">", ">=", "=", "!="][Int(test.rawValue)]) \(value) \(metric.unit)"
        case .entered(let wanted): return wanted ? "entered by user" : "not entered by user"
        case .all(let parts): return words(of: parts, metric, "and")
        case .any(let parts): return words(of: parts, metric, "or")
        case .not(let part): return part.words(metric).map { "not (\($0))" }
        }
    }

    private func words(of parts: [ParityCondition], _ metric: ParityMetric, _ joint: String) -> String? {
        let words = parts.compactMap { $0.words(metric) }
        return words.count == parts.count && !words.isEmpty ? "(" + words.joined(separator: " \(joint) ") + ")" : nil
    }
}

extension HKStatisticsOptions {
    /// The options with a number, and their aggregates in the reference and in the language.
    static let numbers: [(option: HKStatisticsOptions, aggregate: ReferenceAggregate, name: String)] = [
        (.discreteAverage, .average, "average"), (.discreteMin, .min, "min"), (.discreteMax, .max, "max"), (.cumulativeSum, .sum, "sum"),
        (.mostRecent, .latest, "latest"), (.duration, .duration, "duration"),
    ]

    var chosen: [(aggregate: ReferenceAggregate, name: String)] {
        Self.numbers.filter { contains($0.option) }.map { ($0.aggregate, $0.name) }
    }
}

/// A question to the module, the language and the reference.
struct ParityQuestion {
    enum Kind: String, CaseIterable { case statistics, collection, samples }

    var seed: UInt64
    var kind: Kind
    var metric: ParityMetric
    var zone: String
    var condition: ParityCondition?
    var options: HKStatisticsOptions
    var interval: ParityInterval
    var anchor: Int64
    /// The time of the enumeration.
    var from: Int64
    var to: Int64
    /// The order of a sample query: 0 for that of insertion.
    var order: Int
    var limit: Int
    var calendar: CalendarForm
    /// True if the anchor is a bit after its millisecond.
    var hasFraction: Bool
    /// True if the question is asked with a descriptor, false if with a query and a handler.
    var isAsync: Bool

    /// Where the components have their zone: in a calendar, on their own, or nowhere, because it is the current one.
    enum CalendarForm { case calendar, zone, none }

    /// A range of time as the last of the conditions that must all hold: what the range and the edges of the language say.
    var range: (window: Range<Int64>, edges: ReferenceEdges, words: String, rest: ParityCondition?)? {
        var parts: [ParityCondition] = []
        let dates: ParityCondition?
        switch condition {
        case .all(let all)?: (dates, parts) = (all.last, all.dropLast())
        default: dates = condition
        }
        guard case .dates(let first?, let last?, let options, _)? = dates, first < last else { return nil }
        let (edges, words): (ReferenceEdges, String) =
            switch (options.contains(.strictStartDate), options.contains(.strictEndDate)) {
            case (false, false): (.overlap, "edges overlap")
            case (true, false): (.strictStart, "strict start")
            case (false, true): (.strictEnd, "strict end")
            case (true, true): (.strict, "strict")
            }
        return (first..<last, edges, words, parts.isEmpty ? nil : .all(parts))
    }

    var components: DateComponents {
        var components = interval.components
        switch calendar {
        case .none: break
        case .zone: components.timeZone = TimeZone(identifier: zone)
        case .calendar:
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
            components.calendar = calendar
        }
        return components
    }
}

extension Int64 {
    /// A moment as the language reads it.
    var words: String {
        // Foundation's format with milliseconds loses one of them if the date has no exact number.
        let second = Date(timeIntervalSince1970: (Double(self) / 1000).rounded(.down))
        return second.formatted(.iso8601).dropLast() + String(format: ".%03dZ", Int(self - second.moment))
    }
}

extension Date {
    init(moment: Int64) { self.init(timeIntervalSince1970: Double(moment) / 1000) }
    var moment: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}
