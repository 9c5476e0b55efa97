import HealthModel
import Testing

@Suite("Names of metrics")
struct MetricCatalogTests {
    @Test("A folded name refers to a single metric")
    func namesAreUnique() {
        var owners: [String: MetricID] = [:]
        for metric in MetricCatalog.all {
            for name in Set(([metric.id.identifier, metric.shortName] + metric.aliases).map(foldedName)) {
                let other = owners.updateValue(metric.id, forKey: name)
                #expect(other == nil, "\(name) names \(metric.id.identifier) too")
            }
        }
        #expect(MetricCatalog.all.count == 205)
        for (name, id) in owners {
            #expect(MetricCatalog.resolve(name: name) == MetricCatalog.metric(id).map(MetricMatch.known))
            guard name.hasSuffix("s"), let singular = owners[String(name.dropLast())] else { continue }
            #expect(singular == id, "\(name) and its singular are two metrics")
        }
    }

    @Test("A single metric is the same as in the list of all")
    func single() {
        for metric in MetricCatalog.all { #expect(MetricCatalog.metric(metric.id) == metric) }
        for metric in MetricCatalog.all + MetricCatalog.parts { #expect(MetricCatalog.resolve(name: metric.name) == .known(metric)) }
        #expect(MetricCatalog.metric(MetricID("hkQuantityTypeIdentifierStepCount")) == nil)
        #expect(MetricCatalog.metric(MetricID("steps")) == nil)
    }

    @Test("Aliases are not reserved words")
    func noReservedWords() {
        let reserved: Set = [
            "sum", "average", "min", "max", "latest", "first", "count", "duration", "median", "stddev", "by", "since", "until", "through",
            "between", "on", "during", "from", "to", "anchor", "zone", "where", "edges", "strict", "assign", "sources", "prefer", "fill",
            "partial", "grid", "limit", "last", "this", "today", "yesterday", "now", "and", "or", "not", "in", "as", "is", "of", "second",
            "minute", "hour", "day", "week", "month", "quarter", "year", "seconds", "minutes", "hours", "days", "weeks", "months",
            "quarters",
            "years", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "let", "def", "param", "set", "assert",
            "expect", "explain", "watch", "why", "add", "delete", "import", "export", "forget", "help", "show", "describe", "learn", "run",
            "save", "history", "open", "quit", "samples", "summaries", "value", "source", "device", "product", "start", "end", "created",
        ]
        for metric in MetricCatalog.all {
            for name in [metric.shortName] + metric.aliases { #expect(!reserved.contains(foldedName(name))) }
        }
    }

    @Test(
        "Common names",
        arguments: [
            ("steps", "stepCount"), ("step", "stepCount"), ("STEP_COUNT", "stepCount"), ("HKQuantityTypeIdentifierStepCount", "stepCount"),
            ("activeEnergy", "activeEnergyBurned"), ("active_energy", "activeEnergyBurned"), ("ACTIVEENERGY", "activeEnergyBurned"),
            ("active energy", "activeEnergyBurned"), ("active-energy", "activeEnergyBurned"),
            ("HKQuantityTypeIdentifierActiveEnergyBurned", "activeEnergyBurned"), ("restingEnergy", "basalEnergyBurned"),
            ("distance", "distanceWalkingRunning"), ("walking distance", "distanceWalkingRunning"), ("flights", "flightsClimbed"),
            ("floors", "flightsClimbed"), ("weight", "bodyMass"), ("bodyWeight", "bodyMass"), ("height", "height"),
            ("bmi", "bodyMassIndex"),
            ("hrv", "heartRateVariabilitySDNN"), ("SpO2", "oxygenSaturation"), ("blood oxygen", "oxygenSaturation"),
            ("oxygen", "oxygenSaturation"), ("sleep", "sleepAnalysis"), ("standHours", "appleStandHour"), ("stand hour", "appleStandHour"),
            ("mindfulness", "mindfulSession"), ("mindfulMinutes", "mindfulSession"), ("exercise", "appleExerciseTime"),
            ("exerciseTime", "appleExerciseTime"), ("exercise minutes", "appleExerciseTime"), ("standTime", "appleStandTime"),
            ("standMinutes", "appleStandTime"), ("daylight", "timeInDaylight"), ("glucose", "bloodGlucose"),
            ("systolic", "bloodPressureSystolic"), ("diastolic", "bloodPressureDiastolic"), ("pulse", "heartRate"), ("hr", "heartRate"),
            ("restingHR", "restingHeartRate"), ("walkingHR", "walkingHeartRateAverage"), ("VO2Max", "vo2Max"), ("vo2_max", "vo2Max"),
            ("cardioFitness", "vo2Max"), ("water", "dietaryWater"), ("caffeine", "dietaryCaffeine"), ("protein", "dietaryProtein"),
            ("carbs", "dietaryCarbohydrates"), ("fat", "dietaryFatTotal"), ("noise", "environmentalAudioExposure"),
            ("headphone volume", "headphoneAudioExposure"), ("body fat", "bodyFatPercentage"), ("headaches", "headache"),
            ("workouts", "workouts"), ("workout", "workouts"), ("HKWorkoutTypeIdentifier", "workouts"),
            ("vitamin b12", "dietaryVitaminB12"),
        ])
    func resolves(name: String, shortName: String) {
        guard case .known(let metric) = MetricCatalog.resolve(name: name) else {
            Issue.record("\(name) is unknown")
            return
        }
        #expect(metric.shortName == shortName)
    }

    @Test("Names that could refer to several metrics do not match", arguments: ["calories", "energy", "temperature", "speed", "stand", ""])
    func ambiguous(name: String) {
        #expect(MetricCatalog.resolve(name: name) == .unknown)
    }

    @Test("An unlisted identifier is kept")
    func unlisted() {
        let name = "HKQuantityTypeIdentifierTeaCount"
        #expect(MetricCatalog.resolve(name: name) == .unlisted(MetricID(name)))
        #expect(MetricID(name).shortName == "teaCount")
        let type = QuantityType.unlisted(MetricID(name), unit: HealthUnit(unreadable: "cups of tea"))
        #expect(type.style == .discreteArithmetic)
        #expect(type.storageUnit.symbol == "cups of tea")
    }

    @Test(
        "Short names are those of Apple",
        arguments: [
            ("HKQuantityTypeIdentifierVO2Max", "vo2Max"), ("HKQuantityTypeIdentifierUVExposure", "uvExposure"),
            ("HKQuantityTypeIdentifierBodyMassIndex", "bodyMassIndex"), ("HKCategoryTypeIdentifierSleepAnalysis", "sleepAnalysis"),
            ("HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "heartRateVariabilitySDNN"), ("HKWorkoutTypeIdentifier", "workouts"),
            ("HKQuantityTypeIdentifierForcedExpiratoryVolume1", "forcedExpiratoryVolume1"), ("something else", "something else"),
            ("HKQuantityTypeIdentifierECG", "ecg"), ("HKQuantityTypeIdentifier\u{C4}\u{D6}Test", "\u{E4}\u{F6}Test"),
        ])
    func shortNames(identifier: String, shortName: String) {
        #expect(MetricID(identifier).shortName == shortName)
    }
}
