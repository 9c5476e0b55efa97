extension QuantityType {
    /// All quantity types of HealthKit's headers, by identifier, and then other samples with a number, such as states of mind.
    package static let all: [QuantityType] = {
        // Reading units is most of the work of the table, and its rows have 30 different ones.
        var units: [String: HealthUnit] = [:]
        return rows.map { row in
            QuantityType(row) { symbol in
                if let known = units[symbol] { return known }
                let unit = HealthUnit(constant: symbol)
                units[symbol] = unit
                return unit
            }
        }
    }()

    init(_ row: Row, unit: (String) -> HealthUnit = HealthUnit.init(constant:)) {
        self.init(
            id: row.id, style: row.style, ios18Style: row.ios18Style, usualUnit: unit(row.unit),
            usUnit: unit(row.usUnit), canonicalUnit: unit(row.canonicalUnit), sinceIOS: row.since, isWritable: row.isWritable,
            aliases: row.aliases.split(separator: " ").map(String.init), scale: row.scale)
    }

    /// A line of the table.
    struct Row {
        var name: String
        var style: AggregationStyle
        var ios18Style: AggregationStyle
        var unit: String
        var usUnit: String
        var canonicalUnit: String
        var since: String
        var isWritable: Bool
        var aliases: String
        /// The start of the identifier.
        var prefix = MetricID.quantityPrefix
        /// The values that samples may have; nil for all numbers.
        var scale: ValueScale?

        var id: MetricID { MetricID(prefix + name) }
    }

    /// The table. Each line has, in this order:
    /// - the type and its style, followed by its style in the iOS 18 headers if it is different,
    /// - its usual unit, followed by its US and canonical units if they are different,
    /// - the first iOS version, whether apps cannot write it, and its common names.
    static let rows: [Row] = [
        type("ActiveEnergyBurned", .cumulative, "kcal", us: "Cal", since: "8.0", "activeEnergy activeCalories moveEnergy"),
        type("AppleExerciseTime", .cumulative, "min", since: "9.3", writable: false, "exercise exerciseTime exerciseMinutes"),
        type("AppleMoveTime", .cumulative, "min", since: "14.5", "moveTime moveMinutes"),
        type("AppleSleepingBreathingDisturbances", .discreteArithmetic, "count", since: "18.0", "breathingDisturbances"),
        type("AppleSleepingWristTemperature", .discreteArithmetic, "degC", us: "degF", since: "16.0", "wristTemperature wristTemp"),
        type("AppleStandTime", .cumulative, "min", since: "13.0", writable: false, "standTime standMinutes"),
        type("AppleWalkingSteadiness", .discreteArithmetic, "%", since: "15.0", writable: false, "walkingSteadiness steadiness"),
        type("AtrialFibrillationBurden", .discreteTemporallyWeighted, "%", since: "16.0", writable: false, "afib atrialFibrillation"),
        type("BasalBodyTemperature", .discreteArithmetic, "degC", us: "degF", since: "9.0", "basalTemperature basalTemp bbt"),
        type("BasalEnergyBurned", .cumulative, "kcal", us: "Cal", since: "8.0", "restingEnergy basalEnergy restingCalories bmr"),
        type("BloodAlcoholContent", .discreteArithmetic, "%", since: "8.0", "bac bloodAlcohol"),
        type("BloodGlucose", .discreteArithmetic, "mg/dL", since: "8.0", "glucose bloodSugar"),
        type("BloodPressureDiastolic", .discreteArithmetic, "mmHg", since: "8.0", "diastolic diastolicPressure diastolicBloodPressure"),
        type("BloodPressureSystolic", .discreteArithmetic, "mmHg", since: "8.0", "systolic systolicPressure systolicBloodPressure"),
        type("BodyFatPercentage", .discreteArithmetic, "%", since: "8.0", "bodyFat bodyFatPercent"),
        type("BodyMass", .discreteArithmetic, "kg", us: "lb", since: "8.0", "weight bodyWeight"),
        type("BodyMassIndex", .discreteArithmetic, "count", since: "8.0", "bmi"),
        type("BodyTemperature", .discreteArithmetic, "degC", us: "degF", since: "8.0", "bodyTemp"),
        type("CrossCountrySkiingSpeed", .discreteArithmetic, "km/hr", us: "mi/hr", canonical: "m/s", since: "18.0", "skiingSpeed"),
        type("CyclingCadence", .discreteTemporallyWeighted, ios18: .discreteArithmetic, "count/min", since: "17.0", "cadence bikeCadence"),
        type("CyclingFunctionalThresholdPower", .discreteArithmetic, "W", since: "17.0", "ftp functionalThresholdPower"),
        type("CyclingPower", .discreteTemporallyWeighted, ios18: .discreteArithmetic, "W", since: "17.0", "bikePower"),
        type(
            "CyclingSpeed", .discreteTemporallyWeighted, ios18: .discreteArithmetic, "km/hr", us: "mi/hr", canonical: "m/s", since: "17.0"),
        type("DietaryBiotin", .cumulative, "mcg", canonical: "g", since: "8.0", "biotin vitaminB7"),
        type("DietaryCaffeine", .cumulative, "mg", canonical: "g", since: "8.0", "caffeine"),
        type("DietaryCalcium", .cumulative, "mg", canonical: "g", since: "8.0", "calcium"),
        type("DietaryCarbohydrates", .cumulative, "g", since: "8.0", "carbohydrates carbs"),
        type("DietaryChloride", .cumulative, "mg", canonical: "g", since: "8.0", "chloride"),
        type("DietaryCholesterol", .cumulative, "mg", canonical: "g", since: "8.0", "cholesterol"),
        type("DietaryChromium", .cumulative, "mcg", canonical: "g", since: "8.0", "chromium"),
        type("DietaryCopper", .cumulative, "mg", canonical: "g", since: "8.0", "copper"),
        type("DietaryEnergyConsumed", .cumulative, "kcal", us: "Cal", since: "8.0", "dietaryEnergy energyConsumed foodEnergy"),
        type("DietaryFatMonounsaturated", .cumulative, "g", since: "8.0", "monounsaturatedFat fatMonounsaturated"),
        type("DietaryFatPolyunsaturated", .cumulative, "g", since: "8.0", "polyunsaturatedFat fatPolyunsaturated"),
        type("DietaryFatSaturated", .cumulative, "g", since: "8.0", "saturatedFat fatSaturated"),
        type("DietaryFatTotal", .cumulative, "g", since: "8.0", "fat totalFat dietaryFat"),
        type("DietaryFiber", .cumulative, "g", since: "8.0", "fiber fibre"),
        type("DietaryFolate", .cumulative, "mcg", canonical: "g", since: "8.0", "folate folicAcid"),
        type("DietaryIodine", .cumulative, "mcg", canonical: "g", since: "8.0", "iodine"),
        type("DietaryIron", .cumulative, "mg", canonical: "g", since: "8.0", "iron"),
        type("DietaryMagnesium", .cumulative, "mg", canonical: "g", since: "8.0", "magnesium"),
        type("DietaryManganese", .cumulative, "mg", canonical: "g", since: "8.0", "manganese"),
        type("DietaryMolybdenum", .cumulative, "mcg", canonical: "g", since: "8.0", "molybdenum"),
        type("DietaryNiacin", .cumulative, "mg", canonical: "g", since: "8.0", "niacin vitaminB3"),
        type("DietaryPantothenicAcid", .cumulative, "mg", canonical: "g", since: "8.0", "pantothenicAcid vitaminB5"),
        type("DietaryPhosphorus", .cumulative, "mg", canonical: "g", since: "8.0", "phosphorus"),
        type("DietaryPotassium", .cumulative, "mg", canonical: "g", since: "8.0", "potassium"),
        type("DietaryProtein", .cumulative, "g", since: "8.0", "protein"),
        type("DietaryRiboflavin", .cumulative, "mg", canonical: "g", since: "8.0", "riboflavin vitaminB2"),
        type("DietarySelenium", .cumulative, "mcg", canonical: "g", since: "8.0", "selenium"),
        type("DietarySodium", .cumulative, "mg", canonical: "g", since: "8.0", "sodium"),
        type("DietarySugar", .cumulative, "g", since: "8.0", "sugar"),
        type("DietaryThiamin", .cumulative, "mg", canonical: "g", since: "8.0", "thiamin thiamine vitaminB1"),
        type("DietaryVitaminA", .cumulative, "mcg", canonical: "g", since: "8.0", "vitaminA"),
        type("DietaryVitaminB12", .cumulative, "mcg", canonical: "g", since: "8.0", "vitaminB12 b12"),
        type("DietaryVitaminB6", .cumulative, "mg", canonical: "g", since: "8.0", "vitaminB6 b6"),
        type("DietaryVitaminC", .cumulative, "mg", canonical: "g", since: "8.0", "vitaminC"),
        type("DietaryVitaminD", .cumulative, "mcg", canonical: "g", since: "8.0", "vitaminD"),
        type("DietaryVitaminE", .cumulative, "mg", canonical: "g", since: "8.0", "vitaminE"),
        type("DietaryVitaminK", .cumulative, "mcg", canonical: "g", since: "8.0", "vitaminK"),
        type("DietaryWater", .cumulative, "mL", us: "fl_oz_us", since: "9.0", "water waterIntake hydration"),
        type("DietaryZinc", .cumulative, "mg", canonical: "g", since: "8.0", "zinc"),
        type("DistanceCrossCountrySkiing", .cumulative, "km", us: "mi", canonical: "m", since: "18.0", "crossCountryDistance"),
        type("DistanceCycling", .cumulative, "km", us: "mi", canonical: "m", since: "8.0", "cyclingDistance bikeDistance bikingDistance"),
        type("DistanceDownhillSnowSports", .cumulative, "km", us: "mi", canonical: "m", since: "11.2", "downhillDistance skiDistance"),
        type("DistancePaddleSports", .cumulative, "km", us: "mi", canonical: "m", since: "18.0", "paddleSportsDistance paddlingDistance"),
        type("DistanceRowing", .cumulative, "km", us: "mi", canonical: "m", since: "18.0", "rowingDistance"),
        type("DistanceSkatingSports", .cumulative, "km", us: "mi", canonical: "m", since: "18.0", "skatingSportsDistance skatingDistance"),
        type("DistanceSwimming", .cumulative, "m", us: "yd", since: "10.0", "swimmingDistance swimDistance"),
        type(
            "DistanceWalkingRunning", .cumulative, "km", us: "mi", canonical: "m", since: "8.0", "distance walkingDistance runningDistance"),
        type("DistanceWheelchair", .cumulative, "km", us: "mi", canonical: "m", since: "10.0", "wheelchairDistance"),
        type("ElectrodermalActivity", .discreteArithmetic, "mcS", canonical: "S", since: "8.0", "eda skinConductance"),
        type(
            "EnvironmentalAudioExposure", .discreteEquivalentContinuousLevel, "dBASPL", since: "13.0", "noise environmentalNoise soundLevel"
        ),
        type("EnvironmentalSoundReduction", .discreteEquivalentContinuousLevel, "dBASPL", since: "16.0", "soundReduction noiseReduction"),
        type("EstimatedWorkoutEffortScore", .discreteArithmetic, "appleEffortScore", since: "18.0", "estimatedEffort estimatedEffortScore"),
        type("FlightsClimbed", .cumulative, "count", since: "8.0", "flights floors floorsClimbed"),
        type("ForcedExpiratoryVolume1", .discreteArithmetic, "L", since: "8.0", "fev1 forcedExpiratoryVolume"),
        type("ForcedVitalCapacity", .discreteArithmetic, "L", since: "8.0", "fvc vitalCapacity"),
        type("HeadphoneAudioExposure", .discreteEquivalentContinuousLevel, "dBASPL", since: "13.0", "headphoneVolume headphoneAudio"),
        type("HeartRate", .discreteTemporallyWeighted, "count/min", canonical: "count/s", since: "8.0", "hr pulse pulseRate"),
        type("HeartRateRecoveryOneMinute", .discreteArithmetic, "count/min", since: "16.0", "heartRateRecovery hrRecovery cardioRecovery"),
        type("HeartRateVariabilityRMSSD", .discreteArithmetic, "ms", since: "27.0", "hrvRMSSD rmssd"),
        type("HeartRateVariabilitySDNN", .discreteArithmetic, "ms", since: "11.0", "hrv heartRateVariability sdnn"),
        type("Height", .discreteArithmetic, "cm", us: "ft", canonical: "m", since: "8.0", "bodyHeight"),
        type("InhalerUsage", .cumulative, "count", since: "8.0", "inhaler inhalerUse"),
        type("InsulinDelivery", .cumulative, "IU", since: "11.0", "insulin"),
        type("LeanBodyMass", .discreteArithmetic, "kg", us: "lb", since: "8.0", "leanMass"),
        type("NikeFuel", .cumulative, "count", since: "8.0"),
        type("NumberOfAlcoholicBeverages", .cumulative, "count", since: "15.0", "alcoholicBeverages alcoholicDrinks drinks"),
        type("NumberOfTimesFallen", .cumulative, "count", since: "8.0", "falls timesFallen"),
        type("OxygenSaturation", .discreteArithmetic, "%", since: "8.0", "spo2 bloodOxygen oxygen o2 o2Sat bloodOxygenSaturation"),
        type("PaddleSportsSpeed", .discreteArithmetic, "km/hr", us: "mi/hr", canonical: "m/s", since: "18.0", "paddlingSpeed"),
        type("PeakExpiratoryFlowRate", .discreteArithmetic, "L/min", since: "8.0", "peakFlow pef pefr peakExpiratoryFlow"),
        type("PeripheralPerfusionIndex", .discreteArithmetic, "%", since: "8.0", "perfusionIndex perfusion"),
        type("PhysicalEffort", .discreteArithmetic, "kcal/hr·kg", since: "17.0", "mets"),
        type("PushCount", .cumulative, "count", since: "10.0", "pushes wheelchairPushes"),
        type(
            "RespiratoryRate", .discreteArithmetic, "count/min", canonical: "count/s", since: "8.0",
            "breathingRate respirationRate breathing"),
        type("RestingHeartRate", .discreteTemporallyWeighted, ios18: .discreteArithmetic, "count/min", since: "11.0", "restingHr rhr"),
        type("RowingSpeed", .discreteArithmetic, "km/hr", us: "mi/hr", canonical: "m/s", since: "18.0"),
        type("RunningGroundContactTime", .discreteArithmetic, "ms", since: "16.0", "groundContactTime groundContact"),
        type("RunningPower", .discreteArithmetic, "W", since: "16.0", "runPower"),
        type("RunningSpeed", .discreteArithmetic, "km/hr", us: "mi/hr", canonical: "m/s", since: "16.0", "runSpeed"),
        type("RunningStrideLength", .discreteArithmetic, "m", since: "16.0", "strideLength"),
        type("RunningVerticalOscillation", .discreteArithmetic, "cm", since: "16.0", "verticalOscillation"),
        type("SixMinuteWalkTestDistance", .discreteArithmetic, "m", since: "14.0", "sixMinuteWalk sixMinuteWalkTest 6MinuteWalk"),
        type("StairAscentSpeed", .discreteArithmetic, "m/s", us: "ft/s", since: "14.0", "stairSpeedUp stairsUpSpeed"),
        type("StairDescentSpeed", .discreteArithmetic, "m/s", us: "ft/s", since: "14.0", "stairSpeedDown stairsDownSpeed"),
        type("StepCount", .cumulative, "count", since: "8.0", "steps"),
        type("SwimmingStrokeCount", .cumulative, "count", since: "10.0", "strokes swimmingStrokes swimStrokes"),
        type("TimeInDaylight", .cumulative, "min", since: "17.0", "daylight daylightTime daylightMinutes"),
        type("UnderwaterDepth", .discreteArithmetic, "m", us: "ft", since: "16.0", "depth diveDepth divingDepth"),
        type("UVExposure", .discreteArithmetic, "count", since: "9.0", "uv uvIndex"),
        type("VO2Max", .discreteArithmetic, "mL/min·kg", since: "11.0", "vo2 cardioFitness cardioFitnessLevel"),
        type("WaistCircumference", .discreteArithmetic, "cm", us: "in", canonical: "m", since: "11.0", "waist waistSize"),
        type("WalkingAsymmetryPercentage", .discreteArithmetic, "%", since: "14.0", "walkingAsymmetry asymmetry"),
        type("WalkingDoubleSupportPercentage", .discreteArithmetic, "%", since: "14.0", "doubleSupport walkingDoubleSupport"),
        type(
            "WalkingHeartRateAverage", .discreteTemporallyWeighted, ios18: .discreteArithmetic, "count/min", since: "11.0", writable: false,
            "walkingHr walkingHeartRate"),
        type("WalkingSpeed", .discreteArithmetic, "km/hr", us: "mi/hr", canonical: "m/s", since: "14.0", "walkSpeed"),
        type("WalkingStepLength", .discreteArithmetic, "cm", us: "in", canonical: "m", since: "14.0", "stepLength"),
        type("WaterTemperature", .discreteArithmetic, "degC", us: "degF", since: "16.0", "waterTemp"),
        type("WorkoutEffortScore", .discreteArithmetic, "appleEffortScore", since: "18.0", "effortScore workoutEffort"),
        scale("StateOfMind", prefix: MetricID.dataTypePrefix, ValueScale(bounds: -1...1), "valence"),
        scale("GAD7", prefix: MetricID.assessmentPrefix, ValueScale(bounds: 0...21, isWhole: true), "gad7Score gad7Assessment"),
        scale("PHQ9", prefix: MetricID.assessmentPrefix, ValueScale(bounds: 0...27, isWhole: true), "phq9Score phq9Assessment"),
        zones("HeartRateZones", "timeInHeartRateZones heartRateZoneTime hrZones"),
        zones("CyclingPowerZones", "timeInCyclingPowerZones cyclingPowerZoneTime powerZones"),
        clinical("LabResultRecord", "labs labResult labValues laboratoryResults laboratoryValues bloodTests"),
    ]

    /// Returns a line for numbers of clinical records, whose unit is metadata.
    private static func clinical(_ name: String, _ aliases: String) -> Row {
        var row = type(name, .discreteArithmetic, HealthUnit.count.symbol, since: "12.0", writable: false, aliases)
        row.prefix = MetricID.clinicalPrefix
        return row
    }

    /// Returns a line for samples that HealthKit does not call quantities, although they have a number.
    private static func scale(_ name: String, prefix: String, _ scale: ValueScale, _ aliases: String) -> Row {
        var row = type(name, .discreteArithmetic, HealthUnit.count.symbol, since: "18.0", aliases)
        (row.prefix, row.scale) = (prefix, scale)
        return row
    }

    /// Returns a line for the time of workouts in zones.
    private static func zones(_ name: String, _ aliases: String) -> Row {
        var row = type(name, .cumulative, "min", canonical: "s", since: "27.0", writable: false, aliases)
        row.prefix = MetricID.zonePrefix
        return row
    }

    private static func type(
        _ name: String, _ style: AggregationStyle, ios18: AggregationStyle? = nil, _ unit: String, us: String? = nil,
        canonical: String? = nil,
        since: String, writable: Bool = true, _ aliases: String = ""
    ) -> Row {
        Row(
            name: name, style: style, ios18Style: ios18 ?? style, unit: unit, usUnit: us ?? unit, canonicalUnit: canonical ?? unit,
            since: since, isWritable: writable, aliases: aliases)
    }
}
