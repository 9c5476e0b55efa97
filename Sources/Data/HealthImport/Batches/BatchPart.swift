import HealthModel

/// A part of a batch with its own ids: the rows of one piece of a document.
struct BatchPart: Sendable {
    /// The first use of a unit in a column.
    struct UnitUse: Sendable {
        /// The id of the unit's text.
        var unit: Int
        var column: Int
        /// The id of the unit in the batch. 0 for the storage unit.
        var id: Int32
    }

    var texts: BatchTexts.Part
    /// The samples by column.
    var samples: [SampleBatch]
    var unitUses: [UnitUse]
    var rowCount: Int
    var partCount: Int
    var byteCount: Int
    /// The findings in the piece. Lines count from its start.
    var findings: ImportFindings
    /// All other contents.
    var batch = ImportBatch()
}
