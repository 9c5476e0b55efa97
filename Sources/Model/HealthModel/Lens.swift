/// The lens of one eye in a prescription.
///
/// The metadata of a sample has a key for each eye and field: `right sphere` is `-1.5 D`.
public struct Lens: Hashable, Sendable {
    /// An eye.
    public enum Eye: String, Hashable, Sendable, CaseIterable {
        case right, left
    }

    /// A number of a lens. Names are those of HealthKit.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case sphere, cylinder, axis, addPower, vertexDistance, prismAmount, prismAngle, farPupillaryDistance, nearPupillaryDistance
        case baseCurve, diameter

        /// The unit in which stores keep the number.
        public var unit: String {
            switch self {
            case .sphere, .cylinder, .addPower: "D"
            case .axis, .prismAngle: "deg"
            case .prismAmount: "pD"
            case .vertexDistance, .farPupillaryDistance, .nearPupillaryDistance, .baseCurve, .diameter: "mm"
            }
        }

        /// The name of the attribute in Apple's export.
        package var attribute: String {
            switch self {
            case .addPower: "add"
            case .vertexDistance: "vertex"
            case .farPupillaryDistance: "farPD"
            case .nearPupillaryDistance: "nearPD"
            default: rawValue
            }
        }
    }

    /// The numbers in the units of their fields.
    public var values: [Field: Double] = [:]

    /// Creates a lens without numbers.
    public init() {}

    /// Returns the key of a number in the metadata of a prescription.
    public static func key(_ field: Field, of eye: Eye) -> String { "\(eye.rawValue) \(field.rawValue)" }

    /// Returns the text of a number in the metadata of a prescription, in the unit of its field.
    public static func text(_ number: Double, of field: Field) -> String { "\(MetadataNumber.text(number)) \(field.unit)" }

    /// Returns the lens of an eye in the metadata of a prescription; nil without a number.
    public static func of(_ eye: Eye, in facts: MetadataSet) -> Lens? {
        var lens = Lens()
        for field in Field.allCases { lens.values[field] = facts[key(field, of: eye)].flatMap(MetadataNumber.read) }
        return lens.values.isEmpty ? nil : lens
    }
}
