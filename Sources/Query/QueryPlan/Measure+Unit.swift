import QueryVocabulary
package import HealthModel

extension Measure {
    /// How what is computed in the unit of the samples, or in seconds, becomes what the column shows; nil where it is that already.
    package var unitConversion: UnitConversion? {
        guard let unit else { return nil }
        return switch aggregate.definition.result {
        case .count: nil
        case .time: HealthUnit.second.conversion(to: unit)
        case .difference: storageUnit?.interval.conversion(to: unit.interval)
        case .value: storageUnit?.conversion(to: unit)
        }
    }
}
