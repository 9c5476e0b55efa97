package import CalendarIntervals
package import HealthModel
package import QueryPlan

/// Everything beside its text that the meaning of a query depends on.
package struct CompilationContext: Sendable {
    package var now: Instant
    /// The zone of queries that name none.
    package var zone: Zone
    package var weekStart: Weekday = .monday
    package var rules = StatisticRules()
    package var units = UnitPreference.usual
    package var styles = StyleVersion.ios26
    /// The source and the device of samples that are added without them.
    package var app = "Tally"
    package var device: String?
    package var contents = StoreContents()
    package var names = NameTable()

    package init(now: Instant, zone: Zone) {
        self.now = now
        self.zone = zone
    }
}

/// What the compiler needs to know of a store: which metrics it holds, from when to when, and from whom.
package struct StoreContents: Sendable {
    package var metrics: [MetricID: MetricSummary] = [:]
    /// The same metrics by the clocks that their samples were recorded with; asked for by `CompiledQuery.wantsRecordedTimes`.
    package var recordedTimes: [MetricID: MetricSummary] = [:]
    /// What there is after now; asked for by `CompiledQuery.wantsLaterSamples`.
    package var laterSamples: [LaterSamples.Question: LaterSamples] = [:]
    /// Sources by id.
    package var sources: [Int32: Source] = [:]
    /// Whether the store will hold more when the query runs, as below an `import`: what it lacks now is no mistake then.
    package var mayGrow = false

    package init() {}

    /// Reads what `store` holds; the cost depends on the number of metrics and sources, not of samples.
    package init(reading store: any SampleSource) throws {
        for summary in try store.metricSummaries() { metrics[summary.metric] = summary }
        sources = try store.sources()
    }
}
