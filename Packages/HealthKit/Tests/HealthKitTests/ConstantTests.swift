import HealthKit
@_spi(Guests) import TallyKit
import Testing

/// Constants of the module HealthKit. Numbers and texts come from Apple's headers and from exports.
@Suite("HealthKit's constants")
struct ConstantTests {
    @Test("Activities have the names and numbers of the table of activities, and there are no others")
    func activities() {
        let cases = Self.cases(of: HKWorkoutActivityType.self, in: 0...4000)
        let table = (0...4000).compactMap { number in
            Workout.activity(numbered: number).map { name in
                let short = name.dropFirst("HKWorkoutActivityType".count)
                return "\(number) \(short.prefix(1).lowercased())\(short.dropFirst())"
            }
        }
        #expect(cases == table && cases.count == 84)
        #expect(HKWorkoutActivityType.dance.rawValue == 14 && HKWorkoutActivityType.swimBikeRun.rawValue == 82)
        #expect(HKWorkoutActivityType.other.rawValue == 3000 && HKWorkoutActivityType(rawValue: 81) == nil)
    }

    @Test(
        "Values of each category type have the names and numbers of the table of values, and there are no others",
        arguments: ListedMetric.all.filter { $0.values != nil && $0.isCategory })
    func categoryValues(type: ListedMetric) throws {
        let (enumeration, values) = try #require(type.values)
        let cases = try #require(Self.valueCases[enumeration], "\(enumeration) is missing")
        #expect(cases == values.map { "\($0.number) \($0.name)" }, "\(enumeration)")
    }

    @Test("Electrocardiograms have exactly the classifications in the table of values")
    func classifications() throws {
        let table = try #require(ListedMetric(.electrocardiograms)?.values)
        #expect(table.enumeration == "HKElectrocardiogramClassification")
        #expect(Self.cases(of: HKElectrocardiogram.Classification.self, in: 0...200) == table.all.map { "\($0.number) \($0.name)" })
    }

    @Test("Each enumeration of category values is used by a type")
    func categoryValueEnumerations() {
        #expect(Set(Self.valueCases.keys) == Set(ListedMetric.all.filter(\.isCategory).compactMap(\.values?.enumeration)))
    }

    @Test("Sleep includes all stages, known or not, but not time in bed or awake, as the word `asleep` does")
    func sleep() throws {
        let sleep = try #require(ListedMetric(.sleepAnalysis))
        #expect(HKCategoryValueSleepAnalysis.allAsleepValues.map(\.rawValue).sorted() == [1, 3, 4, 5])
        #expect(HKCategoryValueSleepAnalysis.allAsleepValues.map(\.rawValue).sorted() == sleep.numbers(ofValuesNamed: "asleep"))
    }

    @Test("Former names of values have the numbers of their new names")
    func formerNames() {
        func formerName<Value: FormerSleepName>(_: Value.Type) -> Value { .asleep }
        func formerResult<Value: FormerOvulationName>(_: Value.Type) -> Value { .positive }
        #expect(formerName(HKCategoryValueSleepAnalysis.self) == .asleepUnspecified)
        #expect(formerResult(HKCategoryValueOvulationTestResult.self) == .luteinizingHormoneSurge)
    }

    @Test(
        "Metadata keys have HealthKit's texts, which often differ from their names",
        arguments: [
            (HKMetadataKeyWasUserEntered, "HKWasUserEntered"), (HKMetadataKeyTimeZone, "HKTimeZone"),
            (HKMetadataKeyExternalUUID, "HKExternalUUID"), (HKMetadataKeySyncIdentifier, "HKMetadataKeySyncIdentifier"),
            (HKMetadataKeySyncVersion, "HKMetadataKeySyncVersion"), (HKMetadataKeyFoodType, "HKFoodType"),
            (HKMetadataKeyHeartRateMotionContext, "HKMetadataKeyHeartRateMotionContext"),
            (HKMetadataKeyVO2MaxTestType, "HKVO2MaxTestType"), (HKMetadataKeyIndoorWorkout, "HKIndoorWorkout"),
            (HKMetadataKeyAverageMETs, "HKAverageMETs"), (HKMetadataKeyWeatherTemperature, "HKWeatherTemperature"),
            (HKMetadataKeyWeatherHumidity, "HKWeatherHumidity"), (HKMetadataKeyElevationAscended, "HKElevationAscended"),
            (HKMetadataKeyLapLength, "HKLapLength"), (HKMetadataKeyMenstrualCycleStart, "HKMenstrualCycleStart"),
            (HKMetadataKeyBloodGlucoseMealTime, "HKBloodGlucoseMealTime"),
            (HKMetadataKeyInsulinDeliveryReason, "HKInsulinDeliveryReason"),
            (HKMetadataKeyAppleDeviceCalibrated, "HKMetadataKeyAppleDeviceCalibrated"),
            // HealthKit repeats the word.
            (HKMetadataKeyCyclingFunctionalThresholdPowerTestType, "HKCyclingCyclingFunctionalThresholdPowerTestType"),
        ])
    func metadataKeys(key: String, text: String) { #expect(key == text) }

    @Test("Values of metadata have HealthKit's numbers")
    func metadataValues() {
        #expect(Self.cases(of: HKHeartRateMotionContext.self) == ["0 notSet", "1 sedentary", "2 active"])
        #expect(Self.cases(of: HKUserMotionContext.self) == ["0 notSet", "1 stationary", "2 active"])
        #expect(Self.cases(of: HKBloodGlucoseMealTime.self) == ["1 preprandial", "2 postprandial"])
        #expect(Self.cases(of: HKInsulinDeliveryReason.self) == ["1 basal", "2 bolus"])
        let tests = ["1 maxExercise", "2 predictionSubMaxExercise", "3 predictionNonExercise"]
        #expect(Self.cases(of: HKVO2MaxTestType.self) == tests && Self.cases(of: HKHeartRateRecoveryTestType.self) == tests)
        #expect(HKHeartRateSensorLocation.wrist.rawValue == 2 && HKHeartRateSensorLocation.foot.rawValue == 6)
        #expect(HKBodyTemperatureSensorLocation.mouth.rawValue == 6 && HKBodyTemperatureSensorLocation.forehead.rawValue == 11)
        #expect(HKWeatherCondition.none.rawValue == 0 && HKWeatherCondition.snow.rawValue == 12)
        #expect(HKWeatherCondition.tornado.rawValue == 27 && Self.cases(of: HKWeatherCondition.self).count == 28)
        #expect(Self.cases(of: HKDevicePlacementSide.self) == ["0 unknown", "1 left", "2 right", "3 central"])
        #expect(HKWaterSalinity.freshWater.rawValue == 1 && HKPhysicalEffortEstimationType.activityLookup.rawValue == 1)
        #expect(HKCyclingFunctionalThresholdPowerTestType.predictionExercise.rawValue == 4)
        #expect(HKAppleECGAlgorithmVersion.version2.rawValue == 2)
        #expect(Self.cases(of: HKWorkoutSwimmingLocationType.self) == ["0 unknown", "1 pool", "2 openWater"])
        #expect(HKSwimmingStrokeStyle.freestyle.rawValue == 2 && HKSwimmingStrokeStyle.kickboard.rawValue == 6)
    }

    @Test("Workout events and places have HealthKit's numbers, which start at 1")
    func workouts() {
        #expect(
            Self.cases(of: HKWorkoutEventType.self) == [
                "1 pause", "2 resume", "3 lap", "4 marker", "5 motionPaused", "6 motionResumed", "7 segment", "8 pauseOrResumeRequest",
            ])
        #expect(Self.cases(of: HKWorkoutSessionLocationType.self) == ["1 unknown", "2 indoor", "3 outdoor"])
    }

    @Test(
        "Keys of predicates and sort descriptors have HealthKit's texts",
        arguments: [
            (HKPredicateKeyPathStartDate, "startDate"), (HKPredicateKeyPathEndDate, "endDate"), (HKPredicateKeyPathUUID, "UUID"),
            (HKPredicateKeyPathQuantity, "quantity"), (HKPredicateKeyPathCategoryValue, "value"), (HKPredicateKeyPathSource, "source"),
            (HKPredicateKeyPathSourceRevision, "sourceRevision"), (HKPredicateKeyPathDevice, "device"),
            (HKPredicateKeyPathMetadata, "metadata"), (HKPredicateKeyPathWorkoutType, "workoutType"),
            (HKPredicateKeyPathWorkoutDuration, "duration"), (HKPredicateKeyPathWorkoutTotalEnergyBurned, "totalEnergyBurned"),
            (HKPredicateKeyPathDateComponents, "dateComponents"), (HKPredicateKeyPathMostRecent, "most_recent"),
            (HKDevicePropertyKeyName, "HKDevicePropertyName"), (HKDevicePropertyKeyLocalIdentifier, "HKDevicePropertyLocalIdentifier"),
            (HKSampleSortIdentifierStartDate, "startDate"), (HKSampleSortIdentifierEndDate, "endDate"),
        ])
    func keys(key: String, text: String) { #expect(key == text) }

    @Test("Options of queries, permissions and frequencies have HealthKit's numbers")
    func queries() {
        #expect(HKObjectQueryNoLimit == 0 && HKQueryOptions.strictStartDate.rawValue == 1 && HKQueryOptions.strictEndDate.rawValue == 2)
        #expect(([.strictStartDate, .strictEndDate] as HKQueryOptions).rawValue == 3)
        #expect(Self.cases(of: HKUpdateFrequency.self) == ["1 immediate", "2 hourly", "3 daily", "4 weekly"])
        #expect(Self.cases(of: HKAuthorizationStatus.self) == ["0 notDetermined", "1 sharingDenied", "2 sharingAuthorized"])
        #expect(Self.cases(of: HKAuthorizationRequestStatus.self) == ["0 unknown", "1 shouldRequest", "2 unnecessary"])
    }

    @Test("Characteristics have HealthKit's numbers")
    func characteristics() {
        #expect(Self.cases(of: HKBiologicalSex.self) == ["0 notSet", "1 female", "2 male", "3 other"])
        #expect(
            Self.cases(of: HKBloodType.self) == [
                "0 notSet", "1 aPositive", "2 aNegative", "3 bPositive", "4 bNegative", "5 abPositive", "6 abNegative", "7 oPositive",
                "8 oNegative",
            ])
        #expect(Self.cases(of: HKFitzpatrickSkinType.self) == ["0 notSet", "1 I", "2 II", "3 III", "4 IV", "5 V", "6 VI"])
        #expect(Self.cases(of: HKWheelchairUse.self) == ["0 notSet", "1 no", "2 yes"])
        #expect(Self.cases(of: HKActivityMoveMode.self) == ["1 activeEnergy", "2 appleMoveTime"])
    }

    @Test("Objects of characteristics with the same value are equal")
    func characteristicObjects() {
        #expect(HKBiologicalSexObject(.female) == HKBiologicalSexObject(.female))
        #expect(HKBiologicalSexObject(.female) != HKBiologicalSexObject(.male))
        #expect(HKBloodTypeObject(.oNegative).bloodType == .oNegative && HKFitzpatrickSkinTypeObject(.III).skinType == .III)
        #expect(HKWheelchairUseObject(.no).wheelchairUse == .no)
        #expect(Set([HKActivityMoveModeObject(.activeEnergy), HKActivityMoveModeObject(.activeEnergy)]).count == 1)
    }

    @Test("Characteristics, correlations and series have a type for each identifier, and for no other text")
    func typesOfIdentifiers() {
        let names = ["DateOfBirth", "BiologicalSex", "BloodType", "FitzpatrickSkinType", "WheelchairUse", "ActivityMoveMode"]
        for text in names.map({ "HKCharacteristicTypeIdentifier" + $0 }) {
            #expect(HKObjectType.characteristicType(forIdentifier: .init(rawValue: text))?.identifier == text)
        }
        for text in ["HKCorrelationTypeIdentifierBloodPressure", "HKCorrelationTypeIdentifierFood"] {
            #expect(HKObjectType.correlationType(forIdentifier: .init(rawValue: text))?.identifier == text)
        }
        #expect(HKObjectType.characteristicType(forIdentifier: .dateOfBirth) == HKCharacteristicType(.dateOfBirth))
        #expect(HKObjectType.correlationType(forIdentifier: .food) == HKCorrelationType(.food))
        #expect(HKObjectType.characteristicType(forIdentifier: .init(rawValue: "DateOfBirth")) == nil)
        #expect(HKObjectType.correlationType(forIdentifier: .init(rawValue: "HKCorrelationTypeIdentifierDrink")) == nil)
        #expect(HKObjectType.seriesType(forIdentifier: HKWorkoutRouteTypeIdentifier) == HKSeriesType.workoutRoute())
        #expect(HKSeriesType.heartbeat().identifier == "HKDataTypeIdentifierHeartbeatSeries")
        #expect(HKObjectType.seriesType(forIdentifier: "HKWorkoutTypeIdentifier") == nil)
        #expect(HKObjectType.electrocardiogramType().identifier == "HKDataTypeIdentifierElectrocardiogram")
        #expect(HKObjectType.audiogramSampleType().identifier == "HKDataTypeIdentifierAudiogram")
    }

    @Test("Unknown identifiers of characteristics and correlations end the program")
    func traps() async {
        await #expect(processExitsWith: .failure) { _ = HKCharacteristicType(HKCharacteristicTypeIdentifier(rawValue: "Age")) }
        await #expect(processExitsWith: .failure) { _ = HKCorrelationType(HKCorrelationTypeIdentifier(rawValue: "Drink")) }
    }

    /// The cases of the enumerations of category values, by their names.
    private static let valueCases: [String: [String]] = [
        "HKCategoryValue": cases(of: HKCategoryValue.self),
        "HKCategoryValueSeverity": cases(of: HKCategoryValueSeverity.self),
        "HKCategoryValuePresence": cases(of: HKCategoryValuePresence.self),
        "HKCategoryValueAppetiteChanges": cases(of: HKCategoryValueAppetiteChanges.self),
        "HKCategoryValueSleepAnalysis": cases(of: HKCategoryValueSleepAnalysis.self),
        "HKCategoryValueMenopausalState": cases(of: HKCategoryValueMenopausalState.self),
        "HKCategoryValueMenstrualFlow": cases(of: HKCategoryValueMenstrualFlow.self),
        "HKCategoryValueVaginalBleeding": cases(of: HKCategoryValueVaginalBleeding.self),
        "HKCategoryValueCervicalMucusQuality": cases(of: HKCategoryValueCervicalMucusQuality.self),
        "HKCategoryValueOvulationTestResult": cases(of: HKCategoryValueOvulationTestResult.self),
        "HKCategoryValuePregnancyTestResult": cases(of: HKCategoryValuePregnancyTestResult.self),
        "HKCategoryValueProgesteroneTestResult": cases(of: HKCategoryValueProgesteroneTestResult.self),
        "HKCategoryValueContraceptive": cases(of: HKCategoryValueContraceptive.self),
        "HKCategoryValueAppleStandHour": cases(of: HKCategoryValueAppleStandHour.self),
        "HKCategoryValueAppleWalkingSteadinessEvent": cases(of: HKCategoryValueAppleWalkingSteadinessEvent.self),
        "HKCategoryValueEnvironmentalAudioExposureEvent": cases(of: HKCategoryValueEnvironmentalAudioExposureEvent.self),
        "HKCategoryValueHeadphoneAudioExposureEvent": cases(of: HKCategoryValueHeadphoneAudioExposureEvent.self),
        "HKCategoryValueAudioExposureEvent": cases(of: HKCategoryValueAudioExposureEvent.self),
        "HKCategoryValueLowCardioFitnessEvent": cases(of: HKCategoryValueLowCardioFitnessEvent.self),
    ]

    /// Returns the number and the name of each case with a raw value in a range.
    private static func cases<Value: RawRepresentable>(of: Value.Type, in range: ClosedRange<Int> = -10...100) -> [String]
    where Value.RawValue: FixedWidthInteger {
        range.compactMap { raw in Value.RawValue(exactly: raw).flatMap(Value.init(rawValue:)).map { "\(raw) \($0)" } }
    }
}

/// The former name of a stage of sleep. It is deprecated, so tests use it through a requirement.
private protocol FormerSleepName { static var asleep: Self { get } }
extension HKCategoryValueSleepAnalysis: FormerSleepName {}

/// The former name of a test result. It is deprecated, so tests use it through a requirement.
private protocol FormerOvulationName { static var positive: Self { get } }
extension HKCategoryValueOvulationTestResult: FormerOvulationName {}
