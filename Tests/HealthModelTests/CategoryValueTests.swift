import HealthModel
import Testing

@Suite("Values of category types")
struct CategoryValueTests {
    private func type(_ name: String) throws -> CategoryType {
        try #require(CategoryType.all.first { $0.id.shortName == name })
    }

    @Test(
        "S7.1 Names of sleep stages",
        arguments: [
            ("inBed", [0]), ("in bed", [0]), ("unspecified", [1]), ("asleepUnspecified", [1]), ("awake", [2]), ("core", [3]),
            ("asleepCore", [3]), ("deep", [4]), ("rem", [5]), ("REM", [5]), ("asleepREM", [5]), ("asleep", [1, 3, 4, 5]),
            ("HKCategoryValueSleepAnalysisAsleepCore", [3]), ("hkcategoryvaluesleepanalysisasleepcore", [3]),
            ("HKCategoryValueSleepAnalysisAsleep", [1]), ("4", [4]),
        ])
    func sleepStages(name: String, raws: [Int]) throws {
        let found = try type("sleepAnalysis").rawValues(named: name)
        #expect(found == raws)
    }

    @Test("A name of a value of another type is not accepted", arguments: ["mild", "", "6", "-1", "HKCategoryValueSeverityMild"])
    func otherNames(name: String) throws {
        let found = try type("sleepAnalysis").rawValues(named: name)
        #expect(found == nil)
    }

    @Test(
        "Export names in current and older files",
        arguments: [
            ("sleepAnalysis", "HKCategoryValueSleepAnalysisInBed", 0), ("sleepAnalysis", "HKCategoryValueSleepAnalysisAsleep", 1),
            ("sleepAnalysis", "HKCategoryValueSleepAnalysisAsleepUnspecified", 1),
            ("sleepAnalysis", "HKCategoryValueSleepAnalysisAsleepREM", 5),
            ("sleepAnalysis", "3", 3), ("appleStandHour", "HKCategoryValueAppleStandHourStood", 0),
            ("appleStandHour", "HKCategoryValueAppleStandHourIdle", 1),
            ("ovulationTestResult", "HKCategoryValueOvulationTestResultPositive", 2),
            ("ovulationTestResult", "HKCategoryValueOvulationTestResultLuteinizingHormoneSurge", 2),
            ("menstrualFlow", "HKCategoryValueMenstrualFlowHeavy", 4), ("menstrualFlow", "HKCategoryValueVaginalBleedingHeavy", 4),
            ("headache", "HKCategoryValueSeveritySevere", 4), ("mindfulSession", "HKCategoryValueNotApplicable", 0),
            ("moodChanges", "HKCategoryValuePresenceNotPresent", 1),
            ("cervicalMucusQuality", "HKCategoryValueCervicalMucusQualityEggWhite", 5),
        ])
    func exportNames(name: String, text: String, raw: Int) throws {
        let found = try type(name).rawValue(exportName: text)
        #expect(found == raw)
    }

    @Test("A sample without a value is 0 if the type has no values, and otherwise an error")
    func missingValue() throws {
        let mindful = try type("mindfulSession").rawValue(exportName: nil)
        #expect(mindful == 0)
        let sleep = try type("sleepAnalysis").rawValue(exportName: "")
        #expect(sleep == nil)
    }

    @Test("Every value has an export name that can be read back")
    func exportNamesRoundTrip() {
        for type in CategoryType.all {
            for value in type.values {
                #expect(type.exportName(raw: value.raw).flatMap { type.rawValue(exportName: $0) } == value.raw)
                #expect(type.shortName(raw: value.raw) == value.name)
            }
            #expect(Set(type.values.map(\.raw)).count == type.values.count)
        }
    }

    @Test("Raw values print under their newest name")
    func newestNames() throws {
        let ovulation = try type("ovulationTestResult").shortName(raw: 2)
        #expect(ovulation == "luteinizingHormoneSurge")
        let sleep = try type("sleepAnalysis").exportName(raw: 1)
        #expect(sleep == "HKCategoryValueSleepAnalysisAsleepUnspecified")
    }

    @Test("Values of an unlisted type are plain numbers")
    func unlisted() {
        let type = CategoryType.unlisted(MetricID("HKCategoryTypeIdentifierHiccups"))
        #expect(type.rawValues(named: "7") == [7])
        #expect(type.rawValues(named: "mild") == nil)
        #expect(type.rawValue(exportName: "HKCategoryValueHiccupsLoud") == nil)
    }
}
