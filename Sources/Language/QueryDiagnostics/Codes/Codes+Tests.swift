/// Codes for test scripts.
extension DiagnosticCatalog {
    package static let tests: [CatalogEntry] = [
        CatalogEntry(
            .expectationFailed, "failed expectation",
            "The statement before `expect` has a different result. The lines below the message show the rows in the notation of `expect "
                + "row`: `-` was expected, `+` was found.",
            example: "count steps\nexpect rows 2"),
        CatalogEntry(
            .expectationOfNothing, "expectation without a statement",
            "`rows`, `row` and `no data` check the query before `expect`. `expect error CODE` without a colon checks the next statement. "
                + "Without a statement to check, an expectation could never fail.",
            example: "expect rows 2"),
        CatalogEntry(
            .impossibleExpectation, "impossible expectation",
            "The code doesn't exist or has a different severity. Codes that start with E are errors, W warnings and I infos. `show codes` "
                + "lists all codes.",
            example: "count steps\nexpect warning W999"),
        CatalogEntry(
            .caseWithoutExpectation, "case without an expectation",
            "A case without `expect` or `assert` only tests that its statements run. Add an `expect` line.",
            example: "case \"steps\"\ncount steps"),
    ]
}
