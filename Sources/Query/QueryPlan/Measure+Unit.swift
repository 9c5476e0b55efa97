package import HealthModel
package import QueryVocabulary

extension Measure {
    /// The kind of number that the column shows.
    package var result: AggregateDefinition.Result {
        if condition != nil { return .share }
        return switch form {
        case .value: aggregate.definition.result
        case .splitSpeed: .value
        case .moment, .fastestStart: .clock
        case .rowLength, .fastest: .time
        }
    }

    /// True if it combines numbers of laboratory results, which must be of one test and one unit (S7.8).
    package var combinesLabs: Bool { metric == .labs && condition == nil && (aggregate.keepsUnit || form == .moment) }

    /// True if the column shows 0 without samples.
    package var countsFromZero: Bool { isPlain && aggregate.countsFromZero }

    /// The name of what the column shows, as in queries.
    package var aggregateName: String {
        if countsSchedule { return MeasureWord.adherence.rawValue }
        if condition != nil { return MeasureWord.share.rawValue }
        return switch form {
        case .value, .rowLength: aggregate.name
        case .splitSpeed: Aggregate.average.name
        case .moment: "\(aggregate.name) at"
        case .fastest: MeasureWord.fastest.rawValue
        case .fastestStart: "\(MeasureWord.fastest.rawValue) at"
        }
    }

    /// The conversion from the unit of the samples, or from seconds, to the unit of the column; nil if none is needed.
    package var unitConversion: UnitConversion? {
        guard let unit else { return nil }
        return switch result {
        case .count, .clock, .share: nil
        case .time: HealthUnit.second.conversion(to: unit)
        case .difference: storageUnit?.interval.conversion(to: unit.interval)
        case .value: storageUnit?.conversion(to: unit)
        }
    }
}
