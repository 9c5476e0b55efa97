import HealthKit
@_spi(Guests) import TallyKit
import Testing

/// Types and errors of the module HealthKit.
@Suite("HealthKit's types")
struct TypeTests {
    @Test("Every type of the catalog has an identifier with its name in Swift")
    func identifiers() {
        for metric in ListedMetric.all where ![.labResults, .labTexts].contains(metric.id) {
            let name = metric.id.identifier
            if metric.quantity != nil {
                #expect(HKObjectType.quantityType(forIdentifier: .init(rawValue: name)) != nil)
            } else if [.heartRateZones, .cyclingPowerZones].contains(metric.id) {
                // HealthKit has times in zones in workouts, without a type.
                #expect(HKObjectType.quantityType(forIdentifier: .init(rawValue: name)) == nil)
            } else if metric.isRecording {
                let types = [
                    HKObjectType.electrocardiogramType(), HKObjectType.audiogramSampleType(), HKObjectType.visionPrescriptionType(),
                    HKObjectType.medicationDoseEventType(),
                    HKObjectType.stateOfMindType(), HKScoredAssessmentType(.GAD7), HKScoredAssessmentType(.PHQ9),
                ]
                #expect(types.map(\.identifier).contains(name))
            } else if metric.isCategory {
                #expect(HKObjectType.categoryType(forIdentifier: .init(rawValue: name)) != nil)
            } else {
                #expect(HKObjectType.workoutType().identifier == name)
            }
        }
        #expect(HKQuantityTypeIdentifier.stepCount.rawValue == "HKQuantityTypeIdentifierStepCount")
        #expect(HKCategoryTypeIdentifier.sleepAnalysis.rawValue == "HKCategoryTypeIdentifierSleepAnalysis")
        #expect(HKObjectType.quantityType(forIdentifier: .init(rawValue: "HKQuantityTypeIdentifierNone")) == nil)
    }

    @Test("A type knows how its samples combine, and its units")
    func styles() {
        #expect(HKQuantityType(.stepCount).aggregationStyle == .cumulative)
        #expect(HKQuantityType(.heartRate).aggregationStyle == .discreteTemporallyWeighted)
        #expect(HKQuantityType(.bodyMass).aggregationStyle == .discreteArithmetic)
        #expect(HKQuantityType(.environmentalAudioExposure).aggregationStyle == .discreteEquivalentContinuousLevel)
        #expect(HKQuantityType(.heartRate).is(compatibleWith: .hertz()) && !HKQuantityType(.heartRate).is(compatibleWith: .gram()))
    }

    @Test("Types with the same identifier are equal, also as keys")
    func equality() {
        #expect(HKQuantityType(.stepCount) == HKObjectType.quantityType(forIdentifier: .stepCount))
        #expect(Set<HKObjectType>([HKQuantityType(.stepCount), HKQuantityType(.stepCount), HKCategoryType(.sleepAnalysis)]).count == 2)
    }

    @Test("Errors have HealthKit's numbers")
    func errors() {
        #expect(HKError(.errorAuthorizationDenied).errorCode == 4 && HKError(.errorAuthorizationNotDetermined).errorCode == 5)
        #expect(HKError(.errorDatabaseInaccessible).errorCode == 6 && HKError(.errorNoData).errorCode == 11)
        #expect(HKError(.errorNotPermissibleForGuestUserMode).errorCode == 15 && HKError.errorDomain == "com.apple.healthkit")
    }
}
