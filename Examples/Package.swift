// swift-tools-version: 6.2
import PackageDescription

/// Programs that use Tally as a library, as anybody's would.
let package = Package(
    name: "examples",
    platforms: [.macOS(.v15), .iOS(.v18)],
    // Stores in files, and no line editing.
    dependencies: [.package(name: "tally", path: "..", traits: ["Store"])],
    targets: [
        .executableTarget(name: "Embedding", dependencies: [.product(name: "TallyKit", package: "tally")])
    ]
)
