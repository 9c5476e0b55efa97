// swift-tools-version: 6.2
import PackageDescription

/// Programs that use Tally as a library, as anybody's would.
let package = Package(
    name: "examples",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(name: "tally", path: "..", traits: [])],
    targets: [
        .executableTarget(name: "Embedding", dependencies: [.product(name: "TallyKit", package: "tally")])
    ]
)
