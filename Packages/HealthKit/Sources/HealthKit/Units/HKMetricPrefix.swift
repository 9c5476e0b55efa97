/// A decimal prefix of a unit, such as the *kilo* of kilogram.
public enum HKMetricPrefix: Int, Sendable {
    /// No prefix.
    case none
    /// 10⁻¹⁵
    case femto = 13
    /// 10⁻¹²
    case pico = 1
    /// 10⁻⁹
    case nano = 2
    /// 10⁻⁶
    case micro = 3
    /// 10⁻³
    case milli = 4
    /// 10⁻²
    case centi = 5
    /// 10⁻¹
    case deci = 6
    /// 10
    case deca = 7
    /// 10²
    case hecto = 8
    /// 10³
    case kilo = 9
    /// 10⁶
    case mega = 10
    /// 10⁹
    case giga = 11
    /// 10¹²
    case tera = 12

    /// The prefix in the text of a unit.
    var symbol: String {
        switch self {
        case .none: ""
        case .femto: "f"
        case .pico: "p"
        case .nano: "n"
        case .micro: "mc"
        case .milli: "m"
        case .centi: "c"
        case .deci: "d"
        case .deca: "da"
        case .hecto: "h"
        case .kilo: "k"
        case .mega: "M"
        case .giga: "G"
        case .tera: "T"
        }
    }
}

/// The mass of a mole of glucose in grams, for ``HKUnit/moleUnit(withMolarMass:)``.
public let HKUnitMolarMassBloodGlucose = 180.15588000005408
