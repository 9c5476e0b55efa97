package import HealthModel
import QueryVocabulary

/// A key other than time.
package enum SplitKey: Hashable, Sendable {
    case source, device
    /// The person whose samples these are, or a fact about the person.
    case person(PersonField)
    /// The device's hardware code, such as `Watch7,2`.
    case product
    case metadata(String)
    /// A field of some metrics, such as `label`. A sample with several words belongs to the row of each.
    case field(SampleField)
    /// A workout's activity.
    case activity
    /// The value of a category.
    case category(CategoryType)
    /// Each value of a quantity, in the unit shown.
    case value(UnitConversion?, unit: String?)
    /// Yes or no.
    case condition(Predicate, name: String)
    /// Bins or bands of values.
    case ranges(ValueRanges)

    /// The names of its columns: `source`, `metadata.KEY`, `from` and `to`.
    package var names: [String] {
        switch self {
        case .source: ["source"]
        case .device: ["device"]
        case .product: ["product"]
        case .person(let field): [field.name]
        case .metadata(let key): ["metadata.\(key)"]
        case .field(let field): [field.name]
        case .activity: ["activity"]
        case .category, .value: ["value"]
        case .condition(_, let name): [name]
        case .ranges: ["from", "to"]
        }
    }

    /// The key in messages: `source`, `bins of 10 bpm`.
    package var words: String {
        if case .ranges(let ranges) = self { ranges.words } else { names[0] }
    }

    /// True if the key depends on a sample's value.
    package var asksForValue: Bool {
        switch self {
        case .category, .value, .ranges: true
        case .condition(let predicate, _): predicate.asksForValue
        case .field(let field): field.classes != nil
        case .source, .device, .product, .person, .metadata, .activity: false
        }
    }

    /// True if a sample can belong to several rows.
    package var isOfWords: Bool { if case .field(let field) = self { field.isOfWords } else { false } }
    package var isOfRanges: Bool { if case .ranges = self { true } else { false } }
    /// True if all samples of a person have the same value.
    package var isOfPerson: Bool { if case .person = self { true } else { false } }

    /// The names of the values in the key's column; nil if they are not an enumeration of HealthKit.
    package var valueNames: ValueNames? {
        switch self {
        case .category(let type): .category(type)
        case .activity: .activities
        default: nil
        }
    }

    /// The unit of the numbers in the key's columns.
    package var unit: String? {
        switch self {
        case .value(_, let unit): unit
        case .ranges(let ranges): ranges.unit
        default: nil
        }
    }
}

extension Plan {
    /// The number of key columns that are not profiles.
    package var splitColumnCount: Int { splits.reduce(0) { $0 + $1.names.count } }
}

extension SplitKey {
    /// Returns the condition that a sample belongs to a row, or nil if every sample does.
    ///
    /// - Parameter values: The values of the row in the key's columns.
    package func predicate(of values: [KeyValue?]) -> Predicate? {
        func text(_ field: TextField) -> Predicate {
            values[0].map { .text(field, .equals([$0.text])) } ?? .textMissing(field)
        }
        switch self {
        case .source: return text(.source)
        case .device: return text(.device)
        case .product: return text(.product)
        case .person(let field): return .person(field, values[0].map { .among([$0.text]) } ?? .isMissing)
        case .metadata(let key): return text(.metadata(key))
        case .field(let field):
            switch field.content {
            case .word(let key): return text(.metadata(key))
            case .words(let key): return text(.words(key))
            case .classes(let classes): return classes.names.firstIndex { $0 == values[0]?.text }.map { classes.predicate($0...$0) }
            }
        case .activity: return text(.activity)
        case .category(let type):
            guard let value = values[0] else { return nil }
            return type.rawValues(named: value.text).map { .numberIn(.value, $0.map(Double.init)) }
                ?? .unlistedValue(type.unlistedExportNames(of: value.text))
        case .value(let conversion, _):
            guard let shown = values[0]?.number else { return nil }
            return .number(.value, .equal, conversion?.inverse(shown) ?? shown)
        case .condition(let predicate, _): return values[0] == .flag(false) ? .not(predicate) : predicate
        case .ranges(let ranges): return ranges.predicate(from: values[0]?.number, to: values[1]?.number)
        }
    }
}

extension ValueClasses {
    /// Returns the condition that a value is in some classes.
    package func predicate(_ range: ClosedRange<Int>) -> Predicate {
        let low = range.lowerBound > 0 ? Predicate.number(.value, .greaterOrEqual, starts[range.lowerBound - 1]) : nil
        let high = range.upperBound < starts.count ? Predicate.number(.value, .less, starts[range.upperBound]) : nil
        let parts = [low, high].compactMap(\.self)
        return parts.count == 1 ? parts[0] : parts.isEmpty ? .constant(true) : .all(parts)
    }
}
