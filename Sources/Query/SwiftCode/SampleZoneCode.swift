import CalendarIntervals
import Explanations
import HealthModel
import QueryPlan
import QueryVocabulary

/// Writes what `zone sample` needs: the local time of each sample, which HealthKit cannot test.
struct SampleZoneCode {
    private let plan: Plan

    /// Returns nil if the plan has one zone for all samples.
    init?(_ plan: Plan) {
        guard plan.usesSampleZones else { return nil }
        self.plan = plan
    }

    /// Declares the function `wall`, and `now` if rows depend on it.
    func declare(needsNow: Bool = false, _ code: inout SwiftWriter) {
        code.add("// The local time in the zone of each sample, as if it were UTC. Clocks don't change during a sample.")
        code.add("let home = TimeZone(identifier: \(SwiftText.literal(plan.zone.identifier)))")
        code.block("func wall(_ date: Date, _ sample: HKSample) -> Date {") {
            $0.add("let name = sample.metadata?[HKMetadataKeyTimeZone] as? String")
            $0.add("let zone = name.flatMap { TimeZone(identifier: $0) } ?? home")
            $0.add("return date.addingTimeInterval(Double(zone?.secondsFromGMT(for: sample.startDate) ?? 0))")
        }
        if needsNow { code.add("let now = Date().addingTimeInterval(Double(home?.secondsFromGMT(for: Date()) ?? 0))") }
    }

    /// A condition on the sample `$0`: it is in the range by its local time (S4).
    var isInRange: String {
        let (first, last) = ("wall($0.startDate, $0)", "wall($0.endDate, $0)")
        let startsInside = "start <= \(first) && \(first) < end"
        let endsInside = "start <= \(last) && \(last) < end"
        return switch plan.edges {
        case .clip, .outward: "\(first) < end && (\(last) > start || \(first) >= start)"
        case .overlap: "\(first) < end && \(last) >= start"
        case .strictStart: startsInside
        case .strictEnd: endsInside
        case .strict: "\(startsInside) && \(endsInside)"
        }
    }
}
