/// Finds the places of whole numbers in a range, many at a time.
struct NumberPlaces {
    /// The maximum length of the numbers for `find`.
    static let portion = 512
    /// The length of the range.
    static let width = 1024
    /// The least double whose last bit is worth 1. The low bits of a sum with it are the whole number that was added.
    private static let unit = 0x1p52

    private let low: Double
    /// The places of the last numbers that were all in the range.
    private(set) var found = [UInt32](repeating: 0, count: portion)

    init(from base: Int) { low = Double(base) }

    /// Sets `found`. Returns false if any number is not a whole number of the range; −0 is none. The loop has no exit, so that the compiler
    /// can use vectors.
    mutating func find(_ numbers: Span<Double>) -> Bool {
        let low = low
        var places = found.mutableSpan
        var allPlaces: UInt64 = 0
        var differences: UInt64 = 0
        for index in 0..<min(numbers.count, places.count) {
            let sum = (numbers[index] - low) + Self.unit
            let place = sum.bitPattern &- Self.unit.bitPattern
            allPlaces |= place
            differences |= (low + (sum - Self.unit)).bitPattern ^ numbers[index].bitPattern
            places[index] = UInt32(truncatingIfNeeded: place)
        }
        return allPlaces < UInt64(Self.width) && differences == 0
    }

    /// Returns the place of a number; nil if it is not a whole number of the range.
    func place(of number: Double) -> Int? {
        let offset = number - low
        guard offset >= 0, offset < Double(Self.width), case let place = Int(offset),
            // Also false for negative zero.
            (low + Double(place)).bitPattern == number.bitPattern
        else { return nil }
        return place
    }
}
