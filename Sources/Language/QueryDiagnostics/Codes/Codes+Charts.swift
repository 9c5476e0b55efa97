extension DiagnosticCatalog {
    static let charts: [CatalogEntry] = [
        CatalogEntry(
            .chartWithoutNumbers, "chart without numbers",
            "Lines, heatmaps and sparklines need numbers. Use `as bars` for samples of categories: each bar is as long as its sample.",
            example: """
                load sleepAnalysis at 2025-01-01 23:00 every 1h: core
                samples of sleepAnalysis as line
                """),
        CatalogEntry(
            .lineWithoutOrder, "line through unordered keys",
            "A line connects rows in order. Sources, devices and metadata have no order. Use `as bars`, or add an interval such as `by "
                + "day` to draw one line for each.",
            example: """
                load steps from "Watch" at 2025-01-01 every 1d: 100x3
                sum steps by source as line
                """),
        CatalogEntry(
            .tooManyChartRows, "chart with too many rows",
            "A heatmap has one row for each combination of the keys before the last. The limit is 168, the hours of a week. Use fewer or "
                + "coarser keys. The code of `explain chart` has up to 2,000 values.",
            example: """
                load steps at 2025-01-01 every 1d: 100x3
                sum steps by day of month and month of year and hour of day as heatmap
                """),
        CatalogEntry(
            .heatmapOfOneKey, "heatmap of one key",
            "A heatmap is a table of colors, so it needs two keys. A single time interval also works: Tally folds hours into days, days "
                + "into weeks and months into years.",
            example: """
                load steps at 2025-01-01 every 1d: 100x3
                sum steps by weekday as heatmap
                """),
        CatalogEntry(
            .chartAxis, "invalid axis",
            "`as line from 40 to 120` sets both ends of the value axis. `as line from 0` sets only its start. The end must be greater than "
                + "the start. Only charts have an axis.",
            example: "average heartRate by day as line from 120 to 40"),
        CatalogEntry(
            .ruleOfChart, "invalid line across a chart",
            "`rule 10000`, `rule average` and `rule at 08:00` draw lines across a chart. The line needs an axis of numbers or, after `at`, "
                + "the time axis of one day or an axis of clock times, as `first start sleep` has. Its unit must fit a column.",
            example: "sum steps by weekday as chart rule at 08:00"),
    ]
}
