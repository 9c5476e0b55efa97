import CalendarIntervals
import HealthModel
import QuerySyntax

/// The calendar of one query: its zone, and the starts of its days, weeks and months.
///
/// With `anchor 03:00`, days start at 03:00, so that at 01:00 `today` is still the previous day. With `anchor day 15`, months start on the
/// 15th.
struct PeriodCalendar {
    /// An anchor with a full date: edge 0 of the buckets.
    enum FixedAnchor {
        case civil(CivilDateTime)
        case instant(Instant)
    }

    let zone: Zone
    let now: Instant
    var rule: AnchorRule
    var dayParts = DayParts.usual
    var fixed: FixedAnchor?
    /// The bucket interval. A fixed anchor sets its phase.
    var interval: IntervalComponents?

    init(zone: Zone, now: Instant, rule: AnchorRule) {
        self.zone = zone
        self.now = now
        self.rule = rule
    }

    /// The weekday that the anchor names, or that of its date; nil if it has none.
    var anchoredWeekday: Weekday? {
        switch fixed {
        case .civil(let civil): civil.date.weekday
        case .instant(let instant): zone.date(at: instant).weekday
        case nil: rule.anchorsWholeWeeks ? rule.weekStart : nil
        }
    }

    /// The same calendar with days that start at midnight and months that start on the 1st.
    var withoutAnchor: PeriodCalendar { PeriodCalendar(zone: zone, now: now, rule: AnchorRule(weekStart: rule.weekStart)) }

    /// Returns the fields of the anchor that single periods depend on.
    func anchorFields(of unit: CalendarPeriod) -> AnchorFields {
        AnchorFields(edgesOf: IntervalComponents(1, unit), millisecondOfDay: rule.millisecondOfDay)
    }

    /// Returns the buckets of `interval` for a range that starts at `start`.
    func schedule(of interval: IntervalComponents, holding start: Instant, grid: BucketGrid = .elapsed) -> BucketSchedule {
        switch fixed {
        case .civil(let anchor): BucketSchedule(interval: interval, anchor: anchor, zone: zone, grid: grid)
        case .instant(let anchor): BucketSchedule(interval: interval, anchor: anchor, zone: zone, grid: grid)
        case nil:
            BucketSchedule(
                interval: interval, anchor: rule.anchor(of: interval, holding: start, zone: zone), zone: zone, grid: grid)
        }
    }

    /// Returns single periods. A fixed anchor moves them if the buckets have the same kind of period.
    func periods(_ period: CalendarPeriod, holding instant: Instant) -> BucketSchedule {
        let single = IntervalComponents(1, period)
        if fixed != nil, interval?.period == period { return schedule(of: single, holding: instant) }
        return BucketSchedule(interval: single, anchor: rule.anchor(of: single, holding: instant, zone: zone), zone: zone)
    }

    /// Returns the period that contains `instant`.
    func period(_ period: CalendarPeriod, holding instant: Instant) -> Range<Instant> {
        periods(period, holding: instant).bucket(holding: instant)
    }

    /// Returns the anchored day named `date`.
    func day(_ date: CivilDate) -> Range<Instant> {
        start(of: date)..<start(of: date.adding(days: 1))
    }

    /// Returns the start of the anchored day named `date`.
    func start(of date: CivilDate) -> Instant {
        zone.instant(of: CivilDateTime(date: date, millisecondOfDay: rule.millisecondOfDay))
    }

    /// Returns the name of the anchored day that contains `instant`.
    func date(holding instant: Instant) -> CivilDate {
        let shifted = zone.localMilliseconds(at: instant) - Int64(rule.millisecondOfDay)
        var date = CivilDateTime(localMilliseconds: shifted).date
        // Near a clock change, the day can start earlier or later than its wall-clock time suggests.
        while start(of: date) > instant { date = date.adding(days: -1) }
        while start(of: date.adding(days: 1)) <= instant { date = date.adding(days: 1) }
        return date
    }

    /// Returns the instant within the anchored day `date` at which clocks show `millisecondOfDay`.
    func time(_ millisecondOfDay: Int, on date: CivilDate) -> Instant { zone.instant(of: clock(millisecondOfDay, on: date)) }

    /// Returns the local date and time at which clocks show `millisecondOfDay` within the anchored day `date`.
    func clock(_ millisecondOfDay: Int, on date: CivilDate) -> CivilDateTime {
        let isNextDate = millisecondOfDay < rule.millisecondOfDay
        return CivilDateTime(date: isNextDate ? date.adding(days: 1) : date, millisecondOfDay: millisecondOfDay)
    }

    /// Returns the period that a coarse date names; nil for a week that its year doesn't have.
    ///
    /// If a full date anchors such periods, returns the anchored period that starts in the calendar period.
    func period(named coarse: CoarseDate.Kind) -> Range<Instant>? {
        guard let interval, fixed != nil, interval.period == CalendarPeriod(coarse) else { return unfixedPeriod(named: coarse) }
        return withoutAnchor.unfixedPeriod(named: coarse).map { plain in
            let start = periods(interval.period, holding: plain.lowerBound).ceiling(plain.lowerBound)
            return period(interval.period, holding: start)
        }
    }

    private func unfixedPeriod(named coarse: CoarseDate.Kind) -> Range<Instant>? {
        switch coarse {
        case .year(let year): return months(from: year * 12, count: 12)
        case .quarter(let year, let quarter): return months(from: year * 12 + (quarter - 1) * 3, count: 3)
        case .month(let year, let month): return months(from: year * 12 + month - 1, count: 1)
        case .week(let year, let week):
            guard let first = CivilWeek(year: year, week: week, weekStart: rule.weekStart)?.firstDay(weekStart: rule.weekStart) else {
                return nil
            }
            return start(of: first)..<start(of: first.adding(days: 7))
        }
    }

    private func months(from month: Int, count: Int) -> Range<Instant> {
        start(
            of: CivilDate(monthNumber: month, clampingDay: rule.dayOfMonth))..<start(
                of: CivilDate(monthNumber: month + count, clampingDay: rule.dayOfMonth))
    }
}

extension CalendarPeriod {
    /// The kind of period that a coarse date names.
    init(_ coarse: CoarseDate.Kind) {
        switch coarse {
        case .year: self = .year
        case .month: self = .month
        case .quarter: self = .quarter
        case .week: self = .week
        }
    }
}

extension TimeLiteral {
    package var millisecondOfDay: Int { ((hour * 60 + minute) * 60 + second) * 1000 + nanosecond / 1_000_000 }
}

extension CivilDateTime {
    init(date: CivilDate, _ time: TimeLiteral) { self.init(date: date, millisecondOfDay: time.millisecondOfDay) }
}

extension DateLiteral {
    /// The date, which exists: the parser has checked it.
    var civil: CivilDate {
        CivilDate(monthNumber: year * 12 + month - 1, clampingDay: day)
    }
}
