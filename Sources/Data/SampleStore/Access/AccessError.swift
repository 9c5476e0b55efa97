package import HealthModel

/// The reason why an app may not do something: the errors of HealthKit, with their names and numbers.
package enum AccessError: Error, Hashable, Sendable {
    /// The owner has not decided whether the app may write this metric.
    case notDetermined(app: String, metric: MetricID)
    /// The owner denied writing.
    case denied(app: String, metric: MetricID)
    /// Apps can't read while the device is locked.
    case locked(app: String)
    /// Apps can't write while a guest uses the device.
    case guest(app: String)
    /// Only the owner can do this.
    case ownerOnly(app: String, deed: String = "change settings of the store")

    /// The name of the error in HealthKit; nil for what HealthKit doesn't have.
    package var healthKitName: String? {
        switch self {
        case .notDetermined: "errorAuthorizationNotDetermined (5)"
        case .denied: "errorAuthorizationDenied (4)"
        case .locked: "errorDatabaseInaccessible (6)"
        case .guest: "errorNotPermissibleForGuestUserMode (15)"
        case .ownerOnly: nil
        }
    }

    /// The problem, in one sentence without a full stop.
    package var message: String {
        let problem =
            switch self {
            case .notDetermined(let app, let metric): "the owner has not decided whether \(app) may write \(metric.shortName)"
            case .denied(let app, let metric): "\(app) may not write \(metric.shortName)"
            case .locked(let app): "\(app) can't read while the device is locked"
            case .guest(let app): "\(app) can't write while a guest uses the device"
            case .ownerOnly(let app, let deed): "\(app) can't \(deed)"
            }
        return healthKitName.map { "\($0): \(problem)" } ?? problem
    }

    /// A possible solution, for the owner.
    package var advice: String { advice(canReturn: false) }

    /// A possible solution, for the owner.
    ///
    /// - Parameter canReturn: True if `act as owner` switches back to the owner.
    package func advice(canReturn: Bool) -> String {
        switch self {
        case .notDetermined(let app, let metric), .denied(let app, let metric):
            "as the owner, write `allow \"\(app)\" to write \(metric.shortName)`"
        case .locked, .guest: "as the owner, write `set device state = unlocked`"
        case .ownerOnly where canReturn: "write `act as owner` first"
        case .ownerOnly: "ask as the owner, without `--act-as` and TALLY_ACT_AS"
        }
    }
}
