// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target: Swift 6 mode, and no warning survives.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

let tallyKit = Target.Dependency.product(name: "TallyKit", package: "tally")
let testing = Target.Dependency.product(name: "TallyTesting", package: "tally")

/// Apple's names over a store of Tally, for Linux. On a Mac, apps have Apple's own framework.
let package = Package(
    name: "HealthKit",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "HealthKit", targets: ["HealthKit"])],
    traits: [
        .trait(name: "Store", description: "Stores in files, which need GRDB and SQLite. Without it, samples are in memory."),
        .default(enabledTraits: ["Store"]),
    ],
    dependencies: [
        // With the traits of the program, the modules that its build compiled are not compiled again. Only the program links readline.
        .package(
            name: "tally", path: "../..",
            traits: ["Readline", "Warehouses", .trait(name: "Store", condition: .when(traits: ["Store"]))])
    ],
    targets: [
        .target(name: "HealthKit", dependencies: [tallyKit], swiftSettings: strict),
        .testTarget(name: "HealthKitTests", dependencies: ["HealthKit", tallyKit, testing], swiftSettings: strict),
    ]
)
