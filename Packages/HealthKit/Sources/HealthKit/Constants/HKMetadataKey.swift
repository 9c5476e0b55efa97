import TallyKit

// MARK: Identity and origin

/// The app's own identifier of the object, a string. It need not be unique.
public let HKMetadataKeyExternalUUID = "HKExternalUUID"
/// The app's identifier of the object across versions, a string. It needs ``HKMetadataKeySyncVersion``.
public let HKMetadataKeySyncIdentifier = "HKMetadataKeySyncIdentifier"
/// The version of an object with a sync identifier, a number.
public let HKMetadataKeySyncVersion = "HKMetadataKeySyncVersion"
/// The IANA name of the time zone in which the sample was recorded, a string.
public let HKMetadataKeyTimeZone = MetadataKey.timeZone
/// True if the person entered the value by hand, a Boolean.
public let HKMetadataKeyWasUserEntered = MetadataKey.wasUserEntered
/// The serial number of the device, a string.
public let HKMetadataKeyDeviceSerialNumber = "HKDeviceSerialNumber"
/// The name of the device, a string.
public let HKMetadataKeyDeviceName = "HKDeviceName"
/// The manufacturer of the device, a string.
public let HKMetadataKeyDeviceManufacturerName = "HKDeviceManufacturerName"
/// The device part of the unique device identifier (UDI) of a medical device, a string.
public let HKMetadataKeyUDIDeviceIdentifier = "HKUDIDeviceIdentifier"
/// The production part of the unique device identifier (UDI) of a medical device, a string.
public let HKMetadataKeyUDIProductionIdentifier = "HKUDIProductionIdentifier"
/// A signature of the data by the device, in base 64.
public let HKMetadataKeyDigitalSignature = "HKDigitalSignature"
/// True if the device was calibrated when it estimated the value, a Boolean.
public let HKMetadataKeyAppleDeviceCalibrated = "HKMetadataKeyAppleDeviceCalibrated"
/// The version of the algorithm that calculated the value, a number.
public let HKMetadataKeyAlgorithmVersion = "HKAlgorithmVersion"
/// The date of the oldest data in an estimate.
public let HKMetadataKeyDateOfEarliestDataUsedForEstimate = "HKDateOfEarliestDataUsedForEstimate"
/// True if the real value is below the value of the sample, a Boolean.
public let HKMetadataKeyQuantityClampedToLowerBound = "HKMetadataKeyQuantityClampedToLowerBound"
/// True if the real value is above the value of the sample, a Boolean.
public let HKMetadataKeyQuantityClampedToUpperBound = "HKMetadataKeyQuantityClampedToUpperBound"

// MARK: Circumstances of a reading

/// True if a laboratory took the reading, a Boolean.
public let HKMetadataKeyWasTakenInLab = "HKWasTakenInLab"
/// The lowest normal value of a laboratory result, a number.
public let HKMetadataKeyReferenceRangeLowerLimit = "HKReferenceRangeLowerLimit"
/// The highest normal value of a laboratory result, a number.
public let HKMetadataKeyReferenceRangeUpperLimit = "HKReferenceRangeUpperLimit"
/// The place of a thermometer, a number of ``HKBodyTemperatureSensorLocation``.
public let HKMetadataKeyBodyTemperatureSensorLocation = "HKBodyTemperatureSensorLocation"
/// The place of a heart rate sensor, a number of ``HKHeartRateSensorLocation``.
public let HKMetadataKeyHeartRateSensorLocation = "HKHeartRateSensorLocation"
/// The movement during a heart rate reading, a number of ``HKHeartRateMotionContext``.
public let HKMetadataKeyHeartRateMotionContext = "HKMetadataKeyHeartRateMotionContext"
/// The movement during any reading, a number of ``HKUserMotionContext``.
public let HKMetadataKeyUserMotionContext = "HKMetadataKeyUserMotionContext"
/// The estimate of one session before smoothing, a quantity.
public let HKMetadataKeySessionEstimate = "HKMetadataKeySessionEstimate"
/// The heart rate at which a notification is sent, a quantity.
public let HKMetadataKeyHeartRateEventThreshold = "HKHeartRateEventThreshold"
/// The test of a heart rate recovery, a number of ``HKHeartRateRecoveryTestType``.
public let HKMetadataKeyHeartRateRecoveryTestType = "HKMetadataKeyHeartRateRecoveryTestType"
/// The activity before a heart rate recovery, a number of ``HKWorkoutActivityType``.
public let HKMetadataKeyHeartRateRecoveryActivityType = "HKMetadataKeyHeartRateRecoveryActivityType"
/// The duration of the activity before a heart rate recovery, a quantity.
public let HKMetadataKeyHeartRateRecoveryActivityDuration = "HKMetadataKeyHeartRateRecoveryActivityDuration"
/// The highest heart rate during a heart rate recovery, a quantity.
public let HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate = "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate"
/// The algorithm of an electrocardiogram, a number of ``HKAppleECGAlgorithmVersion``.
public let HKMetadataKeyAppleECGAlgorithmVersion = "HKMetadataKeyAppleECGAlgorithmVersion"
/// The test of a VO₂ max, a number of ``HKVO2MaxTestType``.
public let HKMetadataKeyVO2MaxTestType = "HKVO2MaxTestType"
/// The VO₂ max of a notification about cardio fitness, a quantity.
public let HKMetadataKeyVO2MaxValue = "HKVO2MaxValue"
/// The VO₂ max below which a notification is sent, a quantity.
public let HKMetadataKeyLowCardioFitnessEventThreshold = "HKLowCardioFitnessEventThreshold"
/// The reason for a dose of insulin, a number of ``HKInsulinDeliveryReason``.
public let HKMetadataKeyInsulinDeliveryReason = "HKInsulinDeliveryReason"
/// The time of a glucose reading relative to a meal, a number of ``HKBloodGlucoseMealTime``.
public let HKMetadataKeyBloodGlucoseMealTime = "HKBloodGlucoseMealTime"
/// The name of a food, a string.
public let HKMetadataKeyFoodType = "HKFoodType"
/// True if protection was used, a Boolean.
public let HKMetadataKeySexualActivityProtectionUsed = "HKSexualActivityProtectionUsed"
/// True if a cycle starts with this sample, a Boolean.
public let HKMetadataKeyMenstrualCycleStart = "HKMenstrualCycleStart"
/// The sound level of a notification, a quantity.
public let HKMetadataKeyAudioExposureLevel = "HKMetadataKeyAudioExposureLevel"
/// The duration of the sound of a notification, a quantity.
public let HKMetadataKeyAudioExposureDuration = "HKMetadataKeyAudioExposureDuration"
/// The gain of the headphones of a notification, a quantity.
public let HKMetadataKeyHeadphoneGain = "HKMetadataKeyHeadphoneGain"
/// The side on which the person wears the device, a number of ``HKDevicePlacementSide``.
public let HKMetadataKeyDevicePlacementSide = "HKMetadataKeyDevicePlacementSide"
/// The air pressure during a reading, a quantity.
public let HKMetadataKeyBarometricPressure = "HKMetadataKeyBarometricPressure"
/// The brightest light of a time in daylight, a quantity in lux.
public let HKMetadataKeyMaximumLightIntensity = "HKMetadataKeyMaximumLightIntensity"
/// The salinity of the water of a dive, a number of ``HKWaterSalinity``.
public let HKMetadataKeyWaterSalinity = "HKMetadataKeyWaterSalinity"
/// The purpose of a pair of glasses, a string.
public let HKMetadataKeyGlassesPrescriptionDescription = "HKMetadataKeyGlassesPrescriptionDescription"
/// The activity during a sample, a number of ``HKWorkoutActivityType``.
public let HKMetadataKeyActivityType = "HKActivityType"
/// The estimation of a physical effort, a number of ``HKPhysicalEffortEstimationType``.
public let HKMetadataKeyPhysicalEffortEstimationType = "HKPhysicalEffortEstimationType"
/// The test of a cycling threshold power, a number of ``HKCyclingFunctionalThresholdPowerTestType``.
public let HKMetadataKeyCyclingFunctionalThresholdPowerTestType = "HKCyclingCyclingFunctionalThresholdPowerTestType"

// MARK: Workouts

/// The brand of a workout, such as the name of a course, a string.
public let HKMetadataKeyWorkoutBrandName = "HKWorkoutBrandName"
/// True for a workout in a group, a Boolean.
public let HKMetadataKeyGroupFitness = "HKGroupFitness"
/// True for a workout of Apple Fitness+, a Boolean.
public let HKMetadataKeyAppleFitnessPlusSession = "HKMetadataKeyAppleFitnessPlusSession"
/// True for a workout indoors, a Boolean.
public let HKMetadataKeyIndoorWorkout = "HKIndoorWorkout"
/// True for a workout with a coach, a Boolean.
public let HKMetadataKeyCoachedWorkout = "HKCoachedWorkout"
/// The weather during a workout, a number of ``HKWeatherCondition``.
public let HKMetadataKeyWeatherCondition = "HKWeatherCondition"
/// The air temperature during a workout, a quantity.
public let HKMetadataKeyWeatherTemperature = "HKWeatherTemperature"
/// The humidity during a workout, a quantity in percent.
public let HKMetadataKeyWeatherHumidity = "HKWeatherHumidity"
/// The length of a lap, a quantity.
public let HKMetadataKeyLapLength = "HKLapLength"
/// The water of a swimming workout, a number of ``HKWorkoutSwimmingLocationType``.
public let HKMetadataKeySwimmingLocationType = "HKSwimmingLocationType"
/// The stroke of a lap, a number of ``HKSwimmingStrokeStyle``.
public let HKMetadataKeySwimmingStrokeStyle = "HKSwimmingStrokeStyle"
/// The SWOLF score of a swim: strokes and seconds of a lap, added, a number.
public let HKMetadataKeySWOLFScore = "HKSWOLFScore"
/// The average speed while moving, a quantity.
public let HKMetadataKeyAverageSpeed = "HKAverageSpeed"
/// The highest speed, a quantity.
public let HKMetadataKeyMaximumSpeed = "HKMaximumSpeed"
/// The average intensity of a workout in metabolic equivalents (kcal/(kg·hr)), a quantity.
public let HKMetadataKeyAverageMETs = "HKAverageMETs"
/// The grade of a ski run, a quantity in percent: 100 % are 45°.
public let HKMetadataKeyAlpineSlopeGrade = "HKAlpineSlopeGrade"
/// The sum of all climbs, a quantity.
public let HKMetadataKeyElevationAscended = "HKElevationAscended"
/// The sum of all descents, a quantity.
public let HKMetadataKeyElevationDescended = "HKElevationDescended"
/// The duration that a fitness machine showed, a quantity.
public let HKMetadataKeyFitnessMachineDuration = "HKFitnessMachineDuration"
/// The distance that an exercise bike showed, a quantity.
public let HKMetadataKeyIndoorBikeDistance = "HKIndoorBikeDistance"
/// The distance that a cross trainer showed, a quantity.
public let HKMetadataKeyCrossTrainerDistance = "HKCrossTrainerDistance"
