public import Foundation

extension HKQuery {
    private class func doses(_ text: String, _ test: @escaping (HKMedicationDoseEvent) -> Bool) -> NSPredicate {
        SamplePredicate(.test(text) { ($0 as? HKMedicationDoseEvent).map(test) ?? false })
    }

    private class func medications(_ text: String, _ test: @escaping (HKUserAnnotatedMedication) -> Bool) -> NSPredicate {
        SamplePredicate(.test(text) { ($0 as? HKUserAnnotatedMedication).map(test) ?? false })
    }

    /// Chooses doses by their status.
    public class func predicateForMedicationDoseEvent(status: HKMedicationDoseEvent.LogStatus) -> NSPredicate {
        doses("status == \(status.rawValue)") { $0.logStatus == status }
    }

    /// Chooses doses by the numbers of their statuses.
    public class func predicateForMedicationDoseEvent(statuses: Set<NSNumber>) -> NSPredicate {
        let numbers = Set(statuses.map(\.intValue))
        return doses("status IN {\(numbers.sorted().map(String.init).joined(separator: ", "))}") { numbers.contains($0.logStatus.rawValue) }
    }

    /// Chooses doses that were scheduled for exactly this time.
    public class func predicateForMedicationDoseEvent(scheduledDate: Date) -> NSPredicate {
        doses("scheduledDate == \(SampleCondition.text(scheduledDate))") { $0.scheduledDate == scheduledDate }
    }

    /// Chooses doses that were scheduled for exactly one of these times.
    public class func predicateForMedicationDoseEvent(scheduledDates: Set<Date>) -> NSPredicate {
        doses("scheduledDate IN {\(scheduledDates.sorted().map(SampleCondition.text).joined(separator: ", "))}") {
            $0.scheduledDate.map(scheduledDates.contains) ?? false
        }
    }

    /// Chooses doses that were scheduled for a time from the start to before the end. Nil leaves the time open.
    public class func predicateForMedicationDoseEvent(scheduledStart startDate: Date?, end endDate: Date?) -> NSPredicate {
        let texts = [
            startDate.map { "scheduledDate >= \(SampleCondition.text($0))" }, endDate.map { "scheduledDate < \(SampleCondition.text($0))" },
        ]
        return doses(texts.compactMap(\.self).joined(separator: " AND ")) { dose in
            guard let date = dose.scheduledDate else { return false }
            return date >= startDate ?? .distantPast && date < endDate ?? .distantFuture
        }
    }

    /// Chooses doses of a medication.
    public class func predicateForMedicationDoseEvent(medicationConceptIdentifier: HKHealthConceptIdentifier) -> NSPredicate {
        predicateForMedicationDoseEvent(medicationConceptIdentifiers: [medicationConceptIdentifier])
    }

    /// Chooses doses of these medications.
    public class func predicateForMedicationDoseEvent(medicationConceptIdentifiers: Set<HKHealthConceptIdentifier>) -> NSPredicate {
        doses("medicationConceptIdentifier IN {\(medicationConceptIdentifiers.map(\.description).sorted().joined(separator: ", "))}") {
            medicationConceptIdentifiers.contains($0.medicationConceptIdentifier)
        }
    }

    /// Chooses medications by whether the person takes them no longer.
    public class func predicateForUserAnnotatedMedications(isArchived: Bool) -> NSPredicate {
        medications("isArchived == \(isArchived ? 1 : 0)") { $0.isArchived == isArchived }
    }

    /// Chooses medications by whether they have a schedule.
    public class func predicateForUserAnnotatedMedications(hasSchedule: Bool) -> NSPredicate {
        medications("hasSchedule == \(hasSchedule ? 1 : 0)") { $0.hasSchedule == hasSchedule }
    }
}

extension HKQuery {
    /// Chooses the efforts of a workout, or of one of its activities: those that start and end in its time.
    public class func predicateForWorkoutEffortSamplesRelated(workout: HKWorkout, activity: HKWorkoutActivity?) -> NSPredicate {
        SamplePredicate(
            .test("workoutEffortRelationship == \(workout.uuid.uuidString)") { ($0 as? HKSample)?.isEffort(of: workout, activity) ?? false }
        )
    }
}
