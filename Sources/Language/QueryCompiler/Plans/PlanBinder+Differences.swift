import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary
import TerminalText

/// The message about metrics that mean different things on iPhone and Android (S15.15).
extension PlanBinder {
    /// Reports the metrics that a platform has instead of one in the query, in a time that the query asks for.
    ///
    /// It knows samples by their first and last times for each source, so its cost does not depend on their number.
    func noteDifferences(_ columns: [BoundColumn], _ plan: Plan) {
        guard context.actor == nil, plan.predicate?.asks(.source) != true else { return }
        if context.contents.platforms.contains(.android) { for column in columns { noteWorkouts(column, plan) } }
        guard !context.contents.sourcesOfAndroid.isEmpty else { return }
        let asked = Set(columns.map(\.metric.id))
        var told: Set<PlatformDifference> = []
        for column in columns {
            for difference in PlatformDifference.all {
                // Somebody who asks for metrics of both phones knows that they differ.
                if difference.pairs(column.metric.id, withAnyOf: asked) { break }
                guard let finding = finding(about: difference, for: column, besides: asked, plan) else { continue }
                if told.insert(difference).inserted { binder.report(finding) }
                break
            }
        }
    }

    /// Reports the metric that the other platform has instead of a listed one, in the time of the list.
    func noteDifferences(ofListed metric: MetricInfo, at range: SourceRange, _ plan: Plan) {
        guard !context.contents.sourcesOfAndroid.isEmpty, context.actor == nil, plan.predicate?.asks(.source) != true else { return }
        for difference in PlatformDifference.all {
            guard let gap = gap(in: metric.id, difference, besides: [metric.id], plan) else { continue }
            let names = gap.missing.map(\.shortName)
            let (message, help) =
                names.isEmpty
                ? (widerMessage(metric.id, gap), "`help android` lists what differs")
                : (
                    "\(gap.platform.phone) has \(names.listed(with: "and")) in place of \(metric.shortName), \(gap.extent)",
                    "\(names.map { "`\($0)`" }.listed(with: "and")) \(names.count == 1 ? "is another metric" : "are other metrics"); "
                        + "`help android` lists what differs"
                )
            binder.report(.metricsOfPlatforms, message, at: range, help: help, note: difference.meaning)
            return
        }
    }

    /// Samples that an answer with one of the metrics that differ leaves out, or that mean more than those of the other platform.
    private struct Gap {
        /// The platform of these samples.
        var platform: Platform
        /// Their metrics; empty if they are of the metric in the query and mean more.
        var missing: [MetricID]
        var extent: String
    }

    private func widerMessage(_ metric: MetricID, _ gap: Gap) -> String {
        "\(metric.shortName) of Android, \(gap.extent), includes more than that of iPhone"
    }

    /// Returns a finding if the query has one of the metrics that differ, and lacks another one with samples.
    private func finding(
        about difference: PlatformDifference, for column: BoundColumn, besides asked: Set<MetricID>, _ plan: Plan
    ) -> Diagnostic? {
        guard let gap = gap(in: column.metric.id, difference, besides: asked, plan) else { return nil }
        func finding(_ message: String, _ help: String) -> Diagnostic {
            Diagnostic(.metricsOfPlatforms, message, at: column.range, help: help, note: difference.meaning)
        }
        guard !gap.missing.isEmpty else { return finding(widerMessage(column.metric.id, gap), "`help android` lists what differs") }
        let names = gap.missing.prefix(2).map(\.shortName).listed(with: "and")
        let measures = gap.missing.prefix(2).map { "`\(aggregate(of: $0, like: column)) \($0.shortName)`" }.listed(with: "and")
        return finding(
            "the answer leaves out \(names) of \(gap.platform.phone), \(gap.extent)",
            "to see \(gap.missing.count == 1 ? "it" : "them") too, add \(measures) after a comma; `help android` lists what differs")
    }

    private func gap(in metric: MetricID, _ difference: PlatformDifference, besides asked: Set<MetricID>, _ plan: Plan) -> Gap? {
        let range = askedTime(plan)
        for (own, other) in [(Platform.apple, Platform.android), (.android, .apple)] where difference.metrics(of: own).contains(metric) {
            let siblings = difference.metrics(of: other).filter { !asked.contains($0) }
            if difference.isWider, own == .android {
                let times = times(of: metric, on: .android)
                let isNarrower = siblings.contains { !self.times(of: $0, on: .apple).isEmpty }
                guard isNarrower, times.contains(where: { $0.overlaps(range) }), let extent = extent(of: times, plan) else { continue }
                return Gap(platform: .android, missing: [], extent: extent)
            }
            // A source that is not known to be of Android can still be one.
            if own == .android, !context.contents.knowsSourcesOfAndroid { continue }
            let known = times(of: metric, on: other)
            let found = siblings.filter { times(of: $0, on: other).contains { $0.clamped(in: range)?.isCovered(by: known) == false } }
            guard !found.isEmpty, let extent = extent(of: found.flatMap { times(of: $0, on: other) }, plan) else { continue }
            return Gap(platform: other, missing: found, extent: extent)
        }
        return nil
    }

    /// Returns the aggregate of a column if it fits another quantity, too, or else the one that fits most questions about it.
    private func aggregate(of metric: MetricID, like column: BoundColumn) -> String {
        let asked = column.measure.aggregate
        if [.latest, .first, .count].contains(asked) { return asked.name }
        guard case .quantity(let type)? = MetricCatalog.metric(metric)?.kind else { return "count" }
        return type.style == .cumulative ? "sum" : "average"
    }

    /// Returns true if a source of Android can have samples in the time that a query asks for.
    func hasSamplesOfAndroid(_ metric: MetricID, _ plan: Plan) -> Bool {
        !context.contents.knowsSourcesOfAndroid || times(of: metric, on: .android).contains { $0.overlaps(askedTime(plan)) }
    }

    /// Reports energy and distance of workouts, which those of Android lack.
    private func noteWorkouts(_ column: BoundColumn, _ plan: Plan) {
        let (name, sum): (String, String)
        switch column.measure.workoutField {
        case .statistic: (name, sum) = ("energy", "activeEnergy")
        case .distance: (name, sum) = ("distance", "distance")
        case .activeDuration, .reading, .climb, nil: return
        }
        guard hasSamplesOfAndroid(.workouts, plan), let extent = extent(of: times(of: .workouts, on: .android), plan) else { return }
        binder.report(
            .metricsOfPlatforms, "workouts of Android, \(extent), have no \(name)", at: column.range,
            help: "to add up the samples during workouts, write `sum \(sum) while workouts`",
            note: "Android keeps energy and distance apart from workouts")
    }

    /// The time that a query asks for. The rows that it compares with can be at any time before it.
    private func askedTime(_ plan: Plan) -> ClosedRange<Instant> {
        let compares = stages.contains { if case .compare = $0.kind { true } else { false } }
        return compares ? Instant.min...plan.askedTime.upperBound : plan.askedTime
    }

    /// Returns the times of samples of a metric, from the first to the last of each source of a platform.
    private func times(of metric: MetricID, on platform: Platform) -> [ClosedRange<Instant>] {
        let contents = context.contents
        return (contents.metrics[metric]?.sources ?? []).compactMap { summary in
            let isOfAndroid =
                contents.platforms == [.android]
                || contents.sources[summary.source].map { contents.sourcesOfAndroid.contains($0.key) } ?? false
            guard isOfAndroid == (platform == .android), summary.firstStart <= summary.lastEnd else { return nil }
            return summary.firstStart...summary.lastEnd
        }
    }

    /// `from 2025-07-01 to 2025-12-31`; nil without times.
    private func extent(of times: [ClosedRange<Instant>], _ plan: Plan) -> String? {
        guard let first = times.map(\.lowerBound).min(), let last = times.map(\.upperBound).max() else { return nil }
        let end = last > first ? last.advanced(byMilliseconds: -1) : last
        let days = [first, end].map { ISO8601.text(of: plan.zone.date(at: $0)) }
        return days[0] == days[1] ? "on \(days[0])" : "from \(days[0]) to \(days[1])"
    }
}

extension Plan {
    /// The time that the query asks for. It is without end where only the samples decide the end.
    fileprivate var askedTime: ClosedRange<Instant> {
        let start = cutsStart ? range.start : .min
        let end = cutsEnd ? range.end.advanced(byMilliseconds: range.includesEnd ? 0 : -1) : .max
        return start...max(start, end)
    }
}

extension PlatformDifference {
    /// Returns true if `others` has a metric of the other platform than that of `metric`.
    fileprivate func pairs(_ metric: MetricID, withAnyOf others: Set<MetricID>) -> Bool {
        apple.contains(metric) && !others.isDisjoint(with: android) || android.contains(metric) && !others.isDisjoint(with: apple)
    }
}

extension ClosedRange<Instant> {
    /// Returns the part in `range`; nil if there is none.
    fileprivate func clamped(in range: ClosedRange<Instant>) -> ClosedRange<Instant>? {
        overlaps(range) ? clamped(to: range) : nil
    }

    /// Returns true if each time of the range is in one of `others`, or at most a day away from it.
    fileprivate func isCovered(by others: [ClosedRange<Instant>]) -> Bool {
        let day = CalendarPeriod.day.approximateMilliseconds
        var reached: Instant?
        for other in others.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if other.lowerBound.milliseconds - day > (reached ?? lowerBound).milliseconds { break }
            guard other.upperBound.milliseconds + day >= lowerBound.milliseconds else { continue }
            let end = other.upperBound.advanced(byMilliseconds: day)
            reached = reached.map { Swift.max($0, end) } ?? end
        }
        return reached.map { $0 >= upperBound } ?? false
    }
}
