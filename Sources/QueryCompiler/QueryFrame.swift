import CalendarIntervals
import Diagnostics
import HealthModel
import QueryPlan
import QuerySyntax

/// The time side of a query: its zone, calendar, keys and range, before and after buckets are laid over the range.
///
/// It outlives the plan, so that stages can ask the same of another time.
struct QueryFrame: Sendable {
    var zone: Zone
    var usesSampleZones: Bool
    var times: TimeResolver
    var keys: BoundKeys
    /// The range; its implied ends are on bucket edges once `grid` was called.
    var bound: BoundRange
    /// The range as it was asked for.
    var asked: PlanRange
    /// How the range is written.
    var rangePhrase: RangePhrase
    var bucketGrid: BucketGrid
    var anchorText: String?
    var byRange: SourceRange
    /// The start of the first sample of the metrics, nil where there is none.
    var firstSample: Instant?
    /// The condition on samples, also where the plan's own range holds none.
    var predicate: QueryPlan.Predicate?

    var calendar: PeriodCalendar { times.calendar }

    /// Returns the buckets of the range, and moves its implied ends to their edges; nil after a report.
    mutating func grid(_ binder: inout Binder) -> TimeGrid? {
        GridBinder(calendar: calendar, keys: keys, grid: bucketGrid, anchorText: anchorText, byRange: byRange).bind(&bound, &binder)
    }

    /// Returns `plan` over another range; nil where that has too many rows.
    func plan(_ plan: Plan, over range: Range<Instant>) -> Plan? {
        var moved = plan
        moved.range = PlanRange(start: range.lowerBound, end: range.upperBound)
        moved.predicate = range.lowerBound > calendar.now ? .constant(false) : predicate
        guard case .statistics = plan.subject else {
            moved.grid = TimeGrid(whole: moved.range)
            return moved
        }
        var frame = self
        frame.bound.range = moved.range
        // What there is to say of buckets was said of the query's own.
        var silent = Binder(context: CompilationContext(now: calendar.now, zone: zone))
        guard let grid = frame.grid(&silent) else { return nil }
        moved.range = frame.bound.range
        moved.grid = grid
        return moved
    }
}

/// How a range is written, as far as its length goes.
enum RangePhrase: Sendable {
    /// So many periods: `last 30 days`, `this month`, `during 2024-Q1`.
    case periods(Int, CalendarPeriod)
    /// From one typed time to another, or to now.
    case ends
    /// From the first sample on.
    case open
}

extension RangePhrase {
    init(_ clauses: [RangeClause], _ binder: inout Binder) {
        switch clauses.first {
        case .on(let period)?, .during(let period)?: self = RangePhrase(period, &binder)
        case .span(let span)?: self = RangePhrase(span, &binder)
        default: self = clauses.contains(where: \.hasStart) ? .ends : .open
        }
    }

    private init(_ period: PeriodPhrase, _ binder: inout Binder) {
        switch period {
        case .date: self = .periods(1, .day)
        case .coarse(let coarse): self = .periods(1, CalendarPeriod(coarse.kind))
        case .span(let span): self = RangePhrase(span, &binder)
        case .name(let name):
            // What is wrong with the name was reported with the range.
            self =
                binder.following(name) { binder, value in
                    switch value {
                    case .span(let span): RangePhrase(span, &binder)
                    case .when(let when):
                        switch when.kind {
                        case .instant(.date(_, nil)), .instant(.today(nil)), .instant(.yesterday(nil)), .instant(.weekday(_, nil)):
                            .periods(1, .day)
                        case .instant(.coarse(let coarse)): .periods(1, CalendarPeriod(coarse.kind))
                        default: nil
                        }
                    default: nil
                    }
                } ?? .ends
        }
    }

    private init(_ span: Span, _ binder: inout Binder) {
        switch span.kind {
        case .allTime: self = .open
        case .today, .yesterday: self = .periods(1, .day)
        case .this(let unit), .last(nil, _, let unit): self = .periods(1, CalendarPeriod(unit))
        case .last(let count?, _, let unit): self = .periods(binder.integer(count) ?? 1, CalendarPeriod(unit))
        }
    }
}
