import HealthModel
package import QueryPlan
import QueryVocabulary
import TerminalText

/// Describes a set of times in words, for findings.
package enum IntervalText {
    package static func of(_ set: IntervalExpression, in plan: Plan) -> String { IntervalWords(plan).phrase(set) }
}

/// Describes a set of times in words: `sleep`, `not workouts`, `the 2 h after workouts`.
package struct IntervalWords {
    private let plan: Plan

    package init(_ plan: Plan) { self.plan = plan }

    package func phrase(_ set: IntervalExpression) -> String {
        switch set {
        case .samples(let samples): return phrase(samples)
        case .parts(let workouts): return "parts of \(phrase(workouts))"
        case .union(let parts): return parts.map { part($0) }.joined(separator: " or ")
        case .intersection(let parts): return parts.map { part($0) }.joined(separator: " and ")
        case .complement(let inner): return "not " + part(inner)
        case .within(let inner, let side, let milliseconds):
            let length = TimeWords.length(milliseconds)
            return switch side {
            case .of: "\(part(inner)) with \(length) before and after"
            case .before: "the \(length) before \(part(inner))"
            case .after: "the \(length) after \(part(inner))"
            }
        case .sessions(let inner, let gap):
            return "sessions of \(part(inner))" + (gap == 0 ? "" : " with gaps of up to \(TimeWords.length(gap))")
        case .gaps(let inner, let length):
            return "gaps of \(part(inner))" + (length == 0 ? "" : " longer than \(TimeWords.length(length))")
        }
    }

    private func part(_ set: IntervalExpression) -> String {
        switch set {
        case .samples, .complement, .parts: phrase(set)
        case .union, .intersection, .within, .sessions, .gaps: "(\(phrase(set)))"
        }
    }

    private func phrase(_ samples: SampleIntervals) -> String {
        let name = samples.part?.title ?? samples.metric.shortName
        let condition = samples.predicate.map { predicate -> String in
            var own = plan
            own.subject = .samples(SampleListing(metric: samples.metric, storageUnit: samples.storageUnit, unit: samples.storageUnit))
            return " (\(PredicateWords(own).phrase(predicate)))"
        }
        let holding = samples.holding.map { ", each reading lasting until the next one, at most \(TimeWords.length($0))" } ?? ""
        return name + (condition ?? "") + holding
    }
}

extension SampleIntervals {
    fileprivate var storageUnit: HealthUnit? {
        if case .quantity(let type)? = MetricCatalog.metric(metric)?.kind { type.storageUnit } else { nil }
    }
}
