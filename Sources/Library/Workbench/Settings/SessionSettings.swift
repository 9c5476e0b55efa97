package import QueryVocabulary
package import CalendarIntervals
package import QueryEngine
package import HealthModel
package import QueryPlan
import ResultRendering

/// The settings of a session, which `set` changes.
package struct SessionSettings: Sendable {
    /// The value of `--now` or `set now`; nil uses the clock.
    package var now: Instant?
    /// The value of `--zone` or `set zone`; nil uses the store's zone, or the machine's if the store has none.
    package var zone: Zone?
    package var week = Weekday.monday
    package var units = UnitPreference.usual
    package var styles = StyleVersion.ios26
    package var rules = StatisticRules()
    package var format = OutputFormat.table
    /// The size of printed results; nil uses the size of the terminal.
    package var width: Int?
    package var height: Int?
    package var glyphs = Glyphs.auto
    package var graphics = GraphicsUse.off
    /// The source and the device of samples that are added without one.
    package var app = "Tally"
    package var device: String?
    /// The id of the person that statements concern; nil for all persons of the store.
    package var person: String?
    /// The maximum number of table rows on a terminal. 0 shows all rows; nil shows as many as fit.
    package var rows: Int?
    /// When the shell shows results page by page.
    package var pager = PagerUse.automatic
    /// True if `to "file"` may replace an existing file.
    package var overwrite = false
    package var timing = false
    /// True if the shell suggests the likely continuation in gray.
    package var hints = true
    /// True if the shell saves statements in the history.
    package var history = true
    /// The maximum time that a statement waits for another program that writes to the store.
    package var waitSeconds = 60.0
    /// When queries read quarter-hour sums instead of samples.
    package var quarterHours = QuarterUse.automatic
    /// The database for which `explain sql` writes.
    package var sqlDialect = SQLDialect.portable

    package init() {}

    /// Sets `now` to an ISO 8601 time. Returns false if `text` is not a time.
    ///
    /// A time without an offset is in the zone of the settings, or in the machine's zone.
    package mutating func fixNow(at text: String) -> Bool {
        guard let reading = ISO8601.read(text) else { return false }
        now = reading.instant(in: zone ?? .ofThisMachine())
        return true
    }
}

/// The characters that charts are drawn with on a terminal.
package enum Glyphs: String, CaseIterable, Sendable {
    /// Depends on the locale and the name of the terminal.
    case auto
    case unicode, ascii
}

/// When charts are drawn as pixels on a terminal.
package enum GraphicsUse: String, CaseIterable, Sendable {
    case off
    /// If the terminal reports that it supports them.
    case auto
    case kitty, sixel
}

/// When the shell sends results to a pager.
package enum PagerUse: String, Sendable, CaseIterable {
    /// If they are taller than the screen.
    case automatic = "auto"
    case on
    case off
}

/// One setting. `set`, `show settings`, help and completion use this entry.
package struct SettingEntry: Sendable {
    package let name: String
    package let summary: String
    /// The allowed values; empty if they cannot be listed.
    package let choices: [String]
    package let current: @Sendable (SessionSettings) -> String
    /// Parses a value and applies it. Returns false if the text is not a valid value.
    package let apply: @Sendable (String, inout SessionSettings) -> Bool
    /// The help about the form of a value, if the choices can't be listed.
    var form: String?
    /// The words that can be written in place of a number or a time.
    var words: [String] = []
}

/// Every setting of a session.
package enum SettingCatalog {
    package static let all: [SettingEntry] = [
        SettingEntry(
            name: "zone", summary: "the time zone for days and clock times", choices: [],
            current: { $0.zone?.identifier ?? "local" },
            apply: { text, settings in
                if text.lowercased() == "local" {
                    settings.zone = nil
                    return true
                }
                guard let zone = Zone.named(text) else { return false }
                settings.zone = zone
                return true
            }),
        SettingEntry(
            name: "now", summary: "the moment that `now` and `today` refer to", choices: [],
            current: { $0.now.map { ISO8601.text(of: $0, in: .utc) } ?? "now" },
            apply: { text, settings in
                if text.lowercased() == "now" {
                    settings.now = nil
                    return true
                }
                guard let reading = ISO8601.read(text) else { return false }
                settings.now = reading.instant(in: settings.zone ?? .utc)
                return true
            },
            form: "write a moment such as `2024-03-10 14:30` or `yesterday 12:00`, or `now` for that of the clock", words: ["now"]),
        choice("week", "the first day of the week", Weekday.allCases, named: { $0.name }, { $0.week }, { $0.week = $1 }),
        choice("units", "the units of results", UnitPreference.allCases, { $0.units }, { $0.units = $1 }),
        choice(
            "styles", "the version of Apple's aggregation styles", StyleVersion.allCases, { $0.styles },
            { $0.styles = $1 }),
        choice(
            "weighting", "how an average over time weights samples", StatisticRules.Weighting.allCases,
            { $0.rules.weighting }, { $0.rules.weighting = $1 }),
        choice(
            "span", "which buckets a reading counts in", StatisticRules.Span.allCases, { $0.rules.span },
            { $0.rules.span = $1 }),
        choice(
            "duration", "how durations count overlapping time: once (union), or once per sample (sum)",
            StatisticRules.DurationRule.allCases,
            { $0.rules.duration }, { $0.rules.duration = $1 }),
        choice(
            "discrete merge", "which sources averages and other statistics of readings use", StatisticRules.DiscreteMerge.allCases,
            { $0.rules.discreteMerge }, { $0.rules.discreteMerge = $1 }),
        choice(
            "percentile", "how percentiles are computed: interpolated, or as the nearest rank", StatisticRules.PercentileRule.allCases,
            { $0.rules.percentile }, { $0.rules.percentile = $1 }),
        choice(
            "count", "which buckets count a sample: all that it overlaps, or the one where it starts", StatisticRules.CountRule.allCases,
            { $0.rules.count }, { $0.rules.count = $1 }),
        choice(
            "quarter hours", "when queries read quarter-hour sums instead of samples; results are the same", QuarterUse.allCases,
            { $0.quarterHours }, { $0.quarterHours = $1 }),
        choice(
            "sql dialect", "the database for which `explain sql` writes; portable is one statement for all", SQLDialect.allCases,
            { $0.sqlDialect }, { $0.sqlDialect = $1 }),
        choice(
            "format", "the format of results if the query has no `as`", OutputFormat.allCases, { $0.format },
            { $0.format = $1 }),
        size("width", "the width of tables and charts in characters; auto fits the terminal", 20...1000, { $0.width }, { $0.width = $1 }),
        size("height", "the height of charts in lines; auto fits the terminal", 5...1000, { $0.height }, { $0.height = $1 }),
        choice(
            "glyphs", "the characters that charts use; auto depends on the locale", Glyphs.allCases, { $0.glyphs },
            { $0.glyphs = $1 }),
        choice(
            "graphics", "whether charts are drawn as pixels; auto asks the terminal", GraphicsUse.allCases,
            { $0.graphics }, { $0.graphics = $1 }),
        SettingEntry(
            name: "rows",
            summary: "the maximum number of table rows on a terminal; 0 for all, auto to fit the screen if there is no pager",
            choices: [], current: { $0.rows.map(String.init) ?? "auto" },
            apply: { text, settings in
                if text.lowercased() == "auto" {
                    settings.rows = nil
                    return true
                }
                guard let rows = Int(text), rows >= 0 else { return false }
                settings.rows = rows
                return true
            },
            form: "write a whole number, or `auto`", words: ["auto"]),
        choice(
            "pager", "when the shell shows results page by page; auto if they are taller than the screen",
            PagerUse.allCases,
            { $0.pager }, { $0.pager = $1 }),
        SettingEntry(
            name: "app", summary: "the source of samples that you add without `from`", choices: [], current: { $0.app },
            apply: { text, settings in
                settings.app = text
                return !text.isEmpty
            }),
        SettingEntry(
            name: "device", summary: "the device of samples that you add; `none` leaves it out", choices: [],
            current: { $0.device ?? "none" },
            apply: { text, settings in
                settings.device = text.isEmpty || text.lowercased() == "none" ? nil : text
                return true
            }),
        SettingEntry(
            name: "person", summary: "the person whose samples statements read and write; `all` for all persons", choices: [],
            current: { $0.person.map { $0.isEmpty ? PersonField.unnamed : $0 } ?? "all" },
            apply: { text, settings in
                settings.person = text.lowercased() == "all" ? nil : text == PersonField.unnamed ? "" : text
                return true
            }),
        flag("overwrite", "whether `to \"file\"` may replace an existing file", { $0.overwrite }, { $0.overwrite = $1 }),
        SettingEntry(
            name: "wait", summary: "how long a statement waits while another program writes to the store", choices: [],
            current: { "\(Int($0.waitSeconds)) s" },
            apply: { text, settings in
                let number = text.prefix { $0.isNumber || $0 == "." }
                let unit = text.dropFirst(number.count).filter { !$0.isWhitespace }
                guard let count = Double(number), let scale = ["": 1.0, "s": 1, "min": 60][unit] else { return false }
                settings.waitSeconds = count * scale
                return true
            },
            form: "write a number of seconds or minutes, such as `5 s` or `2 min`"),
        flag("timing", "whether to print the time of each query", { $0.timing }, { $0.timing = $1 }),
        flag(
            "hints", "whether the shell suggests the rest of the line in gray; the right arrow accepts it", { $0.hints }, { $0.hints = $1 }),
        flag("history", "whether the shell saves statements in the history", { $0.history }, { $0.history = $1 }),
    ]

    /// The settings that a store keeps. Each is a statement with its own grammar.
    package static let stored: [(name: String, summary: String)] = [
        ("goal", "`set goal of METRIC = NUMBER`: the goal of a day in `progress`; `none` removes it"),
        ("kept deletions", "the number of deletions that `changes` can still list"),
        ("device state", "`unlocked`, `locked` or `guest`: what apps notice of the device (`act as`)"),
        ("priority", "`set priority of METRIC = \"SOURCE\", …`: which source counts first; `default` removes it"),
        ("store zone", "the time zone for days and clock times if the session sets none"),
    ]

    /// Returns the setting with that name. Case, spaces and separators do not matter.
    package static func entry(named name: String) -> SettingEntry? {
        let key = foldedName(name)
        return all.first { foldedName($0.name) == key }
    }

    // Closures instead of key paths: every start builds this table, and the types of a key path are looked up by name.

    private static func choice<Value: RawRepresentable<String> & Sendable>(
        _ name: String, _ summary: String, _ values: [Value], _ get: @escaping @Sendable (SessionSettings) -> Value,
        _ set: @escaping @Sendable (inout SessionSettings, Value) -> Void
    ) -> SettingEntry {
        choice(name, summary, values, named: { $0.rawValue }, get, set)
    }

    private static func choice<Value: Sendable>(
        _ name: String, _ summary: String, _ values: [Value], named text: @escaping @Sendable (Value) -> String,
        _ get: @escaping @Sendable (SessionSettings) -> Value, _ set: @escaping @Sendable (inout SessionSettings, Value) -> Void
    ) -> SettingEntry {
        SettingEntry(
            name: name, summary: summary, choices: values.map(text), current: { text(get($0)) },
            apply: { word, settings in
                guard let value = values.first(where: { foldedName(text($0)) == foldedName(word) }) else { return false }
                set(&settings, value)
                return true
            })
    }

    private static func size(
        _ name: String, _ summary: String, _ range: ClosedRange<Int>, _ get: @escaping @Sendable (SessionSettings) -> Int?,
        _ set: @escaping @Sendable (inout SessionSettings, Int?) -> Void
    ) -> SettingEntry {
        SettingEntry(
            name: name, summary: summary, choices: [], current: { get($0).map(String.init) ?? "auto" },
            apply: { text, settings in
                if foldedName(text) == "auto" {
                    set(&settings, nil)
                    return true
                }
                guard let size = Int(text), range.contains(size) else { return false }
                set(&settings, size)
                return true
            },
            form: "write a whole number from \(range.lowerBound) to \(range.upperBound), or `auto`", words: ["auto"])
    }

    private static func flag(
        _ name: String, _ summary: String, _ get: @escaping @Sendable (SessionSettings) -> Bool,
        _ set: @escaping @Sendable (inout SessionSettings, Bool) -> Void
    ) -> SettingEntry {
        SettingEntry(
            name: name, summary: summary, choices: ["yes", "no"], current: { get($0) ? "yes" : "no" },
            apply: { text, settings in
                switch foldedName(text) {
                case "yes", "on", "true": set(&settings, true)
                case "no", "off", "false": set(&settings, false)
                default: return false
                }
                return true
            })
    }
}
