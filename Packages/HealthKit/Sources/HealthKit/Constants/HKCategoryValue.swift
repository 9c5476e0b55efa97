/// The value of category types whose samples only record that something happened.
public enum HKCategoryValue: Int, Sendable {
    /// The only value.
    case notApplicable = 0
}

/// The severity of a symptom.
public enum HKCategoryValueSeverity: Int, Sendable {
    /// The symptom is present. Its severity is unknown.
    case unspecified = 0
    /// The symptom is not present.
    case notPresent = 1
    /// Mild.
    case mild = 2
    /// Moderate.
    case moderate = 3
    /// Severe.
    case severe = 4
}

/// The presence of a symptom that has no severity, such as changes of mood.
public enum HKCategoryValuePresence: Int, Sendable {
    /// The symptom is present.
    case present = 0
    /// The symptom is not present.
    case notPresent = 1
}

/// A change of appetite.
public enum HKCategoryValueAppetiteChanges: Int, Sendable {
    /// The appetite changed. The direction is unknown.
    case unspecified = 0
    /// The appetite is as usual.
    case noChange = 1
    /// The appetite is smaller than usual.
    case decreased = 2
    /// The appetite is larger than usual.
    case increased = 3
}
