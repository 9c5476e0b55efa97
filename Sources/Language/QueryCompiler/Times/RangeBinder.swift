import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax

/// The range of a query before it is divided into buckets.
struct BoundRange {
    var range: PlanRange
    /// True if the start or the end is only implied and must move to a bucket edge.
    var snapsStart: Bool
    var snapsEnd: Bool
    /// True for the name of whole days, as in `during june`, whose nights are whole.
    var namesDays = false
    /// True if both ends move out to bucket edges (`edges outward`).
    var movesOutward = false
    /// True if the range ends now only by default, as after `since` without an end.
    var stopsAtNow = false
    /// The fields of the anchor that the range depends on.
    var anchorFields: AnchorFields = []

    /// Ends the range now, including an instant at that moment.
    mutating func endAtNow(_ now: Instant) {
        guard range.start <= now else { return }
        range.end = now
        range.includesEnd = true
        snapsEnd = false
    }

    /// Makes both ends move out to bucket edges. An empty range stays empty.
    mutating func moveOutward() {
        guard !range.isUnknown, range.start < range.limit else { return }
        (snapsStart, snapsEnd, movesOutward) = (true, true, true)
    }
}

/// Resolves the range clauses of a query.
struct RangeBinder {
    let binder: Binder
    let times: TimeResolver
    /// The time covered by the metrics of the query; nil if they have no samples.
    let extent: DataExtent?

    /// The time that the samples of some metrics cover.
    struct DataExtent {
        var firstStart: Instant
        var lastEnd: Instant
        /// True if a sample without duration is at `lastEnd`.
        var endsWithInstant: Bool

        init?(_ summaries: some Sequence<MetricSummary>) {
            var result: DataExtent?
            for summary in summaries {
                let one = DataExtent(
                    firstStart: summary.firstStart, lastEnd: summary.lastEnd, endsWithInstant: summary.lastStart == summary.lastEnd)
                result = result?.union(one) ?? one
            }
            guard let result else { return nil }
            self = result
        }

        init(firstStart: Instant, lastEnd: Instant, endsWithInstant: Bool) {
            self.firstStart = firstStart
            self.lastEnd = lastEnd
            self.endsWithInstant = endsWithInstant
        }

        mutating func extend(to end: Instant) {
            lastEnd = end
            endsWithInstant = false
        }

        private func union(_ other: DataExtent) -> DataExtent {
            let last = max(lastEnd, other.lastEnd)
            return DataExtent(
                firstStart: min(firstStart, other.firstStart), lastEnd: last,
                endsWithInstant: (lastEnd == last && endsWithInstant) || (other.lastEnd == last && other.endsWithInstant))
        }
    }

    private struct Ends {
        var start: ResolvedTime?
        var end: Instant?
        /// True if `end` is an instant that `through` includes.
        var includesEnd = false
        var impliesStart = false
        var impliesEnd = false
        var namesDays = false
        var anchorFields: AnchorFields = []

        mutating func begin(_ time: ResolvedTime) {
            start = time
            anchorFields.formUnion(time.anchorFields)
        }

        mutating func finish(_ time: ResolvedTime, including: Bool) {
            end = including ? time.end : time.start
            includesEnd = including && !time.isPeriod
            anchorFields.formUnion(time.anchorFields)
        }
    }

    func bind(_ clauses: [(clause: RangeClause, range: SourceRange)]) throws(Reported) -> BoundRange {
        var ends = Ends()
        for (clause, _) in clauses {
            switch clause {
            case .since(let when):
                ends.begin(try times.resolve(when, binder))
            case .until(let when):
                ends.finish(try times.resolve(when, binder), including: false)
            case .through(let when):
                ends.finish(try times.resolve(when, binder), including: true)
            case .between(let first, let last), .fromTo(let first, let last):
                let start = try times.resolve(first, binder)
                let end = try times.resolve(last, binder)
                ends.begin(start)
                if case .between = clause { ends.finish(end, including: true) } else { ends.finish(end, including: false) }
            case .on(let phrase), .during(let phrase):
                guard let period = try times.resolve(phrase, binder) else { break }
                set(period, &ends)
                ends.namesDays = [period.start, period.end].allSatisfy { $0 == times.calendar.period(.day, holding: $0).lowerBound }
            case .span(let span):
                if let period = try times.resolve(span, binder) { set(period, &ends) }
            }
        }
        return try complete(ends, clauses: clauses)
    }

    private func set(_ period: ResolvedTime, _ ends: inout Ends) {
        ends.begin(period)
        ends.finish(period, including: true)
        ends.includesEnd = false
        ends.impliesStart = period.isImplied
        ends.impliesEnd = period.isImplied
        if period.stopsAtNow, times.calendar.now < period.end { ends.end = nil }
    }

    /// Adds missing ends: the range starts at the first sample, and ends now. Without any clause, it covers all samples.
    private func complete(
        _ ends: Ends, clauses: [(clause: RangeClause, range: SourceRange)]
    ) throws(Reported) -> BoundRange {
        var ends = ends
        let now = times.calendar.now
        let start: Instant
        switch (ends.start?.start, ends.end) {
        case (nil, nil):
            guard let extent else {
                return BoundRange(range: .unknown, snapsStart: true, snapsEnd: true)
            }
            return BoundRange(
                range: PlanRange(
                    start: extent.firstStart, end: extent.lastEnd, includesEnd: extent.endsWithInstant),
                snapsStart: true, snapsEnd: true)
        case (nil, let end?):
            ends.impliesStart = true
            start = min(extent?.firstStart ?? end, end)
        case (let first?, nil):
            start = first
        case (let first?, let end?):
            guard first < end || (first == end && ends.includesEnd) else {
                throw reportEmpty(first, end, clauses: clauses)
            }
            start = first
        }
        let end = ends.end ?? max(now, start)
        guard Self.reach.contains(start), Self.reach.contains(end) else {
            throw binder.report(
                .timeOutOfReach, "the range is outside the years 1 to 9999", at: Self.place(of: clauses), help: "use a shorter range")
        }
        return BoundRange(
            range: PlanRange(start: start, end: end, includesEnd: ends.includesEnd), snapsStart: ends.impliesStart,
            snapsEnd: ends.impliesEnd, namesDays: ends.namesDays, stopsAtNow: ends.end == nil, anchorFields: ends.anchorFields)
    }

    /// The years 0001 to 9999, with an extra day at each end for time zones.
    static let reach = Instant(seconds: -62_135_683_200)...Instant(seconds: 253_402_387_200)

    private static func place(of clauses: [(clause: RangeClause, range: SourceRange)]) -> SourceRange {
        clauses.map(\.range).reduce(clauses.first?.range ?? SourceRange(at: 0)) { $0.union($1) }
    }

    private func reportEmpty(
        _ start: Instant, _ end: Instant, clauses: [(clause: RangeClause, range: SourceRange)]
    ) -> Reported {
        let zone = times.calendar.zone
        let from = ISO8601.text(of: start, in: zone)
        let to = ISO8601.text(of: end, in: zone)
        if let fix = yearFix(clauses, after: start, end) {
            return binder.report(
                .emptyRange, "the range ends (\(to)) before it starts (\(from))", at: Self.place(of: clauses), help: "add the year",
                note: "without a year, a day or a month is the latest one that has begun", fix: fix)
        }
        let around = start.advanced(byMilliseconds: -1)..<start.advanced(byMilliseconds: 1)
        if start == end, zone.changes(inside: around).contains(where: { $0.shiftMilliseconds > 0 }) {
            return binder.report(
                .emptyRange, "the range is empty: the clocks in \(zone.identifier) skip it", at: Self.place(of: clauses),
                help: "use another day or time", note: "they go forward to \(from)")
        }
        // Infos aren't shown next to an error.
        let changed = binder.diagnostics.first {
            [.skippedClockTime, .repeatedClockTime].contains($0.code) && Self.place(of: clauses).union($0.range) == Self.place(of: clauses)
        }
        let message =
            start == end ? "the range is empty: it starts and ends at \(from)" : "the range ends (\(to)) before it starts (\(from))"
        return binder.report(
            .emptyRange, message, at: Self.place(of: clauses),
            help: changed != nil
                ? "use other times, or write them with their UTC offset, as in `\(from)`"
                : start == end ? "use `through` to include the end" : "swap the two times",
            note: changed?.message ?? (start == end ? "`until` and `to` exclude the end" : nil))
    }
}

extension RangeBinder {
    /// Returns the edit that adds the year to an end such as `january 5`, so that it is the next one after the start.
    private func yearFix(
        _ clauses: [(clause: RangeClause, range: SourceRange)], after start: Instant, _ end: Instant
    ) -> Diagnostic.Fix? {
        let last = clauses.compactMap { clause -> When? in
            switch clause.clause {
            case .until(let when), .through(let when), .between(_, let when), .fromTo(_, let when): when
            default: nil
            }
        }.last
        guard start > end, let last, let place = yearPlace(of: last) else { return nil }
        let year = times.calendar.date(holding: start).year
        return Diagnostic.Fix([.init(SourceRange(at: place), " \(isLater(end, than: start) ? year : year + 1)")], keepsQuestion: false)
    }

    private func yearPlace(of when: When) -> Int? {
        switch when.kind {
        case .instant(.month(let phrase, nil)) where phrase.year == nil: phrase.range.end
        case .instant(.name(let name)) where binder.month(name) != nil: name.range.end
        default: nil
        }
    }

    /// Returns true if `end` is later in its year than `start` in its own.
    private func isLater(_ end: Instant, than start: Instant) -> Bool {
        let (last, first) = (times.calendar.date(holding: end), times.calendar.date(holding: start))
        return (last.month, last.day) > (first.month, first.day)
    }
}

extension PeriodCalendar {
    /// Returns the instant that is this long after another one, or before it with the sign -1; nil outside the years 1 to 9999.
    func moving(_ instant: Instant, by sign: Int, _ length: IntervalComponents) -> Instant? {
        let distance = Double(length.count) * Double(length.period.approximateMilliseconds)
        let moved = Double(instant.milliseconds) + Double(sign) * distance
        let reach = RangeBinder.reach
        guard Double(reach.lowerBound.milliseconds) <= moved, moved <= Double(reach.upperBound.milliseconds) else { return nil }
        return zone.moving(instant, by: sign * length.count, length.period)
    }
}

extension RangeClause {
    /// True if the clause sets the start of the range.
    var hasStart: Bool {
        switch self {
        case .until, .through: false
        case .span(let span), .on(.span(let span)), .during(.span(let span)):
            if case .allTime = span.kind { false } else { true }
        case .since, .between, .fromTo, .on, .during: true
        }
    }
}
