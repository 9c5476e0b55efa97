/// The limit in place of a laboratory result, such as `<0,4` or `>= 60`.
struct LabLimit {
    /// The sign as clinics write it: `<`, `<=`, `>=` or `>`.
    let comparator: String
    /// The place of the number.
    let rest: Range<Int>

    private static let signs: [(StaticString, String)] = [
        ("<=", "<="), (">=", ">="), ("\u{2264}", "<="), ("\u{2265}", ">="), ("<", "<"), (">", ">"),
    ]

    /// Returns nil for a text that does not start with a sign.
    init?(_ text: Bytes) {
        guard let (sign, comparator) = Self.signs.first(where: { text.starts(with: $0.0) }) else { return nil }
        self.comparator = comparator
        let width = sign.utf8CodeUnitCount
        let number = text.extracting(width..<text.count).trimmedRange
        rest = width + number.lowerBound..<width + number.upperBound
    }
}
