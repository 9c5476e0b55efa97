// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The speed of the parser. A package of its own, so that it measures an optimized build; its modules are links to those of the program.
let package = Package(
    name: "parser-benchmark",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "TerminalText", swiftSettings: strict),
        .target(name: "HealthModel", swiftSettings: strict),
        .target(name: "CalendarIntervals", dependencies: ["HealthModel"], swiftSettings: strict),
        .target(name: "QueryVocabulary", swiftSettings: strict),
        .target(name: "QueryDiagnostics", dependencies: ["TerminalText", "QueryVocabulary"], swiftSettings: strict),
        .target(name: "QuerySyntax", dependencies: ["QueryDiagnostics", "QueryVocabulary", "CalendarIntervals"], swiftSettings: strict),
        .executableTarget(name: "ParserBenchmark", dependencies: ["QueryDiagnostics", "QuerySyntax"], swiftSettings: strict),
    ]
)
