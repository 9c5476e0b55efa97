package import CalendarIntervals
package import HealthModel
package import QueryPlan

/// Everything that the meaning of a query depends on, except its text.
package struct CompilationContext: Sendable {
    package var now: Instant
    /// The default time zone.
    package var zone: Zone
    package var weekStart: Weekday = .monday
    package var dayParts = DayParts.usual
    package var rules = StatisticRules()
    package var units = UnitPreference.usual
    package var styles = StyleVersion.ios26
    /// The default source and device of added samples.
    package var app = "Tally"
    /// The app that asks; nil for the owner. Its samples have it as their source.
    package var actor: String?
    /// The app that asked when the session or the script began, and that `act as` can't change; nil for the owner.
    package var asker: String?
    package var device: String?
    package var contents = StoreContents()
    package var names = NameTable()
    /// A metric of the store that is named by its identifier, also if a name or another metric is written like it. Nil if users name
    /// metrics.
    package var identified: MetricID?
    /// True if the people of the query have different days: its times are then local times, like those of `zone sample`.
    package var hasDaysOfPersons = false
    /// False if errors are only counted, so that no time is spent on finding the metric that was meant.
    package var explainsErrors = true

    /// The rules that decide which records count (S15): those that are set, or those of the only platform of the store.
    package var merging: StatisticRules.Merging {
        guard rules.merging == .auto else { return rules.merging }
        return contents.platforms == [.android] ? .android : .apple
    }

    /// True if the store has samples of several platforms, and no setting chooses one of them.
    var mixesPlatforms: Bool { rules.merging == .auto && contents.platforms.count > 1 }

    package init(now: Instant, zone: Zone) {
        self.now = now
        self.zone = zone
    }
}

/// The facts about a store that the compiler needs: its metrics, their time ranges and their sources.
package struct StoreContents: Sendable {
    package var metrics: [MetricID: MetricSummary] = [:]
    /// The metrics that were defined for the store.
    package var definedMetrics: [OwnMetric] = []
    /// The names of these metrics, and of those whose samples came with their definition.
    package var metricNames: MetricNames {
        MetricNames(definedMetrics + metrics.keys.compactMap(OwnMetric.init))
    }
    /// The same metrics in the time zones of their samples. Read if `CompiledQuery.wantsRecordedTimes` requests them.
    package var recordedTimes: [MetricID: MetricSummary] = [:]
    /// Facts about samples after now. Read if `CompiledQuery.wantsLaterSamples` requests them.
    package var laterSamples: [LaterSamples.Question: LaterSamples] = [:]
    /// Names in exports of values and activities that are not in the tables, by metric. Read if `CompiledQuery.wantsStoredNames` requests
    /// them.
    package var storedNames: [MetricID: Set<String>] = [:]
    /// The platforms whose exports the store has.
    package var platforms: Set<Platform> = []
    /// The keys of the sources of Android, if the store has exports of several platforms.
    package var sourcesOfAndroid: Set<String> = []
    /// True if the other sources are not of Android. False if the store does not list its sources of Android, and others can be, too.
    package var knowsSourcesOfAndroid = false
    /// The keys of the sources of Android, also if the store has exports of no other platform.
    package var keysOfAndroid: Set<String> = []
    /// Sources by id.
    package var sources: [Int32: Source] = [:]
    /// The people of the query, in ascending order of id.
    package var persons: [Person] = [.unnamed]
    /// The ids of all people of the store.
    package var knownPersons = [""]
    /// The kinds of the attributes of all people of the store, by name. A person of the query can lack any of them.
    package var attributeKinds: [String: AttributeKind] = [:]
    /// True if the store will have more samples when the query runs, as after an `import`. Missing metrics are not an error then.
    package var mayGrow = false
    /// True after a statement that reads a file, which can have names of values and activities that are not in the tables.
    package var mayGainNames = false

    package init() {}

    /// True if the query concerns several people.
    package var isCohort: Bool { persons.count > 1 }

    /// The names of the attributes of people, in order.
    package var attributes: [String] { attributeKinds.keys.sorted() }
}
