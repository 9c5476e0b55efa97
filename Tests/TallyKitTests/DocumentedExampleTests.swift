import Foundation
import Testing

/// The examples in the documentation of the library: the blocks of Swift in doc comments and in the catalog.
@Suite("Examples of the library")
struct DocumentedExampleTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The folder with the modules that were built for these tests.
    private static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    /// The names that examples use without declaring them.
    private static let surroundings = """
        import Foundation
        import TallyKit

        struct MySamples: SampleSource, Sendable {
            func metricSummaries() -> [MetricSummary] { [] }
            func sources() -> [Int32: Source] { [:] }
            func scan(
                _ metric: MetricID, from: Instant, through: Instant, values: ClosedRange<Double>?, columns: SampleColumns,
                _ body: (borrowing SampleBatch) throws -> Bool
            ) {}
        }

        func keep(_ parts: Any...) throws {}
        func save(_ parts: Any...) throws {}
        func show(_ answer: Answer, marking rows: Answer.Rows) {}
        func refresh() async {}
        """

    #if os(Linux)
    @Test("All examples compile")
    func examplesCompile() throws {
        let examples = try Self.examples()
        #expect(examples.count > 15)
        let functions = examples.enumerated().map { index, example in
            """
            // \(example.place)
            func example\(index)(_ store: HealthStore, _ anchor: ChangeAnchor, _ start: Date, _ end: Date) async throws {
            \(example.lines.filter { !$0.hasPrefix("import ") }.joined(separator: "\n"))
            }
            """
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "examples-\(UUID().uuidString).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        try ([Self.surroundings] + functions).joined(separator: "\n\n").write(to: file, atomically: true, encoding: .utf8)
        let errors = try Self.errors(in: file)
        #expect(errors == nil)
    }
    #endif

    private struct Example {
        var place: String
        var lines: [String]
    }

    private static func examples() throws -> [Example] {
        let folder = root.appending(path: "Sources/Library/TallyKit")
        var examples: [Example] = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        where path.hasSuffix(".swift") || path.hasSuffix(".md") {
            var open: Example?
            for (number, line) in try String(contentsOf: folder.appending(path: path), encoding: .utf8).components(separatedBy: "\n")
                .enumerated()
            {
                let text = path.hasSuffix(".md") ? line : line.firstMatch(of: /^ *\/\/\/ ?(.*)$/).map { String($0.output.1) }
                if let example = open {
                    if text == nil || text == "```" {
                        examples.append(example)
                        open = nil
                    } else {
                        open?.lines.append(text ?? "")
                    }
                } else if text == "```swift" {
                    open = Example(place: "\(path):\(number + 1)", lines: [])
                }
            }
        }
        return examples
    }

    /// Returns the errors of the compiler; nil if there are none.
    private static func errors(in file: URL) throws -> String? {
        let packages = products.deletingLastPathComponent().deletingLastPathComponent().appending(path: "checkouts")
        let maps = [
            packages.appending(path: "GRDB.swift/Sources/GRDBSQLite/module.modulemap"),
            root.appending(path: "Sources/System/CZlib/module.modulemap"),
            root.appending(path: "Sources/System/CMalloc/module.modulemap"),
            root.appending(path: "Sources/System/CSandbox/module.modulemap"),
        ]
        let compiler = Process()
        let pipe = Pipe()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments =
            ["swiftc", "-typecheck", "-suppress-warnings", "-swift-version", "6", "-parse-as-library", "-module-name", "Examples"]
            + ["-I", products.appending(path: "Modules").path] + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] } + [file.path]
        compiler.standardError = pipe
        try compiler.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        compiler.waitUntilExit()
        return compiler.terminationStatus == 0 ? nil : String(decoding: output, as: UTF8.self)
    }
}
