/// The values above 100 % of a metric in percent.
package struct SharesAboveWhole: Hashable, Sendable {
    package var count = 0
    package var greatest = -Double.infinity
}

/// How the numbers of a metric in percent were read from a table.
package struct ShareReading: Hashable, Sendable {
    /// True if 97 is 97 %, false if 0.97 is. Nil until this is decided.
    package var isPercent: Bool?
    package var count = 0
    /// The number of values up to 1.
    package var smallCount = 0
    package var greatest = -Double.infinity
    /// The number of values above 100 %.
    package var excessCount = 0
}
