import Foundation

/// SplitMix64: the same numbers from the same seed on every machine.
struct RandomSource: RandomNumberGenerator {
    private var state: UInt64

    /// Takes the seed from `TALLY_SEED`, else `seed`, and prints it.
    init(seed: UInt64) {
        state = ProcessInfo.processInfo.environment["TALLY_SEED"].flatMap(UInt64.init) ?? seed
        print("seed \(state)")
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Whether the tests that take minutes run too: `TALLY_SLOW=1`.
let runsSlowTests = ProcessInfo.processInfo.environment["TALLY_SLOW"] == "1"
