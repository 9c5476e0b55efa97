import HealthKit

/// Saves what the person enters in the app.
struct Diary: Sendable {
    enum Outcome: Equatable {
        case saved
        case askForPermission
        case denied
        case guest
        case failed
    }

    let store: HKHealthStore

    /// Saves a drink, and says why that failed.
    func drink(milliliters: Double, at date: Date) async -> Outcome {
        let quantity = HKQuantity(unit: .literUnit(with: .milli), doubleValue: milliliters)
        let sample = HKQuantitySample(
            type: HKQuantityType(.dietaryWater), quantity: quantity, start: date, end: date,
            metadata: [HKMetadataKeyWasUserEntered: true])
        do {
            try await store.save(sample)
            return .saved
        } catch let error as HKError {
            switch error.code {
            case .errorAuthorizationNotDetermined: return .askForPermission
            case .errorAuthorizationDenied: return .denied
            case .errorNotPermissibleForGuestUserMode: return .guest
            default: return .failed
            }
        } catch {
            return .failed
        }
    }

    /// Saves a body mass with the handler's form of `save`, and hands over the code of the error.
    func weigh(kilograms: Double, at date: Date, then finish: @escaping @Sendable (Bool, Int?) -> Void) {
        let sample = HKQuantitySample(
            type: HKQuantityType(.bodyMass), quantity: HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: kilograms), start: date,
            end: date)
        store.save(sample) { success, error in
            finish(success, (error as? HKError)?.code.rawValue)
        }
    }

    /// Saves a session of meditation.
    func meditate(from start: Date, to end: Date) async throws {
        try await store.save(
            HKCategorySample(
                type: HKCategoryType(.mindfulSession), value: HKCategoryValue.notApplicable.rawValue, start: start, end: end))
    }

    /// The minutes of meditation of a day.
    func mindfulMinutes(on day: DateInterval) async throws -> Double {
        let sessions = HKSampleQueryDescriptor(
            predicates: [
                .categorySample(
                    type: HKCategoryType(.mindfulSession),
                    predicate: HKQuery.predicateForSamples(withStart: day.start, end: day.end, options: .strictStartDate))
            ],
            sortDescriptors: [SortDescriptor(\.startDate)])
        return try await sessions.result(for: store).reduce(0) { $0 + $1.endDate.timeIntervalSince($1.startDate) } / 60
    }

    /// Saves a measurement of blood pressure: two samples that belong together.
    func saveBloodPressure(systolic: Double, diastolic: Double, at date: Date) async throws {
        let unit = HKUnit.millimeterOfMercury()
        let parts: Set<HKSample> = [
            HKQuantitySample(
                type: HKQuantityType(.bloodPressureSystolic), quantity: HKQuantity(unit: unit, doubleValue: systolic), start: date,
                end: date),
            HKQuantitySample(
                type: HKQuantityType(.bloodPressureDiastolic), quantity: HKQuantity(unit: unit, doubleValue: diastolic), start: date,
                end: date),
        ]
        try await store.save(HKCorrelation(type: HKCorrelationType(.bloodPressure), start: date, end: date, objects: parts))
    }

    /// The measurements of blood pressure, as "120/80", from the oldest to the newest.
    func bloodPressures() async throws -> [String] {
        let (systolic, diastolic) = (HKQuantityType(.bloodPressureSystolic), HKQuantityType(.bloodPressureDiastolic))
        let measurements: [HKCorrelation] = try await withCheckedThrowingContinuation { continuation in
            let query = HKCorrelationQuery(type: HKCorrelationType(.bloodPressure), predicate: nil, samplePredicates: nil) {
                _, correlations, error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume(returning: correlations ?? [])
                }
            }
            store.execute(query)
        }
        func value(_ measurement: HKCorrelation, _ type: HKQuantityType) -> Int? {
            let sample = measurement.objects(for: type).first as? HKQuantitySample
            return sample.map { Int($0.quantity.doubleValue(for: .millimeterOfMercury())) }
        }
        return measurements.sorted { $0.startDate < $1.startDate }.map { measurement in
            guard let high = value(measurement, systolic), let low = value(measurement, diastolic) else { return "?" }
            return "\(high)/\(low)"
        }
    }
}
