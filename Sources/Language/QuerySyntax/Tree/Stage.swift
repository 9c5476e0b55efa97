package import CalendarIntervals
package import QueryDiagnostics
package import QueryVocabulary

/// One step of work on the result, after a `|`.
package struct Stage: Sendable {
    package var kind: StageKind
    /// The range of the `|` before the stage; empty if it is missing.
    package var pipe: SourceRange
    /// The range of the stage without the pipe.
    package var range: SourceRange
}

package enum StageKind: Sendable {
    /// `running total reset each day`
    case runningTotal(resetEach: CalendarPeriod?)
    /// `rolling 7 days average at least 5`
    case rolling(TimeAmountPhrase, [AggregatePhrase], atLeast: Count?)
    /// `compare to previous year aligned weekday`
    case compare(CompareTarget, aligned: Alignment?)
    /// `change`, `change percent`
    case change(percent: Bool)
    /// `average by month`; without keys, one row
    case aggregate([AggregatePhrase], by: [GroupingKey])
    /// `where sum > 0`
    case filter(Predicate)
    /// `fill zero`
    case fill(FillRule)
    /// `partial drop`
    case partial(PartialRule)
    /// `value at 14:37`
    case valueAt(ValueMoment)
    /// `project`: a word without arguments
    case plain(PlainStage)
    /// `sort sum descending`
    case sort(Column, descending: Bool)
    /// `top 3 by sum`
    case ranking(Ranking, Count, by: Column?)
    /// `limit 10`: a word and a whole number
    case counted(CountedStage, Count)
    /// `derive net = intake - burned`
    case derive(Name, in: UnitText?, Expression)
    /// `select date, sum called kcal`
    case select([SelectedColumn])
    /// `join (average restingHeartRate by day) by day`
    indirect case join(Query, isByDay: Bool)
    /// `trend per week linear`
    case trend(per: TrendPeriod?, isLinear: Bool)
    /// `smooth half-life 7 days`
    case smooth(SmoothingMethod, SmoothingArgument)
    /// `outliers 3 by sum`
    case outliers(NumberOperand?, by: Column?)
    /// `correlate steps with restingHeartRate lag 0 to 3`
    case correlate(Column, with: Column, lag: Count?, to: Count?)
    /// `longest streak skipping missing where sum > 10000`
    case streaks(StreakChoice, skipsMissing: Bool, Predicate)
    /// `share where sum > 10000 by month`; without keys, one row
    case share(Predicate, by: [GroupingKey])
    /// `usual of 30 days`
    case usual(of: TimeAmountPhrase?)
}

/// The argument of `smooth`: the share of each value, or a length of time.
package enum SmoothingArgument: Sendable {
    case share(NumberOperand)
    case length(TimeAmountPhrase)

    fileprivate func moved(_ transplant: Transplant) -> SmoothingArgument {
        switch self {
        case .share(let share): .share(share.moved(transplant))
        case .length(let time): .length(time.moved(transplant))
        }
    }
}

/// A column of `select`, with its new name.
package struct SelectedColumn: Sendable {
    package enum Kind: Sendable {
        case field(Field)
        /// A part of a row's start, unless a column has that name
        case part(RowPart)
        /// `partial`: the mark of rows that are partial
        case partial
    }

    package var kind: Kind
    package var alias: Name?
    package var range: SourceRange
}

extension StageKind {
    /// The word that starts the stage; nil for an aggregate.
    package var word: StageWord? {
        switch self {
        case .runningTotal: .runningTotal
        case .rolling: .rolling
        case .compare: .compare
        case .change: .change
        case .aggregate: nil
        case .filter: .filter
        case .fill: .fill
        case .partial: .partial
        case .valueAt: .valueAt
        case .plain(let stage): .plain(stage)
        case .sort: .sort
        case .ranking(let ranking, _, _): .ranking(ranking)
        case .counted(let stage, _): .counted(stage)
        case .derive: .derive
        case .select: .select
        case .join: .join
        case .trend: .trend
        case .smooth: .smooth
        case .outliers: .outliers
        case .correlate: .correlate
        case .streaks(let choice, _, _): .streaks(choice)
        case .share: .share
        case .usual: .usual
        }
    }
}

extension StageKind: Transplantable {
    func moved(_ transplant: Transplant) -> StageKind {
        switch self {
        case .rolling(let window, let aggregates, let least):
            .rolling(window.moved(transplant), aggregates.moved(transplant), atLeast: least.moved(transplant))
        case .compare(let target, let alignment): .compare(target.moved(transplant), aligned: alignment)
        case .aggregate(let aggregates, let keys): .aggregate(aggregates.moved(transplant), by: keys.moved(transplant))
        case .filter(let predicate): .filter(predicate.moved(transplant))
        case .fill(let rule): .fill(rule.moved(transplant))
        case .valueAt(.time(let time)): .valueAt(.time(time.moved(transplant)))
        case .valueAt(.when(let when)): .valueAt(.when(when.moved(transplant)))
        case .sort(let column, let descending): .sort(column.moved(transplant), descending: descending)
        case .ranking(let ranking, let count, let column): .ranking(ranking, count.moved(transplant), by: column.moved(transplant))
        case .counted(let stage, let count): .counted(stage, count.moved(transplant))
        case .derive(let name, let unit, let expression):
            .derive(name.moved(Transplant(to: transplant.range)), in: unit.moved(transplant), expression.moved(transplant))
        case .select(let columns): .select(columns.moved(transplant))
        case .join(let query, let isByDay): .join(query.moved(transplant), isByDay: isByDay)
        case .smooth(let method, let argument): .smooth(method, argument.moved(transplant))
        case .outliers(let limit, let column): .outliers(limit.moved(transplant), by: column.moved(transplant))
        case .correlate(let first, let second, let lag, let last):
            .correlate(first.moved(transplant), with: second.moved(transplant), lag: lag.moved(transplant), to: last.moved(transplant))
        case .streaks(let choice, let skipsMissing, let condition):
            .streaks(choice, skipsMissing: skipsMissing, condition.moved(transplant))
        case .share(let condition, let keys): .share(condition.moved(transplant), by: keys.moved(transplant))
        case .usual(let length): .usual(of: length.moved(transplant))
        case .runningTotal, .change, .partial, .plain, .trend: self
        }
    }
}

package enum CompareTarget: Sendable {
    /// `previous`, `previous year`
    case previous(CalendarPeriod?)
    /// `last month`
    case span(Span)
    /// `2023-Q1`, `2023-03-10`, or a `let`
    case period(PeriodPhrase)
}

package enum Alignment: String, Sendable, CaseIterable {
    case elapsed, clock, weekday
}

package enum ValueMoment: Sendable {
    /// `14:37`: on the day of each row
    case time(TimeLiteral)
    case when(When)
}

/// A column of the result: a name, or the aggregate that it has as its name.
package enum Column: Sendable {
    case name(Name)
    case aggregate(AggregatePhrase)

    package var range: SourceRange {
        switch self {
        case .name(let name): name.range
        case .aggregate(let aggregate): aggregate.range
        }
    }
}

/// A calculation of `derive`: arithmetic, or a condition with the answer yes or no.
package indirect enum Expression: Sendable {
    package enum Operator: String, Sendable, CaseIterable {
        case add = "+"
        case subtract = "-"
        case multiply = "*"
        case divide = "/"
    }

    case number(NumberLiteral)
    /// A number with a unit: `100 bpm`, `8h`
    case quantity(Literal)
    case column(Column)
    case negate(Expression, SourceRange)
    case binary(Operator, Expression, Expression)
    /// `sum > 2 * average`
    case comparison(Comparison, Expression, Expression)
    /// A test that has words: `weekday in (saturday, sunday)`, `sum is missing`, `partial`
    case test(Predicate)
    case not(Expression, SourceRange)
    case and(Expression, Expression)
    case or(Expression, Expression)

    package var range: SourceRange {
        switch self {
        case .number(let number): number.range
        case .quantity(let literal): literal.range
        case .column(let column): column.range
        case .test(let predicate): predicate.range
        case .negate(_, let range), .not(_, let range): range
        case .binary(_, let left, let right), .comparison(_, let left, let right), .and(let left, let right), .or(let left, let right):
            left.range.union(right.range)
        }
    }
}
