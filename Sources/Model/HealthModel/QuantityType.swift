/// A kind of number that HealthKit knows: how it adds up and in which units it comes.
package struct QuantityType: Hashable, Sendable {
    package let id: MetricID
    /// The style in the newest headers.
    package let style: AggregationStyle
    private let ios18Style: AggregationStyle
    /// The metric unit that Health shows; also the unit of stored values. Percent types store fractions.
    package let usualUnit: HealthUnit
    package let usUnit: HealthUnit
    /// The unit that Apple's headers name for the type.
    package let canonicalUnit: HealthUnit
    /// The first iOS with this type, such as `8.0`; nil for types in no table.
    package let sinceIOS: String?
    /// Whether apps may save samples of this type.
    package let isWritable: Bool
    /// What people call the type, beside Apple's names.
    package let aliases: [String]

    init(
        id: MetricID, style: AggregationStyle, ios18Style: AggregationStyle, usualUnit: HealthUnit, usUnit: HealthUnit,
        canonicalUnit: HealthUnit, sinceIOS: String?, isWritable: Bool, aliases: [String]
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
    }

    /// A type that is in no table: discrete, in the unit that its file uses.
    package static func unlisted(_ id: MetricID, unit: HealthUnit) -> QuantityType {
        QuantityType(
            id: id, style: .discreteArithmetic, ios18Style: .discreteArithmetic, usualUnit: unit, usUnit: unit, canonicalUnit: unit,
            sinceIOS: nil, isWritable: true, aliases: [])
    }

    /// The unit in which values are stored.
    package var storageUnit: HealthUnit { usualUnit }
    package var dimension: Dimension { usualUnit.dimension }

    package func style(in version: StyleVersion) -> AggregationStyle { version == .ios26 ? style : ios18Style }

    /// Returns the unit in which results are shown, unless the query names one.
    package func displayUnit(_ preference: UnitPreference) -> HealthUnit {
        switch preference {
        case .usual, .metric: usualUnit
        case .us: usUnit
        case .canonical: canonicalUnit
        }
    }
}

/// The `units` setting: in which units results are shown.
public enum UnitPreference: String, Hashable, Sendable, CaseIterable {
    /// The unit that Health shows, which is metric.
    case usual
    case us, metric
    /// The unit that Apple's headers name.
    case canonical
}
