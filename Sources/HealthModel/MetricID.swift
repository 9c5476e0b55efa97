/// Names a metric by Apple's full identifier, such as `HKQuantityTypeIdentifierStepCount`.
///
/// Identifiers that are in no table are metrics too: files hold types that are newer than we are.
package struct MetricID: Hashable, Sendable {
    package let identifier: String

    package init(_ identifier: String) { self.identifier = identifier }

    /// The metric whose samples are workouts.
    package static let workouts = MetricID("HKWorkoutTypeIdentifier")
}
