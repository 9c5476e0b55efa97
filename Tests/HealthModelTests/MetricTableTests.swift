import HealthModel
import Testing

/// The facts come from HealthKit's headers of iOS 26 and, for three types, of iOS 27. Older styles come from those of iOS 18.
@Suite("Tables of quantity and category types")
struct MetricTableTests {
    @Test("There are 121 quantity types, 72 category types and eleven kinds of other samples, without duplicates")
    func counts() {
        let quantities = Set(QuantityType.all.map(\.id))
        let categories = Set(CategoryType.all.map(\.id))
        #expect(QuantityType.all.count == 127)
        #expect(quantities.count == 127)
        let others = quantities.filter { !$0.identifier.hasPrefix(MetricID.quantityPrefix) }
        #expect(others == [.statesOfMind, .gad7Scores, .phq9Scores, .zonesOfHeartRate, .zonesOfCyclingPower, .labs])
        #expect(CategoryType.all.count == 77)
        #expect(categories.count == 77)
        let recordings = categories.filter { !$0.identifier.hasPrefix(MetricID.categoryPrefix) }
        #expect(recordings == [.electrocardiograms, .audiograms, .visionPrescriptions, .doses, .textsOfLabs])
    }

    @Test(
        "Styles agree with the headers",
        arguments: [
            (StyleVersion.ios26, AggregationStyle.cumulative, 65), (.ios26, .discreteArithmetic, 52),
            (.ios26, .discreteTemporallyWeighted, 7), (.ios26, .discreteEquivalentContinuousLevel, 3),
            (.ios18, .cumulative, 65), (.ios18, .discreteArithmetic, 57),
            (.ios18, .discreteTemporallyWeighted, 2), (.ios18, .discreteEquivalentContinuousLevel, 3),
        ])
    func styleCounts(version: StyleVersion, style: AggregationStyle, count: Int) {
        let found = QuantityType.all.filter { $0.style(in: version) == style }.count
        #expect(found == count)
    }

    @Test("S2.4 Five types became temporally weighted after iOS 18")
    func changedStyles() {
        let changed = QuantityType.all.filter { $0.style(in: .ios26) != $0.style(in: .ios18) }
        let names = changed.map(\.id.shortName)
        #expect(names == ["cyclingCadence", "cyclingPower", "cyclingSpeed", "restingHeartRate", "walkingHeartRateAverage"])
        for type in changed {
            #expect(type.style(in: .ios26) == .discreteTemporallyWeighted)
            #expect(type.style(in: .ios18) == .discreteArithmetic)
        }
    }

    @Test("Apps cannot write seven quantity types and laboratory results")
    func writable() {
        let names = QuantityType.all.filter { !$0.isWritable }.map(\.id.shortName)
        #expect(
            names == [
                "appleExerciseTime", "appleStandTime", "appleWalkingSteadiness", "atrialFibrillationBurden", "walkingHeartRateAverage",
                "heartRateZones", "cyclingPowerZones", "labResults",
            ])
    }

    @Test(
        "Units and first versions",
        arguments: [
            ("ActiveEnergyBurned", "kcal", "Cal", "kcal", "8.0"), ("BloodGlucose", "mg/dL", "mg/dL", "mg/dL", "8.0"),
            ("CyclingSpeed", "km/hr", "mi/hr", "m/s", "17.0"), ("DietaryCaffeine", "mg", "mg", "g", "8.0"),
            ("DietaryBiotin", "mcg", "mcg", "g", "8.0"), ("DietaryWater", "mL", "fl_oz_us", "mL", "9.0"),
            ("DistanceSwimming", "m", "yd", "m", "10.0"), ("DistanceWalkingRunning", "km", "mi", "m", "8.0"),
            ("ElectrodermalActivity", "mcS", "mcS", "S", "8.0"), ("HeartRate", "count/min", "count/min", "count/s", "8.0"),
            ("HeartRateRecoveryOneMinute", "count/min", "count/min", "count/min", "16.0"), ("Height", "cm", "ft", "m", "8.0"),
            ("PhysicalEffort", "kcal/hr·kg", "kcal/hr·kg", "kcal/kg·hr", "17.0"), ("RunningVerticalOscillation", "cm", "cm", "cm", "16.0"),
            ("OxygenSaturation", "%", "%", "%", "8.0"), ("StairAscentSpeed", "m/s", "ft/s", "m/s", "14.0"),
            ("UVExposure", "count", "count", "count", "9.0"), ("VO2Max", "mL/min·kg", "mL/min·kg", "mL/kg·min", "11.0"),
            ("WaistCircumference", "cm", "in", "m", "11.0"), ("BodyTemperature", "degC", "degF", "degC", "8.0"),
        ])
    func units(name: String, usual: String, us: String, canonical: String, since: String) throws {
        let id = MetricID("HKQuantityTypeIdentifier" + name)
        let type = try #require(QuantityType.all.first { $0.id == id })
        #expect(type.displayUnit(.usual).symbol == usual)
        #expect(type.displayUnit(.metric).symbol == usual)
        #expect(type.displayUnit(.us).symbol == us)
        #expect(HealthUnit(canonical) == type.displayUnit(.canonical))
        #expect(type.sinceIOS == since)
    }

    @Test("Every type converts between its own units")
    func unitsOfOneTypeAreCompatible() {
        for type in QuantityType.all {
            #expect(type.storageUnit == type.usualUnit)
            #expect(type.usualUnit.isCompatible(with: type.usUnit), "\(type.id.shortName)")
            #expect(type.usualUnit.isCompatible(with: type.canonicalUnit), "\(type.id.shortName)")
        }
    }

    @Test("Durations are in hours for sleep and stand hours, and in minutes for everything else")
    func durationUnits() {
        for type in CategoryType.all {
            #expect(type.durationUnit.symbol == (["sleepAnalysis", "appleStandHour"].contains(type.id.shortName) ? "hr" : "min"))
        }
    }

    @Test(
        "Enumerations of category values",
        arguments: [
            ("HKCategoryValueSeverity", 36), ("HKCategoryValue", 18), ("HKCategoryValueVaginalBleeding", 3), ("HKCategoryValuePresence", 2),
            ("HKCategoryValueMenstrualFlow", 1), ("HKCategoryValueSleepAnalysis", 1), ("HKCategoryValueAppleStandHour", 1),
        ])
    func valueEnums(name: String, count: Int) {
        let found = CategoryType.all.filter { $0.valueEnum?.name == name }.count
        #expect(found == count)
    }
}
