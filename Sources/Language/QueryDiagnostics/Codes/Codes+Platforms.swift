/// Pages about numbers of iPhone and Android that mean different things.
extension DiagnosticCatalog {
    static let platforms: [CatalogEntry] = [
        CatalogEntry(
            .metricsOfPlatforms, "metrics that differ between platforms",
            "The store has exports of iPhone and of Android, and one of them keeps what the query asks for in another metric, or includes "
                + "more in the same metric. The note says what differs. The message comes only if the query asks for a time with such "
                + "samples, and not if it has both metrics or a condition on `source`.",
            example: "import \"two-sources.xml\"\nimport \"two-apps.zip\"\n"
                + "add 55 ms heartRateVariabilitySDNN from \"Watch\" at 2026-02-01 06:00\n"
                + "add 38 ms heartRateVariabilityRMSSD from \"Fit\" at 2026-03-02 06:00\naverage hrv"),
        CatalogEntry(
            .readingsOfTwoLengths, "samples with and without a duration",
            "An average over time weights a sample by its seconds, so that one without a duration hardly counts next to one that lasts for "
                + "hours. Apple's resting heart rate lasts for most of a day, and that of Android and of many apps is a moment. "
                + "`set weighting = equal` counts each sample equally.",
            example: "add 50 bpm restingHeartRate at 2025-01-01 for 22h\nadd 60 bpm restingHeartRate at 2025-01-02 08:00\n"
                + "average restingHeartRate"),
        CatalogEntry(
            .dosesWithoutStatus, "doses without a known status",
            "The status of a dose is a word that Tally does not know, such as one in the language of the phone. Nobody can tell if the dose "
                + "was taken, so `adherence` leaves it out. `count medicationDoses by value` shows the words.",
            example: "import \"doses.json\"\nadherence medicationDoses"),
    ]
}
