import Foundation
import HealthKit
@_spi(Guests) import TallyKit
import Testing

/// Doses and medications of the module HealthKit.
@Suite("HealthKit's medications")
struct MedicationTests {
    private static let rows = [
        #"{"type":"medicationDoses","source":"Health","start":"2026-03-02T08:05:00Z","value":"taken","metadata":{"medication":"A 5 mg","medicationConceptIdentifier":"c1","scheduledDate":"2026-03-02T08:00:00Z","scheduledDoseQuantity":"2 mg","doseQuantity":"1.5 mg","scheduleType":"schedule","generalForm":"tablet","relatedCodings":"http://rx 12, 7","note":"x"}}"#,
        #"{"type":"medicationDoses","source":"Health","start":"2026-03-03T08:00:00Z","value":"skipped","metadata":{"medication":"A 5 mg","medicationConceptIdentifier":"c1","scheduledDate":"2026-03-03T08:00:00Z","scheduleType":"schedule"}}"#,
        #"{"type":"medicationDoses","source":"Health","start":"2026-03-03T09:00:00Z","value":"taken","metadata":{"medication":"B","doseQuantity":"1","scheduleType":"asNeeded"}}"#,
    ]

    private func store() async throws -> HKHealthStore {
        try await HKHealthStore.holding(Self.rows.joined(separator: "\n"), ending: "jsonl")
    }

    private func doses(_ predicate: NSPredicate?, in store: HKHealthStore) async throws -> [HKMedicationDoseEvent] {
        let query = HKSampleQueryDescriptor(
            predicates: [.sample(type: .medicationDoseEventType(), predicate: predicate)], sortDescriptors: [SortDescriptor(\.startDate)])
        return try await query.result(for: store).compactMap { $0 as? HKMedicationDoseEvent }
    }

    private func time(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    @Test("A dose has its status, its schedule, its amounts and their unit, and other metadata")
    func dose() async throws {
        let found = try await doses(nil, in: store())
        #expect(found.count == 3)
        let first = found[0]
        #expect(first.logStatus == .taken && first.scheduleType == .schedule && first.medicationDoseEventType == .medicationDoseEventType())
        let (scheduled, taken) = (try time("2026-03-02T08:00:00Z"), try time("2026-03-02T08:05:00Z"))
        #expect(first.scheduledDate == scheduled && first.startDate == taken)
        #expect(first.scheduledDoseQuantity == 2 && first.doseQuantity == 1.5 && first.unit == .gramUnit(with: .milli))
        #expect(first.metadata?.keys.sorted() == ["note"])
        let last = found[2]
        #expect(last.scheduleType == .asNeeded && last.scheduledDate == nil && last.doseQuantity == 1 && last.unit == .count())
        #expect(found[1].doseQuantity == nil && found[1].logStatus == .skipped)
    }

    @Test("Predicates choose doses by status, by schedule and by medication")
    func predicates() async throws {
        let store = try await store()
        let (day, next) = (try time("2026-03-02T08:00:00Z"), try time("2026-03-03T08:00:00Z"))
        func count(_ predicate: NSPredicate) async throws -> Int { try await doses(predicate, in: store).count }
        #expect(try await count(HKQuery.predicateForMedicationDoseEvent(status: .taken)) == 2)
        #expect(try await count(HKQuery.predicateForMedicationDoseEvent(statuses: [4, 5])) == 3)
        #expect(try await count(HKQuery.predicateForMedicationDoseEvent(scheduledDate: day)) == 1)
        #expect(try await count(HKQuery.predicateForMedicationDoseEvent(scheduledDates: [day, next])) == 2)
        #expect(try await count(HKQuery.predicateForMedicationDoseEvent(scheduledStart: day, end: next)) == 1)
        #expect(try await count(HKQuery.predicateForMedicationDoseEvent(scheduledStart: nil, end: nil)) == 2)
        let medication = try await doses(nil, in: store)[0].medicationConceptIdentifier
        let ofMedication = HKQuery.predicateForMedicationDoseEvent(medicationConceptIdentifier: medication)
        let skipped = HKQuery.predicateForMedicationDoseEvent(status: .skipped)
        #expect(try await count(ofMedication) == 2)
        #expect(try await count(NSCompoundPredicate(andPredicateWithSubpredicates: [ofMedication, skipped])) == 1)
        #expect("\(HKQuery.predicateForMedicationDoseEvent(statuses: [5, 4]))" == "status IN {4, 5}")
    }

    @Test("The medications are those of the doses, by name, with a schedule if a dose has one")
    func medications() async throws {
        let store = try await store()
        let found = try await HKUserAnnotatedMedicationQueryDescriptor().result(for: store)
        #expect(found.map(\.medication.displayText) == ["A 5 mg", "B"] && found.map(\.hasSchedule) == [true, false])
        #expect(found.allSatisfy { $0.nickname == nil && !$0.isArchived })
        let first = found[0].medication
        let identifier = try await doses(nil, in: store)[0].medicationConceptIdentifier
        #expect(first.identifier == identifier && first.identifier.domain == .medication && first.generalForm == .tablet)
        #expect(Set(first.relatedCodings.map { "\($0.system)|\($0.code)" }) == ["http://rx|12", "|7"])
        let scheduled = HKQuery.predicateForUserAnnotatedMedications(hasSchedule: true)
        #expect(try await HKUserAnnotatedMedicationQueryDescriptor(predicate: scheduled).result(for: store).count == 1)
        #expect(try await HKUserAnnotatedMedicationQueryDescriptor(limit: 1).result(for: store).count == 1)
        let archived = HKQuery.predicateForUserAnnotatedMedications(isArchived: true)
        #expect(try await HKUserAnnotatedMedicationQueryDescriptor(predicate: archived).result(for: store).isEmpty)
    }

    @Test("A query with a handler passes each medication, and then the end")
    func handler() async throws {
        let store = try await store()
        let names = AsyncStream<String> { continuation in
            let query = HKUserAnnotatedMedicationQuery(predicate: nil, limit: HKObjectQueryNoLimit) { _, medication, isDone, _ in
                if let medication { continuation.yield(medication.medication.displayText) }
                if isDone { continuation.finish() }
            }
            store.execute(query)
        }
        var found: [String] = []
        for await name in names { found.append(name) }
        #expect(found == ["A 5 mg", "B"])
    }
}
