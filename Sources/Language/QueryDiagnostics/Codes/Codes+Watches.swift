/// Codes for named watches.
extension DiagnosticCatalog {
    static let watches: [CatalogEntry] = [
        CatalogEntry(
            .watchOfLastResult, "named watch of the last result",
            "A named watch computes its answer again while other statements run. Each query changes the last result, so `_` would mean "
                + "something else each time.",
            example: "sum steps by day last 3 days\nwatch high = _ | max\n"),
        CatalogEntry(
            .ambiguousWatch, "several watches",
            "`expect changed` checks the rows of one watch. If several watches run, write the name after `of`.",
            example: "watch a = sum steps today\nwatch b = count steps today\nadd 5 count steps\nexpect changed 1"),
        CatalogEntry(
            .watchWithoutAnswer, "watch without an answer",
            "A statement changed a name, a setting or the store, so that the query of a named watch has an error. The watch goes on, and "
                + "tells its next answer when there is one.",
            example: "let kind = steps\nwatch mine = sum kind today\nlet kind = weight"),
    ]
}
