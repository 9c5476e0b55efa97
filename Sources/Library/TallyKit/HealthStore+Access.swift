public import HealthModel
import SampleStore
package import StorageModel

/// The decision of a store's owner about an app and a metric.
///
/// ```swift
/// try await store.allow("com.example.trends", toRead: [.stepCount])
/// for access in try await store.access() { print(access.app, access.metric, access.mayRead ?? false) }
/// let answer = try await store.acting(as: "com.example.trends").answer("sum steps by day last 7 days")
/// ```
public struct AppAccess: Sendable, Hashable {
    /// The name of the app as the owner wrote it.
    public var app: String
    /// The metric.
    public var metric: MetricID
    /// True if the app may read all samples, false if the owner denied it. Nil if the owner has not decided.
    ///
    /// Without permission, the app reads its own samples only, and no error or count tells it so.
    public var mayRead: Bool?
    /// True if the app may write, false if the owner denied it. Nil if the owner has not decided.
    public var mayWrite: Bool?
}

/// The owner of a store, and apps with the owner's permissions (S10.4).
extension HealthStore {
    /// Returns the same store as an app uses it: it reads what it may read, writes as itself, and deletes only its own samples.
    ///
    /// Names that differ only in case or spaces are one app. A store that already acts as an app stays that app. As another one, it shows
    /// and writes nothing. This is for tests and for learning. It does not protect a file: anyone who can open it can read all of it.
    public func acting(as app: String) -> HealthStore {
        // The decisions about the other app are the owner's secret, so a lens over a lens has none.
        if let known = self.app, Source.fold(known) == Source.fold(app) { return self }
        return lens(AppStorage(storage, app: app))
    }

    /// The app that asks; nil for the owner.
    public var app: String? { appStorage?.app }

    /// Throws an error if an app asks.
    ///
    /// - Parameter deed: what the app can't do.
    package func demandOwner(to deed: String) throws {
        if let app { throw AccessError.ownerOnly(app: app, deed: deed) }
    }

    /// The store as its owner uses it.
    package var ownedStorage: any SampleStorage { appStorage?.base ?? storage }

    /// Runs `body` on what the one who asks sees, also while the device is locked, because an app can write then.
    @_spi(Guests) public func readingToWrite<Result>(_ body: (any SampleSource) throws -> Result) throws -> Result {
        if let appStorage { return try appStorage.readToWrite(body) }
        return try storage.read(body)
    }

    /// Returns whether the one who asks may write a metric; nil if the owner has not decided.
    @_spi(Guests) public func mayWrite(_ metric: MetricID) throws -> Bool? {
        guard let app else { return true }
        return try ownedStorage.read { try AccessRules($0).isAllowed(.writing, metric, for: app) }
    }

    private var appStorage: AppStorage? { storage as? AppStorage ?? (storage as? PersonStorage)?.base as? AppStorage }

    /// Allows an app to read and write metrics. Other decisions stay as they are.
    ///
    /// - Throws: `.ownersOnly` if an app asks, `.readOnly`, `.busy`, or another error if the file cannot be written.
    public func allow(_ app: String, toRead read: [MetricID] = [], toWrite write: [MetricID] = []) async throws(HealthStoreError) {
        try await decide(true, app, read, write)
    }

    /// Denies an app to read and write metrics. Other decisions stay as they are.
    ///
    /// - Throws: As ``allow(_:toRead:toWrite:)`` does.
    public func deny(_ app: String, toRead read: [MetricID] = [], toWrite write: [MetricID] = []) async throws(HealthStoreError) {
        try await decide(false, app, read, write)
    }

    private func decide(
        _ isAllowed: Bool, _ app: String, _ read: [MetricID], _ write: [MetricID]
    ) async throws(HealthStoreError) {
        let decisions =
            read.map { AccessDecision(app: app, metric: $0, kind: .reading, isAllowed: isAllowed) }
            + write.map { AccessDecision(app: app, metric: $0, kind: .writing, isAllowed: isAllowed) }
        try await blocking { try $0.decide(decisions) }
    }

    /// Returns the owner's decisions, by app and metric. An app gets its own decisions about writing and none about reading.
    ///
    /// - Throws: `.damaged` or another error if the file cannot be read.
    public func access() async throws(HealthStoreError) -> [AppAccess] {
        try await blocking { [self] _ in try accessNow() }
    }

    /// Returns the decisions on the calling thread, as ``access()`` does.
    package func accessNow() throws -> [AppAccess] {
        let asking = app.map(Source.fold)
        let rules = try ownedStorage.read { try AccessRules($0) }
        var found: [AppAccess] = []
        for decision in rules.decisions {
            if let asking, asking != Source.fold(decision.app) || decision.kind == .reading { continue }
            if found.last.map({ Source.fold($0.app) == Source.fold(decision.app) && $0.metric == decision.metric }) != true {
                found.append(AppAccess(app: decision.app, metric: decision.metric))
            }
            if decision.kind == .reading {
                found[found.count - 1].mayRead = decision.isAllowed
            } else {
                found[found.count - 1].mayWrite = decision.isAllowed
            }
        }
        return found
    }

    /// Returns the state of the device, which binds apps and not the owner.
    ///
    /// - Throws: `.damaged` or another error if the file cannot be read.
    public func deviceState() async throws(HealthStoreError) -> DeviceState { try await blocking { [self] _ in try deviceStateNow() } }

    /// Returns the state of the device on the calling thread.
    package func deviceStateNow() throws -> DeviceState { try ownedStorage.read { try AccessRules($0).deviceState } }

    /// Changes the state of the device. What apps wrote while it was locked arrives when it is unlocked.
    ///
    /// - Returns: The number of samples that arrived.
    /// - Throws: `.ownersOnly` if an app asks, `.readOnly`, `.busy`, or another error if the file cannot be written.
    @discardableResult
    public func setDeviceState(_ state: DeviceState) async throws(HealthStoreError) -> Int {
        try await blocking { try $0.setDeviceState(state) }
    }

    private func blocking<Result: Sendable>(
        _ body: @escaping @Sendable (any SampleStorage) throws -> Result
    ) async throws(HealthStoreError) -> Result {
        try await Blocking.run { [storage] _ throws(HealthStoreError) in
            do { return try body(storage) } catch { throw HealthStoreError(error) }
        }
    }
}
