/// Codes for `explain sql` and `explain swift`.
extension DiagnosticCatalog {
    static let sql: [CatalogEntry] = [
        CatalogEntry(
            .beyondSQLTable, "field missing from the SQL table",
            "`explain sql` uses one table with the columns type, source, start, end, value and unit. The table has no devices, metadata, "
                + "workout fields or time zones, and doesn't mark manual entries. A query that needs them would return different rows.",
            example: "explain sql sum steps by device"),
        CatalogEntry(
            .stageBeyondSQL, "stage without SQL",
            "This stage needs more than one SQL statement in some databases. Explain the query without the stage and apply the stage "
                + "elsewhere.",
            example: "explain sql sum steps by hour today | running total reset each day | project"),
        CatalogEntry(
            .statementTooLong, "SQL too long for the database",
            "ClickHouse reads statements of at most 262,144 bytes. Periods that follow each other at equal distances take little space in a "
                + "statement, but other rows are written out. Use a shorter range or longer buckets.",
            example: "explain sql for clickhouse sum steps by minute last 7 days | select time, sum"),
        CatalogEntry(
            .zonesBeyondHealthKit, "history of zones in HealthKit",
            "A `Calendar` has one time zone, so HealthKit can't count the days of someone who moved. Explain the query once for each zone.",
            example: "explain swift sum steps by day zone (Europe/Berlin until 2026-10-15, America/New_York)"),
        CatalogEntry(
            .beyondHealthKit, "clause without HealthKit code",
            "HealthKit's queries read one type of samples and choose whole samples. They cannot clip samples to the time of other samples "
                + "(`while`), or extend readings to the next one (`holding`).",
            example: "explain swift average heartRate while sleep"),
    ]
}
