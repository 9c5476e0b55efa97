package import CalendarIntervals
package import HealthModel
package import QueryVocabulary

/// A condition on samples. Literals are already converted to the unit of the field.
package indirect enum Predicate: Hashable, Sendable {
    case all([Predicate])
    case any([Predicate])
    case not(Predicate)
    case number(NumberField, Comparison, Double)
    /// A range of numbers, including both ends.
    case numberBetween(NumberField, Double, Double)
    case numberIn(NumberField, [Double])
    case text(TextField, TextTest)
    /// A test of the profile slot of the sample's start, in the query's zone.
    case profile(Profile, slots: [Int32])
    /// A test of the time of day of the sample's start: in the query's zone, or with `zone sample` in that of the sample.
    case timeOfDay(DayTimes)
    case numberMissing(NumberField)
    case textMissing(TextField)
    case enteredByUser
    /// A question about the person whose samples these are.
    case person(PersonField, PersonTest)
    case constant(Bool)
}

extension Predicate {
    /// Returns true if the condition depends on a text field of a sample.
    package func asks(_ field: TextField) -> Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains { $0.asks(field) }
        case .not(let part): part.asks(field)
        case .text(let own, _), .textMissing(let own): own == field
        case .number, .numberBetween, .numberIn, .numberMissing, .profile, .timeOfDay, .enteredByUser, .person, .constant: false
        }
    }

    /// Returns the condition that a category has a value that is not in the tables.
    ///
    /// - Parameter exportNames: The names in exports that the value can have.
    package static func unlistedValue(_ exportNames: [String]) -> Predicate {
        .all([
            .numberIn(.value, [Double(CategoryType.unlistedRaw)]), .text(.metadata(MetadataKey.categoryValueName), .equals(exportNames)),
        ])
    }

    /// The names of `unlistedValue`; nil for other conditions.
    package var unlistedNames: [String]? {
        guard case .all(let parts) = self, parts.count == 2,
            case .text(.metadata(MetadataKey.categoryValueName), .equals(let names)) = parts[1], self == .unlistedValue(names)
        else { return nil }
        return names
    }
}

extension Plan {
    /// The reason that HealthKit can't test a name in a condition, because Tally does not know its number; nil if it can.
    package var nameBeyondHealthKit: String? {
        for part in allRules {
            if let reason = part.predicate?.nameBeyondHealthKit { return reason }
        }
        return nil
    }
}

extension Predicate {
    fileprivate var nameBeyondHealthKit: String? {
        if let name = unlistedNames?.first {
            return "HealthKit tests values by their numbers, and the number of `\(name)` is unknown"
        }
        switch self {
        case .all(let parts), .any(let parts): return parts.lazy.compactMap(\.nameBeyondHealthKit).first
        case .not(let part): return part.nameBeyondHealthKit
        case .text(.activity, .equals(let names)):
            guard let name = names.first(where: { WorkoutActivityType.named($0) == nil }) else { return nil }
            return "HealthKit tests activities by their numbers, and the number of `\(WorkoutActivityType(exportName: name).shortName)` "
                + "is unknown"
        default: return nil
        }
    }
}

/// A numeric field of samples, which may be missing.
package enum NumberField: Hashable, Sendable {
    /// The value in the metric's storage unit; the raw value for categories.
    case value
    /// Times in milliseconds since 1970.
    case start, end, created
    /// The seconds from start to end.
    case duration
    /// A field of a workout.
    case workout(WorkoutField)
    /// A metadata value, parsed as a number, with any unit; missing if that fails.
    case metadata(String)
    /// A metadata value such as `24030 cm`, in another unit; missing if it does not have a unit that can be converted.
    case metadataAmount(String, HealthUnit)
}

/// A text field of samples, which may be missing.
package enum TextField: Hashable, Sendable {
    /// The source, compared by folded key.
    case source
    /// The device's name.
    case device
    /// The device's hardware code, such as `Watch7,2`.
    case product
    case metadata(String)
    /// The words of a list in the metadata. A test passes if a word passes it.
    case words(String)
    /// A workout's activity, by Apple's name.
    case activity
}

/// A test of a text. All tests except `matches` fold both sides.
package enum TextTest: Hashable, Sendable {
    case equals([String])
    case contains(String)
    case startsWith(String)
    /// A regular expression, which the compiler has validated.
    case matches(String)
}
