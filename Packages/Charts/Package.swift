// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

/// Settings of every target: Swift 6 mode, and no warning survives. Imports are public, because nearly every file has `CGRect`,
/// `Date` or a view in its interface.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

let tallyCharts = Target.Dependency.product(name: "TallyCharts", package: "tally")

/// Apple's names of SwiftUI and Swift Charts, drawn by Tally, for Linux. On a Mac, apps have Apple's own frameworks.
let package = Package(
    name: "Charts",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "SwiftUI", targets: ["SwiftUI"]),
        .library(name: "Charts", targets: ["Charts"]),
    ],
    traits: [
        .trait(name: "Store", description: "Stores in files, which need GRDB and SQLite. Charts work without it."),
        .default(enabledTraits: ["Store"]),
    ],
    dependencies: [
        // With the traits of the program, the modules that its build compiled are not compiled again. Only the program links readline.
        .package(
            name: "tally", path: "../..",
            traits: ["Readline", "Warehouses", .trait(name: "Store", condition: .when(traits: ["Store"]))])
    ],
    targets: [
        .macro(name: "PreviewMacros", swiftSettings: strict),
        .target(name: "SwiftUI", dependencies: ["PreviewMacros", tallyCharts], swiftSettings: strict),
        .target(name: "Charts", dependencies: ["SwiftUI", tallyCharts], swiftSettings: strict),
        .testTarget(name: "ChartsTests", dependencies: ["Charts", "SwiftUI"], swiftSettings: strict),
        // Code as tutorials have it, which is in Swift 5 mode.
        .testTarget(name: "ChartSnippets", dependencies: ["Charts", "SwiftUI"], swiftSettings: strict + [.swiftLanguageMode(.v5)]),
    ]
)
