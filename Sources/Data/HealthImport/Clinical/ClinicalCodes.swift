import HealthModel

/// The codes of LOINC that have a metric, and the units of UCUM.
enum ClinicalCodes {
    /// The key of a code in the metadata of a sample.
    static let key = LabResult.code

    /// The metrics by code. Codes of panels, such as that of blood pressure, have the readings as components.
    static let metrics: [String: String] = [
        "29463-7": "BodyMass", "3141-9": "BodyMass", "8302-2": "Height", "3137-7": "Height", "39156-5": "BodyMassIndex",
        "56086-2": "WaistCircumference", "8280-0": "WaistCircumference", "8867-4": "HeartRate", "40443-4": "RestingHeartRate",
        "8480-6": "BloodPressureSystolic", "8462-4": "BloodPressureDiastolic", "8310-5": "BodyTemperature", "8331-1": "BodyTemperature",
        "9279-1": "RespiratoryRate", "59408-5": "OxygenSaturation", "2708-6": "OxygenSaturation", "2710-2": "OxygenSaturation",
        "2339-0": "BloodGlucose", "2345-7": "BloodGlucose", "15074-8": "BloodGlucose", "14749-6": "BloodGlucose",
        "41653-7": "BloodGlucose",
    ]

    static let systems: Set = ["http://loinc.org", "https://loinc.org", "urn:oid:2.16.840.1.113883.6.1"]

    private static let ucum = [
        "mm[Hg]": "mmHg", "[lb_av]": "lb", "[oz_av]": "oz", "[stone_av]": "st", "[in_i]": "in", "[in_us]": "in", "[ft_i]": "ft",
        "[ft_us]": "ft", "Cel": "degC", "[degF]": "degF", "1": "count",
    ]

    /// Returns the quantity type of the first code that has one, with the code.
    static func metric(of concept: FHIRResource.Concept?) -> (type: QuantityType, code: String)? {
        for coding in concept?.coding ?? [] {
            guard let system = coding.system, systems.contains(system), let code = coding.code, let name = metrics[code],
                case .quantity(let type)? = MetricCatalog.metric(MetricID(MetricID.quantityPrefix + name))?.kind
            else { continue }
            return (type, code)
        }
        return nil
    }

    /// Returns the unit of a quantity that measures the type: the code of UCUM, or else the text for people. Nil without one that fits.
    static func unit(of quantity: FHIRResource.Quantity, for type: QuantityType) -> HealthUnit? {
        for text in [quantity.code, quantity.unit].compactMap(\.self) where text.utf8.count <= ImportFindings.textLimit {
            if let unit = unit(text, for: type), unit.isCompatible(with: type.storageUnit) { return unit }
        }
        return nil
    }

    private static func unit(_ text: String, for type: QuantityType) -> HealthUnit? {
        // A note in braces is a factor of 1: `{beats}/min` is `/min`.
        var written = text.replacing(/\{[^}]*\}/, with: "")
        if let known = ucum[written] { written = known }
        if written.hasPrefix("/") { written = "count" + written }
        return HealthUnit.parseInFile(written, for: MetricInfo(.quantity(type)))
    }
}
