public import Foundation
import CalendarIntervals
import HealthModel

/// Predicates that choose objects.
extension HKQuery {
    private class func predicate(_ condition: SampleCondition) -> NSPredicate { SamplePredicate(condition) }

    // MARK: Samples

    /// Chooses samples by their time.
    ///
    /// Whole samples are chosen: those that overlap the time, with `.strictStartDate` those that start in it, with `.strictEndDate` those
    /// that end in it. The start of the time belongs to it, and the end does not. Nil leaves the time open.
    public class func predicateForSamples(
        withStart startDate: Date?, end endDate: Date?, options: HKQueryOptions = []
    ) -> NSPredicate {
        predicate(.dates(start: startDate, end: endDate, options))
    }

    /// Chooses quantity samples by their value. Samples of types with another kind of unit are not chosen.
    public class func predicateForQuantitySamples(
        with operatorType: NSComparisonPredicate.Operator, quantity: HKQuantity
    ) -> NSPredicate {
        predicate(.quantity(operatorType, quantity))
    }

    /// Chooses category samples by the number of their value.
    public class func predicateForCategorySamples(with operatorType: NSComparisonPredicate.Operator, value: Int) -> NSPredicate {
        predicate(.category(operatorType, value))
    }

    /// Chooses category samples whose value has one of these numbers.
    public class func predicateForCategorySamples(equalTo values: Set<Int>) -> NSPredicate { predicate(.categories(values)) }

    // MARK: Objects

    /// Chooses objects of one source.
    public class func predicateForObjects(from source: HKSource) -> NSPredicate { predicate(.sources([source])) }

    /// Chooses objects of these sources.
    public class func predicateForObjects(from sources: Set<HKSource>) -> NSPredicate { predicate(.sources(sources)) }

    /// Chooses objects of these revisions of sources. A revision without a version stands for all versions.
    public class func predicateForObjects(from sourceRevisions: Set<HKSourceRevision>) -> NSPredicate {
        predicate(.revisions(sourceRevisions))
    }

    /// Chooses objects that these devices measured.
    public class func predicateForObjects(from devices: Set<HKDevice>) -> NSPredicate { predicate(.devices(devices)) }

    /// Chooses objects whose device has one of these values for a property, such as `HKDevicePropertyKeyName`.
    public class func predicateForObjects(withDeviceProperty key: String, allowedValues: Set<String>) -> NSPredicate {
        predicate(.deviceProperty(key, allowedValues))
    }

    /// Chooses objects that have a key of metadata.
    public class func predicateForObjects(withMetadataKey key: String) -> NSPredicate { predicate(.metadata(key: key, .exists)) }

    /// Chooses objects that have one of these values for a key of metadata.
    public class func predicateForObjects(withMetadataKey key: String, allowedValues: [Any]) -> NSPredicate {
        predicate(.metadata(key: key, .isAny(allowedValues.map(StoredMetadata.text))))
    }

    /// Chooses objects whose value for a key of metadata compares with another value.
    public class func predicateForObjects(
        withMetadataKey key: String, operatorType: NSComparisonPredicate.Operator, value: Any
    ) -> NSPredicate {
        predicate(.metadata(key: key, .compares(operatorType, with: value)))
    }

    /// Chooses the object with an identifier.
    public class func predicateForObject(with UUID: UUID) -> NSPredicate { predicate(.objects([UUID])) }

    /// Chooses the objects with these identifiers.
    public class func predicateForObjects(with UUIDs: Set<UUID>) -> NSPredicate { predicate(.objects(UUIDs)) }

    /// Chooses objects that are not correlations.
    public class func predicateForObjectsWithNoCorrelation() -> NSPredicate { predicate(.withoutCorrelation) }

    // MARK: Workouts

    /// Chooses the samples that the source of a workout recorded during it.
    ///
    /// A store does not keep which samples an app added to a workout, so the time and the source decide.
    public class func predicateForObjects(from workout: HKWorkout) -> NSPredicate { predicate(.workout(workout)) }

    /// Chooses workouts of an activity.
    public class func predicateForWorkouts(with workoutActivityType: HKWorkoutActivityType) -> NSPredicate {
        predicate(.workoutActivity(workoutActivityType))
    }

    /// Chooses workouts by their duration in seconds, without pauses.
    public class func predicateForWorkouts(
        with operatorType: NSComparisonPredicate.Operator, duration: TimeInterval
    ) -> NSPredicate {
        predicate(.workoutNumber(operatorType, value: duration, .init { $0.duration }))
    }

    /// Chooses workouts by their active energy.
    public class func predicateForWorkouts(
        with operatorType: NSComparisonPredicate.Operator, totalEnergyBurned: HKQuantity
    ) -> NSPredicate {
        workouts(operatorType, totalEnergyBurned) { $0.totalEnergyBurned }
    }

    /// Chooses workouts by their distance.
    public class func predicateForWorkouts(
        with operatorType: NSComparisonPredicate.Operator, totalDistance: HKQuantity
    ) -> NSPredicate {
        workouts(operatorType, totalDistance) { $0.totalDistance }
    }

    /// Chooses workouts by the sum that they keep of a type.
    public class func predicateForWorkouts(
        operatorType: NSComparisonPredicate.Operator, quantityType: HKQuantityType, sumQuantity: HKQuantity
    ) -> NSPredicate {
        workouts(operatorType, sumQuantity) { $0.statistics(for: quantityType)?.sumQuantity() }
    }

    /// Chooses workouts by the average that they keep of a type.
    public class func predicateForWorkouts(
        operatorType: NSComparisonPredicate.Operator, quantityType: HKQuantityType, averageQuantity: HKQuantity
    ) -> NSPredicate {
        workouts(operatorType, averageQuantity) { $0.statistics(for: quantityType)?.averageQuantity() }
    }

    /// Chooses workouts by the smallest value that they keep of a type.
    public class func predicateForWorkouts(
        operatorType: NSComparisonPredicate.Operator, quantityType: HKQuantityType, minimumQuantity: HKQuantity
    ) -> NSPredicate {
        workouts(operatorType, minimumQuantity) { $0.statistics(for: quantityType)?.minimumQuantity() }
    }

    /// Chooses workouts by the greatest value that they keep of a type.
    public class func predicateForWorkouts(
        operatorType: NSComparisonPredicate.Operator, quantityType: HKQuantityType, maximumQuantity: HKQuantity
    ) -> NSPredicate {
        workouts(operatorType, maximumQuantity) { $0.statistics(for: quantityType)?.maximumQuantity() }
    }

    private class func workouts(
        _ test: NSComparisonPredicate.Operator, _ quantity: HKQuantity, _ number: @escaping (HKWorkout) -> HKQuantity?
    ) -> NSPredicate {
        predicate(
            .workoutNumber(
                test, value: quantity.value,
                .init { number($0).flatMap { $0.is(compatibleWith: quantity.unit) ? $0.doubleValue(for: quantity.unit) : nil } }))
    }

    // MARK: Activity summaries

    /// Chooses the summary of one day. The components need a year, a month and a day.
    public class func predicateForActivitySummary(with dateComponents: DateComponents) -> NSPredicate {
        predicate(.days(from: day(dateComponents), through: day(dateComponents)))
    }

    /// Chooses the summaries from one day through another one. The components need a year, a month and a day.
    public class func predicate(
        forActivitySummariesBetweenStart startDateComponents: DateComponents, end endDateComponents: DateComponents
    ) -> NSPredicate {
        predicate(.days(from: day(startDateComponents), through: day(endDateComponents)))
    }

    private class func day(_ components: DateComponents) -> String {
        guard let year = components.year, let month = components.month, let day = components.day,
            CivilDate(year: year, month: month, day: day) != nil
        else { fatalError("Date components of an activity summary need a year, a month and a day: \(components)") }
        return String(format: "%04d-%02d-%02d", year, month, day)
    }
}
