package import HealthModel

/// A deleted sample. A store keeps its numbers, but nothing that was recorded.
package struct DeletedSample: Hashable, Sendable {
    /// The number of the deletion among all changes of the store.
    package var change: Int64
    /// The number of the sample, which is also the number of the change that added it.
    package var number: Int64

    package init(change: Int64, number: Int64) {
        (self.change, self.number) = (change, number)
    }
}

/// A sample source that lists its settings.
package protocol SettingSource: CapableSource {
    /// Returns the settings whose names start with `prefix`, by name.
    func settings(startingWith prefix: String) throws -> [String: String]
}

/// A sample source that numbers its changes (S10.2).
///
/// Each sample that is added or deleted has the next number. All metrics share one count. The number of the change that added a sample is
/// the number of the sample.
package protocol ChangeSource: CapableSource {
    /// The number of the last change; 0 if nothing was ever added.
    var lastChange: Int64 { get throws }
    /// The number of the last deletion that the source no longer knows; 0 if it knows all of them.
    var lastForgottenDeletion: Int64 { get throws }

    /// Returns the deletions of samples of `metric` with numbers greater than `change`, in order.
    func deletions(of metric: MetricID, after change: Int64) throws -> [DeletedSample]

    /// Delivers the samples of `metric` that were added after `change`, in batches with all columns. Batches can also contain other
    /// samples.
    func scan(_ metric: MetricID, addedAfter change: Int64, _ body: (borrowing SampleBatch) throws -> Bool) throws

    /// Returns all correlations of a type, such as `HKCorrelationTypeIdentifierBloodPressure`, with their numbers, in ascending order.
    func numberedCorrelations(of type: String) throws -> [NumberedCorrelation]
}

/// A correlation with the number of the change that added it.
package struct NumberedCorrelation: Sendable {
    package var number: Int64
    package var correlation: Correlation

    package init(number: Int64, correlation: Correlation) {
        (self.number, self.correlation) = (number, correlation)
    }
}
