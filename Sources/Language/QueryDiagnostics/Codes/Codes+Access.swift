/// Codes for apps that ask instead of the owner.
extension DiagnosticCatalog {
    static let access: [CatalogEntry] = [
        CatalogEntry(
            .authorizationNotDetermined, "not allowed yet",
            "An app can write samples of a metric only after the owner has allowed it. HealthKit reports errorAuthorizationNotDetermined (5) "
                + "if nobody has decided yet.",
            example: "act as \"com.example.trends\"\nadd 5 count steps"),
        CatalogEntry(
            .authorizationDenied, "not allowed",
            "The owner denied this app to write samples of this metric. HealthKit reports errorAuthorizationDenied (4).",
            example: "deny \"com.example.trends\" to write steps\nact as \"com.example.trends\"\nadd 5 count steps"),
        CatalogEntry(
            .deviceLocked, "locked device",
            "Apps can't read while the device is locked. HealthKit reports errorDatabaseInaccessible (6). What they write is kept and "
                + "arrives when the device is unlocked.",
            example: "set device state = locked\nact as \"com.example.trends\"\nsum steps today"),
        CatalogEntry(
            .guestUser, "guest user",
            "Apps can't write while a guest uses the device. HealthKit reports errorNotPermissibleForGuestUserMode (15).",
            example:
                "allow \"com.example.trends\" to write steps\nset device state = guest\nact as \"com.example.trends\"\nadd 5 count steps"),
        CatalogEntry(
            .ownersOnly, "only for the owner",
            "Only the owner of the store decides what apps may do, changes settings of the store, imports files, lists persons, sees their "
                + "attributes, deletes saved queries, pushes to engines and exports with pseudonyms. In a session that the owner started, `act as owner` switches back.",
            example: "act as \"com.example.trends\"\nallow \"com.example.trends\" to read steps"),
        CatalogEntry(
            .sourceOfApp, "another source than the app",
            "The samples that an app writes have the app as their source, so `add` and `load` can't name another one with `from`.",
            example: "act as \"com.example.trends\"\nadd 5 count steps from \"Watch\""),
        CatalogEntry(
            .fixedAsker, "an app that can't ask as somebody else",
            "`--act-as`, TALLY_ACT_AS, or the script that runs another one decides who asks, and no statement can change that. Only in a "
                + "session of the owner, `act as` switches to an app, and `act as owner` switches back. Here, Tally was started with "
                + "`--act-as com.example.trends`.",
            example: "act as owner"),
        CatalogEntry(
            .hiddenSamples, "samples that an app may not read",
            "The answer was computed for an app that may not read this metric, so it contains only the app's own samples. Apps never learn "
                + "this. Only the owner's `why` and `explain` say it.",
            example: "load steps from \"Watch\" at 2025-01-01 08:00 every 1h: 500\nact as \"com.example.trends\"\nsum steps on 2025-01-01\n"
                + "act as owner\nwhy 1"),
    ]
}
