/// Findings about `progress`: which metrics, days and typical days it is of.
extension DiagnosticCatalog {
    static let progress: [CatalogEntry] = [
        CatalogEntry(
            .progressOfReadings, "progress of readings",
            "A day's progress is a total that grows. Heart rates and weights are readings: they have no total, and no typical one by now.",
            example: "progress heartRate"),
        CatalogEntry(
            .progressOfNoTotal, "progress of something else than a total",
            "`progress` follows sums of amounts and durations of intervals through a day. Numbers of samples and other statistics do not grow "
                + "into what a day comes to.",
            example: "progress count steps"),
        CatalogEntry(
            .progressDay, "progress of more or less than a day",
            "`progress` shows one whole day that has begun: today, unless a range names another one. For several days ask for running totals: "
                + "`sum steps by hour last 7 days | running total reset each day`.",
            example: "progress steps last 7 days"),
        CatalogEntry(
            .typicalDays, "typical days of another kind",
            "The typical day is the mean of full days right before the day shown, 30 unless `against last 60 full days` says otherwise.",
            example: "progress steps against last 8 weeks"),
        CatalogEntry(
            .stageOnDay, "a stage that does not work on the rows of progress",
            "The rows of `progress` are running totals of one day beside a typical one. They cannot be added up again, projected twice or "
                + "compared with another time.",
            example: "progress steps | running total"),
    ]
}
