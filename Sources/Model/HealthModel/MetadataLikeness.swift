extension MetadataSet {
    /// Returns true if both sets have the same keys and values, apart from what the owner's settings change in later exports: the units of
    /// quantities, and how the times of heartbeats are written.
    package func isAlike(_ other: MetadataSet) -> Bool {
        entries.count == other.entries.count
            && zip(entries, other.entries).allSatisfy { a, b in
                guard a.key == b.key else { return false }
                return a.value == b.value
                    || (a.key == MetadataKey.beats ? Beats.agree(a.value, b.value) : SixDigits.agree(a.value, b.value))
            }
    }
}

/// Compares lists of heartbeats, `bpm@time` pairs separated by spaces.
///
/// A time is a clock time in the format of the owner's region, such as `6:14:48.94PM` or `18:14:48,94`.
private enum Beats {
    static func agree(_ a: String, _ b: String) -> Bool {
        let (a, b) = (a.split(separator: " "), b.split(separator: " "))
        return a.count == b.count && zip(a, b).allSatisfy { $0 == $1 || numbers($0) == numbers($1) }
    }

    /// Returns the rate and the numbers of the time, in which 12 hours make no difference.
    private static func numbers(_ beat: Substring) -> [String] {
        let parts = beat.split(separator: "@", maxSplits: 1)
        guard parts.count == 2 else { return [String(beat)] }
        let digits = String(parts[1].map { $0.wholeNumberValue.map { Character(String($0)) } ?? " " })
        var numbers = digits.split(separator: " ").map(String.init)
        if let hour = numbers.first.flatMap({ Int($0) }) { numbers[0] = String(hour % 12) }
        return [String(parts[0])] + numbers
    }
}
