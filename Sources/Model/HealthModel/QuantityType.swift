/// A HealthKit quantity type, with its aggregation style and units.
package struct QuantityType: Hashable, Sendable {
    package let id: MetricID
    /// The aggregation style in the newest headers.
    package let style: AggregationStyle
    private let ios18Style: AggregationStyle
    /// The metric unit that the Health app shows. Values are stored in this unit. Percent types store fractions.
    package let usualUnit: HealthUnit
    package let usUnit: HealthUnit
    /// The unit given in Apple's headers.
    package let canonicalUnit: HealthUnit
    /// The first iOS version with this type, such as `8.0`; nil for unlisted types.
    package let sinceIOS: String?
    /// True if apps can save samples of this type.
    package let isWritable: Bool
    /// Common names of the type, in addition to Apple's.
    package let aliases: [String]
    /// The values that samples may have, as in `define metric mood from 1 to 10`; nil for all numbers.
    package let scale: ValueScale?

    init(
        id: MetricID, style: AggregationStyle, ios18Style: AggregationStyle, usualUnit: HealthUnit, usUnit: HealthUnit,
        canonicalUnit: HealthUnit, sinceIOS: String?, isWritable: Bool, aliases: [String], scale: ValueScale? = nil
    ) {
        self.id = id
        self.style = style
        self.ios18Style = ios18Style
        self.usualUnit = usualUnit
        self.usUnit = usUnit
        self.canonicalUnit = canonicalUnit
        self.sinceIOS = sinceIOS
        self.isWritable = isWritable
        self.aliases = aliases
        self.scale = scale
    }

    /// Returns a discrete type that is not in the tables, in the unit of its file.
    package static func unlisted(_ id: MetricID, unit: HealthUnit) -> QuantityType {
        QuantityType(
            id: id, style: .discreteArithmetic, ios18Style: .discreteArithmetic, usualUnit: unit, usUnit: unit, canonicalUnit: unit,
            sinceIOS: nil, isWritable: true, aliases: [])
    }

    /// The unit of stored values.
    package var storageUnit: HealthUnit { usualUnit }

    package func style(in version: StyleVersion) -> AggregationStyle { version == .ios26 ? style : ios18Style }

    /// Returns the unit for results, unless the query specifies one.
    package func displayUnit(_ preference: UnitPreference) -> HealthUnit {
        switch preference {
        case .usual, .metric: usualUnit
        case .us: usUnit
        case .canonical: canonicalUnit
        }
    }
}

/// The values that samples of a metric may have.
package struct ValueScale: Hashable, Sendable {
    package let bounds: ClosedRange<Double>
    /// True for scores, which are whole numbers.
    package var isWhole = false

    package func contains(_ value: Double) -> Bool { bounds.contains(value) && (!isWhole || value == value.rounded()) }
}

/// The `units` setting, which chooses the units of results.
public enum UnitPreference: String, Hashable, Sendable, CaseIterable {
    /// The metric unit that the Health app shows.
    case usual
    case us, metric
    /// The unit given in Apple's headers.
    case canonical
}
