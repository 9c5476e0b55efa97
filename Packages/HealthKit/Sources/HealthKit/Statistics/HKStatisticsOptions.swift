import TallyKit

/// The numbers that a query of statistics computes.
public struct HKStatisticsOptions: OptionSet, Sendable {
    /// One bit for each option.
    public let rawValue: UInt
    /// Creates options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The numbers of each source, in addition to those of all sources.
    public static let separateBySource = HKStatisticsOptions(rawValue: 1 << 0)
    /// The average of a discrete type, by its style.
    public static let discreteAverage = HKStatisticsOptions(rawValue: 1 << 1)
    /// The smallest value of a discrete type.
    public static let discreteMin = HKStatisticsOptions(rawValue: 1 << 2)
    /// The greatest value of a discrete type.
    public static let discreteMax = HKStatisticsOptions(rawValue: 1 << 3)
    /// The sum of a cumulative type, with sources merged.
    public static let cumulativeSum = HKStatisticsOptions(rawValue: 1 << 4)
    /// The value of the sample that starts last, of any type.
    public static let mostRecent = HKStatisticsOptions(rawValue: 1 << 5)
    /// The value of the sample that starts last: an old name of ``mostRecent``.
    public static let discreteMostRecent = mostRecent
    /// The time that the samples cover, of any type.
    public static let duration = HKStatisticsOptions(rawValue: 1 << 6)
}

extension HKStatisticsOptions {
    private static let discrete: [(option: HKStatisticsOptions, name: String, aggregate: Aggregate)] = [
        (.discreteAverage, "HKStatisticsOptionDiscreteAverage", .average), (.discreteMin, "HKStatisticsOptionDiscreteMin", .min),
        (.discreteMax, "HKStatisticsOptionDiscreteMax", .max),
    ]

    /// The aggregates of a plan.
    var aggregates: [Aggregate] {
        var aggregates = Self.discrete.filter { contains($0.option) }.map(\.aggregate)
        if contains(.cumulativeSum) { aggregates.append(.sum) }
        if contains(.mostRecent) { aggregates.append(.latest) }
        if contains(.duration) { aggregates.append(.duration) }
        return aggregates
    }

    /// Returns the sentence about the first option that a type does not have; nil if it has all.
    func objection(of type: HKQuantityType) -> String? {
        let isCumulative = type.aggregationStyle == .cumulative
        let wrong =
            isCumulative
            ? Self.discrete.first { contains($0.option) }?.name : contains(.cumulativeSum) ? "HKStatisticsOptionCumulativeSum" : nil
        return wrong.map {
            "Statistics option \($0) is not compatible with \(isCumulative ? "cumulative" : "discrete") data type \(type.identifier)"
        }
    }

    /// Traps if a type does not have one of the options.
    func demand(for type: HKQuantityType) {
        if let objection = objection(of: type) { fatalError(objection) }
    }
}
