/// A key of `by` other than a period, a profile or a condition.
package enum GroupingWord: String, Sendable, Hashable, CaseIterable {
    case source, device, product, value, activity, person, metadata, bins, bands

    /// The words that start the key.
    package var phrase: String { self == .bins ? "bins of" : rawValue }

    /// The full syntax, as the manual prints it.
    package var syntax: String {
        switch self {
        case .metadata: "metadata \"KEY\""
        case .bins: "bins of WIDTH [UNIT]"
        case .bands: "bands EDGE [UNIT], …"
        default: rawValue
        }
    }

    /// Returns the key that people mean by another word: a workout's type is its activity, and the stages of sleep are values.
    package static func meant(by word: String) -> GroupingWord? {
        switch word {
        case "type", "kind", "sport", "workouttype", "activitytype": .activity
        case "stage", "stages", "phase", "sleepstage", "category": .value
        case "histogram", "bin", "buckets", "bucket": .bins
        case "band", "zones", "zone": .bands
        default: nil
        }
    }

    /// A key with its arguments, as a user could write it.
    package var example: String {
        switch self {
        case .metadata: "metadata \"HKFoodType\""
        case .bins: "bins of 10"
        case .bands: "bands 100, 120, 140"
        default: rawValue
        }
    }

    /// The rows in words.
    package var summary: String {
        switch self {
        case .source: "a row for each source"
        case .device: "a row for each device"
        case .product: "a row for each hardware code, such as `Watch7,2`"
        case .value: "a row for each value: of a category, such as `core` and `deep`, or of a quantity"
        case .activity: "a row for each activity of workouts"
        case .person: "a row for each person, in a store of several persons; `by group` with an attribute of persons"
        case .metadata: "a row for each value of a metadata key"
        case .bins: "a row for each range of values, all of one width"
        case .bands: "a row for each range of values between the given edges"
        }
    }
}
