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
    ]
}
