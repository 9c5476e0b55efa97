public import Foundation

extension HKHealthStore {
    // MARK: Saving

    /// Saves an object. The handler gets true if it worked, or an error.
    public func save(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        save([object], withCompletion: completion)
    }

    /// Saves all objects, or none if there is an error.
    ///
    /// Their source is the app that asks. A sample that the store already has, with the same type, time, value and source, is not added
    /// again. A sample with `HKMetadataKeySyncIdentifier` and `HKMetadataKeySyncVersion` replaces the app's samples of the type with the
    /// same identifier and a lower version, and is not added if the store has its version or a higher one. Errors: 5 if nobody decided
    /// whether the app may write the type, 4 if it may not, 15 while a guest uses the device. What is saved while the device is locked is
    /// kept until it is unlocked.
    public func save(_ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        finish(completion) { () throws(HKError) in try self.box.save(objects) }
    }

    /// Saves an object.
    public func save(_ object: HKObject) async throws { try await save([object]) }

    /// Saves all objects, or none if there is an error.
    public func save(_ objects: [HKObject]) async throws {
        try await inBackground { try self.box.save(objects) }
    }

    /// Saves samples of a workout. A store does not keep which samples belong to a workout: the time and the source decide
    /// (`HKQuery.predicateForObjects(from:)`).
    public func add(
        _ samples: [HKSample], to workout: HKWorkout, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        save(samples, withCompletion: completion)
    }

    // MARK: Deleting

    /// Deletes an object that the app saved. The owner can delete all objects.
    public func delete(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        delete([object], withCompletion: completion)
    }

    /// Deletes objects that the app saved. It is an error if one of them is not there, or has another source.
    public func delete(_ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        finish(completion) { () throws(HKError) in try self.box.delete(objects) }
    }

    /// Deletes an object that the app saved.
    public func delete(_ object: HKObject) async throws { try await delete([object]) }

    /// Deletes objects that the app saved.
    public func delete(_ objects: [HKObject]) async throws {
        try await inBackground { try self.box.delete(objects) }
    }

    /// Deletes the objects of a type that a predicate chooses and the app saved. The handler gets their number.
    public func deleteObjects(
        of objectType: HKObjectType, predicate: NSPredicate,
        withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
    ) {
        let box = box
        let selection = ChosenObjects(type: objectType, predicate: predicate)
        DispatchQueue.global().async {
            do throws(HKError) {
                let count = try box.delete(selection)
                box.handlers.async { completion(true, count, nil) }
            } catch {
                box.handlers.async { completion(false, 0, error) }
            }
        }
    }

    /// Deletes the objects of a type that a predicate chooses and the app saved. Returns their number.
    @discardableResult
    public func deleteObjects(of objectType: HKObjectType, predicate: NSPredicate) async throws -> Int {
        let selection = ChosenObjects(type: objectType, predicate: predicate)
        return try await inBackground { try self.box.delete(selection) }
    }

    // MARK: In the background

    private func finish(
        _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void, _ body: @escaping @Sendable () throws(HKError) -> Void
    ) {
        let box = box
        DispatchQueue.global().async {
            do throws(HKError) {
                try body()
                box.handlers.async { completion(true, nil) }
            } catch {
                box.handlers.async { completion(false, error) }
            }
        }
    }

    /// Runs `body` on a thread that may block.
    func inBackground<Success: Sendable>(_ body: @escaping @Sendable () throws -> Success) async throws -> Success {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
        }
    }
}

// Sendable: predicates do not change.
/// Objects to delete.
struct ChosenObjects: @unchecked Sendable {
    let type: HKObjectType
    let predicate: NSPredicate
}
