// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Fuzzers of what takes text and bytes from strangers. A package of its own, so that only `make fuzz` builds with libFuzzer; its modules are
/// links to those of the program.
let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "TerminalText", swiftSettings: strict),
        .target(name: "HealthModel", swiftSettings: strict),
        .target(name: "CalendarIntervals", dependencies: ["HealthModel"], swiftSettings: strict),
        .target(name: "QueryVocabulary", swiftSettings: strict),
        .target(name: "QueryDiagnostics", dependencies: ["TerminalText", "QueryVocabulary"], swiftSettings: strict),
        .target(name: "QuerySyntax", dependencies: ["QueryDiagnostics", "QueryVocabulary", "CalendarIntervals"], swiftSettings: strict),
        .target(name: "QueryPlan", dependencies: ["QueryVocabulary", "HealthModel", "CalendarIntervals"], swiftSettings: strict),
        .target(
            name: "QueryCompiler",
            dependencies: ["QueryDiagnostics", "QuerySyntax", "QueryVocabulary", "QueryPlan", "HealthModel", "CalendarIntervals"],
            swiftSettings: strict),
        .target(name: "BlockCodec", dependencies: ["HealthModel"], swiftSettings: strict),
        .executableTarget(
            name: "StatementFuzzer",
            dependencies: ["QueryDiagnostics", "QuerySyntax", "QueryCompiler", "HealthModel", "CalendarIntervals"],
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]),
        .executableTarget(
            name: "BlockFuzzer", dependencies: ["BlockCodec", "HealthModel"],
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]),
    ]
)
