/// Codes for metrics that people define.
extension DiagnosticCatalog {
    static let ownMetrics: [CatalogEntry] = [
        CatalogEntry(
            .metricOfName, "two metrics of one name",
            "The store has read files in which a metric of this name is defined in different ways. Write the whole definition in backquotes "
                + "to choose one.",
            example: "define metric mood from 1 to 10\nload `own:mood from 1 to 5` at 2025-01-01 08:00 every 1d: 3 4\naverage mood"),
        CatalogEntry(
            .definedOtherwise, "name of another metric",
            "The name of a metric of your own is one word of letters, digits and `_`. Another metric must not have it. To change the scale or "
                + "the unit of a metric, delete its samples first.",
            example: "define metric steps from 1 to 10"),
        CatalogEntry(
            .metricHasSamples, "metric with samples",
            "The definition of a metric says what its samples mean, so it stays as long as the store has samples of it. Export them if you "
                + "need them, and delete them.",
            example: "define metric mood from 1 to 10\nadd 7 mood\nforget metric mood"),
        CatalogEntry(
            .outsideScale, "value outside of the scale",
            "The metric was defined with a scale, such as `from 1 to 10`, and the value is outside of it.",
            example: "define metric mood from 1 to 10\nadd 12 mood"),
        CatalogEntry(
            .unitOfOnesOwn, "unit of one's own",
            "The unit of a metric of your own can be any word, such as `pills`. Tally can't convert it to other units. Check the spelling if "
                + "you meant a known unit; `show units` lists them.",
            example: "define metric aspirin in pills cumulative"),
    ]
}
