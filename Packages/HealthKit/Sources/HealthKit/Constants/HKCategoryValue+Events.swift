/// The result of one hour of the stand ring.
public enum HKCategoryValueAppleStandHour: Int, Sendable {
    /// The person stood and moved for at least a minute in this hour.
    case stood = 0
    /// The person did not stand in this hour.
    case idle = 1
}

/// A notification about walking steadiness.
public enum HKCategoryValueAppleWalkingSteadinessEvent: Int, Sendable {
    /// The steadiness became low.
    case initialLow = 1
    /// The steadiness became very low.
    case initialVeryLow = 2
    /// The steadiness is still low.
    case repeatLow = 3
    /// The steadiness is still very low.
    case repeatVeryLow = 4
}

/// A notification about loud surroundings.
public enum HKCategoryValueEnvironmentalAudioExposureEvent: Int, Sendable {
    /// The surroundings were too loud for some minutes.
    case momentaryLimit = 1
}

/// A notification about loud headphones.
public enum HKCategoryValueHeadphoneAudioExposureEvent: Int, Sendable {
    /// The sound of seven days reached the recommended limit.
    case sevenDayLimit = 1
}

/// A notification about loud surroundings. Newer code uses ``HKCategoryValueEnvironmentalAudioExposureEvent``.
public enum HKCategoryValueAudioExposureEvent: Int, Sendable {
    /// The surroundings were loud.
    case loudEnvironment = 1
}

/// A notification about low cardio fitness.
public enum HKCategoryValueLowCardioFitnessEvent: Int, Sendable {
    /// The VO₂ max is low for the age and sex of the person.
    case lowFitness = 1
}
