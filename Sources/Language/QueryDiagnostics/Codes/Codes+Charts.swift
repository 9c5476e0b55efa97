extension DiagnosticCatalog {
    static let charts: [CatalogEntry] = [
        CatalogEntry(
            .chartWithoutNumbers, "a picture of texts",
            "Lines, heatmaps and sparklines are drawn from numbers. Samples of categories are bars, each as long as it lasted, in the row of its "
                + "value.",
            example: """
                load sleepAnalysis at 2025-01-01 23:00 every 1h: core
                samples of sleepAnalysis as line
                """),
        CatalogEntry(
            .lineWithoutOrder, "a line through what has no order",
            "A line leads from one row to the next. Sources, devices and metadata follow each other in no order; they are bars beside each other, "
                + "or a line each over time.",
            example: """
                load steps from "Watch" at 2025-01-01 every 1d: 100x3
                sum steps by source as line
                """),
        CatalogEntry(
            .tooManyChartRows, "a heatmap of too many rows",
            "A heatmap has a row for each combination of the keys but the last one, and shows at most 168: the hours of a week.",
            example: """
                load steps at 2025-01-01 every 1d: 100x3
                sum steps by day of month and month of year and hour of day as heatmap
                """),
        CatalogEntry(
            .heatmapOfOneKey, "a heatmap of one key",
            "A heatmap is a table of colours, so it needs two keys. Rows of time alone are folded: hours and less into days, days into weeks, "
                + "months into years.",
            example: """
                load steps at 2025-01-01 every 1d: 100x3
                sum steps by weekday as heatmap
                """),
        CatalogEntry(
            .chartAxis, "an axis that cannot be",
            "`as line from 40 to 120` says where the axis of values begins and ends; `as line from 0` where it begins. Only pictures have one, and "
                + "it goes up.",
            example: "average heartRate by day as line from 120 to 40"),
    ]
}
