/// Findings of `explain sql`.
extension DiagnosticCatalog {
    static let sql: [CatalogEntry] = [
        CatalogEntry(
            .beyondSQLTable, "the table of samples does not tell",
            "`explain sql` writes a query over one table with type, source, start, end, value and unit. Devices, metadata, workouts' fields, "
                + "the zone of a sample and what was entered by hand are not in it, so a query that asks for them has other rows there, or none.",
            example: "explain sql sum steps by device"),
        CatalogEntry(
            .stageBeyondSQL, "a stage that is not said in SQL",
            "Some stages need more than one statement over the rows can do in every database. The query before the stage can be explained, "
                + "and the stage done elsewhere.",
            example: "explain sql sum steps by hour today | running total reset each day | project"),
    ]
}
