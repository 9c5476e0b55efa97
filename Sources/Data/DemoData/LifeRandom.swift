/// Random numbers that are the same on all machines and in all versions of Swift: SplitMix64 (Steele, Lea, Flood 2014).
///
/// Each day and stream has its own generator, so any part of a life can be created without the rest. Only arithmetic that IEEE 754 rounds
/// exactly is used, because logarithms and sines of C libraries differ between machines.
package struct LifeRandom {
    private var state: UInt64

    /// - Parameters:
    ///   - day: days since 1970-01-01.
    ///   - salt: distinguishes the streams of a day.
    package init(seed: UInt64, day: Int, salt: UInt64) {
        state = seed
        state = next() ^ UInt64(bitPattern: Int64(day))
        state = next() ^ salt
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number in 0 ..< `bound`.
    package mutating func below(_ bound: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(bound)).high) }

    /// Returns a number in 0 ..< 1.
    package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    package mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

    package mutating func chance(_ probability: Double) -> Bool { unit() < probability }

    /// Returns an approximately normal deviate with mean 0 and deviation 1, within ±3.47: the sum of four uniform numbers.
    mutating func deviate() -> Double {
        let bits = next()
        let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + (bits >> 48)
        // Each number has a variance of 65536² / 12, so the sum has a deviation of 65536 / √3.
        return (Double(sum) - 131_070) * (1.732_050_807_568_877_2 / 65_536)
    }
}
