/// A record of Health Connect whose samples are in a batch. It names a version of the record and the samples of that version.
///
/// Each record has an id, so a store can find the samples of an earlier version although the new one has other times.
package struct RecordMark: Sendable, Codable, Equatable {
    /// The id of the record, shortened to 64 bits.
    package var id: UInt64
    /// The number of the table that has the record (`RecordTable.shape`).
    package var table: Int
    /// The id of the source in the batch.
    package var source: Int32
    /// The start and end in milliseconds since 1970.
    package var start: Int64
    package var end: Int64
    /// The time of the last change, which is the creation time of all samples of this version.
    package var created: Int64
    /// A hash of the values, if several records can have the same times; otherwise 0.
    package var content: UInt16

    package init(id: UInt64, table: Int, source: Int32, start: Int64, end: Int64, created: Int64, content: UInt16) {
        (self.id, self.table, self.source) = (id, table, source)
        (self.start, self.end, self.created, self.content) = (start, end, created, content)
    }

    /// Returns a hash of values that does not depend on the process.
    package static func hash(of values: some Sequence<Double>) -> UInt16 {
        // FNV-1a with 32 bits.
        var hash: UInt32 = 2_166_136_261
        for value in values {
            for shift in stride(from: 0, to: 64, by: 8) {
                hash = (hash ^ UInt32(truncatingIfNeeded: value.bitPattern >> UInt64(shift)) & 0xFF) &* 16_777_619
            }
        }
        return max(1, UInt16(truncatingIfNeeded: hash ^ hash >> 16))
    }
}
