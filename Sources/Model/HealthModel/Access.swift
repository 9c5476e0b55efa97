/// The state of the device, as apps notice it. It is kept in a store and does not bind the owner.
public enum DeviceState: String, Sendable, Hashable, CaseIterable {
    case unlocked
    /// Apps can't read. What they write is kept for later.
    case locked
    /// Somebody else uses the device. Apps can read what they may read, but not write.
    case guest
}

/// The access that the owner of a store allows or denies an app.
public enum AccessKind: String, Sendable, Hashable, CaseIterable {
    case reading = "read"
    case writing = "write"
}
