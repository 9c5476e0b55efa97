/// A random query with its samples. The same seed gives the same case.
package struct RandomCase: Sendable {
    package var seed: UInt64
    package var zone: String
    /// True for `zone sample`: window and grid are local times written as if in UTC. Each sample is placed by the clock of its zone, or of
    /// `zone` if it has none.
    package var usesSampleZones = false
    /// The samples in import order, including duplicates.
    package var samples: [ReferenceSample]
    package var query: ReferenceQuery
    /// The time grid; `nil` without `by`.
    package var grid: Grid?
    package var aggregates: [ReferenceAggregate]
    /// The sources that the query prefers, best first.
    package var preferred: [String]
    /// The current time, in the window or after it.
    package var now: Int64
    /// The samples of the other metrics that sets of times use.
    package var otherSamples: [[ReferenceSample]] = []
    /// The set of times that count; nil if all do. Its last metric is that of the query.
    package var times: ReferenceTimes?
    /// Rows that are intervals themselves; nil for the rows of `grid`.
    package var events: ReferenceEvents?
    /// A filter that keeps only samples of at least this value.
    package var leastValue: Double?
    /// The hours in which samples must start; nil if all count.
    package var hours: ReferenceHours?

    /// Contiguous buckets as edges. With a profile, also the group of each bucket.
    package struct Grid: Sendable {
        package var edges: [Int64]
        package var groups: [Int]?
        package var groupCount: Int

        package var buckets: [ReferenceBucket] {
            let pieces = zip(edges, edges.dropFirst()).map { ReferenceInterval($0, $1) }
            guard let groups else { return pieces.map { ReferenceBucket(pieces: [$0]) } }
            return (0..<groupCount).map { group in ReferenceBucket(pieces: pieces.indices.filter { groups[$0] == group }.map { pieces[$0] })
            }
        }
    }

    /// Returns the answer of the reference engine: it stores, ranks and filters the samples and then runs the query.
    ///
    /// - Parameter stored: The contents of a store after importing `samples`. The default is the reference's own import.
    package func rows(_ aggregate: ReferenceAggregate, stored: [ReferenceSample]? = nil) -> [ReferenceRow] {
        var stored = stored ?? samples.imported()
        let events = eventRows(stored: stored)
        let sleep = sleepPriority(stored)
        let times = times?.intervals(otherSamples.map { $0.imported() } + [stored], now: now, sleep: sleep)
        if let holding = query.holding { stored = stored.lasting(atMost: holding, now: now) }
        if usesSampleZones {
            for index in stored.indices {
                let start = stored[index].start
                guard let clock = ReferenceCalendar(zone: stored[index].zone ?? zone) else { preconditionFailure("unknown zone") }
                stored[index].clockLead = clock.wallTime(at: start) - start
            }
        }
        var query = query
        query.times = times?.filter { $0.start < $0.end }
        query.priority = ReferencePriority(of: stored, preferred: preferred)
        query.now = usesSampleZones ? ReferenceCalendar(zone: zone)?.wallTime(at: now) ?? now : now
        if let events { (query.buckets, query.hasGaps) = (events.map(\.bucket), true) }
        var rows = query.rows(aggregate, of: inHours(stored).filter { $0.value >= leastValue ?? -.infinity })
        guard let events else { return rows }
        // S13.4: the true start and end of an interval that the range cuts are outside.
        for index in rows.indices {
            let (interval, range) = (events[rows[index].bucket].whole, query.window.interval)
            if aggregate == .firstStart, interval.start < range.start { rows[index].value = nil }
            if aggregate == .lastEnd, interval.end > range.end { rows[index].value = nil }
        }
        return rows
    }

    /// Returns the samples that start in the hours of the query, on its clock or on that of each sample.
    private func inHours(_ samples: [ReferenceSample]) -> [ReferenceSample] {
        guard let hours else { return samples }
        var calendars: [String: ReferenceCalendar] = [:]
        return samples.filter { sample in
            let name = usesSampleZones ? sample.zone ?? zone : zone
            if calendars[name] == nil { calendars[name] = ReferenceCalendar(zone: name) }
            return calendars[name]?.shows(hours, at: sample.start) ?? false
        }
    }

    /// Returns the rows that are intervals; nil if rows are buckets.
    package func eventRows(stored: [ReferenceSample]) -> [ReferenceEvents.Row]? {
        guard let events else { return nil }
        let others = otherSamples.isEmpty ? Array(repeating: [], count: Self.otherMetricCount) : otherSamples.map { $0.imported() }
        return events.rows(others + [stored], window: query.window, zone: zone, now: now, sleep: sleepPriority(stored))
    }

    /// The order of sources that decides between the sleep values of sets of times; nil if the metric of the query is not sleep.
    private func sleepPriority(_ stored: [ReferenceSample]) -> ReferencePriority? {
        query.style == .sleep ? ReferencePriority(of: stored, preferred: preferred) : nil
    }

    /// Returns the smallest case found by removing samples while `fails` is still true.
    package func shrunk(while fails: (RandomCase) throws -> Bool) rethrows -> RandomCase {
        var smallest = self
        var index = 0
        while index < smallest.samples.count {
            var candidate = smallest
            candidate.samples.remove(at: index)
            if try fails(candidate) { smallest = candidate } else { index += 1 }
        }
        return smallest
    }
}

extension RandomCase: CustomStringConvertible {
    package var description: String {
        let window = query.window.interval
        var lines = [
            "seed \(seed), zone \(zone)\(usesSampleZones ? " of samples" : ""), \(query.style), window [\(window.start), \(window.end)\(query.window.includesEnd ? "]" : ")")",
            "edges \(query.edges), assign by \(query.assignment), sources \(query.sources)\(query.splits.isEmpty ? "" : " by \(query.splits)"), prefer \(preferred), value >= \(leastValue ?? 0)",
            "condition \(query.condition.map { "\($0)" } ?? "none"), hours \(hours.map { "\($0)" } ?? "all")",
            "holding \(query.holding.map { "\($0)" } ?? "none"), while \(times.map { "\($0)" } ?? "none"), now \(now)",
            "rows \(events.map { "\($0)" } ?? "of the grid")",
            "weighting \(query.rules.weighting), span \(query.rules.span), duration \(query.rules.duration), "
                + "discreteMerge \(query.rules.discreteMerge), percentile \(query.rules.percentile)",
        ]
        if let grid {
            lines.append("grid \(grid.edges.prefix(100))" + (grid.groups.map { " groups \($0.prefix(100))" } ?? ""))
        } else {
            lines.append("no grid")
        }
        lines += samples.map { sample in
            "  [\(sample.start), \(sample.end)) = \(sample.value) \(sample.source)" + (sample.isHandEntered ? " by hand" : "")
                + (sample.device.map { " on \($0)" } ?? "") + (sample.zone.map { " in \($0)" } ?? "")
                + (sample.created.map { " created \($0)" } ?? "")
        }
        for (metric, samples) in otherSamples.enumerated() {
            lines += samples.map { "  metric \(metric): [\($0.start), \($0.end)) = \($0.value) \($0.source)" }
        }
        return lines.joined(separator: "\n")
    }
}
