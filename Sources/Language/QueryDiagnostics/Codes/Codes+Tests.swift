/// Findings about scripts that test.
extension DiagnosticCatalog {
    package static let tests: [CatalogEntry] = [
        CatalogEntry(
            .expectationFailed, "an expectation does not hold",
            "The statement before gives something else than the script expects. The rows that were found stand below it, in the notation of "
                + "`expect row`: `-` is expected, `+` was found.",
            example: "count steps\nexpect rows 2"),
        CatalogEntry(
            .expectationOfNothing, "an expectation of nothing",
            "`expect` speaks of the statement before it: `rows`, `row` and `no data` of a query. `expect error CODE` without a colon speaks of "
                + "the statement after it. Here none stands there, so that the expectation could never fail.",
            example: "expect rows 2"),
        CatalogEntry(
            .impossibleExpectation, "an expectation of a code that cannot come",
            "There is no such code, or it is of another severity: codes that begin with E are errors, W warnings, I infos. `show codes` lists "
                + "them.",
            example: "count steps\nexpect warning W999"),
        CatalogEntry(
            .caseWithoutExpectation, "a case that expects nothing",
            "A case without `expect` or `assert` shows only that its statements run.",
            example: "case \"steps\"\ncount steps"),
    ]
}
