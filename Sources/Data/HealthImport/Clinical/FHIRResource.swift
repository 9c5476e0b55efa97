import Foundation

/// The parts of a FHIR resource that Tally reads. Versions DSTU2 and R4 have them in the same form.
///
/// A part of another form than FHIR's counts as missing.
struct FHIRResource: Decodable {
    struct Coding: Decodable {
        var system: String?
        var code: String?
    }

    struct Concept: Decodable {
        var coding: [Coding]?
    }

    struct Quantity: Decodable {
        var value: Double?
        var comparator: String?
        var unit: String?
        var code: String?

        private enum Keys: String, CodingKey { case value, comparator, unit, units, code }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            value = try? values.decode(Double.self, forKey: .value)
            comparator = try? values.decode(String.self, forKey: .comparator)
            // The first draft of FHIR has `units`.
            unit = (try? values.decode(String.self, forKey: .unit)) ?? (try? values.decode(String.self, forKey: .units))
            code = try? values.decode(String.self, forKey: .code)
        }
    }

    struct Period: Decodable {
        var start: String?
        var end: String?
    }

    struct Component: Decodable {
        var code: Concept?
        var valueQuantity: Quantity?
    }

    var resourceType: String
    var status: String?
    var code: Concept?
    var valueQuantity: Quantity?
    var component: [Component]?
    var effectiveDateTime: String?
    var effectiveInstant: String?
    var effectivePeriod: Period?

    private enum Keys: String, CodingKey {
        case resourceType, status, code, valueQuantity, component, effectiveDateTime, effectiveInstant, effectivePeriod
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        resourceType = try values.decode(String.self, forKey: .resourceType)
        status = try? values.decode(String.self, forKey: .status)
        code = try? values.decode(Concept.self, forKey: .code)
        valueQuantity = try? values.decode(Quantity.self, forKey: .valueQuantity)
        component = try? values.decode([Component].self, forKey: .component)
        effectiveDateTime = try? values.decode(String.self, forKey: .effectiveDateTime)
        effectiveInstant = try? values.decode(String.self, forKey: .effectiveInstant)
        effectivePeriod = try? values.decode(Period.self, forKey: .effectivePeriod)
    }
}
