public import HealthModel

/// All quantity types and category types of HealthKit, with the names that Swift code uses.
extension MetricID {
    // MARK: Quantities

    /// `HKQuantityTypeIdentifierActiveEnergyBurned`: amounts that add up, in kcal.
    public static let activeEnergyBurned = MetricID("HKQuantityTypeIdentifierActiveEnergyBurned")
    /// `HKQuantityTypeIdentifierAppleExerciseTime`: amounts that add up, in min.
    public static let appleExerciseTime = MetricID("HKQuantityTypeIdentifierAppleExerciseTime")
    /// `HKQuantityTypeIdentifierAppleMoveTime`: amounts that add up, in min.
    public static let appleMoveTime = MetricID("HKQuantityTypeIdentifierAppleMoveTime")
    /// `HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances`: readings, in count.
    public static let appleSleepingBreathingDisturbances = MetricID("HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances")
    /// `HKQuantityTypeIdentifierAppleSleepingWristTemperature`: readings, in degC.
    public static let appleSleepingWristTemperature = MetricID("HKQuantityTypeIdentifierAppleSleepingWristTemperature")
    /// `HKQuantityTypeIdentifierAppleStandTime`: amounts that add up, in min.
    public static let appleStandTime = MetricID("HKQuantityTypeIdentifierAppleStandTime")
    /// `HKQuantityTypeIdentifierAppleWalkingSteadiness`: readings, in %.
    public static let appleWalkingSteadiness = MetricID("HKQuantityTypeIdentifierAppleWalkingSteadiness")
    /// `HKQuantityTypeIdentifierAtrialFibrillationBurden`: readings, in %.
    public static let atrialFibrillationBurden = MetricID("HKQuantityTypeIdentifierAtrialFibrillationBurden")
    /// `HKQuantityTypeIdentifierBasalBodyTemperature`: readings, in degC.
    public static let basalBodyTemperature = MetricID("HKQuantityTypeIdentifierBasalBodyTemperature")
    /// `HKQuantityTypeIdentifierBasalEnergyBurned`: amounts that add up, in kcal.
    public static let basalEnergyBurned = MetricID("HKQuantityTypeIdentifierBasalEnergyBurned")
    /// `HKQuantityTypeIdentifierBloodAlcoholContent`: readings, in %.
    public static let bloodAlcoholContent = MetricID("HKQuantityTypeIdentifierBloodAlcoholContent")
    /// `HKQuantityTypeIdentifierBloodGlucose`: readings, in mg/dL.
    public static let bloodGlucose = MetricID("HKQuantityTypeIdentifierBloodGlucose")
    /// `HKQuantityTypeIdentifierBloodPressureDiastolic`: readings, in mmHg.
    public static let bloodPressureDiastolic = MetricID("HKQuantityTypeIdentifierBloodPressureDiastolic")
    /// `HKQuantityTypeIdentifierBloodPressureSystolic`: readings, in mmHg.
    public static let bloodPressureSystolic = MetricID("HKQuantityTypeIdentifierBloodPressureSystolic")
    /// `HKQuantityTypeIdentifierBodyFatPercentage`: readings, in %.
    public static let bodyFatPercentage = MetricID("HKQuantityTypeIdentifierBodyFatPercentage")
    /// `HKQuantityTypeIdentifierBodyMass`: readings, in kg.
    public static let bodyMass = MetricID("HKQuantityTypeIdentifierBodyMass")
    /// `HKQuantityTypeIdentifierBodyMassIndex`: readings, in count.
    public static let bodyMassIndex = MetricID("HKQuantityTypeIdentifierBodyMassIndex")
    /// `HKQuantityTypeIdentifierBodyTemperature`: readings, in degC.
    public static let bodyTemperature = MetricID("HKQuantityTypeIdentifierBodyTemperature")
    /// `HKQuantityTypeIdentifierCrossCountrySkiingSpeed`: readings, in km/hr.
    public static let crossCountrySkiingSpeed = MetricID("HKQuantityTypeIdentifierCrossCountrySkiingSpeed")
    /// `HKQuantityTypeIdentifierCyclingCadence`: readings, in count/min.
    public static let cyclingCadence = MetricID("HKQuantityTypeIdentifierCyclingCadence")
    /// `HKQuantityTypeIdentifierCyclingFunctionalThresholdPower`: readings, in W.
    public static let cyclingFunctionalThresholdPower = MetricID("HKQuantityTypeIdentifierCyclingFunctionalThresholdPower")
    /// `HKQuantityTypeIdentifierCyclingPower`: readings, in W.
    public static let cyclingPower = MetricID("HKQuantityTypeIdentifierCyclingPower")
    /// `HKQuantityTypeIdentifierCyclingSpeed`: readings, in km/hr.
    public static let cyclingSpeed = MetricID("HKQuantityTypeIdentifierCyclingSpeed")
    /// `HKQuantityTypeIdentifierDietaryBiotin`: amounts that add up, in mcg.
    public static let dietaryBiotin = MetricID("HKQuantityTypeIdentifierDietaryBiotin")
    /// `HKQuantityTypeIdentifierDietaryCaffeine`: amounts that add up, in mg.
    public static let dietaryCaffeine = MetricID("HKQuantityTypeIdentifierDietaryCaffeine")
    /// `HKQuantityTypeIdentifierDietaryCalcium`: amounts that add up, in mg.
    public static let dietaryCalcium = MetricID("HKQuantityTypeIdentifierDietaryCalcium")
    /// `HKQuantityTypeIdentifierDietaryCarbohydrates`: amounts that add up, in g.
    public static let dietaryCarbohydrates = MetricID("HKQuantityTypeIdentifierDietaryCarbohydrates")
    /// `HKQuantityTypeIdentifierDietaryChloride`: amounts that add up, in mg.
    public static let dietaryChloride = MetricID("HKQuantityTypeIdentifierDietaryChloride")
    /// `HKQuantityTypeIdentifierDietaryCholesterol`: amounts that add up, in mg.
    public static let dietaryCholesterol = MetricID("HKQuantityTypeIdentifierDietaryCholesterol")
    /// `HKQuantityTypeIdentifierDietaryChromium`: amounts that add up, in mcg.
    public static let dietaryChromium = MetricID("HKQuantityTypeIdentifierDietaryChromium")
    /// `HKQuantityTypeIdentifierDietaryCopper`: amounts that add up, in mg.
    public static let dietaryCopper = MetricID("HKQuantityTypeIdentifierDietaryCopper")
    /// `HKQuantityTypeIdentifierDietaryEnergyConsumed`: amounts that add up, in kcal.
    public static let dietaryEnergyConsumed = MetricID("HKQuantityTypeIdentifierDietaryEnergyConsumed")
    /// `HKQuantityTypeIdentifierDietaryFatMonounsaturated`: amounts that add up, in g.
    public static let dietaryFatMonounsaturated = MetricID("HKQuantityTypeIdentifierDietaryFatMonounsaturated")
    /// `HKQuantityTypeIdentifierDietaryFatPolyunsaturated`: amounts that add up, in g.
    public static let dietaryFatPolyunsaturated = MetricID("HKQuantityTypeIdentifierDietaryFatPolyunsaturated")
    /// `HKQuantityTypeIdentifierDietaryFatSaturated`: amounts that add up, in g.
    public static let dietaryFatSaturated = MetricID("HKQuantityTypeIdentifierDietaryFatSaturated")
    /// `HKQuantityTypeIdentifierDietaryFatTotal`: amounts that add up, in g.
    public static let dietaryFatTotal = MetricID("HKQuantityTypeIdentifierDietaryFatTotal")
    /// `HKQuantityTypeIdentifierDietaryFiber`: amounts that add up, in g.
    public static let dietaryFiber = MetricID("HKQuantityTypeIdentifierDietaryFiber")
    /// `HKQuantityTypeIdentifierDietaryFolate`: amounts that add up, in mcg.
    public static let dietaryFolate = MetricID("HKQuantityTypeIdentifierDietaryFolate")
    /// `HKQuantityTypeIdentifierDietaryIodine`: amounts that add up, in mcg.
    public static let dietaryIodine = MetricID("HKQuantityTypeIdentifierDietaryIodine")
    /// `HKQuantityTypeIdentifierDietaryIron`: amounts that add up, in mg.
    public static let dietaryIron = MetricID("HKQuantityTypeIdentifierDietaryIron")
    /// `HKQuantityTypeIdentifierDietaryMagnesium`: amounts that add up, in mg.
    public static let dietaryMagnesium = MetricID("HKQuantityTypeIdentifierDietaryMagnesium")
    /// `HKQuantityTypeIdentifierDietaryManganese`: amounts that add up, in mg.
    public static let dietaryManganese = MetricID("HKQuantityTypeIdentifierDietaryManganese")
    /// `HKQuantityTypeIdentifierDietaryMolybdenum`: amounts that add up, in mcg.
    public static let dietaryMolybdenum = MetricID("HKQuantityTypeIdentifierDietaryMolybdenum")
    /// `HKQuantityTypeIdentifierDietaryNiacin`: amounts that add up, in mg.
    public static let dietaryNiacin = MetricID("HKQuantityTypeIdentifierDietaryNiacin")
    /// `HKQuantityTypeIdentifierDietaryPantothenicAcid`: amounts that add up, in mg.
    public static let dietaryPantothenicAcid = MetricID("HKQuantityTypeIdentifierDietaryPantothenicAcid")
    /// `HKQuantityTypeIdentifierDietaryPhosphorus`: amounts that add up, in mg.
    public static let dietaryPhosphorus = MetricID("HKQuantityTypeIdentifierDietaryPhosphorus")
    /// `HKQuantityTypeIdentifierDietaryPotassium`: amounts that add up, in mg.
    public static let dietaryPotassium = MetricID("HKQuantityTypeIdentifierDietaryPotassium")
    /// `HKQuantityTypeIdentifierDietaryProtein`: amounts that add up, in g.
    public static let dietaryProtein = MetricID("HKQuantityTypeIdentifierDietaryProtein")
    /// `HKQuantityTypeIdentifierDietaryRiboflavin`: amounts that add up, in mg.
    public static let dietaryRiboflavin = MetricID("HKQuantityTypeIdentifierDietaryRiboflavin")
    /// `HKQuantityTypeIdentifierDietarySelenium`: amounts that add up, in mcg.
    public static let dietarySelenium = MetricID("HKQuantityTypeIdentifierDietarySelenium")
    /// `HKQuantityTypeIdentifierDietarySodium`: amounts that add up, in mg.
    public static let dietarySodium = MetricID("HKQuantityTypeIdentifierDietarySodium")
    /// `HKQuantityTypeIdentifierDietarySugar`: amounts that add up, in g.
    public static let dietarySugar = MetricID("HKQuantityTypeIdentifierDietarySugar")
    /// `HKQuantityTypeIdentifierDietaryThiamin`: amounts that add up, in mg.
    public static let dietaryThiamin = MetricID("HKQuantityTypeIdentifierDietaryThiamin")
    /// `HKQuantityTypeIdentifierDietaryVitaminA`: amounts that add up, in mcg.
    public static let dietaryVitaminA = MetricID("HKQuantityTypeIdentifierDietaryVitaminA")
    /// `HKQuantityTypeIdentifierDietaryVitaminB12`: amounts that add up, in mcg.
    public static let dietaryVitaminB12 = MetricID("HKQuantityTypeIdentifierDietaryVitaminB12")
    /// `HKQuantityTypeIdentifierDietaryVitaminB6`: amounts that add up, in mg.
    public static let dietaryVitaminB6 = MetricID("HKQuantityTypeIdentifierDietaryVitaminB6")
    /// `HKQuantityTypeIdentifierDietaryVitaminC`: amounts that add up, in mg.
    public static let dietaryVitaminC = MetricID("HKQuantityTypeIdentifierDietaryVitaminC")
    /// `HKQuantityTypeIdentifierDietaryVitaminD`: amounts that add up, in mcg.
    public static let dietaryVitaminD = MetricID("HKQuantityTypeIdentifierDietaryVitaminD")
    /// `HKQuantityTypeIdentifierDietaryVitaminE`: amounts that add up, in mg.
    public static let dietaryVitaminE = MetricID("HKQuantityTypeIdentifierDietaryVitaminE")
    /// `HKQuantityTypeIdentifierDietaryVitaminK`: amounts that add up, in mcg.
    public static let dietaryVitaminK = MetricID("HKQuantityTypeIdentifierDietaryVitaminK")
    /// `HKQuantityTypeIdentifierDietaryWater`: amounts that add up, in mL.
    public static let dietaryWater = MetricID("HKQuantityTypeIdentifierDietaryWater")
    /// `HKQuantityTypeIdentifierDietaryZinc`: amounts that add up, in mg.
    public static let dietaryZinc = MetricID("HKQuantityTypeIdentifierDietaryZinc")
    /// `HKQuantityTypeIdentifierDistanceCrossCountrySkiing`: amounts that add up, in km.
    public static let distanceCrossCountrySkiing = MetricID("HKQuantityTypeIdentifierDistanceCrossCountrySkiing")
    /// `HKQuantityTypeIdentifierDistanceCycling`: amounts that add up, in km.
    public static let distanceCycling = MetricID("HKQuantityTypeIdentifierDistanceCycling")
    /// `HKQuantityTypeIdentifierDistanceDownhillSnowSports`: amounts that add up, in km.
    public static let distanceDownhillSnowSports = MetricID("HKQuantityTypeIdentifierDistanceDownhillSnowSports")
    /// `HKQuantityTypeIdentifierDistancePaddleSports`: amounts that add up, in km.
    public static let distancePaddleSports = MetricID("HKQuantityTypeIdentifierDistancePaddleSports")
    /// `HKQuantityTypeIdentifierDistanceRowing`: amounts that add up, in km.
    public static let distanceRowing = MetricID("HKQuantityTypeIdentifierDistanceRowing")
    /// `HKQuantityTypeIdentifierDistanceSkatingSports`: amounts that add up, in km.
    public static let distanceSkatingSports = MetricID("HKQuantityTypeIdentifierDistanceSkatingSports")
    /// `HKQuantityTypeIdentifierDistanceSwimming`: amounts that add up, in m.
    public static let distanceSwimming = MetricID("HKQuantityTypeIdentifierDistanceSwimming")
    /// `HKQuantityTypeIdentifierDistanceWalkingRunning`: amounts that add up, in km.
    public static let distanceWalkingRunning = MetricID("HKQuantityTypeIdentifierDistanceWalkingRunning")
    /// `HKQuantityTypeIdentifierDistanceWheelchair`: amounts that add up, in km.
    public static let distanceWheelchair = MetricID("HKQuantityTypeIdentifierDistanceWheelchair")
    /// `HKQuantityTypeIdentifierElectrodermalActivity`: readings, in mcS.
    public static let electrodermalActivity = MetricID("HKQuantityTypeIdentifierElectrodermalActivity")
    /// `HKQuantityTypeIdentifierEnvironmentalAudioExposure`: readings, in dBASPL.
    public static let environmentalAudioExposure = MetricID("HKQuantityTypeIdentifierEnvironmentalAudioExposure")
    /// `HKQuantityTypeIdentifierEnvironmentalSoundReduction`: readings, in dBASPL.
    public static let environmentalSoundReduction = MetricID("HKQuantityTypeIdentifierEnvironmentalSoundReduction")
    /// `HKQuantityTypeIdentifierEstimatedWorkoutEffortScore`: readings, in appleEffortScore.
    public static let estimatedWorkoutEffortScore = MetricID("HKQuantityTypeIdentifierEstimatedWorkoutEffortScore")
    /// `HKQuantityTypeIdentifierFlightsClimbed`: amounts that add up, in count.
    public static let flightsClimbed = MetricID("HKQuantityTypeIdentifierFlightsClimbed")
    /// `HKQuantityTypeIdentifierForcedExpiratoryVolume1`: readings, in L.
    public static let forcedExpiratoryVolume1 = MetricID("HKQuantityTypeIdentifierForcedExpiratoryVolume1")
    /// `HKQuantityTypeIdentifierForcedVitalCapacity`: readings, in L.
    public static let forcedVitalCapacity = MetricID("HKQuantityTypeIdentifierForcedVitalCapacity")
    /// `HKQuantityTypeIdentifierHeadphoneAudioExposure`: readings, in dBASPL.
    public static let headphoneAudioExposure = MetricID("HKQuantityTypeIdentifierHeadphoneAudioExposure")
    /// `HKQuantityTypeIdentifierHeartRate`: readings, in count/min.
    public static let heartRate = MetricID("HKQuantityTypeIdentifierHeartRate")
    /// `HKQuantityTypeIdentifierHeartRateRecoveryOneMinute`: readings, in count/min.
    public static let heartRateRecoveryOneMinute = MetricID("HKQuantityTypeIdentifierHeartRateRecoveryOneMinute")
    /// `HKQuantityTypeIdentifierHeartRateVariabilityRMSSD`: readings, in ms.
    public static let heartRateVariabilityRMSSD = MetricID("HKQuantityTypeIdentifierHeartRateVariabilityRMSSD")
    /// `HKQuantityTypeIdentifierHeartRateVariabilitySDNN`: readings, in ms.
    public static let heartRateVariabilitySDNN = MetricID("HKQuantityTypeIdentifierHeartRateVariabilitySDNN")
    /// `HKQuantityTypeIdentifierHeight`: readings, in cm.
    public static let height = MetricID("HKQuantityTypeIdentifierHeight")
    /// `HKQuantityTypeIdentifierInhalerUsage`: amounts that add up, in count.
    public static let inhalerUsage = MetricID("HKQuantityTypeIdentifierInhalerUsage")
    /// `HKQuantityTypeIdentifierInsulinDelivery`: amounts that add up, in IU.
    public static let insulinDelivery = MetricID("HKQuantityTypeIdentifierInsulinDelivery")
    /// `HKQuantityTypeIdentifierLeanBodyMass`: readings, in kg.
    public static let leanBodyMass = MetricID("HKQuantityTypeIdentifierLeanBodyMass")
    /// `HKQuantityTypeIdentifierNikeFuel`: amounts that add up, in count.
    public static let nikeFuel = MetricID("HKQuantityTypeIdentifierNikeFuel")
    /// `HKQuantityTypeIdentifierNumberOfAlcoholicBeverages`: amounts that add up, in count.
    public static let numberOfAlcoholicBeverages = MetricID("HKQuantityTypeIdentifierNumberOfAlcoholicBeverages")
    /// `HKQuantityTypeIdentifierNumberOfTimesFallen`: amounts that add up, in count.
    public static let numberOfTimesFallen = MetricID("HKQuantityTypeIdentifierNumberOfTimesFallen")
    /// `HKQuantityTypeIdentifierOxygenSaturation`: readings, in %.
    public static let oxygenSaturation = MetricID("HKQuantityTypeIdentifierOxygenSaturation")
    /// `HKQuantityTypeIdentifierPaddleSportsSpeed`: readings, in km/hr.
    public static let paddleSportsSpeed = MetricID("HKQuantityTypeIdentifierPaddleSportsSpeed")
    /// `HKQuantityTypeIdentifierPeakExpiratoryFlowRate`: readings, in L/min.
    public static let peakExpiratoryFlowRate = MetricID("HKQuantityTypeIdentifierPeakExpiratoryFlowRate")
    /// `HKQuantityTypeIdentifierPeripheralPerfusionIndex`: readings, in %.
    public static let peripheralPerfusionIndex = MetricID("HKQuantityTypeIdentifierPeripheralPerfusionIndex")
    /// `HKQuantityTypeIdentifierPhysicalEffort`: readings, in kcal/hr·kg.
    public static let physicalEffort = MetricID("HKQuantityTypeIdentifierPhysicalEffort")
    /// `HKQuantityTypeIdentifierPushCount`: amounts that add up, in count.
    public static let pushCount = MetricID("HKQuantityTypeIdentifierPushCount")
    /// `HKQuantityTypeIdentifierRespiratoryRate`: readings, in count/min.
    public static let respiratoryRate = MetricID("HKQuantityTypeIdentifierRespiratoryRate")
    /// `HKQuantityTypeIdentifierRestingHeartRate`: readings, in count/min.
    public static let restingHeartRate = MetricID("HKQuantityTypeIdentifierRestingHeartRate")
    /// `HKQuantityTypeIdentifierRowingSpeed`: readings, in km/hr.
    public static let rowingSpeed = MetricID("HKQuantityTypeIdentifierRowingSpeed")
    /// `HKQuantityTypeIdentifierRunningGroundContactTime`: readings, in ms.
    public static let runningGroundContactTime = MetricID("HKQuantityTypeIdentifierRunningGroundContactTime")
    /// `HKQuantityTypeIdentifierRunningPower`: readings, in W.
    public static let runningPower = MetricID("HKQuantityTypeIdentifierRunningPower")
    /// `HKQuantityTypeIdentifierRunningSpeed`: readings, in km/hr.
    public static let runningSpeed = MetricID("HKQuantityTypeIdentifierRunningSpeed")
    /// `HKQuantityTypeIdentifierRunningStrideLength`: readings, in m.
    public static let runningStrideLength = MetricID("HKQuantityTypeIdentifierRunningStrideLength")
    /// `HKQuantityTypeIdentifierRunningVerticalOscillation`: readings, in cm.
    public static let runningVerticalOscillation = MetricID("HKQuantityTypeIdentifierRunningVerticalOscillation")
    /// `HKQuantityTypeIdentifierSixMinuteWalkTestDistance`: readings, in m.
    public static let sixMinuteWalkTestDistance = MetricID("HKQuantityTypeIdentifierSixMinuteWalkTestDistance")
    /// `HKQuantityTypeIdentifierStairAscentSpeed`: readings, in m/s.
    public static let stairAscentSpeed = MetricID("HKQuantityTypeIdentifierStairAscentSpeed")
    /// `HKQuantityTypeIdentifierStairDescentSpeed`: readings, in m/s.
    public static let stairDescentSpeed = MetricID("HKQuantityTypeIdentifierStairDescentSpeed")
    /// `HKQuantityTypeIdentifierStepCount`: amounts that add up, in count.
    public static let stepCount = MetricID("HKQuantityTypeIdentifierStepCount")
    /// `HKQuantityTypeIdentifierSwimmingStrokeCount`: amounts that add up, in count.
    public static let swimmingStrokeCount = MetricID("HKQuantityTypeIdentifierSwimmingStrokeCount")
    /// `HKQuantityTypeIdentifierTimeInDaylight`: amounts that add up, in min.
    public static let timeInDaylight = MetricID("HKQuantityTypeIdentifierTimeInDaylight")
    /// `HKQuantityTypeIdentifierUVExposure`: readings, in count.
    public static let uvExposure = MetricID("HKQuantityTypeIdentifierUVExposure")
    /// `HKQuantityTypeIdentifierUnderwaterDepth`: readings, in m.
    public static let underwaterDepth = MetricID("HKQuantityTypeIdentifierUnderwaterDepth")
    /// `HKQuantityTypeIdentifierVO2Max`: readings, in mL/min·kg.
    public static let vo2Max = MetricID("HKQuantityTypeIdentifierVO2Max")
    /// `HKQuantityTypeIdentifierWaistCircumference`: readings, in cm.
    public static let waistCircumference = MetricID("HKQuantityTypeIdentifierWaistCircumference")
    /// `HKQuantityTypeIdentifierWalkingAsymmetryPercentage`: readings, in %.
    public static let walkingAsymmetryPercentage = MetricID("HKQuantityTypeIdentifierWalkingAsymmetryPercentage")
    /// `HKQuantityTypeIdentifierWalkingDoubleSupportPercentage`: readings, in %.
    public static let walkingDoubleSupportPercentage = MetricID("HKQuantityTypeIdentifierWalkingDoubleSupportPercentage")
    /// `HKQuantityTypeIdentifierWalkingHeartRateAverage`: readings, in count/min.
    public static let walkingHeartRateAverage = MetricID("HKQuantityTypeIdentifierWalkingHeartRateAverage")
    /// `HKQuantityTypeIdentifierWalkingSpeed`: readings, in km/hr.
    public static let walkingSpeed = MetricID("HKQuantityTypeIdentifierWalkingSpeed")
    /// `HKQuantityTypeIdentifierWalkingStepLength`: readings, in cm.
    public static let walkingStepLength = MetricID("HKQuantityTypeIdentifierWalkingStepLength")
    /// `HKQuantityTypeIdentifierWaterTemperature`: readings, in degC.
    public static let waterTemperature = MetricID("HKQuantityTypeIdentifierWaterTemperature")
    /// `HKQuantityTypeIdentifierWorkoutEffortScore`: readings, in appleEffortScore.
    public static let workoutEffortScore = MetricID("HKQuantityTypeIdentifierWorkoutEffortScore")

    // MARK: Categories

    /// `HKCategoryTypeIdentifierAbdominalCramps`.
    public static let abdominalCramps = MetricID("HKCategoryTypeIdentifierAbdominalCramps")
    /// `HKCategoryTypeIdentifierAcne`.
    public static let acne = MetricID("HKCategoryTypeIdentifierAcne")
    /// `HKCategoryTypeIdentifierAppetiteChanges`.
    public static let appetiteChanges = MetricID("HKCategoryTypeIdentifierAppetiteChanges")
    /// `HKCategoryTypeIdentifierAppleStandHour`.
    public static let appleStandHour = MetricID("HKCategoryTypeIdentifierAppleStandHour")
    /// `HKCategoryTypeIdentifierAppleWalkingSteadinessEvent`.
    public static let appleWalkingSteadinessEvent = MetricID("HKCategoryTypeIdentifierAppleWalkingSteadinessEvent")
    /// `HKCategoryTypeIdentifierAudioExposureEvent`.
    public static let audioExposureEvent = MetricID("HKCategoryTypeIdentifierAudioExposureEvent")
    /// `HKCategoryTypeIdentifierBladderIncontinence`.
    public static let bladderIncontinence = MetricID("HKCategoryTypeIdentifierBladderIncontinence")
    /// `HKCategoryTypeIdentifierBleedingAfterMenopause`.
    public static let bleedingAfterMenopause = MetricID("HKCategoryTypeIdentifierBleedingAfterMenopause")
    /// `HKCategoryTypeIdentifierBleedingAfterPregnancy`.
    public static let bleedingAfterPregnancy = MetricID("HKCategoryTypeIdentifierBleedingAfterPregnancy")
    /// `HKCategoryTypeIdentifierBleedingDuringPregnancy`.
    public static let bleedingDuringPregnancy = MetricID("HKCategoryTypeIdentifierBleedingDuringPregnancy")
    /// `HKCategoryTypeIdentifierBloating`.
    public static let bloating = MetricID("HKCategoryTypeIdentifierBloating")
    /// `HKCategoryTypeIdentifierBreastPain`.
    public static let breastPain = MetricID("HKCategoryTypeIdentifierBreastPain")
    /// `HKCategoryTypeIdentifierCervicalMucusQuality`.
    public static let cervicalMucusQuality = MetricID("HKCategoryTypeIdentifierCervicalMucusQuality")
    /// `HKCategoryTypeIdentifierChestTightnessOrPain`.
    public static let chestTightnessOrPain = MetricID("HKCategoryTypeIdentifierChestTightnessOrPain")
    /// `HKCategoryTypeIdentifierChills`.
    public static let chills = MetricID("HKCategoryTypeIdentifierChills")
    /// `HKCategoryTypeIdentifierConstipation`.
    public static let constipation = MetricID("HKCategoryTypeIdentifierConstipation")
    /// `HKCategoryTypeIdentifierContraceptive`.
    public static let contraceptive = MetricID("HKCategoryTypeIdentifierContraceptive")
    /// `HKCategoryTypeIdentifierCoughing`.
    public static let coughing = MetricID("HKCategoryTypeIdentifierCoughing")
    /// `HKCategoryTypeIdentifierDiarrhea`.
    public static let diarrhea = MetricID("HKCategoryTypeIdentifierDiarrhea")
    /// `HKCategoryTypeIdentifierDizziness`.
    public static let dizziness = MetricID("HKCategoryTypeIdentifierDizziness")
    /// `HKCategoryTypeIdentifierDrySkin`.
    public static let drySkin = MetricID("HKCategoryTypeIdentifierDrySkin")
    /// `HKCategoryTypeIdentifierEnvironmentalAudioExposureEvent`.
    public static let environmentalAudioExposureEvent = MetricID("HKCategoryTypeIdentifierEnvironmentalAudioExposureEvent")
    /// `HKCategoryTypeIdentifierFainting`.
    public static let fainting = MetricID("HKCategoryTypeIdentifierFainting")
    /// `HKCategoryTypeIdentifierFatigue`.
    public static let fatigue = MetricID("HKCategoryTypeIdentifierFatigue")
    /// `HKCategoryTypeIdentifierFever`.
    public static let fever = MetricID("HKCategoryTypeIdentifierFever")
    /// `HKCategoryTypeIdentifierGeneralizedBodyAche`.
    public static let generalizedBodyAche = MetricID("HKCategoryTypeIdentifierGeneralizedBodyAche")
    /// `HKCategoryTypeIdentifierHairLoss`.
    public static let hairLoss = MetricID("HKCategoryTypeIdentifierHairLoss")
    /// `HKCategoryTypeIdentifierHandwashingEvent`.
    public static let handwashingEvent = MetricID("HKCategoryTypeIdentifierHandwashingEvent")
    /// `HKCategoryTypeIdentifierHeadache`.
    public static let headache = MetricID("HKCategoryTypeIdentifierHeadache")
    /// `HKCategoryTypeIdentifierHeadphoneAudioExposureEvent`.
    public static let headphoneAudioExposureEvent = MetricID("HKCategoryTypeIdentifierHeadphoneAudioExposureEvent")
    /// `HKCategoryTypeIdentifierHeartburn`.
    public static let heartburn = MetricID("HKCategoryTypeIdentifierHeartburn")
    /// `HKCategoryTypeIdentifierHighHeartRateEvent`.
    public static let highHeartRateEvent = MetricID("HKCategoryTypeIdentifierHighHeartRateEvent")
    /// `HKCategoryTypeIdentifierHotFlashes`.
    public static let hotFlashes = MetricID("HKCategoryTypeIdentifierHotFlashes")
    /// `HKCategoryTypeIdentifierHypertensionEvent`.
    public static let hypertensionEvent = MetricID("HKCategoryTypeIdentifierHypertensionEvent")
    /// `HKCategoryTypeIdentifierInfrequentMenstrualCycles`.
    public static let infrequentMenstrualCycles = MetricID("HKCategoryTypeIdentifierInfrequentMenstrualCycles")
    /// `HKCategoryTypeIdentifierIntermenstrualBleeding`.
    public static let intermenstrualBleeding = MetricID("HKCategoryTypeIdentifierIntermenstrualBleeding")
    /// `HKCategoryTypeIdentifierIrregularHeartRhythmEvent`.
    public static let irregularHeartRhythmEvent = MetricID("HKCategoryTypeIdentifierIrregularHeartRhythmEvent")
    /// `HKCategoryTypeIdentifierIrregularMenstrualCycles`.
    public static let irregularMenstrualCycles = MetricID("HKCategoryTypeIdentifierIrregularMenstrualCycles")
    /// `HKCategoryTypeIdentifierLactation`.
    public static let lactation = MetricID("HKCategoryTypeIdentifierLactation")
    /// `HKCategoryTypeIdentifierLossOfSmell`.
    public static let lossOfSmell = MetricID("HKCategoryTypeIdentifierLossOfSmell")
    /// `HKCategoryTypeIdentifierLossOfTaste`.
    public static let lossOfTaste = MetricID("HKCategoryTypeIdentifierLossOfTaste")
    /// `HKCategoryTypeIdentifierLowCardioFitnessEvent`.
    public static let lowCardioFitnessEvent = MetricID("HKCategoryTypeIdentifierLowCardioFitnessEvent")
    /// `HKCategoryTypeIdentifierLowHeartRateEvent`.
    public static let lowHeartRateEvent = MetricID("HKCategoryTypeIdentifierLowHeartRateEvent")
    /// `HKCategoryTypeIdentifierLowerBackPain`.
    public static let lowerBackPain = MetricID("HKCategoryTypeIdentifierLowerBackPain")
    /// `HKCategoryTypeIdentifierMemoryLapse`.
    public static let memoryLapse = MetricID("HKCategoryTypeIdentifierMemoryLapse")
    /// `HKCategoryTypeIdentifierMenopausalState`.
    public static let menopausalState = MetricID("HKCategoryTypeIdentifierMenopausalState")
    /// `HKCategoryTypeIdentifierMenstrualFlow`.
    public static let menstrualFlow = MetricID("HKCategoryTypeIdentifierMenstrualFlow")
    /// `HKCategoryTypeIdentifierMindfulSession`.
    public static let mindfulSession = MetricID("HKCategoryTypeIdentifierMindfulSession")
    /// `HKCategoryTypeIdentifierMoodChanges`.
    public static let moodChanges = MetricID("HKCategoryTypeIdentifierMoodChanges")
    /// `HKCategoryTypeIdentifierNausea`.
    public static let nausea = MetricID("HKCategoryTypeIdentifierNausea")
    /// `HKCategoryTypeIdentifierNightSweats`.
    public static let nightSweats = MetricID("HKCategoryTypeIdentifierNightSweats")
    /// `HKCategoryTypeIdentifierOvulationTestResult`.
    public static let ovulationTestResult = MetricID("HKCategoryTypeIdentifierOvulationTestResult")
    /// `HKCategoryTypeIdentifierPelvicPain`.
    public static let pelvicPain = MetricID("HKCategoryTypeIdentifierPelvicPain")
    /// `HKCategoryTypeIdentifierPersistentIntermenstrualBleeding`.
    public static let persistentIntermenstrualBleeding = MetricID("HKCategoryTypeIdentifierPersistentIntermenstrualBleeding")
    /// `HKCategoryTypeIdentifierPregnancy`.
    public static let pregnancy = MetricID("HKCategoryTypeIdentifierPregnancy")
    /// `HKCategoryTypeIdentifierPregnancyTestResult`.
    public static let pregnancyTestResult = MetricID("HKCategoryTypeIdentifierPregnancyTestResult")
    /// `HKCategoryTypeIdentifierProgesteroneTestResult`.
    public static let progesteroneTestResult = MetricID("HKCategoryTypeIdentifierProgesteroneTestResult")
    /// `HKCategoryTypeIdentifierProlongedMenstrualPeriods`.
    public static let prolongedMenstrualPeriods = MetricID("HKCategoryTypeIdentifierProlongedMenstrualPeriods")
    /// `HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat`.
    public static let rapidPoundingOrFlutteringHeartbeat = MetricID("HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat")
    /// `HKCategoryTypeIdentifierRunnyNose`.
    public static let runnyNose = MetricID("HKCategoryTypeIdentifierRunnyNose")
    /// `HKCategoryTypeIdentifierSexualActivity`.
    public static let sexualActivity = MetricID("HKCategoryTypeIdentifierSexualActivity")
    /// `HKCategoryTypeIdentifierShortnessOfBreath`.
    public static let shortnessOfBreath = MetricID("HKCategoryTypeIdentifierShortnessOfBreath")
    /// `HKCategoryTypeIdentifierSinusCongestion`.
    public static let sinusCongestion = MetricID("HKCategoryTypeIdentifierSinusCongestion")
    /// `HKCategoryTypeIdentifierSkippedHeartbeat`.
    public static let skippedHeartbeat = MetricID("HKCategoryTypeIdentifierSkippedHeartbeat")
    /// `HKCategoryTypeIdentifierSleepAnalysis`.
    public static let sleepAnalysis = MetricID("HKCategoryTypeIdentifierSleepAnalysis")
    /// `HKCategoryTypeIdentifierSleepApneaEvent`.
    public static let sleepApneaEvent = MetricID("HKCategoryTypeIdentifierSleepApneaEvent")
    /// `HKCategoryTypeIdentifierSleepChanges`.
    public static let sleepChanges = MetricID("HKCategoryTypeIdentifierSleepChanges")
    /// `HKCategoryTypeIdentifierSoreThroat`.
    public static let soreThroat = MetricID("HKCategoryTypeIdentifierSoreThroat")
    /// `HKCategoryTypeIdentifierToothbrushingEvent`.
    public static let toothbrushingEvent = MetricID("HKCategoryTypeIdentifierToothbrushingEvent")
    /// `HKCategoryTypeIdentifierVaginalDryness`.
    public static let vaginalDryness = MetricID("HKCategoryTypeIdentifierVaginalDryness")
    /// `HKCategoryTypeIdentifierVomiting`.
    public static let vomiting = MetricID("HKCategoryTypeIdentifierVomiting")
    /// `HKCategoryTypeIdentifierWheezing`.
    public static let wheezing = MetricID("HKCategoryTypeIdentifierWheezing")

    // MARK: Recordings

    /// `HKDataTypeIdentifierElectrocardiogram`.
    public static let electrocardiogram = MetricID("HKDataTypeIdentifierElectrocardiogram")
    /// `HKDataTypeIdentifierAudiogram`.
    public static let audiogram = MetricID("HKDataTypeIdentifierAudiogram")
    /// `HKVisionPrescriptionTypeIdentifier`.
    public static let visionPrescription = MetricID("HKVisionPrescriptionTypeIdentifier")
    /// `HKMedicationDoseEventTypeIdentifierMedicationDoseEvent`.
    public static let medicationDoses = MetricID("HKMedicationDoseEventTypeIdentifierMedicationDoseEvent")
    /// `HKDataTypeStateOfMind`: the valence of states of mind, from -1 to 1.
    public static let stateOfMind = MetricID("HKDataTypeStateOfMind")
    /// `HKScoredAssessmentTypeIdentifierGAD7`: scores from 0 to 21.
    public static let gad7 = MetricID("HKScoredAssessmentTypeIdentifierGAD7")
    /// `HKScoredAssessmentTypeIdentifierPHQ9`: scores from 0 to 27.
    public static let phq9 = MetricID("HKScoredAssessmentTypeIdentifierPHQ9")
    /// `HKWorkoutZoneDurationTypeIdentifierHeartRateZones`: the time of workouts in heart rate zones, in min.
    public static let heartRateZones = MetricID("HKWorkoutZoneDurationTypeIdentifierHeartRateZones")
    /// `HKWorkoutZoneDurationTypeIdentifierCyclingPowerZones`: the time of workouts in zones of cycling power, in min.
    public static let cyclingPowerZones = MetricID("HKWorkoutZoneDurationTypeIdentifierCyclingPowerZones")
    /// `HKClinicalTypeIdentifierLabResultRecord`: numbers of laboratories, each in its own unit.
    public static let labResults = MetricID("HKClinicalTypeIdentifierLabResultRecord")
    /// `HKClinicalTypeIdentifierLabResultText`: texts and limits of laboratories, such as `negative`.
    public static let labTexts = MetricID("HKClinicalTypeIdentifierLabResultText")
}
