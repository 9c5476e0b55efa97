package import QueryVocabulary
package import CalendarIntervals

/// A condition on samples, with every literal already in the unit of what it is compared with.
package indirect enum Predicate: Hashable, Sendable {
    case all([Predicate])
    case any([Predicate])
    case not(Predicate)
    case number(NumberField, Comparison, Double)
    /// Both ends included.
    case numberBetween(NumberField, Double, Double)
    case numberIn(NumberField, [Double])
    case text(TextField, TextTest)
    /// Profile of the sample's start, in the query's zone.
    case profile(Profile, slots: [Int32])
    case numberMissing(NumberField)
    case textMissing(TextField)
    case enteredByUser
    case constant(Bool)
}

/// A number that every sample has, or may have.
package enum NumberField: Hashable, Sendable {
    /// In the metric's storage unit; the raw value of categories.
    case value
    /// Milliseconds since 1970.
    case start, end, created
    /// Seconds from start to end.
    case duration
    /// A field of a workout.
    case workout(WorkoutField)
    /// A metadata value read as a number; missing when it is none.
    case metadata(String)
}

/// A text that a sample has, or may have.
package enum TextField: Hashable, Sendable {
    /// Compared by folded key.
    case source
    /// The device's name.
    case device
    /// The device's hardware code, such as `Watch7,2`.
    case product
    case metadata(String)
    /// A workout's activity, by Apple's name.
    case activity
}

/// A test of a text; all but `matches` fold both sides.
package enum TextTest: Hashable, Sendable {
    case equals([String])
    case contains(String)
    case startsWith(String)
    /// A regular expression, checked by the compiler.
    case matches(String)
}
