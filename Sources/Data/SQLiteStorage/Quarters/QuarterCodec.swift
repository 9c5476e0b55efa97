import HealthModel
package import StorageModel

/// Encodes parts of chunks of quarter hours as bytes and decodes them: a checksum, a format word, then each column after its length.
///
/// Damaged bytes and other formats decode as nil, because the numbers can be computed again from the samples.
package enum QuarterCodec {
    /// "TQ" and the version of the format. A change in the meaning of the numbers also needs a new version.
    package static let format: Int64 = 0x5451_0002
    private static let rowCount = Int(QuarterHour.chunkSize)

    package static func encode(_ columns: [[Double]]) -> [UInt8] {
        SealedBytes.seal(format) { bytes in
            for column in columns {
                var packed: [UInt8] = []
                ValueColumn.encode(column.span, into: &packed)
                SealedBytes.append(packed, to: &bytes)
            }
        }
    }

    package static func decode(_ bytes: Span<UInt8>, columnCount: Int) -> [[Double]]? {
        guard isIntact(bytes) else { return nil }
        var offset = SealedBytes.start
        var columns: [[Double]] = []
        for _ in 0..<columnCount {
            guard let place = SealedBytes.part(bytes, at: offset), let column = decode(bytes.extracting(place)) else { return nil }
            columns.append(column)
            offset = place.upperBound
        }
        return offset == bytes.count ? columns : nil
    }

    private static func decode(_ packed: Span<UInt8>) -> [Double]? {
        do throws(BlockError) {
            switch try ValueColumn.constant(packed, rowCount: rowCount) {
            case 0: return zeros
            case 1: return ones
            default:
                var column = [Double](repeating: 0, count: rowCount)
                try ValueColumn.decode(packed, into: &column)
                return column
            }
        } catch {
            return nil
        }
    }

    /// The columns of many chunks that have a sample in every quarter hour, or no errors of rounding. They share their memory.
    private static let zeros = [Double](repeating: 0, count: rowCount)
    private static let ones = [Double](repeating: 1, count: rowCount)

    package static func encode(_ chunk: QuarterChunk) -> [UInt8] {
        SealedBytes.seal(format) { bytes in
            bytes.appendWord(Int64(chunk.sources.count))
            for source in chunk.sources { bytes.appendWord(Int64(source)) }
            for rank in chunk.ranks { bytes.appendWord(Int64(rank.source) * 2 + (rank.isHandEntered ? 1 : 0)) }
        }
    }

    package static func decode(_ bytes: Span<UInt8>, index: Int64) -> QuarterChunk? {
        guard isIntact(bytes), bytes.count >= SealedBytes.start + 8, bytes.count % 8 == 0 else { return nil }
        let words = stride(from: SealedBytes.start, to: bytes.count, by: 8).map { bytes.word(at: $0) }
        guard words[0] >= 0, words[0] < words.count else { return nil }
        let (sources, ranks) = (words[1..<Int(words[0]) + 1], words[(Int(words[0]) + 1)...])
        guard sources.allSatisfy({ $0 >= 0 && $0 >> 31 == 0 }), ranks.allSatisfy({ $0 >= 0 && $0 >> 32 == 0 }) else { return nil }
        return QuarterChunk(
            index: index, sources: sources.map { Int32(truncatingIfNeeded: $0) },
            ranks: ranks.map { MergingRank(source: Int32(truncatingIfNeeded: $0 >> 1), isHandEntered: $0 & 1 == 1) })
    }

    private static func isIntact(_ bytes: Span<UInt8>) -> Bool {
        do throws(BlockError) { try SealedBytes.check(bytes, format) } catch { return false }
        return true
    }
}
