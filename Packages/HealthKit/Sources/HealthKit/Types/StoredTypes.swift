@_spi(Guests) import TallyKit

/// The types as a store knows them.
extension HKSampleType {
    /// Returns the type of the samples of a metric; nil if HealthKit has none.
    static func named(_ metric: MetricID) -> HKSampleType? {
        guard let listed = ListedMetric(metric) else { return nil }
        switch metric {
        case .electrocardiograms: return .electrocardiogramType()
        case .audiograms: return .audiogramSampleType()
        case .visionPrescriptions: return .visionPrescriptionType()
        case .medicationDoses: return .medicationDoseEventType()
        case .stateOfMind: return .stateOfMindType()
        case .gad7: return HKScoredAssessmentType(.GAD7)
        case .phq9: return HKScoredAssessmentType(.PHQ9)
        // Clinical records are files in FHIR, which a store does not have.
        case .labResults: return nil
        default: break
        }
        if listed.quantity != nil { return HKQuantityType(HKQuantityTypeIdentifier(rawValue: metric.identifier)) }
        return listed.isCategory ? HKCategoryType(HKCategoryTypeIdentifier(rawValue: metric.identifier)) : HKWorkoutType()
    }
}

extension HKQuantityType {
    /// The unit in which a store keeps values.
    var storageUnit: HKUnit { HKUnit(kind.storageUnit) }

    /// Returns true if a quantity has a unit of this type.
    func isMeasured(in quantity: HKQuantity) -> Bool { quantity.unit.unit.isCompatible(with: kind.canonicalUnit) }

    /// The kind of unit in messages, as the unit of Apple's header.
    var dimensionName: String { kind.canonicalUnit.symbol }

    /// Returns the value of a quantity in the unit of the store. Traps if it has another kind of unit.
    func storedValue(of quantity: HKQuantity) -> Double { quantity.doubleValue(for: storageUnit) }
}

extension HKQuantity {
    /// The text of the unit.
    var unitString: String { unit.unitString }
}
