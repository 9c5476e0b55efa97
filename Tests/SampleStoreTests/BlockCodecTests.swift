import HealthModel
import RandomTesting
import SQLiteStorage
import SampleStore
import StorageModel
import Testing

@Suite struct BlockCodecTests {
    /// Columns with different values: constant, steady, jumping, and with the maximum width.
    static func rows(_ count: Int, using generator: inout SplitMix64) -> SampleBatch {
        var rows = SampleBatch()
        let unit = [1, 1000, 60_000].randomElement(using: &generator) ?? 1 as Int64
        let shape = Int.random(in: 0..<4, using: &generator)
        let places: Double = [1, 10, 1000, 1e9].randomElement(using: &generator) ?? 1
        var start = shape == 0 ? Int64.min : Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &generator)
        for _ in 0..<count {
            let step = shape == 1 ? 0 : Int64.random(in: 0...(Bool.random(using: &generator) ? 3 : 100_000), using: &generator)
            start += step * unit
            let length = Int64.random(in: 0...(shape == 2 ? 1 << 40 : 60), using: &generator) * unit
            rows.starts.append(start)
            rows.ends.append(start + length)
            let digits = Double(Int64.random(in: -100_000...100_000, using: &generator))
            let odd: [Double] = [-0.0, .nan, .infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1.0 / 3]
            let isOdd = shape == 3 && Int.random(in: 0..<50, using: &generator) == 0
            rows.values.append(isOdd ? odd.randomElement(using: &generator) ?? 0 : digits / places)
            rows.sources.append(Int32.random(in: 0...2, using: &generator))
            rows.origins.append(shape == 0 ? Int32.random(in: 0...Int32.max, using: &generator) : 7)
            rows.metadata.append(Int32(rows.count))
            rows.units.append(0)
            let unknown = shape > 1 && Int.random(in: 0..<9, using: &generator) == 0
            let created = shape == 0 ? Int64.random(in: .min...(.max), using: &generator) : start + length + 5 * unit
            rows.created.append(unknown ? SampleBatch.unknownTime : created)
            rows.numbers.append(shape == 2 ? Int64.random(in: 1...(.max), using: &generator) : Int64(rows.count) + 1)
        }
        return rows
    }

    @Test(
        "The checksum of the same bytes never changes, because files have it",
        arguments: [(0, 0xB970_93F2_91C4_E815), (31, 0xFB18_0A59_337B_6615), (100, 0x321F_1AEF_D806_39E3)] as [(UInt8, UInt64)])
    func checksum(count: UInt8, sum: UInt64) {
        #expect(Checksum.of(Array(0..<count).span) == sum)
    }

    @Test("A common unit is found in any group of rows, so a multiple of a column takes no more room", arguments: [1, 2, 3] as [UInt64])
    func commonUnits(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let count = Int.random(in: 1...1500, using: &generator)
            let unit = [1, 2, 7, 1000, 60_000, 48].randomElement(using: &generator) ?? 1 as Int64
            let exception = Int.random(in: 0..<count, using: &generator)
            var rows = SampleBatch()
            var start: Int64 = -40_000_000
            for row in 0..<count {
                start += Int64.random(in: 0...50, using: &generator) * unit * (row == exception ? 1 : 30)
                let end = start + Int64.random(in: 0...9, using: &generator) * unit
                rows.append(
                    start: Instant(milliseconds: start), end: Instant(milliseconds: end), value: Double(row % 7 * 12),
                    source: Int32(row % 2), number: Int64(row) + 1)
            }
            var multiple = rows
            for row in 0..<count {
                multiple.starts[row] *= 11
                multiple.ends[row] *= 11
            }
            let (bytes, more) = (BlockCodec.encode(rows), BlockCodec.encode(multiple))
            #expect(more.count == bytes.count)
            expectSame(try Self.decode(bytes, count: count), rows, seed)
            expectSame(try Self.decode(more, count: count), multiple, seed)
        }
    }

    @Test("Rows in the middle of a batch become the same block as alone")
    func rowsOfABatch() throws {
        var generator = SplitMix64(seed: 3)
        let rows = Self.rows(700, using: &generator)
        #expect(BlockCodec.encode(rows, 100..<650) == BlockCodec.encode(rows.rows(100..<650)))
    }

    static func decode(_ bytes: [UInt8], count: Int, columns: SampleColumns = .all) throws -> SampleBatch {
        var rows = SampleBatch()
        try BlockCodec.decode(bytes.span, count: count, columns: columns, into: &rows)
        return rows
    }

    @Test("Starts without ends are the same, and other columns do not need times", arguments: 0..<20 as Range<UInt64>)
    func fewerTimes(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let count = [1, 7, 256, 1000, 3000].randomElement(using: &generator) ?? 1
        let rows = Self.rows(count, using: &generator)
        for format in BlockCodec.Format.allCases {
            let bytes = BlockCodec.encode(rows, format: format)
            var read = SampleBatch()
            try BlockCodec.decode(bytes.span, count: count, columns: [.sources], times: .starts, into: &read)
            #expect(read.starts == rows.starts && read.sources == rows.sources && read.ends.count == count, "seed \(seed)")
            try BlockCodec.decode(bytes.span, count: count, columns: [.values], times: .count, into: &read)
            #expect(read.values.map(\.bitPattern) == rows.values.map(\.bitPattern) && read.count == count, "seed \(seed)")
        }
    }

    private func expectSame(_ a: SampleBatch, _ b: SampleBatch, _ seed: UInt64) {
        #expect(a.starts == b.starts, "seed \(seed)")
        #expect(a.ends == b.ends, "seed \(seed)")
        #expect(a.values.map(\.bitPattern) == b.values.map(\.bitPattern), "seed \(seed)")
        #expect(a.sources == b.sources && a.origins == b.origins && a.metadata == b.metadata && a.units == b.units, "seed \(seed)")
        #expect(a.created == b.created, "seed \(seed)")
        #expect(a.numbers == b.numbers, "seed \(seed)")
    }

    @Test("A block preserves every bit of every column", arguments: 0..<60 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let count = [0, 1, 2, 7, 255, 256, 257, 1000, 3000].randomElement(using: &generator) ?? 1
        let rows = Self.rows(count, using: &generator)
        for format in BlockCodec.Format.allCases {
            let bytes = BlockCodec.encode(rows, format: format)
            expectSame(try Self.decode(bytes, count: count), rows, seed)
        }
    }

    @Test("Codes of every width are preserved, in groups of every length", arguments: 0...64)
    func widths(width: Int) throws {
        var generator = SplitMix64(seed: UInt64(width))
        let greatest = width == 64 ? UInt64.max : (1 << UInt64(width)) - 1
        for count in [1, 7, 8, 9, 63, 64, 255, 256, 257, 511, 700] {
            var rows = SampleBatch()
            for row in 0..<count {
                let code = row == 0 ? 0 : row == 1 ? greatest : UInt64.random(in: 0...greatest, using: &generator)
                rows.starts.append(0)
                rows.ends.append(0)
                // The widest codes exceed the range of exact doubles, so that values are raw.
                rows.values.append(Double(code) - 3)
                rows.sources.append(0)
                rows.origins.append(0)
                rows.metadata.append(0)
                rows.units.append(0)
                rows.created.append(0)
                rows.numbers.append(Int64(bitPattern: code))
            }
            for format in BlockCodec.Format.allCases {
                expectSame(try Self.decode(BlockCodec.encode(rows, format: format), count: count), rows, UInt64(width))
            }
        }
    }

    @Test("Decimals of every size are preserved, with narrow codes far from zero and in coarse units")
    func decimals() throws {
        for base in [0, -5, 1 << 40, -(1 << 51), (1 << 52) - 4096, (1 << 53) - 1 - 4096 * 7] as [Int64] {
            for unit in [1, 7, 1 << 20, (1 << 20) + 1, 1 << 30] as [Int64] {
                for power in [1, 10, 1e6] {
                    var rows = SampleBatch()
                    for row in 0..<600 as Range<Int64> {
                        let integer = base &+ (row * row % 577) * unit
                        rows.starts.append(0)
                        rows.ends.append(0)
                        rows.values.append(Double(integer) / power)
                        rows.sources.append(0)
                        rows.origins.append(0)
                        rows.metadata.append(0)
                        rows.units.append(0)
                        rows.created.append(0)
                        rows.numbers.append(row)
                    }
                    for format in BlockCodec.Format.allCases {
                        expectSame(try Self.decode(BlockCodec.encode(rows, format: format), count: 600), rows, UInt64(bitPattern: base))
                    }
                }
            }
        }
    }

    @Test("Columns that are not requested remain empty, and the others are correct")
    func columns() throws {
        var generator = SplitMix64(seed: 1)
        let rows = Self.rows(300, using: &generator)
        let bytes = BlockCodec.encode(rows)
        let part = try Self.decode(bytes, count: 300, columns: [.values, .numbers])
        #expect(part.starts == rows.starts && part.ends == rows.ends && part.numbers == rows.numbers)
        #expect(part.sources.isEmpty && part.origins.isEmpty && part.metadata.isEmpty && part.units.isEmpty && part.created.isEmpty)
    }

    @Test("The number of rows before each limit is known without unpacking, and is the one of the unpacked rows")
    func counts() throws {
        var foundCount = 0
        for seed in 0..<60 as Range<UInt64> {
            var generator = SplitMix64(seed: seed)
            let count = [1, 300, 513, 3000, 5000].randomElement(using: &generator) ?? 1
            let rows = Self.rows(count, using: &generator)
            let span = rows.starts[0]...rows.starts[count - 1]
            let moments = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
                let row = rows.starts.randomElement(using: &generator) ?? 0
                return Bool.random(using: &generator) ? Int64.random(in: span, using: &generator) : row
            }
            let limits = ([.min] + moments + [rows.starts[count - 1], .max]).sorted()
            for format in BlockCodec.Format.allCases {
                let bytes = BlockCodec.encode(rows, format: format)
                guard let found = try BlockCodec.rows(bytes.span, count: count, startingBefore: limits) else { continue }
                foundCount += 1
                let expected = limits.map { limit in
                    let earlier = rows.starts.prefix { $0 < limit }
                    return EarlierRows(count: earlier.count, lastStart: earlier.last ?? .min)
                }
                #expect(found.rows == expected, "seed \(seed)")
                #expect(found.last == rows.starts[count - 1], "seed \(seed)")
            }
        }
        // Starts that are not packed as differences in lanes must be unpacked, and short blocks are.
        #expect(foundCount > 10)
    }

    @Test("A part of a block has the rows of its groups")
    func excerpts() throws {
        let columns: SampleColumns = [.values, .sources, .origins, .metadata, .units, .numbers]
        var partCount = 0
        for seed in 0..<60 as Range<UInt64> {
            var generator = SplitMix64(seed: seed)
            let count = [1, 300, 513, 3000, 5000].randomElement(using: &generator) ?? 1
            let rows = Self.rows(count, using: &generator)
            let groupCount = (count + 255) / 256
            let first = Int.random(in: 0..<groupCount, using: &generator)
            let groups = first..<Int.random(in: first + 1...groupCount, using: &generator)
            let expected = rows.rows(groups.lowerBound * 256..<min(groups.upperBound * 256, count))
            for format in BlockCodec.Format.allCases {
                let bytes = BlockCodec.encode(rows, format: format)
                let lastStart = groups.upperBound == groupCount && seed % 2 == 0 ? rows.starts[count - 1] : nil
                let excerpt = try BlockCodec.excerpt(bytes.span, count: count, columns: columns, groups: groups, lastStart: lastStart)
                guard let part = excerpt else { continue }
                partCount += 1
                var read = SampleBatch()
                try BlockCodec.decode(part.span, count: expected.count, columns: columns, isChecked: true, into: &read)
                read.created = expected.created
                expectSame(read, expected, seed)
            }
        }
        // Raw values, and starts whose differences are not in lanes, are only unpacked as a whole.
        #expect(partCount > 20)
    }

    @Test("Totals of runs are those of the unpacked whole numbers in a range")
    func totals() throws {
        var foundCount = 0
        for seed in 0..<60 as Range<UInt64> {
            var generator = SplitMix64(seed: seed)
            let count = [1, 300, 513, 3000].randomElement(using: &generator) ?? 1
            var rows = Self.rows(count, using: &generator)
            let base = Double([0, -70, 45, 1 << 30].randomElement(using: &generator) ?? 0)
            let unit = [1, 5, 1000].randomElement(using: &generator) ?? 1
            let width = [0, 1, 200, 100_000].randomElement(using: &generator) ?? 0
            for row in 0..<count { rows.values[row] = base + Double(Int.random(in: 0...width, using: &generator) * unit) }
            var edges = (0..<4).map { _ in Int.random(in: 0...count, using: &generator) }.sorted()
            if Bool.random(using: &generator) { edges = [0, count, count, count] }
            let runs = [edges[0]..<edges[1], edges[2]..<edges[3]]
            let bounds = (0..<2).map { _ in
                Int64(rows.values.randomElement(using: &generator) ?? 0) + Int64.random(in: -2...2, using: &generator)
            }
            let all: ClosedRange<Int64> = .min...(.max)
            for range in [bounds[0]...max(bounds[0], bounds[1]), all, Int64.min...bounds[0], bounds[1]...Int64.max] {
                let expected = runs.map { run in
                    let numbers = rows.values[run].map { Int64($0) }.filter { range ~= $0 }
                    return WholeTotal(count: numbers.count, sum: numbers.reduce(0, +))
                }
                for format in BlockCodec.Format.allCases {
                    let bytes = BlockCodec.encode(rows, format: format)
                    let found = try BlockCodec.totals(bytes.span, count: count, of: runs, in: range)
                    guard let found else { continue }
                    foundCount += 1
                    #expect(found == expected, "seed \(seed), \(range)")
                }
            }
        }
        // Some columns are shorter as differences, or too wide.
        #expect(foundCount > 100)
    }

    @Test("Values that are not all whole numbers have no totals")
    func noTotals() throws {
        var generator = SplitMix64(seed: 1)
        var rows = Self.rows(300, using: &generator)
        for row in 0..<300 { rows.values[row] = Double(row % 7) + (row == 150 ? 0.5 : 0) }
        #expect(try BlockCodec.totals(BlockCodec.encode(rows).span, count: 300, of: [0..<300], in: 0...9) == nil)
    }

    @Test("Instants of one source last until the next row, at most for a given time, without unpacking")
    func heldTotals() throws {
        var foundCount = 0
        for seed in 0..<120 as Range<UInt64> {
            var generator = SplitMix64(seed: seed)
            let count = [1, 2, 256, 257, 300, 513, 3000].randomElement(using: &generator) ?? 1
            var rows = Self.rows(count, using: &generator)
            let grain = [1, 1000, 60_000].randomElement(using: &generator) ?? 1 as Int64
            let leastGap = [0, 1, 1, 5].randomElement(using: &generator) ?? 1 as Int64
            let places = ([1, 1, 10, 1000] as [Double]).randomElement(using: &generator) ?? 1
            let valueCount = [1, 2, 150].randomElement(using: &generator) ?? 1
            for row in 0..<count {
                let gap = Int64.random(in: leastGap...leastGap + (row / 256 % 3 == 2 ? 0 : 200), using: &generator) * grain
                rows.starts[row] = row == 0 ? 1_700_000_000_000 : rows.starts[row - 1] + gap
                rows.ends[row] = rows.starts[row]
                rows.sources[row] = 3
                rows.values[row] = Double(70 * Int(places) + Int.random(in: 0..<valueCount, using: &generator)) / places
            }
            let edges = (0..<4).map { _ in Int.random(in: 0...count - 1, using: &generator) }.sorted()
            let runs = [edges[0]..<edges[1], edges[2]..<edges[3], 0..<count - 1]
            let longest = ([0, 1, 3, 90, 120, 100_000].randomElement(using: &generator) ?? 0) * grain + Int64(seed % 2)
            let exact = rows.values[count / 2]
            let other = (rows.values.randomElement(using: &generator) ?? 0) + Double.random(in: -0.2...0.2, using: &generator)
            let ranges: [ClosedRange<Double>?] = [
                nil, exact...exact, min(exact, other)...max(exact, other), exact.nextUp...(.infinity), -.infinity...exact,
            ]
            for range in ranges {
                let expected = runs.map { run in
                    let gaps = run.filter { range?.contains(rows.values[$0]) ?? true }.map { rows.starts[$0 + 1] - rows.starts[$0] }
                    return HeldTotals.Total(count: gaps.count, milliseconds: gaps.reduce(0) { $0 + min($1, longest) })
                }
                for format in BlockCodec.Format.allCases {
                    let bytes = BlockCodec.encode(rows, format: format)
                    let found = try BlockCodec.heldTotals(bytes.span, count: count, of: runs, in: range, longest: longest)
                    guard let found else { continue }
                    foundCount += 1
                    #expect(found == HeldTotals(source: 3, runs: expected), "seed \(seed), \(String(describing: range))")
                    #expect(zip(rows.starts, rows.starts.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
                }
            }
        }
        // Some values are shorter as differences, and two rows can have the same start.
        #expect(foundCount > 200)
    }

    @Test("Rows that are not instants of one source at different times have no held totals")
    func noHeldTotals() throws {
        var rows = SampleBatch()
        for row in 0..<600 as Range<Int64> {
            let start = Instant(milliseconds: row * row * 10)
            rows.append(start: start, end: start, value: 70, source: 1, number: row)
        }
        func totals(_ change: (inout SampleBatch) -> Void) throws -> HeldTotals? {
            var changed = rows
            change(&changed)
            return try BlockCodec.heldTotals(BlockCodec.encode(changed).span, count: 600, of: [0..<599], in: 60...80, longest: 1000)
        }
        #expect(try totals { _ in } != nil)
        #expect(try totals { $0.sources[599] = 2 } == nil)
        #expect(try totals { $0.ends[300] += 1 } == nil)
        #expect(try totals { ($0.starts[300], $0.ends[300]) = ($0.starts[299], $0.ends[299]) } == nil)
        #expect(try totals { $0.values[300] = 1.0 / 3 } == nil)
    }

    @Test("Steady rows of one source take fewer than three bytes each")
    func size() {
        var rows = SampleBatch()
        for row in 0..<16_384 as Range<Int64> {
            rows.starts.append(row * 600_000)
            rows.ends.append(row * 600_000 + 300_000)
            rows.values.append(Double(row % 97) / 10)
            rows.sources.append(1)
            rows.origins.append(1)
            rows.metadata.append(0)
            rows.units.append(0)
            rows.created.append(row * 600_000 + 301_000)
            rows.numbers.append(row + 1)
        }
        let size = BlockCodec.encode(rows).count
        #expect(size < 3 * rows.count)
    }

    @Test("Every flipped bit is found in its column, for any set of columns to read")
    func flips() throws {
        var generator = SplitMix64(seed: 2)
        let rows = Self.rows(40, using: &generator)
        let bytes = BlockCodec.encode(rows)
        for bit in 0..<bytes.count * 8 {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: BlockError.self, "bit \(bit)") { try Self.decode(damaged, count: 40) }
        }
    }

    @Test("A block that is truncated at any position is an error")
    func truncations() throws {
        var generator = SplitMix64(seed: 3)
        let bytes = BlockCodec.encode(Self.rows(40, using: &generator))
        for length in 0..<bytes.count {
            #expect(throws: BlockError.self, "length \(length)") { try Self.decode(Array(bytes[..<length]), count: 40) }
        }
    }

    @Test("A block that is truncated at any position and signed again is an error", arguments: 0..<4 as Range<UInt64>)
    func signedTruncations(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let format = seed % 2 == 0 ? BlockCodec.Format.lanes : .stream
        let bytes = BlockCodec.encode(Self.rows(40, using: &generator), format: format)
        for length in 160..<bytes.count {
            var cut = Array(bytes[..<length])
            BlockForgery.sign(&cut)
            #expect(throws: BlockError.self, "seed \(seed), length \(length)") { try Self.decode(cut, count: 40) }
        }
    }

    @Test("Bytes with correct checksums and any content give sorted rows or an error", arguments: 0..<200 as Range<UInt64>)
    func forgeries(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let count = Int.random(in: 1...600, using: &generator)
        let format = seed % 2 == 0 ? BlockCodec.Format.lanes : .stream
        var bytes = BlockCodec.encode(Self.rows(count, using: &generator), format: format)
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        BlockForgery.sign(&bytes)
        if let rows = try? Self.decode(bytes, count: count) {
            #expect(rows.count == count && rows.created.count == count, "seed \(seed)")
            #expect(zip(rows.starts, rows.starts.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed)")
            #expect(zip(rows.starts, rows.ends).allSatisfy { $0 <= $1 }, "seed \(seed)")
            #expect((rows.sources + rows.origins + rows.metadata + rows.units).allSatisfy { $0 >= 0 }, "seed \(seed)")
        }
    }

    @Test("Random bytes of any length are an error", arguments: 0..<100 as Range<UInt64>)
    func noise(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let bytes = (0..<Int.random(in: 0...2000, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
        #expect(throws: BlockError.self, "seed \(seed)") { try Self.decode(bytes, count: 7) }
    }
}

/// Corrects the checksums of changed bytes, so that the checks after them are tested.
enum BlockForgery {
    static func sign(_ bytes: inout [UInt8]) {
        for entry in stride(from: 8, to: 152, by: 16) {
            let offset = Int(word(bytes, entry) & 0xFFFF_FFFF)
            let length = Int(word(bytes, entry) >> 32)
            guard offset + length <= bytes.count else { continue }
            let sum = Checksum.of(bytes.span.extracting(offset..<offset + length))
            put(sum, into: &bytes, at: entry + 8)
        }
        put(Checksum.of(bytes.span.extracting(0..<152)), into: &bytes, at: 152)
    }

    private static func word(_ bytes: [UInt8], _ offset: Int) -> UInt64 {
        (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }

    private static func put(_ word: UInt64, into bytes: inout [UInt8], at offset: Int) {
        for index in 0..<8 { bytes[offset + index] = UInt8(truncatingIfNeeded: word >> UInt64(8 * index)) }
    }
}
