import HealthKit
import Testing

/// Permissions and facts about the person, as the first page of a tutorial has them.
class HealthKitSetupAssistant {
    private enum HealthkitSetupError: Error {
        case notAvailableOnDevice
        case dataTypeNotAvailable
    }

    class func authorizeHealthKit(healthStore: HKHealthStore, completion: @escaping (Bool, Error?) -> Swift.Void) {
        guard HKHealthStore.isHealthDataAvailable() else {
            completion(false, HealthkitSetupError.notAvailableOnDevice)
            return
        }
        guard let dateOfBirth = HKObjectType.characteristicType(forIdentifier: .dateOfBirth),
            let bloodType = HKObjectType.characteristicType(forIdentifier: .bloodType),
            let biologicalSex = HKObjectType.characteristicType(forIdentifier: .biologicalSex),
            let bodyMassIndex = HKObjectType.quantityType(forIdentifier: .bodyMassIndex),
            let height = HKObjectType.quantityType(forIdentifier: .height),
            let bodyMass = HKObjectType.quantityType(forIdentifier: .bodyMass),
            let activeEnergy = HKObjectType.quantityType(forIdentifier: .activeEnergyBurned)
        else {
            completion(false, HealthkitSetupError.dataTypeNotAvailable)
            return
        }
        let healthKitTypesToWrite: Set<HKSampleType> = [bodyMassIndex, activeEnergy, HKObjectType.workoutType()]
        let healthKitTypesToRead: Set<HKObjectType> = [
            dateOfBirth, bloodType, biologicalSex, bodyMassIndex, height, bodyMass, HKObjectType.workoutType(),
            HKObjectType.activitySummaryType(), HKSeriesType.workoutRoute(),
        ]
        healthStore.requestAuthorization(toShare: healthKitTypesToWrite, read: healthKitTypesToRead) { (success, error) in
            completion(success, error)
        }
    }

    /// Reads only: nothing to share.
    class func authorizeReading(healthStore: HKHealthStore) async throws {
        let types = Set([HKQuantityType(.stepCount), HKQuantityType(.heartRate)])
        try await healthStore.requestAuthorization(toShare: [], read: types)
    }

    class func profile(healthStore: HKHealthStore) -> String {
        var lines: [String] = []
        do {
            let birthday = try healthStore.dateOfBirthComponents()
            lines.append("born \(birthday.year ?? 0)")
        } catch HKError.errorNoData {
            lines.append("no birthday")
        } catch {
            lines.append("failed")
        }
        if let sex = try? healthStore.biologicalSex().biologicalSex {
            lines.append(sex == .notSet ? "no sex" : "\(sex.rawValue)")
        }
        if let blood = try? healthStore.bloodType() {
            switch blood.bloodType {
            case .aPositive, .aNegative: lines.append("A")
            case .notSet: lines.append("no blood type")
            default: lines.append("other")
            }
        }
        if let skin = try? healthStore.fitzpatrickSkinType().skinType, skin == .notSet { lines.append("no skin type") }
        if let chair = try? healthStore.wheelchairUse().wheelchairUse, chair == .notSet { lines.append("no answer") }
        return lines.joined(separator: ", ")
    }

    /// The text of an error, by its code.
    class func message(of error: Error?) -> String {
        guard let error = error as? HKError else { return "none" }
        switch error.code {
        case .errorHealthDataUnavailable: return "no health data"
        case .errorAuthorizationNotDetermined: return "ask first"
        case .errorAuthorizationDenied: return "change it in Settings"
        case .errorDatabaseInaccessible: return "unlock the phone"
        case .errorNotPermissibleForGuestUserMode: return "not for guests"
        default: return error.localizedDescription
        }
    }
}

@Suite("Snippets: authorization")
struct AuthorizationSnippets {
    @Test("Asking succeeds and grants nothing, and only writing has a status")
    func asking() async throws {
        let owner = try filled()
        let store = try owner.acting(as: "com.example.tutorial")
        let asked: (Bool, Bool) = await answer { done in
            HealthKitSetupAssistant.authorizeHealthKit(healthStore: store) { done(($0, $1 == nil)) }
        }
        #expect(asked == (true, true))
        try await HealthKitSetupAssistant.authorizeReading(healthStore: store)
        #expect(store.authorizationStatus(for: HKQuantityType(.bodyMassIndex)) == .notDetermined)
        #expect(try await store.statusForAuthorizationRequest(toShare: [HKQuantityType(.bodyMassIndex)], read: []) == .shouldRequest)
        let status: HKAuthorizationRequestStatus = await answer { done in
            store.getRequestStatusForAuthorization(toShare: [HKQuantityType(.bodyMassIndex)], read: []) { status, _ in done(status) }
        }
        #expect(status == .shouldRequest)
        // A decision about reading does not show.
        try owner.load(#"allow "com.example.tutorial" to read bodyMassIndex"#)
        #expect(store.authorizationStatus(for: HKQuantityType(.bodyMassIndex)) == .notDetermined)
        try owner.load(#"allow "com.example.tutorial" to write bodyMassIndex"#)
        #expect(store.authorizationStatus(for: HKQuantityType(.bodyMassIndex)) == .sharingAuthorized)
        #expect(try await store.statusForAuthorizationRequest(toShare: [HKQuantityType(.bodyMassIndex)], read: []) == .unnecessary)
    }

    @Test("Each state of permission and device has its error")
    func errors() async throws {
        let owner = try filled()
        let store = try owner.acting(as: "com.example.tutorial")
        let sample = HKQuantitySample(
            type: HKQuantityType(.bodyMassIndex), quantity: HKQuantity(unit: .count(), doubleValue: 22), start: at("2026-03-28"),
            end: at("2026-03-28"))
        func save() async -> String {
            await answer { done in store.save(sample) { _, error in done(HealthKitSetupAssistant.message(of: error)) } }
        }
        #expect(await save() == "ask first")
        try owner.load(#"deny "com.example.tutorial" to write bodyMassIndex"#)
        #expect(await save() == "change it in Settings")
        try owner.load("allow \"com.example.tutorial\" to write bodyMassIndex\nset device state = guest")
        #expect(await save() == "not for guests")
        try owner.load("set device state = locked")
        let reading: String = await answer { done in
            store.execute(
                HKSampleQuery(sampleType: sample.sampleType, predicate: nil, limit: 1, sortDescriptors: nil) { _, samples, error in
                    done(samples == nil ? HealthKitSetupAssistant.message(of: error) : "read")
                })
        }
        #expect(reading == "unlock the phone")
        #expect(await save() == "none")
        try owner.load("set device state = unlocked")
        #expect(await save() == "none")
    }

    @Test("Nothing about the person is known")
    func profile() throws {
        #expect(
            HealthKitSetupAssistant.profile(healthStore: try filled()) == "no birthday, no sex, no blood type, no skin type, no answer")
    }
}
