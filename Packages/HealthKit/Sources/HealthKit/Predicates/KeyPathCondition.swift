import Foundation
import TallyKit

/// A comparison of a key path of `HKPredicateKeyPath…` with a value, as formats of predicates have it.
struct KeyPathCondition {
    let key: String
    let test: Comparison
    let value: Any?

    /// The condition; nil if objects cannot be compared so.
    var predicate: NSPredicate? {
        if key.hasPrefix(HKPredicateKeyPathMetadata + ".") { return metadata(String(key.dropFirst(HKPredicateKeyPathMetadata.count + 1))) }
        switch key {
        case HKPredicateKeyPathStartDate: return (value as? Date).map { SamplePredicate(.time(.start, test, $0)) }
        case HKPredicateKeyPathEndDate: return (value as? Date).map { SamplePredicate(.time(.end, test, $0)) }
        case HKPredicateKeyPathQuantity: return (value as? HKQuantity).map { SamplePredicate(.quantity(test, $0)) }
        case HKPredicateKeyPathCategoryValue: return (value as? NSNumber).map { SamplePredicate(.category(test, $0.intValue)) }
        case HKPredicateKeyPathUUID: return equal { (value as? UUID).map { .objects([$0]) } }
        case HKPredicateKeyPathSource: return equal { (value as? HKSource).map { .sources([$0]) } }
        case HKPredicateKeyPathSourceRevision: return equal { (value as? HKSourceRevision).map { .revisions([$0]) } }
        case HKPredicateKeyPathDevice: return equal { (value as? HKDevice).map { .devices([$0]) } }
        case HKPredicateKeyPathWorkout: return equal { (value as? HKWorkout).map { .workout($0) } }
        case HKPredicateKeyPathCorrelation: return equal { value == nil ? .withoutCorrelation : nil }
        case HKPredicateKeyPathWorkoutType:
            return equal { (value as? NSNumber).flatMap { HKWorkoutActivityType(rawValue: $0.uintValue) }.map { .workoutActivity($0) } }
        case HKPredicateKeyPathWorkoutDuration:
            return (value as? NSNumber).map { SamplePredicate(.duration(test, $0.doubleValue)) }
        case HKPredicateKeyPathWorkoutTotalDistance: return total { $0.totalDistance }
        case HKPredicateKeyPathWorkoutTotalEnergyBurned: return total { $0.totalEnergyBurned }
        case HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount: return total { $0.totalSwimmingStrokeCount }
        case HKPredicateKeyPathWorkoutTotalFlightsClimbed: return total { $0.totalFlightsClimbed }
        case HKPredicateKeyPathDateComponents: return (value as? DateComponents).flatMap(days)
        default: return nil
        }
    }

    /// Returns a condition for `==`, or its opposite for `!=`.
    private func equal(_ condition: () -> SampleCondition?) -> NSPredicate? {
        guard let condition = condition() else { return nil }
        switch test {
        case .equal: return SamplePredicate(condition)
        case .notEqual: return NSCompoundPredicate(notPredicateWithSubpredicate: SamplePredicate(condition))
        case .less, .lessOrEqual, .greater, .greaterOrEqual: return nil
        }
    }

    private func metadata(_ key: String) -> NSPredicate? {
        guard let value else {
            let exists = SamplePredicate(.metadata(key: key, .exists))
            return test == .notEqual ? exists : test == .equal ? NSCompoundPredicate(notPredicateWithSubpredicate: exists) : nil
        }
        return SamplePredicate(.metadata(key: key, .compares(test, with: value)))
    }

    private func total(_ number: @escaping (HKWorkout) -> HKQuantity?) -> NSPredicate? {
        (value as? HKQuantity).map { SamplePredicate(.workouts(key, test, $0, number)) }
    }

    private func days(_ components: DateComponents) -> NSPredicate? {
        let day = SampleCondition.day(components)
        switch test {
        case .equal: return SamplePredicate(.days(from: day, through: day))
        case .greaterOrEqual: return SamplePredicate(.days(from: day, through: nil))
        case .lessOrEqual: return SamplePredicate(.days(from: nil, through: day))
        case .greater: return NSCompoundPredicate(notPredicateWithSubpredicate: SamplePredicate(.days(from: nil, through: day)))
        case .less: return NSCompoundPredicate(notPredicateWithSubpredicate: SamplePredicate(.days(from: day, through: nil)))
        case .notEqual: return NSCompoundPredicate(notPredicateWithSubpredicate: SamplePredicate(.days(from: day, through: day)))
        }
    }
}
