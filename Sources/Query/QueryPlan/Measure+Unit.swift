package import HealthModel
import QueryVocabulary

extension Measure {
    /// The conversion from the unit of the samples, or from seconds, to the unit of the column; nil if none is needed.
    package var unitConversion: UnitConversion? {
        guard let unit else { return nil }
        return switch aggregate.definition.result {
        case .count, .clock, .share: nil
        case .time: HealthUnit.second.conversion(to: unit)
        case .difference: storageUnit?.interval.conversion(to: unit.interval)
        case .value: storageUnit?.conversion(to: unit)
        }
    }
}
