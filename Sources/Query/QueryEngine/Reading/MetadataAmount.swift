import HealthModel

/// A number in metadata, with or without a unit, such as `1` or `24030 cm`.
struct MetadataAmount {
    let number: Double
    private let unit: String

    /// Returns nil if the text does not start with a number.
    init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard let first = parts.first, let number = Double(first), number.isFinite else { return nil }
        self.number = number
        unit = parts.count > 1 ? String(parts[1]) : ""
    }

    /// Returns the amount in another unit; nil if it cannot be converted.
    func converted(to wanted: HealthUnit) -> Double? {
        guard case .success(let own) = HealthUnit.parseForPeople(unit) else { return nil }
        return HealthUnit.convert(number, from: own, to: wanted)
    }
}
