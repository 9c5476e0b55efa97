// Unpacks a column of integers, or parts of it.
//
//     kind, base, scale, first | a width for each group of 256 rows | the codes of group 0 | the codes of group 1 | … | padding
//
// An integer is `base + scale × code`, or the integer before plus that. Codes of up to 32 bits are in eight lanes, so that the compiler can
// unpack eight rows at a time with vectors. This code runs for each row of each column that a query reads. Groups can be skipped, counted
// and added up without storing their rows.
//
// Invariant: `init` compares all widths with the number of bytes. After that, no code is read outside of them, even if they are damaged.
//
// Decisions 0062 (codes in lanes), 0077 (values in place), 0079 (parts of blocks), 0083 (times of held readings).

import HealthModel
import StorageModel

/// A packed column of integers whose position in its bytes has been checked.
///
/// `init` checks every width and the sum of all lengths against the number of bytes. After that, codes are
/// never read outside the bytes, even if the bytes are invalid.
struct IntegerColumn {
    private let layout: IntegerFrame.Layout
    private let isDelta: Bool
    private let base: Int64
    private let scale: Int64
    private let first: Int64

    private init(_ bytes: Span<UInt8>, rowCount: Int) throws(BlockError) {
        let groupCount = IntegerFrame.groupCount(rowCount)
        guard bytes.count >= IntegerFrame.headerSize + groupCount, let layout = IntegerFrame.Layout(rawValue: bytes[0] & ~1) else {
            throw .malformed
        }
        var size = IntegerFrame.headerSize + groupCount + layout.padding
        for group in 0..<groupCount {
            let width = Int(bytes[IntegerFrame.headerSize + group])
            guard width <= IntegerFrame.widestPacked || width == 64 else { throw .malformed }
            size += layout.packedSize(min(IntegerFrame.groupSize, rowCount - group * IntegerFrame.groupSize), width: width)
        }
        guard size == bytes.count else { throw .malformed }
        self.layout = layout
        isDelta = bytes[0] & 1 == 1
        base = bytes.word(at: 8)
        scale = bytes.word(at: 16)
        first = bytes.word(at: 24)
    }

    /// Returns the integer that all rows have; nil if the codes have bits.
    static func constant(_ bytes: Span<UInt8>, rowCount: Int) throws(BlockError) -> Int64? {
        let column = try IntegerColumn(bytes, rowCount: rowCount)
        let widths = bytes.extracting(IntegerFrame.headerSize..<IntegerFrame.headerSize + IntegerFrame.groupCount(rowCount))
        return !column.isDelta && widths.hasNoByte(above: 0) ? column.base : nil
    }

    /// Fills `rows`, which has the length of the column, with the result of `element` for each row and its integer, in order.
    @inline(__always)
    static func decode<Element: BitwiseCopyable>(
        _ bytes: Span<UInt8>, into rows: inout MutableSpan<Element>, _ element: (Int, Int64) -> Element
    ) throws(BlockError) {
        let column = try IntegerColumn(bytes, rowCount: rows.count)
        let (base, scale) = (column.base, column.scale)
        if column.isDelta {
            var value = column.first
            column.unpack(bytes, into: &rows) { row, code in
                value &+= base &+ code &* scale
                return element(row, value)
            }
        } else {
            column.unpack(bytes, into: &rows) { row, code in element(row, base &+ code &* scale) }
        }
    }

    /// Fills `rows`, which has the length of the column, with the column's integers if their differences show that they ascend.
    ///
    /// - Returns: False, and fills nothing, if the differences do not show it.
    static func decodeAscending(_ bytes: Span<UInt8>, into rows: inout MutableSpan<Int64>) throws(BlockError) -> Bool {
        let column = try IntegerColumn(bytes, rowCount: rows.count)
        guard column.surelyAscends(bytes, rowCount: rows.count) else { return false }
        let (base, scale) = (column.base, column.scale)
        var value = column.first
        if base == 0, scale == 1 {
            column.unpack(bytes, into: &rows) { _, code in
                value &+= code
                return value
            }
        } else {
            column.unpack(bytes, into: &rows) { _, code in
                value &+= base &+ code &* scale
                return value
            }
        }
        return true
    }

    /// True if the differences are in lanes, none is negative, and their sum does not overflow.
    private func surelyAscends(_ bytes: Span<UInt8>, rowCount: Int) -> Bool {
        guard isDelta, layout == .lanes, base >= 0, scale >= 0, first.magnitude < 1 << 61 else { return false }
        let widths = bytes.extracting(IntegerFrame.headerSize..<IntegerFrame.headerSize + IntegerFrame.groupCount(rowCount))
        let widest = widths.greatest
        guard widest <= UInt8(LaneCodes.greatestWidth) else { return false }
        let product = ((1 << Int64(widest)) - 1).multipliedReportingOverflow(by: scale)
        let greatest = product.partialValue.addingReportingOverflow(base)
        let sum = greatest.partialValue.multipliedReportingOverflow(by: Int64(rowCount))
        return !product.overflow && !greatest.overflow && !sum.overflow && sum.partialValue < 1 << 61
    }

    // MARK: Parts

    /// Rows with the same width.
    private struct Group {
        var rows: Range<Int>
        var width: Int
        var place: Range<Int>
    }

    private func groups(_ bytes: Span<UInt8>, rowCount: Int) -> [Group] {
        var offset = IntegerFrame.headerSize + IntegerFrame.groupCount(rowCount)
        return (0..<IntegerFrame.groupCount(rowCount)).map { number in
            let first = number * IntegerFrame.groupSize
            let rows = first..<min(first + IntegerFrame.groupSize, rowCount)
            let width = Int(bytes[IntegerFrame.headerSize + number])
            let place = offset..<offset + layout.packedSize(rows.count, width: width)
            offset = place.upperBound
            return Group(rows: rows, width: width, place: place)
        }
    }

    /// Returns how much a column of differences increases in a group, whose codes must be in lanes.
    private func increase(in group: Group, _ bytes: Span<UInt8>, _ vectors: inout [LaneCodes.Vector]) -> Int64 {
        var sum: UInt64 = 0
        if group.width > 0, group.width <= 27, group.rows.count == IntegerFrame.groupSize {
            // 32 codes of a lane are less than 2^32.
            let lanes = unsafe IntegerColumn.sumOfLanes(bytes.bytes, at: group.place.lowerBound, width: group.width)
            for lane in lanes.indices { sum &+= UInt64(lanes[lane]) }
        } else if group.width > 0 {
            unpack(group, bytes, &vectors)
            for row in 0..<group.rows.count { sum &+= UInt64(code(row, vectors)) }
        }
        return base &* Int64(group.rows.count) &+ scale &* Int64(truncatingIfNeeded: sum)
    }

    private func unpack(_ group: Group, _ bytes: Span<UInt8>, _ vectors: inout [LaneCodes.Vector]) {
        guard group.width > 0 else {
            for index in vectors.indices { vectors[index] = .zero }
            return
        }
        unsafe IntegerColumn.unpackLanes(
            bytes.bytes, at: group.place.lowerBound, width: group.width, count: group.rows.count, into: &vectors)
    }

    private func code(_ row: Int, _ vectors: [LaneCodes.Vector]) -> UInt32 {
        vectors[row / LaneCodes.Vector.scalarCount][row % LaneCodes.Vector.scalarCount]
    }

    private static func vectors() -> [LaneCodes.Vector] {
        [LaneCodes.Vector](repeating: .zero, count: IntegerFrame.groupSize / LaneCodes.Vector.scalarCount)
    }

    /// Returns for each limit, which ascend, the rows with lesser integers. Also returns the last integer.
    ///
    /// Groups without a limit are only added up.
    ///
    /// - Returns: Nil if the differences do not show that the integers ascend, or if there are as many limits as groups.
    static func rows(
        _ bytes: Span<UInt8>, rowCount: Int, below limits: [Int64]
    ) throws(BlockError) -> (rows: [EarlierRows], last: Int64)? {
        let column = try IntegerColumn(bytes, rowCount: rowCount)
        guard limits.count < IntegerFrame.groupCount(rowCount), column.surelyAscends(bytes, rowCount: rowCount) else { return nil }
        var vectors = vectors()
        var earlier: [EarlierRows] = []
        var value = column.first
        for group in column.groups(bytes, rowCount: rowCount) {
            let last = value &+ column.increase(in: group, bytes, &vectors)
            if earlier.count < limits.count, limits[earlier.count] <= last {
                column.unpack(group, bytes, &vectors)
                for row in group.rows {
                    let before = row == 0 ? .min : value
                    value &+= column.base &+ column.scale &* Int64(column.code(row - group.rows.lowerBound, vectors))
                    while earlier.count < limits.count, limits[earlier.count] <= value {
                        earlier.append(EarlierRows(count: row, lastStart: before))
                    }
                }
            }
            value = last
        }
        let all = EarlierRows(count: rowCount, lastStart: rowCount > 0 ? value : .min)
        earlier.append(contentsOf: repeatElement(all, count: limits.count - earlier.count))
        return (earlier, value)
    }

    /// Returns the exact totals of the integers of `runs`, which are in order, that are in `range`.
    ///
    /// - Returns: Nil if codes are differences or too wide, or if a sum could have more than 53 bits.
    static func totals(
        _ bytes: Span<UInt8>, rowCount: Int, of runs: [Range<Int>], in range: ClosedRange<Int64>
    ) throws(BlockError) -> [WholeTotal]? {
        let column = try IntegerColumn(bytes, rowCount: rowCount)
        let (base, scale) = (column.base, column.scale)
        // Then the sum of 2^20 integers has at most 53 bits.
        guard column.canBeSearched(bytes, rowCount: rowCount), base.magnitude <= 1 << 31,
            (Int64(1) << Int64(column.widest(bytes, rowCount: rowCount))) * scale <= 1 << 31
        else { return nil }
        guard let codes = column.codes(in: range) else { return runs.map { _ in WholeTotal() } }
        let groups = column.groups(bytes, rowCount: rowCount)
        var vectors = vectors()
        return runs.map { run in
            var (count, sum): (Int, Int64) = (0, 0)
            var row = run.lowerBound
            while row < run.upperBound {
                let group = groups[row / IntegerFrame.groupSize]
                let rows = row..<min(run.upperBound, group.rows.upperBound)
                let part =
                    group.width > 0 && rows.count == IntegerFrame.groupSize
                    ? column.total(of: group, bytes, in: codes) : column.total(of: rows, in: group, bytes, in: codes, &vectors)
                count += part.count
                sum += Int64(part.sum)
                row = rows.upperBound
            }
            return WholeTotal(count: count, sum: base * Int64(count) + scale * sum)
        }
    }

    /// True if the integers have at most 53 bits and are packed in lanes, not as differences, and the codes of a lane in a group add up to
    /// less than 2^32.
    private func canBeSearched(_ bytes: Span<UInt8>, rowCount: Int) -> Bool {
        let widest = widest(bytes, rowCount: rowCount)
        return !isDelta && layout == .lanes && rowCount <= 1 << 20 && base.magnitude <= 1 << 52 && 1...1 << 31 ~= scale
            && widest <= Self.widestSummed && scale << Int64(widest) <= 1 << 52
    }

    /// The greatest width at which the 32 codes of a lane in a group add up to less than 2^32.
    private static let widestSummed: UInt8 = 27

    private func widest(_ bytes: Span<UInt8>, rowCount: Int) -> UInt8 {
        bytes.extracting(IntegerFrame.headerSize..<IntegerFrame.headerSize + IntegerFrame.groupCount(rowCount)).greatest
    }

    /// Returns the codes of the integers in `range`, if they can be searched; nil if there are none.
    private func codes(in range: ClosedRange<Int64>) -> ClosedRange<UInt32>? {
        let limit: Int64 = 1 << 54
        let (low, high) = (max(range.lowerBound, -limit), min(range.upperBound, limit))
        guard max(low, base) <= high else { return nil }
        let first = low > base ? (low - base + scale - 1) / scale : 0
        let last = min((high - base) / scale, 1 << Int64(Self.widestSummed) - 1)
        return first <= last ? UInt32(first)...UInt32(last) : nil
    }

    /// Returns the total of the codes of a whole group that are in `range`, all below 2^27.
    private func total(of group: Group, _ bytes: Span<UInt8>, in range: ClosedRange<UInt32>) -> (count: Int, sum: UInt64) {
        let low = LaneCodes.Vector(repeating: range.lowerBound)
        let high = LaneCodes.Vector(repeating: range.upperBound)
        var outside = LaneCodes.Vector.zero
        var sums = LaneCodes.Vector.zero
        unsafe IntegerColumn.forEachVector(
            bytes.bytes, at: group.place.lowerBound, width: group.width, count: IntegerFrame.groupSize
        ) { _, codes in
            // 1 if a difference is negative, which its highest bit says.
            let isOutside = ((codes &- low) | (high &- codes)) &>> LaneCodes.Vector(repeating: 31)
            outside &+= isOutside
            sums &+= codes & (isOutside &- LaneCodes.Vector(repeating: 1))
        }
        var (count, sum): (Int, UInt64) = (IntegerFrame.groupSize, 0)
        for lane in sums.indices {
            count -= Int(outside[lane])
            sum += UInt64(sums[lane])
        }
        return (count, sum)
    }

    /// The same for some rows of a group.
    private func total(
        of rows: Range<Int>, in group: Group, _ bytes: Span<UInt8>, in range: ClosedRange<UInt32>, _ vectors: inout [LaneCodes.Vector]
    ) -> (count: Int, sum: UInt64) {
        unpack(group, bytes, &vectors)
        var (count, sum): (Int, UInt64) = (0, 0)
        for row in rows {
            let code = code(row - group.rows.lowerBound, vectors)
            guard range ~= code else { continue }
            count += 1
            sum += UInt64(code)
        }
        return (count, sum)
    }

    /// Returns how long the rows of `runs` last, each until the start of the next row, but at most for `longest`.
    ///
    /// - Parameters:
    ///   - bytes: The integers that decide which rows count.
    ///   - range: The integers that count; nil if all rows count. Then the bytes are not read.
    ///   - starts: The packed starts of all rows.
    ///   - runs: Rows before the last one.
    /// - Returns: Nil if columns must be unpacked for it, or if two rows have the same start.
    static func heldTotals(
        _ bytes: Span<UInt8>, in range: ClosedRange<Int64>?, _ starts: Span<UInt8>, rowCount: Int, of runs: [Range<Int>], longest: Int64
    ) throws(BlockError) -> [HeldTotals.Total]? {
        let times = try IntegerColumn(starts, rowCount: rowCount)
        guard rowCount <= 1 << 20, 0...1 << 40 ~= longest, times.scale > 0, times.surelyAscends(starts, rowCount: rowCount),
            times.widest(starts, rowCount: rowCount) <= widestSummed
        else { return nil }
        var gaps = Gaps(times, starts, rowCount: rowCount)
        guard times.base > 0 || !gaps.hasZero(starts) else { return nil }
        // All gaps are longer than `longest` if the least one is.
        let limit = longest < times.base ? UInt32.max : UInt32(min((longest - times.base) / times.scale, 1 << Int64(widestSummed)))
        var column: IntegerColumn?
        var codes: ClosedRange<UInt32>?
        if let range {
            let tested = try IntegerColumn(bytes, rowCount: rowCount)
            guard tested.canBeSearched(bytes, rowCount: rowCount) else { return nil }
            codes = tested.codes(in: range)
            guard codes != nil else { return runs.map { _ in HeldTotals.Total() } }
            column = tested
        }
        let groups = column?.groups(bytes, rowCount: rowCount) ?? []
        var vectors = vectors()
        return runs.map { run in
            var total = GapTotal()
            var row = run.lowerBound
            while row < run.upperBound {
                let number = row / IntegerFrame.groupSize
                let rows = row..<min(run.upperBound, (number + 1) * IntegerFrame.groupSize)
                gaps.load(number, starts)
                if let column, let codes, groups[number].width > 0 {
                    if rows.count == IntegerFrame.groupSize {
                        total.add(column, groups[number], bytes, in: codes, gaps, limit)
                    } else {
                        column.unpack(groups[number], bytes, &vectors)
                        for row in rows where codes ~= column.code(row % IntegerFrame.groupSize, vectors) { total.add(gaps[row], limit) }
                    }
                } else if codes?.contains(0) ?? true {
                    for row in rows { total.add(gaps[row], limit) }
                }
                row = rows.upperBound
            }
            let milliseconds = Int64(total.count - total.longCount) * times.base + times.scale * Int64(total.sum)
            return HeldTotals.Total(count: total.count, milliseconds: milliseconds + Int64(total.longCount) * longest)
        }
    }

    /// The codes of the differences between each row of a group and the next row.
    private struct Gaps {
        private static let vectorCount = IntegerFrame.groupSize / LaneCodes.Vector.scalarCount

        private let column: IntegerColumn
        private let groups: [Group]
        private var number = -1
        /// The codes of the group's rows, and the first ones of the next group.
        private(set) var vectors = [LaneCodes.Vector](repeating: .zero, count: vectorCount + 1)

        init(_ column: IntegerColumn, _ bytes: Span<UInt8>, rowCount: Int) {
            self.column = column
            groups = column.groups(bytes, rowCount: rowCount)
        }

        /// The code of the difference to the row after `row`, which is in the group.
        subscript(row: Int) -> UInt32 {
            let place = row % IntegerFrame.groupSize + 1
            return vectors[place / LaneCodes.Vector.scalarCount][place % LaneCodes.Vector.scalarCount]
        }

        /// Unpacks a group.
        mutating func load(_ number: Int, _ bytes: Span<UInt8>) {
            guard number != self.number else { return }
            self.number = number
            unpack(groups[number], groups[number].rows.count, bytes, at: 0)
            if number + 1 < groups.count { unpack(groups[number + 1], 1, bytes, at: Self.vectorCount) }
        }

        private mutating func unpack(_ group: Group, _ count: Int, _ bytes: Span<UInt8>, at place: Int) {
            var target = vectors.mutableSpan
            guard group.width > 0 else {
                for index in place..<place + (count > 1 ? Self.vectorCount : 1) { target[index] = .zero }
                return
            }
            unsafe IntegerColumn.forEachVector(bytes.bytes, at: group.place.lowerBound, width: group.width, count: count) { index, codes in
                target[place + index] = codes
            }
        }

        /// True if a row has the same start as the next one and the least difference is 0.
        mutating func hasZero(_ bytes: Span<UInt8>) -> Bool {
            guard let end = groups.last?.rows.upperBound else { return false }
            for row in 0..<end - 1 {
                load(row / IntegerFrame.groupSize, bytes)
                if self[row] == 0 { return true }
            }
            return false
        }
    }

    /// The number of rows that count, and the codes of their differences to the next row.
    private struct GapTotal {
        var count = 0
        /// How many differences have a code above the limit.
        var longCount = 0
        /// The sum of the other codes.
        var sum: UInt64 = 0

        mutating func add(_ gap: UInt32, _ limit: UInt32) {
            count += 1
            if limit == .max || gap > limit { longCount += 1 } else { sum += UInt64(gap) }
        }

        /// Adds the rows of a whole group whose codes are in `range`. Codes have at most 27 bits. The limit is at most 2^27, or the
        /// greatest number.
        mutating func add(
            _ column: IntegerColumn, _ group: Group, _ bytes: Span<UInt8>, in range: ClosedRange<UInt32>, _ gaps: Gaps, _ limit: UInt32
        ) {
            let low = LaneCodes.Vector(repeating: range.lowerBound)
            let high = LaneCodes.Vector(repeating: range.upperBound)
            let limits = LaneCodes.Vector(repeating: limit)
            let (one, highestBit) = (LaneCodes.Vector(repeating: 1), LaneCodes.Vector(repeating: 31))
            var (outside, long, sums) = (LaneCodes.Vector.zero, LaneCodes.Vector.zero, LaneCodes.Vector.zero)
            let following = unsafe gaps.vectors.span.bytes
            unsafe IntegerColumn.forEachVector(
                bytes.bytes, at: group.place.lowerBound, width: group.width, count: IntegerFrame.groupSize
            ) { index, codes in
                let gap = unsafe following.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: 4 &+ index &* LaneCodes.vectorSize, as: LaneCodes.Vector.self)
                // 1 if a difference is negative, which its highest bit says.
                let isOutside = ((codes &- low) | (high &- codes)) &>> highestBit
                let isLong = (limits &- gap) &>> highestBit
                outside &+= isOutside
                long &+= isLong & (isOutside ^ one)
                sums &+= gap & ((isOutside | isLong) &- one)
            }
            count += IntegerFrame.groupSize
            for lane in sums.indices {
                count -= Int(outside[lane])
                longCount += Int(long[lane])
                sum += UInt64(sums[lane])
            }
        }
    }

    /// Returns the packed column of the rows in adjacent groups. Nil if it depends on differences that are not in lanes.
    ///
    /// - Parameter last: The last integer, if it is known and in the groups.
    static func excerpt(_ bytes: Span<UInt8>, rowCount: Int, groups: Range<Int>, last: Int64? = nil) throws(BlockError) -> [UInt8]? {
        let column = try IntegerColumn(bytes, rowCount: rowCount)
        guard !column.isDelta || column.surelyAscends(bytes, rowCount: rowCount) else { return nil }
        let all = column.groups(bytes, rowCount: rowCount)
        var first = column.first
        if column.isDelta {
            var vectors = vectors()
            if let last {
                first = last
                for group in all[groups] { first &-= column.increase(in: group, bytes, &vectors) }
            } else {
                for group in all[..<groups.lowerBound] { first &+= column.increase(in: group, bytes, &vectors) }
            }
        }
        var excerpt: [UInt8] = []
        let codes = all[groups.lowerBound].place.lowerBound..<all[groups.upperBound - 1].place.upperBound
        excerpt.reserveCapacity(IntegerFrame.headerSize + groups.count + codes.count + column.layout.padding)
        excerpt.append(bytes, 0..<24)
        excerpt.appendWord(first)
        excerpt.append(bytes, IntegerFrame.headerSize + groups.lowerBound..<IntegerFrame.headerSize + groups.upperBound)
        excerpt.append(bytes, codes)
        excerpt.append(contentsOf: repeatElement(0, count: column.layout.padding))
        return excerpt
    }

    /// Fills `rows`, which has the length of the column, with the column's integers as doubles.
    ///
    /// Integers of 2^53 and more are rounded, as by `Double.init`.
    static func decode(_ bytes: Span<UInt8>, into rows: inout MutableSpan<Double>) throws(BlockError) {
        let column = try IntegerColumn(bytes, rowCount: rows.count)
        // Then both terms of the sum, and the sum, are integers below 2^53, which doubles have exactly. Vectors can compute them.
        guard !column.isDelta, column.layout == .lanes, column.base.magnitude <= 1 << 52, 0...1 << 20 ~= column.scale,
            bytes.extracting(IntegerFrame.headerSize..<IntegerFrame.headerSize + IntegerFrame.groupCount(rows.count)).hasNoByte(above: 31)
        else { return try decode(bytes, into: &rows) { _, integer in Double(integer) } }
        let (base, scale) = (Double(column.base), Double(column.scale))
        column.unpack(bytes, into: &rows) { _, code in base + scale * Double(Int32(truncatingIfNeeded: code)) }
    }

    /// This is safe: `init` checked for the same bytes that all codes and the padding are inside them. The last load starts at the latest
    /// in the last byte of a code, and the padding is as long as a load. Rows count from 0 to the number of `rows`.
    @inline(__always)
    private func unpack<Element: BitwiseCopyable>(
        _ bytes: Span<UInt8>, into rows: inout MutableSpan<Element>, _ element: (Int, Int64) -> Element
    ) {
        let rowCount = rows.count
        var offset = IntegerFrame.headerSize + IntegerFrame.groupCount(rowCount)
        var row = 0
        var group = IntegerFrame.headerSize
        var vectors = [LaneCodes.Vector](repeating: .zero, count: IntegerFrame.groupSize / LaneCodes.Vector.scalarCount)
        while row < rowCount {
            let count = min(IntegerFrame.groupSize, rowCount - row)
            let width = Int(bytes[group])
            let codes = unsafe bytes.bytes
            if width == 0 {
                for index in row..<row + count { unsafe rows[unchecked: index] = element(index, 0) }
            } else if layout.usesLanes(width) {
                IntegerColumn.unpackLanes(codes, at: offset, width: width, count: count, into: &vectors)
                let unpacked = unsafe vectors.span.bytes
                for index in 0..<count {
                    let code = unsafe unpacked.unsafeLoad(fromUncheckedByteOffset: index &* 4, as: UInt32.self)
                    unsafe rows[unchecked: row &+ index] = element(row &+ index, Int64(code))
                }
            } else {
                let mask: UInt64 = width == 64 ? .max : (1 << UInt64(width)) &- 1
                var bit = offset &* 8
                for index in row..<row + count {
                    let word = unsafe UInt64(littleEndian: codes.unsafeLoadUnaligned(fromUncheckedByteOffset: bit &>> 3, as: UInt64.self))
                    unsafe rows[unchecked: index] = element(index, Int64(bitPattern: (word &>> UInt64(truncatingIfNeeded: bit & 7)) & mask))
                    bit &+= width
                }
            }
            offset += layout.packedSize(count, width: width)
            row += count
            group += 1
        }
    }

    /// Unpacks the codes of a group, eight at a time. The last ones may be meaningless if `count` is not a multiple of eight.
    private static func unpackLanes(
        _ codes: RawSpan, at offset: Int, width: Int, count: Int, into vectors: inout [LaneCodes.Vector]
    ) {
        var target = vectors.mutableSpan
        unsafe forEachVector(codes, at: offset, width: width, count: count) { index, codes in unsafe target[unchecked: index] = codes }
    }

    /// Returns the sum of each lane of a whole group. The sums must be less than 2^32.
    private static func sumOfLanes(_ codes: RawSpan, at offset: Int, width: Int) -> LaneCodes.Vector {
        var sums = LaneCodes.Vector.zero
        unsafe forEachVector(codes, at: offset, width: width, count: IntegerFrame.groupSize) { _, codes in sums &+= codes }
        return sums
    }

    @unsafe @inline(__always)
    private static func forEachVector(
        _ codes: RawSpan, at offset: Int, width: Int, count: Int, _ body: (Int, LaneCodes.Vector) -> Void
    ) {
        let mask = LaneCodes.Vector(repeating: UInt32(truncatingIfNeeded: (1 << width) &- 1))
        var bit = 0
        for index in 0..<(count + LaneCodes.Vector.scalarCount - 1) / LaneCodes.Vector.scalarCount {
            let place = offset &+ (bit &>> 5) &* LaneCodes.vectorSize
            let shift = UInt32(truncatingIfNeeded: bit & 31)
            let low = unsafe codes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: LaneCodes.Vector.self)
            let high = unsafe codes.unsafeLoadUnaligned(fromUncheckedByteOffset: place &+ LaneCodes.vectorSize, as: LaneCodes.Vector.self)
            // Two shifts, because one by 32 is one by 0.
            let upper = (high &<< LaneCodes.Vector(repeating: 1)) &<< LaneCodes.Vector(repeating: 31 &- shift)
            body(index, ((low &>> LaneCodes.Vector(repeating: shift)) | upper) & mask)
            bit &+= width
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        append(addingCapacity: range.count) { output in
            for index in range { output.append(bytes[index]) }
        }
    }
}

extension Span<UInt8> {
    fileprivate var greatest: UInt8 {
        var greatest: UInt8 = 0
        for index in indices { greatest = Swift.max(greatest, self[index]) }
        return greatest
    }

    fileprivate func hasNoByte(above greatest: UInt8) -> Bool { !indices.contains { self[$0] > greatest } }

    /// Returns the little-endian word at `offset`, which must be inside the span.
    func word(at offset: Int) -> Int64 {
        precondition(offset >= 0 && offset + 8 <= count)
        return unsafe Int64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: Int64.self))
    }
}

extension MutableSpan<UInt8> {
    /// Replaces the bytes at `offset`, which must be inside the span.
    @inline(__always)
    mutating func store(_ vector: LaneCodes.Vector, at offset: Int) {
        precondition(offset >= 0 && offset + LaneCodes.vectorSize <= count)
        var bytes = unsafe mutableBytes
        bytes.storeBytes(of: vector, toByteOffset: offset, as: LaneCodes.Vector.self)
    }
}
