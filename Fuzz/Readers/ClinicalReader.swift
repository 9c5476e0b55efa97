import HealthImport
import HealthModel

extension Reader {
    /// Clinical records in FHIR. Readings are finite numbers of quantity types, and a file always has the same ones.
    static let clinical = Reader(
        name: "clinical", longest: 4096,
        words: [
            "{\"resourceType\":\"Observation\"", "\"status\":\"final\"", "\"entered-in-error\"", "\"code\":{\"coding\":[{", "\"system\":",
            "\"http://loinc.org\"", "\"8867-4\"", "\"85354-9\"", "\"8480-6\"", "\"59408-5\"", "\"valueQuantity\":{", "\"value\":",
            "\"unit\":",
            "\"/min\"", "\"{beats}/min\"", "\"mm[Hg]\"", "\"%\"", "\"comparator\":\"<\"", "\"component\":[",
            "\"effectiveDateTime\":\"2024-03-10\"",
            "\"effectivePeriod\":{\"start\":", "\"category\":[{\"coding\":[{\"code\":\"laboratory\"}]}]", "\"referenceRange\":[{\"low\":{",
            "\"interpretation\":[", "\"valueInteger\":7", "\"text\":\"LDL\"", "\"display\":", "1e308", "[[[[", "null", "\\ud83d",
        ],
        seeds: { clinicalTexts.map { Array($0.utf8) } },
        check: { input in
            let file = ClinicalFile(input)
            try demand(file.values.count == file.metrics.count, "a reading has a metric")
            try demand(file.values.allSatisfy(\.isFinite), "readings are numbers")
            try demand(
                file.metrics.allSatisfy { if case .quantity? = MetricCatalog.metric($0)?.kind { true } else { false } },
                "readings are of quantity types")
            try demand(ClinicalFile(input) == file, "a file always has the same readings")
        })
}

/// A heart rate, a blood pressure with components, and a laboratory result.
private let clinicalTexts = [
    """
    {"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"8867-4"}]},\
    "effectiveDateTime":"2024-03-10T07:00:00-05:00","valueQuantity":{"value":64,"unit":"beats/min","code":"{beats}/min"}}
    """,
    """
    {"resourceType":"Observation","status":"amended","code":{"coding":[{"system":"http://loinc.org","code":"85354-9"}]},\
    "effectivePeriod":{"start":"2024-03-10","end":"2024-03-11"},"component":[{"code":{"coding":[{"system":"http://loinc.org",\
    "code":"8480-6"}]},"valueQuantity":{"value":120,"code":"mm[Hg]"}},{"code":{"coding":[{"system":"http://loinc.org",\
    "code":"59408-5"}]},"valueQuantity":{"value":97,"unit":"%","comparator":"<"}}]}
    """,
    """
    {"resourceType":"Observation","status":"final","category":[{"coding":[{"code":"laboratory"}]}],"code":{"text":"LDL","coding":[{\
    "system":"http://loinc.org","code":"13457-7","display":"LDL"}]},"effectiveDateTime":"2024-03-10","valueQuantity":{"value":130,\
    "unit":"mg/dl"},"interpretation":[{"coding":[{"code":"H"}]}],"referenceRange":[{"high":{"value":100,"unit":"mg/dL"}}]}
    """,
]
