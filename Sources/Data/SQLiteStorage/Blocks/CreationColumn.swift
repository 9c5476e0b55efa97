import HealthModel

/// The column of creation times, some of which may be unknown.
///
/// The first byte says whether times are stored directly or relative to the end of the sample. If they are relative, the next word is the
/// number that means an unknown time. If they are direct, `unknownTime` has this meaning.
enum CreationColumn {
    private static let asTheyAre: UInt8 = 0
    private static let fromEnd: UInt8 = 1

    static func encode(_ created: Span<Int64>, ends: Span<Int64>, layout: IntegerFrame.Layout = .lanes, into bytes: inout [UInt8]) {
        let plain = IntegerFrame.shortest(created, layout: layout)
        if !plain.isConstant, let (delays, unknown) = delays(created, ends),
            case let frame = IntegerFrame.shortest(delays.span, layout: layout), frame.byteCount < plain.byteCount
        {
            bytes.append(fromEnd)
            bytes.appendWord(unknown)
            frame.pack(delays.span, into: &bytes)
        } else {
            bytes.append(asTheyAre)
            plain.pack(created, into: &bytes)
        }
    }

    /// Returns the times relative to `ends`, and a nearby number that means an unknown time. Nil if none is free.
    private static func delays(_ created: Span<Int64>, _ ends: Span<Int64>) -> (delays: [Int64], unknown: Int64)? {
        var least = Int64.max
        for row in created.indices where created[row] != SampleBatch.unknownTime { least = min(least, created[row] &- ends[row]) }
        // Subtracting a second keeps whole seconds as the common unit.
        let unknown = least.subtractingReportingOverflow(1000)
        guard !unknown.overflow else { return nil }
        let delays = [Int64](capacity: created.count) { output in
            for row in created.indices {
                output.append(created[row] == SampleBatch.unknownTime ? unknown.partialValue : created[row] &- ends[row])
            }
        }
        return (delays, unknown.partialValue)
    }

    /// Fills `created`, which has as many elements as `ends`.
    static func decode(_ bytes: Span<UInt8>, ends: [Int64], into created: inout [Int64]) throws(BlockError) {
        guard let kind = bytes.isEmpty ? nil : bytes[0], kind == asTheyAre || (kind == fromEnd && bytes.count >= 9) else {
            throw .malformed
        }
        let content = bytes.extracting((kind == fromEnd ? 9 : 1)..<bytes.count)
        var times = created.mutableSpan
        guard kind == fromEnd else { return try IntegerColumn.decode(content, into: &times) { _, time in time } }
        let unknown = bytes.word(at: 1)
        try IntegerColumn.decode(content, into: &times) { row, delay in
            delay == unknown ? SampleBatch.unknownTime : delay &+ ends[row]
        }
    }
}
