package import QueryDiagnostics
package import QueryVocabulary

/// `source { clause } { "|" stage } [ output ]`
package struct Query: Sendable {
    package var source: QuerySource
    /// In the order written; the parser drops a second clause with the same keyword (E150).
    package var clauses: [Clause]
    package var stages: [Stage]
    package var output: Output?
    package var range: SourceRange

    /// Creates a query that consists only of a metric, a call or a name.
    package init(_ reference: MetricReference) {
        let measure = Measure(aggregates: [], metric: reference, range: reference.range)
        self.init(source: .measures([measure]), clauses: [], stages: [], output: nil, range: reference.range)
    }

    package init(source: QuerySource, clauses: [Clause], stages: [Stage], output: Output?, range: SourceRange) {
        self.source = source
        self.clauses = clauses
        self.stages = stages
        self.output = output
        self.range = range
    }

    /// The name if the query consists only of a name.
    package var aliasedName: Name? { clauses.isEmpty && stages.isEmpty && output == nil ? loneName : nil }

    /// The name if the source is a lone name without aggregate, unit or alias: a metric, or a `let` with a query or a metric.
    package var loneName: Name? {
        guard case .measures(let measures) = source, measures.count == 1, let measure = measures.first else { return nil }
        return measure.loneName
    }
}

/// Large cases are indirect: the compiler follows chains of a thousand names, and each step has a query on the stack.
package enum QuerySource: Sendable {
    /// `average, max heartRate in bpm called pulse, sum steps`; a lone name can be a `let`
    case measures([Measure])
    /// `samples of heartRate`, `samples of bloodGlucose in mg/dL`
    case samples(MetricReference, unit: UnitText? = nil)
    /// `progress activeEnergy in kJ`: a day compared with a typical day
    indirect case progress(Measure, SourceRange)
    /// `summaries`: the activity summaries
    case summaries(SourceRange)
    /// `gaps of heartRate longer than 1h`: the intervals of a set
    case times(IntervalSet)
    /// `longest run last 90 days`
    indirect case record(RecordPhrase)
    /// `_`: the last result
    case lastResult(SourceRange)
}

/// `[ aggs [ "of" ] | share "of" ] metric [ "in" UNIT ] [ "at" ] [ "called" NAME ]`, or `( … clauses ) [ "called" NAME ]`
package struct Measure: Sendable {
    /// Empty if no aggregate is written.
    package var aggregates: [AggregatePhrase]
    /// The share that is counted instead of an aggregate; nil for all other measures.
    package var share: SharePhrase?
    package var metric: MetricReference
    package var unit: UnitText?
    /// The word `at`, which asks for the time of the sample that has the value.
    package var at: SourceRange?
    package var alias: Name?
    /// Its own clauses, in parentheses.
    package var clauses: [Clause] = []
    package var range: SourceRange

    package var loneName: Name? {
        guard isPlain, unit == nil, at == nil, alias == nil, clauses.isEmpty, case .name(let name) = metric else { return nil }
        return name
    }

    /// True if it has neither an aggregate nor a share, so that the metric can be a name for a query.
    package var isPlain: Bool { aggregates.isEmpty && share == nil }
}

extension Measure {
    /// Returns the adherence of the same metric, which is written at `range`.
    package func adherence(at range: SourceRange) -> Measure {
        Measure(aggregates: [], share: SharePhrase(kind: .adherence, range: range), metric: metric, range: range)
    }
}

/// The word of a measure with its arguments, as written: the condition of a share, or an amount.
package struct SharePhrase: Sendable {
    package indirect enum Kind: Sendable {
        /// `share (value > 100)`
        case condition(Predicate)
        /// `time in range 70 to 180`; without limits, the range that is usual for the metric
        case inRange(Literal, Literal)
        case inUsualRange
        /// `time below 70`
        case below(Literal)
        /// `time above 180`
        case above(Literal)
        /// `fastest 5 km`
        case fastest(Literal)
        /// `adherence`
        case adherence
    }

    package var kind: Kind
    package var range: SourceRange

    package var word: MeasureWord {
        switch kind {
        case .condition: .share
        case .inRange, .inUsualRange: .timeInRange
        case .below: .timeBelow
        case .above: .timeAbove
        case .fastest: .fastest
        case .adherence: .adherence
        }
    }
}

package indirect enum MetricReference: Sendable {
    /// `steps`, `active energy`, `` `time in daylight` ``: a metric, or a `let`, `param` or formal
    case name(Name)
    /// `typical(steps, n = 7)`: a function defined by `def`
    case call(Name, [Argument], SourceRange)

    package var range: SourceRange {
        switch self {
        case .name(let name): name.range
        case .call(_, _, let range): range
        }
    }
}

/// `steps`, `n = 30`, `--n 30`
package struct Argument: Sendable {
    package enum Value: Sendable {
        /// A metric is a `Literal.name`.
        case literal(Literal)
        /// `typical(steps)`: a function in place of a metric
        case call(MetricReference)
    }

    package var name: Name?
    package var value: Value
    package var range: SourceRange
}

/// An aggregate as written: `sum`, `p99.9`.
package struct AggregatePhrase: Sendable {
    package var kind: Aggregate
    package var range: SourceRange
}

/// `as csv to "hr.csv"`
package struct Output: Sendable {
    package var format: OutputFormat
    /// The range of the format's name.
    package var formatRange: SourceRange
    /// `from 40 to 120`: the ends of the value axis of a chart
    package var axis: AxisEnds?
    /// `rule 10000 called "goal"`: lines across a chart
    package var rules: [RulePhrase] = []
    package var path: TextOperand?
    /// The range of `to` with the path; nil without a path.
    package var destination: SourceRange?
    package var range: SourceRange
}

/// `rule 10000 called "goal"`, `rule average`, `rule at 08:00`
package struct RulePhrase: Sendable {
    package enum Place: Sendable {
        /// `10000`, `70 kg`, `8h`, or a `let` with one of them or with a time of day
        case value(Literal)
        case average
        /// `at 08:00`
        case time(TimeLiteral)
    }

    package var place: Place
    package var label: TextOperand?
    package var range: SourceRange
}

package struct AxisEnds: Sendable {
    package var lower: Literal
    package var upper: Literal?
    package var range: SourceRange
}
