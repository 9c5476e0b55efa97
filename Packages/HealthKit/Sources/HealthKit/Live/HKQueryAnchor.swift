public import Foundation

/// The last change of a store that an app knows. Keep it, also in a file, to get only later changes next time.
///
/// An anchor belongs to one store.
public final class HKQueryAnchor: NSObject, NSSecureCoding, NSCopying, Sendable {
    private static let key = "change"

    /// The number of the change; 0 before all changes.
    let change: Int64

    init(change: Int64) { self.change = max(0, change) }

    /// Creates an anchor with its number; 0 (``HKAnchoredObjectQueryNoAnchor``) for the anchor before all changes.
    public convenience init(fromValue value: Int) { self.init(change: Int64(value)) }

    // MARK: Coding

    /// True: archives that demand secure coding can hold anchors.
    public static var supportsSecureCoding: Bool { true }

    /// Reads an anchor from an archive. Returns nil if the archive holds something else.
    public init?(coder: NSCoder) {
        guard coder.containsValue(forKey: Self.key) else { return nil }
        change = coder.decodeInt64(forKey: Self.key)
        guard change >= 0 else { return nil }
    }

    /// Writes the anchor to an archive.
    public func encode(with coder: NSCoder) { coder.encode(change, forKey: Self.key) }

    // MARK: Comparing

    /// Returns true for the anchor of the same change.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKQueryAnchor)?.change == change }
    /// A hash of the number.
    public override var hash: Int { change.hashValue }
    /// The number of the change.
    public override var description: String { "HKQueryAnchor \(change)" }
    /// Returns the anchor itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The number of the anchor before all changes.
public let HKAnchoredObjectQueryNoAnchor = 0
