public import Foundation
import Synchronization

// Sendable: nothing changes after the creation, except for the identifier, which a mutex guards. Values of metadata are numbers, texts,
// dates and quantities.
/// An object in a store: its identifier, origin and metadata.
public class HKObject: NSObject, @unchecked Sendable {
    /// The app and version that saved the object. Before it is saved, this program.
    public let sourceRevision: HKSourceRevision
    /// The device that measured it; nil if it is unknown.
    public let device: HKDevice?
    /// Further facts by key, or nil. Values are texts, numbers, dates and quantities.
    public let metadata: [String: Any]?

    private struct Identity {
        /// Nil until somebody reads it or the object is saved.
        var uuid: UUID?
        /// The identifier of the equal sample that the store had before; nil if the object was added.
        var stored: UUID?
    }
    private let identity: Mutex<Identity>

    init(sourceRevision: HKSourceRevision, device: HKDevice?, metadata: [String: Any]?, uuid: UUID?) {
        self.sourceRevision = sourceRevision
        self.device = device
        self.metadata = metadata?.isEmpty == false ? metadata : nil
        identity = Mutex(Identity(uuid: uuid))
    }

    convenience init(device: HKDevice?, metadata: [String: Any]?) {
        self.init(
            sourceRevision: HKSourceRevision(source: .default(), version: nil), device: device, metadata: metadata, uuid: nil)
    }

    /// The identifier, which stays the same when the object is saved and read again.
    public var uuid: UUID {
        identity.withLock { identity in
            if let known = identity.uuid { return known }
            let new = UUID()
            identity.uuid = new
            return new
        }
    }

    /// The identifier by which the store finds the object. Another one than `uuid` if an equal sample was saved before.
    var storedUUID: UUID { identity.withLock { $0.stored } ?? uuid }

    /// The source that saved the object.
    public var source: HKSource { sourceRevision.source }

    /// Gives the object the identifier that its store has for it, unless somebody has already read another one.
    ///
    /// - Parameter isNew: True if the store can use the identifier that was read. Otherwise it has an equal sample already.
    /// - Returns: The identifier that was read and that the store must keep.
    func adopt(_ uuid: UUID, isNew: Bool) -> UUID? {
        identity.withLock { identity in
            guard let known = identity.uuid, known != uuid else {
                identity.uuid = uuid
                return nil
            }
            if isNew { return known }
            identity.stored = uuid
            return nil
        }
    }

    /// Returns true for the same object, read twice or saved and read.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKObject)?.uuid == uuid }
    /// A hash of the identifier.
    public override var hash: Int { uuid.hashValue }
}

/// An object that was deleted. Only its identifier is known.
public final class HKDeletedObject: NSObject, Sendable {
    /// The identifier of the object.
    public let uuid: UUID
    /// Nothing: a store does not keep the metadata of deleted objects.
    public var metadata: [String: Any]? { nil }

    init(uuid: UUID) { self.uuid = uuid }

    /// Returns true for the same object.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKDeletedObject)?.uuid == uuid }
    /// A hash of the identifier.
    public override var hash: Int { uuid.hashValue }
}
