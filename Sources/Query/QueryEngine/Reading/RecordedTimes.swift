package import CalendarIntervals
package import HealthModel

/// Computes the time that samples cover, by their recorded clocks, or with the times for which doses were scheduled.
package enum RecordedTimes {
    /// Reads all samples of a metric, and returns the first and last times that they cover. Returns nil if the metric has no samples.
    ///
    /// - Parameters:
    ///   - zone: The zone of samples and dates without one.
    ///   - isLocal: True for local times, written as if in UTC.
    ///   - countsSchedule: True if the times for which doses were scheduled count, too.
    package static func summary(
        of metric: MetricID, zone: Zone, isLocal: Bool = true, countsSchedule: Bool = false, in source: any SampleSource
    ) throws -> MetricSummary? {
        guard var summary = try source.metricSummary(of: metric) else { return nil }
        let metadata = MetadataCache(source, keys: countsSchedule ? ScheduledDoses.keys : [])
        var (firstStart, lastStart, lastEnd) = (Int64.max, Int64.min, Int64.min)
        try source.scan(metric, from: .min, through: .max, columns: .metadata) { batch in
            try metadata.load(batch.metadata)
            for row in 0..<batch.count {
                let set = batch.metadata[row]
                let recorded = metadata.zone(set) ?? zone
                let scheduled = countsSchedule ? metadata.scheduledTime(of: set, in: zone) : nil
                for time in [batch.starts[row], scheduled].compactMap(\.self) {
                    let start = isLocal ? recorded.localMilliseconds(at: Instant(milliseconds: time)) : time
                    firstStart = min(firstStart, start)
                    lastStart = max(lastStart, start)
                    lastEnd = max(lastEnd, start + batch.ends[row] - batch.starts[row])
                }
            }
            return true
        }
        summary.firstStart = Instant(milliseconds: firstStart)
        summary.lastStart = Instant(milliseconds: lastStart)
        summary.lastEnd = Instant(milliseconds: lastEnd)
        return summary
    }
}
