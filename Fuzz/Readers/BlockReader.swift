import HealthModel
import SQLiteStorage
import SampleStore
import StorageModel

extension Reader {
    /// Blocks of samples. The result is an error, or rows with the properties that queries rely on.
    ///
    /// An input is read as it is, and with correct checksums in each format, to reach the code after the test of checksums.
    static let blocks = Reader(
        name: "blocks", longest: 16_384,
        seeds: {
            var seeds: [[UInt8]] = []
            for rows in [0, 1, 2, 7, 255, 256, 257, 600] {
                for shape in 0..<5 {
                    for format in BlockCodec.Format.allCases {
                        seeds.append(BlockCodec.encode(batch(rows: rows, shape: shape), format: format))
                    }
                }
            }
            return seeds
        },
        check: { input in
            var bytes = input
            try BlockCheck.decode(bytes)
            for format in BlockCodec.Format.allCases {
                BlockSeal.seal(&bytes, as: format)
                try BlockCheck.decode(bytes)
            }
        })

    /// Returns a batch of constant, regular, scaled or random columns, or of instants of one source, depending on `shape`.
    private static func batch(rows: Int, shape: Int) -> SampleBatch {
        var batch = SampleBatch()
        var state: UInt64 = 1
        func noise() -> Int64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64(state >> 40)
        }
        var start: Int64 = 1_700_000_000_000
        for row in 0..<rows {
            start += shape == 0 ? 0 : shape == 1 ? 60_000 : (noise() & 0xFFFF) + 1
            batch.starts.append(start)
            batch.ends.append(start + (shape < 2 || shape == 4 ? 0 : noise() & 0xFFF))
            batch.values.append(shape == 0 ? 5 : shape == 4 ? Double(noise() & 0x7F) : shape == 3 ? Double(noise()) / 7 : Double(row) / 100)
            batch.sources.append(Int32(shape == 4 ? 2 : row % (shape + 1)))
            batch.origins.append(0)
            batch.metadata.append(Int32(shape == 3 ? noise() & 0xFF : 0))
            batch.units.append(0)
            batch.created.append(shape == 1 ? SampleBatch.unknownTime : start + 1000)
            batch.numbers.append(Int64(row))
        }
        return batch
    }
}

private enum BlockCheck {
    static func decode(_ bytes: [UInt8]) throws {
        guard bytes.count >= 8 else { return }
        let rows = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard rows < 1 << 16 else { return }
        var batch = SampleBatch()
        do {
            try BlockCodec.decode(bytes.span, count: rows, columns: .all, into: &batch)
        } catch { return }
        try demand(batch.starts.count == rows && batch.ends.count == rows && batch.values.count == rows, "each column has all rows")
        try demand(zip(batch.starts, batch.starts.dropFirst()).allSatisfy { $0 <= $1 }, "starts are in order")
        try demand(zip(batch.starts, batch.ends).allSatisfy { $0 <= $1 }, "ends follow starts")
        try demand((batch.sources + batch.metadata).allSatisfy { $0 >= 0 }, "ids are not negative")
        try checkParts(of: bytes, batch)
        for format in BlockCodec.Format.allCases {
            var again = SampleBatch()
            let block = BlockCodec.encode(batch, format: format)
            try BlockCodec.decode(block.span, count: rows, columns: .all, into: &again)
            try demand(batch.starts == again.starts && batch.ends == again.ends && batch.created == again.created, "times stay the same")
            try demand(isSame(batch.values, again.values), "values stay the same")
            try demand(batch.numbers == again.numbers && batch.sources == again.sources, "numbers and sources stay the same")
            try demand(
                batch.metadata == again.metadata && batch.units == again.units && batch.origins == again.origins,
                "metadata, units and origins stay the same")
        }
    }

    private static func isSame(_ a: some Sequence<Double>, _ b: some Sequence<Double>) -> Bool {
        zip(a, b).allSatisfy { $0.bitPattern == $1.bitPattern }
    }

    /// Compares parts of a block, which are read without unpacking it, with its rows.
    private static func checkParts(of bytes: [UInt8], _ batch: SampleBatch) throws {
        guard batch.count > 0 else { return }
        let limits = [batch.starts[0], batch.starts[batch.count / 2], batch.starts[batch.count - 1]]
        if let found = try? BlockCodec.rows(bytes.span, count: batch.count, startingBefore: limits) {
            let counts = limits.map { limit in batch.starts.prefix { $0 < limit }.count }
            let rows = counts.map { EarlierRows(count: $0, lastStart: $0 > 0 ? batch.starts[$0 - 1] : .min) }
            try demand(found.rows == rows && found.last == batch.starts[batch.count - 1], "rows before times are counted right")
        }
        let middle = Int64(exactly: batch.values[batch.count / 2]) ?? 0
        let (runs, range) = ([0..<batch.count / 3, batch.count / 2..<batch.count], min(middle, 60)...max(middle, 60))
        if let totals = try? BlockCodec.totals(bytes.span, count: batch.count, of: runs, in: range) {
            for (run, total) in zip(runs, totals) {
                let numbers = batch.values[run].map { Int64($0) }.filter { range ~= $0 }
                try demand(total == WholeTotal(count: numbers.count, sum: numbers.reduce(0, +)), "totals of runs are right")
            }
        }
        try checkHeldTimes(of: bytes, batch)
        try checkExcerpt(of: bytes, batch)
    }

    private static func checkHeldTimes(of bytes: [UInt8], _ batch: SampleBatch) throws {
        let half = batch.count / 2
        let limit = batch.values[half]
        guard !limit.isNaN,
            let held = try? BlockCodec.heldTotals(
                bytes.span, count: batch.count, of: [0..<half], in: limit...(.infinity), longest: 60_000)
        else { return }
        let lengths = (0..<half).filter { batch.values[$0] >= limit }.map { min(batch.starts[$0 + 1] - batch.starts[$0], 60_000) }
        let total = HeldTotals(source: batch.sources[0], runs: [.init(count: lengths.count, milliseconds: lengths.reduce(0, +))])
        try demand(held == total, "times of values are right")
    }

    private static func checkExcerpt(of bytes: [UInt8], _ batch: SampleBatch) throws {
        let groups = (batch.count + 255) / 256 / 2..<(batch.count + 255) / 256
        let columns: SampleColumns = [.values, .sources, .numbers]
        guard let part = try? BlockCodec.excerpt(bytes.span, count: batch.count, columns: columns, groups: groups) else { return }
        let rows = groups.lowerBound * 256..<batch.count
        var read = SampleBatch()
        try BlockCodec.decode(part.span, count: rows.count, columns: columns, isChecked: true, into: &read)
        try demand(read.starts[...] == batch.starts[rows] && read.ends[...] == batch.ends[rows], "an excerpt has the same times")
        try demand(isSame(read.values, batch.values[rows]), "an excerpt has the same values")
        try demand(read.sources[...] == batch.sources[rows] && read.numbers[...] == batch.numbers[rows], "an excerpt has the same ids")
    }
}

/// Makes the checksums of damaged blocks right.
enum BlockSeal {
    /// The size of a block's header: format and count, position and checksum of each of nine columns, and the header's checksum.
    private static let headerSize = 8 + 9 * 16 + 8

    /// Sets the format, and corrects the checksums of all columns that are inside the block. Keeps the format if it is nil.
    static func seal(_ bytes: inout [UInt8], as format: BlockCodec.Format?) {
        guard bytes.count >= headerSize else { return }
        if let format { put(UInt64(format.rawValue), 4, at: 0, of: &bytes) }
        for entry in stride(from: 8, to: headerSize - 8, by: 16) {
            let offset = number(bytes, at: entry)
            let length = number(bytes, at: entry + 4)
            guard offset + length <= bytes.count else { continue }
            put(Checksum.of(bytes.span.extracting(offset..<offset + length)), 8, at: entry + 8, of: &bytes)
        }
        put(Checksum.of(bytes.span.extracting(0..<headerSize - 8)), 8, at: headerSize - 8, of: &bytes)
    }

    private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
        bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private static func put(_ number: UInt64, _ count: Int, at offset: Int, of bytes: inout [UInt8]) {
        for index in 0..<count { bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(index))) }
    }
}
