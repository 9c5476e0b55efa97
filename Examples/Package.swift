// swift-tools-version: 6.2
import PackageDescription

/// Programs that use Tally as a library.
let package = Package(
    name: "examples",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(name: "tally", path: "..")],
    targets: [
        .executableTarget(name: "Embedding", dependencies: [.product(name: "TallyKit", package: "tally")]),
        .executableTarget(name: "Following", dependencies: [.product(name: "TallyKit", package: "tally")]),
    ]
)

// Apple's names over a store, for code of apps. On a Mac, Apple's own framework has them.
#if os(Linux)
package.dependencies += [.package(path: "../Packages/HealthKit"), .package(path: "../Packages/Charts")]
let healthKit = Target.Dependency.product(name: "HealthKit", package: "HealthKit")
let charts = ["Charts", "SwiftUI"].map { Target.Dependency.product(name: $0, package: "Charts") }
package.targets += [
    .executableTarget(name: "FollowingHealth", dependencies: [healthKit]),
    .target(name: "HealthKitApp", dependencies: [healthKit]),
    .testTarget(name: "HealthKitAppTests", dependencies: ["HealthKitApp", healthKit], path: "Sources/HealthKitAppTests"),
    // Code as tutorials have it, which is in Swift 5 mode.
    .testTarget(
        name: "HealthKitSnippets", dependencies: [healthKit], path: "Sources/HealthKitSnippets",
        swiftSettings: [.swiftLanguageMode(.v5)]),
    // Views with Swift Charts in Swift 6 mode, and a study in Swift 5 mode.
    .target(name: "StudyCharts", dependencies: charts + [healthKit], swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(name: "ChartsApp", dependencies: charts + [healthKit, "StudyCharts"]),
    .testTarget(
        name: "ChartsAppTests", dependencies: charts + [healthKit, "ChartsApp", "StudyCharts"], path: "Sources/ChartsAppTests"),
]
#endif
