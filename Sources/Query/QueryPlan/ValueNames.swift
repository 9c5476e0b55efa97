package import HealthModel

/// The enumeration of HealthKit whose short names are the texts of a column.
package enum ValueNames: Hashable, Sendable {
    case category(CategoryType)
    case activities

    /// Returns the value of a category as shown: its short name, or its number if it has no name.
    package static func shown(_ raw: Int, of type: CategoryType) -> KeyValue {
        type.briefName(raw: raw).map { .text($0) } ?? .integer(raw)
    }

    /// Returns Apple's name of a value; nil if it has none.
    package func appleName(of value: KeyValue?) -> String? {
        guard case .text(let name)? = value else { return nil }
        switch self {
        case .category(let type):
            return raw(name, of: type).flatMap { type.exportName(raw: $0) } ?? type.unlistedExportNames(of: name).first
        case .activities: return WorkoutActivityType.named(name)?.exportName ?? WorkoutActivityType.unlistedExportName(of: name)
        }
    }

    /// Returns the position of a name in the order of the enumeration. Names that are not in the tables come last. Activities are in
    /// alphabetical order.
    package func rank(of name: String) -> Int {
        if case .category(let type) = self { raw(name, of: type) ?? .max } else { 0 }
    }

    private func raw(_ name: String, of type: CategoryType) -> Int? { type.rawValues(named: name).flatMap { $0.count == 1 ? $0[0] : nil } }
}
