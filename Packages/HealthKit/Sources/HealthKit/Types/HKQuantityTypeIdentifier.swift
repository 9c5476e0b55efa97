/// The identifier of a quantity type.
public struct HKQuantityTypeIdentifier: Hashable, RawRepresentable, Sendable {
    /// Apple's text, such as `HKQuantityTypeIdentifierActiveEnergyBurned`.
    public let rawValue: String

    /// Creates the identifier with a text.
    public init(rawValue: String) { self.rawValue = rawValue }

    private init(named name: String) { self.init(rawValue: "HKQuantityTypeIdentifier" + name) }
}

extension HKQuantityTypeIdentifier {
    /// The type of active energy burned.
    public static let activeEnergyBurned = HKQuantityTypeIdentifier(named: "ActiveEnergyBurned")
    /// The type of apple exercise time.
    public static let appleExerciseTime = HKQuantityTypeIdentifier(named: "AppleExerciseTime")
    /// The type of apple move time.
    public static let appleMoveTime = HKQuantityTypeIdentifier(named: "AppleMoveTime")
    /// The type of apple sleeping breathing disturbances.
    public static let appleSleepingBreathingDisturbances = HKQuantityTypeIdentifier(named: "AppleSleepingBreathingDisturbances")
    /// The type of apple sleeping wrist temperature.
    public static let appleSleepingWristTemperature = HKQuantityTypeIdentifier(named: "AppleSleepingWristTemperature")
    /// The type of apple stand time.
    public static let appleStandTime = HKQuantityTypeIdentifier(named: "AppleStandTime")
    /// The type of apple walking steadiness.
    public static let appleWalkingSteadiness = HKQuantityTypeIdentifier(named: "AppleWalkingSteadiness")
    /// The type of atrial fibrillation burden.
    public static let atrialFibrillationBurden = HKQuantityTypeIdentifier(named: "AtrialFibrillationBurden")
    /// The type of basal body temperature.
    public static let basalBodyTemperature = HKQuantityTypeIdentifier(named: "BasalBodyTemperature")
    /// The type of basal energy burned.
    public static let basalEnergyBurned = HKQuantityTypeIdentifier(named: "BasalEnergyBurned")
    /// The type of blood alcohol content.
    public static let bloodAlcoholContent = HKQuantityTypeIdentifier(named: "BloodAlcoholContent")
    /// The type of blood glucose.
    public static let bloodGlucose = HKQuantityTypeIdentifier(named: "BloodGlucose")
    /// The type of blood pressure diastolic.
    public static let bloodPressureDiastolic = HKQuantityTypeIdentifier(named: "BloodPressureDiastolic")
    /// The type of blood pressure systolic.
    public static let bloodPressureSystolic = HKQuantityTypeIdentifier(named: "BloodPressureSystolic")
    /// The type of body fat percentage.
    public static let bodyFatPercentage = HKQuantityTypeIdentifier(named: "BodyFatPercentage")
    /// The type of body mass.
    public static let bodyMass = HKQuantityTypeIdentifier(named: "BodyMass")
    /// The type of body mass index.
    public static let bodyMassIndex = HKQuantityTypeIdentifier(named: "BodyMassIndex")
    /// The type of body temperature.
    public static let bodyTemperature = HKQuantityTypeIdentifier(named: "BodyTemperature")
    /// The type of cross country skiing speed.
    public static let crossCountrySkiingSpeed = HKQuantityTypeIdentifier(named: "CrossCountrySkiingSpeed")
    /// The type of cycling cadence.
    public static let cyclingCadence = HKQuantityTypeIdentifier(named: "CyclingCadence")
    /// The type of cycling functional threshold power.
    public static let cyclingFunctionalThresholdPower = HKQuantityTypeIdentifier(named: "CyclingFunctionalThresholdPower")
    /// The type of cycling power.
    public static let cyclingPower = HKQuantityTypeIdentifier(named: "CyclingPower")
    /// The type of cycling speed.
    public static let cyclingSpeed = HKQuantityTypeIdentifier(named: "CyclingSpeed")
    /// The type of dietary biotin.
    public static let dietaryBiotin = HKQuantityTypeIdentifier(named: "DietaryBiotin")
    /// The type of dietary caffeine.
    public static let dietaryCaffeine = HKQuantityTypeIdentifier(named: "DietaryCaffeine")
    /// The type of dietary calcium.
    public static let dietaryCalcium = HKQuantityTypeIdentifier(named: "DietaryCalcium")
    /// The type of dietary carbohydrates.
    public static let dietaryCarbohydrates = HKQuantityTypeIdentifier(named: "DietaryCarbohydrates")
    /// The type of dietary chloride.
    public static let dietaryChloride = HKQuantityTypeIdentifier(named: "DietaryChloride")
    /// The type of dietary cholesterol.
    public static let dietaryCholesterol = HKQuantityTypeIdentifier(named: "DietaryCholesterol")
    /// The type of dietary chromium.
    public static let dietaryChromium = HKQuantityTypeIdentifier(named: "DietaryChromium")
    /// The type of dietary copper.
    public static let dietaryCopper = HKQuantityTypeIdentifier(named: "DietaryCopper")
    /// The type of dietary energy consumed.
    public static let dietaryEnergyConsumed = HKQuantityTypeIdentifier(named: "DietaryEnergyConsumed")
    /// The type of dietary fat monounsaturated.
    public static let dietaryFatMonounsaturated = HKQuantityTypeIdentifier(named: "DietaryFatMonounsaturated")
    /// The type of dietary fat polyunsaturated.
    public static let dietaryFatPolyunsaturated = HKQuantityTypeIdentifier(named: "DietaryFatPolyunsaturated")
    /// The type of dietary fat saturated.
    public static let dietaryFatSaturated = HKQuantityTypeIdentifier(named: "DietaryFatSaturated")
    /// The type of dietary fat total.
    public static let dietaryFatTotal = HKQuantityTypeIdentifier(named: "DietaryFatTotal")
    /// The type of dietary fiber.
    public static let dietaryFiber = HKQuantityTypeIdentifier(named: "DietaryFiber")
    /// The type of dietary folate.
    public static let dietaryFolate = HKQuantityTypeIdentifier(named: "DietaryFolate")
    /// The type of dietary iodine.
    public static let dietaryIodine = HKQuantityTypeIdentifier(named: "DietaryIodine")
    /// The type of dietary iron.
    public static let dietaryIron = HKQuantityTypeIdentifier(named: "DietaryIron")
    /// The type of dietary magnesium.
    public static let dietaryMagnesium = HKQuantityTypeIdentifier(named: "DietaryMagnesium")
    /// The type of dietary manganese.
    public static let dietaryManganese = HKQuantityTypeIdentifier(named: "DietaryManganese")
    /// The type of dietary molybdenum.
    public static let dietaryMolybdenum = HKQuantityTypeIdentifier(named: "DietaryMolybdenum")
    /// The type of dietary niacin.
    public static let dietaryNiacin = HKQuantityTypeIdentifier(named: "DietaryNiacin")
    /// The type of dietary pantothenic acid.
    public static let dietaryPantothenicAcid = HKQuantityTypeIdentifier(named: "DietaryPantothenicAcid")
    /// The type of dietary phosphorus.
    public static let dietaryPhosphorus = HKQuantityTypeIdentifier(named: "DietaryPhosphorus")
    /// The type of dietary potassium.
    public static let dietaryPotassium = HKQuantityTypeIdentifier(named: "DietaryPotassium")
    /// The type of dietary protein.
    public static let dietaryProtein = HKQuantityTypeIdentifier(named: "DietaryProtein")
    /// The type of dietary riboflavin.
    public static let dietaryRiboflavin = HKQuantityTypeIdentifier(named: "DietaryRiboflavin")
    /// The type of dietary selenium.
    public static let dietarySelenium = HKQuantityTypeIdentifier(named: "DietarySelenium")
    /// The type of dietary sodium.
    public static let dietarySodium = HKQuantityTypeIdentifier(named: "DietarySodium")
    /// The type of dietary sugar.
    public static let dietarySugar = HKQuantityTypeIdentifier(named: "DietarySugar")
    /// The type of dietary thiamin.
    public static let dietaryThiamin = HKQuantityTypeIdentifier(named: "DietaryThiamin")
    /// The type of dietary vitamin a.
    public static let dietaryVitaminA = HKQuantityTypeIdentifier(named: "DietaryVitaminA")
    /// The type of dietary vitamin B12.
    public static let dietaryVitaminB12 = HKQuantityTypeIdentifier(named: "DietaryVitaminB12")
    /// The type of dietary vitamin B6.
    public static let dietaryVitaminB6 = HKQuantityTypeIdentifier(named: "DietaryVitaminB6")
    /// The type of dietary vitamin c.
    public static let dietaryVitaminC = HKQuantityTypeIdentifier(named: "DietaryVitaminC")
    /// The type of dietary vitamin d.
    public static let dietaryVitaminD = HKQuantityTypeIdentifier(named: "DietaryVitaminD")
    /// The type of dietary vitamin e.
    public static let dietaryVitaminE = HKQuantityTypeIdentifier(named: "DietaryVitaminE")
    /// The type of dietary vitamin k.
    public static let dietaryVitaminK = HKQuantityTypeIdentifier(named: "DietaryVitaminK")
    /// The type of dietary water.
    public static let dietaryWater = HKQuantityTypeIdentifier(named: "DietaryWater")
    /// The type of dietary zinc.
    public static let dietaryZinc = HKQuantityTypeIdentifier(named: "DietaryZinc")
    /// The type of distance cross country skiing.
    public static let distanceCrossCountrySkiing = HKQuantityTypeIdentifier(named: "DistanceCrossCountrySkiing")
    /// The type of distance cycling.
    public static let distanceCycling = HKQuantityTypeIdentifier(named: "DistanceCycling")
    /// The type of distance downhill snow sports.
    public static let distanceDownhillSnowSports = HKQuantityTypeIdentifier(named: "DistanceDownhillSnowSports")
    /// The type of distance paddle sports.
    public static let distancePaddleSports = HKQuantityTypeIdentifier(named: "DistancePaddleSports")
    /// The type of distance rowing.
    public static let distanceRowing = HKQuantityTypeIdentifier(named: "DistanceRowing")
    /// The type of distance skating sports.
    public static let distanceSkatingSports = HKQuantityTypeIdentifier(named: "DistanceSkatingSports")
    /// The type of distance swimming.
    public static let distanceSwimming = HKQuantityTypeIdentifier(named: "DistanceSwimming")
    /// The type of distance walking running.
    public static let distanceWalkingRunning = HKQuantityTypeIdentifier(named: "DistanceWalkingRunning")
    /// The type of distance wheelchair.
    public static let distanceWheelchair = HKQuantityTypeIdentifier(named: "DistanceWheelchair")
    /// The type of electrodermal activity.
    public static let electrodermalActivity = HKQuantityTypeIdentifier(named: "ElectrodermalActivity")
    /// The type of environmental audio exposure.
    public static let environmentalAudioExposure = HKQuantityTypeIdentifier(named: "EnvironmentalAudioExposure")
    /// The type of environmental sound reduction.
    public static let environmentalSoundReduction = HKQuantityTypeIdentifier(named: "EnvironmentalSoundReduction")
    /// The type of estimated workout effort score.
    public static let estimatedWorkoutEffortScore = HKQuantityTypeIdentifier(named: "EstimatedWorkoutEffortScore")
    /// The type of flights climbed.
    public static let flightsClimbed = HKQuantityTypeIdentifier(named: "FlightsClimbed")
    /// The type of forced expiratory volume1.
    public static let forcedExpiratoryVolume1 = HKQuantityTypeIdentifier(named: "ForcedExpiratoryVolume1")
    /// The type of forced vital capacity.
    public static let forcedVitalCapacity = HKQuantityTypeIdentifier(named: "ForcedVitalCapacity")
    /// The type of headphone audio exposure.
    public static let headphoneAudioExposure = HKQuantityTypeIdentifier(named: "HeadphoneAudioExposure")
    /// The type of heart rate.
    public static let heartRate = HKQuantityTypeIdentifier(named: "HeartRate")
    /// The type of heart rate recovery one minute.
    public static let heartRateRecoveryOneMinute = HKQuantityTypeIdentifier(named: "HeartRateRecoveryOneMinute")
    /// The type of heart rate variability RMSSD.
    public static let heartRateVariabilityRMSSD = HKQuantityTypeIdentifier(named: "HeartRateVariabilityRMSSD")
    /// The type of heart rate variability SDNN.
    public static let heartRateVariabilitySDNN = HKQuantityTypeIdentifier(named: "HeartRateVariabilitySDNN")
    /// The type of height.
    public static let height = HKQuantityTypeIdentifier(named: "Height")
    /// The type of inhaler usage.
    public static let inhalerUsage = HKQuantityTypeIdentifier(named: "InhalerUsage")
    /// The type of insulin delivery.
    public static let insulinDelivery = HKQuantityTypeIdentifier(named: "InsulinDelivery")
    /// The type of lean body mass.
    public static let leanBodyMass = HKQuantityTypeIdentifier(named: "LeanBodyMass")
    /// The type of nike fuel.
    public static let nikeFuel = HKQuantityTypeIdentifier(named: "NikeFuel")
    /// The type of number of alcoholic beverages.
    public static let numberOfAlcoholicBeverages = HKQuantityTypeIdentifier(named: "NumberOfAlcoholicBeverages")
    /// The type of number of times fallen.
    public static let numberOfTimesFallen = HKQuantityTypeIdentifier(named: "NumberOfTimesFallen")
    /// The type of oxygen saturation.
    public static let oxygenSaturation = HKQuantityTypeIdentifier(named: "OxygenSaturation")
    /// The type of paddle sports speed.
    public static let paddleSportsSpeed = HKQuantityTypeIdentifier(named: "PaddleSportsSpeed")
    /// The type of peak expiratory flow rate.
    public static let peakExpiratoryFlowRate = HKQuantityTypeIdentifier(named: "PeakExpiratoryFlowRate")
    /// The type of peripheral perfusion index.
    public static let peripheralPerfusionIndex = HKQuantityTypeIdentifier(named: "PeripheralPerfusionIndex")
    /// The type of physical effort.
    public static let physicalEffort = HKQuantityTypeIdentifier(named: "PhysicalEffort")
    /// The type of push count.
    public static let pushCount = HKQuantityTypeIdentifier(named: "PushCount")
    /// The type of respiratory rate.
    public static let respiratoryRate = HKQuantityTypeIdentifier(named: "RespiratoryRate")
    /// The type of resting heart rate.
    public static let restingHeartRate = HKQuantityTypeIdentifier(named: "RestingHeartRate")
    /// The type of rowing speed.
    public static let rowingSpeed = HKQuantityTypeIdentifier(named: "RowingSpeed")
    /// The type of running ground contact time.
    public static let runningGroundContactTime = HKQuantityTypeIdentifier(named: "RunningGroundContactTime")
    /// The type of running power.
    public static let runningPower = HKQuantityTypeIdentifier(named: "RunningPower")
    /// The type of running speed.
    public static let runningSpeed = HKQuantityTypeIdentifier(named: "RunningSpeed")
    /// The type of running stride length.
    public static let runningStrideLength = HKQuantityTypeIdentifier(named: "RunningStrideLength")
    /// The type of running vertical oscillation.
    public static let runningVerticalOscillation = HKQuantityTypeIdentifier(named: "RunningVerticalOscillation")
    /// The type of six minute walk test distance.
    public static let sixMinuteWalkTestDistance = HKQuantityTypeIdentifier(named: "SixMinuteWalkTestDistance")
    /// The type of stair ascent speed.
    public static let stairAscentSpeed = HKQuantityTypeIdentifier(named: "StairAscentSpeed")
    /// The type of stair descent speed.
    public static let stairDescentSpeed = HKQuantityTypeIdentifier(named: "StairDescentSpeed")
    /// The type of step count.
    public static let stepCount = HKQuantityTypeIdentifier(named: "StepCount")
    /// The type of swimming stroke count.
    public static let swimmingStrokeCount = HKQuantityTypeIdentifier(named: "SwimmingStrokeCount")
    /// The type of time in daylight.
    public static let timeInDaylight = HKQuantityTypeIdentifier(named: "TimeInDaylight")
    /// The type of underwater depth.
    public static let underwaterDepth = HKQuantityTypeIdentifier(named: "UnderwaterDepth")
    /// The type of UV exposure.
    public static let uvExposure = HKQuantityTypeIdentifier(named: "UVExposure")
    /// The type of VO2 max.
    public static let vo2Max = HKQuantityTypeIdentifier(named: "VO2Max")
    /// The type of waist circumference.
    public static let waistCircumference = HKQuantityTypeIdentifier(named: "WaistCircumference")
    /// The type of walking asymmetry percentage.
    public static let walkingAsymmetryPercentage = HKQuantityTypeIdentifier(named: "WalkingAsymmetryPercentage")
    /// The type of walking double support percentage.
    public static let walkingDoubleSupportPercentage = HKQuantityTypeIdentifier(named: "WalkingDoubleSupportPercentage")
    /// The type of walking heart rate average.
    public static let walkingHeartRateAverage = HKQuantityTypeIdentifier(named: "WalkingHeartRateAverage")
    /// The type of walking speed.
    public static let walkingSpeed = HKQuantityTypeIdentifier(named: "WalkingSpeed")
    /// The type of walking step length.
    public static let walkingStepLength = HKQuantityTypeIdentifier(named: "WalkingStepLength")
    /// The type of water temperature.
    public static let waterTemperature = HKQuantityTypeIdentifier(named: "WaterTemperature")
    /// The type of workout effort score.
    public static let workoutEffortScore = HKQuantityTypeIdentifier(named: "WorkoutEffortScore")
}
