/// Codes for stores with several people.
extension DiagnosticCatalog {
    private static let two =
        "add 500 count steps for person P01 at 2025-01-01 08:00\nadd 700 count steps for person P02 at 2025-01-01 09:00\n"

    static let persons: [CatalogEntry] = [
        CatalogEntry(
            .unknownPerson, "unknown person",
            "The store has no person with this id. Ids are compared exactly, so `p01` is not `P01`. `show persons` lists the persons.",
            example: two + "sum steps where person is p01"),
        CatalogEntry(
            .severalPersons, "question about one person",
            "The store has several persons, but this statement or clause works for one person only. Choose one with `where person is …`, or "
                + "with `set person = …` for the following statements.",
            example: two + "progress steps"),
        CatalogEntry(
            .takenPerson, "id of another person",
            "A person can't get the id of another person, because the samples of two persons are never combined.",
            example: two + "rename person P01 to P02"),
        CatalogEntry(
            .noPersonMatches, "condition that no person matches",
            "No person of the store matches the condition, so the answer has no values. `show persons` lists the persons and their "
                + "attributes.",
            example: two + "sum steps where person starts with \"X\""),
        CatalogEntry(
            .personsPooled, "answer over several persons",
            "The answer combines the samples of several persons. Sums, counts and durations add up, and all other aggregates are over all "
                + "samples. For a row for each person, add `by person`.",
            example: two + "sum steps by day"),
        CatalogEntry(
            .personsWithoutSamples, "persons without samples",
            "Some persons have no sample in the range, so they have no rows.",
            example: two + "add 5 count steps for person P03 at 2025-02-01\nsum steps by person on 2025-01-01"),
        CatalogEntry(
            .daysOfPersons, "days of each person",
            "The persons have different time zones, so days and clock times are each person's own. Rows with the same local time belong "
                + "together. For the days of one zone, add `zone …`.",
            example: two + "set store zone for person P01 = Asia/Tokyo\nset store zone for person P02 = Europe/Lisbon\n"
                + "sum steps by day and person"),
    ]
}
