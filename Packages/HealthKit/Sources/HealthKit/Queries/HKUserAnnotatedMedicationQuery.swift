public import Foundation
import TallyKit

/// Reads the medications of the person.
public final class HKUserAnnotatedMedicationQuery: HKQuery, @unchecked Sendable {
    /// A handler of a medication, of whether all were passed, and of an error.
    public typealias Handler = @Sendable (HKUserAnnotatedMedicationQuery, HKUserAnnotatedMedication?, Bool, (any Error)?) -> Void

    private let handler: Handler
    private let reading: MedicationReading

    /// Creates the query. The handler gets each medication, and then true. A limit of 0 means all.
    public init(predicate: NSPredicate?, limit: Int, resultsHandler: @escaping Handler) {
        handler = resultsHandler
        reading = MedicationReading(predicate: predicate, limit: limit)
        super.init(.userAnnotatedMedicationType(), predicate)
    }

    override func run(in store: HKHealthStore) {
        let reading = reading
        store.report(store.result { try reading.medications(in: $0) }, of: self) { medications, error in
            guard let medications else { return self.handler(self, nil, true, error) }
            for medication in medications {
                guard self.isRunning else { return }
                self.handler(self, medication, false, nil)
            }
            self.handler(self, nil, true, nil)
        }
    }
}

// Sendable: predicates do not change.
/// Reads the medications of the person.
public struct HKUserAnnotatedMedicationQueryDescriptor: HKAsyncQuery, @unchecked Sendable {
    /// The condition on the medications; nil for all.
    public var predicate: NSPredicate?
    /// The greatest number of medications; nil for all.
    public var limit: Int?

    /// Creates the query.
    public init(predicate: NSPredicate? = nil, limit: Int? = nil) { (self.predicate, self.limit) = (predicate, limit) }

    /// Returns the medications by name. Throws `HKError`.
    public func result(for healthStore: HKHealthStore) async throws -> [HKUserAnnotatedMedication] {
        let reading = MedicationReading(predicate: predicate, limit: limit ?? HKObjectQueryNoLimit)
        return try await healthStore.resultInBackground { try reading.medications(in: $0) }.get()
    }
}

// Sendable: predicates do not change.
/// Reads medications.
private struct MedicationReading: @unchecked Sendable {
    let predicate: NSPredicate?
    let limit: Int

    func medications(in reader: ObjectReader) throws -> [HKUserAnnotatedMedication] {
        let found = try reader.medications().filter { predicate?.evaluate(with: $0) ?? true }
        return limit == HKObjectQueryNoLimit ? found : Array(found.prefix(max(limit, 0)))
    }
}

extension HKQuery {
    private class func doses(_ text: String, _ test: @escaping (HKMedicationDoseEvent) -> Bool) -> NSPredicate {
        SamplePredicate(.test(text) { ($0 as? HKMedicationDoseEvent).map(test) ?? false })
    }

    private class func medications(_ text: String, _ test: @escaping (HKUserAnnotatedMedication) -> Bool) -> NSPredicate {
        SamplePredicate(.test(text) { ($0 as? HKUserAnnotatedMedication).map(test) ?? false })
    }

    /// Chooses doses by what is known of them.
    public class func predicateForMedicationDoseEvent(status: HKMedicationDoseEvent.LogStatus) -> NSPredicate {
        doses("status == \(status.rawValue)") { $0.logStatus == status }
    }

    /// Chooses doses by the numbers of what is known of them.
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
