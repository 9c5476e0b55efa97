// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target of our own: Swift 6 mode, and no warning survives.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// The targets of the pipeline, in the order in which text becomes an answer.
let package = Package(
    name: "tally",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Tally", targets: ["TallySession"]),
        .library(name: "Charts", targets: ["Charts"]),
        .executable(name: "tally", targets: ["tally"]),
    ],
    traits: [
        .trait(name: "Readline", description: "Line editing by GNU readline (GPL); without it the shell reads plain lines."),
        .default(enabledTraits: ["Readline"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "CReadline", providers: [.apt(["libreadline-dev"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),

        .target(name: "DisplayText", swiftSettings: strict),
        .target(name: "HealthModel", swiftSettings: strict),
        .target(name: "CalendarIntervals", dependencies: ["HealthModel"], swiftSettings: strict),
        .target(name: "Diagnostics", dependencies: ["DisplayText"], swiftSettings: strict),
        .target(name: "QuerySyntax", dependencies: ["Diagnostics"], swiftSettings: strict),
        .target(name: "Results", dependencies: ["HealthModel", "CalendarIntervals"], swiftSettings: strict),
        .target(name: "QueryPlan", dependencies: ["HealthModel", "CalendarIntervals"], swiftSettings: strict),
        .target(name: "SupportFiles", dependencies: ["QuerySyntax", "HealthModel"], swiftSettings: strict),
        .target(
            name: "QueryCompiler",
            dependencies: ["Diagnostics", "QuerySyntax", "QueryPlan", "HealthModel", "CalendarIntervals"],
            swiftSettings: strict),
        .target(
            name: "Engine",
            dependencies: ["QueryPlan", "Results", "HealthModel", "CalendarIntervals"],
            swiftSettings: strict),
        .target(name: "Explanations", dependencies: ["QueryPlan", "HealthModel", "CalendarIntervals"], swiftSettings: strict),
        .target(
            name: "SampleStore",
            dependencies: ["HealthModel", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: strict),
        .target(
            name: "HealthExport", dependencies: ["DisplayText", "HealthModel", "CalendarIntervals", "CZlib"], swiftSettings: strict),
        .target(name: "Charts", dependencies: ["DisplayText", "CalendarIntervals", "HealthModel"], swiftSettings: strict),
        .target(
            name: "Rendering", dependencies: ["Charts", "DisplayText", "Results", "HealthModel", "CalendarIntervals"],
            swiftSettings: strict),
        .target(
            name: "TallySession",
            dependencies: [
                "HealthModel", "CalendarIntervals", "Diagnostics", "QuerySyntax", "QueryPlan", "QueryCompiler", "Engine",
                "Explanations", "Results", "SampleStore", "HealthExport", "Charts", "DisplayText", "Rendering",
            ],
            // Into the program itself, which is one file wherever it is installed.
            resources: [.embedInCode("Lessons/Texts")],
            swiftSettings: strict),
        .target(
            name: "Shell",
            dependencies: [
                "TallySession", "HealthModel", "CalendarIntervals", "Diagnostics", "QuerySyntax", "QueryCompiler", "DisplayText",
                "Rendering",
                .target(name: "CReadline", condition: .when(traits: ["Readline"])),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "tally",
            dependencies: [
                "TallySession", "Shell", "Charts", "DisplayText", "SupportFiles",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        .testTarget(name: "ArchitectureTests", swiftSettings: strict),
        .testTarget(name: "DocumentationTests", swiftSettings: strict),
        .testTarget(
            name: "SupportFilesTests", dependencies: ["SupportFiles", "QuerySyntax", "Diagnostics"], swiftSettings: strict),
        .testTarget(
            name: "CalendarIntervalsTests", dependencies: ["RandomTesting", "CalendarIntervals", "HealthModel"], swiftSettings: strict),
        .testTarget(
            name: "EngineTests", dependencies: ["RandomTesting", "Engine", "QueryPlan", "Results", "HealthModel", "CalendarIntervals"],
            swiftSettings: strict),
        .target(
            name: "SampleDatabase",
            dependencies: ["Explanations", "HealthModel", .product(name: "GRDB", package: "GRDB.swift")],
            path: "Tests/SampleDatabase", swiftSettings: strict),
        .target(name: "RandomTesting", path: "Tests/RandomTesting", swiftSettings: strict),
        .target(name: "ReferenceEngine", dependencies: ["RandomTesting"], path: "Tests/ReferenceEngine", swiftSettings: strict),
        .testTarget(
            name: "PropertyTests",
            dependencies: [
                "RandomTesting", "ReferenceEngine", "SampleDatabase", "Engine", "Explanations", "Rendering", "SampleStore", "QueryPlan",
                "Results", "TallySession", "Diagnostics",
                "HealthModel", "CalendarIntervals", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .testTarget(name: "ReferenceEngineTests", dependencies: ["RandomTesting", "ReferenceEngine"], swiftSettings: strict),
        .testTarget(
            name: "HealthExportTests",
            dependencies: ["RandomTesting", "HealthExport", "HealthModel", "CalendarIntervals", "CZlib", "SampleStore"],
            swiftSettings: strict),
        .testTarget(
            name: "ShellTests", dependencies: ["RandomTesting", "Shell", "Diagnostics", "HealthModel", "QueryCompiler", "QuerySyntax"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "TallySessionTests",
            dependencies: [
                "RandomTesting", "CalendarIntervals", "Diagnostics", "HealthModel", "QuerySyntax", "Rendering", "SampleStore",
                "TallySession",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ExplanationsTests",
            dependencies: [
                "RandomTesting", "TallySession", "Explanations", "QueryCompiler", "QuerySyntax", "QueryPlan", "Diagnostics", "Rendering",
                "SampleStore",
                "HealthModel", "CalendarIntervals", "ReferenceEngine", "SampleDatabase",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ChartsTests", dependencies: ["RandomTesting", "Charts", "DisplayText", "CalendarIntervals", "HealthModel"],
            exclude: ["Golden"], swiftSettings: strict),
        .testTarget(
            name: "RenderingTests",
            dependencies: ["RandomTesting", "Rendering", "Charts", "DisplayText", "Results", "HealthModel", "CalendarIntervals"],
            swiftSettings: strict),
        .testTarget(name: "DiagnosticsTests", dependencies: ["Diagnostics"], swiftSettings: strict),
        .testTarget(name: "QuerySyntaxTests", dependencies: ["RandomTesting", "Diagnostics", "QuerySyntax"], swiftSettings: strict),
        .testTarget(
            name: "QueryCompilerTests",
            dependencies: [
                "RandomTesting", "QueryCompiler", "QuerySyntax", "QueryPlan", "Diagnostics", "HealthModel", "CalendarIntervals",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ScriptTests",
            dependencies: ["TallySession", "SampleStore", "HealthModel", "CalendarIntervals", "Rendering", "Diagnostics"],
            swiftSettings: strict),
        .testTarget(name: "HealthModelTests", dependencies: ["RandomTesting", "HealthModel"], swiftSettings: strict),
        .testTarget(
            name: "SampleStoreTests",
            dependencies: ["RandomTesting", "SampleStore", "HealthModel", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: strict),
    ]
)
