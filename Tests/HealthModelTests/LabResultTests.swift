import HealthModel
import Testing

/// The metadata of laboratory results.
@Suite("Laboratory results")
struct LabResultTests {
    @Test(
        "S7.8 mg/dl and mg/dL are one unit, and other spellings stay apart",
        arguments: [
            ("mg/dL", "mg/dL"), ("mg/dl", "mg/dL"), ("mmol/l", "mmol/L"), ("10*3/ul", "10*3/uL"), ("K/µl", "K/uL"),
            (" mg / dL ", "mg / dL"),
            ("%", "%"), ("ml", "ml"), ("", ""),
        ])
    func units(written: String, kept: String) { #expect(LabResult.unit(written: written) == kept) }

    @Test("S7.8 a reference range includes its ends, and can have one end")
    func positions() {
        #expect(LabResult.position(of: 3.5, low: 3.5, high: 5) == "within" && LabResult.position(of: 5, low: 3.5, high: 5) == "within")
        #expect(LabResult.position(of: 3.4, low: 3.5, high: 5) == "below" && LabResult.position(of: 5.1, low: 3.5, high: 5) == "above")
        #expect(LabResult.position(of: 39, low: 40, high: nil) == "below" && LabResult.position(of: 41, low: 40, high: nil) == "within")
        #expect(LabResult.position(of: 6, low: nil, high: 5.7) == "above" && LabResult.position(of: 6, low: nil, high: nil) == nil)
    }

    @Test("A file with codes in place of names has no text that a clinic wrote")
    func coded() {
        let set = MetadataSet([
            .init(key: "test", value: "Ferritin at Riverside"), .init(key: "unit", value: "ng/mL"), .init(key: "loinc", value: "2276-4"),
            .init(key: "interpretation", value: "high"), .init(key: "reference", value: "above"), .init(key: "referenceHigh", value: "300"),
            .init(key: "referenceRange", value: "ask Dr. X"), .init(key: "note", value: "x"),
        ])
        #expect(LabResult.coded(set).map(\.key) == ["interpretation", "loinc", "reference", "referenceHigh", "unit"])
        let texts = MetadataSet([
            .init(key: "unit", value: "units of Dr. X"), .init(key: "loinc", value: "Riverside 7"),
            .init(key: "interpretation", value: "see Dr. X"),
            .init(key: "reference", value: "Dr. X"), .init(key: "referenceLow", value: "Dr. X"),
        ])
        #expect(LabResult.coded(texts).isEmpty)
    }
}
