// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target of our own: Swift 6 mode, and no warning survives.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// A module of the house: its group is its folder in `Sources`.
func module(_ group: String, _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(group)/\(name)", resources: resources, swiftSettings: strict)
}

/// Tests of the module of the same name, or of the whole.
func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: exclude, swiftSettings: strict)
}

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let warehouses = Target.Dependency.product(name: "Warehouses", package: "Warehouses", condition: .when(traits: ["Warehouses"]))

/// Counts allocations in tests. It is written in C, because it takes the place of `malloc`.
let allocationCounter = Target.target(name: "AllocationCounter", path: "Tests/AllocationCounter")

/// The targets are in the order of ARCHITECTURE.md. Each depends only on targets above it.
let package = Package(
    name: "tally",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "TallyKit", targets: ["TallyKit", "TallyCharts"]),
        // Charts without stores, for guests that only draw.
        .library(name: "TallyCharts", targets: ["TallyCharts"]),
        .executable(name: "tally", targets: ["tally"]),
        // For the tests of guests, which are the packages in `Packages`.
        .library(name: "TallyTesting", targets: ["RandomTesting", "ReferenceEngine"]),
    ],
    traits: [
        .trait(
            name: "Readline", description: "Line editing by GNU readline (GPL). Without this and the next one, the shell reads plain lines."
        ),
        .trait(name: "Editline", description: "Line editing by libedit (BSD), if the trait Readline is off."),
        .trait(name: "Store", description: "Stores in files, which need GRDB and SQLite. Without it, samples are in memory or in the app."),
        .trait(
            name: "Warehouses",
            description: "The program reaches databases with pushed samples. Packages that use the library leave it out."),
        .default(enabledTraits: ["Readline", "Store", "Warehouses"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // A guest that the program uses, which itself depends on this package. SwiftPM does not allow folders as dependencies of packages
        // that it fetches, and leaves this one out if the trait does.
        .package(
            path: "Packages/Warehouses",
            traits: [
                .trait(name: "Readline", condition: .when(traits: ["Readline"])),
                .trait(name: "Editline", condition: .when(traits: ["Editline"])),
                .trait(name: "Store", condition: .when(traits: ["Store"])),
            ]),
    ],
    targets: [
        .systemLibrary(name: "CReadline", path: "Sources/System/CReadline", providers: [.apt(["libreadline-dev"])]),
        .systemLibrary(name: "CEditline", path: "Sources/System/CEditline", providers: [.apt(["libedit-dev"])]),
        .systemLibrary(name: "CZlib", path: "Sources/System/CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CMalloc", path: "Sources/System/CMalloc"),
        .systemLibrary(name: "CSandbox", path: "Sources/System/CSandbox"),

        module("System", "SystemBridges", ["CZlib", "CMalloc", "CSandbox"]),
        module("System", "Threading"),
        module("Text", "TerminalText"),
        module("Model", "HealthModel"),
        module("Model", "StorageModel", ["HealthModel"]),
        module("Model", "CalendarIntervals", ["HealthModel"]),
        module("Model", "QueryVocabulary"),

        module("Language", "QueryDiagnostics", ["TerminalText", "QueryVocabulary"]),
        module("Language", "QuerySyntax", ["TerminalText", "QueryDiagnostics", "QueryVocabulary", "CalendarIntervals"]),

        module("Query", "QueryPlan", ["QueryVocabulary", "HealthModel", "CalendarIntervals"]),
        module(
            "Language", "QueryCompiler",
            ["TerminalText", "QueryDiagnostics", "QuerySyntax", "QueryVocabulary", "QueryPlan", "HealthModel", "CalendarIntervals"]),
        module("Language", "EnglishQuestions", ["QueryDiagnostics", "QuerySyntax", "HealthModel", "CalendarIntervals"]),
        module(
            "Language", "QueryHelp",
            [
                "EnglishQuestions", "TerminalText", "QueryDiagnostics", "QuerySyntax", "QueryVocabulary", "QueryCompiler", "HealthModel",
                "CalendarIntervals",
            ]),
        module(
            "Language", "HelpPages",
            ["TerminalText", "QueryDiagnostics", "QueryVocabulary", "HealthModel"], resources: [.embedInCode("Texts")]),
        module("Query", "QueryEngine", ["Threading", "QueryVocabulary", "QueryPlan", "HealthModel", "StorageModel", "CalendarIntervals"]),
        module("Query", "RowStages", ["QueryEngine", "QueryVocabulary", "QueryPlan", "HealthModel", "CalendarIntervals"]),
        module("Query", "Explanations", ["TerminalText", "QueryVocabulary", "QueryPlan", "HealthModel", "CalendarIntervals"]),
        module("Query", "SQLCode", ["Explanations", "QueryVocabulary", "QueryPlan", "HealthModel", "CalendarIntervals"]),
        module("Query", "SwiftCode", ["Explanations", "TerminalText", "QueryVocabulary", "QueryPlan", "HealthModel", "CalendarIntervals"]),

        module("Data", "SampleStore", ["HealthModel", "StorageModel"]),
        module("Data", "SQLiteStorage", ["SystemBridges", "Threading", "SampleStore", "HealthModel", "StorageModel", grdb, sqlite]),
        module(
            "Data", "HealthImport", ["SystemBridges", "Threading", "TerminalText", "HealthModel", "CalendarIntervals"],
            resources: [.embedInCode("Presets/Texts")]),
        module("Data", "DemoData", ["SystemBridges", "TerminalText", "HealthModel", "CalendarIntervals"]),

        module("Output", "TallyCharts", ["TerminalText", "CalendarIntervals", "HealthModel"]),
        module(
            "Output", "ResultRendering",
            ["Threading", "TallyCharts", "TerminalText", "QueryVocabulary", "QueryPlan", "HealthModel", "CalendarIntervals"]),

        module("Output", "MarkdownPages", ["TallyCharts", "TerminalText"]),
        module("Output", "ChartCode", ["TallyCharts", "SwiftCode", "Explanations", "CalendarIntervals"]),

        module(
            "Library", "TallyKit",
            [
                "SystemBridges", "Threading", "HealthModel", "StorageModel", "CalendarIntervals", "QueryDiagnostics", "QuerySyntax",
                "QueryVocabulary",
                "QueryPlan", "QueryCompiler", "QueryHelp", "QueryEngine", "RowStages", "Explanations", "SQLCode", "SwiftCode",
                "SampleStore",
                "HealthImport", "TallyCharts",
                "TerminalText", "ResultRendering", "ChartCode",
                .target(name: "SQLiteStorage", condition: .when(traits: ["Store"])),
            ]),
        // Lessons and help pages are part of the program itself, which is one file wherever it is installed.
        module(
            "Library", "Lessons",
            ["SystemBridges", "Threading", "TerminalText", "QueryDiagnostics", "QueryPlan", "HealthModel"],
            resources: [.embedInCode("Texts")]),
        module(
            "Library", "StoreCommands",
            [
                "SystemBridges", "TallyKit", "HealthModel", "StorageModel", "CalendarIntervals", "QueryDiagnostics", "QuerySyntax",
                "QueryPlan", "QueryEngine", "SampleStore", "SQLiteStorage", "HealthImport", "DemoData", "TallyCharts", "TerminalText",
                "ResultRendering",
            ]),
        module(
            "Library", "Scripts",
            [
                "SystemBridges", "Threading", "TallyKit", "StoreCommands", "HelpPages", "Lessons", "TerminalText", "HealthModel",
                "QueryDiagnostics",
                "QuerySyntax", "QueryVocabulary", "QueryPlan", "QueryCompiler", "QueryHelp", "MarkdownPages",
            ]),
        module(
            "Library", "Workbench",
            [
                "TerminalText", "TallyKit", "StoreCommands", "Scripts", "QueryDiagnostics", "QuerySyntax", "QueryPlan", "QueryCompiler",
                "ResultRendering", "Lessons", "MarkdownPages", "TallyCharts", "SystemBridges",
            ]),
        module(
            "Library", "LineHelp",
            [
                "SystemBridges", "TerminalText", "HealthModel", "CalendarIntervals", "QueryDiagnostics", "QuerySyntax", "QueryVocabulary",
                "QueryPlan", "QueryCompiler", "QueryHelp", "ResultRendering", "HelpPages", "Lessons", "Scripts", "Workbench",
            ]),

        module(
            "Library", "ScriptHelp",
            [
                "HealthModel", "CalendarIntervals", "QueryDiagnostics", "QuerySyntax", "QueryVocabulary", "QueryPlan",
                "QueryCompiler", "HelpPages", "StoreCommands", "Scripts", "Workbench", "LineHelp",
            ]),

        module(
            "Library", "Classes",
            [
                "SystemBridges", "Threading", "TerminalText", "HealthModel", "CalendarIntervals", "QueryDiagnostics", "QuerySyntax",
                "QueryPlan", "StorageModel", "DemoData", "TallyCharts", "ResultRendering", "MarkdownPages", "TallyKit", "Lessons",
                "StoreCommands", "Scripts", "Workbench",
            ]),

        module("Servers", "MessageStreams", ["SystemBridges", "Threading"]),
        module(
            "Servers", "AssistantServer",
            [
                "MessageStreams", "SystemBridges", "QueryDiagnostics", "QuerySyntax", "QueryVocabulary", "StoreCommands", "Scripts",
                "Workbench",
            ]),

        module(
            "Servers", "EditorServer",
            ["SystemBridges", "MessageStreams", "QueryDiagnostics", "Scripts", "Workbench", "LineHelp", "ScriptHelp"]),
        module(
            "Servers", "NotebookServer",
            [
                "MessageStreams", "QueryDiagnostics", "ResultRendering", "StoreCommands", "Scripts", "Workbench", "LineHelp", "ScriptHelp",
            ]),

        module(
            "Program", "TallyShell",
            [
                "SystemBridges", "TerminalText", "Lessons", "StoreCommands", "Scripts", "Workbench", "LineHelp",
                .target(name: "CReadline", condition: .when(traits: ["Readline"])),
                .target(name: "CEditline", condition: .when(traits: ["Editline"])),
            ]),
        .executableTarget(
            name: "tally",
            dependencies: [
                "SystemBridges", "TerminalText", "TallyKit", "Lessons", "StoreCommands", "Scripts", "Workbench", "Classes",
                "AssistantServer", "EditorServer", "NotebookServer", "MessageStreams", "TallyShell", warehouses, argumentParser,
            ],
            path: "Sources/Program/tally", swiftSettings: strict),

        // A tool for developers that writes the files of `Support`.
        .executableTarget(
            name: "SupportFiles", dependencies: ["QuerySyntax", "QueryVocabulary", "HealthModel"], path: "Tools/SupportFiles",
            swiftSettings: strict),
        // A tool for developers that writes the manual as a site.
        .executableTarget(
            name: "ManualSite",
            dependencies: ["QueryDiagnostics", "QuerySyntax", "TallyCharts", "MarkdownPages", "Lessons", "Workbench", "LineHelp"],
            path: "Tools/ManualSite", exclude: ["Files"], swiftSettings: strict),
        // A tool for the tests of upgrades.
        .executableTarget(
            name: "OldBlocks", dependencies: ["SQLiteStorage", "SampleStore", "HealthModel", grdb], path: "Tools/OldBlocks",
            swiftSettings: strict),

        // Shared by tests.
        allocationCounter,
        .target(name: "RandomTesting", path: "Tests/RandomTesting", swiftSettings: strict),
        .target(name: "ReferenceEngine", dependencies: ["RandomTesting"], path: "Tests/ReferenceEngine", swiftSettings: strict),
        .target(
            name: "SampleDatabase", dependencies: ["SQLCode", "QueryVocabulary", "CalendarIntervals", "HealthModel", grdb],
            path: "Tests/SampleDatabase",
            swiftSettings: strict),
        .target(
            name: "SessionTesting", dependencies: ["StoreCommands", "Scripts", "Workbench", "QueryDiagnostics", "Threading"],
            path: "Tests/SessionTesting",
            swiftSettings: strict),

        // The checks of fuzzers, which tests run as well.
        .target(
            name: "Readers",
            dependencies: [
                "SystemBridges", "Threading", "HealthModel", "StorageModel", "CalendarIntervals", "QueryVocabulary", "QueryDiagnostics",
                "QuerySyntax", "QueryCompiler", "QueryHelp", "SampleStore", "SQLiteStorage", "HealthImport", "MarkdownPages", "TallyKit",
                "Lessons", "StoreCommands", "Scripts", "Workbench", "LineHelp", "ScriptHelp", "QueryEngine", "Classes", "MessageStreams",
                "AssistantServer", "EditorServer",
                "NotebookServer", warehouses, grdb,
            ],
            path: "Fuzz/Readers", swiftSettings: strict),

        tests("DocumentationTests", ["QueryVocabulary"]),
        tests("ReadersTests", ["RandomTesting", "Readers"]),
        tests("SupportFilesTests", ["SupportFiles", "QuerySyntax", "QueryVocabulary", "QueryDiagnostics"]),
        tests("ManualSiteTests", ["ManualSite"]),
        tests("ThreadingTests", ["Threading"]),
        tests("TerminalTextTests", ["TerminalText"]),
        tests("HealthModelTests", ["RandomTesting", "HealthModel"]),
        tests("CalendarIntervalsTests", ["RandomTesting", "CalendarIntervals", "HealthModel"]),
        tests("QueryDiagnosticsTests", ["QueryDiagnostics"]),
        tests("QuerySyntaxTests", ["RandomTesting", "QueryDiagnostics", "QuerySyntax", "QueryVocabulary", "CalendarIntervals"]),
        tests(
            "QueryCompilerTests",
            [
                "RandomTesting", "QueryCompiler", "QuerySyntax", "QueryVocabulary", "QueryPlan", "QueryDiagnostics", "HealthModel",
                "CalendarIntervals",
            ]),
        tests(
            "QueryHelpTests",
            [
                "RandomTesting", "QueryHelp", "QueryCompiler", "QuerySyntax", "QueryDiagnostics", "HealthModel", "CalendarIntervals",
            ]),
        tests(
            "QueryEngineTests",
            [
                "AllocationCounter", "RandomTesting", "QueryEngine", "RowStages", "QueryVocabulary", "QueryPlan", "HealthModel",
                "CalendarIntervals",
            ]),
        tests(
            "ExplanationsTests",
            [
                "RandomTesting", "SessionTesting", "TerminalText", "TallyKit", "StoreCommands", "Workbench", "Lessons", "Explanations",
                "SQLCode",
                "SwiftCode", "QueryVocabulary", "QueryCompiler", "QuerySyntax", "QueryPlan",
                "QueryDiagnostics", "SampleStore", "SQLiteStorage", "HealthModel", "StorageModel", "CalendarIntervals", "ReferenceEngine",
                "SampleDatabase", "ResultRendering", "TallyCharts",
            ]),
        tests(
            "AssistantServerTests",
            [
                "AssistantServer", "MessageStreams", "SystemBridges", "Threading", "QueryDiagnostics", "SampleStore", "SessionTesting",
                "StoreCommands",
                "TallyKit", "Workbench",
            ]),
        tests(
            "ScriptHelpTests",
            [
                "RandomTesting", "SessionTesting", "ScriptHelp", "Scripts", "Workbench", "StoreCommands", "TallyKit", "SampleStore",
                "QueryDiagnostics", "CalendarIntervals", "LineHelp",
            ]),
        tests(
            "EditorServerTests",
            [
                "EditorServer", "MessageStreams", "SystemBridges", "Threading", "QueryDiagnostics", "SampleStore", "SessionTesting",
                "StoreCommands", "TallyKit", "Workbench",
            ]),
        tests(
            "NotebookServerTests",
            [
                "NotebookServer", "MessageStreams", "SystemBridges", "Threading", "QueryDiagnostics", "SampleStore", "SessionTesting",
                "StoreCommands", "TallyKit", "Workbench",
            ]),
        tests("ClassesTests", ["Classes", "StoreCommands", "HealthModel", "CalendarIntervals"]),
        tests("MessageStreamsTests", ["MessageStreams", "SystemBridges", "Threading"]),
        tests("SampleStoreTests", ["RandomTesting", "SampleStore", "SQLiteStorage", "HealthModel", "StorageModel", grdb]),
        tests(
            "HealthImportTests",
            [
                "RandomTesting", "SystemBridges", "HealthImport", "DemoData", "HealthModel", "StorageModel", "CalendarIntervals",
                "SampleStore", "SQLiteStorage", grdb,
            ]),
        tests(
            "TallyChartsTests", ["RandomTesting", "TallyCharts", "TerminalText", "CalendarIntervals", "HealthModel"],
            exclude: ["Golden"]),
        tests("MarkdownPagesTests", ["MarkdownPages"]),
        tests(
            "ResultRenderingTests",
            [
                "RandomTesting", "ResultRendering", "TallyCharts", "TerminalText", "QueryVocabulary", "QueryPlan", "HealthModel",
                "CalendarIntervals",
            ]),
        tests(
            "TallyKitTests",
            ["TallyKit", "DemoData", "HealthModel", "StorageModel", "QueryDiagnostics", "QueryEngine", "QueryPlan", "QueryVocabulary"]),
        tests(
            "WorkbenchTests",
            [
                "RandomTesting", "SessionTesting", "CalendarIntervals", "QueryDiagnostics", "HealthModel", "StorageModel", "QuerySyntax",
                "QueryVocabulary", "QueryCompiler", "QueryPlan", "QueryEngine", "ResultRendering", "SampleStore", "SQLiteStorage",
                "HealthImport", "TallyKit",
                "StoreCommands", "Scripts", "Workbench", "HelpPages", "MarkdownPages",
                "Lessons", "LineHelp",
            ]),
        tests("TallyShellTests", ["RandomTesting", "LineHelp", "TallyShell", "TerminalText", "Workbench"]),
        tests(
            "ScriptTests",
            [
                "SessionTesting", "StoreCommands", "Scripts", "Workbench", "TallyKit", "SQLiteStorage", "HealthModel", "CalendarIntervals",
                "QueryDiagnostics", "HelpPages",
            ]),
        tests("ReferenceEngineTests", ["RandomTesting", "ReferenceEngine"]),
        tests(
            "PropertyTests",
            [
                "RandomTesting", "ReferenceEngine", "SampleDatabase", "SessionTesting", "QueryEngine", "RowStages", "Explanations",
                "SQLCode", "ResultRendering", "SampleStore", "SQLiteStorage", "QueryPlan", "QuerySyntax", "QueryVocabulary", "TallyKit",
                "StoreCommands", "Scripts", "Workbench", "QueryDiagnostics", "HealthModel", "StorageModel", "CalendarIntervals", grdb,
            ]),
    ]
)

// Benchmarks and fuzzers, only if asked for. Fuzzers use the `main` of libFuzzer.
switch Context.environment["TALLY_TOOLS"] {
case "benchmarks":
    package.targets += [
        .executableTarget(
            name: "ParserBenchmark", dependencies: ["QueryDiagnostics", "QuerySyntax"], path: "Benchmarks/ParserBenchmark",
            swiftSettings: strict),
        .executableTarget(name: "ChartBenchmark", dependencies: ["TallyCharts"], path: "Benchmarks/ChartBenchmark", swiftSettings: strict),
    ]
case "fuzzers":
    package.targets.append(
        .executableTarget(
            name: "Fuzzer", dependencies: ["Readers"], path: "Fuzz/Fuzzer", swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
case "quick":
    // The program, and tests that end in seconds and show most mistakes. What neither needs would only be compiled.
    let quick: Set = ["QuerySyntaxTests", "QueryCompilerTests", "QueryDiagnosticsTests", "QueryEngineTests", "ResultRenderingTests"]
    let unused: Set = ["SupportFiles", "ManualSite", "OldBlocks", "ReferenceEngine", "SampleDatabase", "SessionTesting", "Readers"]
    package.targets.removeAll { $0.type == .test ? !quick.contains($0.name) : unused.contains($0.name) }
    package.products.removeAll { $0.name == "TallyTesting" }
    for target in package.targets where ["QuerySyntaxTests", "QueryCompilerTests", "QueryEngineTests"].contains(target.name) {
        target.exclude.append("Slow")
    }
default: break
}

// Packages that use the library by its version may not set flags, so only `make` asks for them.
let compiled: (names: Set<String>, flags: [String]) =
    switch Context.environment["TALLY_PROGRAM"] {
    case "small":
        // The program that people install: modules whose time nobody notices are compiled for size (decision 0206).
        (
            [
                "QueryDiagnostics", "QuerySyntax", "QueryPlan", "QueryCompiler", "EnglishQuestions", "QueryHelp", "HelpPages",
                "Explanations", "SQLCode", "SwiftCode", "ChartCode", "MarkdownPages", "Lessons", "StoreCommands", "Scripts", "Workbench",
                "Classes", "LineHelp", "AssistantServer", "EditorServer", "NotebookServer", "tally",
            ], ["-Osize"]
        )
    case "fast":
        // The program that is tested: without optimization, generic code of these modules is most of the time of tests (decision 0210).
        (
            [
                "HealthModel", "CalendarIntervals", "SampleStore", "SQLiteStorage", "DemoData", "HealthImport", "QuerySyntax", "QueryPlan",
                "QueryCompiler", "QueryEngine", "TerminalText", "ResultRendering", "TallyCharts",
            ], ["-O", "-assert-config", "Debug"]
        )
    default: ([], [])
    }
for target in package.targets where compiled.names.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(compiled.flags)]
}
