/// A kind of interval or event that HealthKit knows: sleep, stand hours, symptoms.
package struct CategoryType: Hashable, Sendable {
    package let id: MetricID
    /// The enumeration of its values; nil for types in no table, whose values are bare numbers.
    package let valueEnum: CategoryValues?
    /// The first iOS with this type, such as `8.0`; nil for types in no table.
    package let sinceIOS: String?
    /// Whether apps may save samples of this type.
    package let isWritable: Bool
    /// What people call the type, beside Apple's names.
    package let aliases: [String]

    init(id: MetricID, valueEnum: CategoryValues?, sinceIOS: String?, isWritable: Bool, aliases: [String]) {
        self.id = id
        self.valueEnum = valueEnum
        self.sinceIOS = sinceIOS
        self.isWritable = isWritable
        self.aliases = aliases
    }

    /// A type that is in no table: its values have no names.
    package static func unlisted(_ id: MetricID) -> CategoryType {
        CategoryType(id: id, valueEnum: nil, sinceIOS: nil, isWritable: true, aliases: [])
    }

    /// The unit in which durations of this type are shown: hours for sleep, else minutes.
    package var durationUnit: HealthUnit { valueEnum == .sleepAnalysis ? .hour : .minute }

    /// The parts of the type that have a word of their own.
    package var parts: [MetricPart] { valueEnum == .sleepAnalysis ? MetricPart.ofSleep : [] }

    /// The raw values of which a person has one at a time: sources that say otherwise contradict each other (S6.6). None for most types.
    package var exclusiveValues: ClosedRange<Int>? { valueEnum == .sleepAnalysis ? 1...5 : nil }

    /// The names that people may write for its values: those of several values at once, short ones, then Apple's.
    package var valueNames: [String] { (valueEnum?.shortNames ?? []) + values.map(\.name) }

    package var values: [CategoryValues.Value] { valueEnum?.values ?? [] }

    /// Returns the raw values that `name` stands for, nil where it is no value of this type.
    ///
    /// A name is a short one (`core`), Apple's (`asleepCore`, `HKCategoryValueSleepAnalysisAsleepCore`) in any case and separation, or a raw
    /// number. `asleep` names all stages of sleep.
    package func rawValues(named name: String) -> [Int]? {
        if let number = Int(name) { return valueEnum == nil || shortName(raw: number) != nil ? [number] : nil }
        let folded = foldedName(name)
        if let raws = valueEnum?.otherNames[folded] { return raws }
        return values.first { foldedName($0.name) == folded || foldedName($0.exportName) == folded }.map { [$0.raw] }
    }

    /// Returns the raw value that an export writes as `text`: Apple's name of today or of older exports, or a number. Types without values
    /// may have no text at all, which is 0. Nil where the text is no value of this type.
    package func rawValue(exportName text: String?) -> Int? {
        guard let text, !text.isEmpty else { return valueEnum == .notApplicable ? 0 : nil }
        if let value = values.first(where: { $0.exportName == text }) { return value.raw }
        return rawValues(named: text).flatMap { $0.count == 1 ? $0[0] : nil }
    }

    /// Returns the name that exports of today use, nil for a value without a name.
    package func exportName(raw: Int) -> String? { values.first { $0.raw == raw }?.exportName }

    /// Returns Apple's Swift name of the value, such as `asleepCore`; nil for a value without a name.
    package func shortName(raw: Int) -> String? { values.first { $0.raw == raw }?.name }

    /// Returns the names of values as a choice: `asleepCore, asleepDeep or asleepREM`.
    package func choice(of raws: [Int]) -> String {
        let names = raws.compactMap(shortName(raw:))
        return names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
    }
}
