/// A stage of sleep, time in bed, or time awake in the night.
public enum HKCategoryValueSleepAnalysis: Int, Sendable {
    /// In bed, asleep or not.
    case inBed = 0
    /// Asleep. The stage is unknown.
    case asleepUnspecified = 1
    /// Awake in the night.
    case awake = 2
    /// Asleep in the light stages N1 and N2.
    case asleepCore = 3
    /// Asleep in the deep stage N3.
    case asleepDeep = 4
    /// Asleep in the stage of rapid eye movements.
    case asleepREM = 5

    /// The former name of ``asleepUnspecified``.
    @available(*, deprecated, renamed: "asleepUnspecified")
    public static var asleep: HKCategoryValueSleepAnalysis { .asleepUnspecified }

    /// The values that count as sleep: all stages, known or not.
    public static let allAsleepValues: Set<HKCategoryValueSleepAnalysis> = [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM]
}
