package import QueryDiagnostics
package import QueryVocabulary

/// A set of intervals of time, as after `while`.
package indirect enum IntervalSet: Sendable {
    /// `sleep or workouts`: two or more
    case or([IntervalSet])
    /// `sleep and not workouts`: two or more
    case and([IntervalSet])
    case not(IntervalSet, SourceRange)
    /// `heartRate > 90 holding 5min`; also a `let` with a set
    case samples(SampleSet)
    /// `within 2h after workouts`
    case within(TimeAmountPhrase, WithinSide, IntervalSet, SourceRange)
    /// `sessions of sleep gap 1h`
    case sessions(IntervalSet, gap: TimeAmountPhrase?, SourceRange)
    /// `gaps of heartRate longer than 1h`
    case gaps(IntervalSet, longerThan: TimeAmountPhrase?, SourceRange)
    /// `parts of workouts`
    case parts(IntervalSet, SourceRange)

    package var range: SourceRange {
        switch self {
        case .or(let parts), .and(let parts):
            parts.dropFirst().reduce(parts.first?.range ?? SourceRange(at: 0)) { $0.union($1.range) }
        case .not(_, let range), .within(_, _, _, let range), .sessions(_, _, let range), .gaps(_, _, let range),
            .parts(_, let range):
            range
        case .samples(let samples): samples.range
        }
    }

    /// The metrics of the set, in order. A name can also be that of a set.
    package var metrics: [MetricReference] {
        switch self {
        case .or(let parts), .and(let parts): parts.flatMap(\.metrics)
        case .not(let inner, _), .within(_, _, let inner, _), .sessions(let inner, _, _), .gaps(let inner, _, _), .parts(let inner, _):
            inner.metrics
        case .samples(let samples): [samples.metric]
        }
    }
}

/// The intervals of the samples that match a test: `workouts is running`, `(dietaryCarbohydrates where value > 20 g)`.
package struct SampleSet: Sendable {
    package enum Test: Sendable {
        /// `heartRate > 90`: a test of the value, without a field
        case value(Predicate)
        /// `(heartRate where value > 90)`
        case condition(Predicate)

        package var predicate: Predicate {
            switch self {
            case .value(let predicate), .condition(let predicate): predicate
            }
        }
    }

    package var metric: MetricReference
    package var test: Test?
    /// `holding 5min`
    package var holding: TimeAmountPhrase?
    package var range: SourceRange

    package init(_ metric: MetricReference, test: Test? = nil, holding: TimeAmountPhrase? = nil, range: SourceRange) {
        self.metric = metric
        self.test = test
        self.holding = holding
        self.range = range
    }
}

extension IntervalSet: Transplantable {
    func moved(_ transplant: Transplant) -> IntervalSet {
        switch self {
        case .or(let parts): .or(parts.moved(transplant))
        case .and(let parts): .and(parts.moved(transplant))
        case .not(let inner, let range): .not(inner.moved(transplant), range.moved(transplant))
        case .samples(let samples): .samples(samples.moved(transplant))
        case .within(let amount, let side, let inner, let range):
            .within(amount.moved(transplant), side, inner.moved(transplant), range.moved(transplant))
        case .sessions(let inner, let gap, let range):
            .sessions(inner.moved(transplant), gap: gap.moved(transplant), range.moved(transplant))
        case .gaps(let inner, let length, let range):
            .gaps(inner.moved(transplant), longerThan: length.moved(transplant), range.moved(transplant))
        case .parts(let inner, let range): .parts(inner.moved(transplant), range.moved(transplant))
        }
    }
}

extension SampleSet: Placed {
    func moved(_ transplant: Transplant) -> SampleSet {
        SampleSet(
            metric.moved(transplant), test: test.moved(transplant), holding: holding.moved(transplant),
            range: range.moved(transplant))
    }
}

extension SampleSet.Test: Transplantable {
    func moved(_ transplant: Transplant) -> SampleSet.Test {
        switch self {
        case .value(let predicate): .value(predicate.moved(transplant))
        case .condition(let predicate): .condition(predicate.moved(transplant))
        }
    }
}
