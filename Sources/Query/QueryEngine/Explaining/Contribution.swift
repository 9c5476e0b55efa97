package import HealthModel

/// The contribution of one sample to a cell of a result: a row of `why`.
package struct Contribution: Hashable, Sendable {
    /// The id of the person; nil for the person without a name.
    package var person: String?
    package var start: Instant
    package var end: Instant
    /// The value in the unit that `Measure.sampleUnit` returns.
    package var value: Double
    /// The name of the value of a category or a workout; nil for numbers.
    package var valueName: String?
    package var source: String
    /// The part of the sample that counts, or its relative weight: 0 to 1.
    package var share: Double
    /// The contribution in the unit of the column. All contributions to a cell add up to it.
    package var contribution: Double
    /// The seconds of the sample that are in the cell and in the times of `while`.
    package var insideSeconds: Double
    /// The seconds in the cell during which better sources suppressed the sample.
    package var suppressedSeconds: Double
    /// The names of those sources, in time order.
    package var suppressedBy: [String]
}
