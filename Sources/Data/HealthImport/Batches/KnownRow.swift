import HealthModel

/// A row that differs from an earlier one of the batch only in its times and its number.
struct KnownRow {
    /// The ids in the batch, and the conversion, that such rows share.
    struct Meaning {
        var column: Int
        var source: Int32
        var origin: Int32
        var metadata: Int32
        var unit: Int32
        var conversion: UnitConversion?
        /// The value of a row without a number, such as the name of a category value.
        var value: Double
    }

    /// The number of the earlier row.
    var known: Int
    var start: Int64 = 0
    var end: Int64 = 0
    var created = SampleBatch.unknownTime
    var value: Double
}
