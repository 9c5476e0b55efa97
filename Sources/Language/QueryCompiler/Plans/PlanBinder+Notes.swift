import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// Notes about a range and its samples.
extension PlanBinder {
    /// Reports the number of samples after a range that ends now only by default.
    func noteLaterSamples(_ metrics: [MetricInfo], _ frame: QueryFrame) {
        guard frame.bound.stopsAtNow, let clause = clause(.range) else { return }
        let count = frame.later.countAfter(frame.bound.range, binder)
        guard count > 0 else { return }
        let names = Set(metrics.map(\.shortName)).sorted().joined(separator: ", ")
        let number = count >= LaterSamples.greatestCount ? "at least \(count)" : "\(count)"
        binder.report(
            .laterSamplesLeftOut,
            "\(number) \(count == 1 ? "sample" : "samples") of \(names) \(count == 1 ? "starts" : "start") now or later and "
                + "\(count == 1 ? "is" : "are") left out",
            at: clause.range, help: "use `until` with a time after now to count them",
            note: "without `until` or `through`, `since` ends now")
    }

    /// Reports the first sample if the first row starts well before it.
    func noteFirstSamples(_ columns: [BoundColumn], _ plan: Plan, _ frame: QueryFrame) {
        guard !plan.range.isUnknown, let first = plan.grid.groupStarts.first, let end = plan.grid.groupEnds.first else { return }
        let start = max(first, plan.range.start.milliseconds)
        let least = max((end - first) / 10, CalendarPeriod.hour.approximateMilliseconds)
        var told: Set<MetricID> = []
        for column in columns where told.insert(column.metric.id).inserted {
            guard let begin = frame.firstSamples[column.metric.id], begin.milliseconds - start > least, begin < plan.range.limit else {
                continue
            }
            let zone = frame.calendar.zone
            let row = minute(Instant(milliseconds: start), zone)
            binder.report(
                .firstRowNotFilled,
                "\(column.metric.shortName) has no samples before \(minute(begin, zone)), so "
                    + (begin.milliseconds < end || plan.grid.groupStarts.count == 1
                        ? "the row that starts at \(row) has data for only part of its time"
                        : "the rows from \(row) until then are empty"),
                at: column.range)
        }
    }

    /// `2025-01-20 07:30`
    private func minute(_ instant: Instant, _ zone: Zone) -> String {
        let civil = zone.civil(at: instant)
        let date = ISO8601.text(of: civil.date)
        return "\(date) \(ISO8601.text(of: civil).dropFirst(date.count + 1).prefix(5))"
    }
}

// MARK: Ends that move outward

extension PlanBinder {
    /// The clause `edges outward`, if the query has it.
    var outward: Clause? { clauses.choices.edges == .outward ? clause(.choice(.edges)) : nil }

    /// Reports a range that has no buckets to whose edges its ends could move.
    func reportOutward(_ clause: Clause, _ keys: BoundKeys) -> Reported {
        let why =
            keys.eventKey.map { "the rows of `\($0.words)` are intervals themselves" }
            ?? keys.profiles.first.map { "`by \($0.phrase)` combines many parts of the range" } ?? "this query has no buckets of time"
        return binder.report(
            .rangeWithoutBuckets, "`edges outward` moves the ends of the range to the edges of buckets, but \(why)", at: clause.range,
            help: "add a period such as `by day`, or remove `edges outward`")
    }
}
