public import Foundation
import TallyKit

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
        with operatorType: PredicateOperator, quantity: HKQuantity
    ) -> NSPredicate {
        predicate(.quantity(Comparison(operatorType), quantity))
    }

    /// Chooses category samples by the number of their value.
    public class func predicateForCategorySamples(with operatorType: PredicateOperator, value: Int) -> NSPredicate {
        predicate(.category(Comparison(operatorType), value))
    }

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
        withMetadataKey key: String, operatorType: PredicateOperator, value: Any
    ) -> NSPredicate {
        predicate(.metadata(key: key, .compares(Comparison(operatorType), with: value)))
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
        with operatorType: PredicateOperator, duration: TimeInterval
    ) -> NSPredicate {
        predicate(.duration(Comparison(operatorType), duration))
    }

    /// Chooses workouts by their active energy.
    public class func predicateForWorkouts(
        with operatorType: PredicateOperator, totalEnergyBurned: HKQuantity
    ) -> NSPredicate {
        workouts(HKPredicateKeyPathWorkoutTotalEnergyBurned, operatorType, totalEnergyBurned) { $0.totalEnergyBurned }
    }

    /// Chooses workouts by their distance.
    public class func predicateForWorkouts(
        with operatorType: PredicateOperator, totalDistance: HKQuantity
    ) -> NSPredicate {
        workouts(HKPredicateKeyPathWorkoutTotalDistance, operatorType, totalDistance) { $0.totalDistance }
    }

    /// Chooses workouts by the sum that they keep of a type.
    public class func predicateForWorkouts(
        operatorType: PredicateOperator, quantityType: HKQuantityType, sumQuantity: HKQuantity
    ) -> NSPredicate {
        workouts(HKPredicateKeyPathWorkoutSumQuantity, operatorType, sumQuantity) { $0.statistics(for: quantityType)?.sumQuantity() }
    }

    /// Chooses workouts by the average that they keep of a type.
    public class func predicateForWorkouts(
        operatorType: PredicateOperator, quantityType: HKQuantityType, averageQuantity: HKQuantity
    ) -> NSPredicate {
        workouts(HKPredicateKeyPathWorkoutAverageQuantity, operatorType, averageQuantity) {
            $0.statistics(for: quantityType)?.averageQuantity()
        }
    }

    /// Chooses workouts by the smallest value that they keep of a type.
    public class func predicateForWorkouts(
        operatorType: PredicateOperator, quantityType: HKQuantityType, minimumQuantity: HKQuantity
    ) -> NSPredicate {
        workouts(HKPredicateKeyPathWorkoutMinimumQuantity, operatorType, minimumQuantity) {
            $0.statistics(for: quantityType)?.minimumQuantity()
        }
    }

    /// Chooses workouts by the greatest value that they keep of a type.
    public class func predicateForWorkouts(
        operatorType: PredicateOperator, quantityType: HKQuantityType, maximumQuantity: HKQuantity
    ) -> NSPredicate {
        workouts(HKPredicateKeyPathWorkoutMaximumQuantity, operatorType, maximumQuantity) {
            $0.statistics(for: quantityType)?.maximumQuantity()
        }
    }

    private class func workouts(
        _ key: String, _ test: PredicateOperator, _ quantity: HKQuantity, _ number: @escaping (HKWorkout) -> HKQuantity?
    ) -> NSPredicate {
        predicate(.workouts(key, Comparison(test), quantity, number))
    }

    // MARK: States of mind

    /// Chooses states of mind by their valence.
    public class func predicateForStatesOfMind(withValence valence: Double, operatorType: PredicateOperator) -> NSPredicate {
        predicate(.valence(Comparison(operatorType), valence))
    }

    /// Chooses states of mind by their kind.
    public class func predicateForStatesOfMind(with kind: HKStateOfMind.Kind) -> NSPredicate {
        predicate(.stateOfMind("kind == \(kind.rawValue)") { $0.kind == kind })
    }

    /// Chooses states of mind with a label.
    public class func predicateForStatesOfMind(with label: HKStateOfMind.Label) -> NSPredicate {
        predicate(.stateOfMind("labels == \(label.rawValue)") { $0.labels.contains(label) })
    }

    /// Chooses states of mind with an association.
    public class func predicateForStatesOfMind(with association: HKStateOfMind.Association) -> NSPredicate {
        predicate(.stateOfMind("associations == \(association.rawValue)") { $0.associations.contains(association) })
    }

    // MARK: Electrocardiograms

    /// Chooses electrocardiograms by the reading of the watch.
    public class func predicateForElectrocardiograms(classification: HKElectrocardiogram.Classification) -> NSPredicate {
        predicate(.electrocardiogram("classification == \(classification.rawValue)") { $0.classification == classification })
    }

    /// Chooses electrocardiograms by the person's answer about symptoms.
    public class func predicateForElectrocardiograms(symptomsStatus: HKElectrocardiogram.SymptomsStatus) -> NSPredicate {
        predicate(.electrocardiogram("symptomsStatus == \(symptomsStatus.rawValue)") { $0.symptomsStatus == symptomsStatus })
    }

    // MARK: Activity summaries

    /// Chooses the summary of one day. The components need a year, a month and a day.
    public class func predicateForActivitySummary(with dateComponents: DateComponents) -> NSPredicate {
        predicate(.days(from: SampleCondition.day(dateComponents), through: SampleCondition.day(dateComponents)))
    }

    /// Chooses the summaries from one day through another one. The components need a year, a month and a day.
    public class func predicate(
        forActivitySummariesBetweenStart startDateComponents: DateComponents, end endDateComponents: DateComponents
    ) -> NSPredicate {
        predicate(.days(from: SampleCondition.day(startDateComponents), through: SampleCondition.day(endDateComponents)))
    }
}

extension HKCategoryValuePredicateProviding {
    /// Chooses category samples by the order of their value's number and that of `value`.
    public static func predicateForSamples(_ operatorType: PredicateOperator, value: Self) -> NSPredicate {
        SamplePredicate(.category(Comparison(operatorType), value.rawValue))
    }

    /// Chooses category samples that have one of the values.
    public static func predicateForSamples(equalTo values: Set<Self>) -> NSPredicate {
        SamplePredicate(.categories(Set(values.map(\.rawValue))))
    }
}
