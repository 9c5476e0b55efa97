package import HealthModel

/// What one sample adds to a cell of a result: a row of `why`.
package struct Contribution: Hashable, Sendable {
    package var start: Instant
    package var end: Instant
    /// In the unit of the column.
    package var value: Double
    package var source: String
    /// The part of the sample that counts, or its part of the whole weight: 0 to 1.
    package var share: Double
    /// In the unit of the column; all of a cell add up to it.
    package var contribution: Double
    /// How long within the cell better sources held the time of the sample.
    package var suppressedSeconds: Double
    /// Their names, in order of time.
    package var suppressedBy: [String]
}
