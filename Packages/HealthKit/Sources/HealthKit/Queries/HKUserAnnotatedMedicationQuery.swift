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
/// Reads medications.
struct MedicationReading: @unchecked Sendable {
    let predicate: NSPredicate?
    let limit: Int

    func medications(in reader: ObjectReader) throws -> [HKUserAnnotatedMedication] {
        let found = try reader.medications().filter { predicate?.evaluate(with: $0) ?? true }
        return limit == HKObjectQueryNoLimit ? found : Array(found.prefix(max(limit, 0)))
    }
}
