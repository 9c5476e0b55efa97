/// A HealthKit category type: intervals or events, such as sleep, stand hours and symptoms.
package struct CategoryType: Hashable, Sendable {
    package let id: MetricID
    /// The enumeration of its values; nil for unlisted types, whose values are plain numbers.
    package let valueEnum: CategoryValues?
    /// The first iOS version with this type, such as `8.0`; nil for unlisted types.
    package let sinceIOS: String?
    /// True if apps can save samples of this type.
    package let isWritable: Bool
    /// Common names of the type, in addition to Apple's.
    package let aliases: [String]

    /// The start of the identifiers of category types.
    package static let identifierPrefix = "HKCategoryTypeIdentifier"

    /// Returns a type that is not in the tables. Its values have no names.
    package static func unlisted(_ id: MetricID) -> CategoryType {
        CategoryType(id: id, valueEnum: nil, sinceIOS: nil, isWritable: true, aliases: [])
    }

    /// The unit in which durations are shown: hours for sleep and stand hours, minutes for all other types.
    package var durationUnit: HealthUnit { valueEnum == .sleepAnalysis || valueEnum == .standHour ? .hour : .minute }

    /// The raw values that record that something was not there, such as `idle` and `notPresent`. They count only if a query asks for the
    /// value (S7.4).
    package var absentValues: [Int] { valueEnum?.absent ?? [] }

    /// The parts of the type that have names, such as `sleep`.
    package var parts: [MetricPart] { valueEnum == .sleepAnalysis ? MetricPart.ofSleep : [] }

    /// The values that exclude each other, so that samples can disagree (S6.6). Nil for most types.
    package var exclusiveValues: ExclusiveValues? { valueEnum == .sleepAnalysis ? .sleep : nil }

    /// All names that users can write for its values: first names for several values, then short names, then Apple's.
    package var valueNames: [String] { (valueEnum?.shortNames ?? []) + values.map(\.name) }

    package var values: [CategoryValues.Value] { valueEnum?.values ?? [] }

    /// Returns the raw values for `name`, or nil if this type does not have the value.
    ///
    /// `name` can be a short name (`core`), Apple's name (`asleepCore`, `HKCategoryValueSleepAnalysisAsleepCore`) or a raw number. Case
    /// and separators do not matter. `asleep` names all stages of sleep.
    package func rawValues(named name: String) -> [Int]? {
        if let number = Int(name) { return valueEnum == nil || shortName(raw: number) != nil ? [number] : nil }
        let folded = foldedName(name)
        if let raws = valueEnum?.otherNames[folded] { return raws }
        return values.first { foldedName($0.name) == folded || foldedName($0.exportName) == folded }.map { [$0.raw] }
    }

    /// Returns the raw value for the text in an export, or nil if the text is not a value of this type. Exports write Apple's current or
    /// former name, or a number. Types without values can have no text, which gives 0.
    package func rawValue(exportName text: String?) -> Int? {
        guard let text, !text.isEmpty else { return valueEnum == .notApplicable ? 0 : nil }
        if let value = values.first(where: { $0.exportName == text }) { return value.raw }
        return rawValues(named: text).flatMap { $0.count == 1 ? $0[0] : nil }
    }

    /// Returns the name that current exports use, or nil if the value has no name.
    package func exportName(raw: Int) -> String? { values.first { $0.raw == raw }?.exportName }

    /// Returns Apple's Swift name of the value, such as `asleepCore`, or nil if the value has no name.
    package func shortName(raw: Int) -> String? { values.first { $0.raw == raw }?.name }

    /// Returns the shortest name of a single value, such as `core`, or nil if the value has no name.
    package func briefName(raw: Int) -> String? {
        valueEnum?.shortNames.first { valueEnum?.otherNames[foldedName($0)] == [raw] } ?? shortName(raw: raw)
    }

    /// The raw value of samples whose value is not in the tables. Their metadata has its name (`MetadataKey.categoryValueName`).
    package static let unlistedRaw = -1

    /// Returns the short name of a value that is not in the tables: Apple's name in exports without the name of the enumeration.
    package func shortName(unlisted exportName: String) -> String {
        let prefixes = [valueEnum?.name, CategoryValues.prefix].compactMap(\.self)
        guard let prefix = prefixes.first(where: { exportName.hasPrefix($0) && exportName.count > $0.count }) else { return exportName }
        return MetricID.lowerCamelCase(exportName.dropFirst(prefix.count))
    }

    /// Returns the names in exports that a value that is not in the tables can have, from its short name or one of these names.
    package func unlistedExportNames(of name: String) -> [String] {
        // The texts of a laboratory are their own names.
        if name.hasPrefix(CategoryValues.prefix) || id == .textsOfLabs { return [name] }
        let capitalized = name.prefix(1).uppercased() + name.dropFirst()
        return [valueEnum?.name, CategoryValues.prefix].compactMap { $0.map { $0 + capitalized } }
    }

    /// Returns the names of values, such as `asleepCore` and `asleepDeep`. Values without a name are left out.
    package func shortNames(of raws: [Int]) -> [String] { raws.compactMap(shortName(raw:)) }
}
