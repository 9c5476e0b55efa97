import HealthModel

/// Parts of chunks of quarter hours as bytes, and back: a checksum, a format word, then each column with its length before it.
///
/// What is damaged or in another format reads as nil: the samples say it all again.
enum QuarterCodec {
    /// "TQ" and the version of the format, which is also that of what the numbers mean.
    static let format: Int64 = 0x5451_0002
    private static let rowCount = Int(QuarterHour.chunkSize)

    static func encode(_ columns: [[Double]]) -> [UInt8] {
        seal { bytes in
            for column in columns {
                var packed: [UInt8] = []
                ValueColumn.encode(column, into: &packed)
                bytes.appendWord(Int64(packed.count))
                bytes += packed
            }
        }
    }

    static func decode(_ bytes: UnsafeRawBufferPointer, columnCount: Int) -> [[Double]]? {
        guard let content = open(bytes) else { return nil }
        var offset = 0
        var columns: [[Double]] = []
        for _ in 0..<columnCount {
            guard offset + 8 <= content.count else { return nil }
            let length = content.word(at: offset)
            guard length >= 0, length <= content.count - offset - 8 else { return nil }
            offset += 8
            var column = [Double](repeating: 0, count: rowCount)
            let packed = UnsafeRawBufferPointer(rebasing: content[offset..<offset + Int(length)])
            guard (try? ValueColumn.decode(packed, into: &column)) != nil else { return nil }
            columns.append(column)
            offset += Int(length)
        }
        return offset == content.count ? columns : nil
    }

    static func encode(_ chunk: QuarterChunk) -> [UInt8] {
        seal { bytes in
            bytes.appendWord(Int64(chunk.sources.count))
            for source in chunk.sources { bytes.appendWord(Int64(source)) }
            for rank in chunk.ranks { bytes.appendWord(Int64(rank.source) * 2 + (rank.isHandEntered ? 1 : 0)) }
        }
    }

    static func decode(_ bytes: UnsafeRawBufferPointer, index: Int64) -> QuarterChunk? {
        guard let content = open(bytes), content.count >= 8, content.count % 8 == 0 else { return nil }
        let words = stride(from: 0, to: content.count, by: 8).map { content.word(at: $0) }
        guard words[0] >= 0, words[0] < words.count, words.dropFirst().allSatisfy({ $0 >= 0 && $0 >> 32 == 0 }) else { return nil }
        let count = Int(words[0])
        return QuarterChunk(
            index: index, sources: words[1...count].map { Int32(truncatingIfNeeded: $0) },
            ranks: words[(count + 1)...].map { MergingRank(source: Int32(truncatingIfNeeded: $0 >> 1), isHandEntered: $0 & 1 == 1) })
    }

    private static func seal(_ fill: (inout [UInt8]) -> Void) -> [UInt8] {
        var content: [UInt8] = []
        content.appendWord(format)
        fill(&content)
        var bytes: [UInt8] = []
        bytes.appendWord(content.withUnsafeBytes { Checksum.of($0) })
        return bytes + content
    }

    private static func open(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard bytes.count >= 16 else { return nil }
        let content = UnsafeRawBufferPointer(rebasing: bytes[8...])
        guard UInt64(bitPattern: bytes.word(at: 0)) == Checksum.of(content), bytes.word(at: 8) == format else { return nil }
        return UnsafeRawBufferPointer(rebasing: content[8...])
    }
}
