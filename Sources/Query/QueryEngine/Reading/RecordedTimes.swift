package import CalendarIntervals
package import HealthModel

/// Computes the time that samples cover, by their recorded clocks.
package enum RecordedTimes {
    /// Returns the summary of `metric` with local times written as if in UTC, or nil if there are no samples. Samples without a time zone
    /// use `zone`.
    ///
    /// Reads every sample.
    package static func summary(of metric: MetricID, zone: Zone, in source: any SampleSource) throws -> MetricSummary? {
        guard var summary = try source.metricSummary(of: metric) else { return nil }
        let metadata = MetadataCache(source)
        var (firstStart, lastStart, lastEnd) = (Int64.max, Int64.min, Int64.min)
        try source.scan(metric, from: .min, through: .max, columns: .metadata) { batch in
            try metadata.load(batch.metadata)
            for row in 0..<batch.count {
                let recorded = metadata.zone(batch.metadata[row]) ?? zone
                let start = recorded.localMilliseconds(at: Instant(milliseconds: batch.starts[row]))
                firstStart = min(firstStart, start)
                lastStart = max(lastStart, start)
                lastEnd = max(lastEnd, start + batch.ends[row] - batch.starts[row])
            }
            return true
        }
        summary.firstStart = Instant(milliseconds: firstStart)
        summary.lastStart = Instant(milliseconds: lastStart)
        summary.lastEnd = Instant(milliseconds: lastEnd)
        return summary
    }
}
