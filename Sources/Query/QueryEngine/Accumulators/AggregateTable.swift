import HealthModel
import QueryPlan
import QueryVocabulary

/// Maps aggregates to their computation: over samples, over values of rows, and for the contributions of samples.
extension Aggregate {
    /// Returns an empty column that computes this aggregate for samples of `style`.
    ///
    /// - Parameters:
    ///   - isScattered: True if samples do not reach a bucket in time order.
    ///   - observed: True if samples are placed for an observer.
    ///   - times: The times that count; nil if all do.
    ///   - beats: The heartbeats of samples; nil for a column that only adds the columns of people.
    func column(
        style: AggregationStyle?, plan: Plan, isScattered: Bool, observed: Bool, times: IntervalList?, beats: MetadataCache? = nil
    ) -> any AggregateColumn {
        switch self {
        case .sum: Column<Sum> { $0.finalize() }
        case .average: averageColumn(style: style, rules: plan.rules)
        case .min: Column<Extreme<Least>> { $0.finalize() }
        case .max: Column<Extreme<Greatest>> { $0.finalize() }
        case .latest: Column<Recent<Latest>> { $0.finalize() }
        case .first: Column<Recent<First>> { $0.finalize() }
        case .count where plan.rules.count == .start: Column<StartCount> { $0.finalize() }
        case .count: Column<Count> { $0.finalize() }
        case .duration where plan.rules.duration == .sum: Column<TotalDuration<Additive>> { $0.finalize() }
        case .duration where isScattered: Column<ScatteredUnion> { $0.finalize() }
        case .duration: Column<TotalDuration<Union>> { $0.finalize() }
        case .median: Column<Quantile> { $0.finalize(rank: .half, rule: plan.rules.percentile) }
        case .percentile(let percent): Column<Quantile> { $0.finalize(rank: RankFraction(percent: percent), rule: plan.rules.percentile) }
        case .stddev: Column<Deviation> { $0.finalize() }
        // An observer needs samples by row. The values of the column do not matter then.
        case .firstStart where !observed: MomentColumn(.firstStart, of: plan, times: times)
        case .lastEnd where !observed: MomentColumn(.lastEnd, of: plan, times: times)
        case .coverage where !observed: CoverageColumn(of: plan)
        case .rmssd where !observed, .sdnn where !observed, .pnn50 where !observed: BeatColumn(self, beats)
        case .firstStart, .lastEnd, .coverage, .rmssd, .sdnn, .pnn50: Column<Count> { $0.finalize() }
        }
    }

    /// Returns an empty column that finds the start of the sample with the value.
    fileprivate var momentColumn: any AggregateColumn {
        switch self {
        case .min: Column<ExtremeMoment<Least>>(\.moment)
        case .max: Column<ExtremeMoment<Greatest>>(\.moment)
        case .latest: Column<Recent<Latest>>(\.moment)
        case .first: Column<Recent<First>>(\.moment)
        default: preconditionFailure("the compiler allows `at` only after values of one sample")
        }
    }

    private func averageColumn(style: AggregationStyle?, rules: StatisticRules) -> any AggregateColumn {
        switch (style, rules.weighting) {
        case (.discreteTemporallyWeighted, .overlap), (.discreteTemporallyWeighted, .hold):
            Column<TemporallyWeightedMean> { $0.finalize() }
        case (.discreteEquivalentContinuousLevel, .overlap), (.discreteEquivalentContinuousLevel, .hold):
            Column<EquivalentContinuousLevel> { $0.finalize() }
        case (.discreteEquivalentContinuousLevel, .equal): Column<EquallyWeightedLevel> { $0.finalize() }
        default: Column<ArithmeticMean> { $0.finalize() }
        }
    }

    /// The columns of samples that the accumulator reads, in addition to start and end.
    var columns: SampleColumns {
        if needsBeats { return .metadata }
        guard keepsUnit else { return [] }
        return definition.isOfOneSample ? [.values, .created, .numbers] : .values
    }

    /// The computation of the aggregate over values of rows.
    package var rowStatistic: RowStatistic {
        switch self {
        case .sum, .duration, .firstStart, .lastEnd, .coverage: .summary(\.total)
        case .average, .rmssd, .sdnn, .pnn50: .summary(\.average)
        case .min: .summary(\.least)
        case .max: .summary(\.greatest)
        case .count: .summary { Double($0.count) }
        case .stddev: .summary(\.deviation)
        case .first: .choice(\.first)
        case .latest: .choice(\.last)
        case .median: .rank(.half)
        case .percentile(let percent): .rank(RankFraction(percent: percent))
        }
    }

    /// The rule for each sample's share in a result.
    var share: SampleShare {
        switch self {
        case .sum: .amount
        case .duration: .time
        case .count: .number
        case .average, .rmssd, .sdnn, .pnn50: .weight
        case .min: .chosen([.least])
        case .max: .chosen([.greatest])
        case .latest: .chosen([.latest])
        case .first: .chosen([.first])
        case .median: .rank(.half)
        case .percentile(let percent): .rank(RankFraction(percent: percent))
        case .stddev: .square
        case .firstStart: .chosen([.firstStart])
        case .lastEnd: .chosen([.lastEnd])
        case .coverage: .quarters
        }
    }
}

extension Measure {
    /// The rule for each sample's share in a result.
    var share: SampleShare {
        switch form {
        case .value, .moment, .rowLength, .splitSpeed: aggregate.share
        case .fastest(let amount), .fastestStart(let amount): .stretch(amount)
        }
    }

    /// Returns an empty column that computes the measure.
    ///
    /// - Parameters:
    ///   - test: The condition of a share. Nil for all other measures, and for a column that only adds the columns of people.
    ///   - observed: True if samples are placed for an observer.
    ///   - times: The times that count; nil if all do.
    ///   - beats: The heartbeats of samples; nil for a column that only adds the columns of people.
    func column(
        in plan: Plan, test: PredicateFilter? = nil, observed: Bool = false, times: IntervalList?, beats: MetadataCache? = nil
    ) -> any AggregateColumn {
        let values = plainColumn(in: plan, test: test, observed: observed, times: times, beats: beats)
        return combinesLabs && !observed ? LabColumn(values, beats) : values
    }

    private func plainColumn(
        in plan: Plan, test: PredicateFilter?, observed: Bool, times: IntervalList?, beats: MetadataCache?
    ) -> any AggregateColumn {
        func part() -> any AggregateColumn {
            aggregate.column(
                style: style, plan: plan, isScattered: isScattered(in: plan), observed: observed, times: times, beats: beats)
        }
        if observed { return part() }
        switch form {
        // Splits have their own column (StatisticsQuery).
        case .value, .splitSpeed: break
        // The table of rows knows their lengths.
        case .rowLength: return Column<Count> { $0.finalize() }
        case .moment: return aggregate.momentColumn
        case .fastest(let amount): return FastestColumn(amount, showsStart: false)
        case .fastestStart(let amount): return FastestColumn(amount, showsStart: true)
        }
        guard condition != nil else { return part() }
        // Time counts once for each sample, so that the shares of all values add up to 100 % if samples overlap.
        guard aggregate == .duration else { return ShareColumn(of: part(), in: part(), test: test) }
        func time() -> any AggregateColumn { Column<TotalDuration<Additive>> { $0.finalize() } }
        return ShareColumn(of: time(), in: time(), test: test)
    }
}

/// The rule for each sample's share in a result.
enum SampleShare {
    /// The part of the value that counts, by time.
    case amount
    /// The time that it adds.
    case time
    /// 1 if it counts.
    case number
    /// Its weight in a mean.
    case weight
    /// Some samples, with the whole value or equal parts of it.
    case chosen([SampleChoice])
    /// The two samples next to a rank, or the one at it.
    case rank(RankFraction)
    /// Its squared difference from the mean.
    case square
    /// The quarter hours that it meets and no earlier sample does.
    case quarters
    /// Its part of the amount in the fastest stretch with this amount.
    case stretch(Double)
}

/// One sample among others.
enum SampleChoice { case least, greatest, latest, first, firstStart, lastEnd }
