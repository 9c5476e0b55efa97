/// A small random generator whose state is its seed, so that a printed seed repeats a case. SplitMix64 by Sebastiano Vigna.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator with a seed.
    public init(seed: UInt64) { state = seed }

    /// Returns the next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns true in `percent` percent of all cases.
    public mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    /// Returns a random element. Stops the program if there is none.
    public mutating func pick<Choices: Collection>(_ choices: Choices) -> Choices.Element {
        guard let choice = choices.randomElement(using: &self) else { preconditionFailure("nothing to pick from") }
        return choice
    }
}
