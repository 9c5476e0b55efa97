import HealthModel
import SQLiteStorage
import StorageModel

extension Reader {
    /// Sums of quarter hours. Bytes that are not sums are nil, and everything else is encoded as sums with the same bits again.
    ///
    /// The first byte is the number of columns. An input is read as it is, and with the right checksum and format.
    static let quarters = Reader(
        name: "quarters", longest: 8192,
        seeds: {
            let count = Int(QuarterHour.chunkSize)
            let rising: [Double] = (0..<count).map { Double($0) }
            let uneven: [Double] = (0..<count).map { Double($0 * 7919 % 1009) / 3 }
            let columns = [rising, [Double](repeating: 0, count: count), [Double](repeating: 1, count: count), uneven]
            let chunk = QuarterChunk(
                index: 3, sources: [1, 2, 9], ranks: [.init(source: 2, isHandEntered: false), .init(source: 1, isHandEntered: true)])
            return (1...4).map { [UInt8($0)] + QuarterCodec.encode(Array(columns[0..<$0])) } + [[0] + QuarterCodec.encode(chunk)]
        },
        check: { input in
            guard let count = input.first else { return }
            var bytes = Array(input.dropFirst())
            for isSealed in [false, true] {
                if isSealed {
                    guard bytes.count >= 16 else { return }
                    QuarterSeal.seal(&bytes)
                }
                if let columns = QuarterCodec.decode(bytes.span, columnCount: Int(count % 5)) {
                    try demand(columns.allSatisfy { $0.count == Int(QuarterHour.chunkSize) }, "a column has a number for each quarter hour")
                    let again = QuarterCodec.decode(QuarterCodec.encode(columns).span, columnCount: columns.count)
                    try demand(again?.map { $0.map(\.bitPattern) } == columns.map { $0.map(\.bitPattern) }, "sums stay the same")
                }
                if let chunk = QuarterCodec.decode(bytes.span, index: 7) {
                    try demand(QuarterCodec.decode(QuarterCodec.encode(chunk).span, index: 7) == chunk, "a description stays the same")
                }
            }
        })
}

/// Makes the checksum of damaged quarter hours or series right.
enum QuarterSeal {
    static func seal(_ bytes: inout [UInt8], as format: Int64 = QuarterCodec.format) {
        guard bytes.count >= 16 else { return }
        bytes.replaceSubrange(8..<16, with: little(format))
        bytes.replaceSubrange(0..<8, with: little(Checksum.of(bytes.span.extracting(8..<bytes.count))))
    }
}
