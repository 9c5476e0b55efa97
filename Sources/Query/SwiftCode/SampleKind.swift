import Explanations
import HealthModel
import QueryPlan
import TerminalText

/// The kind of a metric's samples in HealthKit.
enum SampleKind {
    /// An expression of type `HKQuantityType`, and the storage unit.
    case quantity(type: String, unit: String)
    /// An expression of type `HKCategoryType`.
    case category(type: String)
    case recording(Recording)
    case workout

    /// A kind of samples for which HealthKit has a separate class.
    enum Recording {
        case electrocardiogram, audiogram, visionPrescription, medicationDose, stateOfMind, gad7Assessment, phq9Assessment

        /// Returns the kind of a metric; nil for most metrics.
        init?(_ metric: MetricID) {
            switch metric {
            case .electrocardiograms: self = .electrocardiogram
            case .audiograms: self = .audiogram
            case .visionPrescriptions: self = .visionPrescription
            case .doses: self = .medicationDose
            case .statesOfMind: self = .stateOfMind
            case .gad7Scores: self = .gad7Assessment
            case .phq9Scores: self = .phq9Assessment
            default: return nil
            }
        }

        /// An expression for the type.
        var type: String {
            switch self {
            case .electrocardiogram: "HKObjectType.electrocardiogramType()"
            case .audiogram: "HKObjectType.audiogramSampleType()"
            case .visionPrescription: "HKObjectType.visionPrescriptionType()"
            case .medicationDose: "HKObjectType.medicationDoseEventType()"
            case .stateOfMind: "HKObjectType.stateOfMindType()"
            case .gad7Assessment: "HKScoredAssessmentType(.GAD7)"
            case .phq9Assessment: "HKScoredAssessmentType(.PHQ9)"
            }
        }

        /// The HealthKit class of the samples.
        var sampleClass: String {
            switch self {
            case .electrocardiogram: "HKElectrocardiogram"
            case .audiogram: "HKAudiogramSample"
            case .visionPrescription: "HKVisionPrescription"
            case .medicationDose: "HKMedicationDoseEvent"
            case .stateOfMind: "HKStateOfMind"
            case .gad7Assessment: "HKGAD7Assessment"
            case .phq9Assessment: "HKPHQ9Assessment"
            }
        }

        /// Returns an expression for the number of a value as `Int`.
        func number(of sample: String) -> String {
            switch self {
            case .electrocardiogram: "\(sample).classification.rawValue"
            case .audiogram: "0"
            case .visionPrescription: "Int(\(sample).prescriptionType.rawValue)"
            case .medicationDose: "\(sample).logStatus.rawValue"
            case .stateOfMind: "0"
            case .gad7Assessment, .phq9Assessment: "\(sample).score"
            }
        }

        /// Returns an expression for the value as `Double`.
        func value(of sample: String) -> String { self == .stateOfMind ? "\(sample).valence" : "Double(\(number(of: sample)))" }
    }

    /// Returns the kind of a metric, or nil if the catalog does not have the metric.
    init?(_ metric: MetricID) {
        if let recording = Recording(metric) {
            self = .recording(recording)
            return
        }
        switch MetricCatalog.metric(metric)?.kind {
        case .quantity(let type): self = .quantity(type: "HKQuantityType(.\(metric.shortName))", unit: type.storageUnit.symbol)
        case .category: self = .category(type: "HKCategoryType(.\(metric.shortName))")
        case .workouts: self = .workout
        case nil: return nil
        }
    }

    /// Derives the kind of a metric that the catalog does not have from its identifier and storage unit.
    init(_ metric: MetricID, storageUnit: HealthUnit?) {
        if let known = SampleKind(metric) {
            self = known
        } else if let storageUnit {
            let identifier = "HKQuantityTypeIdentifier(rawValue: \(SwiftText.literal(metric.identifier)))"
            self = .quantity(type: "HKQuantityType(\(identifier))", unit: storageUnit.symbol)
        } else {
            self = .category(type: "HKCategoryType(HKCategoryTypeIdentifier(rawValue: \(SwiftText.literal(metric.identifier))))")
        }
    }

    var type: String {
        switch self {
        case .quantity(let type, _), .category(let type): type
        case .recording(let recording): recording.type
        case .workout: "HKObjectType.workoutType()"
        }
    }

    /// The HealthKit class of the samples.
    var sampleClass: String {
        switch self {
        case .quantity: "HKQuantitySample"
        case .category: "HKCategorySample"
        case .recording(let recording): recording.sampleClass
        case .workout: "HKWorkout"
        }
    }

    /// An expression for the samples that `predicate` chooses, for asynchronous queries.
    var samplePredicate: String {
        switch self {
        case .quantity(let type, _): ".quantitySample(type: \(type), predicate: predicate)"
        case .category(let type): ".categorySample(type: \(type), predicate: predicate)"
        case .recording(.medicationDose): ".sample(type: \(type), predicate: predicate)"
        case .recording(let recording): ".\(recording)(predicate)"
        case .workout: ".workout(predicate)"
        }
    }

    /// The end of an expression for the samples that asynchronous queries return. HealthKit has predicates for samples of any type there.
    var conversion: String {
        if case .recording(.medicationDose) = self { return ".compactMap { $0 as? \(sampleClass) }" }
        return ""
    }

    var isWorkout: Bool { if case .workout = self { true } else { false } }
    var isQuantity: Bool { if case .quantity = self { true } else { false } }

    /// Returns an expression for the value of a sample as `Double`, in the storage unit.
    func value(of sample: String) -> String {
        switch self {
        case .quantity(_, let unit): "\(sample).quantity.doubleValue(for: \(HealthKitPredicate.unit(unit)))"
        case .category: "Double(\(sample).value)"
        case .recording(let recording): recording.value(of: sample)
        case .workout: "Double(\(sample).workoutActivityType.rawValue)"
        }
    }

    /// Returns an expression for the number of a category's value as `Int`; 0 for kinds without such values.
    func categoryNumber(of sample: String) -> String {
        switch self {
        case .category: "\(sample).value"
        case .recording(let recording): recording.number(of: sample)
        case .quantity, .workout: "0"
        }
    }

    /// Returns an expression for a field of a workout as `Double?`, in seconds or in the storage unit of its metric.
    func workout(_ field: WorkoutField, of sample: String) -> String {
        guard isWorkout else { return "(nil as Double?)" }
        switch field {
        case .activeDuration: return "Optional(\(sample).duration)"
        case .statistic(let metric): return statistic("sumQuantity", metric, of: sample)
        case .reading(let metric, let reading): return statistic(reading.healthKitFunction, metric, of: sample)
        case .climb: preconditionFailure("Swift code refuses routes")
        case .distance:
            return "{ $0.isEmpty ? nil : $0.reduce(0, +) }(\(sample).allStatistics"
                + ".filter { $0.key.identifier.hasPrefix(\"HKQuantityTypeIdentifierDistance\") }"
                + ".compactMap { $0.value.sumQuantity()?.doubleValue(for: \(HealthKitPredicate.unit("km"))) })"
        }
    }

    private func statistic(_ function: String, _ metric: MetricID, of sample: String) -> String {
        guard case .quantity(let type, let unit)? = SampleKind(metric) else { return "(nil as Double?)" }
        return "\(sample).statistics(for: \(type))?.\(function)()?.doubleValue(for: \(HealthKitPredicate.unit(unit)))"
    }
}

extension WorkoutReading {
    /// The function of `HKStatistics` for this number.
    fileprivate var healthKitFunction: String { "\(name)Quantity" }
}

extension SampleField {
    /// The property of a sample in HealthKit.
    private var property: String {
        switch name {
        case "label": "labels"
        case "association": "associations"
        case "classification": "valenceClassification"
        default: name
        }
    }

    /// An expression for the number of the value; for several values, for all numbers, or `[0]` without a value.
    var healthKitNumber: String {
        isOfWords ? "(sample.\(property).isEmpty ? [0] : sample.\(property).map(\\.rawValue))" : "sample.\(property).rawValue"
    }

    /// Returns the expression that the store tests one of some values; nil if HealthKit does not have all of them.
    func healthKitPredicate(_ words: [String]) -> String? {
        let known = words.compactMap(value(named:))
        guard known.count == words.count, !known.isEmpty else { return nil }
        let each = known.map { "HKQuery.predicateForStatesOfMind(with: HKStateOfMind.\(name.capitalizedFirst).\($0))" }
        return each.count == 1 ? each[0] : "NSCompoundPredicate(orPredicateWithSubpredicates: [\(each.joined(separator: ", "))])"
    }

    /// Returns a condition on `sample`. It lists numbers, because HealthKit has no names at run time.
    func healthKitCondition(_ test: TextTest) -> String {
        let matches = (try? test.matcher()) ?? { _ in false }
        let numbers = values.indices.filter { matches(values[$0]) }.map { "\($0 + 1)" }.joined(separator: ", ")
        return isOfWords
            ? "sample.\(property).contains { ([\(numbers)] as [Int]).contains($0.rawValue) }"
            : "([\(numbers)] as [Int]).contains(\(healthKitNumber))"
    }

    /// The condition that `sample` has no value.
    var healthKitAbsence: String { isOfWords ? "sample.\(property).isEmpty" : "false" }
}
