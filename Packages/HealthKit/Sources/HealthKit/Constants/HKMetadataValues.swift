/// The place of a thermometer.
public enum HKBodyTemperatureSensorLocation: Int, Sendable {
    /// Another place.
    case other = 0
    /// The armpit.
    case armpit = 1
    /// Anywhere on the body.
    case body = 2
    /// The ear.
    case ear = 3
    /// A finger.
    case finger = 4
    /// The stomach or the intestines.
    case gastroIntestinal = 5
    /// The mouth.
    case mouth = 6
    /// The rectum.
    case rectum = 7
    /// A toe.
    case toe = 8
    /// The eardrum.
    case earDrum = 9
    /// The temple.
    case temporalArtery = 10
    /// The forehead.
    case forehead = 11
}

/// The place of a heart rate sensor.
public enum HKHeartRateSensorLocation: Int, Sendable {
    /// Another place.
    case other = 0
    /// The chest.
    case chest = 1
    /// The wrist.
    case wrist = 2
    /// A finger.
    case finger = 3
    /// A hand.
    case hand = 4
    /// An ear lobe.
    case earLobe = 5
    /// A foot.
    case foot = 6
}

/// The movement during a heart rate reading.
public enum HKHeartRateMotionContext: Int, Sendable {
    /// The movement is unknown.
    case notSet = 0
    /// The person was still.
    case sedentary = 1
    /// The person moved.
    case active = 2
}

/// The movement during a reading.
public enum HKUserMotionContext: Int, Sendable {
    /// The movement is unknown.
    case notSet = 0
    /// The person was still.
    case stationary = 1
    /// The person moved.
    case active = 2
}

/// The test of a heart rate recovery.
public enum HKHeartRateRecoveryTestType: Int, Sendable {
    /// The person exercised to the limit, and the value was measured.
    case maxExercise = 1
    /// The value was predicted from exercise below the limit.
    case predictionSubMaxExercise = 2
    /// The value was predicted without exercise.
    case predictionNonExercise = 3
}

/// The test of a VO₂ max.
public enum HKVO2MaxTestType: Int, Sendable {
    /// The person exercised to the limit, and the value was measured.
    case maxExercise = 1
    /// The value was predicted from exercise below the limit.
    case predictionSubMaxExercise = 2
    /// The value was predicted without exercise.
    case predictionNonExercise = 3
}

/// The algorithm that classified an electrocardiogram.
public enum HKAppleECGAlgorithmVersion: Int, Sendable {
    /// The first version.
    case version1 = 1
    /// The second version.
    case version2 = 2
}

/// The reason for a dose of insulin.
public enum HKInsulinDeliveryReason: Int, Sendable {
    /// The basic need of the body.
    case basal = 1
    /// A meal or a correction.
    case bolus = 2
}

/// The time of a glucose reading relative to a meal.
public enum HKBloodGlucoseMealTime: Int, Sendable {
    /// Before a meal.
    case preprandial = 1
    /// After a meal.
    case postprandial = 2
}

/// The side of the body on which the person wears a device.
public enum HKDevicePlacementSide: Int, Sendable {
    /// The side is unknown.
    case unknown = 0
    /// The left side.
    case left = 1
    /// The right side.
    case right = 2
    /// The middle of the body.
    case central = 3
}

/// The salinity of water.
public enum HKWaterSalinity: Int, Sendable {
    /// Fresh water.
    case freshWater = 1
    /// Salt water.
    case saltWater = 2
}

/// The test of a cycling threshold power.
public enum HKCyclingFunctionalThresholdPowerTestType: Int, Sendable {
    /// An hour at the limit.
    case maxExercise60Minute = 1
    /// Twenty minutes at the limit.
    case maxExercise20Minute = 2
    /// Increasing power until the person must stop.
    case rampTest = 3
    /// A prediction from cycling workouts.
    case predictionExercise = 4
}

/// The estimation of a physical effort.
public enum HKPhysicalEffortEstimationType: Int, Sendable {
    /// A table of activities gave the value.
    case activityLookup = 1
    /// A device sensed movement.
    case deviceSensed = 2
}
