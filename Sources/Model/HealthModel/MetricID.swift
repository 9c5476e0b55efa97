/// Names a metric by Apple's full identifier, such as `HKQuantityTypeIdentifierStepCount`.
///
/// Identifiers that are in no table are metrics too: files hold types that are newer than we are.
public struct MetricID: Hashable, Sendable {
    /// Apple's full identifier.
    public let identifier: String

    /// The metric of that identifier, whether or not a table has it.
    public init(_ identifier: String) { self.identifier = identifier }

    /// The metric whose samples are workouts.
    public static let workouts = MetricID("HKWorkoutTypeIdentifier")

    static let quantityPrefix = "HKQuantityTypeIdentifier"
    static let categoryPrefix = "HKCategoryTypeIdentifier"

    /// The name that Swift code uses for the type: `stepCount`, `vo2Max`, `uvExposure`; `workouts` for workouts.
    public var shortName: String {
        if self == .workouts { return "workouts" }
        for prefix in [MetricID.quantityPrefix, MetricID.categoryPrefix] where identifier.hasPrefix(prefix) {
            return MetricID.lowerCamelCase(identifier.dropFirst(prefix.count))
        }
        return identifier
    }

    /// Lower-cases the capitals that `name` begins with, except the one that begins its next word: `UVExposure` is `uvExposure`.
    static func lowerCamelCase(_ name: some StringProtocol) -> String {
        let capitals = name.prefix { $0.isUppercase }
        let after = name.dropFirst(capitals.count)
        let keepsLast = capitals.count > 1 && after.first?.isLowercase == true
        let lowered = keepsLast ? capitals.dropLast() : capitals
        return lowered.lowercased() + name.dropFirst(lowered.count)
    }
}
