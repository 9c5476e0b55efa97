import Foundation
import RandomTesting

extension SplitMix64 {
    /// Takes the seed from `TALLY_SEED`, else `seed`, and prints it.
    init(standardSeed seed: UInt64) {
        let seed = ProcessInfo.processInfo.environment["TALLY_SEED"].flatMap(UInt64.init) ?? seed
        print("seed \(seed)")
        self.init(seed: seed)
    }
}

/// Whether the tests that take minutes run too: `TALLY_SLOW=1`.
let runsSlowTests = ProcessInfo.processInfo.environment["TALLY_SLOW"] == "1"
