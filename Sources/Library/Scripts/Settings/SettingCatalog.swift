package import HelpPages
import QueryVocabulary
package import TallyKit

/// The settings of a session.
package enum SettingCatalog {
    /// In the order of `show settings`.
    package static let all: [SettingEntry<SessionSettings>] = SettingWord.allCases.compactMap(\.entry)

    /// Returns the setting with that name. Case, spaces and separators do not matter.
    package static func entry(named name: String) -> SettingEntry<SessionSettings>? { SettingWord(folded: foldedName(name))?.entry }

    /// Returns the values that a setting can have, if they can be listed, or the words that can replace a number.
    package static func choices(of name: String) -> [String] {
        let word = SettingWord(folded: foldedName(name))
        return word == .goal ? ["none"] : word?.entry?.choices ?? []
    }
}

extension SettingWord {
    /// The entry of the setting. Nil if a store keeps it (`KeptSetting`).
    fileprivate var entry: SettingEntry<SessionSettings>? {
        switch self {
        case .quarterHours: .choice(self, \.quarterHours)
        case .sqlDialect: .choice(self, \.sqlDialect)
        case .format: .choice(self, \.format)
        case .width: .number(self, 20...1000, \.width)
        case .height: .number(self, 5...1000, \.height)
        case .glyphs: .choice(self, \.glyphs)
        case .graphics: .choice(self, \.graphics)
        case .rows: .number(self, 0...Int.max, \.rows)
        case .pager: .choice(self, \.pager)
        case .overwrite: .flag(self, \.overwrite)
        case .wait: wait
        case .timing: .flag(self, \.timing)
        case .hints: .flag(self, \.hints)
        case .history: .flag(self, \.history)
        default: ofQueries?.within(\.queries)
        }
    }

    private var wait: SettingEntry<SessionSettings> {
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

/// The help of a session, with the values that its settings can have.
package enum SessionHelp {
    package static let book = HelpBook { SettingCatalog.choices(of: $0.name) }

    /// The overview of all pages.
    package static var overview: String { HelpBook.map }

    /// Returns the page about a topic; nil if there is none.
    package static func page(about topic: String) -> String? { book.page(for: topic) }

    /// Returns the values of a part of a metric, such as `sleepAnalysis with the value asleepCore`.
    package static func values(of part: MetricPart, _ metric: MetricInfo) -> String { PartText.values(of: part, metric) }
}
