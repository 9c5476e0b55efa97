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

/// Databases that answer queries about samples that Tally pushed to them. The program opens them, so each of the two packages depends on
/// the other one.
let package = Package(
    name: "Warehouses",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "Warehouses", targets: ["Warehouses"])],
    traits: [
        .trait(name: "Readline", description: "Passed on to the program."),
        .trait(name: "Editline", description: "Passed on to the program."),
        .trait(name: "Store", description: "Passed on to the program and the library."),
        .default(enabledTraits: ["Readline", "Store"]),
    ],
    dependencies: [
        .package(
            name: "tally", path: "../..",
            traits: [
                "Warehouses", .trait(name: "Readline", condition: .when(traits: ["Readline"])),
                .trait(name: "Editline", condition: .when(traits: ["Editline"])),
                .trait(name: "Store", condition: .when(traits: ["Store"])),
            ])
    ],
    targets: [
        .target(name: "Warehouses", dependencies: [tallyKit], swiftSettings: strict),
        .testTarget(name: "WarehousesTests", dependencies: ["Warehouses", tallyKit], swiftSettings: strict),
    ]
)
