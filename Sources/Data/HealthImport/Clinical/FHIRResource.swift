import Foundation

/// The parts of a FHIR resource that Tally reads. Versions DSTU2 and R4 have them in the same form.
///
/// A part of another form than FHIR's counts as missing.
struct FHIRResource: Decodable {
    struct Coding: Decodable {
        var system: String?
        var code: String?
        var display: String?

        private enum Keys: String, CodingKey { case system, code, display }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            system = try? values.decode(String.self, forKey: .system)
            code = try? values.decode(String.self, forKey: .code)
            display = try? values.decode(String.self, forKey: .display)
        }
    }

    struct Concept: Decodable {
        var coding: [Coding]?
        var text: String?

        private enum Keys: String, CodingKey { case coding, text }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            coding = try? values.decode([Coding].self, forKey: .coding)
            text = try? values.decode(String.self, forKey: .text)
        }
    }

    struct Quantity: Decodable {
        var value: Double?
        var comparator: String?
        var unit: String?
        var system: String?
        var code: String?

        private enum Keys: String, CodingKey { case value, comparator, unit, units, system, code }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            value = try? values.decode(Double.self, forKey: .value)
            comparator = try? values.decode(String.self, forKey: .comparator)
            // The first draft of FHIR has `units`.
            unit = (try? values.decode(String.self, forKey: .unit)) ?? (try? values.decode(String.self, forKey: .units))
            system = try? values.decode(String.self, forKey: .system)
            code = try? values.decode(String.self, forKey: .code)
        }
    }

    struct Period: Decodable {
        var start: String?
        var end: String?
    }

    /// A ratio, such as a titer of 1:80.
    struct Ratio: Decodable {
        var numerator: Quantity?
        var denominator: Quantity?
    }

    /// A reference range. DSTU2 has `meaning` in place of `type`.
    struct Range: Decodable {
        var low: Quantity?
        var high: Quantity?
        var text: String?
        /// True if it is for a group of people, or not what is normal.
        var isConditional: Bool

        private enum Keys: String, CodingKey { case low, high, text, type, meaning, appliesTo, age }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            low = try? values.decode(Quantity.self, forKey: .low)
            high = try? values.decode(Quantity.self, forKey: .high)
            text = try? values.decode(String.self, forKey: .text)
            let type = (try? values.decode(Concept.self, forKey: .type)) ?? (try? values.decode(Concept.self, forKey: .meaning))
            let isNormal = type?.coding?.contains { $0.code == "normal" } ?? true
            isConditional = !isNormal || values.contains(.appliesTo) || values.contains(.age)
        }
    }

    /// The part that an observation has in common with its components.
    struct Component: Decodable {
        var code: Concept?
        var valueQuantity: Quantity?
        /// R4 also has whole numbers, without a unit.
        var valueInteger: Int?
        /// Values that are not numbers.
        var valueString: String?
        var valueCodeableConcept: Concept?
        var valueRatio: Ratio?
        /// True if it has a value of any kind, or a reason for a missing one.
        var hasValue: Bool
        /// DSTU2 has a single interpretation.
        var interpretation: [Concept]
        var referenceRange: [Range]

        private enum Keys: String, CodingKey {
            case code, valueQuantity, valueInteger, valueString, valueCodeableConcept, valueRatio, interpretation, referenceRange
        }

        private struct AnyKey: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            code = try? values.decode(Concept.self, forKey: .code)
            valueQuantity = try? values.decode(Quantity.self, forKey: .valueQuantity)
            valueInteger = try? values.decode(Int.self, forKey: .valueInteger)
            valueString = try? values.decode(String.self, forKey: .valueString)
            valueCodeableConcept = try? values.decode(Concept.self, forKey: .valueCodeableConcept)
            valueRatio = try? values.decode(Ratio.self, forKey: .valueRatio)
            interpretation =
                (try? values.decode([Concept].self, forKey: .interpretation))
                ?? (try? values.decode(Concept.self, forKey: .interpretation)).map { [$0] } ?? []
            referenceRange = (try? values.decode([Range].self, forKey: .referenceRange)) ?? []
            let keys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
            hasValue = keys.contains { $0.hasPrefix("value") || $0 == "dataAbsentReason" }
        }
    }

    var resourceType: String
    var status: String?
    /// The observation without its components.
    var main: Component
    var component: [Component]?
    var category: [Concept]
    var effectiveDateTime: String?
    var effectiveInstant: String?
    var effectivePeriod: Period?

    private enum Keys: String, CodingKey {
        case resourceType, status, component, category, effectiveDateTime, effectiveInstant, effectivePeriod
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        resourceType = try values.decode(String.self, forKey: .resourceType)
        status = try? values.decode(String.self, forKey: .status)
        main = try Component(from: decoder)
        category =
            (try? values.decode([Concept].self, forKey: .category))
            ?? (try? values.decode(Concept.self, forKey: .category)).map { [$0] } ?? []
        component = try? values.decode([Component].self, forKey: .component)
        effectiveDateTime = try? values.decode(String.self, forKey: .effectiveDateTime)
        effectiveInstant = try? values.decode(String.self, forKey: .effectiveInstant)
        effectivePeriod = try? values.decode(Period.self, forKey: .effectivePeriod)
    }
}
