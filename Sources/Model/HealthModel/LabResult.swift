/// The metadata of a laboratory result. The value of the sample is the number of the clinic, in the unit of the clinic.
///
/// All laboratory tests are one metric. A number means something only together with its test and its unit, so both are metadata.
public enum LabResult {
    /// The name of the test, as the clinic writes it: `LDL Cholesterol`.
    public static let test = "test"
    /// The unit of the value, such as `mg/dL`. A number without a unit, such as a pH, has none.
    public static let unit = "unit"
    /// The code of LOINC, if the clinic gives one: `13457-7`.
    public static let code = "loinc"
    /// The interpretation of the clinic, such as `high`.
    public static let interpretation = "interpretation"
    /// The position of the value in the reference range of the clinic: `below`, `within` or `above`.
    public static let reference = "reference"
    /// The lower end of the reference range, in the unit of the value.
    public static let referenceLow = "referenceLow"
    /// The upper end of the reference range, in the unit of the value.
    public static let referenceHigh = "referenceHigh"
    /// The reference range in words, such as `< 5.7`.
    public static let referenceRange = "referenceRange"

    /// The keys whose values a file with codes in place of names can have. Names of tests and ranges in words are texts of a clinic.
    package static let codedKeys: Set<String> = [unit, code, interpretation, reference, referenceLow, referenceHigh]

    /// Returns the metadata for a file with codes in place of names: codes of LOINC, units, numbers and known words, and no other text.
    package static func coded(_ set: MetadataSet) -> [MetadataSet.Entry] {
        set.entries.filter { entry in
            switch entry.key {
            case code: entry.value.wholeMatch(of: /[0-9]{1,7}-[0-9]/) != nil
            case unit: entry.value.wholeMatch(of: /[A-Za-z0-9%µμ°*^\/.\[\]()-]{1,20}/) != nil
            case interpretation: SampleField.interpretation.values.contains(entry.value)
            case reference: SampleField.reference.values.contains(entry.value)
            case referenceLow, referenceHigh: Double(entry.value) != nil
            default: false
            }
        }
    }

    /// Returns the position of a value in a reference range, which includes its ends. Nil without a range.
    package static func position(of value: Double, low: Double?, high: Double?) -> String? {
        if low == nil && high == nil { return nil }
        if let low, value < low { return "below" }
        if let high, value > high { return "above" }
        return "within"
    }

    /// Returns the unit as stores keep it: without notes in braces, and with `L` for the liter, which UCUM also writes as `l`.
    ///
    /// `mg/dl` and `mg/dL` are one unit. Other spellings stay apart.
    package static func unit(written text: String) -> String {
        let plain = text.split(separator: " ").joined(separator: " ")
        var parts = plain.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let liters = ["l": "L", "dl": "dL", "ml": "mL", "ul": "uL", "fl": "fL", "µl": "uL", "μl": "uL"]
        for index in parts.indices.dropFirst() { parts[index] = liters[parts[index]] ?? parts[index] }
        return parts.joined(separator: "/")
    }
}
