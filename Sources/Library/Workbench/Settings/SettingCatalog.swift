package import HelpPages
import CalendarIntervals
import HealthModel
import QueryEngine
import QueryPlan
package import QueryVocabulary

/// How a session reads and changes one of its settings.
package struct SettingEntry: Sendable {
    package let word: SettingWord
    /// The allowed values; empty if they cannot be listed.
    package let choices: [String]
    package let current: @Sendable (SessionSettings) -> String
    /// Parses a value and applies it. Returns false if the text is not a valid value.
    package let apply: @Sendable (String, inout SessionSettings) -> Bool
    /// The help about the form of a value, if the choices can't be listed.
    let form: String?
    /// The words that can be written in place of a number or a time.
    let words: [String]

    package var name: String { word.name }
    package var summary: String { word.definition.summary }

    fileprivate init(
        _ word: SettingWord, choices: [String] = [], form: String? = nil, words: [String] = [],
        current: @escaping @Sendable (SessionSettings) -> String, apply: @escaping @Sendable (String, inout SessionSettings) -> Bool
    ) {
        self.word = word
        self.choices = choices
        self.form = form
        self.words = words
        self.current = current
        self.apply = apply
    }
}

/// The settings of a session.
package enum SettingCatalog {
    /// In the order of `show settings`.
    package static let all: [SettingEntry] = SettingWord.allCases.compactMap(\.entry)

    /// Returns the setting with that name. Case, spaces and separators do not matter.
    package static func entry(named name: String) -> SettingEntry? { SettingWord(folded: foldedName(name))?.entry }

    /// Returns the values that a setting can have, if they can be listed, or the words that can replace a number.
    package static func choices(of name: String) -> [String] {
        let word = SettingWord(folded: foldedName(name))
        return word == .goal ? ["none"] : word?.entry?.choices ?? []
    }
}

extension SettingWord {
    /// How a session reads and changes the setting; nil for a setting that a store keeps (`KeptSetting`).
    fileprivate var entry: SettingEntry? {
        switch self {
        case .zone: zone
        case .now: now
        case .week: choice(Weekday.allCases, named: \.name, \.week)
        case .units: choice(\.units)
        case .styles: choice(\.styles)
        case .weighting: choice(\.rules.weighting)
        case .span: choice(\.rules.span)
        case .duration: choice(\.rules.duration)
        case .discreteMerge: choice(\.rules.discreteMerge)
        case .percentile: choice(\.rules.percentile)
        case .count: choice(\.rules.count)
        case .quarterHours: choice(\.quarterHours)
        case .sqlDialect: choice(\.sqlDialect)
        case .format: choice(\.format)
        case .width: number(20...1000, \.width)
        case .height: number(5...1000, \.height)
        case .glyphs: choice(\.glyphs)
        case .graphics: choice(\.graphics)
        case .rows: number(0...Int.max, \.rows)
        case .pager: choice(\.pager)
        case .app:
            SettingEntry(self, current: \.app) { text, settings in
                settings.app = text
                return !text.isEmpty
            }
        case .device:
            SettingEntry(self, current: { $0.device ?? "none" }) { text, settings in
                settings.device = text.isEmpty || text.lowercased() == "none" ? nil : text
                return true
            }
        case .person:
            SettingEntry(self, current: { $0.person.map { $0.isEmpty ? PersonField.unnamed : $0 } ?? "all" }) { text, settings in
                settings.person = text.lowercased() == "all" ? nil : text == PersonField.unnamed ? "" : text
                return true
            }
        case .overwrite: flag(\.overwrite)
        case .wait: wait
        case .timing: flag(\.timing)
        case .hints: flag(\.hints)
        case .history: flag(\.history)
        case .goal, .keptDeletions, .deviceState, .priority, .storeZone: nil
        }
    }

    // MARK: Kinds of values

    private typealias Field<Value> = any WritableKeyPath<SessionSettings, Value> & Sendable

    private func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(_ field: Field<Value>) -> SettingEntry {
        choice(Array(Value.allCases), named: \.rawValue, field)
    }

    private func choice<Value: Sendable>(
        _ values: [Value], named name: any KeyPath<Value, String> & Sendable, _ field: Field<Value>
    ) -> SettingEntry {
        SettingEntry(self, choices: values.map { $0[keyPath: name] }, current: { $0[keyPath: field][keyPath: name] }) { text, settings in
            guard let value = values.first(where: { foldedName($0[keyPath: name]) == foldedName(text) }) else { return false }
            settings[keyPath: field] = value
            return true
        }
    }

    /// A number, or `auto` for nil.
    private func number(_ range: ClosedRange<Int>, _ field: Field<Int?>) -> SettingEntry {
        let limits = range.upperBound == .max ? "" : " from \(range.lowerBound) to \(range.upperBound)"
        return SettingEntry(
            self, form: "write a whole number\(limits), or `auto`", words: ["auto"],
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

    private func flag(_ field: Field<Bool>) -> SettingEntry {
        SettingEntry(self, choices: ["yes", "no"], current: { $0[keyPath: field] ? "yes" : "no" }) { text, settings in
            switch foldedName(text) {
            case "yes", "on", "true": settings[keyPath: field] = true
            case "no", "off", "false": settings[keyPath: field] = false
            default: return false
            }
            return true
        }
    }

    // MARK: Times

    private var zone: SettingEntry {
        SettingEntry(self, current: { $0.zone?.identifier ?? "local" }) { text, settings in
            if text.lowercased() == "local" {
                settings.zone = nil
                return true
            }
            guard let zone = Zone.named(text) else { return false }
            settings.zone = zone
            return true
        }
    }

    private var now: SettingEntry {
        SettingEntry(
            self, form: "write a moment such as `2024-03-10 14:30` or `yesterday 12:00`, or `now` for that of the clock", words: ["now"],
            current: { $0.now.map { ISO8601.text(of: $0, in: .utc) } ?? "now" }
        ) { text, settings in
            if text.lowercased() == "now" {
                settings.now = nil
                return true
            }
            guard let reading = ISO8601.read(text) else { return false }
            settings.now = reading.instant(in: settings.zone ?? .utc)
            return true
        }
    }

    private var wait: SettingEntry {
        SettingEntry(
            self, form: "write a number of seconds or minutes, such as `5 s` or `2 min`", current: { "\(Int($0.waitSeconds)) s" }
        ) { text, settings in
            let number = text.prefix { $0.isNumber || $0 == "." }
            let unit = text.dropFirst(number.count).filter { !$0.isWhitespace }
            guard let count = Double(number), let scale = ["": 1.0, "s": 1, "min": 60][unit] else { return false }
            settings.waitSeconds = count * scale
            return true
        }
    }
}

extension HelpBook {
    /// The help of a session, with the values that its settings can have.
    package static let ofSession = HelpBook { SettingCatalog.choices(of: $0.name) }
}
