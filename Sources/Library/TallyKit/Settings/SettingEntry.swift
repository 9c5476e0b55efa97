import HealthModel
package import QueryVocabulary

/// A setting of a program: its values, and the functions that read and change it.
package struct SettingEntry<Settings: Sendable>: Sendable {
    package let word: SettingWord
    /// The allowed values; empty if they cannot be listed.
    package let choices: [String]
    package let current: @Sendable (Settings) -> String
    /// Parses a value and applies it. Returns false if the text is not a valid value.
    package let apply: @Sendable (String, inout Settings) -> Bool
    /// The help about the form of a value, if the choices can't be listed.
    package let form: String?
    /// The words that can be written in place of a number or a time.
    package let words: [String]

    package var name: String { word.name }
    package var summary: String { word.definition.summary }

    package init(
        _ word: SettingWord, choices: [String] = [], form: String? = nil, words: [String] = [],
        current: @escaping @Sendable (Settings) -> String, apply: @escaping @Sendable (String, inout Settings) -> Bool
    ) {
        self.word = word
        self.choices = choices
        self.form = form
        self.words = words
        self.current = current
        self.apply = apply
    }

    package typealias Field<Value> = any WritableKeyPath<Settings, Value> & Sendable

    /// Returns the entry for settings that contain these.
    package func within<Outer: Sendable>(_ field: any WritableKeyPath<Outer, Settings> & Sendable) -> SettingEntry<Outer> {
        SettingEntry<Outer>(
            word, choices: choices, form: form, words: words, current: { [current] in current($0[keyPath: field]) },
            apply: { [apply] in apply($0, &$1[keyPath: field]) })
    }
}

extension SettingEntry {
    /// One of the words of a type.
    package static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
        _ word: SettingWord, _ field: Field<Value>
    ) -> SettingEntry {
        choice(word, Array(Value.allCases), named: \.rawValue, field)
    }

    /// One of some values, by their names.
    package static func choice<Value: Sendable>(
        _ word: SettingWord, _ values: [Value], named name: any KeyPath<Value, String> & Sendable, _ field: Field<Value>
    ) -> SettingEntry {
        SettingEntry(word, choices: values.map { $0[keyPath: name] }, current: { $0[keyPath: field][keyPath: name] }) { text, settings in
            guard let value = values.first(where: { foldedName($0[keyPath: name]) == foldedName(text) }) else { return false }
            settings[keyPath: field] = value
            return true
        }
    }

    /// A number, or `auto` for nil.
    package static func number(_ word: SettingWord, _ range: ClosedRange<Int>, _ field: Field<Int?>) -> SettingEntry {
        let limits = range.upperBound == .max ? "" : " from \(range.lowerBound) to \(range.upperBound)"
        return SettingEntry(
            word, form: "write a whole number\(limits), or `auto`", words: ["auto"],
            current: { $0[keyPath: field].map(String.init) ?? "auto" }
        ) { text, settings in
            if foldedName(text) == "auto" {
                settings[keyPath: field] = nil
                return true
            }
            guard let number = Int(text), range.contains(number) else { return false }
            settings[keyPath: field] = number
            return true
        }
    }

    /// `yes` or `no`.
    package static func flag(_ word: SettingWord, _ field: Field<Bool>) -> SettingEntry {
        SettingEntry(word, choices: ["yes", "no"], current: { $0[keyPath: field] ? "yes" : "no" }) { text, settings in
            switch foldedName(text) {
            case "yes", "on", "true": settings[keyPath: field] = true
            case "no", "off", "false": settings[keyPath: field] = false
            default: return false
            }
            return true
        }
    }
}
