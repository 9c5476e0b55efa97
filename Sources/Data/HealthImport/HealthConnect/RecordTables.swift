import HealthModel

/// A number in a column of a record.
struct RecordValue {
    /// The name of the column.
    var column: String
    var kind: SampleKind

    var metric: String { kind.metric }
    var unit: String { kind.unit }

    /// - Parameter metric: as that of ``SampleKind``.
    init(_ column: String, _ metric: String, _ unit: String) { (self.column, kind) = (column, SampleKind(metric, unit)) }
}

/// A column whose numbers have names, which become metadata.
struct RecordCode {
    var column: String
    var key: String
    /// The names from 0 on. 0 is nearly always unknown, which has no name.
    var names: [String]

    init(_ column: String, _ key: String, _ names: String) {
        (self.column, self.key) = (column, key)
        self.names = names.split(separator: " ", omittingEmptySubsequences: false).map { $0 == "-" ? "" : String($0) }
    }
}

/// The meaning of a table of Health Connect.
struct RecordTable {
    enum Content {
        /// One sample for each of these values that a record has. With a correlation, its type.
        case values([RecordValue], correlation: String? = nil)
        /// The samples in another table, which refer to the record.
        case series(in: String, RecordValue)
        /// A sample of a category type. Its raw values by the number in the column; without a column, 0.
        case category(CategoryType, column: String?, raws: [Int64: Int])
        /// The length of the record is an amount of one of these metrics, by the number in the column.
        case length(column: String?, metrics: [Int64: RecordValue])
        case sleep
        case exercise
    }

    var name: String
    var category: HealthCategory
    var content: Content
    var codes: [RecordCode] = []
    /// Columns with texts of people, and their keys in metadata.
    var texts: [(column: String, key: String)] = []
    /// True if an app has at most one record with the same times, so that a later one replaces it. False for food and drink.
    var replaces = true
}

/// The categories in which Health Connect orders apps.
enum HealthCategory: Int64 {
    case activity = 1
    case body, cycle, nutrition, sleep, vitals
    case wellness
}

extension RecordTable {
    /// The tables with records. Energies are in small calories, masses in grams and shares from 0 to 100. The parents of series have names
    /// of two forms.
    static let all: [RecordTable] =
        activity + body + vitals + cycle + food + [
            RecordTable(
                name: "sleep_session_record_table", category: .sleep, content: .sleep, texts: [("title", "title"), ("notes", "notes")])
        ]

    private static func one(
        _ name: String, _ category: HealthCategory, _ value: RecordValue, _ codes: RecordCode..., replaces: Bool = true
    ) -> RecordTable {
        RecordTable(name: name + "_record_table", category: category, content: .values([value]), codes: codes, replaces: replaces)
    }

    private static func series(
        _ name: String, _ category: HealthCategory, in child: String, _ value: RecordValue, _ codes: RecordCode...
    ) -> RecordTable {
        RecordTable(name: name, category: category, content: .series(in: child, value), codes: codes, replaces: false)
    }

    // MARK: - Activity

    private static let activity: [RecordTable] = [
        one("steps", .activity, RecordValue("count", "StepCount", "count")),
        one("wheelchair_pushes", .activity, RecordValue("count", "PushCount", "count")),
        one("distance", .activity, RecordValue("distance", "DistanceWalkingRunning", "m")),
        one("elevation_gained", .activity, RecordValue("elevation", "elevationGained in m cumulative", "m")),
        one("floors_climbed", .activity, RecordValue("floors", "FlightsClimbed", "count")),
        one("active_calories_burned", .activity, RecordValue("energy", "ActiveEnergyBurned", "cal")),
        one("total_calories_burned", .activity, RecordValue("energy", "totalEnergyBurned in kcal cumulative", "cal")),
        one(
            "vo2_max", .activity, RecordValue("vo2_milliliters_per_minute_kilogram", "VO2Max", "mL/min·kg"),
            RecordCode(
                "measurement_method", "measurementMethod",
                "- metabolicCart heartRateRatio cooperTest multistageFitnessTest rockportFitnessTest")),
        series("speedrecordtable", .activity, in: "speed_record_table", RecordValue("speed", "speed in m/s", "m/s")),
        series("powerrecordtable", .activity, in: "power_record_table", RecordValue("power", "power in W", "W")),
        series(
            "stepscadencerecordtable", .activity, in: "steps_cadence_record_table",
            RecordValue("rate", "stepsCadence in count/min", "count/min")),
        series(
            "cyclingpedalingcadencerecordtable", .activity, in: "cycling_pedaling_cadence_record_table",
            RecordValue("revolutions_per_minute", "CyclingCadence", "count/min")),
        RecordTable(
            name: "activity_intensity_record_table", category: .activity,
            content: .length(
                column: "type",
                metrics: [
                    0: RecordValue("", "moderateActivity in min cumulative", "min"),
                    1: RecordValue("", "vigorousActivity in min cumulative", "min"),
                ])),
        RecordTable(
            name: "exercise_session_record_table", category: .activity, content: .exercise,
            texts: [("title", "title"), ("notes", "notes")]),
        RecordTable(
            name: "mindfulness_session_record_table", category: .wellness,
            content: .category(.named("MindfulSession"), column: nil, raws: [:]),
            codes: [RecordCode("type", "mindfulnessType", "- meditation other breathing music movement unguided")],
            texts: [("title", "title"), ("notes", "notes")]),
    ]

    // MARK: - Body

    private static let body: [RecordTable] = [
        one("weight", .body, RecordValue("weight", "BodyMass", "g")),
        one("lean_body_mass", .body, RecordValue("mass", "LeanBodyMass", "g")),
        one("bone_mass", .body, RecordValue("mass", "boneMass in kg", "g")),
        one("body_water_mass", .body, RecordValue("body_water_mass", "bodyWaterMass in kg", "g")),
        one("height", .body, RecordValue("height", "Height", "m")),
        one("body_fat", .body, RecordValue("percentage", "BodyFatPercentage", "%")),
        // This is a rate in watts. Apple's basal energy is an amount.
        one("basal_metabolic_rate", .body, RecordValue("basal_metabolic_rate", "basalMetabolicRate in W", "W")),
    ]

    // MARK: - Vital signs

    private static let place = RecordCode(
        "measurement_location", "measurementLocation",
        "- armpit finger forehead mouth rectum temporalArtery toe ear wrist vagina")
    private static let skinPlace = RecordCode("measurement_location", "measurementLocation", "- finger toe wrist")

    private static let vitals: [RecordTable] = [
        series(
            "heart_rate_record_table", .vitals, in: "heart_rate_record_series_table",
            RecordValue("beats_per_minute", "HeartRate", "count/min")),
        one("resting_heart_rate", .vitals, RecordValue("beats_per_minute", "RestingHeartRate", "count/min")),
        one(
            "heart_rate_variability_rmssd", .vitals, RecordValue("heart_rate_variability_millis", "HeartRateVariabilityRMSSD", "ms")),
        one("respiratory_rate", .vitals, RecordValue("rate", "RespiratoryRate", "count/min")),
        one("oxygen_saturation", .vitals, RecordValue("percentage", "OxygenSaturation", "%")),
        one("body_temperature", .vitals, RecordValue("temperature", "BodyTemperature", "degC"), place),
        // This is a difference to a baseline. A unit of temperature would add an offset when it is converted.
        series(
            "skin_temperature_record_table", .vitals, in: "skin_temperature_delta_table",
            RecordValue("delta", "skinTemperatureDelta in K", "K"), skinPlace),
        one("skin_temperature", .vitals, RecordValue("baseline", "skinTemperatureBaseline in degC", "degC"), skinPlace),
        one(
            "blood_glucose", .vitals, RecordValue("level", "BloodGlucose", "mmol/L"),
            RecordCode("specimen_source", "specimenSource", "- interstitialFluid capillaryBlood plasma serum tears wholeBlood"),
            RecordCode("relation_to_meal", "relationToMeal", "- general fasting beforeMeal afterMeal"), meal),
        RecordTable(
            name: "blood_pressure_record_table", category: .vitals,
            content: .values(
                [RecordValue("systolic", "BloodPressureSystolic", "mmHg"), RecordValue("diastolic", "BloodPressureDiastolic", "mmHg")],
                correlation: "HKCorrelationTypeIdentifierBloodPressure"),
            codes: [
                RecordCode("body_position", "bodyPosition", "- standingUp sittingDown lyingDown reclining"),
                RecordCode("measurement_location", "measurementLocation", "- leftWrist rightWrist leftUpperArm rightUpperArm"),
            ]),
    ]

    // MARK: - Cycle

    private static let cycle: [RecordTable] = [
        one("basal_body_temperature", .cycle, RecordValue("temperature", "BasalBodyTemperature", "degC"), place),
        RecordTable(
            name: "menstruation_flow_record_table", category: .cycle,
            content: .category(.named("MenstrualFlow"), column: "flow", raws: [0: 1, 1: 2, 2: 3, 3: 4])),
        RecordTable(
            name: "menstruation_period_record_table", category: .cycle,
            content: .length(column: nil, metrics: [0: RecordValue("", "menstruationPeriod in d cumulative", "d")])),
        RecordTable(
            name: "cervical_mucus_record_table", category: .cycle,
            content: .category(.named("CervicalMucusQuality"), column: "appearance", raws: [1: 1, 2: 2, 3: 3, 4: 4, 5: 5]),
            codes: [RecordCode("sensation", "sensation", "- light medium heavy")]),
        RecordTable(
            name: "ovulation_test_record_table", category: .cycle,
            content: .category(.named("OvulationTestResult"), column: "result", raws: [0: 3, 1: 2, 2: 4, 3: 1])),
        RecordTable(
            name: "sexual_activity_record_table", category: .cycle,
            content: .category(.named("SexualActivity"), column: nil, raws: [:]),
            codes: [RecordCode("protection_used", "HKSexualActivityProtectionUsed", "- 1 0")]),
        RecordTable(
            name: "intermenstrual_bleeding_record_table", category: .cycle,
            content: .category(.named("IntermenstrualBleeding"), column: nil, raws: [:])),
    ]

    // MARK: - Food and drink

    private static let meal = RecordCode("meal_type", "mealType", "- breakfast lunch dinner snack")

    private static let food: [RecordTable] = [
        one("hydration", .nutrition, RecordValue("volume", "DietaryWater", "L"), replaces: false),
        RecordTable(
            name: "nutrition_record_table", category: .nutrition,
            content: .values(nutrients, correlation: "HKCorrelationTypeIdentifierFood"), codes: [meal],
            texts: [("meal_name", "HKFoodType")],
            replaces: false),
    ]

    /// The columns of food. Masses are in grams, those of vitamins and minerals, too.
    private static let nutrients: [RecordValue] =
        [
            RecordValue("energy", "DietaryEnergyConsumed", "cal"),
            RecordValue("energy_from_fat", "energyFromFat in kcal cumulative", "cal"),
            RecordValue("trans_fat", "transFat in g cumulative", "g"),
            RecordValue("unsaturated_fat", "unsaturatedFat in g cumulative", "g"),
            RecordValue("folic_acid", "addedFolicAcid in mcg cumulative", "g"),
        ]
        + [
            "biotin": "Biotin", "caffeine": "Caffeine", "calcium": "Calcium", "chloride": "Chloride", "cholesterol": "Cholesterol",
            "chromium": "Chromium", "copper": "Copper", "dietary_fiber": "Fiber", "folate": "Folate", "iodine": "Iodine", "iron": "Iron",
            "magnesium": "Magnesium", "manganese": "Manganese", "molybdenum": "Molybdenum", "monounsaturated_fat": "FatMonounsaturated",
            "niacin": "Niacin", "pantothenic_acid": "PantothenicAcid", "phosphorus": "Phosphorus",
            "polyunsaturated_fat": "FatPolyunsaturated", "potassium": "Potassium", "protein": "Protein", "riboflavin": "Riboflavin",
            "saturated_fat": "FatSaturated", "selenium": "Selenium", "sodium": "Sodium", "sugar": "Sugar", "thiamin": "Thiamin",
            "total_carbohydrate": "Carbohydrates", "total_fat": "FatTotal", "vitamin_a": "VitaminA", "vitamin_b12": "VitaminB12",
            "vitamin_b6": "VitaminB6", "vitamin_c": "VitaminC", "vitamin_d": "VitaminD", "vitamin_e": "VitaminE", "vitamin_k": "VitaminK",
            "zinc": "Zinc",
        ].sorted { $0.key < $1.key }.map { RecordValue($0.key, "Dietary" + $0.value, "g") }
}

extension CategoryType {
    /// Returns the type with Apple's name without its prefix.
    fileprivate static func named(_ name: String) -> CategoryType {
        let id = MetricID(identifierPrefix + name)
        guard case .category(let type)? = MetricCatalog.metric(id)?.kind else { return .unlisted(id) }
        return type
    }
}
