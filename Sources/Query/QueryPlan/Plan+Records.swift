package import HealthModel
package import QueryVocabulary

// The rules of Android (S15) as far as they are other rules of a plan.

extension MetricID {
    /// True for amounts of food and drink, which Android never merges (S15.11).
    package var isFoodOrDrink: Bool {
        if identifier.hasPrefix(MetricID.quantityPrefix + "Dietary") { return true }
        return OwnMetric(self).map { Self.ownNutrients.contains($0.name) } ?? false
    }

    /// The nutrients of Health Connect that Apple does not have.
    private static let ownNutrients: Set<String> = ["energyFromFat", "transFat", "unsaturatedFat", "addedFolicAcid"]

    private static let steps = MetricID(quantityPrefix + "StepCount")
    private static let pushes = MetricID(quantityPrefix + "PushCount")
    private static let heartRate = MetricID(quantityPrefix + "HeartRate")
    private static let restingHeartRate = MetricID(quantityPrefix + "RestingHeartRate")
    private static let mindfulness = MetricID(CategoryType.identifierPrefix + "MindfulSession")

    fileprivate var hasWholeSums: Bool { self == .steps || self == .pushes }
    fileprivate var hasWholeAverages: Bool { self == .heartRate || self == .restingHeartRate }
    fileprivate var hasSessions: Bool { self == .workouts || self == .mindfulness }
}

extension Measure {
    /// True if its records are ranked one by one, by the rules of Android (S15.2): sums of amounts that are not food or drink, and the
    /// time of sleep, workouts and mindfulness.
    package func ranksRecords(in plan: Plan) -> Bool {
        guard plan.rules.merging == .android, plan.choices.sourceRule != .raw, workoutField == nil else { return false }
        if style == .cumulative { return aggregate == .sum && !metric.isFoodOrDrink }
        if exclusiveValues(in: plan) != nil { return true }
        return style == nil && aggregate == .duration && isPlain && metric.hasSessions && plan.rules.duration == .union
    }

    /// True if its amount counts whole in the bucket of its start, because Android does not merge it (S15.11).
    package func countsFoodWhole(in plan: Plan) -> Bool {
        plan.rules.merging == .android && style == .cumulative && aggregate == .sum && metric.isFoodOrDrink
    }

    /// True if Android cuts the fraction off each value (S15.8).
    package func isCutToWhole(in plan: Plan) -> Bool {
        guard plan.rules.merging == .android, isPlain else { return false }
        return switch aggregate {
        case .sum: metric.hasWholeSums && ranksRecords(in: plan)
        case .average: metric.hasWholeAverages
        default: false
        }
    }

    /// True if the rules of Android can give another value than those of Apple.
    package func dependsOnPlatform(in plan: Plan) -> Bool {
        var android = plan
        android.rules.merging = .android
        return ranksRecords(in: android) || countsFoodWhole(in: android) || isCutToWhole(in: android)
    }
}

extension ClauseChoices {
    /// The rules for food and drink on Android, except where a clause chooses another rule.
    package var ofFoodOnAndroid: ClauseChoices {
        var choices = self
        if choices.edges == .clip { choices.edges = .overlap }
        if choices.assignment == .share { choices.assignment = .start }
        if choices.sourceRule == .merged { choices.sourceRule = .raw }
        return choices
    }
}
