/// The settings of `set`. Those of a session are in the order of `show settings`.
package enum SettingWord: String, Hashable, Sendable, CaseIterable {
    case zone, now, week
    case dayParts = "day parts"
    case units, styles, weighting, span, duration
    case discreteMerge = "discrete merge"
    case merging
    case percentile, count
    case quarterHours = "quarter hours"
    case sqlDialect = "sql dialect"
    case format, width, height, glyphs, graphics, rows, pager, app, device, person, overwrite, wait, timing, hints, history
    case goal
    case keptDeletions = "kept deletions"
    case undoSteps = "undo steps"
    case deviceState = "device state"
    case priority
    case storeZone = "store zone"

    package var definition: SettingDefinition {
        switch self {
        case .zone: SettingDefinition("the time zone for days and clock times", isLoaded: true)
        case .now: SettingDefinition("the moment that `now` and `today` refer to", isLoaded: true)
        case .week: SettingDefinition("the first day of the week")
        case .dayParts: SettingDefinition("when morning, afternoon, evening and night start")
        case .units: SettingDefinition("the units of results")
        case .styles: SettingDefinition("the version of Apple's aggregation styles")
        case .weighting: SettingDefinition("how an average over time weights samples")
        case .span: SettingDefinition("which buckets a reading counts in")
        case .duration: SettingDefinition("how durations count overlapping time: once (union), or once per sample (sum)")
        case .discreteMerge: SettingDefinition("which sources averages and other statistics of readings use")
        case .merging:
            SettingDefinition("the platform whose rules count what several apps recorded; auto is that of the store's exports")
        case .percentile: SettingDefinition("how percentiles are computed: interpolated, or as the nearest rank")
        case .count: SettingDefinition("which buckets count a sample: all that it overlaps, or the one where it starts")
        case .quarterHours: SettingDefinition("when queries read quarter-hour sums instead of samples; results are the same")
        case .sqlDialect: SettingDefinition("the database for which `explain sql` writes; portable is one statement for all")
        case .format: SettingDefinition("the format of results if the query has no `as`")
        case .width: SettingDefinition("the width of tables and charts in characters; auto fits the terminal")
        case .height: SettingDefinition("the height of charts in lines; auto fits the terminal")
        case .glyphs: SettingDefinition("the characters that charts use; auto depends on the locale")
        case .graphics: SettingDefinition("whether charts are drawn as pixels; auto asks the terminal")
        case .rows:
            SettingDefinition("the maximum number of table rows on a terminal; 0 for all, auto to fit the screen if there is no pager")
        case .pager: SettingDefinition("when the shell shows results page by page; auto if they are taller than the screen")
        case .app: SettingDefinition("the source of samples that you add without `from`", isLoaded: true)
        case .device: SettingDefinition("the device of samples that you add; `none` leaves it out", isLoaded: true)
        case .person: SettingDefinition("the person whose samples statements read and write; `all` for all persons")
        case .overwrite: SettingDefinition("whether `to \"file\"` may replace an existing file")
        case .wait: SettingDefinition("how long a statement waits while another program writes to the store")
        case .timing: SettingDefinition("whether to print the time of each query")
        case .hints: SettingDefinition("whether the shell suggests the rest of the line in gray; the right arrow accepts it")
        case .history: SettingDefinition("whether the shell saves statements in the history")
        case .goal:
            SettingDefinition(
                "`set goal of METRIC = NUMBER`: the goal of a day in `progress`; `none` removes it", keeper: .person, isLoaded: true)
        case .keptDeletions: SettingDefinition("the number of deletions that `changes` can still list", keeper: .store)
        case .undoSteps: SettingDefinition("the number of changes that `undo` can take back; 0 keeps none", keeper: .store)
        case .deviceState:
            SettingDefinition(
                "`unlocked`, `locked` or `guest`: what apps notice of the device (`act as`)", keeper: .store, isLoaded: true)
        case .priority:
            SettingDefinition(
                "`set priority of METRIC = \"SOURCE\", …`: which source counts first; `default` removes it", keeper: .person)
        case .storeZone:
            SettingDefinition(
                "the time zone for days and clock times if the session sets none", keeper: .person, isLoaded: true)
        }
    }

    /// The name in `set NAME = …`.
    package var name: String { rawValue }

    /// Returns the setting with a folded name: in lower case, without spaces and separators.
    package init?(folded name: String) {
        guard let setting = SettingWord.byFoldedName[name] else { return nil }
        self = setting
    }

    private static let byFoldedName = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.rawValue.filter { $0 != " " }, $0) })

    var statement: StatementDefinition {
        let isKept = definition.keeper != .session
        // The samples that an app writes have the app as their source.
        let access: StatementAccess =
            isKept
            ? .ownerOnly("change settings of the store") : self == .app ? .ownerOnly("choose another source of its samples") : .anyone
        // A watch notices by itself when the time changes an answer.
        let traits: StatementTraits = self == .now ? .clauses : [.clauses, .changesMeanings]
        return StatementDefinition("set \(name)", access, demand: isKept ? .keptSettings : .answers, traits)
    }
}

/// The definition of a setting: its help, and where its value is.
package struct SettingDefinition: Sendable {
    /// Where the value of a setting is.
    package enum Keeper: Sendable {
        /// In the session, until it ends.
        case session
        case store
        /// In the store, for each person. `for person ID` can follow the setting.
        case person
    }

    package let summary: String
    package let keeper: Keeper
    /// True if a text that fills a store can have the setting (`HealthStore.load`).
    package let isLoaded: Bool

    init(_ summary: String, keeper: Keeper = .session, isLoaded: Bool = false) {
        self.summary = summary
        self.keeper = keeper
        self.isLoaded = isLoaded
    }
}
