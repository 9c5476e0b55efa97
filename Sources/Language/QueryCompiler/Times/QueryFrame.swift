import CalendarIntervals
import HealthModel
import QueryDiagnostics
import QueryPlan
import QuerySyntax
import QueryVocabulary

/// The times of a query: its zone, calendar, keys and range.
///
/// It is kept after the plan is built, so that stages can run the same query for another time.
struct QueryFrame: Sendable {
    var zone: Zone
    var usesSampleZones: Bool
    /// The periods of rows and stages, which an anchor moves.
    var calendar: PeriodCalendar
    /// Converts phrases to times. If the anchor is only the phase of buckets shorter than a day, its days start at midnight (S3.5).
    var times: TimeResolver
    var keys: BoundKeys
    /// The range. Its implied ends are on bucket edges after a call of `grid`.
    var bound: BoundRange
    /// The range before its ends move to bucket edges.
    var asked: PlanRange
    /// The form of the range in the query.
    var rangePhrase: RangePhrase
    var bucketGrid: BucketGrid
    var anchorText: String?
    var byRange: SourceRange
    /// The position of the weekday, written or implied by weeks, that fixes the phase of whole weeks.
    var weekdayRange: SourceRange?
    /// The start of the first sample of the metrics; nil if they have no samples.
    var firstSample: Instant?
    /// The start of the first sample of each metric in the store.
    var firstSamples: [MetricID: Instant]
    /// Finds the last sample after now.
    var later: LaterSampleFinder
    /// The events that are rows; nil for other rows.
    var events: Result<EventRows?, Reported>
    /// How long readings last until the next one, in milliseconds; nil if they keep their own length (`holding`).
    var holding: Int64?
    /// The end of that sample within the range.
    private(set) var laterEnd = LaterEnd.notAsked

    /// The end of the last sample after now, kept so that it is read only once.
    enum LaterEnd {
        case notAsked
        /// Nil if no sample after now ends in the range.
        case found(Instant?)
    }

    /// Returns the buckets of the range, and moves its implied ends to bucket edges.
    mutating func grid(_ binder: Binder) throws(Reported) -> TimeGrid {
        var laterEnd = laterEnd
        let grid = try GridBinder(
            binder: binder, calendar: calendar, keys: keys, grid: bucketGrid, anchorText: anchorText, byRange: byRange,
            weekdayRange: weekdayRange
        ).bind(&bound) { [later] range in
            if case .found(let end) = laterEnd { return end }
            let end = later.end(of: range, binder)
            laterEnd = .found(end)
            return end
        }
        self.laterEnd = laterEnd
        return grid
    }

    /// Returns `plan` for another range; nil if it would have too many rows.
    func plan(_ plan: Plan, over range: Range<Instant>) -> Plan? {
        var moved = plan
        moved.range = PlanRange(start: range.lowerBound, end: range.upperBound)
        guard case .statistics = plan.subject else {
            moved.grid = TimeGrid(whole: moved.range)
            return moved
        }
        var frame = self
        frame.bound.range = moved.range
        // Findings about buckets were reported for the range of the query.
        let silent = Binder(context: CompilationContext(now: calendar.now, zone: zone))
        guard let grid = silent.collect(try frame.grid(silent)).value else { return nil }
        moved.range = frame.bound.range
        moved.grid = grid
        if moved.wholeRows != nil { moved.wholeRows = moved.range }
        return moved
    }
}

/// Finds the samples of a query after now.
struct LaterSampleFinder: Sendable {
    var metrics: [MetricInfo]
    var edges: EdgeRule
    var predicate: QueryPlan.Predicate?
    var zone: Zone
    var weekStart: Weekday
    var usesSampleZones: Bool
    /// The current time on the timeline of the range.
    var now: Instant

    /// Returns the end within `range` of the last sample that counts in it; nil if no sample ends after now.
    func end(of range: PlanRange, _ binder: Binder) -> Instant? {
        guard range.end > now else { return nil }
        return metrics.compactMap { binder.laterSamples(question(.end, $0, range)).end }.max()
    }

    /// Returns true if the store can have samples after now.
    func mayFindAny(_ binder: Binder) -> Bool {
        metrics.contains { binder.mayHoldLater($0.id, onClocksOfSamples: usesSampleZones) }
    }

    /// Returns how many samples start at the end of `range` or later.
    func countAfter(_ range: PlanRange, _ binder: Binder) -> Int {
        metrics.reduce(0) { $0 + binder.laterSamples(question(.countAfterRange, $1, range)).count }
    }

    /// Returns the end of the last held reading; nil if it is not after `extent`, the time that the samples cover.
    func heldEnd(longest: Int64, after extent: RangeBinder.DataExtent, _ binder: Binder) -> Instant? {
        let end = extent.lastEnd
        let range = PlanRange(start: end.advanced(byMilliseconds: -longest), end: end, includesEnd: true)
        return metrics.compactMap { metric -> Instant? in
            var question = question(.heldEnd(longest: longest), metric, range)
            (question.edges, question.predicate) = (.overlap, nil)
            return binder.heldEnd(question)
        }.max()
    }

    private func question(_ kind: LaterSamples.Question.Kind, _ metric: MetricInfo, _ range: PlanRange) -> LaterSamples.Question {
        LaterSamples.Question(
            kind, of: metric.id, range: range, edges: edges,
            predicate: metric.measuredPart.map { $0.predicate(and: predicate) } ?? predicate, zone: zone, weekStart: weekStart,
            usesSampleZones: usesSampleZones, now: now)
    }
}

/// The form of a range, which determines its length.
enum RangePhrase: Sendable {
    /// A number of periods: `last 30 days`, `this month`, `during 2024-Q1`.
    case periods(Int, CalendarPeriod)
    /// From one written time to another, or to now.
    case ends
    /// From the first sample on.
    case open
}

extension RangePhrase {
    init(_ clauses: [RangeClause], _ binder: Binder) throws(Reported) {
        switch clauses.first {
        case .on(let period)?, .during(let period)?: self = try RangePhrase(period, binder)
        case .span(let span)?: self = try RangePhrase(span, binder)
        default: self = clauses.contains(where: \.hasStart) ? .ends : .open
        }
    }

    private init(_ period: PeriodPhrase, _ binder: Binder) throws(Reported) {
        switch period {
        case .date, .weekday: self = .periods(1, .day)
        case .month(let phrase): self = .periods(1, phrase.day == nil ? .month : .day)
        case .coarse(let coarse): self = .periods(1, CalendarPeriod(coarse.kind))
        case .span(let span): self = try RangePhrase(span, binder)
        case .name(let name) where binder.month(name) != nil: self = .periods(1, .month)
        case .name(let name):
            let phrase = try binder.following(name) { (value) throws(Reported) -> RangePhrase? in
                switch value {
                case .span(let span): try RangePhrase(span, binder)
                case .when(let when):
                    switch when.kind {
                    case .instant(.date(_, nil)), .instant(.today(nil)), .instant(.yesterday(nil)), .instant(.weekday(_, nil)):
                        .periods(1, .day)
                    case .instant(.coarse(let coarse)): .periods(1, CalendarPeriod(coarse.kind))
                    case .instant(.month(let phrase, nil)): .periods(1, phrase.day == nil ? .month : .day)
                    default: nil
                    }
                case .query(let query): query.aliasedName.flatMap(binder.month).map { _ in .periods(1, .month) }
                default: nil
                }
            }
            self = phrase ?? .ends
        }
    }

    private init(_ span: Span, _ binder: Binder) throws(Reported) {
        switch span.kind {
        case .allTime: self = .open
        case .today, .yesterday, .lastWeekday: self = .periods(1, .day)
        case .lastMonth: self = .periods(1, .month)
        case .part: self = .ends
        case .this(let unit), .last(nil, _, let unit), .ago(_, let unit): self = .periods(1, unit)
        case .last(let count?, _, let unit): self = .periods(try binder.integer(count), unit)
        }
    }
}
