public import Foundation
@_spi(Guests) import TallyKit

extension HKHealthStore {
    // MARK: Authorization

    /// Asks for permission to save and read types. It succeeds and grants nothing: the owner of the store decides with `allow` and `deny`.
    public func requestAuthorization(
        toShare typesToShare: Set<HKSampleType>?, read typesToRead: Set<HKObjectType>?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let isAvailable = box.isAvailable || box.isOwned
        box.handlers.async {
            isAvailable ? completion(true, nil) : completion(false, HKError(.errorHealthDataUnavailable, "there is no store"))
        }
    }

    /// Asks for permission to save and read types. It grants nothing: the owner of the store decides with `allow` and `deny`.
    public func requestAuthorization(toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>) async throws {
        guard box.isAvailable || box.isOwned else { throw HKError(.errorHealthDataUnavailable, "there is no store") }
    }

    /// Returns whether the app may save samples of a type. It tells nothing about reading.
    ///
    /// The owner of the store may save every type that apps can save.
    public func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
        if let type = type as? HKQuantityType, !type.kind.isWritable { return .sharingDenied }
        guard type is HKSampleType else { return .sharingDenied }
        switch box.mayWrite(MetricID(type.identifier)) {
        case true?: return .sharingAuthorized
        case false?: return .sharingDenied
        case nil: return .notDetermined
        }
    }

    /// Tells whether the owner has decided about saving all types: then there is nothing to ask.
    public func getRequestStatusForAuthorization(
        toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>,
        completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
    ) {
        let status = requestStatus(toShare: typesToShare)
        box.handlers.async { completion(status, nil) }
    }

    /// Returns whether the owner has decided about saving all types: then there is nothing to ask.
    public func statusForAuthorizationRequest(
        toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>
    ) async throws -> HKAuthorizationRequestStatus {
        requestStatus(toShare: typesToShare)
    }

    private func requestStatus(toShare types: Set<HKSampleType>) -> HKAuthorizationRequestStatus {
        types.contains { authorizationStatus(for: $0) == .notDetermined } ? .shouldRequest : .unnecessary
    }

    /// Does on behalf of an extension what ``requestAuthorization(toShare:read:completion:)`` does: nothing is asked or granted.
    public func handleAuthorizationForExtension(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        requestAuthorization(toShare: nil, read: nil, completion: completion)
    }

    /// Asks for permission to read single objects of a type. It succeeds and grants nothing: an owner decides about types, not about single
    /// objects.
    public func requestPerObjectReadAuthorization(
        for objectType: HKObjectType, predicate: NSPredicate?, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        requestAuthorization(toShare: nil, read: [objectType], completion: completion)
    }

    /// Does on behalf of an extension what ``requestAuthorization(toShare:read:)`` does: nothing is asked or granted.
    public func handleAuthorizationForExtension() async throws { try await requestAuthorization(toShare: [], read: []) }

    /// Asks for permission to read single objects of a type. It grants nothing: an owner decides about types, not about single objects.
    public func requestPerObjectReadAuthorization(for objectType: HKObjectType, predicate: NSPredicate?) async throws {
        try await requestAuthorization(toShare: [], read: [objectType])
    }

    // MARK: Units

    /// Tells the units in which people of the current region see quantities of these types.
    public func preferredUnits(
        for quantityTypes: Set<HKQuantityType>, completion: @escaping @Sendable ([HKQuantityType: HKUnit], (any Error)?) -> Void
    ) {
        let units = Self.units(of: quantityTypes)
        box.handlers.async { completion(units, nil) }
    }

    /// Returns the units in which people of the current region see quantities of these types.
    public func preferredUnits(for quantityTypes: Set<HKQuantityType>) async throws -> [HKQuantityType: HKUnit] {
        Self.units(of: quantityTypes)
    }

    private class func units(of types: Set<HKQuantityType>) -> [HKQuantityType: HKUnit] {
        let preference: UnitPreference = Locale.current.measurementSystem == .us ? .us : .usual
        return Dictionary(uniqueKeysWithValues: types.map { ($0, HKUnit($0.kind.displayUnit(preference))) })
    }

    // MARK: Characteristics

    // Stores do not keep what an export says about the person, so nothing is set.

    /// Throws error 11: stores do not keep the date of birth.
    public func dateOfBirthComponents() throws -> DateComponents {
        throw HKError(.errorNoData, "stores do not keep the date of birth")
    }
    /// Returns an object without a sex: stores do not keep it.
    public func biologicalSex() throws -> HKBiologicalSexObject { HKBiologicalSexObject(.notSet) }
    /// Returns an object without a blood type: stores do not keep it.
    public func bloodType() throws -> HKBloodTypeObject { HKBloodTypeObject(.notSet) }
    /// Returns an object without a skin type: stores do not keep it.
    public func fitzpatrickSkinType() throws -> HKFitzpatrickSkinTypeObject { HKFitzpatrickSkinTypeObject(.notSet) }
    /// Returns an object without an answer: stores do not keep it.
    public func wheelchairUse() throws -> HKWheelchairUseObject { HKWheelchairUseObject(.notSet) }
    /// Returns the mode in which the move ring counts energy.
    public func activityMoveMode() throws -> HKActivityMoveModeObject { HKActivityMoveModeObject(.activeEnergy) }
}

extension StoreBox {
    /// True if the owner of the store asks.
    var isOwned: Bool { app == nil }

    /// Returns whether the app that asks may write samples of a metric; nil if nobody decided.
    fileprivate func mayWrite(_ metric: MetricID) -> Bool? {
        isOwned ? true : (try? store().mayWrite(metric)) ?? nil
    }
}
