/// Codes for `progress`: its metric, day and typical days.
extension DiagnosticCatalog {
    static let progress: [CatalogEntry] = [
        CatalogEntry(
            .progressOfReadings, "progress of readings",
            "`progress` follows a total that grows during the day. Heart rates and weights are readings, so they have no total. Try their "
                + "average by hour.",
            example: "progress heartRate"),
        CatalogEntry(
            .progressOfNoTotal, "progress of a value that is not a total",
            "`progress` follows sums of amounts and durations of intervals. Counts and other statistics don't add up to a daily total.",
            example: "progress count steps"),
        CatalogEntry(
            .progressDay, "progress of a range other than a day",
            "`progress` shows one whole day that has started. Without a range, that is today. For several days, use `sum steps by hour "
                + "last 7 days | running total reset each day`.",
            example: "progress steps last 7 days"),
        CatalogEntry(
            .typicalDays, "invalid range of typical days",
            "The typical day is the mean of full days just before the day shown. Tally uses 30 days. To change the number, write for "
                + "example `against last 60 full days`.",
            example: "progress steps against last 8 weeks"),
        CatalogEntry(
            .goalValue, "invalid goal",
            "A goal is a number greater than 0 in a unit of the metric, such as `600 kcal`, for the total of a day. `none` removes it.",
            example: "progress steps goal 0"),
        CatalogEntry(
            .stageOnDay, "unsuitable stage for progress",
            "The rows of `progress` are running totals of one day and of a typical day. Tally can't add them up again, project them again "
                + "or compare them with another period.",
            example: "progress steps | running total"),
    ]
}
