import HealthModel
import StorageModel

/// The column of values: decimals as integers if that preserves every bit, otherwise raw doubles.
enum ValueColumn {
    /// The first byte of the column: the number of decimal places, or this value for raw doubles.
    private static let raw: UInt8 = 0xFF
    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    static func encode(_ values: Span<Double>, layout: IntegerFrame.Layout = .lanes, into bytes: inout [UInt8]) {
        if let (places, integers) = decimals(values) {
            bytes.append(UInt8(places))
            IntegerFrame.shortest(integers.span, layout: layout).pack(integers.span, into: &bytes)
        } else {
            bytes.append(raw)
            for row in values.indices { bytes.appendWord(values[row].bitPattern) }
        }
    }

    /// Returns the smallest number of decimal places that is enough for all values, and the values without the decimal point.
    private static func decimals(_ values: Span<Double>) -> (places: Int, integers: [Int64])? {
        var row = 0
        for (places, power) in powersOfTen.enumerated() {
            // The row that needed more places than the last attempt is the most likely to need even more.
            if row > 0, integer(values[row], power) == nil { continue }
            let integers = [Int64](capacity: values.count) { output in
                if places == 0 {
                    // Most columns have whole numbers.
                    for row in values.indices {
                        guard let integer = wholeNumber(values[row]) else { return }
                        output.append(integer)
                    }
                } else {
                    for row in values.indices {
                        guard let integer = integer(values[row], power) else { return }
                        output.append(integer)
                    }
                }
            }
            if integers.count == values.count { return (places, integers) }
            row = integers.count
        }
        return nil
    }

    /// Returns the integer that gives `value` in every bit if divided by `power`. Nil for negative zero.
    @inline(__always)
    private static func integer(_ value: Double, _ power: Double) -> Int64? {
        let product = value * power
        guard abs(product) < 0x1p53 else { return nil }
        // Adding this number rounds smaller ones to whole numbers, faster than a call. No half can be such an integer.
        let rounded = abs(product) < 0x1p51 ? (product + 0x1.8p52) - 0x1.8p52 : product.rounded()
        guard abs(rounded) < 0x1p53 else { return nil }
        let integer = Int64(rounded)
        return (Double(integer) / power).bitPattern == value.bitPattern ? integer : nil
    }

    /// Returns `value` as an integer if that gives it in every bit. Nil for negative zero.
    @inline(__always)
    private static func wholeNumber(_ value: Double) -> Int64? {
        guard abs(value) < 0x1p53 else { return nil }
        let integer = Int64(value)
        return Double(integer).bitPattern == value.bitPattern ? integer : nil
    }

    /// Returns the whole number that all rows have; nil for other columns.
    static func constant(_ bytes: Span<UInt8>, rowCount: Int) throws(BlockError) -> Int64? {
        guard !bytes.isEmpty, bytes[0] == 0 else { return nil }
        return try IntegerColumn.constant(bytes.extracting(1..<bytes.count), rowCount: rowCount)
    }

    /// Returns the exact totals of the values of `runs` that are in `values`. Nil if the values must be unpacked for it.
    static func totals(
        _ bytes: Span<UInt8>, rowCount: Int, of runs: [Range<Int>], in values: ClosedRange<Int64>
    ) throws(BlockError) -> [WholeTotal]? {
        guard !bytes.isEmpty, bytes[0] == 0 else { return nil }
        return try IntegerColumn.totals(bytes.extracting(1..<bytes.count), rowCount: rowCount, of: runs, in: values)
    }

    /// Returns how long the instants of `runs` last whose values are in `values`. Nil if columns must be unpacked for it.
    ///
    /// - Parameters:
    ///   - starts: The packed starts.
    ///   - longest: The time after which a reading ends if the next row does not end it earlier, in milliseconds.
    static func heldTotals(
        _ bytes: Span<UInt8>, in values: ClosedRange<Double>, _ starts: Span<UInt8>, rowCount: Int, of runs: [Range<Int>], longest: Int64
    ) throws(BlockError) -> [HeldTotals.Total]? {
        guard !bytes.isEmpty, Int(bytes[0]) < powersOfTen.count else { return nil }
        return try IntegerColumn.heldTotals(
            bytes.extracting(1..<bytes.count), in: integers(in: values, power: powersOfTen[Int(bytes[0])]), starts, rowCount: rowCount,
            of: runs, longest: longest)
    }

    /// Returns the integers of at most 53 bits whose decimals are in `values`. If there are none, a greater one.
    private static func integers(in values: ClosedRange<Double>, power: Double) -> ClosedRange<Int64> {
        /// Returns the least integer whose decimal passes, which those of all greater ones then do. The search is exact, unlike a product.
        func least(where passes: (Double) -> Bool) -> Int64 {
            var (low, high) = (-(Int64(1) << 53) - 1, (Int64(1) << 53) + 1)
            while low + 1 < high {
                let middle = (low + high) >> 1
                if passes(Double(middle) / power) { high = middle } else { low = middle }
            }
            return high
        }
        let first = least { $0 >= values.lowerBound }
        let end = least { $0 > values.upperBound }
        return first < end ? first...end - 1 : Int64.max...Int64.max
    }

    /// Returns the column of the rows in adjacent groups of `IntegerFrame`. Nil if only the whole column can be unpacked.
    static func excerpt(_ bytes: Span<UInt8>, rowCount: Int, groups: Range<Int>) throws(BlockError) -> [UInt8]? {
        guard !bytes.isEmpty, bytes[0] != raw else { return nil }
        let column = try IntegerColumn.excerpt(bytes.extracting(1..<bytes.count), rowCount: rowCount, groups: groups)
        return column.map { [bytes[0]] + $0 }
    }

    /// Fills `values`, which has one element per row.
    static func decode(_ bytes: Span<UInt8>, into values: inout [Double]) throws(BlockError) {
        guard let kind = bytes.isEmpty ? nil : bytes[0] else { throw .malformed }
        let content = bytes.extracting(1..<bytes.count)
        if kind == raw {
            guard content.count == values.count * 8 else { throw .malformed }
            for row in 0..<values.count { values[row] = Double(bitPattern: UInt64(bitPattern: content.word(at: row * 8))) }
            return
        }
        guard kind < powersOfTen.count else { throw .malformed }
        let power = powersOfTen[Int(kind)]
        var target = values.mutableSpan
        try IntegerColumn.decode(content, into: &target)
        guard power != 1 else { return }
        for row in 0..<target.count { target[row] /= power }
    }
}
