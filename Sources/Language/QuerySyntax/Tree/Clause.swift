package import CalendarIntervals
package import QueryDiagnostics
package import QueryVocabulary

/// One clause with its range.
package struct Clause: Sendable {
    package var kind: ClauseKind
    package var range: SourceRange
    /// The words that start the clause: `by`, `since`, `last`, …
    package var keywordRange: SourceRange

    package init(kind: ClauseKind, range: SourceRange, keywordRange: SourceRange) {
        (self.kind, self.range, self.keywordRange) = (kind, range, keywordRange)
    }
}

extension Clause {
    /// Returns the clauses `by hour` and `today` that `progress` implies, positioned at the text that implies them.
    package static func hoursOfToday(impliedAt place: SourceRange) -> (hours: Clause, today: Clause) {
        let hour = TimeAmount(count: nil, unit: .hour, isCompact: false, range: place)
        let key = GroupingKey(kind: .interval(.amount(hour), starting: nil), range: place)
        func clause(_ kind: ClauseKind) -> Clause { Clause(kind: kind, range: place, keywordRange: place) }
        return (clause(.by([key])), clause(.range(.span(Span(kind: .today, range: place)))))
    }
}

package enum ClauseKind: Sendable {
    /// `by day and source`
    case by([GroupingKey])
    /// `within 2h after each workout`, `before each (dietaryCarbohydrates)`
    case window(WindowPhrase)
    /// `since -30d`, `last 8 full weeks`; only `since` can be combined, with `until` or `through`
    case range(RangeClause)
    /// `vs last month`, `before and after june 1`: another range, side by side with that of the query
    case versus(OtherRange)
    /// `anchor 03:00`
    case anchor(Anchor)
    /// `zone Europe/Berlin`
    case zone(ZonePhrase)
    /// `where value > 150`
    case predicate(Predicate)
    /// `holding 2min`: how long a reading lasts
    case holding(TimeAmountPhrase)
    /// `while sleep and not workouts`, `during running`
    case intervals(IntervalSet, IntervalOpener)
    /// `edges clip`, `assign by end`, `sources raw`, `partial drop`
    case choice(ClauseChoice)
    /// `prefer "Watch", "iPhone"`
    case prefer([TextOperand])
    /// `fill zero`
    case fill(FillRule)
    /// `grid clock`
    case grid(BucketGrid)
    /// `against last 60 full days`: the days that form the typical day
    case against(Span)
    /// `goal 600 kcal`, `goal none`
    case goal(Literal)
    /// `limit 100`
    case limit(Count)
    /// `newest first`
    case order(SampleOrder)
}

extension ClauseKind {
    /// The kind of clause, without its content.
    package var word: ClauseWord {
        switch self {
        case .by: .by
        case .window: .window
        case .range: .range
        case .versus: .versus
        case .anchor: .anchor
        case .zone: .zone
        case .predicate: .condition
        case .holding: .holding
        case .intervals: .intervals
        case .choice(let choice): .choice(choice.clause)
        case .prefer: .prefer
        case .fill: .fill
        case .grid: .grid
        case .against: .against
        case .goal: .goal
        case .limit: .limit
        case .order: .order
        }
    }
}

extension ClauseKind: Transplantable {
    func moved(_ transplant: Transplant) -> ClauseKind {
        switch self {
        case .by(let keys): .by(keys.moved(transplant))
        case .window(let window): .window(window.moved(transplant))
        case .range(let range): .range(range.moved(transplant))
        case .versus(let other): .versus(other.moved(transplant))
        case .anchor(let anchor): .anchor(anchor.moved(transplant))
        case .zone(.named(let name)): .zone(.named(name.moved(transplant)))
        case .zone(.history(let history)): .zone(.history(history.moved(transplant)))
        case .predicate(let predicate): .predicate(predicate.moved(transplant))
        case .holding(let amount): .holding(amount.moved(transplant))
        case .intervals(let set, let opener): .intervals(set.moved(transplant), opener)
        case .prefer(let texts): .prefer(texts.moved(transplant))
        case .fill(let rule): .fill(rule.moved(transplant))
        case .against(let span): .against(span.moved(transplant))
        case .goal(let value): .goal(value.moved(transplant))
        case .limit(let count): .limit(count.moved(transplant))
        case .zone, .choice, .grid, .order: self
        }
    }
}

extension [Clause] {
    /// The rules that the clauses choose.
    package var choices: ClauseChoices {
        ClauseChoices(compactMap { clause in if case .choice(let choice) = clause.kind { choice } else { nil } })
    }
}

/// The word before a set of times. Both mean the same, but `during` can also open a range.
package enum IntervalOpener: String, Sendable {
    case `while`, during
}

extension ClauseKind {
    /// True for a set of times, and for `during` with a name that can be one of a set.
    package var mayBeSet: Bool {
        switch self {
        case .intervals, .range(.during(.name)): true
        default: false
        }
    }
}

/// One key of `by`.
package struct GroupingKey: Sendable {
    package enum Kind: Sendable {
        /// `hour`, `15min`, `2 weeks`, or a `let` with a duration
        case interval(TimeAmountPhrase, starting: WeekdayPhrase?)
        /// `hour of day`
        case profile(Profile)
        case source
        case device
        case product
        /// `metadata "HKFoodType"`
        case metadata(TextOperand)
        /// `value`: of a category or a quantity
        case value
        /// `(value > 120) called high`
        case condition(Predicate, called: Name?)
        /// `bins of 10`
        case bins(Literal)
        /// `bands 100, 120, 140`
        case bands([Literal])
        /// `each (sleep)`: the intervals of a set
        case each(IntervalSet)
        /// `km of workouts`, `400 m of running`: equal distances of workouts
        case splits(NumberOperand?, UnitText, IntervalSet)
        /// `part of workouts`: their laps or segments
        case parts(IntervalSet)
        /// `from` or `to`: in a stage, the edges of bins and bands
        case edge(Name)
    }

    /// The workouts whose splits or parts are rows; nil for other keys.
    var workouts: IntervalSet? {
        switch kind {
        case .splits(_, _, let set), .parts(let set): set
        default: nil
        }
    }

    package var kind: Kind
    package var range: SourceRange
    /// True for the events of a window, which are rows without `by`.
    package var isOfWindow = false
}

/// The time near events: `within 2h after each workout`, `before each workout`.
package struct WindowPhrase: Sendable {
    /// The length; nil without a limit.
    package var length: TimeAmountPhrase?
    package var side: WithinSide
    /// The events: `workout`, `night` or `each (SET)`.
    package var event: GroupingKey
}

extension WindowPhrase: Transplantable {
    func moved(_ transplant: Transplant) -> WindowPhrase {
        WindowPhrase(length: length.moved(transplant), side: side, event: event.moved(transplant))
    }
}

package enum RangeClause: Sendable {
    case since(When)
    /// Excludes the period that `When` names.
    case until(When)
    /// Includes the period that `When` names.
    case through(When)
    /// `between A and B` includes the period that B names.
    case between(When, When)
    /// `from A to B` excludes B.
    case fromTo(When, When)
    /// `on 2024-03-10`
    case on(PeriodPhrase)
    /// `during 2024-Q1`
    case during(PeriodPhrase)
    /// `last 30 days`, `today`
    case span(Span)
}

/// A second range, which `vs` puts next to that of the query.
package struct OtherRange: Sendable {
    package enum Kind: Sendable {
        /// `vs last month`, `vs 2024-03`
        case period(PeriodPhrase)
        /// `vs from 2024-03-01 to 2024-03-10`
        case ends(RangeClause)
        /// `vs the 30 days before`
        case before(TimeAmountPhrase)
        /// `before and after june 1`, `30 days before and after june 1`: both ranges
        case around(When, TimeAmountPhrase?)
    }

    package var kind: Kind
    /// True for `the same days of`: both ranges are cut to the length of the shorter one.
    package var isOfSameDays: Bool
    package var range: SourceRange
}

package enum Anchor: Sendable {
    /// `anchor 03:00`
    case time(TimeLiteral)
    /// `anchor monday 03:00`
    case weekday(WeekdayPhrase, TimeLiteral?)
    /// `anchor day 15 03:00`
    case dayOfMonth(Count, TimeLiteral?)
    /// `anchor 2024-01-01 03:00`
    case date(DateLiteral, TimeLiteral?)
    /// `anchor 2024-01-01T03:00+01:00`
    case dateTime(DateTimeLiteral)
    /// A `let` with a time
    case name(Name)
}

package enum ZonePhrase: Sendable {
    /// `zone Europe/Berlin`, also quoted; a single word can be a `let`
    case named(Name)
    case local
    case utc
    /// `zone sample`: each sample in its own recorded zone
    case sample
    /// `zone person`: each person's own zone
    case person
    /// `zone (Europe/Berlin until 2026-10-15, America/New_York)`, also without parentheses
    case history(ZoneHistoryPhrase)
}

/// `Europe/Berlin until 2026-10-15, America/New_York`: the zones that someone lived in, one after the other
package struct ZoneHistoryPhrase: Sendable {
    package struct Stretch: Sendable {
        package var zone: Name
        /// The date on which the next zone begins.
        package var until: DateLiteral
    }

    /// At least one.
    package var stretches: [Stretch]
    package var last: Name
    package var range: SourceRange
}

package enum FillRule: Sendable {
    case none, null, zero, previous, linear
    /// `fill 0.5`, `fill 95%`, or a `let` with one of them
    case number(Literal)
}

package enum SampleOrder: String, Sendable, CaseIterable {
    case newest, oldest
}

extension FillRule {
    /// True if missing values get the values of other rows.
    package var needsNeighbors: Bool {
        switch self {
        case .previous, .linear: true
        case .none, .null, .zero, .number: false
        }
    }
}
