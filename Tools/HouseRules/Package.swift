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

/// The folder with the compiler's own copy of swift-syntax, which is optimized and need not be built; nil fetches and builds the package.
let host = Context.environment["TALLY_SWIFT_SYNTAX"].flatMap { $0.isEmpty ? nil : $0 }
let compilersCopy: [SwiftSetting] = host.map { [.unsafeFlags(["-I", $0])] } ?? []
let compilersLibraries: [LinkerSetting] =
    host.map { [.unsafeFlags(["-L", $0, "-lSwiftSyntax", "-lSwiftParser", "-Xlinker", "-rpath", "-Xlinker", $0])] } ?? []
let products: [Target.Dependency] =
    host == nil
    ? [.product(name: "SwiftSyntax", package: "swift-syntax"), .product(name: "SwiftParser", package: "swift-syntax")] : []

/// The rules of this repository that the compiler does not check. They read sources with swift-syntax, which nothing else needs.
let package = Package(
    name: "HouseRules",
    platforms: [.macOS(.v15)],
    dependencies: host == nil ? [.package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"700.0.0")] : [],
    targets: [
        .target(name: "HouseRules", dependencies: products, swiftSettings: strict + compilersCopy, linkerSettings: compilersLibraries),
        .executableTarget(name: "house-figures", dependencies: ["HouseRules"], swiftSettings: strict + compilersCopy),
        .testTarget(
            name: "HouseRulesTests", dependencies: ["HouseRules"] + products, exclude: ["PlainEnglish.txt"],
            swiftSettings: strict + compilersCopy),
    ]
)
