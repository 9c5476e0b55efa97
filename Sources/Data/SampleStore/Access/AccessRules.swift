package import HealthModel
import StorageModel

/// The owner's decision about one app, one metric and one kind of access.
package struct AccessDecision: Hashable, Sendable {
    /// The name of the app as the owner wrote it.
    package var app: String
    package var metric: MetricID
    package var kind: AccessKind
    package var isAllowed: Bool

    package init(app: String, metric: MetricID, kind: AccessKind, isAllowed: Bool) {
        self.app = app
        self.metric = metric
        self.kind = kind
        self.isAllowed = isAllowed
    }
}

/// The owner's decisions about all apps, and the state of the device. A store keeps them as settings.
package struct AccessRules: Sendable {
    private static let prefix = "access/"
    private static let stateSetting = "device state"

    /// All decisions, by app, then metric, then kind.
    package let decisions: [AccessDecision]
    package let deviceState: DeviceState
    private let allowed: [Key: Bool]

    private struct Key: Hashable {
        var app: String
        var metric: MetricID
        var kind: AccessKind
    }

    /// Reads the rules of a store. A source without settings has none.
    package init(_ source: any SampleSource) throws {
        deviceState = try source.setting(Self.stateSetting).flatMap { DeviceState(rawValue: $0) } ?? .unlocked
        let settings = try source.capabilities.settings?.settings(startingWith: Self.prefix) ?? [:]
        decisions = settings.compactMap(Self.decision).sorted { Self.order($0).lexicographicallyPrecedes(Self.order($1)) }
        allowed = Dictionary(decisions.map { (Key(app: Source.fold($0.app), metric: $0.metric, kind: $0.kind), $0.isAllowed) }) { $1 }
    }

    /// Returns the decision; nil if the owner has not decided.
    package func isAllowed(_ kind: AccessKind, _ metric: MetricID, for app: String) -> Bool? {
        allowed[Key(app: Source.fold(app), metric: metric, kind: kind)]
    }

    private static func order(_ decision: AccessDecision) -> [String] {
        [Source.fold(decision.app), decision.metric.identifier, decision.kind.rawValue]
    }

    // MARK: Settings

    /// Returns the setting that keeps a decision. Two spellings of an app's name have the same one.
    static func setting(_ decision: AccessDecision) -> (name: String, value: String) {
        (
            "\(prefix)\(decision.kind.rawValue)/\(decision.metric.identifier)/\(Source.fold(decision.app))",
            "\(decision.isAllowed ? "allowed" : "denied") \(decision.app)"
        )
    }

    /// Returns false if a setting should keep a decision or the state of the device and does not.
    package static func isValid(_ value: String, of setting: String) -> Bool {
        if setting == stateSetting { return DeviceState(rawValue: value) != nil }
        guard setting.hasPrefix(prefix) else { return true }
        return decision(setting, value).map { self.setting($0) == (setting, value) } ?? false
    }

    private static func decision(_ name: String, _ value: String) -> AccessDecision? {
        let parts = name.split(separator: "/", maxSplits: 3)
        let words = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 4, words.count == 2, let kind = AccessKind(rawValue: String(parts[1])) else { return nil }
        return AccessDecision(
            app: String(words[1]), metric: MetricID(String(parts[2])), kind: kind, isAllowed: words[0] == "allowed")
    }

    fileprivate static func setting(_ state: DeviceState) -> (name: String, value: String?) {
        (stateSetting, state == .unlocked ? nil : state.rawValue)
    }
}

extension SampleStorage {
    /// Keeps the owner's decisions.
    package func decide(_ decisions: [AccessDecision]) throws {
        for decision in decisions {
            let setting = AccessRules.setting(decision)
            try setSetting(setting.name, to: setting.value)
        }
    }

    /// Changes the state of the device. If it is no longer locked, the writes that were kept arrive.
    ///
    /// - Returns: The number of samples that arrived.
    @discardableResult
    package func setDeviceState(_ state: DeviceState) throws -> Int {
        let setting = AccessRules.setting(state)
        try setSetting(setting.name, to: setting.value)
        return state == .locked ? 0 : try KeptWrites.deliver(to: self)
    }
}
