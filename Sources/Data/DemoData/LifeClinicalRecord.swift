import CalendarIntervals
import HealthModel

/// A clinical record of a made-up life: a body temperature that a clinic measured, in the form of FHIR R4.
struct LifeClinicalRecord {
    static let file = "Observation-1.json"
    static let source = "Clinic"
    static let metric = MetricID("HKQuantityTypeIdentifierBodyTemperature")

    private let time: String

    init(_ life: LifeGenerator) { time = ISO8601.text(of: Instant(milliseconds: Int64(life.nowSeconds - 86_000) * 1000), in: .utc) }

    /// The file.
    var text: String {
        #"{"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"8310-5"}]},"#
            + #""effectiveDateTime":"\#(time)","valueQuantity":{"value":36.8,"unit":"°C","system":"http://unitsofmeasure.org","code":"Cel"}}"#
            + "\n"
    }
}
