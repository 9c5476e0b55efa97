import HealthModel

/// The settings that a store saves.
package enum StoreSetting {
    package static let zone = PersonalSetting.zone
    /// The definitions of metrics, a line each.
    package static let metrics = "metrics"
}

extension SampleSource {
    /// The metrics that were defined for the store, in alphabetic order.
    package func definedMetrics() throws -> [OwnMetric] {
        let lines = try setting(StoreSetting.metrics)?.split(separator: "\n") ?? []
        return lines.compactMap { OwnMetric(definition: String($0)) }
    }

    /// The names of metrics: those that were defined, and those of samples that came with their definition.
    package func metricNames() throws -> MetricNames {
        var names = MetricNames(try definedMetrics())
        for summary in try metricSummaries() {
            if let metric = OwnMetric(summary.metric) { names.add(metric) }
        }
        return names
    }
}
