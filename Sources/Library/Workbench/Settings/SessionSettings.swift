package import QueryVocabulary
package import CalendarIntervals
package import QueryEngine
package import HealthModel
package import QueryPlan
import ResultRendering

/// What `set` changes, for this session.
package struct SessionSettings: Sendable {
    /// Fixed by `--now` or `set now`; nil is the clock's.
    package var now: Instant?
    /// Chosen by `--zone` or `set zone`; nil is the store's, else the machine's.
    package var zone: Zone?
    package var week = Weekday.monday
    package var units = UnitPreference.usual
    package var styles = StyleVersion.ios26
    package var rules = StatisticRules()
    package var format = OutputFormat.table
    /// The size of what is printed; nil is that of the terminal.
    package var width: Int?
    package var height: Int?
    package var glyphs = Glyphs.auto
    package var graphics = GraphicsUse.off
    /// The source of samples that are added without one, and their device.
    package var app = "Tally"
    package var device: String?
    /// The most rows that a table shows on a terminal; 0 shows all, nil as many as it has room for.
    package var rows: Int?
    /// Whether the shell shows results page by page.
    package var pager = PagerUse.automatic
    /// Whether `to "file"` may replace a file.
    package var overwrite = false
    package var timing = false
    /// Whether the shell shows what is likely to follow, in grey.
    package var hints = true
    /// Whether the shell keeps statements for later runs.
    package var history = true
    /// How long a statement waits for another program that writes to the store.
    package var waitSeconds = 60.0
    /// When queries read quarter hours in place of samples.
    package var quarterHours = QuarterUse.automatic

    package init() {}

    /// Fixes `now` at a time as ISO 8601 writes it, in the zone chosen, else the machine's, where it names none; returns whether it is one.
    package mutating func fixNow(at text: String) -> Bool {
        guard let reading = ISO8601.read(text) else { return false }
        now = reading.instant(in: zone ?? .ofThisMachine())
        return true
    }
}

/// What pictures are drawn with on a terminal.
package enum Glyphs: String, CaseIterable, Sendable {
    /// By the locale and the name of the terminal.
    case auto
    case unicode, ascii
}

/// Whether pictures are drawn as pixels on a terminal.
package enum GraphicsUse: String, CaseIterable, Sendable {
    case off
    /// Where the terminal answers that it shows them.
    case auto
    case kitty, sixel
}

/// When the shell hands results to a pager.
package enum PagerUse: String, Sendable, CaseIterable {
    /// Where they are taller than the screen.
    case automatic = "auto"
    case on
    case off
}

/// One setting as `set`, `show settings`, help and completion know it.
package struct SettingEntry: Sendable {
    package let name: String
    package let summary: String
    /// The values that can be listed; empty where any of a kind will do.
    package let choices: [String]
    package let current: @Sendable (SessionSettings) -> String
    /// Takes a value's text and returns whether it is one.
    package let apply: @Sendable (String, inout SessionSettings) -> Bool
}

/// Every setting of a session.
package enum SettingCatalog {
    static let all: [SettingEntry] = [
        SettingEntry(
            name: "zone", summary: "the time zone of days and clocks", choices: [],
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
            }),
        choice("week", "the day on which weeks start", Weekday.allCases, named: \.name, \.week),
        choice("units", "the units of results", UnitPreference.allCases, named: \.rawValue, \.units),
        choice("styles", "the version of Apple's table of aggregation styles", StyleVersion.allCases, named: \.rawValue, \.styles),
        choice(
            "weighting", "the weight of a sample in an average over time", StatisticRules.Weighting.allCases, named: \.rawValue,
            \.rules.weighting),
        choice("span", "the buckets that a reading takes part in", StatisticRules.Span.allCases, named: \.rawValue, \.rules.span),
        choice(
            "duration", "whether durations count overlapping time once", StatisticRules.DurationRule.allCases, named: \.rawValue,
            \.rules.duration),
        choice(
            "discrete merge", "the samples that readings are computed from", StatisticRules.DiscreteMerge.allCases, named: \.rawValue,
            \.rules.discreteMerge),
        choice(
            "percentile", "how percentiles lie between two values: on the line between them, or at the nearest rank",
            StatisticRules.PercentileRule.allCases, named: \.rawValue, \.rules.percentile),
        choice(
            "count", "the buckets that a sample is counted in: all that it meets, or the one that it starts in",
            StatisticRules.CountRule.allCases, named: \.rawValue, \.rules.count),
        choice(
            "quarter hours", "when queries read sums of quarter hours in place of samples; the answer is the same", QuarterUse.allCases,
            named: \.rawValue, \.quarterHours),
        choice("format", "the format of results without `as`", OutputFormat.allCases, named: \.rawValue, \.format),
        size("width", "the columns of text that tables and pictures may take; auto for the terminal's", 20...1000, \.width),
        size("height", "the lines that a picture may take; auto for the terminal's", 5...1000, \.height),
        choice("glyphs", "what pictures are drawn with; auto follows the locale", Glyphs.allCases, named: \.rawValue, \.glyphs),
        choice(
            "graphics", "whether a terminal that can shows pictures as pixels; auto asks it", GraphicsUse.allCases, named: \.rawValue,
            \.graphics),
        SettingEntry(
            name: "rows",
            summary: "the most rows that a table shows on a terminal; 0 for all, auto for what the screen holds without a pager",
            choices: [], current: { $0.rows.map(String.init) ?? "auto" },
            apply: { text, settings in
                if text.lowercased() == "auto" {
                    settings.rows = nil
                    return true
                }
                guard let rows = Int(text), rows >= 0 else { return false }
                settings.rows = rows
                return true
            }),
        choice(
            "pager", "when the shell shows results page by page: auto where they are taller than the screen, on always, off never",
            PagerUse.allCases,
            named: \.rawValue, \.pager),
        SettingEntry(
            name: "app", summary: "the source of samples that are added without `from`", choices: [], current: { $0.app },
            apply: { text, settings in
                settings.app = text
                return !text.isEmpty
            }),
        SettingEntry(
            name: "device", summary: "the device of samples that are added; none for no device", choices: [],
            current: { $0.device ?? "none" },
            apply: { text, settings in
                settings.device = text.isEmpty || text.lowercased() == "none" ? nil : text
                return true
            }),
        flag("overwrite", "whether `to \"file\"` may replace a file", \.overwrite),
        SettingEntry(
            name: "wait", summary: "how long a statement waits for another program that writes", choices: [],
            current: { "\(Int($0.waitSeconds)) s" },
            apply: { text, settings in
                let number = text.prefix { $0.isNumber || $0 == "." }
                let unit = text.dropFirst(number.count).filter { !$0.isWhitespace }
                guard let count = Double(number), let scale = ["": 1.0, "s": 1, "min": 60][unit] else { return false }
                settings.waitSeconds = count * scale
                return true
            }),
        flag("timing", "whether the time of each query is told", \.timing),
        flag("hints", "whether the shell shows in grey what is likely to follow; the right arrow takes it", \.hints),
        flag("history", "whether the shell keeps statements, in this run and for later ones", \.history),
    ]

    /// Returns the setting of that name, in any case and separation.
    package static func entry(named name: String) -> SettingEntry? {
        let key = foldedName(name)
        return all.first { foldedName($0.name) == key }
    }

    private static func choice<Value: Sendable>(
        _ name: String, _ summary: String, _ values: [Value], named text: @escaping @Sendable (Value) -> String,
        _ path: any WritableKeyPath<SessionSettings, Value> & Sendable
    ) -> SettingEntry {
        SettingEntry(
            name: name, summary: summary, choices: values.map(text), current: { text($0[keyPath: path]) },
            apply: { word, settings in
                guard let value = values.first(where: { foldedName(text($0)) == foldedName(word) }) else { return false }
                settings[keyPath: path] = value
                return true
            })
    }

    private static func size(
        _ name: String, _ summary: String, _ range: ClosedRange<Int>, _ path: any WritableKeyPath<SessionSettings, Int?> & Sendable
    ) -> SettingEntry {
        SettingEntry(
            name: name, summary: summary, choices: [], current: { $0[keyPath: path].map(String.init) ?? "auto" },
            apply: { text, settings in
                if foldedName(text) == "auto" {
                    settings[keyPath: path] = nil
                    return true
                }
                guard let size = Int(text), range.contains(size) else { return false }
                settings[keyPath: path] = size
                return true
            })
    }

    private static func flag(
        _ name: String, _ summary: String, _ path: any WritableKeyPath<SessionSettings, Bool> & Sendable
    ) -> SettingEntry {
        SettingEntry(
            name: name, summary: summary, choices: ["yes", "no"], current: { $0[keyPath: path] ? "yes" : "no" },
            apply: { text, settings in
                switch foldedName(text) {
                case "yes", "on", "true": settings[keyPath: path] = true
                case "no", "off", "false": settings[keyPath: path] = false
                default: return false
                }
                return true
            })
    }
}
