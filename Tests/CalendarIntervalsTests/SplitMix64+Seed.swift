import Foundation
import RandomTesting

extension SplitMix64 {
    /// Uses the seed from `TALLY_SEED`, or else `seed`, and prints it.
    init(standardSeed seed: UInt64) {
        let seed = ProcessInfo.processInfo.environment["TALLY_SEED"].flatMap(UInt64.init) ?? seed
        print("seed \(seed)")
        self.init(seed: seed)
    }
}

/// True if tests that take minutes also run: `TALLY_SLOW=1`.
let runsSlowTests = ProcessInfo.processInfo.environment["TALLY_SLOW"] == "1"
